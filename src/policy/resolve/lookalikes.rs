//! Texts and ids that look like others.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hasher};

use unicode_security::{MixedScript, RestrictionLevel, RestrictionLevelDetection};

use crate::model::Span;
use crate::policy::limits;
use crate::policy::mistakes::{ConfusableIds, MixedScripts};
use crate::policy::sink::Sink;
use crate::syntax::ast::{Expr, Item, LetValue, RuleField, ToolName, Tree, Value};

/// Warns about texts of a file that mix scripts. Calls in tests are left alone: they may show what is to be refused.
pub(super) fn tree(tree: &Tree, sink: &mut Sink) {
    for item in &tree.items {
        match item {
            Item::Let(item) => match &item.value {
                LetValue::Value(value) => of_value(value, 0, sink),
                LetValue::Condition(expr) => of_expr(expr, 0, sink),
                LetValue::Broken(_) => {}
            },
            Item::Tool(item) => {
                for name in &item.names {
                    if let ToolName::Literal { name, .. } = name {
                        mixed_scripts(&name.node, name.span, sink);
                    }
                }
                if let Some(server) = &item.server {
                    mixed_scripts(&server.node, server.span, sink);
                }
            }
            Item::Rule(item) => {
                if let Some(title) = &item.title {
                    mixed_scripts(&title.node, title.span, sink);
                }
                for field in &item.fields {
                    match field {
                        RuleField::Match(field) | RuleField::Unless(field) => of_expr(&field.value, 0, sink),
                        RuleField::Reason(field) | RuleField::Suggest(field) => {
                            mixed_scripts(&field.value.node, field.value.span, sink);
                        }
                        _ => {}
                    }
                }
            }
            Item::Assert(item) => item.claims.iter().for_each(|claim| of_expr(&claim.condition, 0, sink)),
            _ => {}
        }
    }
}

fn of_expr(expr: &Expr, depth: usize, sink: &mut Sink) {
    if depth > limits::DEPTH {
        return;
    }
    match expr {
        Expr::Not(inner, _) | Expr::Paren(inner, _) => of_expr(inner, depth + 1, sink),
        Expr::And(all, _) | Expr::Or(all, _) => all.iter().for_each(|one| of_expr(one, depth + 1, sink)),
        Expr::Predicate(predicate) => {
            if let Some(value) = &predicate.operand {
                of_value(value, 0, sink);
            }
        }
        Expr::Any(_) | Expr::Name(_) | Expr::Marked(..) | Expr::Broken(_) => {}
    }
}

fn of_value(value: &Value, depth: usize, sink: &mut Sink) {
    match value {
        Value::Text(text) => mixed_scripts(&text.node, text.span, sink),
        Value::Pattern(pattern) => mixed_scripts(&pattern.source, pattern.span, sink),
        Value::List(values, _) if depth < limits::DEPTH => {
            values.iter().for_each(|value| of_value(value, depth + 1, sink));
        }
        _ => {}
    }
}

/// Warns about a word of several scripts. Scripts that are written together (Latin beside Japanese, Chinese or Korean)
/// are one.
fn mixed_scripts(text: &str, at: Span, sink: &mut Sink) {
    if text.is_ascii() {
        return;
    }
    for word in text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-')) {
        if word.is_ascii() || word.is_single_script() {
            continue;
        }
        if word.detect_restriction_level() <= RestrictionLevel::HighlyRestrictive {
            continue;
        }
        if let Some(letter) = word.chars().find(|c| !c.is_ascii()) {
            let name = "not a Latin letter";
            sink.add(&MixedScripts { at, word: word.to_owned(), letter, name });
            return;
        }
    }
}

/// Warns about ids that differ in characters that look alike.
pub(super) fn confusable<'a>(ids: impl ExactSizeIterator<Item = (&'a str, Span)>, sink: &mut Sink) {
    // By the hash of what is left when what looks alike is one; ids that share a hash are compared in full.
    let mut seen: HashMap<u64, (&str, Span)> = HashMap::with_capacity(ids.len());
    for (id, at) in ids {
        let mut hasher = DefaultHasher::new();
        skeleton(id).for_each(|byte| hasher.write_u8(byte));
        match seen.entry(hasher.finish()) {
            Entry::Vacant(place) => {
                place.insert((id, at));
            }
            Entry::Occupied(place) => {
                let (other, first) = *place.get();
                if other != id && skeleton(other).eq(skeleton(id)) {
                    sink.add(&ConfusableIds { at, id: id.to_owned(), other: other.to_owned(), first });
                }
            }
        }
    }
}

/// What is left of an id when what looks alike is one: the ASCII part of Unicode's confusables (UTS 39).
fn skeleton(id: &str) -> impl Iterator<Item = u8> {
    id.bytes()
        .flat_map(|byte| match byte {
            b'0' => [Some(b'O'), None],
            b'1' | b'I' => [Some(b'l'), None],
            b'm' => [Some(b'r'), Some(b'n')],
            other => [Some(other), None],
        })
        .flatten()
}
