//! Where the mistakes of one run are gathered.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use crate::model::{Diagnostic, Mistake, Severity, SourceId, Span};
use crate::policy::nearest::Nearest;
use crate::syntax::limits::ERRORS;
use crate::syntax::mistakes::limits::TooManyErrors;

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

    /// All of them, by place. Of the errors of one file, the first hundred.
    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        let mut found = self.found;
        found.sort_by(|a, b| (a.span, a.code).cmp(&(b.span, b.code)));
        let mut counts: HashMap<SourceId, usize> = HashMap::new();
        let mut kept = Vec::with_capacity(found.len());
        for one in found {
            let count = counts.entry(one.span.source).or_default();
            *count += 1;
            match (*count).cmp(&(ERRORS + 1)) {
                Ordering::Less => kept.push(one),
                Ordering::Equal => kept.push(TooManyErrors::new(one.span).report()),
                Ordering::Greater => {}
            }
        }
        kept
    }
}
