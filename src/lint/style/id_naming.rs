//! `id-naming`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "id-naming",
        severity: Severity::Style,
        summary: "the id of a rule has capitals or underscores",
        why: "ids are typed in tests, in `without`, in questions about the log: one way to write them saves looking them up",
        instead: "small letters, digits and `-`: `git-push`",
        example: "rule Git_Push  command runs `git push ...` => confirm \"publishes\"\n",
        mended: "rule git-push  command runs `git push ...` => confirm \"publishes\"\n",
    },
    silence: "where ids come from somewhere else and must stay as they are",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for (_, item) in policies.rule_items() {
        let id = item.id.node.as_str();
        if id.bytes().any(|b| b.is_ascii_uppercase() || b == b'_') {
            out.add(
                Finding::new(
                    item.id.span,
                    format!("the id `{id}` has capitals or underscores"),
                    "not like other ids",
                )
                .help(format!("write `{}`", kebab(id))),
            );
        }
    }
}

/// Small letters, with `-` between words.
fn kebab(id: &str) -> String {
    let mut out = String::new();
    let mut before = '-';
    for c in id.chars() {
        if c.is_ascii_uppercase() && before.is_ascii_lowercase() {
            out.push('-');
        }
        out.push(if c == '_' { '-' } else { c.to_ascii_lowercase() });
        before = c;
    }
    out
}
