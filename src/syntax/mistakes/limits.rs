//! Limits that were exceeded.

use crate::model::{Kind, Mistake, Severity, Span};
use crate::syntax::limits;

/// A file over the limit.
pub struct FileTooLarge {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) bytes: usize,
}

impl Mistake for FileTooLarge {
    const KIND: &'static Kind = &Kind {
        code: "file-too-large",
        severity: Severity::Error,
        summary: "a policy file over 1 MiB",
        why: "A policy is read by people and before each call; a file of this size is a mistake or an attack.",
        instead: "Split it into several files; all files of a layer are read.",
        example: "# a file of more than 1 MiB",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("the file is too large: {} bytes, {} are allowed", self.bytes, limits::FILE_BYTES)
    }

    fn label(&self) -> String {
        "not read from here on".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("split it into several files of the same directory".to_owned())
    }
}

/// Brackets or `not`s nested too deep.
pub struct NestingTooDeep {
    pub(in crate::syntax) at: Span,
}

impl Mistake for NestingTooDeep {
    const KIND: &'static Kind = &Kind {
        code: "nesting-too-deep",
        severity: Severity::Error,
        summary: "more than 64 brackets or `not`s within one another",
        why: "Each level costs stack space in every part of the engine; no condition that a person can review needs it.",
        instead: "Name parts of the condition with `let`.",
        example: "rule r { match not not not not not not not not not not not not not not not not not not not not not \
                  not not not not not not not not not not not not not not not not not not not not not not not not not \
                  not not not not not not not not not not not not not not not not not not any action deny }",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("nested more than {} levels deep", limits::NESTING)
    }

    fn label(&self) -> String {
        "one level too many".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("name a part of the condition with `let NAME = …` and use the name".to_owned())
    }
}

/// A list with too many entries.
pub struct ListTooLong {
    pub(in crate::syntax) at: Span,
}

impl Mistake for ListTooLong {
    const KIND: &'static Kind = &Kind {
        code: "list-too-long",
        severity: Severity::Error,
        summary: "a list of more than 10,000 entries",
        why: "Lists are compiled to one matcher; a longer one belongs into a pattern or a directory.",
        instead: "Use a glob, a regex or `within`, or split the list over several `let`s.",
        example: "# a list of more than 10,000 entries",
        mended: "let hosts = [\"a.example\", \"b.example\"]",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("a list may have {} entries at most", limits::LIST)
    }

    fn label(&self) -> String {
        "one entry too many".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("use a glob, a regex or `within`, or split the list".to_owned())
    }
}

/// A text, regex or pattern over the limit.
pub struct LiteralTooLong {
    pub(in crate::syntax) at: Span,
}

impl Mistake for LiteralTooLong {
    const KIND: &'static Kind = &Kind {
        code: "literal-too-long",
        severity: Severity::Error,
        summary: "a text, regex or command pattern over 16 KiB",
        why: "It is compiled to a matcher whose size grows with it, and nobody can review it.",
        instead: "Use a list of shorter ones.",
        example: "# a text of more than 16 KiB",
        mended: "let names = [\"a\", \"b\"]",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("this is {} bytes long, {} are allowed", self.at.len(), limits::LITERAL_BYTES)
    }

    fn label(&self) -> String {
        "too long".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("write a list of shorter ones".to_owned())
    }
}

/// More errors than are told.
pub struct TooManyErrors {
    pub(in crate::syntax) at: Span,
}

impl TooManyErrors {
    /// At the first error that is not told; for the rooms that find errors after the parser.
    pub fn new(at: Span) -> Self {
        TooManyErrors { at }
    }
}

impl Mistake for TooManyErrors {
    const KIND: &'static Kind = &Kind {
        code: "too-many-errors",
        severity: Severity::Error,
        summary: "more than 100 errors in a file",
        why: "Only the first 100 are told; the file may not be a policy at all.",
        instead: "Mend the first errors and look again.",
        example: "# a file with more than 100 errors",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("more than {} errors; the rest is not told", limits::ERRORS)
    }

    fn label(&self) -> String {
        "not told from here on".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("mend the first ones and look again".to_owned())
    }
}
