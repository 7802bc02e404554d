//! `unused-suppression`

use crate::lint::finding::{Finding, Findings};
use crate::lint::suppress::Answered;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "unused-suppression",
        severity: Severity::Warning,
        summary: "a comment silences a finding that is not there",
        why: "the next change of the rule may bring the finding back, and nobody would hear of it",
        instead: "take the comment out; a comment counts for the item it stands in, else the one on its line, else the next one",
        example: "# lint: allow allow-everything: a throw-away container\nrule look  operation is read => allow\n",
        mended: "rule look  operation is read => allow\n",
    },
    silence: "never: take the comment out",
    on: On::Default,
    check: Check::Suppressions(check),
};

fn check(answered: &[Answered], out: &mut Findings<'_>) {
    for one in answered.iter().filter(|one| one.known && one.wanted && !one.used) {
        let code = &one.suppression.code;
        let finding = Finding::new(
            one.suppression.span,
            format!("nothing is found here that `{code}` could silence"),
            "silences nothing",
        );
        out.add(finding.help("take the comment out"));
    }
}
