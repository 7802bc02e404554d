//! `same-rule`

use std::collections::HashMap;

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::{Policies, RuleView};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "same-rule",
        severity: Severity::Warning,
        summary: "two rules of a layer differ in nothing but their ids",
        why: "one of them does nothing; a change to the other one is held up by it",
        instead: "one rule",
        example: "rule a  operation is read => allow\nrule b  operation is read => allow\n",
        mended: "rule a  operation is read => allow\n",
    },
    silence: "hardly ever: one of the two can be taken out",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let mut seen: HashMap<String, &RuleView<'_>> = HashMap::new();
    for view in policies.own_rules() {
        let key = key(view);
        let Some(first) = seen.get(&key).filter(|first| first.rule.id_span != view.rule.id_span) else {
            seen.insert(key, view);
            continue;
        };
        out.add(
            Finding::new(
                view.rule.id_span,
                format!("`{}` and `{}` differ in nothing but their ids", first.rule.id, view.rule.id),
                "the same again",
            )
            .related(first.rule.id_span, "the same rule")
            .help("take one of the two out"),
        );
    }
}

/// All that a rule says but its id, its title and its examples.
fn key(view: &RuleView<'_>) -> String {
    let rule = view.rule;
    let set: Vec<_> = rule.set.iter().map(|set| (&set.target, &set.value)).collect();
    format!(
        "{}|{:?}|{}|{:?}|{:?}|{:?}|{:?}|{:?}|{set:?}|{:?}|{:?}",
        view.layer.name,
        view.conjuncts,
        rule.otherwise,
        rule.risk,
        rule.action,
        rule.remember,
        rule.reason,
        rule.suggest,
        rule.mark,
        rule.until.map(|(date, _)| date),
    )
}
