//! `toolgate table`: the decision table for people.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::args::PolicyArgs;
use crate::cli::exit::Exit;
use crate::cli::load;
use crate::cli::output::{Failure, Output};
use crate::explain::grid::{self, Grid};

/// Show the policies as one table: rules down, conditions across
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Examples:
  toolgate table --policies policies
  toolgate table --format markdown > TABLE.md
  toolgate table --format html --output table.html")]
pub(crate) struct Table {
    #[command(flatten)]
    policies: PolicyArgs,
    /// What the table looks like
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    format: TableFormat,
    /// Only rules with this tag; may be repeated
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Show toolgate's protection of itself, too
    #[arg(long)]
    all: bool,
    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TableFormat {
    /// For a terminal
    Text,
    /// GitHub's Markdown
    Markdown,
    /// One self-contained file
    Html,
    /// For programs
    Json,
}

impl Table {
    pub(crate) fn run(self, out: &mut Output) -> Result<Exit, Failure> {
        let set = load::set(&self.policies)?;
        if !set.is_sound() {
            out.diagnose_all(set.diagnostics(), set.sources());
            return Ok(Exit::Broken);
        }
        let layers: Vec<_> = match self.all {
            true => set.layers().iter().collect(),
            false => set.written_layers().collect(),
        };
        let grid = Grid::new(&layers, set.sources(), &self.tags);
        let text = match self.format {
            TableFormat::Text => {
                let paint =
                    if self.output.is_some() { crate::cli::output::Paint { on: false } } else { out.paint };
                grid::plain(&grid, out.width(), |verdict, word| paint.in_colour_of(verdict, word))
            }
            TableFormat::Markdown => grid::markdown(&grid),
            TableFormat::Html => grid::html(&grid, "Decision table", set.digest()),
            TableFormat::Json => {
                let mut text = serde_json::to_string_pretty(&grid)
                    .map_err(|e| Failure::new(format!("cannot write JSON: {e}")))?;
                text.push('\n');
                text
            }
        };
        match &self.output {
            None => out.text(&text)?,
            Some(path) => std::fs::write(path, text)
                .map_err(|e| Failure::new(format!("cannot write `{}`: {e}", path.display())))?,
        }
        Ok(Exit::Fine)
    }
}
