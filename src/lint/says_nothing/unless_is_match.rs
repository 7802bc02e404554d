//! `unless-is-match`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::{Policies, matches, unless};
use crate::lint::{Check, Lint, On, expr};
use crate::model::{Kind, Severity};
use crate::syntax::ast::Expr;

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "unless-is-match",
        severity: Severity::Warning,
        summary: "`unless` takes away all that `match` says",
        why: "the rule never holds; a deny that never holds protects nothing",
        instead: "a narrower `unless`, or none",
        example: "rule r {\n  match  operation is write and mode == \"plan\"\n  unless mode == \"plan\"\n  action deny\n}\n",
        mended: "rule r {\n  match  operation is write\n  unless mode == \"edit\"\n  action deny\n}\n",
    },
    silence: "never: the rule does nothing",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for (_, item) in policies.rule_items() {
        let (Some(matches), Some(unless)) = (matches(item), unless(item)) else { continue };
        // All of them must hold …
        let mut required = vec![expr::key(&matches.value)];
        if let Expr::And(parts, _) = expr::bare(&matches.value) {
            required.extend(parts.iter().map(expr::key));
        }
        // … and none of these may.
        let mut forbidden = vec![&unless.value];
        if let Expr::Or(parts, _) = expr::bare(&unless.value) {
            forbidden.extend(parts);
        }
        let all = |one: &Expr| matches!(expr::bare(one), Expr::Any(_)) || required.contains(&expr::key(one));
        if let Some(one) = forbidden.into_iter().find(|one| all(one)) {
            out.add(
                Finding::new(
                    one.span(),
                    format!("`unless` takes away all that `{}` matches", item.id.node),
                    "holds wherever `match` does",
                )
                .related(matches.span, "so this never counts")
                .help("narrow the `unless`, or take it out"),
            );
        }
    }
}
