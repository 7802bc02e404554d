//! Words: up to the next metacharacter that is not quoted.

use super::dialect::Extglob;
use super::parser::{Parser, ends_word, is_name, is_name_start};
use super::parts::Parts;
use super::problem::{Reason, Res};
use super::quotes::Quoting;
use super::word::{AssignmentPrefix, Glob, Word, WordPart};

/// What a word is read for, and so what bash does with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// Whether `* ? [` make patterns.
    patterns: bool,
    /// Whether braces are expanded.
    braces: bool,
    /// Where tildes are.
    tildes: Tildes,
    /// Whether `name=(…)` is a list.
    arrays: bool,
    /// Whether extended patterns are on here whatever the shell's options.
    extended: bool,
    /// Whether it is a regular expression: `(`, `)` and `|` belong to it, blanks too inside parentheses.
    regex: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tildes {
    No,
    /// At the beginning, and in `name=…` after the `=` and colons.
    Word,
    /// At the beginning and after colons.
    Value,
}

impl Reading {
    const NOTHING: Reading = Reading {
        patterns: false,
        braces: false,
        tildes: Tildes::No,
        arrays: false,
        extended: false,
        regex: false,
    };
    /// A word of a command.
    pub(super) const ARGUMENT: Reading =
        Reading { patterns: true, braces: true, tildes: Tildes::Word, ..Self::NOTHING };
    /// An argument of `declare` and its like.
    pub(super) const DECLARATION: Reading = Reading { arrays: true, ..Self::ARGUMENT };
    /// The value of an assignment.
    pub(super) const VALUE: Reading = Reading { tildes: Tildes::Value, ..Self::NOTHING };
    /// A word that is expanded and stays one: the subject of `case`, a here string.
    pub(super) const PLAIN: Reading = Reading { tildes: Tildes::Word, ..Self::NOTHING };
    /// The target of a redirection. Braces in it are expanded too, and more than one word is an error.
    pub(super) const TARGET: Reading = Self::ARGUMENT;
    /// A pattern of `case`.
    pub(super) const PATTERN: Reading = Reading { patterns: true, tildes: Tildes::Word, ..Self::NOTHING };
    /// The delimiter of a here document: nothing but quotes counts.
    pub(super) const DELIMITER: Reading = Self::NOTHING;
    /// The right side of `==` in `[[ … ]]`.
    pub(super) const EXTENDED: Reading = Reading { extended: true, ..Self::PATTERN };
    /// The right side of `=~` in `[[ … ]]`.
    pub(super) const REGEX: Reading = Reading { regex: true, tildes: Tildes::Word, ..Self::NOTHING };
}

impl Reading {
    pub(super) fn is_regex(self) -> bool {
        self.regex
    }
}

impl Parser<'_, '_> {
    /// Reads a word. It is empty if none begins here, which is right for the value of an assignment.
    pub(super) fn word(&mut self, how: Reading) -> Res<Word> {
        self.node()?;
        self.peek();
        let start = self.pos;
        let mut parts = Parts::default();
        let mut assignment: Option<AssignmentPrefix> = None;
        // Parentheses that are open in a regular expression.
        let mut open = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'<' | b'>' if self.peek_second() == Some(b'(') => {
                    let part = self.process_substitution()?;
                    parts.push(part);
                }
                b'(' if how.regex => {
                    open += 1;
                    parts.take_from(self);
                }
                b')' if open > 0 => {
                    open -= 1;
                    parts.take_from(self);
                }
                b'|' if how.regex => parts.take_from(self),
                _ if ends_word(byte) && open == 0 => break,
                b'\\' | b'\'' | b'"' | b'`' | b'$' => self.quoted_part(&mut parts)?,
                b'?' | b'*' | b'+' | b'@' | b'!' if self.extends(how) && self.peek_second() == Some(b'(') => {
                    self.extended_pattern(&mut parts)?;
                }
                b'*' | b'?' | b'[' if how.patterns => self.glob(&mut parts)?,
                b'=' if assignment.is_none() && how.tildes == Tildes::Word => {
                    let head = assignment_head(self.text.get(start..self.pos).unwrap_or(""));
                    parts.take_from(self);
                    if let Some((name, subscripted, append)) = head {
                        let parts = parts.count();
                        assignment = Some(AssignmentPrefix { name, subscripted, append, parts });
                    }
                    if assignment.is_some() && how.arrays && self.peek() == Some(b'(') {
                        let array = self.nested(Self::array)?;
                        parts.extend(array.parts);
                    }
                }
                _ => parts.take_from(self),
            }
        }
        if open > 0 {
            return self.error(super::problem::Mistake::Unclosed("("));
        }
        let parts = self.expansions(parts.finish(), how, &mut assignment)?;
        Ok(Word { parts, assignment, span: self.span(start) })
    }

    /// What bash expands first, and what makes text more than text: brackets, braces, tildes.
    fn expansions(
        &mut self,
        mut parts: Vec<WordPart>,
        how: Reading,
        assignment: &mut Option<AssignmentPrefix>,
    ) -> Res<Vec<WordPart>> {
        if how.patterns {
            settle_brackets(&mut parts);
        }
        if how.braces {
            // Braces are expanded before anything is an assignment; the parts before the value hold none of them, or it is no name.
            let head = assignment.as_ref().map_or(0, |prefix| prefix.parts);
            let tail = parts.split_off(head.min(parts.len()));
            parts.extend(self.braces(tail, head == 0)?);
        }
        let value = match (how.tildes, &*assignment) {
            (Tildes::No, _) => return Ok(parts),
            (Tildes::Value, _) => Some(0),
            (Tildes::Word, prefix) => prefix.as_ref().map(|prefix| prefix.parts),
        };
        let head = value.unwrap_or(0).min(parts.len());
        let tail = parts.split_off(head);
        let tail = self.tildes(tail, value.is_some())?;
        parts.extend(tail);
        Ok(parts)
    }

    /// A part that begins with one of `\ ' " $` or a backquote, outside of quotes.
    pub(super) fn quoted_part(&mut self, parts: &mut Parts) -> Res<()> {
        match self.peek() {
            Some(b'\\') => self.backslash(parts),
            Some(b'\'') => {
                let part = self.single_quotes()?;
                parts.push(part);
                Ok(())
            }
            Some(b'"') => {
                let part = self.double_quotes(Quoting::Double)?;
                parts.push(part);
                Ok(())
            }
            Some(b'`') => {
                let part = self.backquotes(Quoting::None)?;
                parts.push(part);
                Ok(())
            }
            _ => self.dollar(parts, Quoting::None),
        }
    }

    /// Takes `*`, `?` or `[` as a part of its own.
    pub(super) fn glob(&mut self, parts: &mut Parts) -> Res<()> {
        self.node()?;
        let Some((ch, span)) = self.take() else { return Ok(()) };
        let glob = match ch {
            '*' => Glob::Star,
            '?' => Glob::Question,
            _ => Glob::Bracket,
        };
        parts.push(WordPart::Glob { glob, span });
        Ok(())
    }

    fn extends(&self, how: Reading) -> bool {
        how.extended || (how.tildes != Tildes::No && self.shared.dialect.extglob != Extglob::Off)
    }

    /// Whether a word that begins with an extended pattern begins here, by the shell's options.
    pub(super) fn at_extended_pattern(&mut self) -> bool {
        self.shared.dialect.extglob != Extglob::Off
            && matches!(self.peek(), Some(b'?' | b'*' | b'+' | b'@' | b'!'))
            && self.peek_second() == Some(b'(')
    }

    /// `@(a|b)` and its like.
    fn extended_pattern(&mut self, parts: &mut Parts) -> Res<()> {
        let start = self.pos;
        let maybe = self.shared.dialect.extglob == Extglob::Maybe;
        let part = self.nested(Self::extended_body)?;
        parts.push(part);
        if maybe {
            let unknown = self.unknown(self.span(start), Reason::MaybeExtglob);
            parts.push(WordPart::Unknown(unknown));
        }
        Ok(())
    }

    fn extended_body(&mut self) -> Res<WordPart> {
        self.node()?;
        let start = self.pos;
        let operator = self.take().map_or('@', |(ch, _)| ch);
        self.eat(b'(');
        let mut alternatives = Vec::new();
        let mut parts = Parts::default();
        let mut open = 0_usize;
        loop {
            let Some(byte) = self.peek() else {
                return self.error(super::problem::Mistake::Unclosed("("));
            };
            match byte {
                b')' if open == 0 => break,
                b'|' if open == 0 => {
                    self.bump();
                    alternatives.push(std::mem::take(&mut parts).finish());
                }
                b'(' | b')' => {
                    open = if byte == b'(' { open + 1 } else { open - 1 };
                    parts.take_from(self);
                }
                b'?' | b'*' | b'+' | b'@' | b'!' if self.peek_second() == Some(b'(') => {
                    let part = self.nested(Self::extended_body)?;
                    parts.push(part);
                }
                b'*' | b'?' | b'[' => self.glob(&mut parts)?,
                b'<' | b'>' if self.peek_second() == Some(b'(') => {
                    let part = self.process_substitution()?;
                    parts.push(part);
                }
                b'\\' | b'\'' | b'"' | b'`' | b'$' => self.quoted_part(&mut parts)?,
                _ => parts.take_from(self),
            }
        }
        self.bump();
        alternatives.push(parts.finish());
        Ok(WordPart::Extended { operator, alternatives, span: self.span(start) })
    }
}

/// `NAME`, `NAME[…]`, with or without `+`, as the text before a `=`.
fn assignment_head(raw: &str) -> Option<(String, bool, bool)> {
    let joined;
    let raw = if raw.contains("\\\n") {
        joined = raw.replace("\\\n", "");
        joined.as_str()
    } else {
        raw
    };
    let (head, append) = raw.strip_suffix('+').map_or((raw, false), |head| (head, true));
    let end = head.bytes().position(|byte| !is_name(byte)).unwrap_or(head.len());
    let (name, rest) = head.split_at_checked(end)?;
    let subscripted = rest.starts_with('[') && rest.ends_with(']');
    let fits = name.bytes().next().is_some_and(is_name_start) && (rest.is_empty() || subscripted);
    fits.then(|| (name.to_owned(), subscripted, append))
}

/// A `[` makes a pattern only if a `]` comes later; else it is text, as in `[ -f x ]`.
pub(super) fn settle_brackets(parts: &mut [WordPart]) {
    let mut closes = false;
    for part in parts.iter_mut().rev() {
        match part {
            WordPart::Literal(text) => closes |= text.text.contains(']'),
            WordPart::Glob { glob: Glob::Bracket, span } if !closes => {
                *part = WordPart::Literal(super::word::Text { text: "[".to_owned(), span: *span });
            }
            _ => {}
        }
    }
}
