//! `unused-declaration`

use std::collections::HashSet;

use crate::lint::expr;
use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::syntax::ast::{Expr, Item, Segment};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "unused-declaration",
        severity: Severity::Warning,
        summary: "a file with rules declares a fact that no condition tests",
        why: "callers are told to send it, and nothing depends on it: the rule that was to look at it is missing",
        instead: "a rule with `context.NAME`, or no declaration",
        example: "context branch: text\nrule push  command runs `git push ...` => confirm \"publishes\"\n",
        mended: "context branch: text\nrule push  command runs `git push ...` and context.branch == \"main\" => confirm \"publishes\"\n",
    },
    silence: "where another file, which is not loaded here, tests it",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let mut tested: HashSet<String> = HashSet::new();
    for file in policies.all_files() {
        expr::each(&file.tree, |one| {
            if let Expr::Predicate(predicate) = one
                && let [Segment::Name(first), Segment::Name(fact), ..] = predicate.subject.segments.as_slice()
                && first.node == "context"
            {
                tested.insert(fact.node.clone());
            }
        });
    }
    for file in policies.files() {
        // A file of nothing but declarations is there for others.
        if !file.tree.items.iter().any(|item| matches!(item, Item::Rule(_))) {
            continue;
        }
        for item in &file.tree.items {
            let Item::Context(item) = item else { continue };
            if !tested.contains(&item.name.node) {
                out.add(
                    Finding::new(
                        item.name.span,
                        format!("no condition tests `context.{}`", item.name.node),
                        "never tested",
                    )
                    .help(format!("test it (`context.{} == …`), or take it out", item.name.node)),
                );
            }
        }
    }
}
