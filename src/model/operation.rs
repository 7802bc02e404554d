//! Operations: the dotted names of what an effect does.

use std::borrow::Borrow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A dotted name such as `write.delete` or `payment.refund`. A longer name is a kind of each of its beginnings.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Operation(Arc<str>);

/// The operations that the engine itself gives to effects (language, section 4).
pub const BUILT_IN: &[&str] = &[
    "exec",
    "exec.plain",
    "exec.script",
    "exec.code",
    "exec.code.fetched",
    "exec.code.recursive",
    "read",
    "write",
    "write.delete",
    "network",
    "network.send",
    "call",
];

impl Operation {
    /// The operation of this name.
    pub fn new(name: &str) -> Operation {
        Operation(Arc::from(name))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is `general` or a kind of it.
    ///
    /// ```
    /// # use toolgate::model::Operation;
    /// assert!(Operation::new("write.delete").is("write"));
    /// assert!(!Operation::new("writer").is("write"));
    /// assert!(!Operation::new("write").is("write.delete"));
    /// ```
    pub fn is(&self, general: &str) -> bool {
        self.0.strip_prefix(general).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

impl Borrow<str> for Operation {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.0)
    }
}
