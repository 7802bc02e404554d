//! Which fields an item has, and how often.

use super::{Detect, Part, Site, quote};
use crate::model::{Fix, Kind, Mistake, Severity, Span};
use crate::syntax::shape::{ItemKind, SHAPES, Shape};
use crate::syntax::suggest::nearest;

/// A word that is no field of its item.
pub struct UnknownField {
    at: Span,
    word: String,
    shape: &'static Shape,
}

impl UnknownField {
    fn nearest(&self) -> Option<&'static str> {
        let other = match self.word.to_ascii_lowercase().as_str() {
            "when" | "if" | "where" | "condition" | "matches" => Some("match"),
            "except" => Some("unless"),
            "because" | "message" | "description" | "why" => Some("reason"),
            "then" | "verdict" | "decision" | "effect" | "do" => Some("action"),
            "severity" | "level" => Some("risk"),
            "examples" | "tests" => Some("hits"),
            "param" | "argument" | "args" | "input" => Some("arg"),
            "command" | "exec" | "cmd" => Some("run"),
            "event" | "events" => Some("on"),
            "exclude" | "remove" | "skip" => Some("without"),
            _ => None,
        };
        other
            .filter(|other| self.shape.fields.contains(other))
            .or_else(|| nearest(&self.word, self.shape.fields.iter().copied()))
    }

    /// Another item that has this field.
    fn elsewhere(&self) -> Option<&'static str> {
        let shape = SHAPES.iter().find(|shape| shape.fields.contains(&self.word.as_str()))?;
        Some(shape.keyword)
    }
}

impl Mistake for UnknownField {
    const KIND: &'static Kind = &Kind {
        code: "unknown-field",
        severity: Severity::Error,
        summary: "a word that is no field of its item",
        why: "A misspelt `unless` that is passed over makes a rule hold for more than was meant.",
        instead: "Write one of the item's fields.",
        example: "rule r { mtach any action deny }",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` is no field of a `{}`", self.word, self.shape.keyword)
    }

    fn label(&self) -> String {
        "unknown field".to_owned()
    }

    fn help(&self) -> Option<String> {
        let fields: Vec<String> = self.shape.fields.iter().map(|field| format!("`{field}`")).collect();
        Some(match (self.nearest(), self.elsewhere()) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, Some(other)) => format!("it is a field of `{other}`; here stand {}", fields.join(", ")),
            (None, None) => format!("fields are {}", fields.join(", ")),
        })
    }

    fn fix(&self) -> Option<Fix> {
        let near = self.nearest()?;
        Some(Fix { title: format!("write `{near}`"), safe: false, edits: vec![(self.at, near.to_owned())] })
    }
}

impl Detect for UnknownField {
    fn find(site: &Site<'_>) -> Option<Self> {
        let shape = site.piece.shape;
        let word = site.word()?;
        if site.piece.part != Part::Field || shape.kind == ItemKind::Test {
            return None;
        }
        let begins = site.at == site.start;
        // A word after a complete field.
        let follows = site.expects(super::Rule::EOI) && !site.begins_condition() && !site.is_field_word();
        let operator = crate::syntax::shape::is_reserved(word);
        ((begins || follows) && !operator).then(|| UnknownField {
            at: site.here(),
            word: word.to_owned(),
            shape,
        })
    }
}

/// A field that stands twice.
pub struct DuplicateField {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) first: Span,
    pub(in crate::syntax) field: String,
}

impl Mistake for DuplicateField {
    const KIND: &'static Kind = &Kind {
        code: "duplicate-field",
        severity: Severity::Error,
        summary: "a field that stands twice in its block",
        why: "Which of the two counts would have to be guessed.",
        instead: "Keep one; join conditions with `and` or `or`, examples in one list.",
        example: "rule r { match operation is read match path within root action allow }",
        mended: "rule r { match operation is read and path within root action allow }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` stands twice", self.field)
    }

    fn label(&self) -> String {
        "a second time".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(match self.field.as_str() {
            "match" | "unless" => "join the conditions with `and` or `or`".to_owned(),
            "hits" | "misses" | "tags" | "on" => "write all entries in one list".to_owned(),
            _ => "keep one of them".to_owned(),
        })
    }

    fn related(&self) -> Vec<(Span, String)> {
        vec![(self.first, "the first time".to_owned())]
    }
}

/// A rule without `match`.
pub struct MissingMatch {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) id: String,
    pub(in crate::syntax) keyword: &'static str,
}

impl Mistake for MissingMatch {
    const KIND: &'static Kind = &Kind {
        code: "missing-match",
        severity: Severity::Error,
        summary: "a rule without `match`",
        why: "A rule without a condition could mean every call or none.",
        instead: "Write `match CONDITION`; `match any` for every call.",
        example: "rule r { action deny }",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`match` is missing in {} `{}`", self.keyword, self.id)
    }

    fn label(&self) -> String {
        "it does not say which calls it is about".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("write `match CONDITION`; `match any` for every call".to_owned())
    }
}

/// A rule with neither `action` nor `risk`.
pub struct MissingAction {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) id: String,
    pub(in crate::syntax) keyword: &'static str,
}

impl Mistake for MissingAction {
    const KIND: &'static Kind = &Kind {
        code: "missing-action",
        severity: Severity::Error,
        summary: "a rule with neither `action` nor `risk`",
        why: "It does not say what happens to the calls it holds for; either field gives the other.",
        instead: "Write `action allow`, `action confirm` or `action deny`, or a `risk`.",
        example: "rule r { match operation is read }",
        mended: "rule r { match operation is read action allow }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("{} `{}` has neither `action` nor `risk`", self.keyword, self.id)
    }

    fn label(&self) -> String {
        "it does not say what happens".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("write `action allow`, `action confirm` or `action deny`".to_owned())
    }
}

/// A hook without `on` or `run`.
pub struct MissingHookField {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) id: String,
    pub(in crate::syntax) field: &'static str,
}

impl Mistake for MissingHookField {
    const KIND: &'static Kind = &Kind {
        code: "missing-hook-field",
        severity: Severity::Error,
        summary: "a hook without `on` or `run`",
        why: "A hook runs something on an event; without either it does nothing.",
        instead: "Write `on EVENT` and `run [\"program\", \"argument\"]`.",
        example: "hook h { run [\"notify\"] }",
        mended: "hook h { on stop run [\"notify\"] }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` is missing in hook `{}`", self.field, self.id)
    }

    fn label(&self) -> String {
        if self.field == "on" { "it does not say when it runs" } else { "it does not say what it runs" }
            .to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(
            if self.field == "on" { "write `on EVENT`" } else { "write `run [\"program\", \"argument\"]`" }
                .to_owned(),
        )
    }
}

/// An `assert` without claims.
pub struct EmptyAssert {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) title: String,
}

impl Mistake for EmptyAssert {
    const KIND: &'static Kind = &Kind {
        code: "empty-assert",
        severity: Severity::Error,
        summary: "an `assert` that claims nothing",
        why: "It would be reported as proved.",
        instead: "Write `never allow when CONDITION`, `always deny when CONDITION` or `always allow when CONDITION`.",
        example: "assert \"secrets stay\" { }",
        mended: "assert \"secrets stay\" { never allow when path within \"~/.ssh\" }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("assert {} claims nothing", quote(&self.title))
    }

    fn label(&self) -> String {
        "no claim in its block".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("write `never allow when CONDITION` inside the block".to_owned())
    }
}

/// A key that stands twice in an object.
pub struct DuplicateKey {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) first: Span,
    pub(in crate::syntax) key: String,
}

impl Mistake for DuplicateKey {
    const KIND: &'static Kind = &Kind {
        code: "duplicate-key",
        severity: Severity::Error,
        summary: "a key that stands twice in an object",
        why: "Readers of JSON differ in which of the two they keep.",
        instead: "Keep one.",
        example: "test \"t\" { Bash { command: \"ls\", command: \"rm x\" } => deny }",
        mended: "test \"t\" { Bash { command: \"rm x\" } => deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("the key `{}` stands twice", self.key)
    }

    fn label(&self) -> String {
        "a second time".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("keep one of them".to_owned())
    }

    fn related(&self) -> Vec<(Span, String)> {
        vec![(self.first, "the first time".to_owned())]
    }
}
