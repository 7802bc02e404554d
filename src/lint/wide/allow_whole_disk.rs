//! `allow-whole-disk`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::wide::allows;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::policy::typed::{Base, Literal, PathTest, PathText, Predicate};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "allow-whole-disk",
        severity: Severity::Warning,
        summary: "an allow rule takes in the whole file system or the whole home directory",
        why: "keys, shell profiles and other projects are there, too; a glob that begins with `/**/` is not relative to the project",
        instead: "`within root`, the directories that are needed, or a glob that begins in one of them",
        example: "rule docs  operation is write and path like \"/**/*.md\" => allow\n",
        mended: "rule docs  operation is write and path like \"**/*.md\" => allow\n",
    },
    silence: "where reading anywhere is meant, and deny rules name what is secret",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in allows(policies) {
        for literal in view.literals().into_iter().filter(|literal| !literal.negated) {
            let Predicate::Path(test) = &*literal.predicate else { continue };
            let wide = match test {
                PathTest::Within(all) => all.iter().find(|one| one.base != Base::Root && one.rest.is_empty()),
                PathTest::Like(all) => all.iter().find(|one| is_wide(one)),
                PathTest::OneOf(_) => None,
            };
            // Another test of the path may hold it in.
            let Some(wide) = wide.filter(|_| !view.always(&is_narrow)) else { continue };
            let what = if wide.base == Base::Home { "the home directory" } else { "the file system" };
            out.add(
                Finding::new(
                    literal.span,
                    format!("`{}` takes in {what} as a whole", view.rule.id),
                    "not below root",
                )
                .help("write `path within root`, or a glob without `/` or `~` before it"),
            );
        }
    }
}

/// Whether a glob's very first segment, below `/` or `~`, goes any number of directories down.
fn is_wide(glob: &PathText) -> bool {
    glob.base != Base::Root && (&*glob.rest == "**" || glob.rest.starts_with("**/"))
}

/// Whether a test of the path, the program or the tool's own argument holds the rule in.
fn is_narrow(literal: &Literal) -> bool {
    match &*literal.predicate {
        Predicate::Path(PathTest::Within(all)) => {
            !literal.negated && all.iter().all(|one| one.base == Base::Root || !one.rest.is_empty())
        }
        Predicate::Path(PathTest::Like(all)) => !literal.negated && !all.iter().any(is_wide),
        Predicate::Path(PathTest::OneOf(_)) | Predicate::Command(_) | Predicate::Via(_) => !literal.negated,
        Predicate::Text(..)
        | Predicate::Operation(_)
        | Predicate::Host(_)
        | Predicate::Marked(_)
        | Predicate::Has(_) => false,
    }
}
