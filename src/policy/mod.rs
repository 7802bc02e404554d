//! Tree to resolved, typed policy.
//!
//! In: trees, and a library that finds what they `use`. Out: layers with names resolved and types known, and every
//! mistake. It must not know calls' values, files or the decision table.

pub mod pattern;
pub mod typed;
