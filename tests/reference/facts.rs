//! What a call says of itself, what its tool is declared to be, and what a world says of that which was not sent.

use std::collections::BTreeMap;

use serde_json::Value;
use toolgate::model::Call;
use toolgate::syntax::ast::ToolName;

use super::policy::{Set, Step};
use super::texts;

/// A value that a predicate looks at.
#[derive(Clone, PartialEq, Debug)]
pub enum Val {
    /// This.
    Is(Value),
    /// One of these; which, is not known.
    OneOf(Vec<Value>),
    /// Called so, by a path: what it is, is not known.
    Called(Value),
    /// Not known.
    Unknown,
    /// This effect has no such thing, or nothing asks for it.
    NotThere,
    /// An element of an empty or missing list.
    Empty,
}

/// The call, and what a world adds to it.
#[derive(Clone, Debug)]
pub struct Facts {
    pub call: Call,
    /// The arguments that the tool is declared to have, with their defaults.
    pub declared: BTreeMap<String, Option<Value>>,
    /// What was not sent, as this world has it. `root` and `home` are paths here.
    pub filled: Filled,
}

/// What a world says of things that the call does not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Filled {
    pub facts: BTreeMap<&'static str, String>,
    pub context: BTreeMap<String, Value>,
    pub args: BTreeMap<String, Value>,
}

impl Facts {
    pub fn new(call: &Call, set: &Set) -> Facts {
        let mut declared: BTreeMap<String, Option<Value>> = BTreeMap::new();
        for tool in &set.tools {
            let named = tool.names.iter().any(|name| match name {
                ToolName::Literal { name, .. } => name.node == call.tool,
                ToolName::Regex(regex) => {
                    let mut whole = regex.clone();
                    whole.source = format!("^(?:{})$", regex.source);
                    texts::matches(&call.tool, &whole)
                }
            });
            if named && (tool.server.is_none() || tool.server == call.server) {
                for arg in &tool.args {
                    // Where one gives a default and another gives none, or another one, it may mean either.
                    declared
                        .entry(arg.name.clone())
                        .and_modify(|known| {
                            if *known != arg.default {
                                *known = None;
                            }
                        })
                        .or_insert_with(|| arg.default.clone());
                }
            }
        }
        Facts { call: call.clone(), declared, filled: Filled::default() }
    }

    /// A fact that only the host knows.
    pub fn host_fact(&self, name: &'static str) -> Val {
        let sent = match name {
            "mode" => &self.call.mode,
            "session" => &self.call.session,
            "agent" => &self.call.agent,
            _ => panic!("no fact: {name}"),
        };
        match sent.as_ref().or_else(|| self.filled.facts.get(name)) {
            Some(text) => Val::Is(text.as_str().into()),
            None => Val::Unknown,
        }
    }

    pub fn context(&self, name: &str) -> Val {
        match self.sent_context(name).or_else(|| self.filled.context.get(name)) {
            Some(value) => Val::Is(value.clone()),
            None => Val::Unknown,
        }
    }

    /// A fact that was sent; `null` says that it was not.
    pub fn sent_context(&self, name: &str) -> Option<&Value> {
        self.call.context.get(name).filter(|value| !value.is_null())
    }

    /// An argument that was sent; `null` says that it was not.
    pub fn sent_arg(&self, name: &str) -> Option<&Value> {
        self.call.args.get(name).filter(|value| !value.is_null())
    }

    /// Where the project is.
    pub fn root(&self) -> Option<&str> {
        let sent = self.call.root.as_ref().or(self.call.cwd.as_ref());
        sent.or_else(|| self.filled.facts.get("root")).map(String::as_str)
    }

    pub fn home(&self) -> Option<&str> {
        self.call.home.as_ref().or_else(|| self.filled.facts.get("home")).map(String::as_str)
    }

    /// An argument as the call has it, its default, or as this world has it.
    pub fn arg(&self, name: &str) -> Val {
        if let Some(value) = self.sent_arg(name) {
            return Val::Is(value.clone());
        }
        match self.declared.get(name) {
            None | Some(Some(Value::Null)) => Val::NotThere,
            Some(Some(default)) => Val::Is(default.clone()),
            Some(None) => self.filled.args.get(name).cloned().map_or(Val::Unknown, Val::Is),
        }
    }

    /// Whether the call has the argument, by itself or by its default.
    pub fn has_arg(&self, name: &str) -> bool {
        let default = self.declared.get(name).and_then(Option::as_ref);
        self.sent_arg(name).is_some() || default.is_some_and(|value| !value.is_null())
    }
}

/// One step into a value.
pub fn step(value: Val, step: &Step) -> Val {
    let value = match value {
        Val::Is(value) => value,
        other => return other,
    };
    match (step, value) {
        (Step::Name(name), Value::Object(members)) => there(members.get(name)),
        (Step::Index(index), Value::Array(elements)) => there(elements.get(*index as usize)),
        (Step::Star, _) => panic!("elements are chosen before"),
        // Another type than the predicate needs.
        (Step::Name(_) | Step::Index(_), _) => Val::Unknown,
    }
}

/// A member or element; `null` says that there is none.
fn there(value: Option<&Value>) -> Val {
    value.filter(|value| !value.is_null()).cloned().map_or(Val::NotThere, Val::Is)
}

/// The elements of a list.
pub fn elements(list: Val) -> Vec<Val> {
    match list {
        Val::Is(Value::Array(all)) if all.is_empty() => vec![Val::Empty],
        Val::Is(Value::Array(all)) => all.into_iter().map(Val::Is).collect(),
        Val::Is(_) => vec![Val::Unknown],
        Val::NotThere => vec![Val::Empty],
        other => vec![other],
    }
}
