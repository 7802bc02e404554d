//! A question as a person reads it: nothing cut, nothing hidden.

use std::fmt::Write;

use serde_json::Value;

use crate::gate::ask::{Part, Question};
use crate::model::{Risk, Untrusted};

/// Characters of a line; longer ones go on below, none is cut.
const WIDTH: usize = 92;

/// How words are set off. The texts given to it are safe to print.
pub trait Style {
    /// The badge of a risk.
    fn badge(&self, risk: Option<Risk>, text: &str) -> String;
    /// What stands under the parts that ask.
    fn mark(&self, text: &str) -> String;
}

/// Without colour.
#[derive(Clone, Copy, Debug)]
pub struct Bare;

impl Style for Bare {
    fn badge(&self, _risk: Option<Risk>, text: &str) -> String {
        text.to_owned()
    }

    fn mark(&self, text: &str) -> String {
        text.to_owned()
    }
}

/// With the colours of a terminal.
#[derive(Clone, Copy, Debug)]
pub struct Coloured;

impl Style for Coloured {
    fn badge(&self, risk: Option<Risk>, text: &str) -> String {
        let colour = match risk {
            Some(Risk::Low) => "32",
            Some(Risk::Medium) | None => "33",
            Some(Risk::High | Risk::Critical) => "31",
        };
        format!("\u{1b}[1;7;{colour}m{text}\u{1b}[0m")
    }

    fn mark(&self, text: &str) -> String {
        format!("\u{1b}[1;31m{text}\u{1b}[0m")
    }
}

/// The whole question: risk, reason, the call with the parts that ask underlined, what they touch, and the rules with their
/// places. Control characters and what turns or hides text is shown as `\u{…}`.
pub fn text(question: &Question, style: &dyn Style) -> String {
    let mut out = String::new();
    let call = &question.call;
    let risk = match question.risk {
        Some(Risk::Low) => " LOW ",
        Some(Risk::Medium) => " MEDIUM ",
        Some(Risk::High) => " HIGH ",
        Some(Risk::Critical) => " CRITICAL ",
        None => " NO RULE ",
    };
    // Writing to a String cannot fail, here and below.
    let _ = writeln!(out, "{} {}", style.badge(question.risk, risk), Untrusted(&question.reason).visible());
    let server =
        call.server.as_deref().map(|server| format!("{}/", Untrusted(server).visible())).unwrap_or_default();
    let _ = write!(out, "  tool {server}{}", Untrusted(&call.tool).visible());
    for (name, value) in [("agent", &call.agent), ("session", &call.session), ("in", &call.cwd)] {
        if let Some(value) = value {
            let _ = write!(out, ", {name} {}", Untrusted(value).visible());
        }
    }
    out.push('\n');
    for (name, value) in &call.args {
        argument(&mut out, name, value, question, style);
    }
    let _ = writeln!(out, "  what asks:");
    for part in &question.parts {
        asks(&mut out, part);
    }
    if let Some(suggest) = &question.suggest {
        let _ = writeln!(out, "  a safer way: {}", Untrusted(suggest).visible());
    }
    out
}

fn argument(out: &mut String, name: &str, value: &Value, question: &Question, style: &dyn Style) {
    let owned;
    let text = match value {
        Value::String(text) => text,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            owned = value.to_string();
            &owned
        }
    };
    let _ = writeln!(out, "  {}:", Untrusted(name).visible());
    let spans: Vec<[usize; 2]> = question
        .parts
        .iter()
        .filter(|part| part.arg.as_deref() == Some(name) && value.is_string())
        .filter_map(|part| part.span)
        // A part that is the whole text needs no line under it.
        .filter(|span| *span != [0, text.len()])
        .collect();
    let mut at = 0;
    for line in text.split('\n') {
        lines(out, line, at, &spans, style);
        at += line.len() + 1;
    }
}

/// One line of an argument, in as many as it takes, each with marks under what asks. `at` is the line's place in the text.
fn lines(out: &mut String, line: &str, at: usize, spans: &[[usize; 2]], style: &dyn Style) {
    let (mut shown, mut under, mut width) = (String::new(), String::new(), 0);
    let mut first = true;
    let mut flush = |shown: &mut String, under: &mut String, width: &mut usize| {
        let _ = writeln!(out, "  {} {shown}", if first { "|" } else { ":" });
        if under.contains('^') {
            let _ = writeln!(out, "    {}", style.mark(under.trim_end()));
        }
        first = false;
        shown.clear();
        under.clear();
        *width = 0;
    };
    for (offset, c) in line.char_indices() {
        let mut buffer = [0; 4];
        let piece = Untrusted(c.encode_utf8(&mut buffer)).visible().into_owned();
        let count = piece.chars().count();
        if width + count > WIDTH {
            flush(&mut shown, &mut under, &mut width);
        }
        let place = at + offset;
        let asks = spans.iter().any(|[start, end]| (*start..*end).contains(&place));
        under.extend(std::iter::repeat_n(if asks { '^' } else { ' ' }, count));
        shown.push_str(&piece);
        width += count;
    }
    flush(&mut shown, &mut under, &mut width);
}

fn asks(out: &mut String, part: &Part) {
    let possible = if part.possible { " (possible)" } else { "" };
    let _ = writeln!(out, "    {}{possible}", Untrusted(&part.doing).visible());
    for thing in &part.touches {
        let _ = writeln!(out, "      -> {}", Untrusted(thing).visible());
    }
    for rule in &part.rules {
        let place = rule
            .place
            .as_deref()
            .map(|place| format!(" at {}", Untrusted(place).visible()))
            .unwrap_or_default();
        let reason = rule
            .reason
            .as_deref()
            .map(|reason| format!(": {}", Untrusted(reason).visible()))
            .unwrap_or_default();
        let _ = writeln!(out, "      rule {}{place}{reason}", Untrusted(&rule.id).visible());
    }
}
