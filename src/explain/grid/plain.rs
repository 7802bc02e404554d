//! The table for a terminal.

use std::fmt::Write;

use crate::explain::grid::{Grid, GridRow};
use crate::model::{Risk, Untrusted, Verdict};

/// Characters of a cell, at least and at most, before its text is broken into lines.
const CELL: (usize, usize) = (18, 40);

/// The table with lines, each cell on as many lines as it needs; about `room` characters across. `paint` colours a verdict's
/// word, which is padded already.
pub fn plain(grid: &Grid, room: usize, paint: impl Fn(Verdict, &str) -> String) -> String {
    // Lines and blanks between cells, and the narrow first column, take their part.
    let cell = (room.saturating_sub(12) / (grid.columns.len() + 1)).saturating_sub(3).clamp(CELL.0, CELL.1);
    let wrapped = |texts: &[String]| wrapped(texts, cell);
    let mut head = vec!["verdict".to_owned(), "rule".to_owned()];
    head.extend(grid.columns.iter().map(|column| column.title().to_owned()));
    let mut rows: Vec<(Verdict, Vec<Vec<String>>)> =
        vec![(Verdict::Allow, head.into_iter().map(|title| vec![title]).collect())];
    for row in &grid.rows {
        let mut cells =
            vec![vec![row.action.to_string(), risk(row.risk).to_owned()], wrapped(&rule_cell(row))];
        cells.extend(grid.columns.iter().map(|column| wrapped(row.cell(*column))));
        rows.push((row.action, cells));
    }
    let mut last = vec![
        vec![grid.default.verdict.to_string()],
        wrapped(&["where no rule holds".to_owned(), default_note(grid)]),
    ];
    last.extend(grid.columns.iter().map(|_| Vec::new()));
    rows.push((grid.default.verdict, last));
    draw(&rows, paint)
}

fn rule_cell(row: &GridRow) -> Vec<String> {
    std::iter::once(row.id.clone()).chain(notes(row)).collect()
}

/// What there is to say of a rule beside its conditions.
pub(super) fn notes(row: &GridRow) -> Vec<String> {
    let mut notes = Vec::new();
    if row.otherwise {
        notes.push("only where no rule holds".to_owned());
    }
    if !row.trusted && (row.action == Verdict::Allow || row.otherwise) {
        notes.push("does not count: not trusted".to_owned());
    }
    if row.reaches_code {
        notes.push("reaches exec.code".to_owned());
    }
    if row.layer != "project" {
        notes.push(format!("layer {}", row.layer));
    }
    notes
}

pub(super) fn default_note(grid: &Grid) -> String {
    match grid.default.layers.as_slice() {
        [] => "no layer writes a default".to_owned(),
        layers => format!("default of {}", layers.join(", ")),
    }
}

pub(super) fn risk(risk: Risk) -> &'static str {
    match risk {
        Risk::Low => "low",
        Risk::Medium => "medium",
        Risk::High => "high",
        Risk::Critical => "critical",
    }
}

/// Texts as lines of limited width: broken at blanks where there are any.
fn wrapped(texts: &[String], room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for text in texts {
        let text = Untrusted(text).visible();
        let mut line = String::new();
        for word in text.split(' ') {
            let mut word = word;
            if !line.is_empty() && width(&line) + 1 + width(word) > room {
                lines.push(std::mem::take(&mut line));
                line.push_str("  ");
            } else if !line.is_empty() {
                line.push(' ');
            }
            while width(&line) + width(word) > room {
                let left = room.saturating_sub(width(&line)).max(1);
                let cut = word.char_indices().nth(left).map_or(word.len(), |(at, _)| at);
                let (now, rest) = word.split_at_checked(cut).unwrap_or((word, ""));
                lines.push(format!("{line}{now}"));
                "  ".clone_into(&mut line);
                word = rest;
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Characters; wide ones count as one, which at worst bends a line.
fn width(text: &str) -> usize {
    text.chars().count()
}

fn draw(rows: &[(Verdict, Vec<Vec<String>>)], paint: impl Fn(Verdict, &str) -> String) -> String {
    let columns = rows.first().map_or(0, |(_, cells)| cells.len());
    let widths: Vec<usize> = (0..columns)
        .map(|at| {
            rows.iter()
                .filter_map(|(_, cells)| cells.get(at))
                .flatten()
                .map(|line| width(line))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let rule = |left: &str, middle: &str, right: &str| {
        let bars: Vec<String> = widths.iter().map(|width| "─".repeat(width + 2)).collect();
        format!("{left}{}{right}\n", bars.join(middle))
    };
    let mut out = rule("┌", "┬", "┐");
    for (number, (verdict, cells)) in rows.iter().enumerate() {
        if number > 0 {
            out.push_str(&rule("├", "┼", "┤"));
        }
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            for (at, (cell, width)) in cells.iter().zip(&widths).enumerate() {
                let text = cell.get(line).map_or("", String::as_str);
                let padded = format!("{text}{}", " ".repeat(width - self::width(text)));
                let shown =
                    if number > 0 && at == 0 && line == 0 { paint(*verdict, &padded) } else { padded };
                // Writing to a String cannot fail.
                let _ = write!(out, "│ {shown} ");
            }
            out.push_str("│\n");
        }
    }
    out.push_str(&rule("└", "┴", "┘"));
    out
}
