//! Rows as CSV (RFC 4180).

use serde_json::Value;

use crate::store::audit::{Record, time};

const COLUMNS: [&str; 20] = [
    "seq",
    "kind",
    "time",
    "session",
    "agent",
    "tool",
    "arguments",
    "verdict",
    "outcome",
    "decided_by",
    "person",
    "rule",
    "layer",
    "risk",
    "reason",
    "policy",
    "digest",
    "duration_us",
    "effects",
    "hash",
];

/// The line with the columns' names.
pub fn csv_header() -> String {
    COLUMNS.join(",") + "\r\n"
}

/// A row as a line.
pub fn csv_line(record: &Record) -> String {
    let entry = &record.entry;
    let maybe = |value: &Option<String>| value.clone().unwrap_or_default();
    let risk = serde_json::to_value(entry.risk).unwrap_or_default();
    let cells = [
        record.seq.to_string(),
        record.kind.as_str().into(),
        time::text(record.time),
        maybe(&entry.session),
        maybe(&entry.agent),
        entry.tool.clone(),
        entry.arguments().map(Value::to_string).unwrap_or_default(),
        entry.verdict.as_str().into(),
        entry.outcome.as_str().into(),
        entry.decided_by.as_str().into(),
        maybe(&entry.person),
        maybe(&entry.rule),
        maybe(&entry.layer),
        risk.as_str().unwrap_or_default().into(),
        maybe(&entry.reason),
        entry.policy.clone(),
        entry.digest.clone(),
        entry.duration.to_string(),
        entry.effects.to_string(),
        record.hash.clone(),
    ];
    cells.map(|cell| csv_cell(&cell)).join(",") + "\r\n"
}

/// A text as a cell. A spreadsheet takes a cell that begins with one of `= + - @`, or with a tab or line break before one, for a formula
/// that may run programs or send data away (OWASP, "CSV injection"): such a cell gets a `'` in front.
///
/// ```
/// # use toolgate::store::audit::csv_cell;
/// assert_eq!(csv_cell("git status"), "git status");
/// assert_eq!(csv_cell("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
/// ```
pub fn csv_cell(text: &str) -> String {
    let first = text.chars().find(|c| !c.is_whitespace() && !crate::model::hides(*c));
    // The wide forms are taken for the narrow ones.
    let formula = first.is_some_and(|c| "=+-@＝＋－＠".contains(c));
    let guard = if formula || text.starts_with(['\t', '\r', '\n']) { "'" } else { "" };
    if guard.is_empty() && !text.contains(['"', ',', '\n', '\r']) {
        return text.to_owned();
    }
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}
