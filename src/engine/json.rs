//! JSON that other programs send: duplicate keys refused, depth limited.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::model::Call;

/// The most bytes that one call may have: 16 MiB.
pub const MAX_CALL_BYTES: usize = 16 << 20;

/// Reads one JSON value. Objects that name a member twice are refused, since readers differ in which one counts, and
/// so is nesting deeper than 128.
///
/// ```
/// # use toolgate::engine::json;
/// assert!(json::parse(br#"{"tool":"a"}"#).is_ok());
/// assert!(json::parse(br#"{"tool":"a","tool":"b"}"#).is_err());
/// ```
pub fn parse(bytes: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice::<Strict>(bytes).map(|strict| strict.0)
}

/// A JSON value in which no object names a member twice.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Strict)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number that is not finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(value)) = elements.next_element()? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(de::Error::custom(format_args!("the member `{key}` is there twice")));
            }
            let Strict(value) = members.next_value()?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

/// Why some bytes are no call.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct NotACall {
    /// The `id` that it carries, if that much could be read; else null.
    pub id: Value,
    /// What is wrong.
    pub reason: String,
}

/// Reads one call.
///
/// ```
/// # use toolgate::engine::json;
/// assert_eq!(json::call(br#"{"tool":"Bash","args":{"command":"ls"}}"#)?.tool, "Bash");
/// assert_eq!(json::call(br#"{"id":7,"args":{}}"#).unwrap_err().id, 7);
/// # Ok::<(), json::NotACall>(())
/// ```
pub fn call(bytes: &[u8]) -> Result<Call, NotACall> {
    if bytes.len() > MAX_CALL_BYTES {
        return Err(NotACall {
            id: Value::Null,
            reason: format!("it is longer than {MAX_CALL_BYTES} bytes"),
        });
    }
    let value =
        parse(bytes).map_err(|e| NotACall { id: Value::Null, reason: format!("it is not JSON: {e}") })?;
    let Value::Object(members) = &value else {
        return Err(NotACall { id: Value::Null, reason: "it is not a JSON object".into() });
    };
    let id = members.get("id").cloned().unwrap_or(Value::Null);
    match members.get("tool") {
        None => return Err(NotACall { id, reason: "it has no `tool`".into() }),
        Some(Value::String(_)) => {}
        Some(_) => return Err(NotACall { id, reason: "its `tool` is not a text".into() }),
    }
    if members.get("args").is_some_and(|args| !args.is_object()) {
        return Err(NotACall { id, reason: "its `args` is not an object".into() });
    }
    serde_json::from_value(value)
        .map_err(|e| NotACall { id, reason: format!("a member has the wrong type: {e}") })
}
