//! Conditions as they are written: going through them, and comparing them.

use std::fmt::Write;

use crate::model::Span;
use crate::syntax::ast::{
    Expr, HookField, Item, LetValue, Operator, Predicate, RuleField, Segment, Subject, Tree, UseChange, Value,
};

/// Every condition of a file, whole.
pub(super) fn conditions(tree: &Tree) -> Vec<&Expr> {
    let mut found = Vec::new();
    for item in &tree.items {
        match item {
            Item::Rule(rule) => found.extend(rule.fields.iter().filter_map(|field| match field {
                RuleField::Match(field) | RuleField::Unless(field) => Some(&field.value),
                _ => None,
            })),
            Item::Let(item) => {
                if let LetValue::Condition(expr) = &item.value {
                    found.push(expr);
                }
            }
            Item::Use(item) => found.extend(item.changes.iter().filter_map(|change| match change {
                UseChange::Except(field) => Some(&field.value.1),
                UseChange::Without(_) => None,
            })),
            Item::Assert(item) => found.extend(item.claims.iter().map(|claim| &claim.condition)),
            Item::Hook(item) => found.extend(item.fields.iter().filter_map(|field| match field {
                HookField::Match(field) => Some(&field.value),
                _ => None,
            })),
            Item::Policy(_)
            | Item::Tool(_)
            | Item::Operation(_)
            | Item::Context(_)
            | Item::Redact(_)
            | Item::Test(_)
            | Item::Broken(_) => {}
        }
    }
    found
}

/// Calls `look` for a condition and every condition in it, outer ones first. The parser limits how deep they nest.
pub(super) fn walk<'e>(expr: &'e Expr, look: &mut impl FnMut(&'e Expr)) {
    look(expr);
    match expr {
        Expr::Not(inner, _) | Expr::Paren(inner, _) => walk(inner, look),
        Expr::And(parts, _) | Expr::Or(parts, _) => parts.iter().for_each(|part| walk(part, look)),
        Expr::Any(_) | Expr::Name(_) | Expr::Predicate(_) | Expr::Marked(..) | Expr::Broken(_) => {}
    }
}

/// Every condition of a file and every condition in those.
pub(super) fn each(tree: &Tree, mut look: impl FnMut(&Expr)) {
    for expr in conditions(tree) {
        walk(expr, &mut |one| look(one));
    }
}

/// A condition without the parentheses around it.
pub(super) fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner, _) => bare(inner),
        other => other,
    }
}

/// What a condition says, the same for all ways to lay it out. Parts of a chain keep their order.
pub(super) fn key(expr: &Expr) -> String {
    let mut out = String::new();
    write_key(expr, &mut out);
    out
}

fn write_key(expr: &Expr, out: &mut String) {
    match expr {
        Expr::Any(_) => out.push_str("any"),
        Expr::Name(name) => {
            let _ = write!(out, "name {}", name.node);
        }
        Expr::Not(inner, _) => {
            out.push_str("not(");
            write_key(inner, out);
            out.push(')');
        }
        Expr::Paren(inner, _) => write_key(inner, out),
        Expr::And(parts, _) => write_chain("and", parts, out),
        Expr::Or(parts, _) => write_chain("or", parts, out),
        Expr::Predicate(predicate) => write_predicate(predicate, predicate.negated, out),
        Expr::Marked(name, _) => {
            let _ = write!(out, "marked {}", name.node);
        }
        Expr::Broken(span) => {
            let _ = write!(out, "broken {}", span.start);
        }
    }
}

fn write_chain(word: &str, parts: &[Expr], out: &mut String) {
    out.push_str(word);
    out.push('(');
    for part in parts {
        write_key(part, out);
        out.push(';');
    }
    out.push(')');
}

fn write_predicate(predicate: &Predicate, negated: bool, out: &mut String) {
    out.push_str(&subject(&predicate.subject));
    let _ = write!(out, " {}{:?} ", if negated { "not " } else { "" }, predicate.operator.node);
    if let Some(operand) = &predicate.operand {
        out.push_str(&value(operand));
    }
}

/// What the negation of a condition says, for one predicate or a mark.
pub(super) fn negation_key(expr: &Expr) -> Option<String> {
    match bare(expr) {
        Expr::Predicate(predicate) => {
            let mut out = String::new();
            write_predicate(predicate, !predicate.negated, &mut out);
            Some(out)
        }
        Expr::Not(inner, _) => Some(key(inner)),
        other @ (Expr::Marked(..) | Expr::Name(_)) => Some(format!("not({})", key(other))),
        Expr::Any(_) | Expr::And(..) | Expr::Or(..) | Expr::Paren(..) | Expr::Broken(_) => None,
    }
}

/// A subject as written, without white space.
pub(super) fn subject(subject: &Subject) -> String {
    let mut out = String::new();
    for (at, segment) in subject.segments.iter().enumerate() {
        let _ = match segment {
            Segment::Name(name) if at == 0 => write!(out, "{}", name.node),
            Segment::Name(name) => write!(out, ".{}", name.node),
            Segment::Key(key) => write!(out, "[{:?}]", key.node),
            Segment::Index(index) => write!(out, "[{}]", index.node),
            Segment::Star(_) => write!(out, "[*]"),
        };
    }
    out
}

/// What a value is, the same for all ways to lay it out.
pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("{:?}", text.node),
        Value::Regex(regex) => format!("/{}/{}", regex.source, if regex.ignore_case { "i" } else { "" }),
        Value::Pattern(pattern) => format!("`{}`", pattern.source),
        Value::Number(number) => number.node.to_string(),
        Value::Bool(value) => value.node.to_string(),
        Value::Duration(duration) => format!("{:?}", duration.node),
        Value::Date(date) => format!("{:?}", date.node),
        Value::List(values, _) => {
            let values: Vec<String> = values.iter().map(self::value).collect();
            format!("[{}]", values.join(","))
        }
        Value::Name(name) => name.node.clone(),
        Value::Root(_) => "root".to_owned(),
        Value::Broken(span) => format!("broken {}", span.start),
    }
}

/// Whether a condition answers yes, no or unknown for an effect as a whole, never for a part of what it touches: said
/// twice, it is the same as said once. A path, a host, an argument's elements can be several things.
pub(super) fn is_whole(expr: &Expr) -> bool {
    match expr {
        Expr::Any(_) | Expr::Marked(..) => true,
        Expr::Not(inner, _) | Expr::Paren(inner, _) => is_whole(inner),
        Expr::And(parts, _) | Expr::Or(parts, _) => parts.iter().all(is_whole),
        Expr::Predicate(predicate) => is_whole_subject(&predicate.subject),
        Expr::Name(_) | Expr::Broken(_) => false,
    }
}

fn is_whole_subject(subject: &Subject) -> bool {
    matches!(
        subject.segments.as_slice(),
        [Segment::Name(name)] if matches!(name.node.as_str(), "tool_name" | "server" | "mode" | "session" | "agent" | "operation")
    ) || matches!(subject.segments.first(), Some(Segment::Name(name)) if name.node == "context")
}

/// Whether a subject is one word, and this one.
pub(super) fn is_subject(subject: &Subject, word: &str) -> bool {
    matches!(subject.segments.as_slice(), [Segment::Name(name)] if name.node == word)
}

/// The places of the parts of a chain.
pub(super) fn spans(parts: &[Expr]) -> Vec<Span> {
    parts.iter().map(Expr::span).collect()
}

/// An operator's plain form.
pub(super) fn spelled(operator: Operator) -> &'static str {
    match operator {
        Operator::Equals => "==",
        Operator::In => "in",
        Operator::Is => "is",
        Operator::IsPrivate => "is private",
        Operator::Like => "like",
        Operator::Within => "within",
        Operator::Runs => "runs",
        Operator::Contains => "contains",
        Operator::StartsWith => "starts_with",
        Operator::EndsWith => "ends_with",
        Operator::Matches => "~",
        Operator::Exists => "exists",
        Operator::Less => "<",
        Operator::LessOrEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterOrEqual => ">=",
    }
}
