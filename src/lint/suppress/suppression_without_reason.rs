//! `suppression-without-reason`

use crate::lint::finding::{Finding, Findings};
use crate::lint::suppress::Answered;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "suppression-without-reason",
        severity: Severity::Warning,
        summary: "a comment silences a finding and does not say why",
        why: "whoever reads the rule next must know why the finding is no fault here, and whether that still holds",
        instead: "`# lint: allow CODE: why`",
        example: "# lint: allow allow-everything\nrule all  any => allow\n",
        mended: "# lint: allow allow-everything: a throw-away container without a network\nrule all  any => allow\n",
    },
    silence: "never: write the reason",
    on: On::Default,
    check: Check::Suppressions(check),
};

fn check(answered: &[Answered], out: &mut Findings<'_>) {
    for one in answered.iter().filter(|one| one.suppression.reason.is_empty()) {
        let code = &one.suppression.code;
        out.add(
            Finding::new(
                one.suppression.span,
                format!("`{code}` is silenced without a reason"),
                "no reason is given",
            )
            .help(format!("`# lint: allow {code}: why`")),
        );
    }
}
