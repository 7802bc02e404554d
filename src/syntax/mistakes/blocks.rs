//! Braces of items.

use crate::model::{Fix, Kind, Mistake, Severity, Span};

/// A block without its closing brace.
pub struct UnclosedBlock {
    pub(in crate::syntax) open: Span,
    pub(in crate::syntax) last: Span,
    pub(in crate::syntax) next: Option<(Span, String)>,
    pub(in crate::syntax) item: String,
}

impl Mistake for UnclosedBlock {
    const KIND: &'static Kind = &Kind {
        code: "unclosed-block",
        severity: Severity::Error,
        summary: "a block without its closing `}`",
        why: "An item that begins inside a block shows that the block was meant to end before it.",
        instead: "Write `}` where the block ends.",
        example: "rule a {\n  match operation is read\n  action allow\n\nrule b { match any action deny }",
        mended: "rule a {\n  match operation is read\n  action allow\n}\n\nrule b { match any action deny }",
    };

    fn span(&self) -> Span {
        match &self.next {
            Some((span, _)) => *span,
            None => self.open,
        }
    }

    fn message(&self) -> String {
        format!("`}}` is missing at the end of `{}`", self.item)
    }

    fn label(&self) -> String {
        match &self.next {
            Some((_, word)) if word == "}" => "this closes something else".to_owned(),
            Some((_, word)) => format!("`{word}` begins an item, inside the block"),
            None => "opened here, never closed".to_owned(),
        }
    }

    fn help(&self) -> Option<String> {
        Some(match self.next {
            Some(_) => "write `}` before it".to_owned(),
            None => "write `}` at the end of the block".to_owned(),
        })
    }

    fn related(&self) -> Vec<(Span, String)> {
        match self.next {
            Some(_) => vec![(self.open, "the block begins here".to_owned())],
            None => Vec::new(),
        }
    }

    fn fix(&self) -> Option<Fix> {
        Some(Fix {
            title: "close the block".to_owned(),
            safe: false,
            edits: vec![(self.last.after(), "\n}".to_owned())],
        })
    }
}

/// An item whose block is missing.
pub struct MissingBlock {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) item: Span,
    pub(in crate::syntax) keyword: &'static str,
}

impl Mistake for MissingBlock {
    const KIND: &'static Kind = &Kind {
        code: "missing-block",
        severity: Severity::Error,
        summary: "an item that needs a block and has none",
        why: "A header, a tool, an assert, a hook and a test say what they say in a block.",
        instead: "Write `{ … }` after its name.",
        example: "tool read_file\nrule r { match any action deny }",
        mended: "tool read_file { operation read }\nrule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("expected `{{` after the name of this `{}`", self.keyword)
    }

    fn label(&self) -> String {
        "its block is missing".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("write `{ … }` here".to_owned())
    }

    fn related(&self) -> Vec<(Span, String)> {
        vec![(self.item, "after this".to_owned())]
    }
}

impl super::Detect for MissingBlock {
    fn find(site: &super::Site<'_>) -> Option<Self> {
        let done = site.expects(super::Rule::EOI) && !site.at_end();
        (site.piece.part == super::Part::Head && done).then(|| MissingBlock {
            at: site.here(),
            item: site.last(),
            keyword: site.piece.shape.keyword,
        })
    }
}

/// A closing bracket that closes nothing.
pub struct StrayBracket {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) bracket: String,
}

impl Mistake for StrayBracket {
    const KIND: &'static Kind = &Kind {
        code: "stray-bracket",
        severity: Severity::Error,
        summary: "a closing bracket that closes nothing",
        why: "A bracket too many often means that an earlier one closed something else than was meant.",
        instead: "Delete it, or look for the bracket that should have opened it.",
        example: "rule r { match any action deny } }",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` closes nothing", self.bracket)
    }

    fn label(&self) -> String {
        "one too many".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("delete it, or open what it should close".to_owned())
    }

    fn fix(&self) -> Option<Fix> {
        Some(Fix {
            title: format!("delete `{}`", self.bracket),
            safe: false,
            edits: vec![(self.at, String::new())],
        })
    }
}

impl super::Detect for StrayBracket {
    fn find(site: &super::Site<'_>) -> Option<Self> {
        let bracket = site.str();
        let closing = matches!(bracket, ")" | "]" | "}");
        (closing && site.open_bracket().is_none())
            .then(|| StrayBracket { at: site.here(), bracket: bracket.to_owned() })
    }
}
