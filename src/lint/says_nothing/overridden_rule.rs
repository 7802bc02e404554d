//! `overridden-rule`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::{Policies, RuleView};
use crate::lint::says_nothing::Wider;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Verdict};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "overridden-rule",
        severity: Severity::Warning,
        summary: "a stricter rule holds wherever a rule does, in its own layer or another",
        why: "of all rules that hold the strictest wins, in whatever order they stand and whichever layer they are in: \
              this one never has its way; no file can loosen what another one refuses or asks",
        instead: "an exception in the stricter rule (`unless`; for a rule of a used file `except ID when …`), if it is yours",
        example: "rule no-write  operation is write => deny \"read only\"\n\
                  rule notes     operation is write and path within \"notes\" => allow\n",
        mended: "rule no-write {\n  match  operation is write\n  unless path within \"notes\"\n  action deny\n  reason \"read only\"\n}\n\
                 rule notes  operation is write and path within \"notes\" => allow\n",
    },
    silence: "where the stricter rule is meant to go one day",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let wider = Wider::new(policies, |view| {
        matches!(view.rule.action, Verdict::Confirm | Verdict::Deny) && !view.rule.otherwise
    });
    for view in policies.own_rules().filter(|view| only_answers(view)) {
        let Some(other) = wider.than(view).find(|other| other.rule.action > view.rule.action) else {
            continue;
        };
        let place = if std::ptr::eq(other.layer, view.layer) {
            String::new()
        } else {
            format!(" of layer `{}`", other.layer.name)
        };
        out.add(
            Finding::new(
                view.rule.id_span,
                format!("`{}`{place} is stricter and holds wherever `{}` does", other.rule.id, view.rule.id),
                "never has its way",
            )
            .related(other.rule.id_span, "wins")
            .help("make an exception in the stricter rule, or take this one out"),
        );
    }
}

/// Whether a rule could be overridden whole: a refusal can't be, and what a rule sets and marks counts beside others.
fn only_answers(view: &RuleView<'_>) -> bool {
    view.rule.action != Verdict::Deny && view.rule.set.is_empty() && view.rule.mark.is_none()
}
