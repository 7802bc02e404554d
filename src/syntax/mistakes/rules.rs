//! The short layout of rules, and arrows.

use super::{Detect, Part, Site, quote};
use crate::model::{Fix, Kind, Mistake, Severity, Span};
use crate::syntax::grammar::Rule;
use crate::syntax::lex::Kind as Token;
use crate::syntax::shape::ItemKind;

/// `=>` with nothing after it.
pub struct MissingVerdict {
    at: Span,
    case: bool,
    found: String,
}

impl Mistake for MissingVerdict {
    const KIND: &'static Kind = &Kind {
        code: "missing-verdict",
        severity: Severity::Error,
        summary: "`=>` without `allow`, `confirm` or `deny` after it",
        why: "A rule says what happens to the calls it holds for; a test's case says what is expected.",
        instead: "Write `allow`, `confirm` or `deny` after `=>`.",
        example: "rule r  operation is read =>",
        mended: "rule r  operation is read => allow",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        let what = if self.case { "a verdict" } else { "an action" };
        if self.found.is_empty() {
            format!("expected {what} after `=>`")
        } else {
            format!("expected {what} after `=>`, found {}", quote(&self.found))
        }
    }

    fn label(&self) -> String {
        "expected `allow`, `confirm` or `deny`".to_owned()
    }

    fn help(&self) -> Option<String> {
        let word = self.found.trim_matches('"');
        Some(if matches!(word, "allow" | "confirm" | "deny") {
            format!("write `{word}` without quotes")
        } else {
            "write `allow`, `confirm` or `deny`".to_owned()
        })
    }
}

impl Detect for MissingVerdict {
    fn find(site: &Site<'_>) -> Option<Self> {
        (site.before(1) == "=>" && site.expects(Rule::ident)).then(|| MissingVerdict {
            at: site.here(),
            case: site.is_field_of(ItemKind::Test),
            found: site.str().to_owned(),
        })
    }
}

/// `->`, `:`, `then` where `=>` is meant, or nothing.
pub struct MissingArrow {
    at: Span,
    found: String,
    case: bool,
    id: String,
}

impl MissingArrow {
    /// Whether what was found stands for the arrow.
    fn replaces(&self) -> bool {
        matches!(self.found.as_str(), "->" | "=" | "==" | ":" | ">=" | "then" | "-")
    }

    fn is_verdict(&self) -> bool {
        matches!(self.found.as_str(), "allow" | "confirm" | "deny")
    }
}

impl Mistake for MissingArrow {
    const KIND: &'static Kind = &Kind {
        code: "missing-arrow",
        severity: Severity::Error,
        summary: "a short rule or a test's case without `=>`",
        why: "`=>` stands between a condition and the action, and between a call and the expected verdict.",
        instead: "Write `rule ID CONDITION => action`, or a block; write `Tool \"text\" => verdict` in a test.",
        example: "rule r  operation is read -> allow",
        mended: "rule r  operation is read => allow",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        match (self.replaces(), self.case) {
            (true, _) => format!("expected `=>`, found `{}`", self.found),
            (false, true) => "this case has no `=> verdict`".to_owned(),
            (false, false) => format!("rule `{}` has neither `=> action` nor a block", self.id),
        }
    }

    fn label(&self) -> String {
        "expected `=>`".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(match (self.replaces(), self.case) {
            (true, _) => "write `=>`".to_owned(),
            (false, true) => "write `=> allow`, `=> confirm` or `=> deny` after the call".to_owned(),
            (false, false) if self.is_verdict() => format!("write `=> {}`", self.found),
            (false, false) => {
                format!(
                    "write `rule {} CONDITION => action`, or `rule {} {{ match CONDITION … }}`",
                    self.id, self.id
                )
            }
        })
    }

    fn fix(&self) -> Option<Fix> {
        let edit = match (self.replaces(), self.is_verdict()) {
            (true, _) => (self.at, "=>".to_owned()),
            (_, true) => (Span { end: self.at.start, ..self.at }, "=> ".to_owned()),
            (false, false) => return None,
        };
        Some(Fix { title: "write `=>`".to_owned(), safe: false, edits: vec![edit] })
    }
}

impl Detect for MissingArrow {
    fn find(site: &Site<'_>) -> Option<Self> {
        let case = site.is_field_of(ItemKind::Test);
        let short = site.piece.shape.kind == ItemKind::Rule && site.piece.part == Part::Whole;
        (site.expects(Rule::arrow) && (case || short)).then(|| MissingArrow {
            at: site.here(),
            found: site.str().to_owned(),
            case,
            id: site.lexed.str(site.start + 1).to_owned(),
        })
    }
}

/// `=> allow reason "…"`
pub struct FieldAfterShort {
    at: Span,
    field: String,
}

impl Mistake for FieldAfterShort {
    const KIND: &'static Kind = &Kind {
        code: "field-after-short",
        severity: Severity::Error,
        summary: "a field after a rule in the short layout",
        why: "The short layout holds a condition, an action and a reason; a rule that says more is a block.",
        instead: "Write the reason as a text right after the action, or write the rule as a block.",
        example: "rule r  operation is read => allow risk low",
        mended: "rule r { match operation is read action allow risk low }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` can't follow a rule in the short layout", self.field)
    }

    fn label(&self) -> String {
        "only a reason in quotes may follow the action".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(if self.field == "reason" {
            "write the text alone: `=> action \"…\"`".to_owned()
        } else {
            let field = if self.field == "{" { "" } else { self.field.as_str() };
            format!("write the rule as a block: `rule ID {{ match … action … {field} … }}`")
        })
    }
}

impl Detect for FieldAfterShort {
    fn find(site: &Site<'_>) -> Option<Self> {
        let short = site.piece.shape.kind == ItemKind::Rule && site.piece.part == Part::Whole;
        let done = site.expects(Rule::EOI) && !site.expects(Rule::arrow);
        let block = site.str() == "{";
        (short && done && (site.is_field_word() || block))
            .then(|| FieldAfterShort { at: site.here(), field: site.str().to_owned() })
    }
}

/// A call in a test that is not written as a call.
pub struct WrongCall {
    at: Span,
    tool: String,
    form: Form,
}

/// What is wrong with a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `Bash("x")`
    Parentheses,
    /// `Bash => deny`
    NoArguments,
    /// `"git push" => deny`
    NoTool,
}

impl Mistake for WrongCall {
    const KIND: &'static Kind = &Kind {
        code: "wrong-call",
        severity: Severity::Error,
        summary: "a call that is not written `Tool \"text\"` or `Tool { name: value }`",
        why: "A test says exactly which tool is called with which arguments.",
        instead: "Write the tool's name, then a text for its only shell, path or url argument, or `{ … }`; `{}` for a \
                  call without arguments.",
        example: "test \"t\" { Bash(\"ls\") => deny }",
        mended: "test \"t\" { Bash { command: \"ls\" } => deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        match self.form {
            Form::Parentheses => "calls are written without parentheses".to_owned(),
            Form::NoArguments => format!("the call of `{}` has no arguments", self.tool),
            Form::NoTool => "a case begins with the tool's name".to_owned(),
        }
    }

    fn label(&self) -> String {
        match self.form {
            Form::Parentheses => "no parentheses".to_owned(),
            Form::NoArguments => "expected a text or `{ … }`".to_owned(),
            Form::NoTool => "which tool?".to_owned(),
        }
    }

    fn help(&self) -> Option<String> {
        let tool = &self.tool;
        Some(match self.form {
            Form::Parentheses => format!("write `{tool} \"…\"` or `{tool} {{ name: value }}`"),
            Form::NoArguments => format!("write `{tool} {{}}` for a call without arguments"),
            Form::NoTool => format!("write `Bash {tool}`, with the name of your shell tool"),
        })
    }
}

impl Detect for WrongCall {
    fn find(site: &Site<'_>) -> Option<Self> {
        if !site.wants_arguments() {
            return None;
        }
        let text = site.lexed.kind(site.at.checked_sub(1)?) == Some(Token::Text);
        let (at, form) = match site.str() {
            "(" => (site.here(), Form::Parentheses),
            "=>" if text => (site.last(), Form::NoTool),
            _ => (site.here(), Form::NoArguments),
        };
        Some(WrongCall { at, tool: site.before(1).to_owned(), form })
    }
}
