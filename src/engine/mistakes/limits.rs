//! Sets that are too large to compile.

use crate::model::{Kind, Mistake, Severity, Span};

/// `beyond-limit`
pub(super) static BEYOND_LIMIT: Kind = Kind {
    code: "beyond-limit",
    severity: Severity::Error,
    summary: "all policies together have more than the decision table holds",
    why: "what does not fit would not be asked, and it may be the rule that denies",
    instead: "fewer rules, or fewer layers",
    example: "",
    mended: "",
};

/// A set that does not fit the decision table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeyondLimit {
    limit: String,
    at: Span,
}

impl BeyondLimit {
    /// What there is too much of; `at` is a place in the last file.
    pub fn new(limit: String, at: Span) -> Self {
        BeyondLimit { limit, at: Span { end: at.start, ..at } }
    }
}

impl Mistake for BeyondLimit {
    const KIND: &'static Kind = &BEYOND_LIMIT;

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("the policies do not fit the decision table: {}", self.limit)
    }

    fn label(&self) -> String {
        "the last file that was read".into()
    }

    fn help(&self) -> Option<String> {
        Some("take rules out, or load fewer layers".into())
    }
}
