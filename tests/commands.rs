//! Commands: how words are read with a profile, what patterns match them, what they do.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "tests"
)]

#[path = "commands/words.rs"]
mod words;

#[path = "commands/patterns.rs"]
mod patterns;

#[path = "commands/shown.rs"]
mod shown;

#[path = "commands/profiles.rs"]
mod profiles;

#[path = "commands/worlds.rs"]
mod worlds;

#[path = "commands/help.rs"]
mod help;
