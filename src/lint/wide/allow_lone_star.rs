//! `allow-lone-star`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::wide::allows;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::policy::typed::{HostTest, Literal, Predicate, TextTest};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "allow-lone-star",
        severity: Severity::Warning,
        summary: "an allow rule tests something against a pattern that everything matches",
        why: "the test looks like a limit and is none",
        instead: "the values that are meant; `exists`, if it only matters that there is one",
        example: "tool fetch { operation network  arg url: url }\nrule fetch  host like \"**\" => allow\n",
        mended: "tool fetch { operation network  arg url: url }\nrule fetch  host within \"docs.rs\" => allow\n",
    },
    silence: "where a value will stand one day, and until then anything may",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in allows(policies) {
        for literal in view.literals().into_iter().filter(|literal| !literal.negated && matches_all(literal))
        {
            out.add(
                Finding::new(
                    literal.span,
                    format!("every value matches this: it does not limit `{}`", view.rule.id),
                    "matches everything",
                )
                .help("write the values that are meant"),
            );
        }
    }
}

fn matches_all(literal: &Literal) -> bool {
    let stars = |text: &str| !text.is_empty() && text.bytes().all(|b| b == b'*');
    match &*literal.predicate {
        Predicate::Host(HostTest::Like(all)) => all.iter().any(|one| &**one == "**"),
        Predicate::Text(_, test) => match test {
            TextTest::Like(all) => all.iter().any(|one| stars(one)),
            TextTest::Matches(all) => all.iter().any(|one| matches_any(&one.source)),
            TextTest::StartsWith(all) | TextTest::EndsWith(all) => all.iter().any(|one| one.is_empty()),
            TextTest::OneOf(_)
            | TextTest::Contains(_)
            | TextTest::Compare(..)
            | TextTest::Is(_)
            | TextTest::Exists => false,
        },
        Predicate::Host(_)
        | Predicate::Operation(_)
        | Predicate::Command(_)
        | Predicate::Via(_)
        | Predicate::Path(_)
        | Predicate::Marked(_)
        | Predicate::Has(_) => false,
    }
}

/// Whether a regex is one of the usual ways to say "anything".
fn matches_any(source: &str) -> bool {
    let source = source.strip_prefix('^').unwrap_or(source);
    let source = source.strip_suffix('$').unwrap_or(source);
    matches!(source, "" | ".*" | ".+" | "(.*)" | "[\\s\\S]*" | "(?s).*" | "(?s:.*)")
}
