//! Where the mistakes of one run are gathered.

use std::collections::HashSet;

use crate::model::{Diagnostic, Mistake, Severity, SourceId, Span};
use crate::policy::nearest::Nearest;

/// The diagnostics of one run; the same mistake at the same place is kept once (a used file is read for each layer).
#[derive(Debug)]
pub(crate) struct Sink {
    found: Vec<Diagnostic>,
    seen: HashSet<(&'static str, Span)>,
    broken: HashSet<SourceId>,
    /// Did-you-mean.
    pub(crate) nearest: Nearest,
}

impl Sink {
    /// Nothing found yet.
    pub(crate) fn new() -> Sink {
        Sink { found: Vec::new(), seen: HashSet::new(), broken: HashSet::new(), nearest: Nearest::new() }
    }

    /// Notes a mistake.
    pub(crate) fn add(&mut self, mistake: &impl Mistake) {
        self.note(mistake.report());
    }

    /// Notes a diagnostic that exists already.
    pub(crate) fn note(&mut self, found: Diagnostic) {
        if !self.seen.insert((found.code, found.span)) {
            return;
        }
        if found.severity == Severity::Error {
            self.broken.insert(found.span.source);
        }
        self.found.push(found);
    }

    /// Whether an error stands in this file.
    pub(crate) fn is_broken(&self, source: SourceId) -> bool {
        self.broken.contains(&source)
    }

    /// Whether there is an error at all.
    pub(crate) fn has_errors(&self) -> bool {
        !self.broken.is_empty()
    }

    /// All of them, by place.
    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        let mut found = self.found;
        found.sort_by(|a, b| (a.span, a.code).cmp(&(b.span, b.code)));
        found
    }
}
