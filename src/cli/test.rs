//! `toolgate test`: the tests of policies.

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::cli::args::{Format, PolicyArgs};
use crate::cli::exit::Exit;
use crate::cli::load;
use crate::cli::output::{Failure, Output};
use crate::engine::testing::{self, Covered, FileCase, Ran};
use crate::engine::{Engine, walk};
use crate::explain::{self, Detail};
use crate::model::{Decision, Untrusted};

/// Run the tests of policies
///
/// `test` items of the policies that --policies names (or of this machine and directory), as one set. Or of each PATH by itself: a policy
/// file, or every one below a directory; or a file of cases (`.jsonl`): one JSON object a line, {"call": …, "expect": "deny"}, with `by` and
/// a `policy` of its own if it likes.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = "Examples:
  toolgate test --policies policies
  toolgate test policies/*.policy                # each file by itself
  toolgate test --policies policies cases.jsonl  # these cases on those policies
  toolgate test --policies policies --coverage

Exit codes: 0 all passed, 1 some failed, 2 a policy does not compile or a file can't be read.")]
pub(crate) struct Test {
    /// Policy files, directories of them, or files of cases (.jsonl)
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// What the report looks like
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Only cases that name a rule with this tag; may be repeated
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Say for each rule in how many effects it counted; exit 1 if a rule never did
    #[arg(long)]
    coverage: bool,
    /// Show passed cases, too
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    policies: PolicyArgs,
}

/// The cases that ran on one set, or of one file.
#[derive(Debug, Serialize)]
struct Group {
    name: String,
    error: Option<String>,
    cases: Vec<CaseJson>,
    coverage: Option<Vec<Covered>>,
}

#[derive(Debug, Serialize)]
struct CaseJson {
    test: String,
    name: String,
    place: String,
    passed: bool,
    expected: String,
    got: String,
    decision: Option<Decision>,
}

#[derive(Debug, Serialize)]
struct Report {
    version: u32,
    groups: Vec<Group>,
    passed: usize,
    failed: usize,
}

impl Test {
    pub(crate) fn run(self, out: &mut Output) -> Result<Exit, Failure> {
        let mut report = Report { version: 1, groups: Vec::new(), passed: 0, failed: 0 };
        let mut exit = Exit::Fine;
        if self.paths.is_empty() {
            let set = load::set(&self.policies)?;
            let name =
                self.policies.policies.first().map_or("policies".into(), |path| path.display().to_string());
            exit = exit.and(self.policy_group(name, set, &mut report, out)?);
        }
        for path in &self.paths {
            exit = exit.and(if path.extension().is_some_and(|extension| extension == "jsonl") {
                self.case_file(path, &mut report, out)?
            } else {
                self.policy_files(path, &mut report, out)?
            });
        }
        self.finish(&report, exit, out)
    }

    fn policy_files(&self, path: &Path, report: &mut Report, out: &mut Output) -> Result<Exit, Failure> {
        let files = walk::policy_files(path).map_err(|(path, mistake)| {
            let name = path.display().to_string();
            Failure::new(
                crate::engine::mistakes::UnreadableFile::new(name, mistake, Default::default()).to_string(),
            )
        })?;
        if files.is_empty() {
            return Err(Failure::new(format!("`{}` holds no `.policy` file", path.display())));
        }
        let mut exit = Exit::Fine;
        for file in files {
            let set = Engine::builder().policies(&file).read();
            exit = exit.and(self.policy_group(file.display().to_string(), set, report, out)?);
        }
        Ok(exit)
    }

    /// The tests of a set.
    fn policy_group(
        &self,
        name: String,
        set: crate::engine::Set,
        report: &mut Report,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        let engine = match Engine::new(set) {
            Ok(engine) => engine,
            Err(error) => {
                out.diagnose_all(error.diagnostics(), error.sources());
                report.groups.push(Group {
                    name,
                    error: Some(error.to_string()),
                    cases: Vec::new(),
                    coverage: None,
                });
                return Ok(Exit::Broken);
            }
        };
        let cases = testing::cases(&engine, &self.tags);
        let progress = Progress::new(&name, cases.len());
        let mut ran = Vec::with_capacity(cases.len());
        for case in cases {
            ran.push(testing::run(&engine, case));
            progress.step(ran.len());
        }
        progress.clear();
        self.group(name, Some(&engine), ran, report, out)
    }

    /// A file of cases.
    fn case_file(&self, path: &Path, report: &mut Report, out: &mut Output) -> Result<Exit, Failure> {
        let name = path.display().to_string();
        let bytes = fs::read(path).map_err(|e| Failure::new(format!("cannot read `{name}`: {e}")))?;
        let lines: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
        let shared = std::cell::OnceCell::new();
        let progress = Progress::new(&name, lines.len());
        let mut ran = Vec::new();
        let mut failures = String::new();
        for (at, line) in
            lines.iter().enumerate().filter(|(_, line)| !line.iter().all(u8::is_ascii_whitespace))
        {
            let FileCase { case, engine } = testing::file_case(&name, at + 1, line)
                .map_err(|why| Failure::new(format!("line {} of `{name}` is no case: {why}", at + 1)))?;
            let engine = match &engine {
                Some(Ok(engine)) => engine,
                Some(Err(error)) => &error.clone().into_denying_engine(),
                None => match shared.get() {
                    Some(engine) => engine,
                    None => {
                        let engine = load::engine(&self.policies, &Default::default(), out)?;
                        shared.get_or_init(|| engine)
                    }
                },
            };
            let done = testing::run(engine, case);
            if !done.passed {
                failures.push_str(&self.failure(&done, Some(engine), out));
            }
            ran.push(done);
            progress.step(at + 1);
        }
        progress.clear();
        if self.format == Format::Text {
            out.text(&failures)?;
        }
        self.group(name, None, ran, report, out)
    }

    /// Tells of the cases that ran; failures are told here if there is an engine to explain them.
    fn group(
        &self,
        name: String,
        engine: Option<&Engine>,
        ran: Vec<Ran>,
        report: &mut Report,
        out: &mut Output,
    ) -> Result<Exit, Failure> {
        let failed = ran.iter().filter(|ran| !ran.passed).count();
        report.failed += failed;
        report.passed += ran.len() - failed;
        let coverage = match engine {
            Some(engine) if self.coverage => Some(testing::coverage(engine, &ran)),
            Some(_) | None => None,
        };
        let uncovered = coverage.iter().flatten().filter(|rule| rule.own && rule.effects == 0).count();
        if self.format == Format::Text {
            for ran in &ran {
                if self.verbose && ran.passed {
                    let line = format!(
                        "pass  {}  {}",
                        Untrusted(&ran.case.place).visible(),
                        Untrusted(&ran.case.name).visible()
                    );
                    out.line(out.paint.faint(line))?;
                } else if !ran.passed && engine.is_some() {
                    let text = self.failure(ran, engine, out);
                    out.text(&text)?;
                }
            }
            let result = if failed == 0 {
                format!("{} passed", ran.len())
            } else {
                format!("{failed} of {} failed", ran.len())
            };
            out.line(format_args!("{}: {result}", Untrusted(&name).visible()))?;
            if let Some(coverage) = &coverage {
                out.text(&covered(coverage))?;
            }
        }
        report.groups.push(Group {
            name,
            error: None,
            cases: ran.into_iter().map(case_json).collect(),
            coverage,
        });
        Ok(if failed + uncovered > 0 { Exit::Deny } else { Exit::Fine })
    }

    /// A failure: what was expected and what came, as a diff, and why.
    fn failure(&self, ran: &Ran, engine: Option<&Engine>, out: &Output) -> String {
        let case = &ran.case;
        let mut text = format!(
            "{}  {}: {}\n  {}\n  - {}\n  + {}\n",
            out.paint.strong("FAIL"),
            Untrusted(&case.place).visible(),
            Untrusted(&case.test).visible(),
            Untrusted(&case.name).shortened(200),
            case.expected,
            Untrusted(&ran.got()).visible(),
        );
        if let (Some(engine), Ok(call)) = (engine, &case.call) {
            let explanation = engine.explain(call);
            for line in explain::text(&explanation, &out.paint, Detail::Deciding).lines() {
                text.push_str(&format!("    {line}\n"));
            }
        }
        text.push('\n');
        text
    }

    fn finish(&self, report: &Report, exit: Exit, out: &mut Output) -> Result<Exit, Failure> {
        match self.format {
            Format::Json => out.json(report)?,
            Format::Text => {
                let broken = report.groups.iter().filter(|group| group.error.is_some()).count();
                let broken = if broken > 0 { format!(", {broken} did not compile") } else { String::new() };
                out.line(format_args!("{} passed, {} failed{broken}", report.passed, report.failed))?;
                if report.passed + report.failed == 0 && exit == Exit::Fine {
                    out.notice("note: there are no tests\n");
                }
            }
        }
        Ok(exit)
    }
}

fn case_json(ran: Ran) -> CaseJson {
    CaseJson {
        got: ran.got(),
        test: ran.case.test,
        name: ran.case.name,
        place: ran.case.place,
        passed: ran.passed,
        expected: ran.case.expected.to_string(),
        decision: ran.decision,
    }
}

/// Each rule of the set's own files, and how often it counted.
fn covered(coverage: &[Covered]) -> String {
    let own: Vec<&Covered> = coverage.iter().filter(|rule| rule.own).collect();
    let width = own.iter().map(|rule| rule.rule.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for rule in &own {
        let count = if rule.effects == 0 { "never".to_owned() } else { rule.effects.to_string() };
        let (id, place) = (Untrusted(&rule.rule).visible(), Untrusted(&rule.place).visible());
        text.push_str(&format!("  {id:width$}  {count:>6}  {place}\n"));
    }
    let reached = own.iter().filter(|rule| rule.effects > 0).count();
    text.push_str(&format!("  {reached} of {} rules counted in a test\n", own.len()));
    text
}

/// How far it is, on a terminal.
struct Progress<'a> {
    name: &'a str,
    total: usize,
    shown: bool,
}

impl Progress<'_> {
    /// Cases between two lines.
    const EVERY: usize = 50;

    fn new(name: &str, total: usize) -> Progress<'_> {
        Progress { name, total, shown: total > Self::EVERY && std::io::stderr().is_terminal() }
    }

    fn step(&self, done: usize) {
        if self.shown && done.is_multiple_of(Self::EVERY) {
            eprint!("\r{}: {done} of {}", Untrusted(self.name).visible(), self.total);
        }
    }

    fn clear(&self) {
        if self.shown {
            eprint!("\r\u{1b}[2K");
        }
    }
}
