//! Collects what is wrong with a file.

use super::limits;
use super::mistakes::limits::TooManyErrors;
use crate::model::{Diagnostic, Mistake};

/// The errors of a file, up to a limit.
#[derive(Debug, Default)]
pub(super) struct Report {
    errors: Vec<Diagnostic>,
    full: bool,
}

impl Report {
    /// Nothing yet.
    pub(super) fn new() -> Report {
        Report::default()
    }

    /// Adds a mistake.
    pub(super) fn push(&mut self, mistake: &impl Mistake) {
        if self.errors.len() < limits::ERRORS {
            self.add(mistake.report());
        } else {
            self.full = true;
        }
    }

    /// Adds a finding.
    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        if self.errors.len() < limits::ERRORS {
            self.errors.push(diagnostic);
        } else {
            self.full = true;
        }
    }

    /// Whether more than the limit were found.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.errors.len()
    }

    /// All of them, in the order of their places, with a last word if there are more.
    pub(super) fn finish(self) -> Vec<Diagnostic> {
        let mut errors = self.errors;
        errors.sort_by_key(|error| (error.span.start, error.span.end));
        if self.full
            && let Some(last) = errors.last()
        {
            errors.push(TooManyErrors { at: last.span.after() }.report());
        }
        errors
    }
}
