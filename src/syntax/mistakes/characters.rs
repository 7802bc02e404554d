//! Characters that can't be seen, or that change how the rest is shown.

use crate::model::{Fix, Kind, Mistake, Severity, Span};

/// A bidi control.
pub struct BidiControl {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) character: char,
}

impl Mistake for BidiControl {
    const KIND: &'static Kind = &Kind {
        code: "bidi-control",
        severity: Severity::Error,
        summary: "a character that changes the direction of text",
        why: "Such a character makes a line look different from what it says: a reviewer sees one rule, the engine \
              reads another. It is refused in comments too.",
        instead: "Delete it, or write it as `\\u{…}` in a text.",
        example: "rule r { match path within \"a\u{202E}b\" action deny }",
        mended: "rule r { match path within \"a\\u{202E}b\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("character {} changes the direction in which text is shown", code_point(self.character))
    }

    fn label(&self) -> String {
        "not seen, but here".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("delete it; in a text write `{}`", self.character.escape_unicode()))
    }
}

/// A zero-width character, a no-break space, or another that only looks like a space or like nothing.
pub struct InvisibleCharacter {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) character: char,
    pub(in crate::syntax) in_literal: bool,
}

impl Mistake for InvisibleCharacter {
    const KIND: &'static Kind = &Kind {
        code: "invisible-character",
        severity: Severity::Error,
        summary: "a character that can't be seen, or that looks like a space and is none",
        why: "Two texts that look the same would not be the same: a deny rule with a hidden character in its path \
              never matches.",
        instead: "Delete it or write a plain space; in a text write `\\u{…}`.",
        example: "rule r\u{00A0}{ match any action deny }",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        let looks = if self.looks_like_space() { "looks like a space and is none" } else { "can't be seen" };
        format!("character {} {looks}", code_point(self.character))
    }

    fn label(&self) -> String {
        if self.looks_like_space() { "not a plain space".to_owned() } else { "not seen, but here".to_owned() }
    }

    fn help(&self) -> Option<String> {
        Some(if self.in_literal {
            format!("delete it; if it is meant, write `{}`", self.character.escape_unicode())
        } else if self.looks_like_space() {
            "write a plain space".to_owned()
        } else {
            "delete it".to_owned()
        })
    }

    fn fix(&self) -> Option<Fix> {
        let with = if self.looks_like_space() && !self.in_literal { " " } else { "" };
        (!self.in_literal).then(|| Fix {
            title: format!("replace {}", code_point(self.character)),
            safe: false,
            edits: vec![(self.at, with.to_owned())],
        })
    }
}

impl InvisibleCharacter {
    fn looks_like_space(&self) -> bool {
        self.character.is_whitespace() || self.character == '\u{2800}'
    }
}

/// A control character, NUL among them.
pub struct ControlCharacter {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) character: char,
}

impl Mistake for ControlCharacter {
    const KIND: &'static Kind = &Kind {
        code: "control-character",
        severity: Severity::Error,
        summary: "a control character other than tab and line end",
        why: "Terminals obey control characters instead of showing them, and a file that holds them is often no text \
              at all.",
        instead: "Delete it, or write it as `\\u{…}` in a text.",
        example: "rule r { match path within \"a\u{7}b\" action deny }",
        mended: "rule r { match path within \"a\\u{7}b\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("control character {} in a policy", code_point(self.character))
    }

    fn label(&self) -> String {
        "not text".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("delete it; in a text write `{}`", self.character.escape_unicode()))
    }
}

fn code_point(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}
