//! What stands on either side of an operator.

use super::{Detect, Part, Rule, Site, quote};
use crate::model::{Kind, Mistake, Severity, Span};
use crate::syntax::lex::Kind as Token;
use crate::syntax::shape;

/// An operator with nothing after it.
pub struct MissingOperand {
    at: Span,
    operator: String,
}

impl Mistake for MissingOperand {
    const KIND: &'static Kind = &Kind {
        code: "missing-operand",
        severity: Severity::Error,
        summary: "an operator without a value after it",
        why: "The condition says how to compare, but not with what.",
        instead: "Write a value, a list of values or a `let`'s name after the operator.",
        example: "rule r { match path within action deny }",
        mended: "rule r { match path within root action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("expected a value after {}", quote(&self.operator))
    }

    fn label(&self) -> String {
        "no value here".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(match self.operator.as_str() {
            "runs" => "write a command pattern between back quotes, such as `` `git push ...` ``".to_owned(),
            "~" | "!~" => "write a regex between slashes, such as `/^export/`".to_owned(),
            "is" | "is not" => "write an operation such as `write`, or `private` for a host".to_owned(),
            "within" => "write a directory such as `root` or `\"~/notes\"`".to_owned(),
            "in" | "=" => "write a value or a list such as `[\"a\", \"b\"]`".to_owned(),
            _ => "write a value such as `\"a\"`, or a list of them".to_owned(),
        })
    }
}

impl Detect for MissingOperand {
    fn find(site: &Site<'_>) -> Option<Self> {
        let nothing = site.at_end() || matches!(site.str(), "and" | "or" | "=>" | ")" | "," | "}");
        let inside_list = matches!(site.before(1), "[" | ",");
        if site.wants_value() && nothing && !inside_list {
            let is_not = site.before(1) == "not" && site.before(2) == "is";
            let operator = if is_not { "is not" } else { site.before(1) };
            return Some(MissingOperand { at: site.here(), operator: operator.to_owned() });
        }
        // `match path within action deny`: `action` was taken for a value.
        let before = site.at.checked_sub(2).filter(|at| *at > site.start)?;
        let operator = site.lexed.str(before);
        let operates = shape::is_operator(operator)
            || matches!(operator, "==" | "!=" | "~" | "!~" | "<" | "<=" | ">" | ">=");
        let taken = site.after_condition()
            && site.word().is_some()
            && site.piece.shape.fields.contains(&site.before(1));
        (operates && taken)
            .then(|| MissingOperand { at: site.lexed.span(before).after(), operator: operator.to_owned() })
    }
}

/// `tool_name == path`
pub struct SubjectAsOperand {
    at: Span,
    word: String,
}

impl Mistake for SubjectAsOperand {
    const KIND: &'static Kind = &Kind {
        code: "subject-as-operand",
        severity: Severity::Error,
        summary: "a subject on the right of an operator",
        why: "A subject is compared with values that the policy writes down, not with another subject: only then can \
              rules be compiled and reasoned about.",
        instead: "Write a value, a list or a `let`'s name.",
        example: "rule r { match tool_arg.to == context.user action deny }",
        mended: "rule r { match tool_arg.to == \"me@example.com\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("{} can't stand on the right of an operator", quote(&self.word))
    }

    fn label(&self) -> String {
        "expected a value".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("write a value; if the word itself is meant, write `\"{}\"`", self.word))
    }
}

impl Detect for SubjectAsOperand {
    fn find(site: &Site<'_>) -> Option<Self> {
        let word = site
            .word()
            .filter(|word| shape::is_subject(word) && site.wants_value() && !site.wants_condition())?;
        Some(SubjectAsOperand { at: site.here(), word: word.to_owned() })
    }
}

/// `"export" == tool_name`
pub struct ReversedPredicate {
    at: Span,
    value: String,
    operator: String,
    subject: String,
}

impl Mistake for ReversedPredicate {
    const KIND: &'static Kind = &Kind {
        code: "reversed-predicate",
        severity: Severity::Error,
        summary: "a value on the left of an operator",
        why: "Conditions begin with what is asked about.",
        instead: "Write the subject first.",
        example: "rule r { match \"export\" == tool_name action deny }",
        mended: "rule r { match tool_name == \"export\" action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        "the subject comes first".to_owned()
    }

    fn label(&self) -> String {
        "a value on the left".to_owned()
    }

    fn help(&self) -> Option<String> {
        let operator = match self.operator.as_str() {
            "<" => ">",
            "<=" => ">=",
            ">" => "<",
            ">=" => "<=",
            "in" => "contains",
            other => other,
        };
        Some(format!("write `{} {operator} {}`", self.subject, self.value))
    }
}

impl Detect for ReversedPredicate {
    fn find(site: &Site<'_>) -> Option<Self> {
        // In a short rule a text first is taken for the title.
        let title =
            site.piece.part == Part::Whole && site.expects(Rule::condition) && site.at == site.start + 3;
        let value = if title { site.at - 1 } else { site.at };
        let operator = site.lexed.str(value + 1);
        let subject = if value + 2 < site.end { site.lexed.str(value + 2) } else { "" };
        let compares = matches!(operator, "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "~");
        let reversed = title || site.wants_condition() && site.is_literal();
        (reversed && compares && shape::is_subject(subject)).then(|| ReversedPredicate {
            at: site.lexed.span(value),
            value: site.lexed.str(value).to_owned(),
            operator: operator.to_owned(),
            subject: subject.to_owned(),
        })
    }
}

/// `tool_name == "a" or "b"`
pub struct ValueAsCondition {
    at: Span,
    value: String,
    /// The subject and value before it, where the same subject was probably meant.
    before: Option<(String, String)>,
}

impl Mistake for ValueAsCondition {
    const KIND: &'static Kind = &Kind {
        code: "value-as-condition",
        severity: Severity::Error,
        summary: "a value where a condition must stand",
        why: "A value by itself neither holds nor does not.",
        instead: "Write a list for several values, or repeat subject and operator.",
        example: "rule r { match tool_name == \"export\" or \"share\" action deny }",
        mended: "rule r { match tool_name in [\"export\", \"share\"] action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("expected a condition, found {}", quote(&self.value))
    }

    fn label(&self) -> String {
        "a value is no condition".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(match &self.before {
            Some((predicate, last)) => {
                format!("for one of several values write `{predicate} [{last}, {}]`", self.value)
            }
            None if self.value == "true" => "for a condition that always holds write `any`".to_owned(),
            None if self.value.starts_with('`') => format!("write `command runs {}`", self.value),
            None => format!("write what has this value, such as `tool_name == {}`", self.value),
        })
    }
}

impl Detect for ValueAsCondition {
    fn find(site: &Site<'_>) -> Option<Self> {
        if !site.wants_condition() || !(site.is_literal() || site.str() == "[") || site.wants_value() {
            return None;
        }
        let chain = site.before(1) == "or" && site.is_literal();
        let last = site.at.checked_sub(2);
        let literal = last
            .and_then(|at| site.lexed.kind(at))
            .is_some_and(|kind| matches!(kind, Token::Text | Token::Number | Token::Pattern | Token::Regex));
        let subject = site.before(4);
        let operator = match site.before(3) {
            "==" => "in",
            other => other,
        };
        let before = (chain && literal && shape::is_subject(subject))
            .then(|| (format!("{subject} {operator}"), site.before(2).to_owned()));
        Some(ValueAsCondition { at: site.here(), value: site.str().to_owned(), before })
    }
}
