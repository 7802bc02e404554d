//! A mistake that a person made, as data: what `cli` draws with colour and `--format json` prints.

use serde::Serialize;

use crate::model::Span;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A matter of style.
    Style,
    /// Likely wrong, or risky.
    Warning,
    /// The policy does not compile; every call is denied until it does.
    Error,
}

/// A finding with its place. Messages are lower case, without a full stop, with what the user wrote in backticks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable name, such as `unknown-argument`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What is wrong *here*.
    pub label: String,
    /// What to type.
    pub help: Option<String>,
    /// Other places that matter, each with its label.
    pub related: Vec<(Span, String)>,
    /// A change of the text that mends it.
    pub fix: Option<Fix>,
}

/// A change of source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What it does, for people.
    pub title: String,
    /// Whether it can't change a verdict.
    pub safe: bool,
    /// Replacements; they do not overlap.
    pub edits: Vec<(Span, String)>,
}

/// What the project knows of one kind of mistake: the source of its page in `docs/`, of `--explain` and of the lists in
/// SARIF and JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Stable name.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One line: what it finds.
    pub summary: &'static str,
    /// Why it is a mistake.
    pub why: &'static str,
    /// What to write instead.
    pub instead: &'static str,
    /// A policy text in which it is found.
    pub example: &'static str,
    /// The same, mended; it compiles without this finding.
    pub mended: &'static str,
}

/// A type of mistake: its data are private to the type, its text is written here once.
pub trait Mistake {
    /// What kind it is.
    const KIND: &'static Kind;

    /// The place.
    fn span(&self) -> Span;
    /// What is wrong, in one line.
    fn message(&self) -> String;
    /// What is wrong at the place.
    fn label(&self) -> String;
    /// What to type.
    fn help(&self) -> Option<String> {
        None
    }
    /// Other places that matter.
    fn related(&self) -> Vec<(Span, String)> {
        Vec::new()
    }
    /// A change that mends it.
    fn fix(&self) -> Option<Fix> {
        None
    }

    /// The mistake as plain data.
    fn report(&self) -> Diagnostic {
        Diagnostic {
            code: Self::KIND.code,
            severity: Self::KIND.severity,
            message: self.message(),
            span: self.span(),
            label: self.label(),
            help: self.help(),
            related: self.related(),
            fix: self.fix(),
        }
    }
}
