//! What could be taken out without changing a verdict, or can never count.

pub(super) mod absorbed_part;
pub(super) mod always_true_part;
pub(super) mod covered_allow;
pub(super) mod double_negation;
pub(super) mod duplicate_entry;
pub(super) mod entry_in_entry;
pub(super) mod otherwise_never_counts;
pub(super) mod overridden_rule;
pub(super) mod own_contradiction;
pub(super) mod regex_is_literal;
pub(super) mod repeated_part;
pub(super) mod same_rule;
pub(super) mod unless_is_match;

use std::collections::{HashMap, HashSet};

use crate::lint::policies::{Policies, RuleView};
use crate::model::Verdict;
use crate::policy::typed::Predicate;

/// Rules by the part of their condition that the fewest share, to find those whose parts are all parts of another's.
struct Wider<'a, 'p> {
    by_part: HashMap<&'p str, Vec<&'p RuleView<'a>>>,
    /// Rules that always hold.
    without_parts: Vec<&'p RuleView<'a>>,
}

impl<'a, 'p> Wider<'a, 'p> {
    /// Of the rules for which `keep` is true.
    fn new(policies: &'p Policies<'a>, keep: impl Fn(&RuleView<'a>) -> bool) -> Wider<'a, 'p> {
        // Of rules that say the same, one will do: else many of them would be held against each other.
        let mut said = HashSet::new();
        let mut once = |view: &&'p RuleView<'a>| {
            let rule = view.rule;
            said.insert((
                &view.layer.name,
                rule.action,
                rule.until.is_some(),
                names_code(view),
                &view.conjuncts,
            ))
        };
        let kept: Vec<&RuleView<'a>> =
            policies.rules.iter().filter(|view| keep(view)).filter(|view| once(view)).collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for part in kept.iter().flat_map(|view| &view.conjuncts) {
            *counts.entry(part).or_default() += 1;
        }
        let mut wider = Wider { by_part: HashMap::new(), without_parts: Vec::new() };
        for view in kept {
            let rarest = view.conjuncts.iter().min_by_key(|part| counts.get(part.as_str()));
            match rarest {
                Some(part) => wider.by_part.entry(part).or_default().push(view),
                None => wider.without_parts.push(view),
            }
        }
        wider
    }

    /// The rules that hold wherever this one does, by what they say; it may be among them.
    fn than<'s>(&'s self, view: &'s RuleView<'a>) -> impl Iterator<Item = &'p RuleView<'a>> + 's {
        let candidates = view.conjuncts.iter().filter_map(|part| self.by_part.get(part.as_str())).flatten();
        candidates
            .chain(&self.without_parts)
            .copied()
            .filter(|other| other.conjuncts.iter().all(|part| view.conjuncts.binary_search(part).is_ok()))
    }
}

/// Whether an effect that the rule holds for can be code that the engine can't see into: an allow rule reaches it only if its
/// condition names `exec.code`.
fn may_be_code(view: &RuleView<'_>) -> bool {
    !view.always(&|literal| {
        !literal.negated
            && match &*literal.predicate {
                Predicate::Path(_) | Predicate::Host(_) => true,
                Predicate::Operation(names) => names.iter().all(|name| {
                    ["read", "write", "network", "exec.plain", "exec.script"].iter().any(|top| name.is(top))
                }),
                _ => false,
            }
    })
}

/// Whether a rule's condition names `exec.code`.
fn names_code(view: &RuleView<'_>) -> bool {
    view.mentions(&|literal| match &*literal.predicate {
        Predicate::Operation(names) => names.iter().any(|name| name.is("exec.code")),
        _ => false,
    })
}

/// Whether a rule only allows, and changes and marks nothing.
fn only_allows(view: &RuleView<'_>) -> bool {
    view.rule.action == Verdict::Allow && view.rule.set.is_empty() && view.rule.mark.is_none()
}
