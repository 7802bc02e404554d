//! A decision made plain: why, what nearly was, and what would change it.
//!
//! In: the trace of a decision and the sources of its policies. Out: text for people and JSON for programs. It must not
//! know files, terminals or how a decision is made.

pub mod build;
pub mod condition;
pub mod diagnostics;
pub mod diff;
pub mod fix;
pub mod github;
pub mod grid;
pub mod sarif;

pub mod explanation;
pub mod subject;
mod text;

pub use explanation::Explanation;
pub use text::{Detail, Plain, Style, text};
