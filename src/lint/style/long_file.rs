//! `long-file`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

/// Lines that a file may have.
const LINES: usize = 1500;

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "long-file",
        severity: Severity::Style,
        summary: "a file has more than 1,500 lines",
        why: "policies are read in review: nobody holds that many rules in the head",
        instead: "files by topic, in one directory or with `use`",
        // It would fill the page.
        example: "",
        mended: "",
    },
    silence: "where a program writes the file",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        let lines = policies.sources().text(file.source()).lines().count();
        let Some(first) = file.tree.items.first().filter(|_| lines > LINES) else { continue };
        out.add(
            Finding::new(first.span(), format!("this file has {lines} lines"), "begins here")
                .help("make files by topic, and `use` them"),
        );
    }
}
