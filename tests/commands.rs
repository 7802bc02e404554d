//! Commands: how words are read with a profile, what patterns match them, what they do.

#[path = "commands/words.rs"]
mod words;

#[path = "commands/patterns.rs"]
mod patterns;

#[path = "commands/shown.rs"]
mod shown;

#[path = "commands/profiles.rs"]
mod profiles;
