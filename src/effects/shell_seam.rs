//! The seam between calls and the shell room: text of a command in, effects out.

use std::collections::BTreeMap;

use crate::model::{Budget, Effect, Files};

/// Works out what a command does.
pub trait Shell {
    /// The effects of a command text, as the shell of `context` would run it. `arg` is the argument's name, for
    /// [`crate::model::Origin`]; spans are bytes of `text`. An empty command has no effects.
    fn command(&self, text: &str, arg: &str, context: &ShellContext<'_>) -> Vec<Effect>;

    /// The effects of a program run with these words, without a shell.
    fn argv(&self, words: &[String], arg: &str, context: &ShellContext<'_>) -> Vec<Effect>;
}

/// What a command can see.
#[derive(Clone, Copy)]
pub struct ShellContext<'a> {
    /// The directory it starts in; none when it isn't known.
    pub cwd: Option<&'a str>,
    /// The project's directory.
    pub root: Option<&'a str>,
    /// What `~` and `$HOME` stand for.
    pub home: Option<&'a str>,
    /// Variables that the caller passes.
    pub env: &'a BTreeMap<String, String>,
    /// The shell's language.
    pub dialect: ShellDialect,
    /// The file system.
    pub files: &'a dyn Files,
    /// What the decision may cost.
    pub budget: &'a Budget,
}

/// A shell language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShellDialect {
    /// bash, and what it shares with POSIX shells.
    Bash,
    /// zsh: what differs from bash is unknown.
    Zsh,
    /// PowerShell: unknown.
    PowerShell,
}
