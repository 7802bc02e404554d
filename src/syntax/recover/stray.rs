//! What begins no item.

use crate::syntax::lex::Kind;
use crate::syntax::mistakes::blocks::StrayBracket;
use crate::syntax::mistakes::items::{FieldOutside, ForeignFile, ForeignItem, StrayText, UnknownItem};
use crate::syntax::mistakes::pieces::Separator;
use crate::syntax::parse::Parser;
use crate::syntax::shape::{self, SHAPES};
use crate::syntax::suggest::nearest;

/// Whether a word at the beginning of a line probably begins an item.
fn resembles_item(word: &str) -> bool {
    shape::of_keyword(word).is_some()
        || ForeignItem::is(word)
        || nearest(word, SHAPES.iter().map(|shape| shape.keyword)).is_some()
}

impl Parser<'_> {
    /// Reports what begins at a token and is no item; gives the token to go on with.
    pub(super) fn stray(&mut self, at: usize) -> usize {
        let span = self.lexed.span(at);
        let text = self.lexed.str(at);
        if at == 0
            && let Some(format) = self.foreign_format()
        {
            self.lexed.report.push(&ForeignFile { at: span, format });
            return self.lexed.tokens.len();
        }
        match self.lexed.kind(at) {
            Some(Kind::Closing) => {
                self.lexed.report.push(&StrayBracket { at: span, bracket: text.to_owned() });
                return at + 1;
            }
            Some(Kind::Sign) if matches!(text, ";" | ",") => {
                self.lexed.report.push(&Separator::between_items(span, text));
                return at + 1;
            }
            // It was told by the lexer.
            Some(Kind::Bad) => {}
            Some(Kind::Word) => self.stray_word(at),
            _ => self.lexed.report.push(&StrayText { at: span, text: text.to_owned() }),
        }
        self.after_stray(at)
    }

    fn stray_word(&mut self, at: usize) {
        let (span, word) = (self.lexed.span(at), self.lexed.str(at));
        if let Some(shape) = SHAPES.iter().find(|shape| shape.fields.contains(&word)) {
            let block = self.lexed.is(at + 1, "{") || self.lexed.is(at + 2, "{");
            if !block {
                return self.lexed.report.push(&FieldOutside {
                    at: span,
                    field: word.to_owned(),
                    form: shape.form,
                });
            }
        }
        match ForeignItem::of(span, word) {
            Some(mistake) => self.lexed.report.push(&mistake),
            None => self.lexed.report.push(&UnknownItem { at: span, word: word.to_owned() }),
        }
    }

    /// Where to go on: at the next item, or after a block that belongs to the stray text.
    fn after_stray(&mut self, at: usize) -> usize {
        let mut depth = 0_usize;
        for next in at + 1..self.lexed.tokens.len() {
            self.steps += 1;
            match self.lexed.str(next) {
                word if self.is_unindented(next) && resembles_item(word) => return next,
                "{" => depth += 1,
                "}" if depth == 0 => return next,
                "}" if depth == 1 => return next + 1,
                "}" => depth -= 1,
                _ if self.is_head(next, None) => return next,
                _ => {}
            }
        }
        self.lexed.tokens.len()
    }

    /// The format of a file that is written in another language altogether.
    fn foreign_format(&self) -> Option<&'static str> {
        let text = self.lexed.text.trim_start_matches('\u{FEFF}').trim_start();
        let second = self.lexed.kind(1);
        Some(match self.lexed.str(0) {
            "{" if matches!(second, Some(Kind::Text | Kind::Closing)) => "JSON",
            "[" if second == Some(Kind::Word) => "TOML",
            "[" => "JSON",
            "<" => "XML",
            _ if text.starts_with("---") => "YAML",
            _ if self.lexed.kind(0) == Some(Kind::Word) && self.lexed.is(1, ":") => "YAML",
            "package" => "Rego",
            _ => return None,
        })
    }
}
