//! `shadowed-name`

use std::collections::HashMap;

use crate::lint::finding::{Finding, Findings};
use crate::lint::imports::{lets, uses};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Span};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "shadowed-name",
        severity: Severity::Warning,
        summary: "a `let` has the name of a `let` of a used file",
        why: "in this file the name means the own one, and nothing says that there is another: two lists of one name drift apart",
        instead: "another name; `FILE:NAME` means the used file's",
        example: "use \"std:packs/secrets\"\nlet env_files = [\"config/.env\"]\nrule more  path in env_files => deny \"secrets\"\n",
        mended: "use \"std:packs/secrets\"\nlet our_env_files = [\"config/.env\"]\nrule more  path in our_env_files => deny \"secrets\"\n",
    },
    silence: "where the own list is meant to stand for the other one",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        let mut of_used: HashMap<&str, Span> = HashMap::new();
        for item in uses(file) {
            let wanted = item.target.node.split('@').next().unwrap_or("");
            // Embedded files go by their names; others may have any, and are left out.
            let used = policies
                .all_files()
                .find(|other| wanted.starts_with("std:") && other.name.split('@').next() == Some(wanted));
            of_used.extend(
                used.into_iter().flat_map(lets).map(|item| (item.name.node.as_str(), item.name.span)),
            );
        }
        for item in lets(file) {
            let Some(other) = of_used.get(item.name.node.as_str()) else { continue };
            out.add(
                Finding::new(
                    item.name.span,
                    format!("a used file has a `{}`, too", item.name.node),
                    "hides the other",
                )
                .related(*other, "the other one")
                .help("give it another name"),
            );
        }
    }
}
