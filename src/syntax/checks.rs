//! What the grammar can't say of an item: fields that stand twice or are missing.

use std::collections::HashMap;

use super::ast::{
    CallArgs, CallLit, Example, HookField, Item, Json, Object, PolicyField, RuleField, RuleItem, Segment,
    SetValue, Subject, TestItem, ToolField,
};
use super::mistakes::fields::{
    DuplicateField, DuplicateKey, EmptyAssert, MissingAction, MissingHookField, MissingMatch,
};
use super::report::Report;
use crate::model::Span;

/// Checks all items.
pub(super) fn items(items: &[Item], report: &mut Report) {
    for item in items {
        if report.is_full() {
            return;
        }
        match item {
            Item::Policy(policy) => once(policy.fields.iter().map(policy_field), report),
            Item::Rule(rule) => self::rule(rule, report),
            Item::Hook(hook) => {
                once(hook.fields.iter().map(hook_field), report);
                for field in ["on", "run"] {
                    if !hook.poisoned && !hook.fields.iter().any(|found| hook_field(found).0 == field) {
                        report.push(&MissingHookField { at: hook.id.span, id: hook.id.node.clone(), field });
                    }
                }
            }
            Item::Assert(assert) if assert.claims.is_empty() && !assert.poisoned => {
                report.push(&EmptyAssert { at: assert.title.span, title: assert.title.node.clone() });
            }
            Item::Tool(tool) => {
                once(tool.fields.iter().filter_map(tool_operation), report);
                for field in &tool.fields {
                    if let ToolField::Arg(arg) = field
                        && let Some(default) = &arg.value.default
                    {
                        json(default, report);
                    }
                }
            }
            Item::Test(test) => self::test(test, report),
            Item::Use(_) | Item::Let(_) | Item::Operation(_) | Item::Context(_) => {}
            Item::Assert(_) | Item::Redact(_) | Item::Broken(_) => {}
        }
    }
}

/// Reports the second of two fields of one name.
fn once<'a>(fields: impl Iterator<Item = (&'a str, Span)>, report: &mut Report) {
    let mut seen: Vec<(&str, Span)> = Vec::new();
    for (field, at) in fields {
        match seen.iter().find(|(name, _)| *name == field) {
            Some((_, first)) => report.push(&DuplicateField { at, first: *first, field: field.to_owned() }),
            None => seen.push((field, at)),
        }
    }
}

fn rule(rule: &RuleItem, report: &mut Report) {
    once(rule.fields.iter().filter(|field| !matches!(field, RuleField::Set(_))).map(rule_field), report);
    set_twice(rule, report);
    for field in &rule.fields {
        match field {
            RuleField::Hits(examples) | RuleField::Misses(examples) => {
                for example in &examples.value {
                    if let Example::Call(example) = example {
                        call(example, report);
                    }
                }
            }
            RuleField::Set(set) => {
                if let SetValue::Json(value) = &set.value.value {
                    json(value, report);
                }
            }
            _ => {}
        }
    }
    if rule.poisoned {
        return;
    }
    let has = |name: &str| rule.fields.iter().any(|field| rule_field(field).0 == name);
    let keyword = if rule.otherwise { "otherwise" } else { "rule" };
    let (at, id) = (rule.id.span, rule.id.node.clone());
    if !has("match") {
        report.push(&MissingMatch { at, id: id.clone(), keyword });
    }
    if !has("action") && !has("risk") {
        report.push(&MissingAction { at, id, keyword });
    }
}

/// A rule may set several arguments, each once.
fn set_twice(rule: &RuleItem, report: &mut Report) {
    let mut seen = HashMap::new();
    for field in &rule.fields {
        let RuleField::Set(set) = field else { continue };
        let target = path(&set.value.target);
        let field = format!("set {target}");
        if let Some(first) = seen.insert(target, set.keyword) {
            report.push(&DuplicateField { at: set.keyword, first, field });
        }
    }
}

/// A subject in one spelling, to compare it.
fn path(subject: &Subject) -> String {
    let mut text = String::new();
    for segment in &subject.segments {
        match segment {
            Segment::Name(name) if text.is_empty() => text.push_str(&name.node),
            Segment::Name(name) => text.extend([".", &name.node]),
            Segment::Key(key) => text.extend([".", &key.node]),
            Segment::Index(index) => text.push_str(&format!("[{}]", index.node)),
            Segment::Star(_) => text.push_str("[*]"),
        }
    }
    text
}

fn test(test: &TestItem, report: &mut Report) {
    if let Some(with) = &test.with {
        object(with, report);
    }
    for case in &test.cases {
        call(&case.call, report);
    }
}

fn call(call: &CallLit, report: &mut Report) {
    if let CallArgs::Object(args) = &call.args {
        object(args, report);
    }
    if let Some(with) = &call.with {
        object(with, report);
    }
}

fn object(object: &Object, report: &mut Report) {
    let mut seen = HashMap::new();
    for (key, value) in &object.members {
        if let Some(first) = seen.insert(key.node.as_str(), key.span) {
            report.push(&DuplicateKey { at: key.span, first, key: key.node.clone() });
        }
        json(value, report);
    }
}

/// The depth is that of the parsed text, which is limited.
fn json(value: &Json, report: &mut Report) {
    match value {
        Json::Object(members) => object(members, report),
        Json::List(entries, _) => entries.iter().for_each(|entry| json(entry, report)),
        Json::Null(_) | Json::Bool(_) | Json::Number(_) | Json::Text(_) => {}
    }
}

fn policy_field(field: &PolicyField) -> (&'static str, Span) {
    match field {
        PolicyField::Description(field) => ("description", field.keyword),
        PolicyField::Language(field) => ("language", field.keyword),
        PolicyField::Default(field) => ("default", field.keyword),
        PolicyField::Root(field) => ("root", field.keyword),
        PolicyField::Closed(field) => ("closed", field.keyword),
        PolicyField::SelfProtection(field) => ("self", field.keyword),
    }
}

fn tool_operation(field: &ToolField) -> Option<(&'static str, Span)> {
    match field {
        ToolField::Operation(field) => Some(("operation", field.keyword)),
        ToolField::Arg(_) => None,
    }
}

fn hook_field(field: &HookField) -> (&'static str, Span) {
    match field {
        HookField::On(field) => ("on", field.keyword),
        HookField::Match(field) => ("match", field.keyword),
        HookField::Run(field) => ("run", field.keyword),
        HookField::Timeout(field) => ("timeout", field.keyword),
    }
}

fn rule_field(field: &RuleField) -> (&'static str, Span) {
    match field {
        RuleField::Match(field) => ("match", field.keyword),
        RuleField::Unless(field) => ("unless", field.keyword),
        RuleField::Risk(field) => ("risk", field.keyword),
        RuleField::Action(field) => ("action", field.keyword),
        RuleField::Remember(field) => ("remember", field.keyword),
        RuleField::Reason(field) => ("reason", field.keyword),
        RuleField::Suggest(field) => ("suggest", field.keyword),
        RuleField::Set(field) => ("set", field.keyword),
        RuleField::Mark(field) => ("mark", field.keyword),
        RuleField::Until(field) => ("until", field.keyword),
        RuleField::Hits(field) => ("hits", field.keyword),
        RuleField::Misses(field) => ("misses", field.keyword),
        RuleField::Tags(field) => ("tags", field.keyword),
    }
}
