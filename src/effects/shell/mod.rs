//! Shell commands to effects.
//!
//! In: the text of a command, what programs are known to do, a file system. Out: effects. [`syntax`] reads the text; the
//! rest walks what it found and keeps, of the shell's state, what later words depend on: variables with a known value, the directories
//! that it can be in, functions. What is not certain is unknown, and what is unknown is said to be.

mod assigned;
mod builtins;
mod command;
mod deeds;
mod environment;
mod flow;
mod names;
mod redirects;
mod state;
pub mod syntax;
mod walker;
mod words;

use std::sync::Arc;

use crate::effects::profiles::Profiles;
use crate::effects::shell_seam::{Shell, ShellContext, ShellDialect};
use crate::model::{Effect, Word};

use walker::Walker;

/// Commands that run within commands (`sh -c`, `eval`), at most.
const MAX_DEPTH: usize = 16;
/// Effects of one call, at most.
const MAX_EFFECTS: usize = 4_000;

/// Works out what bash would do.
#[derive(Clone, Debug)]
pub struct Bash {
    profiles: Arc<Profiles>,
}

impl Bash {
    /// With what is known of programs.
    pub fn new(profiles: Arc<Profiles>) -> Bash {
        Bash { profiles }
    }
}

impl Shell for Bash {
    fn command(&self, text: &str, arg: &str, context: &ShellContext<'_>) -> Vec<Effect> {
        let mut walker = Walker::new(&self.profiles, arg, context);
        match context.dialect {
            ShellDialect::Bash => walker.script(text),
            ShellDialect::Zsh => {
                walker.script(text);
                if reads_otherwise_in_zsh(text) {
                    walker.not_understood(
                        text,
                        "zsh may read this otherwise than bash".to_owned(),
                        0..text.len(),
                    );
                }
            }
            ShellDialect::PowerShell => {
                if !text.trim().is_empty() {
                    walker.not_understood(text, "PowerShell is not understood".to_owned(), 0..text.len());
                }
            }
        }
        walker.finish()
    }

    fn argv(&self, words: &[String], arg: &str, context: &ShellContext<'_>) -> Vec<Effect> {
        let mut walker = Walker::new(&self.profiles, arg, context);
        walker.words(words.iter().map(Word::known).collect());
        walker.finish()
    }
}

/// Why a shell of this name may read a text otherwise than bash, if it may.
fn reads_otherwise(shell: &str, text: &str) -> Option<&'static str> {
    match shell {
        "zsh" if reads_otherwise_in_zsh(text) => Some("zsh may read this otherwise than bash"),
        // Without `[[` and `((` these are a program with redirections, and subshells.
        "sh" | "dash" | "ash" | "ksh" | "mksh" | "yash" if text.contains("[[") || text.contains("((") => {
            Some("a shell other than bash may read this otherwise")
        }
        _ => None,
    }
}

/// Glob qualifiers, `=program`, `^`, `#` and `~` in patterns, `<->`, global aliases: where none of their characters stand, a
/// text means the same in both shells, or splits less.
fn reads_otherwise_in_zsh(text: &str) -> bool {
    let own = |word: &str| {
        word.starts_with('=')
            || matches!(word, "-" | "noglob" | "nocorrect" | "repeat" | "foreach" | "always" | "end")
    };
    text.contains(['(', '^', '#', '~', '!']) || text.contains("$=") || text.split_whitespace().any(own)
}
