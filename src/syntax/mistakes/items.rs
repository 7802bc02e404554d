//! What begins no item.

use super::quote;
use crate::model::{Fix, Kind, Mistake, Severity, Span};
use crate::syntax::shape::SHAPES;
use crate::syntax::suggest::nearest;

/// A word that begins no item.
pub struct UnknownItem {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) word: String,
}

impl UnknownItem {
    fn nearest(&self) -> Option<&'static str> {
        nearest(&self.word, SHAPES.iter().map(|shape| shape.keyword))
    }
}

impl Mistake for UnknownItem {
    const KIND: &'static Kind = &Kind {
        code: "unknown-item",
        severity: Severity::Error,
        summary: "a word that begins no item",
        why: "What is not understood is never passed over: the rule that denied may be in it.",
        instead: "Write one of `policy`, `use`, `let`, `tool`, `operation`, `context`, `rule`, `otherwise`, `assert`, \
                  `redact`, `hook`, `test`.",
        example: "rul r { match any action deny }",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` begins no item", self.word)
    }

    fn label(&self) -> String {
        "unknown item".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(match self.nearest() {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let words: Vec<String> = SHAPES.iter().map(|shape| format!("`{}`", shape.keyword)).collect();
                format!("items are {}", words.join(", "))
            }
        })
    }

    fn fix(&self) -> Option<Fix> {
        let near = self.nearest()?;
        Some(Fix { title: format!("write `{near}`"), safe: false, edits: vec![(self.at, near.to_owned())] })
    }
}

/// `deny …`, `allow …`: rules as other tools write them.
pub struct ForeignItem {
    at: Span,
    word: String,
    action: &'static str,
}

impl ForeignItem {
    /// Whether this word begins a rule in other tools.
    pub(in crate::syntax) fn is(word: &str) -> bool {
        action_of(word).is_some()
    }

    /// The mistake, if this word begins a rule in other tools.
    pub(in crate::syntax) fn of(at: Span, word: &str) -> Option<Self> {
        action_of(word).map(|action| ForeignItem { at, word: word.to_owned(), action })
    }
}

fn action_of(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        "allow" | "permit" | "accept" | "grant" | "approve" => "allow",
        "deny" | "forbid" | "block" | "reject" | "refuse" | "disallow" | "never" => "deny",
        "ask" | "confirm" | "prompt" | "warn" => "confirm",
        _ => return None,
    })
}

impl Mistake for ForeignItem {
    const KIND: &'static Kind = &Kind {
        code: "foreign-item",
        severity: Severity::Error,
        summary: "a rule that begins with its action, as other tools write it",
        why: "Rules have ids, which tests, logs and remembered answers refer to; the action comes last.",
        instead: "Write `rule ID CONDITION => action`.",
        example: "deny command runs `git push --force ...`",
        mended: "rule force-push  command runs `git push --force ...` => deny",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("a rule does not begin with `{}`", self.word)
    }

    fn label(&self) -> String {
        "the action comes last, after `=>`".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `rule ID CONDITION => {}`", self.action))
    }
}

/// A file in another language.
pub struct ForeignFile {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) format: &'static str,
}

impl Mistake for ForeignFile {
    const KIND: &'static Kind = &Kind {
        code: "foreign-file",
        severity: Severity::Error,
        summary: "a file in JSON, YAML, TOML, XML or Rego",
        why: "Only toolgate's own language is read; other tools' permission files are imported.",
        instead: "Convert the file with `toolgate import`, or move it out of the policy directory.",
        example: "{ \"permissions\": { \"deny\": [\"Bash(rm *)\"] } }",
        mended: "rule no-rm  command runs `rm ...` => deny",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("this looks like {}, not like a policy", self.format)
    }

    fn label(&self) -> String {
        "nothing is read from here on".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("`toolgate import` turns other tools' permission files into policies".to_owned())
    }
}

/// Text between items that is no word.
pub struct StrayText {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) text: String,
}

impl Mistake for StrayText {
    const KIND: &'static Kind = &Kind {
        code: "stray-text",
        severity: Severity::Error,
        summary: "something between items that begins none",
        why: "What is not understood is never passed over.",
        instead: "Begin an item with its keyword; begin a comment with `#`.",
        example: "\"deny everything\"\nrule r { match any action deny }",
        mended: "# deny everything\nrule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("expected an item, found {}", quote(&self.text))
    }

    fn label(&self) -> String {
        "begins no item".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("items begin with a word such as `rule`; comments begin with `#`".to_owned())
    }
}

/// A field that stands outside of any block.
pub struct FieldOutside {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) field: String,
    pub(in crate::syntax) form: &'static str,
}

impl Mistake for FieldOutside {
    const KIND: &'static Kind = &Kind {
        code: "field-outside",
        severity: Severity::Error,
        summary: "a field outside of any block",
        why: "A `}` too early, or a missing head, leaves the fields of a rule without their rule.",
        instead: "Put it inside the block of its item.",
        example: "rule r { match any action deny }\nreason \"never\"",
        mended: "rule r { match any action deny reason \"never\" }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` stands outside of any block", self.field)
    }

    fn label(&self) -> String {
        "a field without its item".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("it belongs inside `{}`; is a `}}` before it too early?", self.form))
    }
}
