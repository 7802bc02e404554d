//! `high-risk-allow`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::risk::risk;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Risk, Severity, Verdict};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "high-risk-allow",
        severity: Severity::Warning,
        summary: "a rule of medium or high risk allows without asking",
        why: "the risk says that it is worth a question, the action that it is not: whoever reads the table or the log sees a risk that \
              nobody looked at",
        instead: "`risk low`, if it is routine; else no `action allow`",
        example: "rule push {\n  match  command runs `git push ...`\n  risk   high\n  action allow\n}\n",
        mended: "rule push {\n  match  command runs `git push ...`\n  risk   high\n  reason \"sends commits to a remote\"\n}\n",
    },
    silence: "where the risk is for the log, and something else holds the agent in",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in policies.own_rules() {
        let Some(risk) = risk(view).filter(|_| view.rule.action == Verdict::Allow) else { continue };
        if view.rule.risk > Risk::Low {
            out.add(
                Finding::new(
                    risk.span,
                    format!(
                        "`{}` is of {} risk and allows without a question",
                        view.rule.id, risk.value.node
                    ),
                    "worth a question",
                )
                .related(view.rule.action_span, "asks none")
                .help("write `risk low`, or take the action out"),
            );
        }
    }
}
