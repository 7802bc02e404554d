//! Text to tree.
//!
//! A file is parsed item by item; an item that does not parse is taken apart (see `recover`), so that one mistake costs
//! as little as possible and all of them are told in one run.

use pest::Parser as _;

use super::ast::{Item, Tree};
use super::build::Builder;
use super::grammar::{Grammar, Rule};
use super::lex::{Kind, Lexed, lex};
use super::mistakes::limits::FileTooLarge;
use super::mistakes::pieces::Unexpected;
use super::{checks, limits, shape};
use crate::model::{Diagnostic, Mistake, SourceId, Span};

/// What a text was parsed to. The tree holds what could be understood; where there are errors the file must not be used
/// to decide anything.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    /// The tree.
    pub tree: Tree,
    /// Every error, in the order of their places.
    pub errors: Vec<Diagnostic>,
}

/// Parses a policy file. Never fails: errors are part of the result.
///
/// ```
/// use toolgate::{model::SourceId, syntax};
///
/// let parsed = syntax::parse(SourceId(0), "rule look  operation is read => allow");
/// assert!(parsed.errors.is_empty());
/// assert_eq!(parsed.tree.items.len(), 1);
/// ```
pub fn parse(source: SourceId, text: &str) -> Parsed {
    let span = Span::new(source, 0, text.len());
    if text.len() > limits::FILE_BYTES {
        let at = Span::new(source, limits::FILE_BYTES, limits::FILE_BYTES);
        let errors = vec![FileTooLarge { at, bytes: text.len() }.report()];
        return Parsed { tree: Tree { items: vec![Item::Broken(span)], comments: Vec::new(), span }, errors };
    }
    let mut parser = Parser { lexed: lex(source, text), items: Vec::new(), steps: 0 };
    parser.all();
    let Parser { mut lexed, items, .. } = parser;
    checks::items(&items, &mut lexed.report);
    Parsed { tree: Tree { items, comments: lexed.comments, span }, errors: lexed.report.finish() }
}

/// A file being parsed.
pub(super) struct Parser<'t> {
    /// Its tokens.
    pub(super) lexed: Lexed<'t>,
    /// The items so far.
    pub(super) items: Vec<Item>,
    /// Tokens looked at by recovery.
    pub(super) steps: usize,
}

impl Parser<'_> {
    fn all(&mut self) {
        let mut at = 0;
        while at < self.lexed.tokens.len() {
            if self.lexed.report.is_full() || self.is_exhausted() {
                let rest = self.lexed.span(at).to(self.lexed.span(self.lexed.tokens.len()));
                self.items.push(Item::Broken(rest));
                break;
            }
            let next = match self.whole_item(at) {
                Some((item, next)) => {
                    self.items.push(item);
                    next
                }
                None => self.recover(at),
            };
            at = next.max(at + 1);
        }
    }

    /// Whether recovery went over the text too often: hostile input. The rest counts as broken, and something was told.
    fn is_exhausted(&self) -> bool {
        self.steps > 50 * self.lexed.tokens.len() + 10_000
    }

    /// The item that begins at a token, if it is correct, and the token after it.
    fn whole_item(&self, at: usize) -> Option<(Item, usize)> {
        shape::of_keyword(self.lexed.word(at)?)?;
        let start = self.lexed.token(at)?.start;
        let end = match self.lexed.wall(at) {
            Some(wall) => self.lexed.token(wall)?.start,
            None => self.lexed.text.len(),
        };
        let node = Grammar::parse(Rule::item, self.lexed.text.get(start..end)?).ok()?.next()?;
        let builder = Builder { source: self.lexed.source, base: start };
        let next = self.lexed.at_byte(builder.span(&node).end as usize);
        let item = builder.item(node)?;
        self.ends_before(next).then_some((item, next))
    }

    /// Whether an item that parsed ends before this token, or the token shows that something is wrong with the item.
    fn ends_before(&self, next: usize) -> bool {
        let Some(token) = self.lexed.token(next) else { return true };
        let closed = next.checked_sub(1).is_some_and(|last| self.lexed.is(last, "}"));
        match token.kind {
            Kind::Closing => closed || self.lexed.is(next, "}"),
            Kind::Word => {
                let word = self.lexed.str(next);
                closed || shape::of_keyword(word).is_some() || token.first && !shape::is_reserved(word)
            }
            _ => closed,
        }
    }

    /// Adds what is told where nothing else was: an internal disagreement must not pass for a correct file.
    pub(super) fn told(&mut self, before: usize, span: Span) {
        if self.lexed.report.len() == before && !self.lexed.report.is_full() {
            self.lexed.report.push(&Unexpected::bare(span));
        }
    }
}
