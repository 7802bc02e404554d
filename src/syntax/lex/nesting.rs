//! Limits on nesting and on lists, counted before anything recurses.

use super::Kind;
use crate::model::{Diagnostic, Mistake, Span};
use crate::syntax::limits;
use crate::syntax::mistakes::limits::{ListTooLong, NestingTooDeep};

/// What the brackets before the next token are.
///
/// INVARIANT: a parser that begins at any token and gets as far as the next one has at most `depth` levels open, since a
/// closing bracket takes one level away whatever it closes, and a correct piece closes what it opened.
#[derive(Default)]
pub(super) struct Nesting {
    levels: Vec<Level>,
    /// Levels open: brackets, and the `not`s directly before the next token.
    depth: usize,
    /// Whether a nesting too deep was told; once is enough until it ends.
    told: bool,
    /// The last token was a comma.
    comma: bool,
}

/// An open bracket.
struct Level {
    /// The depth outside of it.
    outside: usize,
    /// Commas in it.
    commas: usize,
}

/// A limit that was exceeded.
pub(super) enum Excess {
    /// Too deep.
    Nesting,
    /// Too long.
    List,
}

impl Excess {
    /// What is told.
    pub(super) fn mistake(self, span: Span) -> Diagnostic {
        match self {
            Excess::Nesting => NestingTooDeep { at: span }.report(),
            Excess::List => ListTooLong { at: span }.report(),
        }
    }
}

impl Nesting {
    /// Counts a token. An error means that it is over a limit, with what is to be told, if anything.
    pub(super) fn step(&mut self, kind: Kind, text: &str) -> Result<(), Option<Excess>> {
        let after_comma = std::mem::replace(&mut self.comma, text == ",");
        match (kind, text) {
            (Kind::Closing, _) => {
                self.levels.pop();
                self.depth = self.base();
                return Ok(());
            }
            (Kind::Opening, _) => {
                self.levels.push(Level { outside: self.depth, commas: 0 });
                self.depth += 1;
            }
            (Kind::Word, "not") => self.depth += 1,
            _ => self.depth = self.base(),
        }
        if self.depth > limits::NESTING {
            return Err((!std::mem::replace(&mut self.told, true)).then_some(Excess::Nesting));
        }
        self.told = false;
        self.length(text, after_comma)
    }

    /// The depth just inside the innermost bracket.
    fn base(&self) -> usize {
        self.levels.last().map_or(0, |level| level.outside + 1)
    }

    fn length(&mut self, text: &str, after_comma: bool) -> Result<(), Option<Excess>> {
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        if text == "," {
            level.commas += 1;
        }
        // A comma after the last entry is no entry; an entry after that many commas is one too many.
        if after_comma && level.commas >= limits::LIST {
            return Err((level.commas == limits::LIST).then_some(Excess::List));
        }
        Ok(())
    }
}
