//! What follows a field's keyword.

use super::{Detect, Rule, Site, quote};
use crate::model::{Fix, Kind, Mistake, Severity, Span};
use crate::syntax::lex::Kind as Token;
use crate::syntax::shape::ItemKind;

/// What a field takes, for people, and an example of it.
fn value_of(kind: ItemKind, field: &str) -> Option<(&'static str, &'static str)> {
    Some(match (kind, field) {
        (_, "description" | "reason" | "suggest") => ("a text in quotes", "\"…\""),
        (ItemKind::Policy, "root") => ("a directory in quotes", "\".\""),
        (_, "language") => ("a number", "1"),
        (_, "default") => ("`deny` or `confirm`", "deny"),
        (_, "closed") => ("`true` or `false`", "true"),
        (_, "self") => ("`confirm`", "confirm"),
        (_, "risk") => ("`low`, `medium`, `high` or `critical`", "high"),
        (_, "action") => ("`allow`, `confirm` or `deny`", "confirm"),
        (_, "remember") => ("`never`, `session`, `project` or `always`", "session by call"),
        (_, "set") => ("an argument and its new value", "tool_arg.path = inside \"safe\""),
        (_, "mark") => ("a name", "untrusted"),
        (_, "until") => ("a date", "2026-12-31"),
        (_, "hits" | "misses") => ("a list of calls", "[\"git push origin main\"]"),
        (_, "tags") => ("a list of texts", "[\"git\"]"),
        (ItemKind::Tool, "operation") => ("an operation or a list of them", "write"),
        (ItemKind::Tool, "arg") => ("a name and its type", "path: path"),
        (ItemKind::Redact, "arg") => ("an argument", "tool_arg.password"),
        (ItemKind::Redact, "env" | "text") => ("a regex", "/TOKEN|SECRET/"),
        (_, "on") => ("an event or a list of them", "stop"),
        (_, "run") => ("a list of words, or a text for a shell", "[\"notify\", \"done\"]"),
        (_, "timeout") => ("a duration", "30s"),
        (_, "without") => ("an id or a list of them", "clean"),
        (_, "except") => ("an id, `when` and a condition", "push when path within root"),
        (ItemKind::Assert, "never" | "always") => {
            ("a verdict, `when` and a condition", "allow when path within \"~/.ssh\"")
        }
        _ => return None,
    })
}

/// A field's keyword with nothing after it.
pub struct MissingValue {
    at: Span,
    field: String,
    takes: (&'static str, &'static str),
}

impl Mistake for MissingValue {
    const KIND: &'static Kind = &Kind {
        code: "missing-value",
        severity: Severity::Error,
        summary: "a field without its value",
        why: "The field says nothing.",
        instead: "Write its value, or leave the field out.",
        example: "rule r { match any action }",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` has no value", self.field)
    }

    fn label(&self) -> String {
        format!("expected {}", self.takes.0)
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `{} {}`", self.field, self.takes.1))
    }
}

impl Detect for MissingValue {
    fn find(site: &Site<'_>) -> Option<Self> {
        let takes = value_of(site.piece.shape.kind, site.keyword()).filter(|_| site.piece.is_field())?;
        let nothing = site.at_end() || site.is_field_word() && site.first_on_line() || site.str() == "}";
        if site.after_keyword() && nothing {
            return Some(MissingValue { at: site.here(), field: site.keyword().to_owned(), takes });
        }
        // `on run ["x"]`: the next field's keyword was taken for the value.
        let taken = site.at == site.start + 2 && site.piece.shape.fields.contains(&site.before(1));
        (taken && !site.at_end() && !site.is_field_word()).then(|| MissingValue {
            at: site.last(),
            field: site.keyword().to_owned(),
            takes,
        })
    }
}

/// A value of the wrong form after a field's keyword.
pub struct WrongValue {
    at: Span,
    field: String,
    found: String,
    takes: (&'static str, &'static str),
}

impl WrongValue {
    /// The value as it was probably meant.
    fn mended(&self) -> Option<String> {
        let inner = self.found.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        Some(match (self.field.as_str(), inner) {
            ("tags" | "hits" | "misses", Some(_)) => format!("[{}]", self.found),
            ("timeout" | "for", None) if self.found.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("{}s", self.found)
            }
            ("env" | "text", Some(inner)) if !inner.is_empty() => format!("/{}/", inner.replace('/', "\\/")),
            ("env" | "text", None) if !self.found.is_empty() => {
                format!("/{}/", self.found.replace('/', "\\/"))
            }
            ("closed", _) if matches!(self.found.as_str(), "yes" | "on" | "1") => "true".to_owned(),
            ("closed", _) if matches!(self.found.as_str(), "no" | "off" | "0") => "false".to_owned(),
            ("description" | "reason" | "suggest" | "root", _) => return None,
            (_, Some(inner)) if !inner.is_empty() && !inner.contains([' ', '\\']) => inner.to_owned(),
            _ => return None,
        })
    }
}

impl Mistake for WrongValue {
    const KIND: &'static Kind = &Kind {
        code: "wrong-value",
        severity: Severity::Error,
        summary: "a field with a value of the wrong form",
        why: "Each field takes one form of value, so that a slip is found when the policy is read, not when a call comes.",
        instead: "Write what the message says the field takes.",
        example: "rule r { match any action \"deny\" }",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` takes {}, found {}", self.field, self.takes.0, quote(&self.found))
    }

    fn label(&self) -> String {
        format!("expected {}", self.takes.0)
    }

    fn help(&self) -> Option<String> {
        Some(match self.mended() {
            Some(mended) => format!("write `{} {mended}`", self.field),
            None => format!("write it as in `{} {}`", self.field, self.takes.1),
        })
    }

    fn fix(&self) -> Option<Fix> {
        let mended = self.mended()?;
        Some(Fix { title: format!("write `{mended}`"), safe: false, edits: vec![(self.at, mended)] })
    }
}

impl Detect for WrongValue {
    fn find(site: &Site<'_>) -> Option<Self> {
        let takes = value_of(site.piece.shape.kind, site.keyword()).filter(|_| site.piece.is_field())?;
        let found = site.after_keyword() && !site.at_end() && site.kind() != Some(Token::Bad);
        found.then(|| WrongValue {
            at: site.here(),
            field: site.keyword().to_owned(),
            found: site.str().to_owned(),
            takes,
        })
    }
}

/// `match: any`, `action = deny`
pub struct FieldPunctuation {
    at: Span,
    field: String,
    sign: String,
}

impl Mistake for FieldPunctuation {
    const KIND: &'static Kind = &Kind {
        code: "field-punctuation",
        severity: Severity::Error,
        summary: "`:` or `=` between a field and its value",
        why: "A field is its keyword and its value, with nothing but a space between them.",
        instead: "Delete it.",
        example: "rule r { match: any action: deny }",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("no `{}` stands after `{}`", self.sign, self.field)
    }

    fn label(&self) -> String {
        "not needed".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `{} VALUE`", self.field))
    }

    fn fix(&self) -> Option<Fix> {
        let title = format!("delete `{}`", self.sign);
        Some(Fix { title, safe: false, edits: vec![(self.at, String::new())] })
    }
}

impl Detect for FieldPunctuation {
    fn find(site: &Site<'_>) -> Option<Self> {
        let sign = matches!(site.str(), ":" | "=" | "=>" | ":=" | "->" | "==");
        let known = site.piece.shape.fields.contains(&site.keyword());
        (site.piece.is_field() && site.after_keyword() && sign && known).then(|| FieldPunctuation {
            at: site.here(),
            field: site.keyword().to_owned(),
            sign: site.str().to_owned(),
        })
    }
}

/// `remember for 5m`, `remember session 5m`
pub struct WrongRemember {
    at: Span,
    found: String,
    last: String,
}

impl Mistake for WrongRemember {
    const KIND: &'static Kind = &Kind {
        code: "wrong-remember",
        severity: Severity::Error,
        summary: "`remember` with its parts missing or in another order",
        why: "How long an answer holds and what it covers are written in one order.",
        instead: "Write `remember SCOPE [for DURATION] [by KEY]`.",
        example: "rule r { match any action confirm remember session 30m }",
        mended: "rule r { match any action confirm remember session for 30m }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        if self.found.is_empty() {
            format!("expected {} after `{}`", self.wanted(), self.last)
        } else {
            format!("{} can't follow `{}` in `remember`", quote(&self.found), self.last)
        }
    }

    fn label(&self) -> String {
        format!("expected {}", self.wanted())
    }

    fn help(&self) -> Option<String> {
        Some("write `remember session|project|always [for 30m] [by call|command|host|tool]`".to_owned())
    }
}

impl WrongRemember {
    fn wanted(&self) -> &'static str {
        match self.last.as_str() {
            "for" => "a duration such as `30m`",
            "by" => "`call`, `command`, `host` or `tool`",
            _ => "`for DURATION` or `by KEY`",
        }
    }
}

impl Detect for WrongRemember {
    fn find(site: &Site<'_>) -> Option<Self> {
        let inside =
            site.keyword() == "remember" && site.is_field_of(ItemKind::Rule) && site.at > site.start + 1;
        let next = site.word().is_some() && !matches!(site.str(), "for" | "by");
        let after = matches!(site.before(1), "for" | "by");
        (inside && (after || !next)).then(|| WrongRemember {
            at: site.here(),
            found: site.str().to_owned(),
            last: site.before(1).to_owned(),
        })
    }
}

/// `except push path within root`
pub struct MissingWhen {
    at: Span,
    form: &'static str,
    /// `when` is there, but what must stand before it is not.
    before: Option<&'static str>,
}

impl Mistake for MissingWhen {
    const KIND: &'static Kind = &Kind {
        code: "missing-when",
        severity: Severity::Error,
        summary: "an `except` or a claim without `when`",
        why: "`when` stands between what is said and the condition it is said of.",
        instead: "Write `except ID when CONDITION`, `never allow when CONDITION`.",
        example: "assert \"secrets stay\" { never allow path within \"~/.ssh\" }",
        mended: "assert \"secrets stay\" { never allow when path within \"~/.ssh\" }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        match self.before {
            Some(before) => format!("{before} is missing before `when`"),
            None => "`when` is missing before the condition".to_owned(),
        }
    }

    fn label(&self) -> String {
        format!("expected {}", self.before.unwrap_or("`when`"))
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `{}`", self.form))
    }

    fn fix(&self) -> Option<Fix> {
        if self.before.is_some() {
            return None;
        }
        let before = Span { end: self.at.start, ..self.at };
        Some(Fix { title: "write `when`".to_owned(), safe: false, edits: vec![(before, "when ".to_owned())] })
    }
}

impl Detect for MissingWhen {
    fn find(site: &Site<'_>) -> Option<Self> {
        let (form, what) = match site.keyword() {
            "except" => ("except ID when CONDITION", "the rule's id"),
            _ => ("never allow when CONDITION", "the verdict"),
        };
        // `never when any`: `when` was taken for the verdict.
        let taken = site.before(1) == "when";
        let at = if taken { site.last() } else { site.here() };
        site.expects(Rule::kw_when).then(|| MissingWhen { at, form, before: taken.then_some(what) })
    }
}
