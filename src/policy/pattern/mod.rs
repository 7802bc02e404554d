//! Command patterns.

/// A compiled command pattern.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CommandPattern {
    /// As written.
    pub source: String,
}
