//! What is wrong with the text of a profile.

use std::ops::Range;

/// A profile that can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.said())]
pub struct ProfileError {
    /// The file.
    pub file: String,
    /// The program, with its subcommand if it is one's; empty for what belongs to none.
    pub program: String,
    /// The bytes of the file to look at: the first line of the program's entry, or what belongs to none.
    pub at: Range<usize>,
    /// What is wrong.
    pub what: String,
}

impl ProfileError {
    fn said(&self) -> String {
        let ProfileError { file, program, what, .. } = self;
        if program.is_empty() {
            format!("{file}: {what}")
        } else {
            format!("profile `{program}` in {file}: {what}")
        }
    }

    /// The same error of an entry that begins here.
    pub(super) fn of_entry(self, start: usize, entry: &str) -> ProfileError {
        let name = entry.lines().nth(1).unwrap_or_default();
        let first = entry.lines().next().map_or(0, |line| line.len() + 1);
        ProfileError { at: start + first..start + first + name.len(), ..self }
    }
}
