//! `hits-without-misses`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::testing::{has_hits, has_misses};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Verdict};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "hits-without-misses",
        severity: Severity::Style,
        summary: "an allow rule says what it applies to and not what it must leave alone",
        why: "`any` would pass such examples: only a call that must not be allowed shows that the rule is narrow enough",
        instead: "`misses` with the nearest calls that the rule must not reach",
        example: "rule look {\n  match  command runs `git (status|log) ...`\n  action allow\n  hits   [\"git status\"]\n}\n",
        mended: "rule look {\n  match  command runs `git (status|log) ...`\n  action allow\n  hits   [\"git status\"]\n  misses [\"git push\"]\n}\n",
    },
    silence: "where the file's tests look at the other side",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in policies.own_rules().filter(|view| view.rule.action == Verdict::Allow) {
        if has_hits(view.item) && !has_misses(view.item) {
            out.add(
                Finding::new(
                    view.rule.id_span,
                    format!("no example says what `{}` must not allow", view.rule.id),
                    "no `misses`",
                )
                .help("add `misses` with the nearest calls that it must not reach"),
            );
        }
    }
}
