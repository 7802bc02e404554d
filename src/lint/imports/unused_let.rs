//! `unused-let`

use std::collections::HashSet;

use crate::lint::finding::{Finding, Findings};
use crate::lint::imports::{lets, mentioned};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::syntax::ast::Item;

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "unused-let",
        severity: Severity::Warning,
        summary: "a name is given and never used",
        why: "a list of secrets that no rule mentions protects nothing, and looks as if it did",
        instead: "a rule that uses it, or no `let`",
        example: "let secrets = [\"~/.ssh\", \"~/.aws\"]\nrule read  operation is read and path within root => allow\n",
        mended: "let secrets = [\"~/.ssh\", \"~/.aws\"]\nrule read  operation is read and path within root => allow\n\
                 rule no-secrets  path within secrets => deny \"keys\"\n",
    },
    silence: "where another file, which is not loaded here, uses it",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let all: HashSet<&str> = policies.all_files().flat_map(mentioned).collect();
    for file in policies.files() {
        // A file of nothing but names is there for others.
        if !file.tree.items.iter().any(|item| matches!(item, Item::Rule(_))) {
            continue;
        }
        for item in lets(file).filter(|item| !all.contains(item.name.node.as_str())) {
            out.add(
                Finding::new(item.name.span, format!("nothing uses `{}`", item.name.node), "never used")
                    .help("use it in a rule, or take it out"),
            );
        }
    }
}
