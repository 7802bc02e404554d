//! Brace expansion, by the rules of bash's `braces.c`, which are its own: found on the word as written, before any other expansion.

use super::parser::Parser;
use super::parts::Parts;
use super::problem::{Reason, Res};
use super::span::Span;
use super::word::WordPart;

/// `{1..9}`, `{a..e..2}`: a sequence, kept unexpanded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sequence {
    /// Integers.
    Numbers {
        /// The first.
        first: i64,
        /// The bound; the last is not beyond it.
        last: i64,
        /// From one to the next, never 0, of the right sign.
        step: i64,
        /// The least width; shorter ones get zeros in front.
        width: usize,
    },
    /// ASCII characters by their codes.
    Letters {
        /// The first.
        first: u8,
        /// The bound.
        last: u8,
        /// From one to the next, never 0, of the right sign.
        step: i64,
    },
}

impl Sequence {
    /// The words, unless they are more than `most`, or hold characters that bash would expand or quote with.
    pub fn words(&self, most: usize) -> Option<Vec<String>> {
        let (first, last, step) = match *self {
            Sequence::Numbers { first, last, step, .. } => (first, last, step),
            // Between `Z` and `a` are `[`, a backslash and a backquote.
            Sequence::Letters { first, last, .. } if (first < b'a') != (last < b'a') => return None,
            Sequence::Letters { first, last, step } => (i64::from(first), i64::from(last), step),
        };
        let mut words = Vec::new();
        let mut value = first;
        while if step > 0 { value <= last } else { value >= last } {
            if words.len() >= most {
                return None;
            }
            words.push(match *self {
                Sequence::Numbers { width, .. } => format!("{value:0width$}"),
                Sequence::Letters { .. } => char::from(u8::try_from(value).ok()?).to_string(),
            });
            let Some(next) = value.checked_add(step) else { break };
            value = next;
        }
        Some(words)
    }
}

/// What the rules see of a word: its unquoted characters, and everything else as opaque pieces.
#[derive(Debug)]
enum Atom {
    Char(char, Span),
    /// The second says whether its source text has a comma.
    Part(Option<Box<WordPart>>, bool),
}

impl Atom {
    fn is(&self, ch: char) -> bool {
        matches!(self, Atom::Char(c, _) if *c == ch)
    }
}

impl Parser<'_, '_> {
    /// Replaces what braces make. `at_start` says whether the word begins with these parts.
    pub(super) fn braces(&mut self, parts: Vec<WordPart>, at_start: bool) -> Res<Vec<WordPart>> {
        let has = |ch: char| {
            parts.iter().any(|part| matches!(part, WordPart::Literal(text) if text.text.contains(ch)))
        };
        if !has('{') || !has('}') {
            return Ok(parts);
        }
        if let Some(part) = parts.iter().find(|part| self.confuses_braces(part)) {
            let span = parts.iter().fold(part.span(), |span, part| span.to(part.span()));
            return Ok(vec![WordPart::Unknown(self.unknown(span, Reason::AmbiguousBraces))]);
        }
        let mut atoms = Vec::new();
        for part in parts {
            match part {
                WordPart::Literal(text) => {
                    // Continuations inside the text make these spans approximate, never wrong by more than the text's own.
                    let mut at = text.span.start as usize;
                    for ch in text.text.chars() {
                        let end = (at + ch.len_utf8()).min(text.span.end as usize);
                        atoms.push(Atom::Char(ch, Span::new(at, end)));
                        at = end;
                    }
                }
                part => {
                    let comma = self.source_has_comma(&part);
                    atoms.push(Atom::Part(Some(Box::new(part)), comma));
                }
            }
        }
        self.brace_level(&mut atoms, at_start)
    }

    /// Whether this is an expansion whose own braces, as bash counts them here, do not pair up for certain.
    fn confuses_braces(&self, part: &WordPart) -> bool {
        let WordPart::Parameter(parameter) = part else { return false };
        let parts = parameter.operand.iter().chain(parameter.subscript.iter()).flat_map(|word| &word.parts);
        parts.into_iter().any(|part| match part {
            WordPart::Literal(text) | WordPart::Escaped(text) | WordPart::SingleQuoted(text) => {
                text.text.contains(['{', '}'])
            }
            WordPart::Parameter(_) => self.confuses_braces(part),
            WordPart::Glob { .. } | WordPart::Command { .. } => false,
            // Quotes inside quotes, which bash does not see here.
            WordPart::DoubleQuoted { parts, .. } => !parts.iter().all(|part| match part {
                WordPart::Literal(_) | WordPart::Escaped(_) => true,
                WordPart::Parameter(parameter) => {
                    parameter.operand.is_none() && parameter.subscript.is_none()
                }
                _ => false,
            }),
            _ => true,
        })
    }

    /// bash looks for a comma without regard to quotes before it decides between a list and a sequence.
    fn source_has_comma(&self, part: &WordPart) -> bool {
        match part {
            WordPart::Escaped(_) | WordPart::Glob { .. } => false,
            WordPart::SingleQuoted(text) => text.text.contains(','),
            WordPart::DoubleQuoted { parts, .. } => parts.iter().any(|part| match part {
                WordPart::Literal(text) => text.text.contains(','),
                WordPart::Escaped(_) => false,
                _ => true,
            }),
            WordPart::Decoded { bytes, .. } => bytes.contains(&b','),
            // Its text may have one; where that matters the sequence is none anyway.
            _ => true,
        }
    }

    /// One level: an element, or what comes after an expansion.
    fn brace_level(&mut self, atoms: &mut [Atom], at_start: bool) -> Res<Vec<WordPart>> {
        let mut out = Parts::default();
        let mut rest = atoms;
        let mut at_start = at_start;
        loop {
            let Some((open, close)) = self.expansion(rest, at_start)? else {
                emit(rest, &mut out);
                return Ok(out.finish());
            };
            let (before, tail) = rest.split_at_mut(open);
            let (group, after) = tail.split_at_mut(close + 1 - open);
            emit(before, &mut out);
            self.brace_group(group, &mut out)?;
            rest = after;
            // What follows an expansion is looked at as a word of its own.
            at_start = true;
        }
    }

    /// The first pair of braces that makes an expansion, or looks like one.
    fn expansion(&mut self, atoms: &[Atom], at_start: bool) -> Res<Option<(usize, usize)>> {
        for (open, atom) in atoms.iter().enumerate() {
            if !atom.is('{') {
                continue;
            }
            // `{}` at the beginning, as in `find -exec rm {} \;`, is text.
            let next = atoms.get(open + 1);
            if open == 0 && at_start && next.is_none_or(|next| next.is('}')) {
                continue;
            }
            self.affordable()?;
            if let Some(close) = self.matching(atoms, open + 1, '}') {
                return Ok(Some((open, close)));
            }
        }
        Ok(None)
    }

    /// The place of the `}` that closes what began before `from`, or of a `,` at its level. A `}` before any comma or `..` is text.
    fn matching(&mut self, atoms: &[Atom], from: usize, wanted: char) -> Option<usize> {
        let mut level = 0_usize;
        let mut divided = wanted != '}';
        for (i, atom) in atoms.iter().enumerate().skip(from) {
            self.charge(1);
            let Atom::Char(ch, _) = atom else { continue };
            if *ch == wanted && level == 0 && divided {
                return Some(i);
            }
            match ch {
                '{' => level += 1,
                '}' if level > 0 => level -= 1,
                ',' if level == 0 => divided = true,
                '.' if level == 0 && atoms.get(i + 1).is_some_and(|next| next.is('.')) => {
                    divided |= atoms.get(i + 2).is_some_and(|next| !next.is('}'));
                }
                _ => {}
            }
        }
        None
    }

    /// A pair of braces with what is between them.
    fn brace_group(&mut self, group: &mut [Atom], out: &mut Parts) -> Res<()> {
        self.node()?;
        let Some(inside) = group.get(1..group.len().saturating_sub(1)) else { return Ok(()) };
        let has_comma = inside.iter().any(|atom| match atom {
            Atom::Char(ch, _) => *ch == ',',
            Atom::Part(_, comma) => *comma,
        });
        let span = span_of(group);
        if !has_comma || !self.has_top_level_division(inside) {
            match sequence(inside) {
                Some(sequence) => out.push(WordPart::Sequence { sequence, span }),
                // Neither: the braces are text, and nothing between them is expanded.
                None => emit(group, out),
            }
            return Ok(());
        }
        let mut alternatives = Vec::new();
        let end = group.len().saturating_sub(1);
        let mut from = 1;
        while from <= end {
            let next = self.matching(group.get(..end).unwrap_or_default(), from, ',').unwrap_or(end);
            let element = group.get_mut(from..next).unwrap_or_default();
            alternatives.push(self.nested(|p| p.brace_level(element, true))?);
            from = next + 1;
        }
        out.push(WordPart::Alternatives { alternatives, span });
        Ok(())
    }

    /// A comma inside a substitution makes no list of `{$(a,b)..c}`; everything else is one, if only of one element.
    fn has_top_level_division(&mut self, inside: &[Atom]) -> bool {
        inside.iter().any(|atom| match atom {
            Atom::Char(ch, _) => *ch == ',',
            Atom::Part(part, comma) => *comma && part.as_deref().is_some_and(WordPart::is_quoted),
        })
    }
}

/// Puts atoms back as parts.
fn emit(atoms: &mut [Atom], out: &mut Parts) {
    for atom in atoms {
        match atom {
            Atom::Char(ch, span) => out.literal(*ch, *span),
            Atom::Part(part, _) => {
                if let Some(part) = part.take() {
                    out.push(*part);
                }
            }
        }
    }
}

fn span_of(atoms: &[Atom]) -> Span {
    match (atoms.first(), atoms.last()) {
        (Some(Atom::Char(_, first)), Some(Atom::Char(_, last))) => first.to(*last),
        _ => Span::default(),
    }
}

/// The sequence that this text stands for.
fn sequence(inside: &[Atom]) -> Option<Sequence> {
    let mut text = String::new();
    for atom in inside {
        match atom {
            Atom::Char(ch, _) => text.push(*ch),
            Atom::Part(..) => return None,
        }
    }
    let (left, right) = text.split_once("..")?;
    let (right, step) = match right.split_once("..") {
        Some((right, step)) => (right, number(step)?),
        None => (right, 1),
    };
    // A step of 0 is 1, and the sign follows the direction.
    let step = if step == 0 { 1 } else { step.checked_abs()? };
    let directed = |first: i64, last: i64| if first > last { -step } else { step };
    if let (Some(first), Some(last)) = (letter(left), letter(right)) {
        return Some(Sequence::Letters { first, last, step: directed(first.into(), last.into()) });
    }
    let (first, last) = (number(left)?, number(right)?);
    let count = last.checked_sub(first)?.checked_abs()?.checked_div(step)?;
    // bash leaves longer ones alone.
    if count > i64::from(i32::MAX) - 4 {
        return None;
    }
    let padded = [left, right].iter().any(|end| {
        let digits = end.strip_prefix('-').unwrap_or(end);
        digits.len() > 1 && digits.starts_with('0')
    });
    let width = if padded { left.len().max(right.len()) } else { 0 };
    Some(Sequence::Numbers { first, last, step: directed(first, last), width })
}

fn letter(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [byte] if byte.is_ascii_alphabetic() => Some(*byte),
        _ => None,
    }
}

fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}
