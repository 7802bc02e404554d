//! Where a piece stopped parsing, and what stands around.

use crate::model::Span;
use crate::syntax::grammar::Rule;
use crate::syntax::lex::{Kind, Lexed};
use crate::syntax::recover::{Part, Piece};
use crate::syntax::shape::{self, ItemKind};

/// A place that the parser could not get past.
pub(in crate::syntax) struct Site<'a> {
    /// All tokens of the file.
    pub(in crate::syntax) lexed: &'a Lexed<'a>,
    /// The piece's first token.
    pub(in crate::syntax) start: usize,
    /// The token after its last one.
    pub(in crate::syntax) end: usize,
    /// The token that was not understood; `end` if the piece ended too early.
    pub(in crate::syntax) at: usize,
    /// The furthest byte; within the token if its beginning was understood.
    pub(in crate::syntax) byte: usize,
    /// What the grammar tried there.
    pub(in crate::syntax) expected: &'a [Rule],
    /// Which piece it is.
    pub(in crate::syntax) piece: Piece,
}

impl<'a> Site<'a> {
    /// Whether the grammar tried a rule here.
    pub(super) fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    /// Whether a condition could go on with `and` or `or` here.
    pub(super) fn after_condition(&self) -> bool {
        self.expects(Rule::kw_and) || self.expects(Rule::kw_or)
    }

    /// Whether a condition must begin here.
    pub(super) fn wants_condition(&self) -> bool {
        self.expects(Rule::condition) || self.expects(Rule::kw_marked)
    }

    /// Whether an operator must follow here.
    pub(super) fn wants_operator(&self) -> bool {
        self.expects(Rule::symbol_test)
    }

    /// Whether a value must follow here, in a condition or a `let`.
    pub(super) fn wants_value(&self) -> bool {
        self.expects(Rule::pattern)
    }

    /// Whether a JSON value must follow here.
    pub(super) fn wants_json(&self) -> bool {
        self.expects(Rule::null)
    }

    /// Whether a call's arguments must follow here.
    pub(super) fn wants_arguments(&self) -> bool {
        let object = self.expects(Rule::object) || self.expects(Rule::open);
        object && !self.wants_json() && self.piece.is_field() && self.before(1) != "with"
    }

    /// Whether the piece ended too early.
    pub(super) fn at_end(&self) -> bool {
        self.at >= self.end
    }

    /// The text of the token that was not understood; empty at the end of the piece.
    pub(super) fn str(&self) -> &'a str {
        if self.at_end() { "" } else { self.lexed.str(self.at) }
    }

    /// The word that was not understood, if it is one.
    pub(super) fn word(&self) -> Option<&'a str> {
        if self.at_end() { None } else { self.lexed.word(self.at) }
    }

    /// What kind of token was not understood.
    pub(super) fn kind(&self) -> Option<Kind> {
        if self.at_end() { None } else { self.lexed.kind(self.at) }
    }

    /// Whether the beginning of the token was understood.
    pub(super) fn inside_token(&self) -> bool {
        !self.at_end() && self.lexed.token(self.at).is_some_and(|token| token.start < self.byte)
    }

    /// Whether the token is the first of its line.
    pub(super) fn first_on_line(&self) -> bool {
        self.lexed.token(self.at).is_some_and(|token| token.first)
    }

    /// The text of a token some places before; empty before the piece.
    pub(super) fn before(&self, places: usize) -> &'a str {
        match self.at.checked_sub(places) {
            Some(at) if at >= self.start => self.lexed.str(at),
            _ => "",
        }
    }

    /// The text of a token some places after; empty after the piece.
    pub(super) fn after(&self, places: usize) -> &'a str {
        if self.at + places < self.end { self.lexed.str(self.at + places) } else { "" }
    }

    /// The place of the last token that was understood.
    pub(super) fn last(&self) -> Span {
        self.lexed.span(self.at.saturating_sub(1).max(self.start))
    }

    /// The place of the token that was not understood, or just after the piece.
    pub(in crate::syntax) fn here(&self) -> Span {
        if self.at_end() { self.last().after() } else { self.lexed.span(self.at) }
    }

    /// The place of some tokens of the piece.
    pub(super) fn span_of(&self, start: usize, end: usize) -> Span {
        self.lexed.span(start).to(self.lexed.span(end.saturating_sub(1).max(start)))
    }

    /// The text from one token to another.
    pub(super) fn text_of(&self, start: usize, end: usize) -> &'a str {
        self.span_of(start, end).text(self.lexed.text)
    }

    /// The piece's first word.
    pub(super) fn keyword(&self) -> &'a str {
        self.lexed.str(self.start)
    }

    /// Whether the token stands right after the piece's first word.
    pub(super) fn after_keyword(&self) -> bool {
        self.at == self.start + 1
    }

    /// Whether this is a field of an item.
    pub(super) fn is_field_of(&self, kind: ItemKind) -> bool {
        self.piece.part == Part::Field && self.piece.shape.kind == kind
    }

    /// Whether the token begins a field of this kind of item.
    pub(super) fn is_field_word(&self) -> bool {
        self.word().is_some_and(|word| self.piece.shape.fields.contains(&word))
    }

    /// Whether the token could begin another condition.
    pub(super) fn begins_condition(&self) -> bool {
        match self.word() {
            Some(word) => shape::is_subject(word) || matches!(word, "not" | "any"),
            None => self.str() == "(",
        }
    }

    /// Whether the token is a value written out.
    pub(super) fn is_literal(&self) -> bool {
        match self.kind() {
            Some(Kind::Text | Kind::Regex | Kind::Pattern | Kind::Number | Kind::Duration | Kind::Date) => {
                true
            }
            Some(Kind::Word) => matches!(self.str(), "true" | "false" | "root"),
            _ => false,
        }
    }

    /// The bracket that is open here, by its position.
    pub(super) fn open_bracket(&self) -> Option<usize> {
        let mut depth = 0_usize;
        (self.start..self.at).rev().find(|at| match self.lexed.kind(*at) {
            Some(Kind::Closing) => {
                depth += 1;
                false
            }
            Some(Kind::Opening) if depth == 0 => true,
            Some(Kind::Opening) => {
                depth -= 1;
                false
            }
            _ => false,
        })
    }
}
