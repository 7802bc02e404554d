//! `needless-remember`

use crate::lint::finding::{Finding, Findings, cut};
use crate::lint::policies::Policies;
use crate::lint::risk::risk;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Risk, Severity, Verdict};
use crate::policy::typed::Remember;

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "needless-remember",
        severity: Severity::Style,
        summary: "a rule of high risk writes `remember never`, which follows from the risk",
        why: "an answer to a question of high risk is never remembered: whoever sees it written looks for a reason",
        instead: "the risk alone",
        example: "rule push {\n  match    command runs `git push ...`\n  risk     high\n  remember never\n  reason   \"publishes\"\n}\n",
        mended: "rule push {\n  match  command runs `git push ...`\n  risk   high\n  reason \"publishes\"\n}\n",
    },
    silence: "where everybody who reads the file must see at once what is remembered",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in policies.own_rules().filter(|view| risk(view).is_some()) {
        let rule = view.rule;
        // For medium risk, `remember session by call` written out tells the reader something.
        let follows = matches!((&rule.remember, rule.risk), (Remember::Never, Risk::High));
        let Some(place) = rule.remember_span.filter(|_| follows && rule.action == Verdict::Confirm) else {
            continue;
        };
        let edit = cut(place, policies.sources().text(place.source));
        out.add(
            Finding::new(place, "this follows from the risk", "says nothing more")
                .help("take it out")
                .safe_fix("take it out", vec![edit]),
        );
    }
}
