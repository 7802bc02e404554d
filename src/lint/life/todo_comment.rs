//! `todo-comment`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "todo-comment",
        severity: Severity::Style,
        summary: "a comment says that something is left to do",
        why: "what is in force is what stands there: a rule that waits for its other half protects half",
        instead: "do it, or write it down where work is planned",
        example: "# TODO: also the other registries\nrule registry  host == \"registry.example.com\" => allow\n",
        mended: "rule registry  host == \"registry.example.com\" => allow\n",
    },
    silence: "where it is known and planned: say where",
    on: On::Default,
    check: Check::Policies(check),
};

const WORDS: &[&str] = &["TODO", "FIXME", "XXX", "HACK"];

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for comment in policies.files().flat_map(|file| &file.tree.comments) {
        let text = comment.text.trim_start_matches('#').trim_start();
        let first = text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        if WORDS.contains(&first) {
            out.add(
                Finding::new(comment.span, format!("a comment says `{first}`"), "left to do")
                    .help("do it, or write it down where work is planned"),
            );
        }
    }
}
