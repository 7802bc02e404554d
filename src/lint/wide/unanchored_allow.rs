//! `unanchored-allow`

use regex_syntax::hir::Look;

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::wide::allows;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::policy::regex_source;
use crate::policy::typed::{Predicate, Regex, TextTest};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "unanchored-allow",
        severity: Severity::Warning,
        summary: "an allow rule has a regex that matches anywhere in the text",
        why: "a regex without `^` and `$` matches a part: `/read/` is found in `spread_and_delete`, too",
        instead: "`^` at the beginning and `$` at the end; `==` or `in` for whole values",
        example: "rule readers  server == \"docs\" and tool_name ~ /read|list/ => allow\n",
        mended: "rule readers  server == \"docs\" and tool_name ~ /^(read|list)_[a-z]+$/ => allow\n",
    },
    silence: "where any part of the text may decide",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in allows(policies) {
        for literal in view.literals().into_iter().filter(|literal| !literal.negated) {
            let Predicate::Text(_, TextTest::Matches(all)) = &*literal.predicate else { continue };
            let Some(regex) = all.iter().find(|regex| !begins(regex)) else { continue };
            out.add(
                Finding::new(
                    literal.span,
                    format!("`/{}/` matches anywhere in the text", regex.source),
                    "not anchored at the beginning",
                )
                .help("begin it with `^` and end it with `$`, around a group if it has a `|`"),
            );
        }
    }
}

/// Whether a regex matches at the beginning of a text alone. One that can't be read is not complained of here.
fn begins(regex: &Regex) -> bool {
    match regex_syntax::parse(&regex_source(regex)) {
        Ok(hir) => hir.properties().look_set_prefix().contains(Look::Start),
        Err(_) => true,
    }
}
