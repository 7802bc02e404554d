//! `toolgate completions`: completions for a shell.

use clap::{Args, CommandFactory};

use crate::cli::Cli;
use crate::cli::exit::Exit;
use crate::cli::output::{Failure, Output};

/// Print completions for a shell
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Examples:
  toolgate completions bash > ~/.local/share/bash-completion/completions/toolgate
  toolgate completions zsh > ~/.zfunc/_toolgate
  toolgate completions fish > ~/.config/fish/completions/toolgate.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: clap_complete::Shell,
}

impl Completions {
    pub(crate) fn run(self, out: &mut Output) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "toolgate", &mut script);
        out.text(&String::from_utf8_lossy(&script))?;
        Ok(Exit::Fine)
    }
}
