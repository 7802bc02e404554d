//! `double-negation`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On, expr};
use crate::model::{Kind, Severity};
use crate::syntax::ast::{Expr, Predicate};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "double-negation",
        severity: Severity::Warning,
        summary: "a condition negates a negation",
        why: "people misread it, and it says no more than the plain form",
        instead: "the plain form",
        example: "rule r  not path not within root => allow\n",
        mended: "rule r  path within root => allow\n",
    },
    silence: "hardly ever: the plain form means exactly the same",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        expr::each(&file.tree, |one| {
            let Expr::Not(inner, span) = one else { return };
            let plain = match expr::bare(inner) {
                // In parentheses, if it needs them.
                Expr::Not(innermost, _) => policies.slice(innermost.span()).to_owned(),
                Expr::Predicate(predicate) if predicate.negated => plain(predicate, policies),
                _ => return,
            };
            out.add(
                Finding::new(*span, "two negations take each other away", "says the same without them")
                    .help(format!("write `{}`", plain.split_whitespace().collect::<Vec<_>>().join(" ")))
                    .safe_fix("write the plain form", vec![(*span, plain)]),
            );
        });
    }
}

/// A predicate in its plain form.
fn plain(predicate: &Predicate, policies: &Policies<'_>) -> String {
    let subject = policies.slice(predicate.subject.span);
    let operator = expr::spelled(predicate.operator.node);
    match &predicate.operand {
        Some(operand) => format!("{subject} {operator} {}", policies.slice(operand.span())),
        None => format!("{subject} {operator}"),
    }
}
