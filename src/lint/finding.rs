//! What a lint hands in.

use crate::lint::policies::Policies;
use crate::model::{Diagnostic, Fix, Kind, Span};

/// The findings of one lint.
pub(super) struct Findings<'a> {
    kind: &'static Kind,
    policies: &'a Policies<'a>,
    found: Vec<Diagnostic>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(kind: &'static Kind, policies: &'a Policies<'a>) -> Findings<'a> {
        Findings { kind, policies, found: Vec::new() }
    }

    /// Hands a finding in. A fix that would take a comment away is left out.
    pub(super) fn add(&mut self, finding: Finding) {
        let Finding { at, message, label, help, related, fix } = finding;
        let fix = fix.filter(|fix| {
            !fix.edits.is_empty() && !fix.edits.iter().any(|(span, _)| self.policies.has_comment(*span))
        });
        let Kind { code, severity, .. } = *self.kind;
        self.found.push(Diagnostic { code, severity, message, span: at, label, help, related, fix });
    }

    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.found
    }
}

/// One finding.
pub(super) struct Finding {
    at: Span,
    message: String,
    label: String,
    help: Option<String>,
    related: Vec<(Span, String)>,
    fix: Option<Fix>,
}

impl Finding {
    /// What is wrong: in one line, and in few words at the place itself.
    pub(super) fn new(at: Span, message: impl Into<String>, label: impl Into<String>) -> Finding {
        let (message, label) = (message.into(), label.into());
        Finding { at, message, label, help: None, related: Vec::new(), fix: None }
    }

    /// What to type.
    pub(super) fn help(self, help: impl Into<String>) -> Finding {
        Finding { help: Some(help.into()), ..self }
    }

    /// Another place that matters.
    pub(super) fn related(mut self, at: Span, label: impl Into<String>) -> Finding {
        self.related.push((at, label.into()));
        self
    }

    /// A change that can't change a verdict.
    pub(super) fn safe_fix(self, title: impl Into<String>, edits: Vec<(Span, String)>) -> Finding {
        self.fix(true, title, edits)
    }

    /// A change; one that is not safe may change a verdict, and is left to people.
    pub(super) fn fix(self, safe: bool, title: impl Into<String>, edits: Vec<(Span, String)>) -> Finding {
        Finding { fix: Some(Fix { title: title.into(), safe, edits }), ..self }
    }
}

/// The edit that takes one of several pieces of a list or chain away, with what joins it to its neighbour. None if it is
/// the only one.
pub(super) fn without(pieces: &[Span], at: usize) -> Option<(Span, String)> {
    let piece = *pieces.get(at)?;
    let cut = match at.checked_sub(1).and_then(|before| pieces.get(before)) {
        Some(before) => Span { start: before.end, ..piece },
        None => Span { end: pieces.get(1)?.start, ..piece },
    };
    Some((cut, String::new()))
}

/// The edit that takes a field or an item away: with its line, if it has it for itself, else with the space before it.
pub(super) fn cut(field: Span, text: &str) -> (Span, String) {
    let (start, end) = (field.range().start, field.range().end);
    let before = text.get(..start).unwrap_or("");
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let after = text.get(end..).unwrap_or("");
    let rest = after.find('\n').map_or(after.len(), |at| at + 1);
    let blank = |part: Option<&str>| part.is_some_and(|part| part.trim().is_empty());
    let span = if blank(before.get(line..)) && blank(after.get(..rest)) {
        Span::new(field.source, line, end + rest)
    } else {
        Span::new(field.source, before.trim_end_matches([' ', '\t']).len(), end)
    };
    (span, String::new())
}
