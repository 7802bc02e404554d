//! `untested-rule`

use std::collections::HashSet;

use crate::engine::{Engine, testing};
use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::{Policies, RuleView};
use crate::lint::testing::has_hits;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "untested-rule",
        severity: Severity::Warning,
        summary: "no test reaches a rule, in policies that have tests",
        why: "the rule may do less than it seems to, or more, and nothing would show it",
        instead: "a case of a `test` for which the rule counts, or `hits`",
        example: "tool Bash { operation exec  arg command: shell }\n\
                  rule look  command runs `git status ...` => allow\nrule push  command runs `git push ...` => confirm \"publishes\"\n\n\
                  test \"git\" {\n  Bash \"git status\" => allow\n  Bash \"git commit\" => deny\n}\n",
        mended: "tool Bash { operation exec  arg command: shell }\n\
                 rule look  command runs `git status ...` => allow\nrule push  command runs `git push ...` => confirm \"publishes\"\n\n\
                 test \"git\" {\n  Bash \"git status\" => allow\n  Bash \"git push\" => confirm by push\n  Bash \"git commit\" => deny\n}\n",
    },
    silence: "where the rule is for something that a test can't show",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let own = |view: &&RuleView<'_>| policies.set.is_own(view.rule.id_span.source) && view.layer.trusted;
    let without: Vec<&RuleView<'_>> =
        policies.own_rules().filter(own).filter(|view| !has_hits(view.item)).collect();
    let tests = policies.set.layers().iter().flat_map(|layer| &layer.tests);
    let tested: HashSet<_> = tests.map(|test| test.span.source).collect();
    if without.is_empty() || !policies.files().any(|file| tested.contains(&file.source())) {
        return;
    }
    // A set that does not load is told of elsewhere.
    let Ok(engine) = Engine::new(policies.set.clone()) else { return };
    let ran: Vec<_> =
        testing::cases(&engine, &[]).into_iter().map(|case| testing::run(&engine, case)).collect();
    if ran.is_empty() {
        return;
    }
    let covered = testing::coverage(&engine, &ran);
    let reached: HashSet<&str> =
        covered.iter().filter(|one| one.effects > 0).map(|one| one.rule.as_str()).collect();
    for view in without.into_iter().filter(|view| !reached.contains(&*view.rule.id)) {
        out.add(
            Finding::new(
                view.rule.id_span,
                format!("no test and no example reaches `{}`", view.rule.id),
                "not tried",
            )
            .help("add a case for which it counts, or `hits`"),
        );
    }
}
