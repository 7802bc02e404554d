//! The command line: one file for each command, with its arguments, its output and its exit code.
//!
//! In: arguments and streams. Out: text or JSON, and an exit code. What a command does is done by other rooms.

mod args;
mod calls;
mod check;
mod completions;
mod excerpt;
mod exit;
mod explain;
mod fmt;
mod lint;
mod load;
mod output;
mod render;
mod table;
mod test;
mod verdict;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::model::{Diagnostic, Sources};
use exit::Exit;
use output::{Colour, Failure, Output};

/// A permission engine for AI agents: decides on what a tool call does, not on how it is spelled
#[derive(Debug, Parser)]
#[command(name = "toolgate", version, propagate_version = true, max_term_width = 100)]
#[command(after_long_help = "Exit codes:
  0  allow (or: nothing found, all passed)
  1  deny (or: findings, failures)
  2  it could not work: bad usage, a policy that does not compile, an unreadable file; take it as deny
  3  a person must confirm
  Of several calls 2 comes before 1 before 3.")]
struct Cli {
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN", hide_possible_values = true)]
    color: Colour,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Check),
    Explain(explain::Explain),
    Lint(lint::Lint),
    Fmt(fmt::Fmt),
    Test(test::Test),
    Table(table::Table),
    Completions(completions::Completions),
}

/// A diagnostic as it is written where there is no colour, for lines of 100 characters.
pub fn plain(diagnostic: &Diagnostic, sources: &Sources) -> String {
    render::Renderer::new(false, 100).draw(diagnostic, sources)
}

/// Runs the command of this process's arguments.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; an error that can't be written still has its code.
            let _ = error.print();
            return if error.use_stderr() { Exit::Broken.into() } else { Exit::Fine.into() };
        }
    };
    let colour = cli.color;
    // A panic's own exit code is one that nobody waits for; ours says that the answer is no.
    match catch_unwind(AssertUnwindSafe(|| run(cli))) {
        Ok(exit) => exit.into(),
        Err(_) => {
            Output::new(colour)
                .failed(&Failure::new("internal error").help("please report it with what led to it"));
            Exit::Broken.into()
        }
    }
}

fn run(cli: Cli) -> Exit {
    let mut out = Output::new(cli.color);
    let done = cli.command.run(&mut out).and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    done.unwrap_or_else(|failure| {
        if !failure.is_silent() {
            out.failed(&failure);
        }
        Exit::Broken
    })
}

impl Command {
    fn run(self, out: &mut Output) -> Result<Exit, Failure> {
        match self {
            Command::Check(command) => command.run(out),
            Command::Explain(command) => command.run(out),
            Command::Lint(command) => command.run(out),
            Command::Fmt(command) => command.run(out),
            Command::Test(command) => command.run(out),
            Command::Table(command) => command.run(out),
            Command::Completions(command) => command.run(out),
        }
    }
}
