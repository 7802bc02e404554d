//! `toolgate explain`: why a call gets its verdict.

use clap::Args;

use crate::cli::args::{Format, PlaceArgs, PolicyArgs};
use crate::cli::calls::{Defaults, Lines, OneCall};
use crate::cli::exit::Exit;
use crate::cli::load;
use crate::cli::output::{Failure, Output};
use crate::engine::Examples;
use crate::explain::{self, Detail};
use crate::model::{Call, DecidedBy};

/// Why a call gets its verdict: what it does, the rules that applied, what came close, what would change it
///
/// The call is one JSON object (docs/schema/call.json) from a file or stdin, or is described by arguments.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Examples:
  toolgate explain --policies policies -- git push --force
  toolgate explain --tool read_file --arg path=.env
  toolgate explain --line 12 calls.jsonl
  toolgate explain --all -- 'make && make install'

Exit codes: those of the verdict: 0 allow, 1 deny, 3 confirm, 2 it could not work.")]
pub(crate) struct Explain {
    /// A file with the call; - is stdin
    #[arg(value_name = "CALL", conflicts_with_all = ["tool", "words"])]
    file: Option<String>,
    /// The line of the file that holds the call
    #[arg(long, value_name = "N", requires = "file")]
    line: Option<usize>,
    /// Rules of every effect, not only of those that decide
    #[arg(long)]
    all: bool,
    /// What the explanation looks like
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    policies: PolicyArgs,
    #[command(flatten)]
    place: PlaceArgs,
    // After the file: positional arguments stand in the order of the fields.
    #[command(flatten)]
    one: OneCall,
}

impl Explain {
    pub(crate) fn run(self, out: &mut Output) -> Result<Exit, Failure> {
        let defaults = Defaults::new(&self.place)?;
        let engine = load::engine(&self.policies, &self.place, out)?;
        let shell = |command: &str| Examples::new(engine.set().layers()).shell_call(command);
        let mut call = match self.one.call(shell)? {
            Some(call) => call,
            None => self.read()?,
        };
        defaults.fill(&mut call);
        let explanation = engine.explain(&call);
        match self.format {
            Format::Json => out.json(&explanation)?,
            Format::Text => {
                let detail = if self.all { Detail::All } else { Detail::Deciding };
                let text = explain::text(&explanation, &out.paint, detail);
                out.text(&text)?;
            }
        }
        Ok(match (engine.failure(), explanation.decision.decided_by) {
            (Some(_), _) | (None, DecidedBy::Error) => Exit::Broken,
            (None, _) => explanation.decision.verdict.into(),
        })
    }

    fn read(&self) -> Result<Call, Failure> {
        let name = self.file.as_deref().unwrap_or("-");
        let mut lines = Lines::open(name)?;
        while let Some(line) = lines.next().map_err(|e| Failure::new(format!("cannot read `{name}`: {e}")))? {
            if self.line.is_none_or(|wanted| wanted == line.number) {
                let number = line.number;
                return line.call.map_err(|wrong| {
                    Failure::new(format!("line {number} of `{name}` is not a call: {wrong}"))
                        .help("see docs/schema/call.json")
                });
            }
        }
        Err(match self.line {
            Some(number) => Failure::new(format!("`{name}` has no call on line {number}")),
            None => Failure::new(format!("`{name}` holds no call")),
        })
    }
}
