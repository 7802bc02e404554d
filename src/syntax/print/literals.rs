//! The one spelling of each literal.

use super::doc::{Doc, Group, Part};
use crate::syntax::ast::{Date, Duration, Json, Name, Object, RegexLit, Text, ToolName, Unit, Value};
use crate::syntax::lex::{is_plain, selects_drawing};

/// A text in quotes.
pub(super) fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut before = None;
    for character in text.chars() {
        let plain = is_plain(character) || selects_drawing(before, character);
        before = Some(character);
        match character {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            _ if plain => out.push(character),
            _ => out.extend(character.escape_unicode()),
        }
    }
    out.push('"');
    out
}

/// A regex between slashes.
pub(super) fn regex(regex: &RegexLit) -> String {
    let mut out = String::from("/");
    let mut characters = regex.source.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                out.push('\\');
                out.extend(characters.next());
            }
            '/' => out.push_str("\\/"),
            _ if is_plain(character) => out.push(character),
            _ => out.extend(character.escape_unicode()),
        }
    }
    if regex.source.is_empty() || regex.source.starts_with('*') {
        // `//` and `/*` begin no regex.
        out.insert_str(1, "(?:)");
    }
    out.push_str(if regex.ignore_case { "/i" } else { "/" });
    out
}

/// A number, in the shortest spelling that means it.
pub(super) fn number(number: f64) -> String {
    let plain = format!("{number}");
    let short = format!("{number:e}");
    if plain.len() <= 17 || plain.len() <= short.len() { plain } else { short }
}

/// A count and its unit.
pub(super) fn duration(duration: Duration) -> String {
    let unit = match duration.unit {
        Unit::Seconds => 's',
        Unit::Minutes => 'm',
        Unit::Hours => 'h',
        Unit::Days => 'd',
    };
    format!("{}{unit}", duration.count)
}

/// `YYYY-MM-DD`
pub(super) fn date(date: Date) -> String {
    format!("{:04}-{:02}-{:02}", date.year, date.month, date.day)
}

/// A name that may be written in quotes.
pub(super) fn name_or_text(name: &Name, quoted: bool) -> String {
    if quoted { text(&name.node) } else { name.node.clone() }
}

/// A tool's name.
pub(super) fn tool_name(name: &ToolName) -> String {
    match name {
        ToolName::Literal { name, quoted } => name_or_text(name, *quoted),
        ToolName::Regex(pattern) => regex(pattern),
    }
}

/// A value in a condition or a `let`.
pub(super) fn value(value: &Value, source: &str) -> Doc {
    Doc::text(match value {
        Value::Text(literal) => text(&literal.node),
        Value::Regex(literal) => regex(literal),
        Value::Pattern(pattern) => format!("`{}`", pattern.source),
        Value::Number(literal) => number(literal.node),
        Value::Bool(literal) => literal.node.to_string(),
        Value::Duration(literal) => duration(literal.node),
        Value::Date(literal) => date(literal.node),
        Value::Name(name) => name.node.clone(),
        Value::Root(_) => "root".to_owned(),
        Value::Broken(span) => span.text(source).to_owned(),
        Value::List(values, span) => {
            let parts =
                values.iter().map(|entry| Part { span: entry.span(), doc: self::value(entry, source) });
            return list(*span, parts.collect());
        }
    })
}

/// `[a, b]`
pub(super) fn list(span: crate::model::Span, parts: Vec<Part>) -> Doc {
    Doc::Group(Group { open: "[", close: "]", pad: false, comma: true, span, parts })
}

/// A list of texts.
pub(super) fn texts(span: crate::model::Span, texts: &[Text]) -> Doc {
    list(
        span,
        texts.iter().map(|entry| Part { span: entry.span, doc: Doc::text(text(&entry.node)) }).collect(),
    )
}

/// One name, or a list of several.
pub(super) fn names(span: crate::model::Span, names: &[Name]) -> Doc {
    match names {
        [name] => Doc::text(name.node.clone()),
        _ => list(
            span,
            names.iter().map(|name| Part { span: name.span, doc: Doc::text(name.node.clone()) }).collect(),
        ),
    }
}

/// A JSON value.
pub(super) fn json(value: &Json) -> Doc {
    Doc::text(match value {
        Json::Null(_) => "null".to_owned(),
        Json::Bool(literal) => literal.node.to_string(),
        Json::Number(literal) => number(literal.node),
        Json::Text(literal) => text(&literal.node),
        Json::Object(members) => return object(members),
        Json::List(entries, span) => {
            let parts = entries.iter().map(|entry| Part { span: json_span(entry), doc: json(entry) });
            return list(*span, parts.collect());
        }
    })
}

fn json_span(value: &Json) -> crate::model::Span {
    match value {
        Json::Null(span) | Json::List(_, span) => *span,
        Json::Bool(literal) => literal.span,
        Json::Number(literal) => literal.span,
        Json::Text(literal) => literal.span,
        Json::Object(members) => members.span,
    }
}

/// `{ key: value }`
pub(super) fn object(object: &Object) -> Doc {
    let parts = object.members.iter().map(|(key, value)| {
        let name = if is_ident(&key.node) { key.node.clone() } else { text(&key.node) };
        let doc = Doc::Seq(vec![Doc::text(format!("{name}: ")), json(value)]);
        Part { span: key.span.to(json_span(value)), doc }
    });
    Doc::Group(Group {
        open: "{",
        close: "}",
        pad: true,
        comma: true,
        span: object.span,
        parts: parts.collect(),
    })
}

/// Whether a name can be written without quotes.
pub(super) fn is_ident(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}
