//! The text of a pattern, cut into words, groups, `...` and flags.

use std::ops::Range;

use super::mistakes::PatternMistake as Wrong;
use crate::model::Wildcard;

/// A token and the bytes of the pattern's text that it stands at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) at: Range<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Word(Wildcard),
    /// The name with its dashes, and the value after `=`.
    Flag(String, Option<Wildcard>),
    Group(Vec<Vec<Wildcard>>),
    Gap,
    Terminator,
}

/// A word being read: its literal pieces, and what of it was written bare.
#[derive(Default)]
struct Raw {
    pieces: Vec<String>,
    /// Something in it was quoted or escaped.
    quoted: bool,
    /// Its first character was written bare.
    bare_start: bool,
    /// Where in `pieces` its first bare `=` stands: piece and byte.
    equals: Option<(usize, usize)>,
    /// It was begun, be it with an empty quoted text.
    begun: bool,
}

/// All tokens, or everything that is wrong with the text.
pub(super) fn tokens(text: &str) -> (Vec<Token>, Vec<(Wrong, Range<usize>)>) {
    let mut reader = Reader { text, at: 0, tokens: Vec::new(), wrong: Vec::new() };
    reader.all();
    (reader.tokens, reader.wrong)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
    wrong: Vec<(Wrong, Range<usize>)>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..).and_then(|rest| rest.chars().next())
    }

    fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.take();
        }
    }

    fn all(&mut self) {
        let mut flags = true;
        loop {
            self.skip_blanks();
            let start = self.at;
            match self.peek() {
                None => return,
                Some('(') => self.group(),
                Some(')') => {
                    self.take();
                    self.wrong.push((Wrong::StrayBracket, start..self.at));
                }
                Some('|') => {
                    self.take();
                    self.wrong.push((Wrong::StrayBar, start..self.at));
                }
                Some(_) => {
                    let raw = self.word();
                    let at = start..self.at;
                    if let Some(kind) = self.kind(raw, flags, &at) {
                        flags &= kind != TokenKind::Terminator;
                        self.tokens.push(Token { kind, at });
                    }
                }
            }
        }
    }

    /// One word up to a blank, a bracket or a bar.
    fn word(&mut self) -> Raw {
        let mut raw = Raw { pieces: vec![String::new()], ..Raw::default() };
        loop {
            let start = self.at;
            let Some(next) = self.peek() else { return raw };
            match next {
                '|' | ')' => return raw,
                blank if blank.is_whitespace() => return raw,
                '(' => {
                    self.take();
                    self.wrong.push((Wrong::GroupInWord, start..self.at));
                }
                '\'' => self.quoted(&mut raw),
                '"' => {
                    self.take();
                    self.wrong.push((Wrong::DoubleQuote, start..self.at));
                }
                '\\' => {
                    self.take();
                    match self.take() {
                        Some(literal) => raw.push(literal, false),
                        None => self.wrong.push((Wrong::LoneEscape, start..self.at)),
                    }
                }
                '*' => {
                    self.take();
                    raw.star();
                }
                bare => {
                    self.take();
                    raw.push(bare, true);
                }
            }
        }
    }

    fn quoted(&mut self, raw: &mut Raw) {
        let start = self.at;
        self.take();
        raw.quoted = true;
        raw.begun = true;
        loop {
            match self.take() {
                None => {
                    self.wrong.push((Wrong::OpenQuote, start..start + 1));
                    return;
                }
                Some('\'') => return,
                Some(literal) => raw.push(literal, false),
            }
        }
    }

    fn group(&mut self) {
        let start = self.at;
        self.take();
        let mut alternatives = Vec::new();
        let mut words = Vec::new();
        loop {
            self.skip_blanks();
            let at = self.at;
            match self.peek() {
                None => {
                    self.wrong.push((Wrong::OpenGroup, start..start + 1));
                    return;
                }
                Some(end @ ('|' | ')')) => {
                    self.take();
                    if words.is_empty() {
                        self.wrong.push((Wrong::EmptyAlternative, at..self.at));
                    }
                    alternatives.push(std::mem::take(&mut words));
                    if end == ')' {
                        break;
                    }
                }
                Some('(') => {
                    self.take();
                    self.wrong.push((Wrong::NestedGroup, at..self.at));
                }
                Some(_) => {
                    let raw = self.word();
                    let at = at..self.at;
                    match self.kind(raw, true, &at) {
                        Some(TokenKind::Word(word)) => words.push(word),
                        Some(TokenKind::Gap) => self.wrong.push((Wrong::GapInGroup, at)),
                        Some(TokenKind::Flag(..) | TokenKind::Terminator) => {
                            self.wrong.push((Wrong::FlagInGroup, at));
                        }
                        Some(TokenKind::Group(_)) | None => {}
                    }
                }
            }
        }
        if self.peek().is_some_and(|next| !next.is_whitespace() && next != ')' && next != '|') {
            self.wrong.push((Wrong::GroupInWord, start..self.at));
        }
        self.tokens.push(Token { kind: TokenKind::Group(alternatives), at: start..self.at });
    }

    /// What a word is.
    fn kind(&mut self, raw: Raw, flags: bool, at: &Range<usize>) -> Option<TokenKind> {
        let bare = !raw.quoted && raw.pieces.len() == 1;
        let text = raw.pieces.first().map_or("", String::as_str);
        if bare && text == "..." {
            return Some(TokenKind::Gap);
        }
        if bare && matches!(text, "&&" | "||" | ";" | "&" | ">" | ">>" | "<" | "<<" | "2>&1" | "2>") {
            self.wrong.push((Wrong::ShellSyntax, at.clone()));
            return None;
        }
        if bare && flags && text == "--" {
            return Some(TokenKind::Terminator);
        }
        let is_flag =
            flags && raw.bare_start && text.starts_with('-') && (text.len() > 1 || raw.pieces.len() > 1);
        if !is_flag {
            return Some(TokenKind::Word(Wildcard::from_pieces(raw.pieces)));
        }
        let (name, value) = raw.split();
        if name.len() != 1 {
            self.wrong.push((Wrong::StarInFlag, at.clone()));
            return None;
        }
        let name = name.into_iter().next().unwrap_or_default();
        Some(TokenKind::Flag(name, value.map(Wildcard::from_pieces)))
    }
}

impl Raw {
    fn push(&mut self, next: char, bare: bool) {
        if !self.begun {
            self.bare_start = bare;
        }
        self.begun = true;
        self.quoted |= !bare;
        let piece = self.pieces.len().saturating_sub(1);
        if let Some(last) = self.pieces.last_mut() {
            if bare && next == '=' && self.equals.is_none() {
                self.equals = Some((piece, last.len()));
            }
            last.push(next);
        }
    }

    fn star(&mut self) {
        self.begun = true;
        self.pieces.push(String::new());
    }

    /// What stands before and after the first bare `=`.
    fn split(self) -> (Vec<String>, Option<Vec<String>>) {
        let Some((piece, byte)) = self.equals else { return (self.pieces, None) };
        let mut name: Vec<String> = self.pieces;
        let after = name.split_off((piece + 1).min(name.len()));
        let Some(last) = name.last_mut() else { return (name, None) };
        let first_value = last.get(byte + 1..).unwrap_or("").to_owned();
        last.truncate(byte);
        let value = std::iter::once(first_value).chain(after).collect();
        (name, Some(value))
    }
}
