//! Texts, regexes, patterns, numbers, words: each ends on its line.

use super::scan::Scan;
use super::{Kind, characters};
use crate::model::Span;
use crate::syntax::limits;
use crate::syntax::literal;
use crate::syntax::mistakes::limits::LiteralTooLong;
use crate::syntax::mistakes::numbers::{BadDate, BadDuration, BadNumber};
use crate::syntax::mistakes::tokens::{
    BadName, BadUnicodeEscape, RegexFlag, SingleQuotes, TypographicQuotes, UnclosedPattern, UnclosedRegex,
    UnclosedText, UnexpectedCharacter, UnknownEscape,
};

impl Scan<'_> {
    /// `"…"`
    pub(super) fn text(&mut self) {
        let line = self.rest_of_line();
        let Some(length) = closing(line, b'"') else {
            let span = self.span(line.trim_end().len());
            return self.reject(line.len(), UnclosedText::new(span, line));
        };
        let spelling = line.get(..length).unwrap_or(line);
        if self.too_long(length) {
            return;
        }
        match self.escapes(spelling) {
            true => self.push(Kind::Text, length),
            false => self.push(Kind::Bad, length),
        }
    }

    /// Whether every escape of a text means a character; each that doesn't is reported.
    fn escapes(&mut self, spelling: &str) -> bool {
        let mut good = true;
        let mut at = 0;
        while let Some(offset) = spelling.get(at..).and_then(|rest| rest.find('\\')) {
            at += offset + 1;
            let rest = spelling.get(at..).unwrap_or("");
            match literal::escape(rest) {
                Some((_, after)) => at += rest.len() - after.len(),
                None => {
                    good = false;
                    self.bad_escape(at - 1, rest);
                    at += rest.chars().next().map_or(0, char::len_utf8);
                }
            }
        }
        good
    }

    /// Reports the escape at an offset of the text; `rest` follows its backslash.
    fn bad_escape(&mut self, offset: usize, rest: &str) {
        let start = self.at + offset;
        let at = |length: usize| Span::new(self.lexed.source, start, start + 1 + length);
        if rest.starts_with('u') {
            let digits = rest
                .bytes()
                .skip(1)
                .take_while(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'{' | b'}'));
            let length = 1 + digits.take(8).count();
            let mistake =
                BadUnicodeEscape { at: at(length), spelling: rest.get(..length).unwrap_or("").to_owned() };
            self.lexed.report.push(&mistake);
        } else if let Some(character) = rest.chars().next() {
            let mistake = UnknownEscape { at: at(character.len_utf8()), character };
            self.lexed.report.push(&mistake);
        }
    }

    /// `/…/`
    pub(super) fn regex(&mut self) {
        let line = self.rest_of_line();
        let Some(length) = closing(line, b'/') else {
            let span = self.span(line.trim_end().len());
            return self.reject(line.len(), UnclosedRegex::new(span, line));
        };
        let flags: String = line.get(length..).unwrap_or("").chars().take_while(|c| is_ident(*c)).collect();
        let total = length + flags.len();
        if self.too_long(total) {
            return;
        }
        if flags.is_empty() || flags == "i" {
            return self.push(Kind::Regex, total);
        }
        let at = Span::new(self.lexed.source, self.at + length, self.at + total);
        self.reject(total, RegexFlag { at, flags });
    }

    /// Whether a regex stands here, with nothing right behind it.
    pub(super) fn is_whole_regex(&self) -> bool {
        let line = self.rest_of_line();
        let rest = closing(line, b'/')
            .and_then(|length| line.get(length..))
            .map(|rest| rest.strip_prefix('i').unwrap_or(rest));
        rest.is_some_and(|rest| {
            !rest.starts_with(|c: char| is_ident(c) || matches!(c, '/' | '.' | '*' | '"'))
        })
    }

    /// `` `…` ``
    pub(super) fn pattern(&mut self) {
        let line = self.rest_of_line();
        match line.get(1..).and_then(|rest| rest.find('`')) {
            Some(end) if !self.too_long(end + 2) => self.push(Kind::Pattern, end + 2),
            Some(_) => {}
            None => {
                let span = self.span(line.trim_end().len());
                self.reject(line.len(), UnclosedPattern::new(span, line));
            }
        }
    }

    /// Rejects a literal that is over the limit.
    fn too_long(&mut self, length: usize) -> bool {
        let excess = length > limits::LITERAL_BYTES;
        if excess {
            let at = self.span(length);
            self.reject(length, LiteralTooLong { at });
        }
        excess
    }

    /// `'…'`, which other languages have.
    pub(super) fn single_quotes(&mut self) {
        let line = self.rest_of_line();
        match line.get(1..).and_then(|rest| rest.find('\'')) {
            Some(end) => {
                let (at, inner) = (self.span(end + 2), line.get(1..end + 1).unwrap_or("").to_owned());
                self.reject(end + 2, SingleQuotes { at, inner });
            }
            None => {
                let at = self.span(1);
                self.reject(1, UnexpectedCharacter { at, character: '\'' });
            }
        }
    }

    /// `“…”`, which word processors make.
    pub(super) fn typographic_quotes(&mut self) {
        let line = self.rest_of_line();
        let mut quotes = line
            .char_indices()
            .filter(|(_, character)| characters::is_quote(*character) || *character == '"');
        let first = quotes.next().map_or(1, |(_, quote)| quote.len_utf8());
        let (length, inner) = match quotes.next() {
            Some((at, quote)) => (at + quote.len_utf8(), line.get(first..at).unwrap_or("")),
            None => (first, ""),
        };
        let (at, inner) = (self.span(length), inner.to_owned());
        self.reject(length, TypographicQuotes { at, inner });
    }

    /// A number, a duration, a date, or what should be one.
    pub(super) fn number(&mut self) {
        let line = self.rest_of_line();
        let mut previous = '0';
        let run = line.char_indices().find(|(at, character)| {
            let exponent = *character == '+' && matches!(previous, 'e' | 'E');
            previous = *character;
            *at > 0 && !is_ident(*character) && *character != '.' && !exponent
        });
        let length = run.map_or(line.len(), |(at, _)| at);
        let spelling = line.get(..length).unwrap_or(line);
        let at = self.span(length);
        if self.expects_name() {
            return self.reject(length, BadName { at, name: spelling.to_owned() });
        }
        let letters = spelling.trim_start_matches(|c: char| c.is_ascii_digit());
        if let Some(parts) = date_like(spelling) {
            match literal::date(spelling).filter(|_| parts == [4, 2, 2]) {
                Some(_) => self.push(Kind::Date, length),
                None => self.reject(length, BadDate { at, spelling: spelling.to_owned() }),
            }
        } else if is_number(spelling) {
            match literal::number(spelling) {
                Some(_) => self.push(Kind::Number, length),
                None => self.reject(length, BadNumber { at, spelling: spelling.to_owned() }),
            }
        } else if literal::duration(spelling).is_some() {
            self.push(Kind::Duration, length);
        } else if letters.starts_with(|c: char| c.is_ascii_alphabetic()) && !spelling.starts_with("0x") {
            self.reject(length, BadDuration { at, spelling: spelling.to_owned() });
        } else {
            self.reject(length, BadNumber { at, spelling: spelling.to_owned() });
        }
    }

    /// Whether a name must follow what came last.
    fn expects_name(&self) -> bool {
        matches!(
            self.last(),
            "rule" | "otherwise" | "hook" | "let" | "arg" | "mark" | "marked" | "by" | "without" | "except"
        )
    }

    /// A name or keyword, with what follows its dots.
    pub(super) fn word(&mut self) {
        let line = self.rest_of_line();
        let mut length = 0;
        loop {
            let rest = line.get(length..).unwrap_or("");
            length += rest.find(|c: char| !is_ident(c) && !is_foreign_letter(c)).unwrap_or(rest.len());
            let mut next = line.get(length..).unwrap_or("").chars();
            if next.next() != Some('.') || !next.next().is_some_and(|c| c.is_ascii_alphabetic()) {
                break;
            }
            length += 1;
        }
        let name = line.get(..length).unwrap_or(line);
        if name.is_ascii() && name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return self.push(Kind::Word, length);
        }
        let at = self.span(length);
        self.reject(length, BadName { at, name: name.to_owned() });
    }
}

/// The length of a literal that begins with its quote and ends with it; a backslash takes the next character with it.
fn closing(line: &str, quote: u8) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in line.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            _ if byte == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn is_ident(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

fn is_foreign_letter(character: char) -> bool {
    !character.is_ascii() && character.is_alphanumeric() && characters::is_plain(character)
}

/// The lengths of three groups of digits between `-`.
fn date_like(spelling: &str) -> Option<[usize; 3]> {
    let mut lengths = [0; 3];
    let mut parts = spelling.split('-');
    for length in &mut lengths {
        let part = parts.next()?;
        *length = part.len();
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
    }
    parts.next().is_none().then_some(lengths)
}

/// Whether this is `-? digits [. digits] [e digits]`.
fn is_number(spelling: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = spelling.strip_prefix('-').unwrap_or(spelling);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let mantissa = match mantissa.split_once('.') {
        Some((whole, part)) => digits(whole) && digits(part),
        None => digits(mantissa),
    };
    mantissa && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}
