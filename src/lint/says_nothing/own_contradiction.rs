//! `own-contradiction`

use std::collections::HashMap;

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On, expr};
use crate::model::{Kind, Severity};
use crate::syntax::ast::Expr;

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "own-contradiction",
        severity: Severity::Warning,
        summary: "a condition asks for something and for its negation",
        why: "nothing is both: the rule never holds; a deny that never holds protects nothing",
        instead: "`or`, if either is meant; else the part that is meant",
        example: "rule r  mode == \"plan\" and mode != \"plan\" => deny \"never\"\n",
        mended: "rule r  mode == \"plan\" => deny \"never\"\n",
    },
    silence: "never: the rule does nothing",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        expr::each(&file.tree, |one| {
            let Expr::And(parts, _) = one else { return };
            let keys: HashMap<String, &Expr> = parts.iter().map(|part| (expr::key(part), part)).collect();
            for part in parts {
                let Some(other) = expr::negation_key(part).and_then(|key| keys.get(&key).copied()) else {
                    continue;
                };
                // Each of the two is the other's negation: once is enough.
                if other.span() < part.span() {
                    out.add(
                        Finding::new(part.span(), "this is the negation of another part", "never both")
                            .related(other.span(), "the other part")
                            .help("write `or`, or take one of the two out"),
                    );
                }
            }
        });
    }
}
