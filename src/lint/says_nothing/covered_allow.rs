//! `covered-allow`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::{Policies, RuleView};
use crate::lint::says_nothing::{Wider, names_code, only_allows};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "covered-allow",
        severity: Severity::Warning,
        summary: "an allow rule says what a wider allow rule says already",
        why: "taking it out changes no verdict: whoever takes it out to forbid something is surprised",
        instead: "one of the two rules",
        example: "rule read-all   operation is read => allow\nrule read-plan  operation is read and mode == \"plan\" => allow\n",
        mended: "rule read-plan  operation is read and mode == \"plan\" => allow\n",
    },
    silence: "where the wider rule is meant to go one day",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    // An allow rule that ends leaves the narrower one in force.
    let wider = Wider::new(policies, |view| is_plain(view) && view.rule.until.is_none());
    for view in policies.own_rules().filter(|view| is_plain(view) && view.rule.reason.is_none()) {
        let covering = wider.than(view).find(|other| {
            std::ptr::eq(other.layer, view.layer)
                && other.conjuncts.len() < view.conjuncts.len()
                && (names_code(other) || !names_code(view))
        });
        if let Some(other) = covering {
            out.add(
                Finding::new(
                    view.rule.id_span,
                    format!("`{}` allows nothing that `{}` does not allow", view.rule.id, other.rule.id),
                    "changes no verdict",
                )
                .related(other.rule.id_span, "holds wherever it does")
                .help("take one of the two out"),
            );
        }
    }
}

fn is_plain(view: &RuleView<'_>) -> bool {
    only_allows(view) && !view.rule.otherwise
}
