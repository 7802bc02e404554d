//! `toolgate lint`: what is wrong or risky in policies.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};

use crate::cli::args::PolicyArgs;
use crate::cli::exit::Exit;
use crate::cli::load;
use crate::cli::output::{Failure, Output};
use crate::engine::{Engine, Set, replace_file};
use crate::explain::diagnostics::{DiagnosticsJson, Summary};
use crate::explain::{fix, github, sarif};
use crate::lint::{self, On, Options};
use crate::model::{Diagnostic, Fix, Kind, Severity, SourceId, SourceOrigin};
use crate::syntax::ast::Date;

/// Find what is wrong or risky in policies
///
/// A finding is silenced at its place, with a reason: `# lint: allow CODE: why`. A comment that silences nothing is a finding.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Examples:
  toolgate lint --policies policies
  toolgate lint --fix --policies policies       # safe fixes only: none can change a verdict
  toolgate lint --deny warnings --format github # for CI
  toolgate lint --only allow-everything,allow-opens-shell
  toolgate lint --allow regex-is-literal --warn rule-without-title
  toolgate lint --explain allow-by-text         # or `list`

Exit codes: 0 nothing found that --deny names, 1 findings, 2 a policy does not compile.")]
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
    /// Look for nothing but these; errors are always told
    #[arg(long, value_name = "CODE", value_delimiter = ',', conflicts_with_all = ["allow", "warn"])]
    only: Vec<String>,
    /// Do not look for these
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    allow: Vec<String>,
    /// Look for these too, of those that are looked for on request
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    warn: Vec<String>,
    /// Say more about one kind of finding, or list all with `list`
    #[arg(long, value_name = "CODE", conflicts_with_all = ["fix", "policies", "layers", "only", "allow", "warn"])]
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
        for code in self.only.iter().chain(&self.allow).chain(&self.warn) {
            known(code)?;
        }
        let options = Options {
            today: Some(today()?),
            only: self.only.clone(),
            allow: self.allow.clone(),
            warn: self.warn.clone(),
        };
        let mut set = compiled(load::set(&self.policies)?);
        let mut found = lint::run(&set, &options);
        if self.fix {
            let fixed = fix(&mut set, &options, out)?;
            if fixed > 0 {
                out.notice(&format!("{fixed} fixed\n"));
                found = lint::run(&set, &options);
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

/// The set with what only compiling it shows: examples of rules that do not hold, limits.
fn compiled(set: Set) -> Set {
    match Engine::new(set) {
        Ok(engine) => engine.set().clone(),
        Err(error) => error.set().clone(),
    }
}

/// Every kind of finding, by code.
fn kinds() -> Vec<&'static Kind> {
    let mut kinds: Vec<&Kind> = crate::engine::kinds().chain(lint::kinds()).collect();
    kinds.sort_by_key(|kind| kind.code);
    kinds
}

/// Rounds of fixes: one that touches another waits for the next round.
const ROUNDS: usize = 16;

/// Puts the safe fixes into the set and writes the files that changed; how many were made. Before anything is written the
/// changed policies are read again and must say the same.
fn fix(set: &mut Set, options: &Options, out: &Output) -> Result<usize, Failure> {
    let before = set.clone();
    let mut made = 0;
    let mut changed: BTreeMap<SourceId, String> = BTreeMap::new();
    let mut told = Vec::new();
    for _ in 0..ROUNDS {
        let found = lint::run(set, options);
        let on_disk = |fix: &&Fix| fix.edits.iter().all(|(span, _)| path(set, span.source).is_some());
        let safe = found.iter().filter_map(|one| Some((one, one.fix.as_ref()?)));
        let safe: Vec<_> = safe.filter(|(_, fix)| fix.safe && on_disk(fix)).collect();
        let fixes: Vec<&Fix> = safe.iter().map(|(_, fix)| *fix).collect();
        let (texts, count) = fix::apply(&fixes, set.sources());
        if count == 0 {
            break;
        }
        let next = lint::rewrite(set, &texts).map_err(|refused| {
            Failure::new(format!("nothing was written: {refused}"))
                .help("this is a fault of toolgate: please report it")
        })?;
        for (one, fix) in safe {
            let done = fix.edits.iter().all(|(span, _)| texts.contains_key(&span.source));
            if done {
                told.push((set.sources().display(one.span), one.code, fix.title.clone()));
            }
        }
        changed.extend(texts);
        made += count;
        *set = next;
    }
    for (source, text) in &changed {
        let Some(path) = path(&before, *source) else { continue };
        replace_file(path, text)
            .map_err(|e| Failure::new(format!("cannot write `{}`: {e}", path.display())))?;
    }
    for (place, code, title) in told {
        out.notice(&format!("{place}: {title} [{code}]\n"));
    }
    Ok(made)
}

/// The file of a source that is one.
fn path(set: &Set, source: SourceId) -> Option<&Path> {
    match &set.sources().get(source)?.origin {
        SourceOrigin::Disk(path) => Some(path),
        SourceOrigin::Std | SourceOrigin::Program => None,
    }
}

/// Today's date, as UTC has it.
fn today() -> Result<Date, Failure> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = since.map_err(|_| Failure::new("the clock stands before 1970"))?.as_secs() / 86_400;
    date_of(days).ok_or_else(|| Failure::new("the clock stands beyond the year 9999"))
}

/// The date so many days after 1970-01-01.
fn date_of(mut days: u64) -> Option<Date> {
    let mut year: u16 = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year = year.checked_add(1).filter(|year| *year <= 9999)?;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    for (month, length) in (1u8..).zip([31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
        if days < length {
            return Some(Date { year, month, day: u8::try_from(days).ok()? + 1 });
        }
        days -= length;
    }
    None
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn explain(code: &str, out: &mut Output) -> Result<Exit, Failure> {
    let kinds = kinds();
    if code == "list" {
        for kind in &kinds {
            let on_request = lint::find(kind.code).is_some_and(|lint| lint.on == On::Request);
            let more = if on_request { " (on request: --warn)" } else { "" };
            out.line(format_args!("{:28} {:7} {}{more}", kind.code, severity(kind.severity), kind.summary))?;
        }
        return Ok(Exit::Fine);
    }
    out.text(&page(known(code)?))?;
    Ok(Exit::Fine)
}

/// The kind of finding with this code.
fn known(code: &str) -> Result<&'static Kind, Failure> {
    let kinds = kinds();
    if let Some(kind) = kinds.iter().find(|kind| kind.code == code) {
        return Ok(kind);
    }
    let near = kinds
        .iter()
        .map(|kind| (strsim::damerau_levenshtein(kind.code, code), kind.code))
        .min()
        .filter(|(distance, _)| *distance <= 3);
    let failure = Failure::new(format!("there is no finding `{code}`"));
    Err(match near {
        Some((_, near)) => failure.help(format!("did you mean `{near}`?")),
        None => failure.help("`toolgate lint --explain list` lists them"),
    })
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
    let lint = lint::find(kind.code);
    let silence = lint.map(|lint| ("Silence it", lint.silence));
    let told = [("What it finds", kind.summary), ("Why", kind.why), ("Instead", kind.instead)];
    for (head, body) in told.into_iter().chain(silence) {
        text.push_str(&format!("{head}: {body}\n"));
    }
    if lint.is_some_and(|lint| lint.on == On::Request) {
        text.push_str(&format!("Looked for on request: toolgate lint --warn {}\n", kind.code));
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

#[cfg(test)]
mod tests {
    use super::date_of;
    use crate::syntax::ast::Date;

    #[test]
    fn dates_of_days() {
        for (days, year, month, day) in [
            (0, 1970, 1, 1),
            (58, 1970, 2, 28),
            (11_016, 2000, 2, 29),
            (20_788, 2026, 12, 1),
            (47_540, 2100, 2, 28),
        ] {
            assert_eq!(date_of(days), Some(Date { year, month, day }), "{days}");
        }
        assert_eq!(date_of(u64::MAX / 2), None);
    }
}
