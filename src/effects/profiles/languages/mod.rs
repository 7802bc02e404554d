//! Small languages that profiles look into: what a script of theirs reads, writes and runs.

mod awk;
mod jq;
mod sed;

use crate::model::profile::Language;

/// What was found in a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// It runs a command, or may do anything.
    Runs,
    /// It reads this file.
    Reads(String),
    /// It writes this file.
    Writes(String),
}

/// What a script does beside transforming its input.
pub(super) fn look_into(language: Language, script: &str) -> Vec<Found> {
    match language {
        Language::Sed => sed::look_into(script),
        Language::Awk => awk::look_into(script),
        Language::Jq => jq::look_into(script),
    }
}
