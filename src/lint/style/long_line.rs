//! `long-line`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Span};

/// Characters that a line may have beside its longest literal.
const WIDTH: usize = 140;

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "long-line",
        severity: Severity::Style,
        summary: "a line has more than 140 characters beside its longest text, regex or pattern",
        why: "what stands beyond the edge of a review is not read",
        instead: "`toolgate fmt`, the block layout, a comment of several lines",
        example: "# This comment goes on and on, in the hope that whoever reads it has a very wide window and much patience, since it does not come to \
                  its point before it has left the page.\nrule look  operation is read => allow\n",
        mended: "# This comment comes to its point.\nrule look  operation is read => allow\n",
    },
    silence: "where a line can't be broken",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        let mut at = 0;
        for line in policies.sources().text(file.source()).split_inclusive('\n') {
            let (start, text) = (at, line.trim_end());
            at += line.len();
            // Bytes are more than characters: a quick look first.
            if text.len() <= WIDTH {
                continue;
            }
            let count = text.chars().count();
            let literal = text.split(['"', '`', '/']).map(|piece| piece.chars().count()).max().unwrap_or(0);
            let literal = if text.trim_start().starts_with('#') { 0 } else { literal };
            if count - literal.min(count) > WIDTH {
                let span = Span::new(file.source(), start, start + text.len());
                out.add(
                    Finding::new(span, format!("this line has {count} characters"), "too long to be read")
                        .help("break it; `toolgate fmt` breaks lists and chains"),
                );
            }
        }
    }
}
