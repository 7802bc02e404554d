//! Refusals and questions that do not hold: there is another way to the same thing.

pub(super) mod closed_pattern;
pub(super) mod deny_by_text;
pub(super) mod deny_by_tool;
pub(super) mod deny_reading_alone;
pub(super) mod relative_secret_glob;

use crate::lint::policies::{Policies, RuleView};
use crate::model::Verdict;

/// The rules that people wrote and that refuse or ask.
fn refusals<'p, 'a>(policies: &'p Policies<'a>) -> impl Iterator<Item = &'p RuleView<'a>> {
    policies.own_rules().filter(|view| !view.rule.otherwise && view.rule.action != Verdict::Allow)
}
