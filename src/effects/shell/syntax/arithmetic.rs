//! Arithmetic and subscripts: text in which parentheses or brackets are counted and expansions are found.

use super::parser::Parser;
use super::parts::Parts;
use super::problem::{Mistake, Reason, Res};
use super::quotes::{Quoting, Region};
use super::word::{Arithmetic, Word, WordPart};

/// The inside of an arithmetic construct.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) parts: Vec<WordPart>,
    /// The place of the closing character.
    pub(super) end: usize,
    /// The place after the character that first closed everything but the outermost level.
    first_return: Option<usize>,
    /// Whether an expansion inside may have parentheses that don't pair up as bash counts them (see [`pairs_up`]).
    pub(super) unpaired: bool,
    /// Semicolons outside of quotes.
    pub(super) semicolons: usize,
}

impl Parser<'_, '_> {
    /// Reads up to the character that closes the present level, and takes it. Quotes hide what they hold from the counting, but what is
    /// in single quotes is expanded all the same: bash expands the text as if in double quotes.
    pub(super) fn arithmetic_body(&mut self, open: u8, close: u8) -> Res<Body> {
        self.node()?;
        let mut parts = Parts::default();
        let mut region = Region::default();
        let mut level = 1_usize;
        let mut first_return = None;
        let mut semicolons = 0;
        let mut unpaired = false;
        loop {
            let Some(byte) = self.peek() else { return self.error(Mistake::Unclosed("((")) };
            let begin = self.pos;
            match byte {
                _ if byte == close && !region.is_open() => {
                    level -= 1;
                    if level == 0 {
                        let end = self.pos;
                        self.bump();
                        return Ok(Body { parts: parts.finish(), end, first_return, unpaired, semicolons });
                    }
                    parts.take_from(self);
                    if level == 1 && first_return.is_none() {
                        first_return = Some(self.pos);
                    }
                }
                _ if byte == open && !region.is_open() => {
                    level += 1;
                    parts.take_from(self);
                }
                b'\'' => {
                    region.quote(self)?;
                    parts.take_from(self);
                    continue;
                }
                b'"' if !region.is_open() => {
                    let part = self.double_quotes(Quoting::Inner)?;
                    parts.push(part);
                }
                b'\\' => {
                    // The next character is neither counted nor a quote.
                    let before = self.pos;
                    self.backslash_in_quotes(&mut parts, b"$`\"\\");
                    if self.pos == before + 1 && self.peek().is_some() {
                        parts.take_from(self);
                    }
                }
                b'`' => {
                    let part = self.backquotes(Quoting::Inner)?;
                    parts.push(part);
                }
                b'$' => self.dollar(&mut parts, Quoting::Inner)?,
                _ => {
                    semicolons += usize::from(byte == b';' && !region.is_open());
                    parts.take_from(self);
                }
            }
            region.check(self)?;
            let taken = self.text.get(begin..self.pos).unwrap_or("");
            unpaired |= taken.len() > 1 && !pairs_up(taken);
        }
    }

    /// `[…]` after a name, at its bracket.
    pub(super) fn subscript(&mut self) -> Res<Word> {
        let start = self.pos;
        self.bump();
        let body = self.arithmetic_body(b'[', b']')?;
        Ok(Word { parts: body.parts, assignment: None, span: self.span(start) })
    }

    /// `$[…]`, at its bracket.
    pub(super) fn old_arithmetic(&mut self, start: usize) -> Res<WordPart> {
        self.bump();
        let body = self.arithmetic_body(b'[', b']')?;
        Ok(WordPart::Arithmetic(Arithmetic { parts: body.parts, span: self.span(start) }))
    }

    /// `$((`, at its first parenthesis. It is arithmetic if the parenthesis that closes the second one stands right before the one that
    /// closes the first; else the text between is commands, which bash parses when it runs them.
    pub(super) fn arithmetic_or_commands(&mut self, start: usize) -> Res<WordPart> {
        self.bump();
        let inside = self.pos;
        let mark = self.mark();
        let body = self.arithmetic_body(b'(', b')')?;
        let span = self.span(start);
        if body.unpaired {
            return Ok(WordPart::Unknown(self.unknown(span, Reason::AmbiguousArithmetic)));
        }
        let returned = body.first_return.and_then(|at| self.text.get(at..body.end));
        if returned.is_some_and(|between| between.replace("\\\n", "").is_empty()) {
            return Ok(WordPart::Arithmetic(Arithmetic { parts: without_ends(body.parts), span }));
        }
        self.forget_since(mark);
        let list = self.part(inside, body.end).script()?;
        Ok(WordPart::Command { list, span })
    }
}

/// Whether the parentheses of an expansion pair up in its text, quotes skipped. To tell arithmetic from commands bash counts them so,
/// in the text as it stands or as it prints it back; comments, here documents and patterns of `case` differ there.
fn pairs_up(text: &str) -> bool {
    let mut level = 0_usize;
    let mut before = b' ';
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'\'' => drop(bytes.find(|byte| *byte == b'\'')),
            b'"' => {
                while let Some(inside) = bytes.next().filter(|inside| *inside != b'"') {
                    if inside == b'\\' {
                        bytes.next();
                    }
                }
            }
            b'(' => level += 1,
            b')' => match level.checked_sub(1) {
                Some(outer) => level = outer,
                None => return false,
            },
            b'#' if matches!(before, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'`') => {
                return false;
            }
            _ => {}
        }
        before = byte;
    }
    level == 0 && !text.contains("esac") && !text.contains("<<")
}

/// Without the inner parentheses.
fn without_ends(mut parts: Vec<WordPart>) -> Vec<WordPart> {
    if let Some(WordPart::Literal(first)) = parts.first_mut() {
        let rest = first.text.strip_prefix('(').unwrap_or(&first.text).to_owned();
        first.text = rest;
        first.span.start += 1;
    }
    if let Some(WordPart::Literal(last)) = parts.last_mut() {
        last.text.pop();
        last.span.end = last.span.end.saturating_sub(1);
    }
    parts.retain(|part| !matches!(part, WordPart::Literal(text) if text.text.is_empty()));
    parts
}
