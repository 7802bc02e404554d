//! `rule-without-title`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "rule-without-title",
        severity: Severity::Style,
        summary: "a rule in the block layout has no title",
        why: "the title is what the decision table and a question show to people who do not know the id",
        instead: "a few words after the id: `rule git-push \"Publish commits\" { … }`",
        example: "rule push {\n  match  command runs `git push ...`\n  risk   medium\n  reason \"publishes\"\n}\n",
        mended: "rule push \"Publish commits\" {\n  match  command runs `git push ...`\n  risk   medium\n  reason \"publishes\"\n}\n",
    },
    silence: "where the id says it all",
    on: On::Request,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for (_, item) in policies.rule_items().filter(|(_, item)| !item.short && item.title.is_none()) {
        out.add(
            Finding::new(item.id.span, format!("`{}` has no title", item.id.node), "a title follows here")
                .help(format!("write `rule {} \"…\" {{`", item.id.node)),
        );
    }
}
