//! What fits no other description.

use super::{Detect, Part, Rule, Site, quote};
use crate::model::{Fix, Kind, Mistake, Severity, Span};

/// `;` or `,` between fields or items.
pub struct Separator {
    at: Span,
    sign: String,
    joins: bool,
    items: bool,
}

impl Separator {
    /// Between items.
    pub(in crate::syntax) fn between_items(at: Span, sign: &str) -> Self {
        Separator { at, sign: sign.to_owned(), joins: false, items: true }
    }
}

impl Mistake for Separator {
    const KIND: &'static Kind = &Kind {
        code: "separator",
        severity: Severity::Error,
        summary: "`;` or `,` between fields, conditions or items",
        why: "Fields and items need no separator, and conditions are joined by `and` or `or`: a comma could mean either.",
        instead: "Delete it; write `and` or `or` between conditions.",
        example: "rule r { match any; action deny }",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        let between = match (self.joins, self.items) {
            (true, _) => "conditions",
            (false, true) => "items",
            (false, false) => "fields",
        };
        format!("no `{}` stands between {between}", self.sign)
    }

    fn label(&self) -> String {
        if self.joins { "expected `and` or `or`".to_owned() } else { "not needed".to_owned() }
    }

    fn help(&self) -> Option<String> {
        Some(if self.joins {
            "write `and` if both must hold, `or` if one is enough".to_owned()
        } else {
            "delete it".to_owned()
        })
    }

    fn fix(&self) -> Option<Fix> {
        let title = format!("delete `{}`", self.sign);
        (!self.joins).then(|| Fix { title, safe: false, edits: vec![(self.at, String::new())] })
    }
}

impl Detect for Separator {
    fn find(site: &Site<'_>) -> Option<Self> {
        let sign = site.str();
        if !matches!(sign, ";" | ",") || site.open_bracket().is_some_and(|open| !site.lexed.is(open, "(")) {
            return None;
        }
        let next = site.after(1);
        let field =
            next.is_empty() || site.piece.shape.fields.contains(&next) || site.piece.part != Part::Field;
        let joins = site.after_condition() && !(field && site.piece.part == Part::Field);
        Some(Separator {
            at: site.here(),
            sign: sign.to_owned(),
            joins,
            items: site.piece.part == Part::Whole,
        })
    }
}

/// Anything else that does not fit.
pub struct Unexpected {
    at: Span,
    found: String,
    expected: Vec<String>,
    within: &'static str,
    form: Option<&'static str>,
    /// The piece could have ended here, and what could come next.
    next: Option<&'static str>,
}

impl Unexpected {
    /// A place of which no more is known.
    pub(in crate::syntax) fn bare(at: Span) -> Self {
        Unexpected { at, found: String::new(), expected: Vec::new(), within: "item", form: None, next: None }
    }

    /// What the grammar tried, in people's words.
    pub(super) fn at(site: &Site<'_>) -> Self {
        let mut expected: Vec<String> = Vec::new();
        for word in site.expected.iter().filter_map(|rule| words(*rule)) {
            if !expected.contains(&word) {
                expected.push(word);
            }
        }
        Unexpected {
            at: site.here(),
            found: site.str().to_owned(),
            expected,
            within: site.piece.shape.keyword,
            form: (site.piece.part != Part::Field).then_some(site.piece.shape.form),
            next: site.expects(Rule::EOI).then_some(match site.piece.part {
                Part::Head => "`{`",
                Part::Field => "the next field or `}`",
                Part::Whole => "the next item",
            }),
        }
    }

    fn choices(&self) -> Option<String> {
        const MOST: usize = 4;
        let shown = self.expected.get(..self.expected.len().min(MOST))?;
        let (last, rest) = shown.split_last()?;
        Some(match rest {
            [] => last.clone(),
            _ if self.expected.len() > MOST => format!("{}, {last} …", rest.join(", ")),
            _ => format!("{} or {last}", rest.join(", ")),
        })
    }
}

impl Mistake for Unexpected {
    const KIND: &'static Kind = &Kind {
        code: "unexpected",
        severity: Severity::Error,
        summary: "something that can't stand where it stands",
        why: "What is not understood is never passed over.",
        instead: "Write what the message says was expected.",
        example: "rule r { match any action deny \"never\" }",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        let found = match self.found.as_str() {
            "" => format!("the end of this `{}`", self.within),
            found => quote(found),
        };
        match self.choices() {
            _ if self.next.is_some() => format!("{found} can't stand here"),
            Some(choices) => format!("expected {choices}, found {found}"),
            None if self.found.is_empty() => format!("this `{}` ends too early", self.within),
            None => format!("{found} can't stand here"),
        }
    }

    fn label(&self) -> String {
        match (self.choices(), self.next) {
            (Some(choices), Some(next)) => format!("expected {choices}, or {next}"),
            (Some(what), None) => format!("expected {what}"),
            (None, Some(next)) => format!("expected {next}"),
            (None, None) => "not expected here".to_owned(),
        }
    }

    fn help(&self) -> Option<String> {
        self.form.map(|form| format!("it is written `{form}`"))
    }
}

/// The formatter would have changed what a policy means.
pub struct FormatterFault {
    pub(in crate::syntax) at: Span,
}

impl Mistake for FormatterFault {
    const KIND: &'static Kind = &Kind {
        code: "formatter-fault",
        severity: Severity::Error,
        summary: "a fault of the formatter itself",
        why: "What `fmt` writes is read again and compared with the original before it takes its place.",
        instead: "The file was left as it is; please report it.",
        example: "# there should be none",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        "the formatter can't lay out this file without changing its meaning".to_owned()
    }

    fn label(&self) -> String {
        "left as it is".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("this is a fault of toolgate; please report it with the file".to_owned())
    }
}

/// What a rule of the grammar is for people; none for what only ends something.
fn words(rule: Rule) -> Option<String> {
    let word = match rule {
        Rule::text => "a text in quotes",
        Rule::texts => "a list of texts",
        Rule::regex => "a regex",
        Rule::pattern => "a command pattern",
        Rule::number => "a number",
        Rule::duration => "a duration",
        Rule::date => "a date",
        Rule::boolean => "`true` or `false`",
        Rule::null => "`null`",
        Rule::list | Rule::array | Rule::examples | Rule::bracket => "a list",
        Rule::object | Rule::open => "`{`",
        Rule::close => "`}`",
        Rule::tekcarb => "`]`",
        Rule::paren => "`(`",
        Rule::nerap => "`)`",
        Rule::comma => "`,`",
        Rule::colon => "`:`",
        Rule::equals => "`=`",
        Rule::arrow => "`=>`",
        Rule::ident
        | Rule::dotted
        | Rule::name
        | Rule::let_name
        | Rule::operation_name
        | Rule::tool_names => "a name",
        Rule::qualified | Rule::ids => "an id",
        Rule::operations => "an operation",
        Rule::events => "an event",
        Rule::condition | Rule::predicate | Rule::negation | Rule::group => "a condition",
        Rule::symbol_test | Rule::word_test | Rule::is_test | Rule::exists_test | Rule::private_test => {
            "an operator"
        }
        Rule::call | Rule::example_call | Rule::test_case => "a call",
        Rule::claim | Rule::quantifier => "`never` or `always`",
        Rule::subject => "a subject",
        Rule::root => "`root`",
        Rule::rule_block => "`{`",
        Rule::rule_short => "a condition",
        Rule::EOI => return None,
        keyword => return format!("{keyword:?}").strip_prefix("kw_").map(|word| format!("`{word}`")),
    };
    Some(word.to_owned())
}
