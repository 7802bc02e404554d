//! `always-true-part`

use crate::lint::finding::{Finding, Findings, without};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On, expr};
use crate::model::{Kind, Severity};
use crate::syntax::ast::Expr;

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "always-true-part",
        severity: Severity::Warning,
        summary: "`any` stands in a chain of `and` or `or`",
        why: "with `and` it adds nothing; with `or` the whole condition always holds, whatever else it says",
        instead: "the other parts alone, or `any` alone",
        example: "rule r  any and operation is write => confirm \"changes files\"\n",
        mended: "rule r  operation is write => confirm \"changes files\"\n",
    },
    silence: "hardly ever: the part can be taken out",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        expr::each(&file.tree, |one| match one {
            Expr::And(parts, _) => {
                for (at, part) in any_in(parts) {
                    let edits = without(&expr::spans(parts), at).into_iter().collect();
                    out.add(
                        Finding::new(part.span(), "`any` adds nothing to an `and`", "always holds")
                            .help("take it out")
                            .safe_fix("take it out", edits),
                    );
                }
            }
            Expr::Or(parts, whole) => {
                if let Some((_, part)) = any_in(parts).next() {
                    out.add(
                        Finding::new(part.span(), "with `or any` a condition always holds", "always holds")
                            .related(*whole, "so this always holds")
                            .help("write `any` alone, or take it out"),
                    );
                }
            }
            _ => {}
        });
    }
}

fn any_in(parts: &[Expr]) -> impl Iterator<Item = (usize, &Expr)> {
    parts.iter().enumerate().filter(|(_, part)| matches!(expr::bare(part), Expr::Any(_)))
}
