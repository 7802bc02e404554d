//! `otherwise-never-counts`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::says_nothing::{Wider, may_be_code, names_code};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Verdict};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "otherwise-never-counts",
        severity: Severity::Warning,
        summary: "an allow or confirm rule holds wherever an `otherwise` rule does",
        why: "an `otherwise` counts only where no allow or confirm rule holds: this one never counts",
        instead: "a wider condition in the `otherwise`, or a narrower one in the rule",
        example: "rule ask        operation is write => confirm \"changes files\"\n\
                  otherwise stop  operation is write and mode == \"plan\" => deny \"only plans\"\n",
        mended: "rule ask        operation is write and mode == \"edit\" => confirm \"changes files\"\n\
                 otherwise stop  operation is write => deny \"only plans\"\n",
    },
    silence: "where the rule is meant to go one day",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let wider = Wider::new(policies, |view| {
        let answers = matches!(view.rule.action, Verdict::Allow | Verdict::Confirm);
        answers && !view.rule.otherwise && view.rule.until.is_none()
    });
    for view in policies.own_rules().filter(|view| view.rule.otherwise) {
        let before = wider.than(view).find(|other| {
            let reaches = other.rule.action == Verdict::Confirm || names_code(other) || !may_be_code(view);
            std::ptr::eq(other.layer, view.layer) && reaches
        });
        if let Some(other) = before {
            out.add(
                Finding::new(
                    view.rule.id_span,
                    format!("`{}` never counts: `{}` holds wherever it does", view.rule.id, other.rule.id),
                    "never counts",
                )
                .related(other.rule.id_span, "answers first")
                .help("widen the `otherwise`, or narrow the rule"),
            );
        }
    }
}
