//! Calls in tests, `hits` and `misses`: the keys of `with`, and which argument a lone text is.

use serde_json::Value;

use crate::model::Span;
use crate::policy::mistakes::{BadCallValue, TextCall, UnknownCallKey, UnknownContext, UnknownTool};
use crate::policy::resolve::declarations::Vocabulary;
use crate::policy::sink::Sink;
use crate::policy::typed::ArgType;
use crate::syntax::ast::{CallArgs, CallLit, Json, Object};

/// What a key of a call takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::policy) enum KeyType {
    Text,
    Bool,
    Texts,
    TextMap,
    Context,
    FileSystem,
}

/// The keys that `with` can set.
pub(in crate::policy) const CALL_KEYS: &[(&str, KeyType)] = &[
    ("cwd", KeyType::Text),
    ("root", KeyType::Text),
    ("home", KeyType::Text),
    ("agent", KeyType::Text),
    ("mode", KeyType::Text),
    ("session", KeyType::Text),
    ("server", KeyType::Text),
    ("operations", KeyType::Texts),
    ("env", KeyType::TextMap),
    ("context", KeyType::Context),
    ("marks", KeyType::Texts),
    ("fs", KeyType::FileSystem),
    ("fs_case_insensitive", KeyType::Bool),
];

/// The value of a JSON literal. Of a key that stands twice (which is reported) the last counts.
pub fn json(literal: &Json) -> Value {
    match literal {
        Json::Null(_) => Value::Null,
        Json::Bool(value) => Value::Bool(value.node),
        Json::Number(number) => number_value(number.node),
        Json::Text(text) => Value::String(text.node.clone()),
        Json::List(values, _) => Value::Array(values.iter().map(json).collect()),
        Json::Object(object) => {
            Value::Object(object.members.iter().map(|(key, value)| (key.node.clone(), json(value))).collect())
        }
    }
}

/// A whole number as JSON writers write it.
fn number_value(number: f64) -> Value {
    // Up to 2^53 every whole number is exact.
    if number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0 {
        #[expect(clippy::cast_possible_truncation, reason = "whole, and in the range")]
        return Value::from(number as i64);
    }
    serde_json::Number::from_f64(number).map_or(Value::Null, Value::Number)
}

/// What a JSON value is, for people.
pub(super) fn json_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "`null`",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "such a list",
        Value::Object(_) => "an object",
    }
}

/// The place of a JSON literal.
pub(super) fn json_span(literal: &Json) -> Span {
    match literal {
        Json::Null(span) | Json::List(_, span) => *span,
        Json::Bool(value) => value.span,
        Json::Number(number) => number.span,
        Json::Text(text) => text.span,
        Json::Object(object) => object.span,
    }
}

/// Checks a call: its text, if it has one, and the keys of its own `with`.
pub(super) fn call(literal: &CallLit, with: Option<&Object>, vocabulary: &Vocabulary, sink: &mut Sink) {
    if let Some(own) = &literal.with {
        keys(own, vocabulary, sink);
    }
    if let CallArgs::Text(_) = &literal.args {
        let server = literal.with.as_ref().and_then(server_of).or_else(|| with.and_then(server_of));
        text_call(literal, server, vocabulary, sink);
    }
}

fn server_of(object: &Object) -> Option<&str> {
    object.members.iter().find_map(|(key, value)| match value {
        Json::Text(text) if key.node == "server" => Some(text.node.as_str()),
        _ => None,
    })
}

/// `Tool "text"`: the text is the tool's only shell, path or url argument.
fn text_call(literal: &CallLit, server: Option<&str>, vocabulary: &Vocabulary, sink: &mut Sink) {
    let (name, at) = (literal.tool.node.as_str(), literal.tool.span);
    let mut args: Vec<(&str, Span)> = Vec::new();
    let mut tools = Vec::new();
    for tool in vocabulary.of_tool(name) {
        if tool.server.as_deref().is_some_and(|wanted| server.is_some_and(|given| given != wanted)) {
            continue;
        }
        tools.push(tool.span);
        for arg in &tool.args {
            let fits = match arg.ty {
                ArgType::Shell(_) | ArgType::Path | ArgType::Tree | ArgType::Url => true,
                ArgType::Argv | ArgType::Glob | ArgType::Patch | ArgType::Text | ArgType::Json => false,
            };
            if fits && !args.iter().any(|(known, _)| *known == &*arg.name) {
                args.push((&arg.name, arg.span));
            }
        }
    }
    if vocabulary.tools_incomplete || args.len() == 1 {
        return;
    }
    if tools.is_empty() {
        let nearest = sink.nearest.find(name, vocabulary.tool_names());
        sink.add(&UnknownTool { at, name: name.to_owned(), nearest });
        return;
    }
    let declared = if args.is_empty() { tools } else { args.iter().map(|(_, at)| *at).collect() };
    let args = args.into_iter().map(|(name, _)| name.to_owned()).collect();
    sink.add(&TextCall { at, tool: name.to_owned(), args, declared });
}

/// Checks the keys and values of a `with`.
pub(super) fn keys(object: &Object, vocabulary: &Vocabulary, sink: &mut Sink) {
    for (key, value) in &object.members {
        let Some((_, ty)) = CALL_KEYS.iter().find(|(known, _)| *known == key.node) else {
            let nearest = sink.nearest.find(&key.node, CALL_KEYS.iter().map(|(known, _)| *known));
            sink.add(&UnknownCallKey { at: key.span, key: key.node.clone(), nearest });
            continue;
        };
        match (ty, value) {
            (KeyType::Text, Json::Text(_)) | (KeyType::Bool, Json::Bool(_)) => {}
            (KeyType::Text, _) => bad(sink, json_span(value), key.node.clone(), "a text"),
            (KeyType::Bool, _) => bad(sink, json_span(value), key.node.clone(), "`true` or `false`"),
            (KeyType::Texts, Json::List(values, _)) => {
                for value in values.iter().filter(|value| !matches!(value, Json::Text(_))) {
                    bad(sink, json_span(value), key.node.clone(), "a list of texts");
                }
            }
            (KeyType::Texts, _) => bad(sink, json_span(value), key.node.clone(), "a list of texts"),
            (KeyType::TextMap, Json::Object(object)) => {
                for (name, value) in
                    object.members.iter().filter(|(_, value)| !matches!(value, Json::Text(_)))
                {
                    bad(sink, json_span(value), format!("env.{}", name.node), "a text");
                }
            }
            (KeyType::TextMap, _) => {
                bad(sink, json_span(value), key.node.clone(), "an object: `{ NAME: \"value\" }`");
            }
            (KeyType::Context, Json::Object(object)) => facts(object, vocabulary, sink),
            (KeyType::Context, _) => {
                bad(sink, json_span(value), key.node.clone(), "an object: `{ branch: \"main\" }`");
            }
            (KeyType::FileSystem, Json::Object(object)) => {
                for (path, entry) in object.members.iter().filter(|(_, entry)| !is_entry(entry)) {
                    let expected = "`\"file\"`, `\"dir\"` or `{ link: \"target\" }`";
                    bad(sink, json_span(entry), format!("fs.{}", path.node), expected);
                }
            }
            (KeyType::FileSystem, _) => {
                bad(sink, json_span(value), key.node.clone(), "an object: `{ \"/path\": \"file\" }`");
            }
        }
    }
}

/// A fact that nobody declares is a slip in a test; one of another type may be what the test is about.
fn facts(object: &Object, vocabulary: &Vocabulary, sink: &mut Sink) {
    for (name, _) in &object.members {
        if vocabulary.facts_incomplete || vocabulary.contexts.contains_key(name.node.as_str()) {
            continue;
        }
        let nearest = sink.nearest.find(&name.node, vocabulary.contexts.keys().map(|known| &**known));
        sink.add(&UnknownContext { at: name.span, name: name.node.clone(), nearest, subject: false });
    }
}

fn bad(sink: &mut Sink, at: Span, key: String, expected: &'static str) {
    sink.add(&BadCallValue { at, key, expected });
}

fn is_entry(entry: &Json) -> bool {
    match entry {
        Json::Text(text) => matches!(text.node.as_str(), "file" | "dir"),
        Json::Object(object) => match object.members.as_slice() {
            [(key, Json::Text(_))] => key.node == "link",
            _ => false,
        },
        Json::Null(_) | Json::Bool(_) | Json::Number(_) | Json::List(..) => false,
    }
}
