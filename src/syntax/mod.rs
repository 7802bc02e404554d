//! Text to tree, and back.
//!
//! In: the text of one file. Out: a tree with spans and comments, and every syntax error. It must not know
//! what names mean.

pub mod ast;
mod build;
mod checks;
mod format;
mod grammar;
mod lex;
pub mod limits;
mod literal;
pub mod mistakes;
mod parse;
mod print;
mod recover;
mod report;
mod same;
mod shape;
mod suggest;
mod suppressions;

pub use format::format;
pub use parse::{Parsed, parse};
pub use print::print;
pub use same::same_meaning;
pub use suggest::nearest;
pub use suppressions::{Suppression, suppressions};
