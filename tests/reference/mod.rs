//! The slow, obvious evaluator, written from the language's page alone, and the random cases that it is held against the
//! decision table with. It shares the tree of a policy file and the plain data of `model` with the engine; names,
//! conditions, paths, globs, hosts, texts, command patterns, the tables of *some* and *every*, layers and the law are
//! worked out here a second time, without an index and without a shortcut.
//!
//! # What is compared
//!
//! **Exactness.** An effect that is known and touches one thing gets exactly the verdict of its rules. Every predicate has
//! one answer there (yes, no, or unknown where the language says so: a value of another type, a thing that is not
//! there), conditions are three-valued logic, the verdict follows from section 7. Known sets of things (a path written and
//! followed, the elements of a list, the words of a command) are judged one by one, and the strictest verdict counts.
//! The table must agree to the letter.
//!
//! **The formula.** For groups (what is below a directory, what a glob matches, a path that is anywhere) and unknown
//! parts, a predicate has two answers, *some* and *every*, found here by trying all members and all ways to turn out
//! that the policy's literals can tell apart; conditions combine them by the tables of section 5. The table must agree to
//! the letter where both answers are a matter of fact (what stands in a directory now). Where they rest on a search
//! through infinitely many words or paths, the table may know less than this evaluator, never more: what is confirmed here
//! is confirmed there, and what is allowed or denied here is so there, or is confirmed.
//!
//! **The promise.** An allowed effect is allowed, by the exact rules, for every thing in every world: every way in which the
//! facts that were not sent, missing arguments, unknown words, programs, hosts, groups of paths and the comparison of names
//! can turn out, as far as the policy's literals and a few fresh values can tell. A denied effect is denied in every world.
//!
//! What a call *does* (the parsing of shells, profiles, URLs, walks) is not judged here: effects are made by hand.

pub mod answer;
pub mod ask;
pub mod commands;
pub mod facts;
pub mod hosts;
pub mod law;
pub mod make;
pub mod paths;
pub mod policy;
pub mod reading;
pub mod texts;
pub mod universe;
pub mod worlds;
