//! The policies that ship: they compile, their pages are fresh, their examples and tests hold.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

#[path = "std/compile.rs"]
mod compile;
#[path = "std/daily.rs"]
mod daily;
#[path = "std/library.rs"]
mod library;
#[path = "std/pages.rs"]
mod pages;
