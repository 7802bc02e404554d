//! `toolgate check`: the verdict on calls, without asking, remembering or logging.

use clap::Args;

use crate::cli::args::{Format, PlaceArgs, PolicyArgs};
use crate::cli::calls::{Defaults, Lines, OneCall};
use crate::cli::exit::Exit;
use crate::cli::load;
use crate::cli::output::{Failure, Output};
use crate::cli::verdict;
use crate::engine::{Engine, Examples};
use crate::model::{Call, DecidedBy, Decision};

/// The verdict on calls, without asking, remembering or logging
///
/// Calls are JSON objects, one a line (docs/schema/call.json), from files or stdin; or one call, described by arguments. Each gets its
/// decision, in order: as a line of JSON (docs/schema/decision.json), or on a terminal as text. A line that is not a call is denied.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Examples:
  toolgate check --policies policies calls.jsonl
  tail -f calls.jsonl | toolgate check -
  toolgate check --tool read_file --arg path=src/lib.rs --arg limit:=100
  toolgate check -- git push --force
  toolgate check -- 'cd /tmp && rm -rf *'       # one word: the whole text of a command

Exit codes: 0 allow, 1 deny, 3 confirm, 2 it could not work (take it as deny). Of several calls 2 before 1 before 3.")]
pub(crate) struct Check {
    /// Files of calls, one JSON object a line; - is stdin
    #[arg(value_name = "CALLS", conflicts_with_all = ["tool", "words"])]
    calls: Vec<String>,
    /// What decisions look like [default: text on a terminal, else json]
    #[arg(long, value_enum)]
    format: Option<Format>,
    #[command(flatten)]
    policies: PolicyArgs,
    #[command(flatten)]
    place: PlaceArgs,
    // After the files: positional arguments stand in the order of the fields.
    #[command(flatten)]
    one: OneCall,
}

impl Check {
    pub(crate) fn run(self, out: &mut Output) -> Result<Exit, Failure> {
        let defaults = Defaults::new(&self.place)?;
        let engine = load::engine(&self.policies, &self.place, out)?;
        let mut exit = if engine.failure().is_some() { Exit::Broken } else { Exit::Fine };
        let shell = |command: &str| Examples::new(engine.set().layers()).shell_call(command);
        if let Some(call) = self.one.call(shell)? {
            return Ok(exit.and(self.decide(&engine, call, &defaults, out)?));
        }
        let stdin = ["-".to_owned()];
        let files = if self.calls.is_empty() { &stdin[..] } else { &self.calls };
        for name in files {
            // Whoever writes to our stdin waits for the answer to each line.
            let flush = name == "-";
            match Lines::open(name) {
                Ok(lines) => exit = exit.and(self.lines(name, lines, flush, &engine, &defaults, out)?),
                Err(failure) => {
                    out.failed(&failure);
                    exit = Exit::Broken;
                }
            }
        }
        Ok(exit)
    }

    fn lines(
        &self,
        name: &str,
        mut lines: Lines,
        flush: bool,
        engine: &Engine,
        defaults: &Defaults,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        let mut exit = Exit::Fine;
        loop {
            let line = match lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => return Ok(exit),
                Err(error) => return Err(Failure::new(format!("cannot read `{name}`: {error}"))),
            };
            exit = exit.and(match line.call {
                Ok(call) => self.decide(engine, call, defaults, out)?,
                Err(wrong) => {
                    let place = if name == "-" { "stdin" } else { name };
                    let reason = format!("line {} of {place} is not a call: {}", line.number, wrong.reason);
                    self.print(None, &engine.refusal(wrong.id, reason), out)?;
                    Exit::Broken
                }
            });
            if flush {
                out.flush()?;
            }
        }
    }

    fn decide(
        &self,
        engine: &Engine,
        mut call: Call,
        defaults: &Defaults,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        defaults.fill(&mut call);
        let decision = engine.try_out(&call);
        self.print(Some(&call), &decision, out)?;
        Ok(match decision.decided_by {
            DecidedBy::Error => Exit::Broken,
            _ => decision.verdict.into(),
        })
    }

    fn print(&self, call: Option<&Call>, decision: &Decision, out: &mut Output) -> Result<(), Failure> {
        let format = self.format.unwrap_or(if out.is_terminal() { Format::Text } else { Format::Json });
        match format {
            Format::Json => out.json_line(decision),
            Format::Text => {
                let text = verdict::text(call, decision, out.paint);
                out.text(&text)?;
                Ok(())
            }
        }
    }
}
