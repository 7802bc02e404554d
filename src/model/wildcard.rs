//! A word with `*` in it, and what is known of whether it matches a set of words.

use crate::model::Tri;

/// A text in which `*` stands for any characters, none included. Case counts, and a `/` is a character like any other.
///
/// ```
/// # use toolgate::model::Wildcard;
/// assert!(Wildcard::new("feature/*").matches("feature/parser"));
/// assert!(!Wildcard::new("feature/*").matches("main"));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wildcard {
    /// The literal pieces between the stars: one more than there are stars, at least one.
    pieces: Vec<String>,
}

/// A set of texts, borrowed from a word or a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextSet<'a> {
    /// Exactly this.
    Known(&'a str),
    /// Names that a glob in the language's form matches.
    Glob(&'a str),
    /// Begins and ends with these; what stands between is not known.
    Unknown {
        /// Known beginning.
        prefix: &'a str,
        /// Known end.
        suffix: &'a str,
    },
}

impl Wildcard {
    /// Reads `*` as "any characters"; there is no escape.
    pub fn new(text: &str) -> Wildcard {
        Wildcard { pieces: text.split('*').map(str::to_owned).collect() }
    }

    /// A text without stars.
    pub fn literal(text: impl Into<String>) -> Wildcard {
        Wildcard { pieces: vec![text.into()] }
    }

    /// From its literal pieces, a star between each two.
    pub fn from_pieces(pieces: Vec<String>) -> Wildcard {
        if pieces.is_empty() { Wildcard::literal("") } else { Wildcard { pieces } }
    }

    /// The text, if it holds no star.
    pub fn as_literal(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The literal pieces between the stars.
    pub fn pieces(&self) -> &[String] {
        &self.pieces
    }

    /// Whether it matches every text.
    pub fn is_any(&self) -> bool {
        self.pieces.len() > 1 && self.pieces.iter().all(String::is_empty)
    }

    /// Whether it matches the whole of `text`. Time is that of a search for each piece.
    pub fn matches(&self, text: &str) -> bool {
        self.matches_around(text, None)
    }

    /// Whether it matches all, none or some of a set.
    ///
    /// ```
    /// # use toolgate::model::{TextSet, Tri, Wildcard};
    /// let unknown = TextSet::Unknown { prefix: "--to=", suffix: "" };
    /// assert_eq!(Wildcard::new("--to=*").matches_set(unknown), Tri::Yes);
    /// assert_eq!(Wildcard::new("--to=main").matches_set(unknown), Tri::Unknown);
    /// assert_eq!(Wildcard::new("--from=*").matches_set(unknown), Tri::No);
    /// ```
    pub fn matches_set(&self, set: TextSet<'_>) -> Tri {
        match set {
            TextSet::Known(text) => self.matches(text).into(),
            TextSet::Unknown { prefix, suffix } => {
                if self.matches_around(prefix, Some(suffix)) {
                    Tri::Yes
                } else if self.meets(prefix, suffix) {
                    Tri::Unknown
                } else {
                    Tri::No
                }
            }
            TextSet::Glob(_) => {
                let (prefix, suffix) = set.ends();
                self.matches_set(TextSet::Unknown { prefix, suffix })
            }
        }
    }

    /// Matches `before`, or, with `after`, `before` and `after` with anything between them: what is not known can only
    /// stand where a star stands.
    fn matches_around(&self, before: &str, after: Option<&str>) -> bool {
        let (Some((first, rest)), Some(last)) = (self.pieces.split_first(), self.pieces.last()) else {
            return false;
        };
        let Some((_, middle)) = rest.split_last() else {
            return after.is_none() && before == first;
        };
        let Some(before) = before.strip_prefix(first.as_str()) else { return false };
        let Some(after) = after else {
            return before
                .strip_suffix(last.as_str())
                .is_some_and(|text| middle_fits(text, middle).is_empty());
        };
        // Pieces are found leftmost first: as many as fit before the unknown part, the others after it.
        let left = middle_fits(before, middle);
        after.strip_suffix(last.as_str()).is_some_and(|text| middle_fits(text, left).is_empty())
    }

    /// Whether some text with these ends matches.
    fn meets(&self, prefix: &str, suffix: &str) -> bool {
        let (Some(first), Some(last)) = (self.pieces.first(), self.pieces.last()) else { return false };
        if self.pieces.len() == 1 {
            return first.len() >= prefix.len() + suffix.len()
                && first.starts_with(prefix)
                && first.ends_with(suffix);
        }
        let front = first.starts_with(prefix) || prefix.starts_with(first.as_str());
        let back = last.ends_with(suffix) || suffix.ends_with(last.as_str());
        front && back
    }
}

impl std::fmt::Display for Wildcard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.pieces.join("*"))
    }
}

/// Finds the pieces one after the other in the text; those that are not found.
fn middle_fits<'a>(mut text: &str, mut pieces: &'a [String]) -> &'a [String] {
    while let Some((piece, rest)) = pieces.split_first() {
        let Some((_, after)) = text.split_once(piece.as_str()) else { break };
        text = after;
        pieces = rest;
    }
    pieces
}

impl<'a> TextSet<'a> {
    /// A known beginning and end; for a known text it is its beginning, with an empty end.
    pub fn ends(self) -> (&'a str, &'a str) {
        match self {
            TextSet::Known(text) => (text, ""),
            TextSet::Unknown { prefix, suffix } => (prefix, suffix),
            TextSet::Glob(glob) => {
                let special = |c: char| "*?[]{},\\".contains(c);
                let front = glob.split(special).next().unwrap_or("");
                let back = glob.rsplit(special).next().unwrap_or("");
                (front, back)
            }
        }
    }

    /// The same texts without their first `skip` bytes, which must be known ones.
    pub fn skip(self, skip: usize) -> TextSet<'a> {
        match self {
            TextSet::Known(text) => TextSet::Known(text.get(skip..).unwrap_or("")),
            TextSet::Unknown { prefix, suffix } => {
                TextSet::Unknown { prefix: prefix.get(skip..).unwrap_or(""), suffix }
            }
            TextSet::Glob(glob) => TextSet::Glob(glob.get(skip..).unwrap_or("")),
        }
    }

    /// The text, if there is only one.
    pub fn known(self) -> Option<&'a str> {
        match self {
            TextSet::Known(text) => Some(text),
            TextSet::Glob(_) | TextSet::Unknown { .. } => None,
        }
    }

    /// Whether `text` may be in the set.
    pub fn may_be(self, text: &str) -> bool {
        match self {
            TextSet::Known(known) => known == text,
            TextSet::Glob(_) | TextSet::Unknown { .. } => {
                let (prefix, suffix) = self.ends();
                text.len() >= prefix.len() + suffix.len()
                    && text.starts_with(prefix)
                    && text.ends_with(suffix)
            }
        }
    }

    /// Whether a text of the set may begin with a dash.
    pub fn may_begin_with_dash(self) -> bool {
        match self {
            TextSet::Known(text) => text.starts_with('-'),
            TextSet::Unknown { prefix, suffix: _ } => prefix.is_empty() || prefix.starts_with('-'),
            TextSet::Glob(glob) => match glob.chars().next() {
                None => false,
                Some('-' | '*' | '?' | '{' | '\\') => true,
                Some('[') => class_may_hold_dash(glob),
                Some(_) => false,
            },
        }
    }
}

/// Whether the bracket expression at the glob's beginning may match a dash: in doubt, yes.
fn class_may_hold_dash(glob: &str) -> bool {
    let body = glob.strip_prefix('[').unwrap_or(glob);
    let Some(end) = body.char_indices().skip(1).find(|(_, c)| *c == ']').map(|(at, _)| at) else {
        return true;
    };
    let Some(body) = body.get(..end) else { return true };
    if let Some(negated) = body.strip_prefix(['!', '^']) {
        // `[!-]` and `[!-.]` leave the dash out; a range such as `[!a-z]` does not.
        return !negated.starts_with('-');
    }
    if body.contains(['-', '[', '\\']) {
        // Ranges of letters and digits, as in `[a-z0-9]`, hold no dash.
        let chars: Vec<char> = body.chars().collect();
        return !chars.chunks(3).all(
            |range| matches!(range, [a, '-', b] if a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric()),
        );
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unknown<'a>(prefix: &'a str, suffix: &'a str) -> TextSet<'a> {
        TextSet::Unknown { prefix, suffix }
    }

    #[test]
    fn known_texts() {
        for (pattern, text, yes) in [
            ("a*c", "abc", true),
            ("a*c", "ac", true),
            ("a*c", "acb", false),
            ("a*a", "a", false),
            ("*", "", true),
            ("*b*b*", "abab", true),
            ("*b*b*", "ab", false),
            ("ab", "ab", true),
            ("ab", "abc", false),
        ] {
            assert_eq!(Wildcard::new(pattern).matches(text), yes, "{pattern} {text}");
        }
    }

    #[test]
    fn unknown_texts() {
        for (pattern, set, answer) in [
            ("*", unknown("", ""), Tri::Yes),
            ("a*", unknown("ab", ""), Tri::Yes),
            ("ab*", unknown("a", ""), Tri::Unknown),
            ("b*", unknown("a", ""), Tri::No),
            ("*x*", unknown("ax", ""), Tri::Yes),
            ("*x*", unknown("a", ""), Tri::Unknown),
            ("*x*y", unknown("", "xzy"), Tri::Yes),
            ("abc", unknown("ab", "bc"), Tri::No),
            ("abbc", unknown("ab", "bc"), Tri::Unknown),
        ] {
            assert_eq!(Wildcard::new(pattern).matches_set(set), answer, "{pattern} {set:?}");
        }
    }

    #[test]
    fn globs_and_dashes() {
        for (glob, may) in [
            ("*", true),
            ("src/*", false),
            ("[!-]*", false),
            ("[a-z]*", false),
            ("[a-]*", true),
            ("?x", true),
        ] {
            assert_eq!(TextSet::Glob(glob).may_begin_with_dash(), may, "{glob}");
        }
    }
}
