//! `duplicate-use`

use std::collections::HashMap;

use crate::lint::finding::{Finding, Findings, cut};
use crate::lint::imports::uses;
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Span};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "duplicate-use",
        severity: Severity::Warning,
        summary: "a file uses the same file twice",
        why: "a file that is used twice counts once, with the changes of both: whoever reads one of the two sees half of them",
        instead: "one `use` with all its changes",
        example: "use \"std:packs/plain\"\nuse \"std:packs/git\"\nuse \"std:packs/plain\"\n",
        mended: "use \"std:packs/plain\"\nuse \"std:packs/git\"\n",
    },
    silence: "hardly ever: the two can be put together",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for item in uses(file) {
            let Some(first) = seen.get(item.target.node.as_str()) else {
                seen.insert(&item.target.node, item.target.span);
                continue;
            };
            let plain = item.changes.is_empty() && item.alias.is_none();
            let edit = plain.then(|| cut(item.span, policies.sources().text(item.span.source)));
            out.add(
                Finding::new(
                    item.target.span,
                    format!("`{}` is used already", item.target.node),
                    "the same again",
                )
                .related(*first, "used here")
                .help("put the two together")
                .safe_fix("take the second one out", edit.into_iter().collect()),
            );
        }
    }
}
