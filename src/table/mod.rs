//! Policy to decision table, and deciding.
//!
//! In: resolved layers; a call with its effects. Out: verdicts, and the trace that explains them. It must not know
//! files but through `model::Files`, and nothing of texts, terminals, clocks or stores.
//!
//! Each distinct predicate of all rules stands once in the table ([`ask`]). A rule is a row: a small tree over those
//! predicates ([`row`]). The `index` finds, for one effect, the rows that can hold at all; [`law`] states what they
//! add up to; [`decide`] walks the effects and the things that each touches,
//! `verdict` does so for the verdict alone; [`trace`] does the same for people, slowly.

pub mod ask;
mod bind;
mod compile;
pub mod decide;
mod index;
pub mod law;
pub mod row;
mod stars;
pub mod trace;
mod verdict;

pub use bind::Bound;
pub use compile::{LimitExceeded, Table};
pub use decide::{By, EffectOutcome, Outcome, Scratch};
pub use row::{Row, RowId};
