//! `remember-always-high`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Risk, Severity};
use crate::policy::typed::{Remember, Scope};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "remember-always-high",
        severity: Severity::Warning,
        summary: "an answer to a question of high risk is remembered for ever and everywhere",
        why: "high risk means that each time is worth a look; an answer without an end is soon one that nobody remembers giving",
        instead: "`remember session`, an end (`for 1d`), or `risk medium`",
        example: "rule deploy {\n  match    command runs `make deploy`\n  risk     high\n  remember always\n  reason   \"deploys\"\n}\n",
        mended: "rule deploy {\n  match    command runs `make deploy`\n  risk     high\n  remember session for 1h\n  reason   \"deploys\"\n}\n",
    },
    silence: "where the question is only whether the person knows of it at all",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in policies.own_rules() {
        let rule = view.rule;
        let risky = rule.risk_written && rule.risk >= Risk::High;
        let endless = matches!(rule.remember, Remember::For { scope: Scope::Always, seconds: None, .. });
        if let Some(place) = rule.remember_span.filter(|_| risky && endless) {
            out.add(
                Finding::new(
                    place,
                    format!("`{}` is of high risk and asks once for ever", rule.id),
                    "without an end",
                )
                .help("write `remember session`, or an end: `remember always for 7d`"),
            );
        }
    }
}
