//! The table as one self-contained HTML file: no script or style from elsewhere.

use std::fmt::Write;

use crate::explain::grid::{Grid, GridRow};
use crate::model::Untrusted;

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; --allow: #1a7f37; --confirm: #9a6700; --deny: #cf222e; }
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; }
table { border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
thead th { position: sticky; top: 0; background: Canvas; }
code { font: 12px/1.4 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; display: block; }
.note, .place { color: GrayText; font-size: 12px; }
.allow { color: var(--allow); } .confirm { color: var(--confirm); } .deny { color: var(--deny); }
.verdict { font-weight: 600; }
input { font: inherit; padding: .3rem .5rem; margin-bottom: 1rem; width: 24rem; max-width: 100%; }
";

/// Shows only the rows that hold the typed text.
const SCRIPT: &str = "
const box = document.querySelector('input');
box.addEventListener('input', () => {
  const wanted = box.value.toLowerCase();
  for (const row of document.querySelectorAll('tbody tr')) row.hidden = !row.textContent.toLowerCase().includes(wanted);
});
";

/// The table as an HTML page.
pub fn html(grid: &Grid, title: &str, digest: &str) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src \
         'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p>Of all rules that hold the strictest counts; their order means nothing. <span class=\"note\">{}</span></p>\n\
         <input type=\"search\" placeholder=\"show only rows with …\" aria-label=\"filter\">\n<table>\n<thead><tr>\
         <th>verdict</th><th>rule</th>",
        text(digest),
        title = text(title),
    );
    for column in &grid.columns {
        // Writing to a String cannot fail, here and below.
        let _ = write!(out, "<th>{}</th>", column.title());
    }
    out.push_str("<th>reason</th></tr></thead>\n<tbody>\n");
    for row in &grid.rows {
        push_row(&mut out, row, grid);
    }
    let _ = writeln!(
        out,
        "<tr><td class=\"verdict {0}\">{0}</td><td>where no rule holds<div class=\"note\">{1}</div></td>{2}<td></td></tr>",
        grid.default.verdict,
        text(&super::plain::default_note(grid)),
        "<td></td>".repeat(grid.columns.len()),
    );
    let _ = write!(out, "</tbody>\n</table>\n<script>{SCRIPT}</script>\n</body>\n</html>\n");
    out
}

fn push_row(out: &mut String, row: &GridRow, grid: &Grid) {
    let _ = write!(
        out,
        "<tr><td><span class=\"verdict {0}\">{0}</span><div class=\"note\">{1}</div></td><td><code>{2}</code>",
        row.action,
        super::plain::risk(row.risk),
        text(&row.id),
    );
    let notes = super::plain::notes(row);
    for note in row.title.iter().chain(&notes) {
        let _ = write!(out, "<div class=\"note\">{}</div>", text(note));
    }
    let _ = write!(out, "<div class=\"place\">{}:{}</div></td>", text(&row.place.file), row.place.line);
    for column in &grid.columns {
        out.push_str("<td>");
        for condition in row.cell(*column) {
            let _ = write!(out, "<code>{}</code>", text(condition));
        }
        out.push_str("</td>");
    }
    let suggest =
        row.suggest.as_ref().map(|suggest| format!("<div class=\"note\">instead: {}</div>", text(suggest)));
    let reason = row.reason.as_deref().map(text).unwrap_or_default();
    let _ = writeln!(out, "<td>{reason}{}</td></tr>", suggest.unwrap_or_default());
}

/// Text in which nothing is markup.
fn text(text: &str) -> String {
    let mut out = String::new();
    for c in Untrusted(text).visible().chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}
