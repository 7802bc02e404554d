//! Findings that the author has answered at their place: `# lint: allow CODE: why`.

pub(super) mod suppression_without_reason;
pub(super) mod unknown_suppression;
pub(super) mod unused_suppression;

use std::collections::HashMap;

use crate::engine;
use crate::lint::policies::Policies;
use crate::lint::{LINTS, On, find};
use crate::model::{Diagnostic, Severity, SourceId, Span};
use crate::syntax::{Suppression, suppressions};

/// A suppression, and what became of it.
pub(super) struct Answered {
    pub(super) suppression: Suppression,
    /// A finding was left out because of it.
    pub(super) used: bool,
    /// There is a kind of finding with this code.
    pub(super) known: bool,
    /// Findings of this kind were looked for.
    pub(super) wanted: bool,
    /// From here on …
    start: u32,
    /// … to here: none for the file's end.
    end: Option<u32>,
}

/// Takes away the findings that are answered; errors can't be. What became of each suppression.
pub(super) fn apply(policies: &Policies<'_>, found: &mut Vec<Diagnostic>) -> Vec<Answered> {
    let mut answered: Vec<Answered> = Vec::new();
    let mut by_code: HashMap<(SourceId, String), Vec<usize>> = HashMap::new();
    for file in policies.files() {
        for suppression in suppressions(&file.tree) {
            by_code.entry((file.source(), suppression.code.clone())).or_default().push(answered.len());
            answered.push(Answered::new(suppression, policies));
        }
    }
    found.retain(|finding| {
        if finding.severity == Severity::Error {
            return true;
        }
        let place = (finding.span.source, finding.code.to_owned());
        let mut kept = true;
        for at in by_code.get(&place).into_iter().flatten() {
            if let Some(one) = answered.get_mut(*at).filter(|one| one.covers(finding.span)) {
                one.used = true;
                kept = false;
            }
        }
        kept
    });
    answered
}

impl Answered {
    fn new(suppression: Suppression, policies: &Policies<'_>) -> Answered {
        let code = suppression.code.as_str();
        let lint = find(code);
        let known = lint.is_some() || engine::kinds().any(|kind| kind.code == code);
        let wanted = policies.options.wants(code, lint.map_or(On::Default, |lint| lint.on));
        let start = suppression.span.start.min(suppression.item.map_or(u32::MAX, |item| item.start));
        let end = suppression.item.map(|item| item.end);
        Answered { suppression, used: false, known, wanted, start, end }
    }

    fn covers(&self, at: Span) -> bool {
        self.start <= at.start && self.end.is_none_or(|end| at.start < end)
    }
}

/// The code that was probably meant.
fn nearest(code: &str) -> Option<&'static str> {
    let codes = LINTS.iter().map(|lint| lint.kind.code).chain(engine::kinds().map(|kind| kind.code));
    codes
        .map(|known| (strsim::damerau_levenshtein(known, code), known))
        .min()
        .filter(|(distance, _)| *distance <= 3)
        .map(|(_, known)| known)
}
