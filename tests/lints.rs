//! Lints as a whole: fixes keep verdicts, shipped policies are clean, hostile policies cost little. What each lint finds is
//! held by `tests/diagnostics`, the command by `tests/cli`.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests")]

#[path = "lints/alarms.rs"]
mod alarms;
#[path = "lints/fixes.rs"]
mod fixes;
#[path = "lints/hostile.rs"]
mod hostile;

use toolgate::engine::{Engine, Set};
use toolgate::lint::{self, Options};
use toolgate::model::Diagnostic;

/// A set of one text.
fn set_of(text: &str) -> Set {
    Engine::builder().text("example.policy", text).read()
}

/// What is found in a text by all lints, those on request included.
fn found(set: &Set) -> Vec<Diagnostic> {
    let warn = lint::kinds().map(|kind| kind.code.to_owned()).collect();
    lint::run(set, &Options { warn, ..Options::default() })
}
