//! `absorbed-part`

use std::collections::HashSet;

use crate::lint::finding::{Finding, Findings, without};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On, expr};
use crate::model::{Kind, Severity};
use crate::syntax::ast::Expr;

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "absorbed-part",
        severity: Severity::Warning,
        summary: "a part of a condition adds nothing to another part of it",
        why: "`A or (A and B)` is `A`: the condition looks narrower, or wider, than it is",
        instead: "the condition without that part; or the parentheses where they were meant to stand",
        example: "rule r  operation is read or (operation is read and mode == \"plan\") => confirm \"reads\"\n",
        mended: "rule r  operation is read => confirm \"reads\"\n",
    },
    silence: "hardly ever: the part can be taken out",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        expr::each(&file.tree, |one| match one {
            Expr::And(parts, _) => chain(parts, |inner| matches!(inner, Expr::Or(..)), policies, out),
            Expr::Or(parts, _) => chain(parts, |inner| matches!(inner, Expr::And(..)), policies, out),
            _ => {}
        });
    }
}

/// In a chain of one kind, a part that is a chain of the other kind with a part of the outer one in it.
fn chain(parts: &[Expr], other: fn(&Expr) -> bool, policies: &Policies<'_>, out: &mut Findings<'_>) {
    let keys: HashSet<String> = parts.iter().map(expr::key).collect();
    for (at, part) in parts.iter().enumerate() {
        let bare = expr::bare(part);
        let (true, Expr::And(inner, _) | Expr::Or(inner, _)) = (other(bare), bare) else { continue };
        let Some(said) = inner.iter().find(|one| keys.contains(&expr::key(one))) else { continue };
        let safe = parts.iter().all(expr::is_whole);
        let edits = without(&expr::spans(parts), at).into_iter().collect();
        out.add(
            Finding::new(
                part.span(),
                format!("this part adds nothing to `{}`", policies.slice(said.span())),
                "adds nothing",
            )
            .related(said.span(), "this stands by itself, too")
            .help("take the part out, or move the parentheses")
            .fix(safe, "take the part out", edits),
        );
    }
}
