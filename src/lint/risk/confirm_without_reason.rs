//! `confirm-without-reason`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Verdict};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "confirm-without-reason",
        severity: Severity::Warning,
        summary: "a rule asks and does not say why",
        why: "the reason is what the person sees when asked: without one people agree to whatever stands there",
        instead: "`reason \"…\"`; in the short layout a text after the action",
        example: "rule push  command runs `git push ...` => confirm\n",
        mended: "rule push  command runs `git push ...` => confirm \"sends commits to a remote\"\n",
    },
    silence: "where the rule's title says it all",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let trusted = policies.own_rules().filter(|view| view.layer.trusted);
    for view in trusted.filter(|view| view.rule.action == Verdict::Confirm && view.rule.reason.is_none()) {
        out.add(
            Finding::new(view.rule.action_span, format!("`{}` asks without a reason", view.rule.id), "why?")
                .help("say why: `reason \"…\"`, or a text after `confirm`"),
        );
    }
}
