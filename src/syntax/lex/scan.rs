//! One pass over the text.

use super::nesting::Nesting;
use super::{Kind, Lexed, Token, characters};
use crate::model::{Mistake, SourceId, Span};
use crate::syntax::ast::Comment;
use crate::syntax::mistakes::tokens::{ForeignComment, UnexpectedCharacter, UnquotedPath};
use crate::syntax::report::Report;

/// Signs of several characters, those that begin others first. Some belong to other languages; they are one token so that
/// one mistake is reported of them.
const SIGNS: [&str; 17] =
    ["===", "!==", "...", "=>", "==", "=~", "!=", "!~", "<=", ">=", "<>", "->", ":=", "::", "&&", "||", ".."];

/// Splits a text into tokens.
pub(in crate::syntax) fn lex(source: SourceId, text: &str) -> Lexed<'_> {
    let lexed = Lexed {
        text,
        source,
        tokens: Vec::with_capacity(text.len() / 6),
        comments: Vec::new(),
        bad: Vec::new(),
        report: Report::new(),
    };
    let mut scan = Scan { lexed, at: 0, line: 0, end: 0, first: true, nesting: Nesting::default() };
    let mark = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    scan.begin_line(mark);
    while scan.step() {}
    characters::check(&mut scan.lexed);
    scan.lexed
}

/// The state of the pass.
pub(super) struct Scan<'t> {
    pub(super) lexed: Lexed<'t>,
    /// The next byte.
    pub(super) at: usize,
    /// Where its line begins.
    line: usize,
    /// Where its line ends: kept, so that a long line is not searched again for each of its tokens.
    end: usize,
    /// Whether only white space was seen on this line.
    first: bool,
    nesting: Nesting,
}

impl<'t> Scan<'t> {
    /// A line begins at this byte.
    fn begin_line(&mut self, at: usize) {
        (self.at, self.line, self.first) = (at, at, true);
        let rest = self.rest();
        self.end = at + rest.bytes().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
    }

    /// What is left.
    pub(super) fn rest(&self) -> &'t str {
        self.lexed.text.get(self.at..).unwrap_or("")
    }

    /// What is left of the line.
    pub(super) fn rest_of_line(&self) -> &'t str {
        self.lexed.text.get(self.at..self.end).unwrap_or("")
    }

    /// The text of the last token.
    pub(super) fn last(&self) -> &'t str {
        self.lexed.tokens.last().and_then(|token| self.lexed.text.get(token.start..token.end)).unwrap_or("")
    }

    /// The place of the next bytes.
    pub(super) fn span(&self, length: usize) -> Span {
        Span::new(self.lexed.source, self.at, self.at + length)
    }

    /// Takes the next bytes as a token.
    pub(super) fn push(&mut self, kind: Kind, length: usize) {
        let token = Token { kind, start: self.at, end: self.at + length, first: self.first, line: self.line };
        let sign = self.lexed.text.get(token.start..token.end).unwrap_or("");
        let kind = match self.nesting.step(kind, sign) {
            Ok(()) => kind,
            Err(excess) => {
                if let Some(what) = excess {
                    self.lexed.report.add(what.mistake(self.span(length)));
                }
                Kind::Bad
            }
        };
        if kind == Kind::Bad {
            self.lexed.bad.push(self.lexed.tokens.len());
        }
        self.lexed.tokens.push(Token { kind, ..token });
        self.at += length;
        self.first = false;
    }

    /// Takes the next bytes as a token that is wrong.
    pub(super) fn reject(&mut self, length: usize, mistake: impl Mistake) {
        self.lexed.report.push(&mistake);
        self.push(Kind::Bad, length);
    }

    /// Takes one token, comment or run of white space; false at the end.
    fn step(&mut self) -> bool {
        let Some(byte) = self.rest().bytes().next() else { return false };
        match byte {
            b'\n' | b'\r' => self.begin_line(self.at + 1),
            b' ' | b'\t' => self.at += 1,
            b'#' => self.comment(),
            b'"' => self.text(),
            b'`' => self.pattern(),
            b'\'' => self.single_quotes(),
            b'/' => self.slash(),
            b'(' | b'[' | b'{' => self.push(Kind::Opening, 1),
            b')' | b']' | b'}' => self.push(Kind::Closing, 1),
            b'0'..=b'9' => self.number(),
            b'-' if self.rest().as_bytes().get(1).is_some_and(u8::is_ascii_digit) => self.number(),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            0x21..=0x7E => self.sign(),
            // The check of characters reports it.
            0..=0x1F | 0x7F => self.push(Kind::Bad, 1),
            0x80.. => self.foreign(),
        }
        true
    }

    fn comment(&mut self) {
        let text = self.rest_of_line();
        let span = self.span(text.len());
        self.lexed.comments.push(Comment { text: text.trim_end().to_owned(), span, own_line: self.first });
        self.at += text.len();
    }

    fn slash(&mut self) {
        let line = self.rest_of_line();
        if line.starts_with("//") {
            return self.foreign_comment("//");
        }
        if line.starts_with("/*") {
            // It is closed on its line, or costs the line.
            let length = line.find("*/").map_or(line.len(), |end| end + 2);
            let at = self.span(length);
            return self.reject(length, ForeignComment { at, sign: "/*" });
        }
        match self.path_begins() {
            Some(first) => self.path(first),
            None => self.regex(),
        }
    }

    fn foreign_comment(&mut self, sign: &'static str) {
        let line = self.rest_of_line();
        let at = self.span(line.trim_end().len());
        self.reject(line.len(), ForeignComment { at, sign });
    }

    /// If a slash stands in a path without quotes rather than at a regex's beginning: the token that the path begins
    /// with, the next one if none.
    fn path_begins(&self) -> Option<usize> {
        let tokens = &self.lexed.tokens;
        let mut first = tokens.len();
        let mut end = self.at;
        // Names and signs without a space between them: `~`, `.`, `std:packs`.
        while let Some(token) = first.checked_sub(1).and_then(|last| tokens.get(last)) {
            let sign = self.lexed.text.get(token.start..token.end).unwrap_or("");
            let joins = token.kind == Kind::Word
                || token.kind == Kind::Sign && matches!(sign, "." | ".." | ":" | "~");
            if token.end != end || !joins {
                break;
            }
            (first, end) = (first - 1, token.start);
        }
        let before = first.checked_sub(1).map_or("", |last| self.lexed.str(last));
        match self.lexed.str(first) {
            // Between a subject and a regex, or before a path.
            "~" => matches!(before, "within" | "like" | "in" | "==" | "!=" | "[" | ",").then_some(first),
            "" => (matches!(before, "within" | "like") && !self.is_whole_regex()).then_some(first),
            _ if first + 1 < tokens.len() && self.lexed.is(tokens.len() - 1, "~") => None,
            _ => Some(first),
        }
    }

    /// A path without quotes, with what was already taken for its beginning.
    fn path(&mut self, first: usize) {
        let start = self.lexed.token(first).map_or(self.at, |token| token.start);
        let line = self.rest_of_line();
        let end = |c: char| c.is_whitespace() || matches!(c, ',' | ']' | ')' | '}' | '"' | '`' | '#');
        let length = line.find(end).unwrap_or(line.len());
        let at = Span::new(self.lexed.source, start, self.at + length);
        let path = at.text(self.lexed.text).to_owned();
        for taken in first..self.lexed.tokens.len() {
            if let Some(token) = self.lexed.tokens.get_mut(taken) {
                token.kind = Kind::Bad;
                self.lexed.bad.push(taken);
            }
        }
        self.reject(length, UnquotedPath { at, path });
    }

    fn sign(&mut self) {
        let rest = self.rest();
        if rest.starts_with("-- ")
            && (self.first || self.lexed.text.get(..self.at).is_some_and(|text| text.ends_with(' ')))
        {
            return self.foreign_comment("--");
        }
        let length = SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(1, |sign| sign.len());
        self.push(Kind::Sign, length);
    }

    /// A character that is not ASCII, outside of literals.
    fn foreign(&mut self) {
        let rest = self.rest();
        let Some(character) = rest.chars().next() else { return };
        if characters::is_hidden(character) || characters::is_bidi(character) {
            // The check of characters reports it.
            return self.push(Kind::Bad, character.len_utf8());
        }
        if characters::is_quote(character) {
            return self.typographic_quotes();
        }
        if character.is_alphanumeric() {
            return self.word();
        }
        let span = self.span(character.len_utf8());
        self.reject(character.len_utf8(), UnexpectedCharacter { at: span, character });
    }
}
