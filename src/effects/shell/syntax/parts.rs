//! Parts of a word while it is read: characters collect into text until something else comes.

use super::parser::Parser;
use super::span::Span;
use super::word::{Text, WordPart};

#[derive(Default, Debug)]
pub(super) struct Parts {
    list: Vec<WordPart>,
    text: String,
    span: Span,
}

impl Parts {
    /// Adds a character of plain text.
    pub(super) fn literal(&mut self, ch: char, span: Span) {
        self.span = if self.text.is_empty() { span } else { self.span.to(span) };
        self.text.push(ch);
    }

    /// Takes the parser's next character as plain text.
    pub(super) fn take_from(&mut self, parser: &mut Parser<'_, '_>) {
        match parser.take() {
            Some((ch, span)) => self.literal(ch, span),
            // INVARIANT: callers have seen a byte. Should the place ever be inside a character, move on rather than hang.
            None => parser.bump(),
        }
    }

    /// Adds a part.
    pub(super) fn push(&mut self, part: WordPart) {
        self.flush();
        self.list.push(part);
    }

    pub(super) fn extend(&mut self, parts: Vec<WordPart>) {
        self.flush();
        self.list.extend(parts);
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            let text = std::mem::take(&mut self.text);
            self.list.push(WordPart::Literal(Text { text, span: self.span }));
        }
    }

    /// How many parts there are, counting the text so far.
    pub(super) fn count(&mut self) -> usize {
        self.flush();
        self.list.len()
    }

    pub(super) fn finish(mut self) -> Vec<WordPart> {
        self.flush();
        self.list
    }
}
