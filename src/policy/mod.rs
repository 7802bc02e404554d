//! Tree to resolved, typed policy.
//!
//! In: trees, and a library that finds what they `use`. Out: layers with names resolved and types known, and every
//! mistake. It must not know calls' values, files or the decision table.

pub mod events;
pub mod limits;
mod mistakes;
mod nearest;
pub mod pattern;
mod resolve;
mod sink;
mod source;
pub mod typed;
mod values;

pub use mistakes::KINDS;
pub use resolve::{Set, json, resolve_layer, resolve_set, restrict};
pub use source::{File, LayerFiles, Library, Missing, NoLibrary, Request};
pub use values::regex::regex_source;
