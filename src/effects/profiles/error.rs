//! What is wrong with the text of a profile.

/// A profile that can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("profile `{program}` in {file}: {what}")]
pub struct ProfileError {
    /// The file.
    pub file: String,
    /// The program, with its subcommand if it is one's.
    pub program: String,
    /// What is wrong.
    pub what: String,
}
