//! `policy-without-description`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::syntax::ast::{Item, PolicyField};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "policy-without-description",
        severity: Severity::Style,
        summary: "a `policy` header has no description",
        why: "the table and the log show it to people who did not write the policy",
        instead: "`description \"…\"`",
        example: "policy \"agent\" { default deny }\n",
        mended: "policy \"agent\" {\n  description \"What the agent may do in this repository\"\n  default     deny\n}\n",
    },
    silence: "where the name says it all",
    on: On::Request,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for item in policies.files().flat_map(|file| &file.tree.items) {
        let Item::Policy(item) = item else { continue };
        if !item.fields.iter().any(|field| matches!(field, PolicyField::Description(_))) {
            out.add(
                Finding::new(
                    item.name.span,
                    format!("the policy `{}` has no description", item.name.node),
                    "what for?",
                )
                .help("add `description \"…\"`"),
            );
        }
    }
}
