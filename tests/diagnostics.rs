//! Every kind of mistake: what a person sees of it, and its page in `docs/diagnostics/`.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

#[path = "policy/shelf.rs"]
#[expect(dead_code, reason = "shared with the policy tests")]
mod shelf;

#[path = "diagnostics/kinds.rs"]
mod kinds;

#[path = "diagnostics/lints.rs"]
mod lints;

#[path = "diagnostics/pages.rs"]
mod pages;
