//! `toolgate lint`: what is wrong or risky in policies.

use std::collections::BTreeMap;

use clap::{Args, ValueEnum};

use crate::cli::args::PolicyArgs;
use crate::cli::exit::Exit;
use crate::cli::load;
use crate::cli::output::{Failure, Output};
use crate::engine::{Set, replace_file};
use crate::explain::diagnostics::{DiagnosticsJson, Summary};
use crate::explain::{fix, github, sarif};
use crate::lint;
use crate::model::{Diagnostic, Kind, Severity, SourceOrigin};

/// Find what is wrong or risky in policies
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Examples:
  toolgate lint --policies policies
  toolgate lint --fix --policies policies       # safe fixes only: none can change a verdict
  toolgate lint --deny warnings --format github # for CI
  toolgate lint --explain allow-by-text

Exit codes: 0 nothing found, 1 findings, 2 a policy does not compile.")]
pub(crate) struct Lint {
    #[command(flatten)]
    policies: PolicyArgs,
    /// What the findings look like
    #[arg(long, value_enum, default_value_t = LintFormat::Text)]
    format: LintFormat,
    /// Apply the safe fixes to the files
    #[arg(long)]
    fix: bool,
    /// The least that makes the exit code 1
    #[arg(long, value_enum, default_value_t = Deny::Errors, value_name = "LEAST")]
    deny: Deny,
    /// Say more about one kind of finding, or list all with `list`
    #[arg(long, value_name = "CODE", conflicts_with_all = ["fix", "policies", "layers"])]
    explain: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum LintFormat {
    /// For people
    Text,
    /// docs/schema/diagnostics.json
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Commands of GitHub Actions
    Github,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Deny {
    /// Only errors
    Errors,
    /// Warnings, too
    Warnings,
    /// Matters of style, too
    Style,
}

impl Lint {
    pub(crate) fn run(self, out: &mut Output) -> Result<Exit, Failure> {
        if let Some(code) = &self.explain {
            return explain(code, out);
        }
        let mut set = load::set(&self.policies)?;
        let mut found = findings(&set);
        if self.fix {
            let fixed = apply(&found, &set, out)?;
            if fixed > 0 {
                out.notice(&format!("{fixed} fixed\n"));
                set = load::set(&self.policies)?;
                found = findings(&set);
            }
        }
        self.print(&found, &set, out)?;
        Ok(self.exit(&found))
    }

    fn exit(&self, found: &[Diagnostic]) -> Exit {
        let least = match self.deny {
            Deny::Errors => Severity::Error,
            Deny::Warnings => Severity::Warning,
            Deny::Style => Severity::Style,
        };
        match found.iter().map(|found| found.severity).max() {
            Some(Severity::Error) => Exit::Broken,
            Some(worst) if worst >= least => Exit::Deny,
            Some(_) | None => Exit::Fine,
        }
    }

    fn print(&self, found: &[Diagnostic], set: &Set, out: &mut Output) -> Result<(), Failure> {
        let sources = set.sources();
        match self.format {
            LintFormat::Json => out.json(&DiagnosticsJson::new(found, sources))?,
            LintFormat::Sarif => out.json(&sarif::log(found, &kinds(), sources))?,
            LintFormat::Github => {
                for found in found {
                    out.line(github::command(found, sources))?;
                }
            }
            LintFormat::Text => {
                for found in found {
                    let drawn = out.drawn(found, sources);
                    out.line(drawn)?;
                }
                let Summary { errors, warnings, style } = Summary::of(found);
                let fixable =
                    found.iter().filter(|found| found.fix.as_ref().is_some_and(|fix| fix.safe)).count();
                let hint =
                    if fixable > 0 { format!("; {fixable} can be fixed with --fix") } else { String::new() };
                if found.is_empty() {
                    out.notice("nothing found\n");
                } else {
                    out.notice(&format!("{errors} errors, {warnings} warnings, {style} of style{hint}\n"));
                }
            }
        }
        Ok(())
    }
}

/// Every kind of finding, by code.
fn kinds() -> Vec<&'static Kind> {
    let mut kinds: Vec<&Kind> = crate::engine::kinds().chain(lint::KINDS.iter().copied()).collect();
    kinds.sort_by_key(|kind| kind.code);
    kinds
}

/// Errors of loading; lints only where there are none, since they read a resolved policy.
fn findings(set: &Set) -> Vec<Diagnostic> {
    let mut found = set.diagnostics().to_vec();
    if set.is_sound() {
        found.extend(lint::run(set));
    }
    found.sort_by(|a, b| (a.span, a.code).cmp(&(b.span, b.code)));
    found
}

/// Writes the safe fixes into the files; how many were made.
fn apply(found: &[Diagnostic], set: &Set, out: &Output) -> Result<usize, Failure> {
    let safe: Vec<_> = found.iter().filter_map(|found| found.fix.as_ref()).filter(|fix| fix.safe).collect();
    let (texts, made) = fix::apply(&safe, set.sources());
    let mut paths = BTreeMap::new();
    for (source, text) in texts {
        match set.sources().get(source).map(|source| &source.origin) {
            Some(SourceOrigin::Disk(path)) => paths.insert(path.clone(), text),
            Some(SourceOrigin::Std | SourceOrigin::Program) | None => None,
        };
    }
    for (path, text) in paths {
        replace_file(&path, &text)
            .map_err(|e| Failure::new(format!("cannot write `{}`: {e}", path.display())))?;
        out.notice(&format!("{}\n", path.display()));
    }
    Ok(made)
}

fn explain(code: &str, out: &mut Output) -> Result<Exit, Failure> {
    let kinds = kinds();
    if code == "list" {
        for kind in &kinds {
            out.line(format_args!("{:28} {:7} {}", kind.code, severity(kind.severity), kind.summary))?;
        }
        return Ok(Exit::Fine);
    }
    let Some(kind) = kinds.iter().find(|kind| kind.code == code) else {
        let near = kinds
            .iter()
            .map(|kind| (strsim::damerau_levenshtein(kind.code, code), kind.code))
            .min()
            .filter(|(distance, _)| *distance <= 3);
        let failure = Failure::new(format!("there is no finding `{code}`"));
        return Err(match near {
            Some((_, near)) => failure.help(format!("did you mean `{near}`?")),
            None => failure.help("`toolgate lint --explain list` lists them"),
        });
    };
    out.text(&page(kind))?;
    Ok(Exit::Fine)
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Style => "style",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// What is known of a kind of finding.
fn page(kind: &Kind) -> String {
    let mut text = format!("{} ({})\n\n", kind.code, severity(kind.severity));
    for (head, body) in [("What it finds", kind.summary), ("Why", kind.why), ("Instead", kind.instead)] {
        text.push_str(&format!("{head}: {body}\n"));
    }
    for (head, body) in
        [("Found in", kind.example), ("Mended", kind.mended)].iter().filter(|(_, body)| !body.is_empty())
    {
        text.push_str(&format!("\n{head}:\n\n"));
        for line in body.trim_end().lines() {
            text.push_str(&format!("    {line}\n"));
        }
    }
    text
}
