//! `needless-action`

use crate::lint::finding::{Finding, Findings, cut};
use crate::lint::policies::Policies;
use crate::lint::risk::{action, risk};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "needless-action",
        severity: Severity::Style,
        summary: "a rule writes the action that follows from its risk",
        why: "`risk medium` and `risk high` ask, `risk critical` refuses, `risk low` allows: written twice, the two can drift apart",
        instead: "the risk alone",
        example: "rule push {\n  match  command runs `git push ...`\n  risk   medium\n  action confirm\n  reason \"publishes\"\n}\n",
        mended: "rule push {\n  match  command runs `git push ...`\n  risk   medium\n  reason \"publishes\"\n}\n",
    },
    silence: "where everybody who reads the file must see the action at once",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in policies.own_rules().filter(|view| !view.item.short) {
        let (Some(risk), Some(action)) = (risk(view), action(view)) else { continue };
        let follows = matches!(
            (risk.value.node.as_str(), action.value.node.as_str()),
            ("low", "allow") | ("medium" | "high", "confirm") | ("critical", "deny")
        );
        if follows {
            let edit = cut(action.span, policies.sources().text(action.span.source));
            out.add(
                Finding::new(
                    action.span,
                    format!("`{}` follows from `risk {}`", action.value.node, risk.value.node),
                    "says nothing more",
                )
                .related(risk.span, "says it already")
                .help("take the action out")
                .safe_fix("take the action out", vec![edit]),
            );
        }
    }
}
