//! Globs as the language has them: `*` and `?` match no `/` but do match a leading dot; `**` whole segments, none
//! included; `[…]` and `{a,b}` as in the shell; `\` takes the next character as it is.

use std::ops::Range;
use std::str::Chars;

use crate::matchers::fold::fold;
use crate::matchers::tree::Need;

/// Alternatives that the braces of one glob may multiply to.
pub const MAX_ALTERNATIVES: usize = 256;
/// The longest glob, in bytes.
pub const MAX_LENGTH: usize = 4096;

/// What is wrong with a glob.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct GlobError {
    /// What, in one line.
    pub message: String,
    /// Bytes of the glob.
    pub at: Range<usize>,
}

/// A glob over the segments of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glob {
    alternatives: Vec<Vec<Segment>>,
    fixed: String,
    /// The segments that `fixed` is made of.
    depth: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Segment {
    /// `**`
    Any,
    /// One segment.
    One(Vec<Piece>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Char(char),
    /// `?`
    AnyChar,
    /// `*`
    Star,
    /// `[…]`, `[!…]`
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
}

impl Glob {
    /// Reads a glob; a `/` at its beginning or end, and empty segments, mean nothing.
    ///
    /// # Errors
    ///
    /// For an unclosed `[` or `{`, a `\` at the end, and beyond the limits.
    pub fn parse(text: &str) -> Result<Glob, GlobError> {
        if text.len() > MAX_LENGTH {
            return Err(GlobError {
                message: format!("a glob of more than {MAX_LENGTH} bytes"),
                at: 0..text.len(),
            });
        }
        let chars: Vec<(usize, char)> = text.char_indices().collect();
        let mut alternatives = Vec::new();
        for variant in braces(&chars, text.len())? {
            alternatives.push(segments(&variant, text.len())?);
        }
        Ok(Glob::of_alternatives(alternatives))
    }

    /// The ways through its braces, each a glob of its own: their fixed directories may differ.
    pub fn ways(&self) -> impl Iterator<Item = Glob> + '_ {
        self.alternatives.iter().map(|one| Glob::of_alternatives(vec![one.clone()]))
    }

    pub(super) fn of_alternatives(alternatives: Vec<Vec<Segment>>) -> Glob {
        let fixed = common(&alternatives);
        let depth = fixed.len();
        Glob { alternatives, fixed: fixed.join("/"), depth }
    }

    pub(super) fn alternatives(&self) -> &[Vec<Segment>] {
        &self.alternatives
    }

    /// Each alternative without the fixed directory.
    pub(super) fn beyond_fixed(&self) -> impl Iterator<Item = &[Segment]> {
        self.alternatives.iter().filter_map(|alternative| alternative.get(self.depth..))
    }

    /// Whether it matches a relative path as a whole. Work is at most the product of the lengths.
    pub fn matches(&self, relative: &str) -> bool {
        let path: Vec<&str> = split(relative).collect();
        self.alternatives.iter().any(|alternative| all_match(alternative, &path))
    }

    /// The same without the first [`Glob::fixed`] segments, of the glob and so of the path.
    pub fn matches_below_fixed(&self, relative: &str, folded: bool) -> bool {
        let path: Vec<&str> = split(relative).collect();
        if !folded {
            return self.beyond_fixed().any(|rest| all_match(rest, &path));
        }
        let path: Vec<String> = path.into_iter().map(fold).collect();
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        self.beyond_fixed().any(|rest| {
            let rest: Vec<Segment> = rest.iter().map(folded_segment).collect();
            all_match(&rest, &path)
        })
    }

    /// The literal directory that everything it matches is, or lies in; `a/b`, or empty.
    pub fn fixed(&self) -> &str {
        &self.fixed
    }

    /// Whether it matches its fixed directory and all below it: nothing follows but `**`.
    pub fn is_whole_tree(&self) -> bool {
        self.alternatives
            .iter()
            .any(|alternative| matches!(alternative.get(self.depth..), Some([Segment::Any])))
    }

    /// Whether it is a plain path.
    pub fn is_literal(&self) -> bool {
        matches!(self.alternatives.as_slice(), [only] if only.len() == self.depth)
    }

    /// The last segment, if it is a literal one in every alternative and the same.
    pub fn last_literal(&self) -> Option<String> {
        let mut last = self.alternatives.iter().map(|alternative| literal(alternative.last()?));
        let first = last.next()??;
        last.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    /// The extension, if the last segment is `*.ext`.
    pub fn extension(&self) -> Option<String> {
        let [only] = self.alternatives.as_slice() else { return None };
        end_of(only.last()?)
    }

    /// How many segments it matches, at least.
    pub fn least_depth(&self) -> usize {
        let least = |alternative: &Vec<Segment>| {
            alternative.iter().filter(|segment| **segment != Segment::Any).count()
        };
        self.alternatives.iter().map(least).min().unwrap_or(0)
    }

    /// What everything it matches has; none if there is no such thing.
    pub(crate) fn needs(&self) -> Option<Vec<Need>> {
        let need = |alternative: &[Segment]| {
            let last = alternative.last()?;
            if let Some(name) = literal(last) {
                return Some(Need::Name(name));
            }
            if let Some(end) = end_of(last) {
                return Some(Need::End(end));
            }
            alternative.iter().find_map(literal).map(Need::Segment)
        };
        self.beyond_fixed().map(need).collect()
    }

    /// As an anchored regex over the path's characters, for analysis.
    pub fn regex_source(&self) -> String {
        let one = |alternative: &Vec<Segment>| {
            let mut text = String::new();
            for (at, segment) in alternative.iter().enumerate() {
                match segment {
                    Segment::Any if at == 0 && alternative.len() == 1 => text.push_str("(?s:.*)"),
                    Segment::Any if at == 0 => text.push_str("(?:[^/]+/)*"),
                    Segment::Any => text.push_str("(?:/[^/]+)*"),
                    Segment::One(pieces) => {
                        let after_leading = at == 1 && alternative.first() == Some(&Segment::Any);
                        if at > 0 && !after_leading {
                            text.push('/');
                        }
                        // Stars alone: a part of a path is never empty.
                        if pieces.iter().all(|piece| *piece == Piece::Star) {
                            text.push_str("[^/]+");
                        } else {
                            pieces.iter().for_each(|piece| piece_regex(piece, &mut text));
                        }
                    }
                }
            }
            text
        };
        let all: Vec<String> = self.alternatives.iter().map(one).collect();
        format!("^(?:{})$", all.join("|"))
    }
}

fn piece_regex(piece: &Piece, text: &mut String) {
    match piece {
        Piece::Char(c) => text.push_str(&regex::escape(c.encode_utf8(&mut [0; 4]))),
        Piece::AnyChar => text.push_str("[^/]"),
        Piece::Star => text.push_str("[^/]*"),
        Piece::Class { negated, ranges } => {
            text.push_str(if *negated { "[^/" } else { "[" });
            for (from, to) in ranges {
                text.push_str(&format!("\\x{{{:x}}}-\\x{{{:x}}}", u32::from(*from), u32::from(*to)));
            }
            text.push(']');
        }
    }
}

pub(super) fn split(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}

fn folded_segment(segment: &Segment) -> Segment {
    match segment {
        Segment::Any => Segment::Any,
        Segment::One(pieces) => {
            let mut all = Vec::new();
            let mut text = String::new();
            for piece in pieces {
                if let Piece::Char(c) = piece {
                    text.push(*c);
                    continue;
                }
                all.extend(fold(&std::mem::take(&mut text)).chars().map(Piece::Char));
                all.push(folded_piece(piece));
            }
            all.extend(fold(&text).chars().map(Piece::Char));
            Segment::One(all)
        }
    }
}

fn folded_piece(piece: &Piece) -> Piece {
    match piece {
        Piece::Char(c) => Piece::Char(fold(c.encode_utf8(&mut [0; 4])).chars().next().unwrap_or(*c)),
        Piece::Class { negated, ranges } => {
            let mut all = ranges.clone();
            for (from, to) in ranges {
                if from.is_ascii() && to.is_ascii() {
                    all.extend(ascii_letters(*from, *to));
                }
            }
            Piece::Class { negated: *negated, ranges: all }
        }
        Piece::AnyChar | Piece::Star => piece.clone(),
    }
}

/// The letters of an ASCII range, in lower case.
fn ascii_letters(from: char, to: char) -> impl Iterator<Item = (char, char)> {
    (from..=to).filter(char::is_ascii_alphabetic).map(|c| (c.to_ascii_lowercase(), c.to_ascii_lowercase()))
}

/// What every name ends with after a dot, for `*.end`.
fn end_of(segment: &Segment) -> Option<String> {
    let Segment::One(pieces) = segment else { return None };
    let [Piece::Star, Piece::Char('.'), rest @ ..] = pieces.as_slice() else { return None };
    literal(&Segment::One(rest.to_vec())).filter(|text| !text.is_empty())
}

pub(super) fn literal(segment: &Segment) -> Option<String> {
    match segment {
        Segment::Any => None,
        Segment::One(pieces) => pieces
            .iter()
            .map(|piece| match piece {
                Piece::Char(c) => Some(*c),
                Piece::AnyChar | Piece::Star | Piece::Class { .. } => None,
            })
            .collect(),
    }
}

/// The literal segments that all alternatives begin with.
fn common(alternatives: &[Vec<Segment>]) -> Vec<String> {
    let begin = |alternative: &Vec<Segment>| alternative.iter().map_while(literal).collect::<Vec<String>>();
    let mut all = alternatives.iter().map(begin);
    let Some(mut shared) = all.next() else { return Vec::new() };
    for other in all {
        let same = shared.iter().zip(&other).take_while(|(a, b)| a == b).count();
        shared.truncate(same);
    }
    shared
}

fn all_match(glob: &[Segment], path: &[&str]) -> bool {
    // Most globs are told apart by what they end with.
    if let Some(Segment::One(pieces)) = glob.last()
        && !path.last().is_some_and(|name| one_matches(pieces, name))
    {
        return false;
    }
    let mut reached = vec![false; path.len() + 1];
    let mut next = reached.clone();
    if let Some(first) = reached.first_mut() {
        *first = true;
    }
    for segment in glob {
        match segment {
            Segment::Any => {
                let mut on = false;
                for (slot, before) in next.iter_mut().zip(&reached) {
                    on |= *before;
                    *slot = on;
                }
            }
            Segment::One(pieces) => {
                if let Some(first) = next.first_mut() {
                    *first = false;
                }
                for ((slot, before), part) in next.iter_mut().skip(1).zip(&reached).zip(path) {
                    *slot = *before && one_matches(pieces, part);
                }
            }
        }
        std::mem::swap(&mut reached, &mut next);
    }
    reached.last().copied().unwrap_or(false)
}

/// On a mismatch only the last `*` is tried again, one character further.
fn one_matches(pieces: &[Piece], text: &str) -> bool {
    let (mut at, mut rest) = (0, text.chars());
    let mut again: Option<(usize, Chars<'_>)> = None;
    loop {
        let here = rest.clone();
        match (pieces.get(at), rest.next()) {
            (Some(Piece::Star), _) => {
                at += 1;
                rest = here;
                again = Some((at, rest.clone()));
            }
            (Some(piece), Some(c)) if piece_matches(piece, c) => at += 1,
            (None, None) => return true,
            (Some(_) | None, _) => {
                let Some((star, from)) = &mut again else { return false };
                if from.next().is_none() {
                    return false;
                }
                at = *star;
                rest = from.clone();
            }
        }
    }
}

fn piece_matches(piece: &Piece, c: char) -> bool {
    match piece {
        Piece::Char(wanted) => *wanted == c,
        Piece::AnyChar => true,
        Piece::Star => false,
        Piece::Class { negated, ranges } => {
            ranges.iter().any(|(from, to)| (*from..=*to).contains(&c)) != *negated
        }
    }
}

/// Characters of a glob with whether each was escaped.
type Escaped = (usize, char, bool);
/// The ways through braces so far.
type Variants = Vec<Vec<Escaped>>;

/// The glob once for each way through its braces.
fn braces(chars: &[(usize, char)], end: usize) -> Result<Vec<Vec<Escaped>>, GlobError> {
    let mut done: Vec<Vec<Escaped>> = vec![Vec::new()];
    // For each open brace: where it is, what stood before it, and the alternatives that are finished.
    let mut open: Vec<(usize, Variants, Variants)> = Vec::new();
    let mut at = 0;
    let mut in_class = false;
    while let Some((offset, c)) = chars.get(at).copied() {
        at += 1;
        match c {
            '\\' => {
                let Some((_, next)) = chars.get(at).copied() else {
                    return Err(GlobError {
                        message: "`\\` at the end of a glob".to_owned(),
                        at: offset..end,
                    });
                };
                at += 1;
                done.iter_mut().for_each(|one| one.push((offset, next, true)));
            }
            '[' if !in_class && class_closes(chars, at) => {
                in_class = true;
                done.iter_mut().for_each(|one| one.push((offset, c, false)));
            }
            ']' if in_class && !class_begins(chars, at - 1) => {
                in_class = false;
                done.iter_mut().for_each(|one| one.push((offset, c, false)));
            }
            '{' if !in_class => {
                if open.len() >= 16 {
                    return Err(GlobError {
                        message: "braces nest deeper than 16".to_owned(),
                        at: offset..offset + 1,
                    });
                }
                open.push((offset, std::mem::replace(&mut done, vec![Vec::new()]), Vec::new()));
            }
            ',' if !in_class && !open.is_empty() => {
                if let Some((_, _, finished)) = open.last_mut() {
                    finished.append(&mut done);
                }
                done = vec![Vec::new()];
            }
            '}' if !in_class && !open.is_empty() => {
                let Some((_, before, mut finished)) = open.pop() else { continue };
                finished.append(&mut done);
                if before.len() * finished.len() > MAX_ALTERNATIVES {
                    let message = format!("braces with more than {MAX_ALTERNATIVES} alternatives");
                    return Err(GlobError { message, at: 0..end });
                }
                for start in &before {
                    for alternative in &finished {
                        done.push(start.iter().chain(alternative).copied().collect());
                    }
                }
            }
            _ => done.iter_mut().for_each(|one| one.push((offset, c, false))),
        }
    }
    match open.last() {
        Some((offset, ..)) => Err(GlobError {
            message: "an unclosed `{`; a literal one is `\\{`".to_owned(),
            at: *offset..offset + 1,
        }),
        None => Ok(done),
    }
}

/// Whether a `[` has its `]` before the segment ends.
fn class_closes(chars: &[(usize, char)], from: usize) -> bool {
    let mut at = from;
    if matches!(chars.get(at), Some((_, '!' | '^'))) {
        at += 1;
    }
    if matches!(chars.get(at), Some((_, ']'))) {
        at += 1;
    }
    chars.get(at..).unwrap_or_default().iter().take_while(|(_, c)| *c != '/').any(|(_, c)| *c == ']')
}

/// Whether a `]` is the first character of its class, where it means itself.
fn class_begins(chars: &[(usize, char)], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| chars.get(at)).map(|(_, c)| *c);
    before(1) == Some('[') || (matches!(before(1), Some('!' | '^')) && before(2) == Some('['))
}

fn segments(chars: &[Escaped], end: usize) -> Result<Vec<Segment>, GlobError> {
    let mut all = Vec::new();
    for part in chars.split(|(_, c, escaped)| *c == '/' && !escaped) {
        match part {
            [] => {}
            [(_, '*', false), (_, '*', false)] => {
                if all.last() != Some(&Segment::Any) {
                    all.push(Segment::Any);
                }
            }
            _ => all.push(Segment::One(pieces(part, end)?)),
        }
    }
    Ok(all)
}

fn pieces(part: &[Escaped], end: usize) -> Result<Vec<Piece>, GlobError> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some((offset, c, escaped)) = part.get(at).copied() {
        at += 1;
        match c {
            _ if escaped => all.push(Piece::Char(c)),
            '?' => all.push(Piece::AnyChar),
            '*' => {
                if all.last() != Some(&Piece::Star) {
                    all.push(Piece::Star);
                }
            }
            '[' => {
                let (piece, next) = class(part, at).ok_or_else(|| GlobError {
                    message: "an unclosed `[`; a literal one is `\\[`".to_owned(),
                    at: offset..(offset + 1).min(end),
                })?;
                all.push(piece);
                at = next;
            }
            _ => all.push(Piece::Char(c)),
        }
    }
    Ok(all)
}

fn class(part: &[Escaped], from: usize) -> Option<(Piece, usize)> {
    let mut at = from;
    let negated = matches!(part.get(at), Some((_, '!' | '^', false)));
    if negated {
        at += 1;
    }
    let mut ranges = Vec::new();
    let mut first = true;
    loop {
        let (_, c, escaped) = part.get(at).copied()?;
        at += 1;
        if c == ']' && !escaped && !first {
            return Some((Piece::Class { negated, ranges }, at));
        }
        first = false;
        match (part.get(at), part.get(at + 1)) {
            (Some((_, '-', false)), Some((_, to, to_escaped))) if *to != ']' || *to_escaped => {
                ranges.push((c, *to));
                at += 2;
            }
            _ => ranges.push((c, c)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Glob;

    fn is(glob: &str, path: &str) -> bool {
        Glob::parse(glob).is_ok_and(|glob| glob.matches(path))
    }

    #[test]
    fn segments_and_stars() {
        for (glob, path, wanted) in [
            ("*.rs", "a.rs", true),
            ("*.rs", "src/a.rs", false),
            ("**/*.rs", "a.rs", true),
            ("**/*.rs", "src/b/a.rs", true),
            ("srv/**", "srv", true),
            ("srv/**", "srv/a/b", true),
            ("srv/**", "srvx", false),
            ("*", ".env", true),
            ("é?", "éé", true),
            ("{a,b/c}/d", "b/c/d", true),
            ("{a,b/c}/d", "c/d", false),
            ("[!a-c]x", "dx", true),
            ("[!a-c]x", "bx", false),
            ("[]]", "]", true),
            ("\\*", "*", true),
            ("\\*", "a", false),
            ("a**", "abc", true),
            ("a**", "a/b", false),
            ("**/.env", ".env", true),
            (".env*", ".env.local", true),
        ] {
            assert_eq!(is(glob, path), wanted, "{glob} {path}");
        }
    }

    #[test]
    fn hostile_globs_take_no_time() {
        let glob = format!("{}b", "*a".repeat(1000));
        assert!(!is(&glob, &"a".repeat(3000)));
        assert!(Glob::parse(&"{a,b}".repeat(20)).is_err());
        assert!(Glob::parse("{a").is_err());
    }
}
