//! What a tool's declarations say of an argument that a call lacks.

use serde_json::Value;

/// Whether any declaration of the call's tool asks for an argument.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Declared<'a> {
    /// None: a missing argument is not there.
    No,
    /// Without a default: a missing argument is unknown.
    Required,
    /// With this default.
    Default(&'a Value),
}
