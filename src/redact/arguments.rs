//! Arguments that policies name.

use serde_json::{Map, Value};

/// A step to an argument: the first is its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgStep {
    /// The member of this name.
    Key(String),
    /// The element at this place.
    Index(usize),
    /// Every element.
    Each,
}

/// Puts `[REDACTED:arg]` in the place of what the path leads to, if it leads anywhere.
pub(super) fn take_out(arguments: &mut Map<String, Value>, path: &[ArgStep]) {
    let Some((ArgStep::Key(name), rest)) = path.split_first() else { return };
    let Some(first) = arguments.get_mut(name) else { return };
    let mut open = vec![(first, rest)];
    while let Some((value, path)) = open.pop() {
        match (path.split_first(), value) {
            (None, value) => *value = Value::String("[REDACTED:arg]".into()),
            (Some((ArgStep::Key(name), rest)), Value::Object(map)) => {
                open.extend(map.get_mut(name).map(|value| (value, rest)));
            }
            (Some((ArgStep::Index(at), rest)), Value::Array(values)) => {
                open.extend(values.get_mut(*at).map(|value| (value, rest)));
            }
            (Some((ArgStep::Each, rest)), Value::Array(values)) => {
                open.extend(values.iter_mut().map(|value| (value, rest)));
            }
            // The value has another shape than the policy expects: all of it may be the secret.
            (Some(_), value @ (Value::String(_) | Value::Number(_))) => {
                *value = Value::String("[REDACTED:arg]".into());
            }
            (Some(_), _) => {}
        }
    }
}
