//! `unused-mark`

use std::collections::HashSet;

use crate::lint::expr;
use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::syntax::ast::{Expr, RuleField};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "unused-mark",
        severity: Severity::Warning,
        summary: "a rule marks the session, and no rule tests the mark",
        why: "the mark changes nothing: the rule that was to ask or refuse once the session carries it is missing, or names another mark",
        instead: "a rule with `marked NAME`, or no `mark`",
        example: "tool read_mail { operation read }\nrule mail { match tool_name == \"read_mail\"  action allow  mark untrusted }\n",
        mended: "tool read_mail { operation read }\nrule mail { match tool_name == \"read_mail\"  action allow  mark untrusted }\n\
                 rule no-leak  operation is network.send and marked untrusted => confirm \"has read mail\"\n",
    },
    silence: "where a layer of other people tests it",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let mut tested: HashSet<String> = HashSet::new();
    for file in policies.all_files() {
        expr::each(&file.tree, |one| {
            if let Expr::Marked(name, _) = one {
                tested.insert(name.node.clone());
            }
        });
    }
    for (_, item) in policies.rule_items() {
        for field in &item.fields {
            let RuleField::Mark(field) = field else { continue };
            if !tested.contains(&field.value.node) {
                out.add(
                    Finding::new(
                        field.span,
                        format!("no rule tests the mark `{}`", field.value.node),
                        "changes nothing",
                    )
                    .help(format!("write a rule with `marked {}`, or take it out", field.value.node)),
                );
            }
        }
    }
}
