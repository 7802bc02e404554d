//! Blanks, comments, newlines and reserved words.

use super::parser::{Parser, ends_word};
use super::problem::Res;

/// The reserved words of bash 5.2 but `time`, which is one only in some places.
const RESERVED: [&str; 21] = [
    "!", "[[", "{", "}", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function",
    "if", "in", "select", "then", "until", "while", "time",
];

impl Parser<'_, '_> {
    /// Skips blanks and a comment: at the beginning of a token. Only space and tab are blanks; CR, VT, FF and NBSP make words.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t') => self.bump(),
                Some(b'#') => {
                    // A backslash does not continue a comment.
                    let rest = self.text.as_bytes().get(self.pos..).unwrap_or_default();
                    let length = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                    self.charge(length);
                    self.pos += length;
                    return;
                }
                _ => return,
            }
        }
    }

    /// Skips blanks, comments and newlines.
    pub(super) fn skip_newlines(&mut self) -> Res<()> {
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'\n') {
                return Ok(());
            }
            self.newline()?;
        }
    }

    /// Takes a newline and the here documents that were waiting for it.
    pub(super) fn newline(&mut self) -> Res<()> {
        self.bump();
        self.read_here_documents()
    }

    /// The reserved word that begins here, if the token is exactly that, without quotes.
    pub(super) fn reserved(&mut self) -> Option<&'static str> {
        self.unquoted_token(&RESERVED)
    }

    /// Which of these is the token that begins here.
    pub(super) fn unquoted_token(&mut self, among: &[&'static str]) -> Option<&'static str> {
        let start = self.pos;
        let mut token = [0_u8; 8];
        let mut length = 0;
        let found = loop {
            match self.peek() {
                Some(byte) if !ends_word(byte) => {
                    // Too long for any of them.
                    let Some(slot) = token.get_mut(length) else { break None };
                    *slot = byte;
                    length += 1;
                    self.bump();
                }
                // `if<(a)` is a word that goes on.
                Some(b'<' | b'>') if self.peek_second() == Some(b'(') => break None,
                _ => {
                    let token = token.get(..length).unwrap_or_default();
                    break among.iter().find(|word| word.as_bytes() == token).copied();
                }
            }
        };
        self.pos = start;
        found
    }

    /// Takes a token that was just looked at.
    pub(super) fn eat_token(&mut self, token: &str) {
        for _ in token.bytes() {
            self.peek();
            self.bump();
        }
    }

    /// Takes this reserved word if it stands here.
    pub(super) fn eat_reserved(&mut self, word: &'static str) -> bool {
        self.skip_blanks();
        let found = self.reserved() == Some(word);
        if found {
            self.eat_token(word);
        }
        found
    }

    /// The end of the name (letters, digits, `_`) that begins here; `None` if there is none. Takes it.
    pub(super) fn name(&mut self) -> Option<String> {
        let mut name = String::new();
        while let Some(byte) = self.peek() {
            let fits = if name.is_empty() {
                super::parser::is_name_start(byte)
            } else {
                super::parser::is_name(byte)
            };
            if !fits {
                break;
            }
            name.push(char::from(byte));
            self.bump();
        }
        (!name.is_empty()).then_some(name)
    }
}
