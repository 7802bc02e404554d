//! `no-tests`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::testing::{has_hits, has_misses, rules, tests};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "no-tests",
        severity: Severity::Style,
        summary: "a file with rules has no test and no example",
        why: "a rule that does less than it seems to is found by a call that shows it, and seldom by reading",
        instead: "a `test` with calls that must pass, ask and be refused; or `hits` and `misses` at the rules",
        example: "tool shell { operation exec  arg command: shell }\nrule look  command runs `git status ...` => allow\n",
        mended: "tool shell { operation exec  arg command: shell }\nrule look  command runs `git status ...` => allow\n\n\
                 test \"git\" {\n  shell \"git status\" => allow by look\n  shell \"git push\" => deny\n}\n",
    },
    silence: "where the tests stand in another file",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    // Tests of one file of a layer try the rules of all.
    if policies.files().any(|file| tests(file).next().is_some()) {
        return;
    }
    for file in policies.files() {
        let Some(first) = rules(file).next() else { continue };
        if !rules(file).any(|rule| has_hits(rule) || has_misses(rule)) {
            out.add(
                Finding::new(
                    first.id.span,
                    "no call shows what these rules do",
                    "neither tests nor examples",
                )
                .help("add a `test`, or `hits` and `misses`"),
            );
        }
    }
}
