//! The shell parser: against a corpus of commands whose meaning was recorded under bash, against bash itself, against other parsers,
//! and against limits.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "a test stops where it fails"
)]

// The one line to change when the parser moves.
use toolgate::effects::shell::syntax;

#[path = "shell_syntax/commands.rs"]
mod commands;
#[path = "shell_syntax/corpus.rs"]
mod corpus;
#[path = "shell_syntax/differential.rs"]
mod differential;
#[path = "shell_syntax/facts.rs"]
mod facts;
#[path = "shell_syntax/generate.rs"]
mod generate;
#[path = "shell_syntax/limits.rs"]
mod limits;
#[path = "shell_syntax/mutations.rs"]
mod mutations;
#[path = "shell_syntax/real_bash.rs"]
mod real_bash;
#[path = "shell_syntax/words.rs"]
mod words;
