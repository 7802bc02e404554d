//! Quotes: `\`, `'…'`, `"…"`, `$'…'`.

use super::decode::decode;
use super::parser::Parser;
use super::parts::Parts;
use super::problem::{Mistake, Reason, Res};
use super::word::{Text, WordPart};

/// What is around a place, as far as it changes how expansions there are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quoting {
    /// Nothing.
    None,
    /// `"…"`
    Double,
    /// Text that bash expands as if in double quotes, in which quotes still delimit: arithmetic, subscripts, the operand of `"${…}"`.
    Inner,
    /// The body of a here document.
    Here,
}

/// `'…'` inside [`Quoting::Inner`]: bash finds the end of the construct as if it quoted, but expands what is in it. Until its end
/// nothing closes the construct.
#[derive(Default, Debug)]
pub(super) struct Region {
    end: Option<usize>,
}

impl Region {
    /// Whether the place is inside.
    pub(super) fn is_open(&self) -> bool {
        self.end.is_some()
    }

    /// A `'` stands here: the region begins or ends with it.
    pub(super) fn quote(&mut self, parser: &Parser<'_, '_>) -> Res<()> {
        if self.end.is_some() {
            self.end = None;
            return Ok(());
        }
        let rest = parser.text.as_bytes().get(parser.pos + 1..).unwrap_or_default();
        match rest.iter().position(|byte| *byte == b'\'') {
            Some(length) => {
                self.end = Some(parser.pos + 1 + length);
                Ok(())
            }
            None => parser.error(Mistake::Unclosed("'")),
        }
    }

    /// After a part was read: if that went over the region's end, the two ways to read the text don't agree.
    pub(super) fn check(&self, parser: &Parser<'_, '_>) -> Res<()> {
        if self.end.is_some_and(|end| parser.pos > end) {
            return parser.give_up(Reason::Ambiguous);
        }
        Ok(())
    }
}

impl Parser<'_, '_> {
    /// A backslash outside of quotes and the character after it.
    pub(super) fn backslash(&mut self, parts: &mut Parts) -> Res<()> {
        self.node()?;
        let start = self.pos;
        self.bump();
        match self.take() {
            Some((ch, _)) => {
                parts.push(WordPart::Escaped(Text { text: ch.to_string(), span: self.span(start) }));
            }
            None => {
                let unknown = self.unknown(self.span(start), Reason::TrailingBackslash);
                parts.push(WordPart::Unknown(unknown));
            }
        }
        Ok(())
    }

    /// A backslash where it escapes only some characters and is text else.
    pub(super) fn backslash_in_quotes(&mut self, parts: &mut Parts, escapes: &[u8]) {
        let start = self.pos;
        match self.byte(self.pos + 1) {
            Some(byte) if escapes.contains(&byte) => {
                self.bump();
                self.bump();
                let text = char::from(byte).to_string();
                parts.push(WordPart::Escaped(Text { text, span: self.span(start) }));
            }
            _ => parts.take_from(self),
        }
    }

    /// `'…'`: everything up to the next quote, backslashes too.
    pub(super) fn single_quotes(&mut self) -> Res<WordPart> {
        self.node()?;
        let start = self.pos;
        self.bump();
        let rest = self.text.get(self.pos..).unwrap_or("");
        let Some(length) = rest.find('\'') else {
            self.pos = start;
            return self.error(Mistake::Unclosed("'"));
        };
        let text = rest.get(..length).unwrap_or("").to_owned();
        self.charge(length);
        self.pos += length + 1;
        Ok(WordPart::SingleQuoted(Text { text, span: self.span(start) }))
    }

    /// `"…"`, at its first quote.
    pub(super) fn double_quotes(&mut self, inside: Quoting) -> Res<WordPart> {
        self.node()?;
        let start = self.pos;
        self.nested(|p| {
            p.bump();
            p.double_quotes += 1;
            let mut parts = Parts::default();
            loop {
                match p.peek() {
                    None => {
                        p.pos = start;
                        return p.error(Mistake::Unclosed("\""));
                    }
                    Some(b'"') => break,
                    Some(b'\\') => p.backslash_in_quotes(&mut parts, b"$`\"\\"),
                    Some(b'$') => p.dollar(&mut parts, inside)?,
                    Some(b'`') => {
                        let part = p.backquotes(inside)?;
                        parts.push(part);
                    }
                    Some(_) => parts.take_from(p),
                }
            }
            p.bump();
            p.double_quotes -= 1;
            Ok(WordPart::DoubleQuoted { parts: parts.finish(), span: p.span(start) })
        })
    }

    /// `'…'` after a `$` that was taken at `start`.
    pub(super) fn decoded_quotes(&mut self, start: usize, quoting: Quoting) -> Res<WordPart> {
        self.node()?;
        self.bump();
        let begin = self.pos;
        loop {
            match self.raw() {
                None => return self.error(Mistake::Unclosed("'")),
                Some(b'\'') => break,
                Some(b'\\') => {
                    self.bump();
                    self.take();
                }
                Some(_) => {
                    if self.take().is_none() {
                        self.bump();
                    }
                }
            }
        }
        let bytes = decode(self.text.get(begin..self.pos).unwrap_or(""));
        self.bump();
        let span = self.span(start);
        // As if in double quotes, bash puts the decoded text into the word as it is and expands it with the rest.
        let special =
            |byte: &u8| matches!(byte, b'$' | b'`' | b'\\' | b'"' | b'\'' | b'}' | b'{' | b'(' | b')');
        // So it does in `${x:-$'…'}` of a substitution that stands in double quotes.
        let again = quoting != Quoting::None || (self.double_quotes > 0 && self.operands > 0);
        if again && bytes.iter().any(special) {
            return Ok(WordPart::Unknown(self.unknown(span, Reason::DecodedThenExpanded)));
        }
        Ok(WordPart::Decoded { bytes, span })
    }
}
