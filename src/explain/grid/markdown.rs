//! The table in Markdown.

use std::fmt::Write;

use crate::explain::grid::{Grid, GridRow};
use crate::model::Untrusted;

/// The table as GitHub's Markdown shows it.
pub fn markdown(grid: &Grid) -> String {
    let mut out = String::from("| rule |");
    for column in &grid.columns {
        // Writing to a String cannot fail, here and below.
        let _ = write!(out, " {} |", column.title());
    }
    out.push_str(" verdict | risk | reason |\n");
    out.push_str(&"| --- ".repeat(grid.columns.len() + 4));
    out.push_str("|\n");
    for row in &grid.rows {
        let _ = write!(out, "| {} |", head(row));
        for column in &grid.columns {
            let cell: Vec<String> = row.cell(*column).iter().map(|text| code(text)).collect();
            let _ = write!(out, " {} |", cell.join("<br>"));
        }
        let reason = row.reason.as_deref().map(text).unwrap_or_default();
        let _ = writeln!(out, " **{}** | {} | {reason} |", row.action, super::plain::risk(row.risk));
    }
    let _ = write!(out, "| *where no rule holds* |{}", " |".repeat(grid.columns.len()));
    let _ = writeln!(out, " **{}** | | {} |", grid.default.verdict, text(&super::plain::default_note(grid)));
    out
}

fn head(row: &GridRow) -> String {
    let mut head = code(&row.id);
    for note in super::plain::notes(row) {
        let _ = write!(head, "<br>*{}*", text(&note));
    }
    head
}

/// Text in which nothing is markup.
fn text(text: &str) -> String {
    let mut out = String::new();
    for c in Untrusted(text).visible().chars() {
        match c {
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '~' => out.extend(['\\', c]),
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            _ => out.push(c),
        }
    }
    out
}

/// Code: as many back quotes around it as it needs; `|` would end the cell even there.
fn code(text: &str) -> String {
    let text = Untrusted(text).visible().replace('|', "\\|");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    if longest == 0 { format!("`{text}`") } else { format!("{fence} {text} {fence}") }
}
