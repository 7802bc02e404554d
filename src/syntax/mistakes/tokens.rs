//! Literals, names and signs that are wrong in themselves.

use crate::model::{Fix, Kind, Mistake, Severity, Span};

/// A text without its closing quote.
pub struct UnclosedText {
    at: Span,
    brace: bool,
}

impl UnclosedText {
    /// The rest of the line, from the opening quote.
    pub(in crate::syntax) fn new(at: Span, line: &str) -> Self {
        UnclosedText { at, brace: line.contains('}') }
    }
}

impl Mistake for UnclosedText {
    const KIND: &'static Kind = &Kind {
        code: "unclosed-text",
        severity: Severity::Error,
        summary: "a text without its closing `\"`",
        why: "Texts end on the line they begin on, so that a forgotten quote costs one line and not the file.",
        instead: "Write the closing quote; a line break inside a text is `\\n`.",
        example: "rule r {\n  match any\n  action deny\n  reason \"not today\n}",
        mended: "rule r {\n  match any\n  action deny\n  reason \"not today\"\n}",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        "the text has no closing `\"`".to_owned()
    }

    fn label(&self) -> String {
        "opened here, not closed on this line".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(if self.brace {
            "write `\"` where the text ends; a `\"` inside of it is written `\\\"`".to_owned()
        } else {
            "write `\"` at the end of the line".to_owned()
        })
    }
}

/// A regex without its closing slash.
pub struct UnclosedRegex {
    at: Span,
    path: bool,
}

impl UnclosedRegex {
    /// The rest of the line, from the opening slash.
    pub(in crate::syntax) fn new(at: Span, line: &str) -> Self {
        UnclosedRegex { at, path: line.as_bytes().get(1).is_some_and(u8::is_ascii_lowercase) }
    }
}

impl Mistake for UnclosedRegex {
    const KIND: &'static Kind = &Kind {
        code: "unclosed-regex",
        severity: Severity::Error,
        summary: "a regex without its closing `/`",
        why: "Regexes end on the line they begin on; a path that begins with `/` and has no quotes is read as one.",
        instead: "Write the closing slash (`\\/` is a slash inside of it); write a path in quotes.",
        example: "rule r { match tool_name ~ /^export\n action deny }",
        mended: "rule r { match tool_name ~ /^export/\n action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        "the regex has no closing `/`".to_owned()
    }

    fn label(&self) -> String {
        "opened here, not closed on this line".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(if self.path {
            "write `/` where the regex ends; if it is a path, write it in quotes".to_owned()
        } else {
            "write `/` where the regex ends; a slash inside of it is written `\\/`".to_owned()
        })
    }
}

/// A command pattern without its closing back quote.
pub struct UnclosedPattern {
    at: Span,
}

impl UnclosedPattern {
    /// The rest of the line, from the opening back quote.
    pub(in crate::syntax) fn new(at: Span, _line: &str) -> Self {
        UnclosedPattern { at }
    }
}

impl Mistake for UnclosedPattern {
    const KIND: &'static Kind = &Kind {
        code: "unclosed-pattern",
        severity: Severity::Error,
        summary: "a command pattern without its closing back quote",
        why: "Command patterns end on the line they begin on.",
        instead: "Write the closing back quote; several patterns go into a list.",
        example: "rule r { match command runs `git push ...\n action confirm }",
        mended: "rule r { match command runs `git push ...`\n action confirm }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        "the command pattern has no closing back quote".to_owned()
    }

    fn label(&self) -> String {
        "opened here, not closed on this line".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("write a back quote where the pattern ends".to_owned())
    }
}

/// `'…'`
pub struct SingleQuotes {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) inner: String,
}

impl Mistake for SingleQuotes {
    const KIND: &'static Kind = &Kind {
        code: "single-quotes",
        severity: Severity::Error,
        summary: "a text in single quotes",
        why: "Texts have one form, `\"…\"`; single quotes mean something only inside a command pattern.",
        instead: "Write double quotes.",
        example: "rule r { match tool_name == 'export' action deny }",
        mended: "rule r { match tool_name == \"export\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        "texts are written in double quotes".to_owned()
    }

    fn label(&self) -> String {
        "single quotes".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `{}`", quoted(&self.inner)))
    }

    fn fix(&self) -> Option<Fix> {
        Some(Fix {
            title: "use double quotes".to_owned(),
            safe: false,
            edits: vec![(self.at, quoted(&self.inner))],
        })
    }
}

/// `“…”`
pub struct TypographicQuotes {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) inner: String,
}

impl Mistake for TypographicQuotes {
    const KIND: &'static Kind = &Kind {
        code: "typographic-quotes",
        severity: Severity::Error,
        summary: "quotation marks of a word processor",
        why: "Chat programs and word processors turn `\"` into other characters; the engine knows only the plain one.",
        instead: "Write plain double quotes.",
        example: "rule r { match tool_name == \u{201C}export\u{201D} action deny }",
        mended: "rule r { match tool_name == \"export\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        "texts are written in plain double quotes".to_owned()
    }

    fn label(&self) -> String {
        "quotation marks of a word processor".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `{}`", quoted(&self.inner)))
    }

    fn fix(&self) -> Option<Fix> {
        Some(Fix {
            title: "use plain quotes".to_owned(),
            safe: false,
            edits: vec![(self.at, quoted(&self.inner))],
        })
    }
}

fn quoted(inner: &str) -> String {
    format!("\"{}\"", inner.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `\q`
pub struct UnknownEscape {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) character: char,
}

impl Mistake for UnknownEscape {
    const KIND: &'static Kind = &Kind {
        code: "unknown-escape",
        severity: Severity::Error,
        summary: "a backslash in a text that begins no escape",
        why: "A backslash that means nothing is most often half of one that was meant, as in a Windows path or a regex.",
        instead: "Write `\\\\` for a backslash, or a regex between slashes.",
        example: "rule r { match tool_name == \"a\\d\" action deny }",
        mended: "rule r { match tool_name == \"a\\\\d\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`\\{}` is no escape", self.character)
    }

    fn label(&self) -> String {
        "texts know `\\n`, `\\t`, `\\\"`, `\\\\` and `\\u{…}`".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("for a backslash write `\\\\{}`; a regex is written between slashes", self.character))
    }
}

/// `\u0041`, `\u{D800}`
pub struct BadUnicodeEscape {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) spelling: String,
}

impl Mistake for BadUnicodeEscape {
    const KIND: &'static Kind = &Kind {
        code: "bad-unicode-escape",
        severity: Severity::Error,
        summary: "a `\\u` escape without braces, or of no character",
        why: "`\\u{…}` holds one to six hexadecimal digits and names a character; surrogates are none.",
        instead: "Write the code point in braces, as in `\\u{e9}`.",
        example: "rule r { match path within \"caf\\u00e9\" action deny }",
        mended: "rule r { match path within \"caf\\u{e9}\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`\\{}` is no character", self.spelling)
    }

    fn label(&self) -> String {
        "expected `\\u{…}` with the code point of a character".to_owned()
    }

    fn help(&self) -> Option<String> {
        let digits = self.spelling.strip_prefix('u')?;
        let bare = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        bare.then(|| format!("write `\\u{{{digits}}}`"))
    }
}

/// `/…/g`
pub struct RegexFlag {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) flags: String,
}

impl Mistake for RegexFlag {
    const KIND: &'static Kind = &Kind {
        code: "regex-flag",
        severity: Severity::Error,
        summary: "a regex flag other than `i`",
        why: "A regex is asked whether it matches, so `g` has no meaning; other flags can be written inside, as in \
              `(?s)`.",
        instead: "Leave it out; only `i` may follow the closing slash.",
        example: "rule r { match tool_name ~ /export/g action deny }",
        mended: "rule r { match tool_name ~ /export/ action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` is no flag of a regex", self.flags)
    }

    fn label(&self) -> String {
        "only `i` may stand here".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(if self.flags.len() > 2 {
            "delete it; if it is a path, write it in quotes".to_owned()
        } else {
            "delete it".to_owned()
        })
    }

    fn fix(&self) -> Option<Fix> {
        let with = if self.flags.contains('i') { "i" } else { "" };
        Some(Fix {
            title: "delete the flag".to_owned(),
            safe: false,
            edits: vec![(self.at, with.to_owned())],
        })
    }
}

/// `// …`, `-- …` and `/* … */`
pub struct ForeignComment {
    pub(in crate::syntax) at: Span,
    /// What it begins with.
    pub(in crate::syntax) sign: &'static str,
}

impl Mistake for ForeignComment {
    const KIND: &'static Kind = &Kind {
        code: "foreign-comment",
        severity: Severity::Error,
        summary: "a comment that begins with `//`, `--` or `/*`",
        why: "Comments begin with `#`; a slash begins a regex.",
        instead: "Write `#` at the beginning of each line of the comment.",
        example: "// what the agent may do\nrule r { match operation is read action allow }",
        mended: "# what the agent may do\nrule r { match operation is read action allow }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` begins no comment", self.sign)
    }

    fn label(&self) -> String {
        "comments begin with `#`".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("write `#` instead, at the beginning of each line".to_owned())
    }

    fn fix(&self) -> Option<Fix> {
        let sign = Span { end: self.at.start + 2, ..self.at };
        let edits = vec![(sign, "#".to_owned())];
        (self.sign != "/*").then(|| Fix { title: "write `#`".to_owned(), safe: false, edits })
    }
}

/// `path within ~/.ssh`, `use std:packs/git`
pub struct UnquotedPath {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) path: String,
}

impl Mistake for UnquotedPath {
    const KIND: &'static Kind = &Kind {
        code: "unquoted-path",
        severity: Severity::Error,
        summary: "a path without quotes",
        why: "A slash begins a regex; paths are texts.",
        instead: "Write it in double quotes.",
        example: "rule r { match path within ~/.ssh action deny }",
        mended: "rule r { match path within \"~/.ssh\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        "a path is written in quotes".to_owned()
    }

    fn label(&self) -> String {
        "not in quotes".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `{}`", quoted(&self.path)))
    }

    fn fix(&self) -> Option<Fix> {
        Some(Fix {
            title: "put it in quotes".to_owned(),
            safe: false,
            edits: vec![(self.at, quoted(&self.path))],
        })
    }
}

/// A name with other characters than ASCII letters, digits, `_` and `-`, or that does not begin with a letter.
pub struct BadName {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) name: String,
}

impl Mistake for BadName {
    const KIND: &'static Kind = &Kind {
        code: "bad-name",
        severity: Severity::Error,
        summary: "a name that does not begin with an ASCII letter, or has other characters than letters, digits, `_`, `-`",
        why: "Names that look alike in other scripts would be different names.",
        instead: "Begin with an ASCII letter; titles and reasons can be in any script.",
        example: "rule 2fa { match any action confirm }",
        mended: "rule two-factor { match any action confirm }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` can't be a name", self.name)
    }

    fn label(&self) -> String {
        if self.name.is_ascii() {
            "names begin with a letter".to_owned()
        } else {
            "names have ASCII letters, digits, `_` and `-`".to_owned()
        }
    }

    fn help(&self) -> Option<String> {
        Some("begin with a letter of `a` to `z`; if it is a text, write it in quotes".to_owned())
    }
}

/// A character that begins nothing.
pub struct UnexpectedCharacter {
    pub(in crate::syntax) at: Span,
    pub(in crate::syntax) character: char,
}

impl Mistake for UnexpectedCharacter {
    const KIND: &'static Kind = &Kind {
        code: "unexpected-character",
        severity: Severity::Error,
        summary: "a character that begins nothing in the language",
        why: "Outside of texts, regexes, patterns and comments the language uses plain ASCII.",
        instead: "Put it in quotes, or write the plain form (`=>` for an arrow, `-` for a dash).",
        example: "rule r any \u{2192} deny",
        mended: "rule r any => deny",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` begins nothing here", self.character)
    }

    fn label(&self) -> String {
        "unexpected character".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(match self.plain() {
            Some(plain) => format!("write `{plain}`"),
            None => "if it belongs to a text, write it in quotes".to_owned(),
        })
    }

    fn fix(&self) -> Option<Fix> {
        let plain = self.plain()?;
        Some(Fix { title: format!("write `{plain}`"), safe: false, edits: vec![(self.at, plain.to_owned())] })
    }
}

impl UnexpectedCharacter {
    /// What stands for it in the language.
    fn plain(&self) -> Option<&'static str> {
        Some(match self.character {
            '\u{2192}' | '\u{21D2}' | '\u{27F6}' | '\u{27F9}' => "=>",
            '\u{2013}' | '\u{2014}' | '\u{2212}' => "-",
            '\u{2026}' => "...",
            '\u{2260}' => "!=",
            '\u{2264}' => "<=",
            '\u{2265}' => ">=",
            '\u{FF0C}' => ",",
            '\u{FF1A}' => ":",
            '\u{2227}' => "and",
            '\u{2228}' => "or",
            '\u{00AC}' => "not",
            '\u{2208}' => "in",
            _ => return None,
        })
    }
}
