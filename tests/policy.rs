//! From trees to resolved, typed policies.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

#[path = "policy/dump.rs"]
mod dump;

#[path = "policy/shelf.rs"]
mod shelf;

#[path = "policy/mistakes.rs"]
mod mistakes;

#[path = "policy/properties.rs"]
mod properties;

#[path = "policy/resolving.rs"]
mod resolving;

#[path = "policy/shipped.rs"]
mod shipped;
