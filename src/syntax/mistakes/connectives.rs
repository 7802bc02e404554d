//! `and`, `or`, `not`.

use super::{Detect, Site, quote};
use crate::model::{Fix, Kind, Mistake, Severity, Span};
use crate::syntax::grammar::Rule;
use crate::syntax::lex::Kind as Token;

/// `a and b or c`
pub struct MixedConnectives {
    at: Span,
    /// The first connective of the chain.
    first: Span,
    word: String,
    readings: [String; 2],
}

impl Mistake for MixedConnectives {
    const KIND: &'static Kind = &Kind {
        code: "mixed-and-or",
        severity: Severity::Error,
        summary: "`and` and `or` in one chain without parentheses",
        why: "Languages differ in which of the two binds tighter; a rule must not depend on what its reader is used to.",
        instead: "Write parentheses around the part that belongs together.",
        example: "rule r { match operation is read and path within root or path within \"~/notes\" action allow }",
        mended: "rule r { match operation is read and (path within root or path within \"~/notes\") action allow }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        "`and` and `or` are mixed without parentheses".to_owned()
    }

    fn label(&self) -> String {
        format!("`{}` could belong to what stands before it or after it", self.word)
    }

    fn help(&self) -> Option<String> {
        let [and, or] = &self.readings;
        Some(format!("write `{and}` or `{or}`"))
    }

    fn related(&self) -> Vec<(Span, String)> {
        let other = if self.word == "and" { "or" } else { "and" };
        vec![(self.first, format!("the chain begins with `{other}`"))]
    }
}

impl Detect for MixedConnectives {
    fn find(site: &Site<'_>) -> Option<Self> {
        let word = site.word().filter(|word| matches!(*word, "and" | "or"))?;
        if !site.after_condition() {
            return None;
        }
        let chain = Chain::around(site);
        let first = *chain.connectives.first()?;
        Some(MixedConnectives {
            at: site.here(),
            first: site.lexed.span(first),
            word: word.to_owned(),
            readings: [chain.reading(site, "and"), chain.reading(site, "or")],
        })
    }
}

/// The operands and connectives of one level.
struct Chain {
    /// Where the chain begins and ends.
    start: usize,
    end: usize,
    /// Positions of `and` and `or`.
    connectives: Vec<usize>,
}

impl Chain {
    /// The chain that the site is in.
    fn around(site: &Site<'_>) -> Chain {
        let lowest = condition_start(site);
        let start = site.open_bracket().map_or(lowest, |open| (open + 1).max(lowest));
        let mut depth = 0_usize;
        let mut connectives = Vec::new();
        let mut end = site.end;
        for at in start..site.end {
            match (site.lexed.kind(at), site.lexed.str(at)) {
                (Some(Token::Opening), _) => depth += 1,
                (Some(Token::Closing), _) if depth == 0 => {
                    end = at;
                    break;
                }
                (Some(Token::Closing), _) => depth -= 1,
                (_, "=>") => {
                    end = at;
                    break;
                }
                (Some(Token::Word), "and" | "or") if depth == 0 => connectives.push(at),
                _ => {}
            }
        }
        Chain { start, end, connectives }
    }

    /// The chain with parentheses around what one of the connectives joins.
    fn reading(&self, site: &Site<'_>, tight: &str) -> String {
        let mut text = String::new();
        let mut start = self.start;
        let mut open = false;
        for (index, at) in self.connectives.iter().chain([&self.end]).enumerate() {
            let joins = site.lexed.is(*at, tight) && *at < self.end;
            if joins && !open {
                text.push('(');
            }
            text.push_str(&shortened(site.text_of(start, *at)));
            if open && !joins {
                text.push(')');
            }
            open = joins;
            if *at < self.end {
                text.push_str(&format!(" {} ", site.lexed.str(*at)));
            }
            start = at + 1;
            if index == 5 && *at < self.end {
                text.push('…');
                break;
            }
        }
        text
    }
}

/// Where the condition of a piece begins.
fn condition_start(site: &Site<'_>) -> usize {
    let before = (site.start..site.at).rev().find(|at| matches!(site.lexed.str(*at), "when" | "="));
    match site.keyword() {
        "rule" | "otherwise" => {
            let title = site.lexed.kind(site.start + 2) == Some(Token::Text);
            site.start + 2 + usize::from(title)
        }
        _ => before.map_or(site.start + 1, |at| at + 1),
    }
}

/// A text on one line, cut to what fits into a message.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 40 { line } else { line.chars().take(36).chain(['…']).collect() }
}

/// Two conditions in a row.
pub struct MissingAnd {
    at: Span,
    last: Span,
    word: String,
}

impl Mistake for MissingAnd {
    const KIND: &'static Kind = &Kind {
        code: "missing-and",
        severity: Severity::Error,
        summary: "two conditions in a row without `and` or `or`",
        why: "Line ends mean nothing; whether both must hold or one is enough has to be written.",
        instead: "Write `and` (or `or`) between them.",
        example: "rule r {\n  match operation is write\n        path within \"dist\"\n  action deny\n}",
        mended: "rule r {\n  match operation is write\n        and path within \"dist\"\n  action deny\n}",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`and` or `or` is missing before {}", quote(&self.word))
    }

    fn label(&self) -> String {
        "another condition begins here".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `and {}` if both must hold, `or {}` if one is enough", self.word, self.word))
    }

    fn related(&self) -> Vec<(Span, String)> {
        vec![(self.last, "the condition before it ends here".to_owned())]
    }

    fn fix(&self) -> Option<Fix> {
        let before = Span { end: self.at.start, ..self.at };
        Some(Fix { title: "write `and`".to_owned(), safe: false, edits: vec![(before, "and ".to_owned())] })
    }
}

impl Detect for MissingAnd {
    fn find(site: &Site<'_>) -> Option<Self> {
        let condition = site.after_condition() && site.begins_condition();
        // `operation is read` on a line of its own after a `let` or a short rule.
        let item = site.expects(Rule::operation_name) && site.str() == "is";
        if item {
            let at = site.lexed.span(site.start);
            let last = site.lexed.span(site.start.checked_sub(1)?);
            return Some(MissingAnd { at, last, word: "operation".to_owned() });
        }
        condition.then(|| MissingAnd { at: site.here(), last: site.last(), word: site.str().to_owned() })
    }
}

/// `&&`, `||`, `!`
pub struct SymbolConnective {
    at: Span,
    symbol: String,
}

impl SymbolConnective {
    fn word(&self) -> &'static str {
        match self.symbol.as_str() {
            "&&" | "&" => "and",
            "||" | "|" => "or",
            _ => "not",
        }
    }
}

impl Mistake for SymbolConnective {
    const KIND: &'static Kind = &Kind {
        code: "symbol-connective",
        severity: Severity::Error,
        summary: "`&&`, `||` or `!` for `and`, `or`, `not`",
        why: "Policies are read by people who do not program; conditions are joined by words.",
        instead: "Write `and`, `or`, `not`.",
        example: "rule r { match operation is read && path within root action allow }",
        mended: "rule r { match operation is read and path within root action allow }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` is written `{}`", self.symbol, self.word())
    }

    fn label(&self) -> String {
        format!("expected `{}`", self.word())
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `{}`", self.word()))
    }

    fn fix(&self) -> Option<Fix> {
        let with = if self.word() == "not" { "not " } else { self.word() };
        Some(Fix {
            title: format!("write `{}`", self.word()),
            safe: false,
            edits: vec![(self.at, with.to_owned())],
        })
    }
}

impl Detect for SymbolConnective {
    fn find(site: &Site<'_>) -> Option<Self> {
        let symbol = site.str();
        let joins = site.after_condition() && matches!(symbol, "&&" | "||" | "&" | "|");
        let negates = site.wants_condition() && symbol == "!";
        (joins || negates).then(|| SymbolConnective { at: site.here(), symbol: symbol.to_owned() })
    }
}

/// `match`, `a and`, `not`, `()` with nothing after it.
pub struct MissingCondition {
    at: Span,
    last: String,
    keyword: Option<Span>,
}

impl Mistake for MissingCondition {
    const KIND: &'static Kind = &Kind {
        code: "missing-condition",
        severity: Severity::Error,
        summary: "nothing where a condition must stand",
        why: "A rule without a condition could mean every call or none.",
        instead: "Write the condition; `any` holds for every call.",
        example: "rule r { match action deny }",
        mended: "rule r { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("expected a condition after {}", quote(&self.last))
    }

    fn label(&self) -> String {
        "no condition here".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(if matches!(self.last.as_str(), "and" | "or") {
            format!("write another condition, or delete `{}`", self.last)
        } else {
            "write a condition such as `operation is read`; `any` holds for every call".to_owned()
        })
    }

    fn related(&self) -> Vec<(Span, String)> {
        self.keyword.map(|span| (span, "of this field".to_owned())).into_iter().collect()
    }
}

impl Detect for MissingCondition {
    fn find(site: &Site<'_>) -> Option<Self> {
        let nothing = site.at_end() || matches!(site.str(), "and" | "or" | "=>" | ")" | "{");
        if site.wants_condition() && nothing {
            return Some(MissingCondition {
                at: site.here(),
                last: site.before(1).to_owned(),
                keyword: None,
            });
        }
        // `match action deny`: `action` was taken for the name of a condition.
        let before = site.at.checked_sub(2).filter(|at| *at >= site.start)?;
        let field = site.before(1);
        let opens = site.lexed.word(before).is_some_and(|word| {
            matches!(word, "and" | "or" | "not") || before == site.start && matches!(word, "match" | "unless")
        });
        let taken =
            site.after_condition() && site.word().is_some() && site.piece.shape.fields.contains(&field);
        (opens && taken).then(|| MissingCondition {
            at: site.lexed.span(before).after(),
            last: site.lexed.str(before).to_owned(),
            keyword: (before == site.start).then(|| site.lexed.span(before)),
        })
    }
}
