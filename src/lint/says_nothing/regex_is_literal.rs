//! `regex-is-literal`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On, expr};
use crate::model::{Kind, Severity};
use crate::syntax::ast::{Expr, Operator, Predicate, RegexLit, Segment, Value};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "regex-is-literal",
        severity: Severity::Style,
        summary: "a regex is a plain text",
        why: "`==`, `starts_with` and `ends_with` say the same and can't be misread, and the decision table looks them up \
              instead of searching",
        instead: "the operator for what is meant: `== \"…\"`, `starts_with \"…\"`, `ends_with \"…\"`",
        example: "rule r  tool_name ~ /^delete_/ => deny \"deletes\"\n",
        mended: "rule r  tool_name starts_with \"delete_\" => deny \"deletes\"\n",
    },
    silence: "where a list of regexes reads better with all of them alike",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        expr::each(&file.tree, |one| {
            let Expr::Predicate(predicate) = one else { return };
            if predicate.operator.node != Operator::Matches {
                return;
            }
            let Some(Value::Regex(regex)) = &predicate.operand else { return };
            let Some(plain) = plain(regex) else { return };
            let written = format!(
                "{} {}{plain}",
                policies.slice(predicate.subject.span),
                if predicate.negated { "not " } else { "" }
            );
            let written = written.replace("not ==", "!=");
            out.add(
                Finding::new(regex.span, "this regex is a plain text", "no special character")
                    .help(format!("write `{written}`"))
                    .fix(
                        is_known_text(predicate),
                        "write it without a regex",
                        vec![(predicate.span, written)],
                    ),
            );
        });
    }
}

/// An operator and a text that mean the same as a regex, if there are some.
fn plain(regex: &RegexLit) -> Option<String> {
    if regex.ignore_case {
        return None;
    }
    let source = regex.source.as_str();
    let (start, rest) = source.strip_prefix('^').map_or((false, source), |rest| (true, rest));
    let (end, rest) = rest.strip_suffix('$').map_or((false, rest), |rest| (true, rest));
    let text = literal(rest).filter(|text| !text.is_empty())?;
    match (start, end) {
        (true, true) => Some(format!("== \"{text}\"")),
        (true, false) => Some(format!("starts_with \"{text}\"")),
        (false, true) => Some(format!("ends_with \"{text}\"")),
        (false, false) => None,
    }
}

/// The text that a regex without special characters stands for.
fn literal(source: &str) -> Option<String> {
    let mut text = String::new();
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        let c = match c {
            '\\' => chars
                .next()
                .filter(|c| matches!(c, '.' | '-' | '/' | '+' | '$' | '^' | '(' | ')' | '[' | ']'))?,
            c if c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ' | '/' | ':' | '@' | ',' | '=') => c,
            _ => return None,
        };
        text.push(c);
    }
    Some(text)
}

/// Whether what is tested is a text that is known as a whole or not at all: of a part that is known the operators may tell
/// more than the regex does, or less.
fn is_known_text(predicate: &Predicate) -> bool {
    matches!(
        predicate.subject.segments.as_slice(),
        [Segment::Name(name)] if matches!(name.node.as_str(), "tool_name" | "server" | "mode" | "session" | "agent")
    )
}
