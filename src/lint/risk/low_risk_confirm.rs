//! `low-risk-confirm`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::risk::risk;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Risk, Severity, Verdict};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "low-risk-confirm",
        severity: Severity::Warning,
        summary: "a rule of low risk asks",
        why: "low risk is routine; a question about routine teaches people to agree without reading",
        instead: "`risk medium`, if it is worth a question; else no `action confirm`",
        example: "rule tests {\n  match  command runs `cargo test ...`\n  risk   low\n  action confirm\n  reason \"runs tests\"\n}\n",
        mended: "rule tests {\n  match command runs `cargo test ...`\n  risk  low\n}\n",
    },
    silence: "where the question is not about harm: it costs time or money",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in policies.own_rules() {
        let Some(risk) = risk(view).filter(|_| view.rule.action == Verdict::Confirm) else { continue };
        if view.rule.risk == Risk::Low {
            out.add(
                Finding::new(risk.span, format!("`{}` is of low risk and asks", view.rule.id), "routine")
                    .related(view.rule.action_span, "asks all the same")
                    .help("write `risk medium`, or take the action out"),
            );
        }
    }
}
