//! `unused-use`

use std::collections::{HashMap, HashSet};

use crate::lint::finding::{Finding, Findings};
use crate::lint::imports::{lets, mentioned, uses};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, SourceOrigin};
use crate::policy::File;
use crate::syntax::ast::Item;

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "unused-use",
        severity: Severity::Warning,
        summary: "a file of nothing but names is used, and none of its names is",
        why: "the list that the file brings in protects nothing, and looks as if it did",
        instead: "a rule that uses a name of it, or no `use`",
        example: "use \"lists.policy\"\nrule read  operation is read and path within root => allow\n\
                  # --- file lists.policy\nlet secrets = [\"~/.ssh\", \"~/.aws\"]\n",
        mended: "use \"lists.policy\"\nrule read  operation is read and path within root => allow\n\
                 rule no-secrets  path within secrets => deny \"keys\"\n\
                 # --- file lists.policy\nlet secrets = [\"~/.ssh\", \"~/.aws\"]\n",
    },
    silence: "where a rule will use it soon",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let by_name: HashMap<String, &File> = policies
        .files()
        .filter_map(|file| match &policies.sources().get(file.source())?.origin {
            SourceOrigin::Disk(path) => Some((path.to_str()?.to_owned(), file)),
            SourceOrigin::Std | SourceOrigin::Program => None,
        })
        .collect();
    for file in policies.files() {
        let names = mentioned(file);
        let Some(SourceOrigin::Disk(path)) =
            policies.sources().get(file.source()).map(|source| &source.origin)
        else {
            continue;
        };
        for item in uses(file) {
            let Some(target) = path.parent().map(|dir| dir.join(&item.target.node)) else { continue };
            let Some(used) = target.to_str().and_then(|target| by_name.get(target)) else { continue };
            let only_names = used.tree.items.iter().all(|item| matches!(item, Item::Let(_)));
            let given: HashSet<&str> = lets(used).map(|item| item.name.node.as_str()).collect();
            if only_names && !given.is_empty() && given.is_disjoint(&names) {
                out.add(
                    Finding::new(
                        item.target.span,
                        format!("no name of `{}` is used here", item.target.node),
                        "not used",
                    )
                    .help("use one of its names in a rule, or take the `use` out"),
                );
            }
        }
    }
}
