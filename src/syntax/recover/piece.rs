//! Parsing a piece, and saying what is wrong with it.

use std::ops::Range;

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};

use super::Piece;
use crate::model::Mistake;
use crate::syntax::build::{Builder, Node};
use crate::syntax::grammar::{Grammar, Rule};
use crate::syntax::mistakes::limits::NestingTooDeep;
use crate::syntax::mistakes::{self, Site};
use crate::syntax::parse::Parser;

impl<'t> Parser<'t> {
    /// Parses some tokens by a rule and makes something of them. Where that fails the mistake is reported, and what stands
    /// before it is tried.
    pub(super) fn read<T>(
        &mut self,
        rule: Rule,
        tokens: Range<usize>,
        piece: Piece,
        make: impl Fn(Builder, Node<'t>) -> Option<T>,
    ) -> Read<T> {
        self.steps += tokens.len();
        let wall = self.lexed.wall(tokens.start).filter(|wall| *wall < tokens.end);
        let stop = wall.unwrap_or(tokens.end);
        let failure = match self.attempt(rule, tokens.start..stop, &make) {
            Ok(value) if wall.is_none() => return Read { value: Some(value), good: true },
            // The lexer has told why it goes no further.
            Ok(value) => return Read { value: Some(value), good: false },
            Err(failure) => failure,
        };
        let at = self.lexed.at_byte(failure.byte).min(stop);
        if wall.is_some() && at >= stop {
            return Read { value: None, good: false };
        }
        let site = Site {
            lexed: &self.lexed,
            start: tokens.start,
            end: stop,
            at,
            byte: failure.byte,
            expected: &failure.expected,
            piece,
        };
        let mut diagnostic = match failure.overflow {
            true => NestingTooDeep { at: site.here() }.report(),
            false => mistakes::diagnose(&site),
        };
        if let Some(owner) = piece.owner
            && diagnostic.related.is_empty()
        {
            diagnostic.related.push((owner, format!("in this `{}`", piece.shape.keyword)));
        }
        self.lexed.report.add(diagnostic);
        let value = if at > tokens.start { self.attempt(rule, tokens.start..at, &make).ok() } else { None };
        Read { value, good: false }
    }

    fn attempt<T>(
        &self,
        rule: Rule,
        tokens: Range<usize>,
        make: &impl Fn(Builder, Node<'t>) -> Option<T>,
    ) -> Result<T, Failure> {
        let base = self.lexed.token(tokens.start).map_or(self.lexed.text.len(), |token| token.start);
        let last = tokens.end.checked_sub(1).filter(|last| *last >= tokens.start);
        let end = last.and_then(|last| self.lexed.token(last)).map_or(base, |token| token.end);
        let slice = self.lexed.text.get(base..end).unwrap_or("");
        let node = match Grammar::parse(rule, slice) {
            Ok(mut nodes) => nodes.next(),
            Err(error) => {
                let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
                let (expected, overflow) = match error.variant {
                    ErrorVariant::ParsingError { positives, .. } => (positives, false),
                    ErrorVariant::CustomError { .. } => (Vec::new(), true),
                };
                return Err(Failure { byte: base + at, expected, overflow });
            }
        };
        let builder = Builder { source: self.lexed.source, base };
        let made = node.and_then(|node| make(builder, node));
        made.ok_or(Failure { byte: base, expected: Vec::new(), overflow: false })
    }
}

/// What became of a piece.
pub(super) struct Read<T> {
    /// What could be made of it.
    pub(super) value: Option<T>,
    /// Whether nothing is wrong with it.
    pub(super) good: bool,
}

/// Why a piece did not parse.
struct Failure {
    /// The furthest place the parser got to.
    byte: usize,
    /// What it tried there.
    expected: Vec<Rule>,
    /// It gave up for want of stack.
    overflow: bool,
}
