//! `deny-without-reason`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Verdict};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "deny-without-reason",
        severity: Severity::Warning,
        summary: "a rule refuses and does not say why",
        why: "the reason is told to the model: without one it tries the same thing in another way, and the person who meets the refusal \
              can't judge it",
        instead: "`reason \"…\"`, and `suggest \"…\"` where there is a safer way; in the short layout a text after the action",
        example: "rule no-keys  path within \"~/.ssh\" => deny\n",
        mended: "rule no-keys  path within \"~/.ssh\" => deny \"keys must not reach the model\"\n",
    },
    silence: "where the rule's title says it all",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let trusted = policies.own_rules().filter(|view| view.layer.trusted);
    for view in trusted.filter(|view| view.rule.action == Verdict::Deny && view.rule.reason.is_none()) {
        out.add(
            Finding::new(
                view.rule.action_span,
                format!("`{}` refuses without a reason", view.rule.id),
                "why?",
            )
            .help("say why: `reason \"…\"`, or a text after `deny`"),
        );
    }
}
