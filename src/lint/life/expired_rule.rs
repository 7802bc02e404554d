//! `expired-rule`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "expired-rule",
        severity: Severity::Warning,
        summary: "an allow rule has ended",
        why: "it does nothing since its last day; whoever reads it believes that something is allowed",
        instead: "take the rule out, or give it another last day",
        example: "rule freeze {\n  match  command runs `make hotfix ...`\n  action allow\n  until  2026-01-31\n}\n",
        mended: "rule freeze {\n  match  command runs `make hotfix ...`\n  action allow\n  until  2027-01-31\n}\n",
    },
    silence: "where the rule waits for its next time, and its date is changed then",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let Some(today) = policies.options.today else { return };
    for view in policies.own_rules() {
        let Some((date, place)) = view.rule.until.filter(|(date, _)| *date < today) else { continue };
        out.add(
            Finding::new(
                place,
                format!("`{}` has ended on {:04}-{:02}-{:02}", view.rule.id, date.year, date.month, date.day),
                "in the past",
            )
            .help("take the rule out, or give it another last day"),
        );
    }
}
