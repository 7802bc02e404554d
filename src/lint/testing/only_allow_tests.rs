//! `only-allow-tests`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::testing::{has_misses, rules, tests};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "only-allow-tests",
        severity: Severity::Warning,
        summary: "all test cases of a file expect `allow`",
        why: "`rule all any => allow` would pass such tests: they do not show that anything is stopped",
        instead: "cases that must ask or be refused, the nearest ones to what is allowed first",
        example: "tool Bash { operation exec  arg command: shell }\nrule look  command runs `git status ...` => allow\n\n\
                  test \"git\" {\n  Bash \"git status\" => allow\n}\n",
        mended: "tool Bash { operation exec  arg command: shell }\nrule look  command runs `git status ...` => allow\n\n\
                 test \"git\" {\n  Bash \"git status\" => allow\n  Bash \"git push\" => deny\n}\n",
    },
    silence: "where another file tests what is stopped",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        let Some(first) = tests(file).next() else { continue };
        let mut cases = tests(file).flat_map(|test| &test.cases).peekable();
        let allows = cases.peek().is_some() && cases.all(|case| case.verdict.node == "allow");
        if allows && rules(file).next().is_some() && !rules(file).any(has_misses) {
            out.add(
                Finding::new(
                    first.name.span,
                    "no test shows that anything is stopped",
                    "every case expects `allow`",
                )
                .help("add cases that must ask or be refused"),
            );
        }
    }
}
