//! Parentheses, lists and objects.

use super::{Detect, Site, quote};
use crate::model::{Fix, Kind, Mistake, Severity, Span};
use crate::syntax::grammar::Rule;
use crate::syntax::lex::Kind as Token;

/// A parenthesis, list or object without its closing bracket.
pub struct UnclosedBracket {
    at: Span,
    open: Span,
    bracket: &'static str,
}

impl Mistake for UnclosedBracket {
    const KIND: &'static Kind = &Kind {
        code: "unclosed-bracket",
        severity: Severity::Error,
        summary: "`(`, `[` or `{` that is not closed in its field",
        why: "What belongs together is not clear without the closing bracket.",
        instead: "Write the closing bracket.",
        example: "rule r {\n  match not (path within root or path within \"/tmp\"\n  action deny\n}",
        mended: "rule r {\n  match not (path within root or path within \"/tmp\")\n  action deny\n}",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` is missing", self.closing())
    }

    fn label(&self) -> String {
        format!("expected `{}`", self.closing())
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `{}`", self.closing()))
    }

    fn related(&self) -> Vec<(Span, String)> {
        vec![(self.open, "opened here".to_owned())]
    }
}

impl UnclosedBracket {
    fn closing(&self) -> &'static str {
        match self.bracket {
            "(" => ")",
            "[" => "]",
            _ => "}",
        }
    }
}

impl Detect for UnclosedBracket {
    fn find(site: &Site<'_>) -> Option<Self> {
        let open = site.open_bracket()?;
        let bracket = match site.lexed.str(open) {
            "(" => "(",
            "[" => "[",
            _ => "{",
        };
        let closes = match bracket {
            "(" => site.expects(Rule::nerap),
            "[" => site.expects(Rule::tekcarb),
            _ => site.expects(Rule::close),
        };
        let over = site.at_end()
            || matches!(site.str(), "=>" | "}" | ")" | "]" | "{")
            || site.is_field_word() && site.first_on_line();
        (closes && over).then(|| UnclosedBracket { at: site.here(), open: site.lexed.span(open), bracket })
    }
}

/// `[]`
pub struct EmptyList {
    at: Span,
}

impl Mistake for EmptyList {
    const KIND: &'static Kind = &Kind {
        code: "empty-list",
        severity: Severity::Error,
        summary: "a list without entries",
        why: "A list means any of its entries; with none of them a condition could never hold.",
        instead: "Write the entries, or leave the condition or field out.",
        example: "rule r { match tool_name in [] action deny }",
        mended: "rule r { match tool_name in [\"export\"] action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        "the list is empty".to_owned()
    }

    fn label(&self) -> String {
        "no entries".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("write at least one entry, or leave it out".to_owned())
    }
}

impl Detect for EmptyList {
    fn find(site: &Site<'_>) -> Option<Self> {
        (site.str() == "]" && site.before(1) == "[")
            .then(|| EmptyList { at: site.span_of(site.at - 1, site.at + 1) })
    }
}

/// `["a" "b"]`
pub struct MissingComma {
    at: Span,
    last: Span,
    found: String,
}

impl Mistake for MissingComma {
    const KIND: &'static Kind = &Kind {
        code: "missing-comma",
        severity: Severity::Error,
        summary: "two entries of a list or object without a comma between them",
        why: "Two texts in a row can also be a tool's name and its argument; the comma makes it plain.",
        instead: "Write `,` between them; one after the last entry does no harm.",
        example: "let dirs = [\"~/.ssh\" \"~/.aws\"]",
        mended: "let dirs = [\"~/.ssh\", \"~/.aws\"]",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        if self.found == ";" {
            "entries are separated by `,`, not by `;`".to_owned()
        } else {
            format!("a comma is missing before {}", quote(&self.found))
        }
    }

    fn label(&self) -> String {
        "expected `,`".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("write `,` between the entries".to_owned())
    }

    fn related(&self) -> Vec<(Span, String)> {
        vec![(self.last, "after this".to_owned())]
    }

    fn fix(&self) -> Option<Fix> {
        let edits = if self.found == ";" {
            vec![(self.at, ",".to_owned())]
        } else {
            vec![(self.last.after(), ",".to_owned())]
        };
        Some(Fix { title: "write `,`".to_owned(), safe: false, edits })
    }
}

impl Detect for MissingComma {
    fn find(site: &Site<'_>) -> Option<Self> {
        let open = site.open_bracket()?;
        let entry = match site.kind()? {
            Token::Closing | Token::Bad => false,
            Token::Sign => site.str() == ";",
            Token::Opening => site.str() != "(",
            _ => true,
        };
        // In a list of examples two texts could be a call; the grammar then wants its arguments.
        let texts = site.wants_arguments() && site.lexed.is(open, "[") && site.kind() == Some(Token::Text);
        let plain = site.expects(Rule::comma) && entry && !site.lexed.is(open, "(");
        (plain || texts).then(|| MissingComma {
            at: site.here(),
            last: site.last(),
            found: site.str().to_owned(),
        })
    }
}

/// `{ command = "x" }`
pub struct MissingColon {
    at: Span,
    key: String,
    found: String,
}

impl Mistake for MissingColon {
    const KIND: &'static Kind = &Kind {
        code: "missing-colon",
        severity: Severity::Error,
        summary: "a member of an object without `:`",
        why: "Arguments are written as in JSON: `name: value`.",
        instead: "Write `:` between name and value.",
        example: "test \"t\" { Bash { command = \"ls\" } => deny }",
        mended: "test \"t\" { Bash { command: \"ls\" } => deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("expected `:` after `{}`", self.key)
    }

    fn label(&self) -> String {
        "expected `:`".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `{}: VALUE`", self.key))
    }

    fn fix(&self) -> Option<Fix> {
        let edits = vec![(self.at, ":".to_owned())];
        matches!(self.found.as_str(), "=" | "=>" | ":=").then(|| Fix {
            title: "write `:`".to_owned(),
            safe: false,
            edits,
        })
    }
}

impl Detect for MissingColon {
    fn find(site: &Site<'_>) -> Option<Self> {
        let inside = site.open_bracket().is_some_and(|open| site.lexed.is(open, "{"));
        (inside && site.expects(Rule::colon)).then(|| MissingColon {
            at: site.here(),
            key: site.before(1).to_owned(),
            found: site.str().to_owned(),
        })
    }
}
