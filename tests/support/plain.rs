//! Diagnostics as plain text, for snapshots.

use toolgate::model::Diagnostic;

/// A diagnostic with the lines it points at.
pub(crate) fn plain(text: &str, diagnostic: &Diagnostic) -> String {
    let severity = format!("{:?}", diagnostic.severity).to_lowercase();
    let mut out = format!("{severity}[{}]: {}\n", diagnostic.code, diagnostic.message);
    out += &place(text, diagnostic.span.range(), &diagnostic.label, '^');
    for (span, label) in &diagnostic.related {
        out += &place(text, span.range(), label, '-');
    }
    if let Some(help) = &diagnostic.help {
        out += &format!("  help: {help}\n");
    }
    out
}

/// All of them.
pub(crate) fn plain_all(text: &str, diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| plain(text, diagnostic)).collect::<Vec<_>>().join("\n")
}

fn place(text: &str, range: std::ops::Range<usize>, label: &str, mark: char) -> String {
    let before = text.get(..range.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = text.get(start..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| start + at);
    let column = text.get(start..range.start.min(text.len())).unwrap_or("").chars().count();
    let length = text.get(range.start..range.end.min(end)).unwrap_or("").chars().count().max(1);
    let shown: String = text
        .get(start..end)
        .unwrap_or("")
        .chars()
        .map(|c| if c.is_control() || !c.is_ascii() && !c.is_alphanumeric() { '·' } else { c })
        .collect();
    let gutter = format!("{line:>3} | ");
    let indent = " ".repeat(gutter.chars().count() + column);
    format!("{gutter}{shown}\n{indent}{} {label}\n", mark.to_string().repeat(length))
}
