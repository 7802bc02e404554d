//! The tokens of a text, for all that the grammar does not do: finding where a broken piece ends, saying what is wrong
//! in it, checking limits before anything recurses, and collecting comments.
//!
//! Every token that no correct file can hold is `Bad`, and has been reported here.

mod characters;
mod literals;
mod nesting;
mod scan;

use super::ast::Comment;
use super::report::Report;
use crate::model::{SourceId, Span};

pub(super) use characters::{is_plain, selects_drawing};
pub(super) use scan::lex;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A name or keyword, dotted ones in one piece.
    Word,
    /// `"…"`
    Text,
    /// `/…/`
    Regex,
    /// `` `…` ``
    Pattern,
    /// A number that is neither a duration nor a date.
    Number,
    /// `30s`
    Duration,
    /// `2026-12-31`
    Date,
    /// `( [ {`
    Opening,
    /// `) ] }`
    Closing,
    /// Any other sign.
    Sign,
    /// Reported: nothing is parsed from here to the end of the piece.
    Bad,
}

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// What it is.
    pub(super) kind: Kind,
    /// Its first byte.
    pub(super) start: usize,
    /// The byte after it.
    pub(super) end: usize,
    /// Whether only white space stands before it on its line.
    pub(super) first: bool,
    /// The byte its line begins at.
    pub(super) line: usize,
}

/// The tokens of a text.
pub(super) struct Lexed<'t> {
    /// The text.
    pub(super) text: &'t str,
    /// Its file.
    pub(super) source: SourceId,
    /// The tokens in their order.
    pub(super) tokens: Vec<Token>,
    /// The comments in their order.
    pub(super) comments: Vec<Comment>,
    /// Positions of the `Bad` tokens, ascending.
    pub(super) bad: Vec<usize>,
    /// What was found wrong.
    pub(super) report: Report,
}

impl<'t> Lexed<'t> {
    /// The token at a position.
    pub(super) fn token(&self, at: usize) -> Option<Token> {
        self.tokens.get(at).copied()
    }

    /// The text of the token at a position; empty if there is none.
    pub(super) fn str(&self, at: usize) -> &'t str {
        self.token(at).and_then(|token| self.text.get(token.start..token.end)).unwrap_or("")
    }

    /// The place of the token at a position; the end of the text if there is none.
    pub(super) fn span(&self, at: usize) -> Span {
        match self.token(at) {
            Some(token) => Span::new(self.source, token.start, token.end),
            None => Span::new(self.source, self.text.len(), self.text.len()),
        }
    }

    /// The word at a position; none if there is another kind of token.
    pub(super) fn word(&self, at: usize) -> Option<&'t str> {
        self.token(at).filter(|token| token.kind == Kind::Word).map(|_| self.str(at))
    }

    /// Whether the token at a position is written like this.
    pub(super) fn is(&self, at: usize, text: &str) -> bool {
        self.str(at) == text
    }

    /// The kind of the token at a position.
    pub(super) fn kind(&self, at: usize) -> Option<Kind> {
        self.token(at).map(|token| token.kind)
    }

    /// The first `Bad` token at or after a position.
    pub(super) fn wall(&self, at: usize) -> Option<usize> {
        let index = self.bad.partition_point(|bad| *bad < at);
        self.bad.get(index).copied()
    }

    /// The first token that ends after a byte.
    pub(super) fn at_byte(&self, byte: usize) -> usize {
        self.tokens.partition_point(|token| token.end <= byte)
    }
}
