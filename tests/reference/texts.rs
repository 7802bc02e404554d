//! Tests of texts, numbers and truth values (JSON).

use serde_json::Value;
use toolgate::syntax::ast::{Operator, RegexLit};

use super::answer::{T, of};
use super::policy::Atom;

/// `*` any characters, `?` one.
pub fn like(text: &str, glob: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    let glob: Vec<char> = glob.chars().collect();
    chars_like(&text, &glob)
}

fn chars_like(text: &[char], glob: &[char]) -> bool {
    match glob {
        [] => text.is_empty(),
        ['*', rest @ ..] => (0..=text.len()).any(|skip| chars_like(&text[skip..], rest)),
        ['?', rest @ ..] => !text.is_empty() && chars_like(&text[1..], rest),
        [c, rest @ ..] => text.first() == Some(c) && chars_like(&text[1..], rest),
    }
}

/// Whether a regex matches somewhere in a text. Classes and `i` are ASCII.
pub fn matches(text: &str, regex: &RegexLit) -> bool {
    let compiled = regex::bytes::RegexBuilder::new(&regex.source)
        .unicode(false)
        .case_insensitive(regex.ignore_case)
        .build()
        .expect("a regex of a policy");
    compiled.is_match(text.as_bytes())
}

/// Whether a value passes a test; unknown if it is of another type than the test needs.
pub fn test(operator: Operator, operand: &[Atom], value: &Value) -> T {
    match operator {
        Operator::Equals | Operator::In => equals(operand, value),
        Operator::Like => on_text(value, operand, |text, atom| like(text, text_of(atom))),
        Operator::StartsWith => on_text(value, operand, |text, atom| text.starts_with(text_of(atom))),
        Operator::EndsWith => on_text(value, operand, |text, atom| text.ends_with(text_of(atom))),
        Operator::Matches => on_text(value, operand, |text, atom| match atom {
            Atom::Regex(regex) => matches(text, regex),
            _ => panic!("no regex: {atom:?}"),
        }),
        Operator::Contains => match value {
            Value::Array(elements) => {
                of(elements.iter().any(|element| operand.iter().any(|atom| is(atom, element))))
            }
            Value::String(text) => {
                let texts: Vec<&Atom> =
                    operand.iter().filter(|atom| matches!(atom, Atom::Text(..))).collect();
                if texts.is_empty() {
                    return T::Unknown;
                }
                of(texts.iter().any(|atom| text.contains(text_of(atom))))
            }
            _ => T::Unknown,
        },
        Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => {
            let ([Atom::Number(limit)], Some(number)) = (operand, value.as_f64()) else { return T::Unknown };
            of(match operator {
                Operator::Less => number < *limit,
                Operator::LessOrEqual => number <= *limit,
                Operator::Greater => number > *limit,
                _ => number >= *limit,
            })
        }
        // Dotted names: `is claude-code` holds for `claude-code.reviewer`.
        Operator::Is => on_text(value, operand, |text, atom| {
            let name = match atom {
                Atom::Name(name) | Atom::Text(name, _) => name.as_str(),
                _ => panic!("no name: {atom:?}"),
            };
            text == name || text.starts_with(&format!("{name}."))
        }),
        Operator::Exists | Operator::IsPrivate | Operator::Within | Operator::Runs => {
            panic!("no test of a value: {operator:?}")
        }
    }
}

fn on_text(value: &Value, operand: &[Atom], holds: impl Fn(&str, &Atom) -> bool) -> T {
    match value {
        Value::String(text) => of(operand.iter().any(|atom| holds(text, atom))),
        _ => T::Unknown,
    }
}

/// A value of a type that none of the list has may be anything: unknown.
fn equals(operand: &[Atom], value: &Value) -> T {
    let same_type = |atom: &&Atom| {
        matches!(
            (atom, value),
            (Atom::Text(..), Value::String(_))
                | (Atom::Number(_), Value::Number(_))
                | (Atom::Bool(_), Value::Bool(_))
        )
    };
    let comparable: Vec<&Atom> = operand.iter().filter(same_type).collect();
    if comparable.is_empty() {
        return T::Unknown;
    }
    of(comparable.iter().any(|atom| is(atom, value)))
}

fn is(atom: &Atom, value: &Value) -> bool {
    match (atom, value) {
        (Atom::Text(text, _), Value::String(other)) => text == other,
        (Atom::Number(number), Value::Number(other)) => other.as_f64() == Some(*number),
        (Atom::Bool(value), Value::Bool(other)) => value == other,
        _ => false,
    }
}

pub fn text_of(atom: &Atom) -> &str {
    match atom {
        Atom::Text(text, _) => text,
        _ => panic!("no text: {atom:?}"),
    }
}
