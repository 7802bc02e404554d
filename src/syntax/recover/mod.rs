//! An item that does not parse is taken apart: head, fields, each parsed by itself; what still does not parse is
//! reported from the furthest place the parser got to.
//!
//! - A piece that is no item ends before the next line that begins with an item.
//! - A piece that is no field ends with its line, or where a field begins.
//! - Nothing is told of a piece from a token on that the lexer has reported.

mod bounds;
mod items;
mod piece;
mod stray;

use std::ops::Range;

use super::ast::Item;
use super::parse::Parser;
use super::shape::{self, Shape};
use crate::model::Span;

impl Parser<'_> {
    /// Takes apart what begins at a token and is no correct item; gives the token to go on with.
    pub(super) fn recover(&mut self, at: usize) -> usize {
        let Some(shape) = self.lexed.word(at).and_then(shape::of_keyword) else {
            let next = self.stray(at);
            self.items.push(Item::Broken(self.range(at..next)));
            return next;
        };
        let (item, next) = match self.opening(at, shape) {
            Some(open) => self.block_item(shape, at, open),
            None => self.bare_item(shape, at),
        };
        self.items.push(item);
        next
    }

    /// The place of some tokens.
    pub(super) fn range(&self, tokens: Range<usize>) -> Span {
        let first = self.lexed.span(tokens.start);
        first.to(self.lexed.span(tokens.end.saturating_sub(1).max(tokens.start)))
    }
}

/// A part of an item that is parsed by itself.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    /// The item it belongs to.
    pub(super) shape: &'static Shape,
    /// Which part.
    pub(super) part: Part,
    /// What the item is called, and how to point at it.
    pub(super) owner: Option<Span>,
}

impl Piece {
    /// Whether it is a field, a case or a claim.
    pub(super) fn is_field(self) -> bool {
        self.part == Part::Field
    }
}

/// Parts of items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// What stands before the block.
    Head,
    /// A field of the block, a case of a test, a claim of an assert.
    Field,
    /// An item without a block.
    Whole,
}
