//! `repeated-part`

use std::collections::HashMap;

use crate::lint::finding::{Finding, Findings, without};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On, expr};
use crate::model::{Kind, Severity, Span};
use crate::syntax::ast::Expr;

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "repeated-part",
        severity: Severity::Warning,
        summary: "a chain of `and` or `or` says the same thing twice",
        why: "once is enough; one of the two was probably meant to be another",
        instead: "the part once, or the one that was meant",
        example: "rule r  operation is write or mode == \"plan\" or operation is write => confirm \"careful\"\n",
        mended: "rule r  operation is write or mode == \"plan\" => confirm \"careful\"\n",
    },
    silence: "hardly ever: the second one can be taken out",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        expr::each(&file.tree, |one| {
            let (Expr::And(parts, _) | Expr::Or(parts, _)) = one else { return };
            let mut seen: HashMap<String, Span> = HashMap::new();
            for (at, part) in parts.iter().enumerate() {
                let key = expr::key(part);
                let Some(first) = seen.get(&key) else {
                    seen.insert(key, part.span());
                    continue;
                };
                out.add(
                    Finding::new(part.span(), "this stands twice in one chain", "the same again")
                        .related(*first, "stands here already")
                        .help("take it out")
                        .fix(
                            expr::is_whole(part),
                            "take it out",
                            without(&expr::spans(parts), at).into_iter().collect(),
                        ),
                );
            }
        });
    }
}
