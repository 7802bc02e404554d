//! Text to tree, and back.
//!
//! In: the text of one file. Out: a tree with spans and comments, and every syntax error. It must not know
//! what names mean.

pub mod ast;
mod build;
mod checks;
mod grammar;
mod lex;
pub mod limits;
mod literal;
pub mod mistakes;
mod parse;
mod recover;
mod report;
mod shape;
mod suggest;

pub use parse::{Parsed, parse};
pub use suggest::nearest;
