//! Diagnostics for programs: `docs/schema/diagnostics.json`.

use serde::Serialize;

use crate::model::{Diagnostic, Severity, Sources, Span};

/// All diagnostics of a run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DiagnosticsJson {
    version: u32,
    diagnostics: Vec<DiagnosticJson>,
    summary: Summary,
}

/// How many there are of each severity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Summary {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Matters of style.
    pub style: usize,
}

/// One diagnostic.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DiagnosticJson {
    code: &'static str,
    severity: Severity,
    message: String,
    label: String,
    help: Option<String>,
    place: PlaceJson,
    related: Vec<RelatedJson>,
    fix: Option<FixJson>,
}

/// A place in a file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlaceJson {
    /// The file's name.
    pub file: String,
    /// The first line, from 1.
    pub line: u32,
    /// The first character, from 1.
    pub column: u32,
    /// The last line.
    pub end_line: u32,
    /// The character after the last one.
    pub end_column: u32,
    /// Bytes.
    pub span: [u32; 2],
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct RelatedJson {
    label: String,
    place: PlaceJson,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct FixJson {
    title: String,
    safe: bool,
    edits: Vec<EditJson>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct EditJson {
    place: PlaceJson,
    text: String,
}

impl Summary {
    /// Counts.
    pub fn of(diagnostics: &[Diagnostic]) -> Summary {
        let count = |severity| diagnostics.iter().filter(|d| d.severity == severity).count();
        Summary {
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            style: count(Severity::Style),
        }
    }
}

impl DiagnosticsJson {
    /// Those of one run.
    pub fn new(diagnostics: &[Diagnostic], sources: &Sources) -> DiagnosticsJson {
        DiagnosticsJson {
            version: 1,
            diagnostics: diagnostics
                .iter()
                .map(|diagnostic| DiagnosticJson::new(diagnostic, sources))
                .collect(),
            summary: Summary::of(diagnostics),
        }
    }
}

impl PlaceJson {
    /// Where a span stands.
    pub fn new(span: Span, sources: &Sources) -> PlaceJson {
        let (start, end) = (sources.place(span), sources.end_place(span));
        PlaceJson {
            file: sources.name(span.source).to_owned(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            span: [span.start, span.end],
        }
    }
}

impl DiagnosticJson {
    /// One diagnostic with the places of its spans.
    pub fn new(diagnostic: &Diagnostic, sources: &Sources) -> DiagnosticJson {
        let place = |span: &Span| PlaceJson::new(*span, sources);
        DiagnosticJson {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            label: diagnostic.label.clone(),
            help: diagnostic.help.clone(),
            place: place(&diagnostic.span),
            related: diagnostic
                .related
                .iter()
                .map(|(span, label)| RelatedJson { label: label.clone(), place: place(span) })
                .collect(),
            fix: diagnostic.fix.as_ref().map(|fix| FixJson {
                title: fix.title.clone(),
                safe: fix.safe,
                edits: fix
                    .edits
                    .iter()
                    .map(|(span, text)| EditJson { place: place(span), text: text.clone() })
                    .collect(),
            }),
        }
    }
}
