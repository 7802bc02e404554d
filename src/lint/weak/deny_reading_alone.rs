//! `deny-reading-alone`

use std::collections::HashSet;

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::{Policies, RuleView};
use crate::lint::weak::{Openings, refusals};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Verdict};
use crate::policy::typed::{Literal, PathTest, Predicate};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "deny-reading-alone",
        severity: Severity::Warning,
        summary: "files may not be read, and may be moved, replaced or deleted",
        why: "a file that was moved has another name, under which it can be read; one that was replaced says what the agent wants",
        instead: "the path alone, or `operation is [read, write]`",
        example: "rule work  operation is [read, write] and path within root => allow\n\
                  rule keys  operation is read and path like \"/**/*.pem\" => deny \"keys\"\n",
        mended: "rule work  operation is [read, write] and path within root => allow\n\
                 rule keys  path like \"/**/*.pem\" => deny \"keys\"\n",
    },
    silence: "where reading is only a waste (generated or huge files), and nothing in them is secret",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    // Paths of which a rule refuses or asks more than reading.
    let closed: HashSet<&PathTest> = policies
        .rules
        .iter()
        .filter(|view| view.rule.action != Verdict::Allow && read_alone(view).is_none())
        .flat_map(|view| view.literals().into_iter().filter_map(path).collect::<Vec<_>>())
        .collect();
    let openings = Openings::new(policies, "write.delete");
    for view in refusals(policies).filter(|view| view.rule.action == Verdict::Deny) {
        let (Some(read), Some(path)) = (read_alone(view), view.required().into_iter().find_map(path)) else {
            continue;
        };
        if let Some(opening) = openings.reach(path).filter(|_| !closed.contains(path)) {
            out.add(
                Finding::new(
                    read.span,
                    format!("what `{}` closes to reading can be moved and then read", view.rule.id),
                    "reading alone",
                )
                .related(opening.rule.id_span, "allows moving")
                .help("take this test out, or write `operation is [read, write]`"),
            );
        }
    }
}

/// The test by which a rule is for reading alone.
fn read_alone<'v>(view: &'v RuleView<'_>) -> Option<&'v Literal> {
    view.required().into_iter().find(|literal| match &*literal.predicate {
        Predicate::Operation(names) => !literal.negated && names.iter().all(|name| name.is("read")),
        _ => false,
    })
}

/// What a rule closes of the file system; what the kernel makes up (`/proc`, `/sys`) can't be moved.
fn path(literal: &Literal) -> Option<&PathTest> {
    let Predicate::Path(test) = &*literal.predicate else { return None };
    let (PathTest::Within(all) | PathTest::Like(all) | PathTest::OneOf(all)) = test;
    let made_up = |rest: &str| ["proc", "sys", "dev"].iter().any(|top| rest.split('/').next() == Some(top));
    (!literal.negated && !all.iter().any(|one| made_up(&one.rest))).then_some(test)
}
