//! Where the pieces of a broken item begin and end, by tokens alone.

use std::ops::Range;

use crate::syntax::lex::Kind;
use crate::syntax::parse::Parser;
use crate::syntax::shape::{self, ItemKind, Shape};

/// The block of an item.
pub(super) struct Body {
    /// The tokens between its braces.
    pub(super) tokens: Range<usize>,
    /// Whether its closing brace is there.
    pub(super) closed: bool,
}

impl Parser<'_> {
    /// The opening brace of the item that begins at a token; none if it has no block.
    pub(super) fn opening(&mut self, at: usize, shape: &Shape) -> Option<usize> {
        shape.head?;
        let mut next = at + 1;
        while next < self.lexed.tokens.len() {
            self.steps += 1;
            match self.lexed.str(next) {
                "{" if self.lexed.is(next - 1, "with") => next = self.closing(next),
                "{" => return Some(next),
                "=>" | "}" => return None,
                _ if self.is_head(next, Some(shape.kind)) => return None,
                _ => {}
            }
            next += 1;
        }
        None
    }

    /// The brace that closes the one at a token; the last token if none does.
    fn closing(&mut self, open: usize) -> usize {
        let mut depth = 0_usize;
        for at in open..self.lexed.tokens.len() {
            self.steps += 1;
            match self.lexed.str(at) {
                "{" => depth += 1,
                "}" if depth <= 1 => return at,
                "}" => depth -= 1,
                _ => {}
            }
        }
        self.lexed.tokens.len()
    }

    /// The block of the item at a token. A brace under the item's beginning closes it, whatever is open within; an item
    /// that begins no further right than this one shows that the closing brace is missing.
    pub(super) fn body(&mut self, at: usize, open: usize, shape: &Shape) -> Body {
        let column = self.lexed.token(at).filter(|token| token.first).map(|token| token.start - token.line);
        let mut depth = 0_usize;
        let mut inner_head = None;
        let mut end = self.lexed.tokens.len();
        for next in open + 1..self.lexed.tokens.len() {
            self.steps += 1;
            let Some(token) = self.lexed.token(next) else { break };
            let outdented = token.first && column.is_none_or(|column| token.start - token.line <= column);
            match self.lexed.str(next) {
                "{" => depth += 1,
                "}" if depth == 0 || outdented && column.is_some() => {
                    return Body { tokens: open + 1..next, closed: true };
                }
                "}" => depth -= 1,
                _ if self.is_head(next, Some(shape.kind)) => {
                    if outdented {
                        end = next;
                        break;
                    }
                    inner_head = inner_head.or(Some(next));
                }
                _ => {}
            }
        }
        Body { tokens: open + 1..inner_head.unwrap_or(end), closed: false }
    }

    /// The end of an item without a block: the next item, or a brace that is not its own.
    pub(super) fn end_of_bare(&mut self, at: usize, kind: Option<ItemKind>) -> usize {
        let mut depth = 0_usize;
        for next in at + 1..self.lexed.tokens.len() {
            self.steps += 1;
            match self.lexed.str(next) {
                "{" => depth += 1,
                "}" if depth == 0 => return next,
                "}" => depth -= 1,
                _ if self.is_head(next, kind) => return next,
                _ => {}
            }
        }
        self.lexed.tokens.len()
    }

    /// Whether an item begins at a token: an item's keyword where no operand is missing, with what must follow it.
    /// Within a `tool`, `operation` begins a field.
    pub(super) fn is_head(&self, at: usize, within: Option<ItemKind>) -> bool {
        let Some(shape) = self.lexed.word(at).and_then(shape::of_keyword) else { return false };
        let first = self.lexed.token(at).is_some_and(|token| token.first);
        if !first && !at.checked_sub(1).is_some_and(|last| self.ends_operand(last)) {
            return false;
        }
        let (next, after) = (self.lexed.kind(at + 1), self.lexed.str(at + 2));
        let named = next == Some(Kind::Word) && !shape::is_operator(self.lexed.str(at + 1));
        if self.is_unindented(at) {
            // Whatever follows: only a condition and a tool's field begin with the same words.
            return match shape.kind {
                ItemKind::Operation => {
                    within != Some(ItemKind::Tool) && !shape::is_operator(self.lexed.str(at + 1))
                }
                _ => true,
            };
        }
        match shape.kind {
            ItemKind::Policy | ItemKind::Use | ItemKind::Assert | ItemKind::Test => next == Some(Kind::Text),
            ItemKind::Let => named && after == "=",
            ItemKind::Tool => match next {
                Some(Kind::Word | Kind::Text | Kind::Regex) => matches!(after, "{" | "on"),
                _ => self.lexed.is(at + 1, "["),
            },
            ItemKind::Operation => named && within != Some(ItemKind::Tool),
            ItemKind::Context => named && after == ":",
            ItemKind::Rule => {
                named
                    && (matches!(after, "{" | "(")
                        || matches!(self.lexed.kind(at + 2), Some(Kind::Word | Kind::Text)))
            }
            ItemKind::Redact => self.lexed.is(at + 1, "{"),
            ItemKind::Hook => named && after == "{",
        }
    }

    /// Whether a token begins a line, without indentation.
    pub(super) fn is_unindented(&self, at: usize) -> bool {
        self.lexed.token(at).is_some_and(|token| token.first && token.start == token.line)
    }

    /// Whether a token can be the last one of a value, a condition or a name.
    pub(super) fn ends_operand(&self, at: usize) -> bool {
        match self.lexed.kind(at) {
            Some(Kind::Word) => {
                let word = self.lexed.str(at);
                let operates = shape::is_operator(word) && !matches!(word, "exists" | "private");
                !operates
                    && !matches!(
                        word,
                        "and" | "or" | "not" | "when" | "marked" | "by" | "for" | "as" | "with" | "inside"
                    )
            }
            Some(Kind::Sign | Kind::Opening) | None => false,
            Some(_) => true,
        }
    }

    /// Splits a block into its fields, or a test into its cases. The second value is where it stops if an item begins
    /// within a block that is not closed.
    pub(super) fn split(&mut self, body: &Body, shape: &Shape) -> (Vec<Range<usize>>, Option<usize>) {
        let mut pieces = Vec::new();
        let mut start = body.tokens.start;
        let mut depth = Depth::default();
        for at in body.tokens.clone() {
            self.steps += 1;
            if at > start && !body.closed && self.is_head(at, Some(shape.kind)) {
                pieces.push(start..at);
                return (pieces, Some(at));
            }
            if at > start && self.begins_piece(at, start, depth, shape) {
                pieces.push(start..at);
                start = at;
                depth = Depth::default();
            }
            depth.count(self.lexed.str(at));
        }
        if start < body.tokens.end {
            pieces.push(start..body.tokens.end);
        }
        (pieces, None)
    }

    /// Whether a piece begins at a token, given where the last one began.
    fn begins_piece(&self, at: usize, start: usize, depth: Depth, shape: &Shape) -> bool {
        let first = self.lexed.token(at).is_some_and(|token| token.first);
        let separated = matches!(self.lexed.str(at - 1), ";" | ",") && depth.others == 0 && first
            || self.lexed.is(at - 1, ";");
        if depth.braces > 0 {
            return false;
        }
        if shape.kind == ItemKind::Test {
            let name = matches!(self.lexed.kind(at), Some(Kind::Word | Kind::Text));
            let line = first && !matches!(self.lexed.str(at), "by" | "with");
            return name && depth.others == 0 && (line || self.ends_case(at - 1));
        }
        if !separated && !self.ends_operand(at - 1) {
            return false;
        }
        let Some(word) = self.lexed.word(at) else { return false };
        if shape.fields.contains(&word) {
            // Right after a field's keyword stands its value, whatever it is called.
            return first || at - 1 != start && depth.others == 0;
        }
        first && depth.others == 0 && !shape::is_reserved(word) && !is_inner(word)
    }

    /// Whether a test's case ends with a token: `=> verdict` or `=> verdict by ID`.
    fn ends_case(&self, at: usize) -> bool {
        let mut before = at;
        while before >= 2 && self.lexed.is(before - 1, ":") {
            before -= 2;
        }
        let Some(last) = before.checked_sub(1) else { return false };
        self.lexed.kind(at) == Some(Kind::Word)
            && (self.lexed.is(last, "=>") && before == at || self.lexed.is(last, "by"))
            && !self.lexed.is(at + 1, "by")
    }
}

/// Words inside a field that may begin a line.
fn is_inner(word: &str) -> bool {
    matches!(word, "for" | "by" | "when" | "with" | "inside")
}

/// Brackets open since the beginning of a piece.
#[derive(Clone, Copy, Default)]
struct Depth {
    braces: usize,
    others: usize,
}

impl Depth {
    fn count(&mut self, text: &str) {
        match text {
            "{" => self.braces += 1,
            "}" => self.braces = self.braces.saturating_sub(1),
            "(" | "[" => self.others += 1,
            ")" | "]" => self.others = self.others.saturating_sub(1),
            _ => {}
        }
    }
}
