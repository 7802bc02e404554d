//! Text to tree, and back.
//!
//! In: the text of one file. Out: a tree with spans and comments, and every syntax error. It must not know
//! what names mean.

pub mod ast;
mod build;
mod grammar;
mod literal;
mod parse;

pub use parse::{Parsed, parse};
