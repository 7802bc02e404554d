//! Taking secrets out of what is shown and recorded.

use serde_json::Value;

use crate::gate::Gate;
use crate::model::{Call, EffectDecision};

impl Gate {
    /// A text without secrets: what a tool gave, before the model sees it.
    pub fn redact(&self, text: &str) -> String {
        self.redact.as_ref().map_or_else(|| text.to_owned(), |redact| redact.text(text))
    }

    pub(super) fn redacted_call(&self, call: &Call) -> Call {
        let mut call = call.clone();
        if self.redact.is_some() {
            for (_, value) in &mut call.args {
                self.redact_value(value, 0);
            }
            for value in call.env.values_mut() {
                *value = self.redact(value);
            }
        }
        call
    }

    fn redact_value(&self, value: &mut Value, depth: usize) {
        // Deeper than JSON is read.
        const MAX_DEPTH: usize = 256;
        match value {
            _ if depth > MAX_DEPTH => *value = Value::Null,
            Value::String(text) => *text = self.redact(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.redact_value(item, depth + 1)),
            Value::Object(members) => {
                members.values_mut().for_each(|member| self.redact_value(member, depth + 1))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    pub(super) fn redacted_effect(&self, effect: &EffectDecision) -> EffectDecision {
        let text = |text: &String| self.redact(text);
        EffectDecision {
            command: effect.command.as_ref().map(|words| words.iter().map(text).collect()),
            path: effect.path.as_ref().map(text),
            host: effect.host.as_ref().map(text),
            ..effect.clone()
        }
    }
}
