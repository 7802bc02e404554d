//! Operators of predicates.

use super::{Detect, Site, quote};
use crate::model::{Fix, Kind, Mistake, Severity, Span};
use crate::syntax::grammar::Rule;
use crate::syntax::lex::Kind as Token;
use crate::syntax::shape::{self, OPERATORS};
use crate::syntax::suggest::nearest;

/// `=` where `==` is meant.
pub struct SingleEquals {
    at: Span,
    subject: String,
}

impl Mistake for SingleEquals {
    const KIND: &'static Kind = &Kind {
        code: "single-equals",
        severity: Severity::Error,
        summary: "`=` or `:` where `==` is meant",
        why: "One `=` gives a `let` its value; two compare.",
        instead: "Write `==`.",
        example: "rule r { match tool_name = \"export\" action deny }",
        mended: "rule r { match tool_name == \"export\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("{} is compared with `==`", quote(&self.subject))
    }

    fn label(&self) -> String {
        "this does not compare".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("write `==`".to_owned())
    }

    fn fix(&self) -> Option<Fix> {
        Some(Fix { title: "write `==`".to_owned(), safe: false, edits: vec![(self.at, "==".to_owned())] })
    }
}

impl Detect for SingleEquals {
    fn find(site: &Site<'_>) -> Option<Self> {
        let wrong =
            site.wants_operator() && matches!(site.str(), "=" | ":" | ":=") && !site.expects(Rule::equals);
        wrong.then(|| SingleEquals { at: site.here(), subject: subject(site) })
    }
}

/// The subject that ends just before the site.
fn subject(site: &Site<'_>) -> String {
    let mut start = site.at.saturating_sub(1);
    while start > site.start && (site.lexed.is(start, "]") || site.lexed.kind(start) != Some(Token::Word)) {
        start -= 1;
    }
    site.text_of(start, site.at).to_owned()
}

/// An operator of another language, or a misspelt one.
pub struct UnknownOperator {
    at: Span,
    operator: String,
    mended: Option<&'static str>,
}

impl Mistake for UnknownOperator {
    const KIND: &'static Kind = &Kind {
        code: "unknown-operator",
        severity: Severity::Error,
        summary: "an operator that the language does not have",
        why: "A condition that is not understood could hold for every call or for none.",
        instead: "Write one of `== != in like ~ starts_with ends_with contains is within runs exists < <= > >=`.",
        example: "rule r { match tool_name =~ /export/ action deny }",
        mended: "rule r { match tool_name ~ /export/ action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` is no operator", self.operator)
    }

    fn label(&self) -> String {
        "unknown operator".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(match self.mended {
            Some(mended) => format!("did you mean `{mended}`?"),
            None => "operators are `== != in like ~ !~ starts_with ends_with contains is within runs exists < <= > >=`"
                .to_owned(),
        })
    }

    fn fix(&self) -> Option<Fix> {
        let mended = self.mended?;
        Some(Fix {
            title: format!("write `{mended}`"),
            safe: false,
            edits: vec![(self.at, mended.to_owned())],
        })
    }
}

impl Detect for UnknownOperator {
    fn find(site: &Site<'_>) -> Option<Self> {
        let text = site.str();
        // `===` begins with an operator of ours.
        let longer = site.inside_token() && site.kind() == Some(Token::Sign);
        if !site.wants_operator() && !longer || site.at_end() {
            return None;
        }
        let mended = synonym(text).or_else(|| nearest(text, OPERATORS.iter().copied()));
        let surely = shape::is_subject(site.before(1)) || site.before(1) == "]";
        let found = match site.kind()? {
            Token::Sign => !matches!(text, "=>" | "," | ";" | "." | "="),
            // After a lone name a word may be the next field.
            Token::Word => {
                !shape::is_reserved(text)
                    && (surely && !site.is_field_word() || mended.is_some() && !site.first_on_line())
            }
            _ => false,
        };
        found.then(|| UnknownOperator { at: site.here(), operator: text.to_owned(), mended })
    }
}

/// What other languages and people call the operators.
fn synonym(operator: &str) -> Option<&'static str> {
    Some(match operator.to_ascii_lowercase().as_str() {
        "===" | "equals" | "equal" | "eq" => "==",
        "!==" | "<>" | "ne" | "neq" => "!=",
        "=~" | "matches" | "match" | "regex" | "regexp" => "~",
        "startswith" | "starts" | "prefix" => "starts_with",
        "endswith" | "ends" | "suffix" => "ends_with",
        "has" | "includes" | "include" | "containing" => "contains",
        "under" | "below" | "beneath" | "inside" | "underneath" => "within",
        "run" | "running" | "executes" => "runs",
        "glob" | "globs" => "like",
        "exist" | "present" | "defined" => "exists",
        "lt" => "<",
        "gt" => ">",
        "lte" | "le" | "=<" => "<=",
        "gte" | "ge" => ">=",
        "isnt" | "is_not" => "is not",
        "not_in" | "notin" | "nin" => "not in",
        _ => return None,
    })
}

/// A subject with a value and nothing between them, or with nothing at all.
pub struct MissingOperator {
    at: Span,
    subject: String,
    value: Option<(&'static str, String)>,
    part: bool,
}

impl Mistake for MissingOperator {
    const KIND: &'static Kind = &Kind {
        code: "missing-operator",
        severity: Severity::Error,
        summary: "a subject without an operator",
        why: "What is asked of the subject has to be written: equal, within, like …",
        instead: "Write an operator between subject and value; `exists` asks whether it is there at all.",
        example: "rule r { match tool_name \"export\" action deny }",
        mended: "rule r { match tool_name == \"export\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("an operator is missing after {}", quote(&self.subject))
    }

    fn label(&self) -> String {
        if self.part { "no part of the subject".to_owned() } else { "expected an operator".to_owned() }
    }

    fn help(&self) -> Option<String> {
        Some(match &self.value {
            _ if self.part => {
                "parts follow without a space: `.name`, `[\"any key\"]`, `[0]`, `[*]`".to_owned()
            }
            Some((operator, value)) => format!("write `{} {operator} {value}`", self.subject),
            None => match shape::first_name(&self.subject) {
                "path" => "write what is asked of it, such as `path within root`".to_owned(),
                "command" | "via" => {
                    format!("write what is asked of it, such as `{} runs `git push ...``", self.subject)
                }
                "operation" => "write what is asked of it, such as `operation is write`".to_owned(),
                "host" => "write what is asked of it, such as `host within \"example.com\"`".to_owned(),
                _ => format!("write what is asked of it, such as `{} exists`", self.subject),
            },
        })
    }

    fn fix(&self) -> Option<Fix> {
        let (operator, _) = self.value.as_ref()?;
        let before = Span { end: self.at.start, ..self.at };
        let title = format!("write `{operator}`");
        Some(Fix { title, safe: false, edits: vec![(before, format!("{operator} "))] })
    }
}

impl Detect for MissingOperator {
    fn find(site: &Site<'_>) -> Option<Self> {
        if !site.wants_operator() {
            return None;
        }
        let subject = subject(site);
        // A lone name is a condition by itself.
        let lone = site.after_condition() && !site.is_literal();
        let part =
            site.str() == "." || site.str() == "[" && site.lexed.kind(site.at + 2) == Some(Token::Closing);
        let operator = match site.kind() {
            Some(Token::Pattern) => Some("runs"),
            Some(Token::Regex) => Some("~"),
            Some(Token::Text | Token::Number) if shape::first_name(&subject) == "path" => Some("within"),
            Some(Token::Text | Token::Number) => Some("=="),
            Some(Token::Opening) if site.str() == "[" && !part => Some("in"),
            Some(Token::Word) if site.is_literal() => {
                Some(if site.str() == "root" { "within" } else { "==" })
            }
            _ => None,
        };
        let value = operator.map(|operator| {
            let value = if site.str() == "[" { "[…]" } else { site.str() };
            (operator, value.to_owned())
        });
        (!lone || value.is_some()).then(|| MissingOperator { at: site.here(), subject, value, part })
    }
}

/// `not is`, `not ==`, `is like`
pub struct OperatorOrder {
    at: Span,
    written: String,
    mended: String,
}

impl Mistake for OperatorOrder {
    const KIND: &'static Kind = &Kind {
        code: "operator-order",
        severity: Severity::Error,
        summary: "two operators in a row, or `not` on the wrong side of one",
        why: "Each operator has one negated form: `is not`, `!=`, `!~`, and `not` before every other.",
        instead: "Write one operator.",
        example: "rule r { match path is within \"dist\" action deny }",
        mended: "rule r { match path within \"dist\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        // What is written may stand on several lines.
        let written = self.written.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("`{written}` is written `{}`", self.mended)
    }

    fn label(&self) -> String {
        "one operator is enough".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `{}`", self.mended))
    }

    fn fix(&self) -> Option<Fix> {
        let title = format!("write `{}`", self.mended);
        Some(Fix { title, safe: false, edits: vec![(self.at, self.mended.clone())] })
    }
}

impl Detect for OperatorOrder {
    fn find(site: &Site<'_>) -> Option<Self> {
        let text = site.str();
        let last = site.before(1);
        let mut start = site.at.checked_sub(1)?;
        let mended = if last == "not" && (site.expects(Rule::word_operator) || site.expects(Rule::kw_exists))
        {
            match text {
                "is" => "is not".to_owned(),
                "==" => "!=".to_owned(),
                "~" => "!~".to_owned(),
                "<" => ">=".to_owned(),
                "<=" => ">".to_owned(),
                ">" => "<=".to_owned(),
                ">=" => "<".to_owned(),
                _ => return None,
            }
        } else if site.wants_value() || site.expects(Rule::operations) || site.expects(Rule::kw_not) {
            let negated = last == "not" && site.before(2) == "is";
            start -= usize::from(negated);
            let operator = matches!(text, "==" | "!=" | "~" | "!~" | "<" | "<=" | ">" | ">=")
                || shape::is_operator(text);
            let doubled = last == "is" || negated || matches!(last, "==" | "!=" | "~" | "!~");
            match text {
                _ if !operator || !doubled => return None,
                _ if negated => format!("not {text}"),
                "not" => return None,
                _ => text.to_owned(),
            }
        } else {
            return None;
        };
        let at = site.span_of(start, site.at + 1);
        Some(OperatorOrder { at, written: at.text(site.lexed.text).to_owned(), mended })
    }
}
