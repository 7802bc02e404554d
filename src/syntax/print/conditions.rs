//! Conditions.

use super::doc::{Chain, Doc, Group, Part};
use super::literals;
use crate::model::Span;
use crate::syntax::ast::{Expr, Operator, Predicate, Segment, Subject};

/// A condition.
pub(super) fn condition(expr: &Expr, source: &str) -> Doc {
    match expr {
        Expr::Any(_) => Doc::text("any"),
        Expr::Name(name) => Doc::text(name.node.clone()),
        Expr::Not(inner, _) => Doc::Seq(vec![Doc::text("not "), condition(inner, source)]),
        Expr::And(parts, span) => chain("and", *span, parts, source),
        Expr::Or(parts, span) => chain("or", *span, parts, source),
        Expr::Paren(inner, span) => {
            let parts = vec![Part { span: inner.span(), doc: condition(inner, source) }];
            Doc::Group(Group { open: "(", close: ")", pad: false, comma: false, span: *span, parts })
        }
        Expr::Predicate(predicate) => self::predicate(predicate, source),
        Expr::Marked(name, _) => Doc::text(format!("marked {}", name.node)),
        Expr::Broken(span) => Doc::text(span.text(source)),
    }
}

fn chain(word: &'static str, span: Span, parts: &[Expr], source: &str) -> Doc {
    let parts = parts.iter().map(|part| Part { span: part.span(), doc: condition(part, source) }).collect();
    Doc::Chain(Chain { word, span, parts })
}

fn predicate(predicate: &Predicate, source: &str) -> Doc {
    let mut text = subject(&predicate.subject);
    text.push(' ');
    text.push_str(operator(predicate.operator.node, predicate.negated));
    match &predicate.operand {
        None => Doc::text(text),
        Some(operand) => {
            text.push(' ');
            Doc::Seq(vec![Doc::text(text), literals::value(operand, source)])
        }
    }
}

/// A subject.
pub(super) fn subject(subject: &Subject) -> String {
    let mut text = String::new();
    for segment in &subject.segments {
        match segment {
            Segment::Name(name) if text.is_empty() => text.push_str(&name.node),
            Segment::Name(name) => text.extend([".", &name.node]),
            Segment::Key(key) => text.extend(["[", &literals::text(&key.node), "]"]),
            Segment::Index(index) => text.push_str(&format!("[{}]", index.node)),
            Segment::Star(_) => text.push_str("[*]"),
        }
    }
    text
}

fn operator(operator: Operator, negated: bool) -> &'static str {
    match (operator, negated) {
        (Operator::Equals, false) => "==",
        (Operator::Equals, true) => "!=",
        (Operator::In, false) => "in",
        (Operator::In, true) => "not in",
        (Operator::Is, false) => "is",
        (Operator::Is, true) => "is not",
        (Operator::IsPrivate, false) => "is private",
        (Operator::IsPrivate, true) => "is not private",
        (Operator::Like, false) => "like",
        (Operator::Like, true) => "not like",
        (Operator::Within, false) => "within",
        (Operator::Within, true) => "not within",
        (Operator::Runs, false) => "runs",
        (Operator::Runs, true) => "not runs",
        (Operator::Contains, false) => "contains",
        (Operator::Contains, true) => "not contains",
        (Operator::StartsWith, false) => "starts_with",
        (Operator::StartsWith, true) => "not starts_with",
        (Operator::EndsWith, false) => "ends_with",
        (Operator::EndsWith, true) => "not ends_with",
        (Operator::Matches, false) => "~",
        (Operator::Matches, true) => "!~",
        (Operator::Exists, false) => "exists",
        (Operator::Exists, true) => "not exists",
        (Operator::Less, false) | (Operator::GreaterOrEqual, true) => "<",
        (Operator::LessOrEqual, false) | (Operator::Greater, true) => "<=",
        (Operator::Greater, false) | (Operator::LessOrEqual, true) => ">",
        (Operator::GreaterOrEqual, false) | (Operator::Less, true) => ">=",
    }
}
