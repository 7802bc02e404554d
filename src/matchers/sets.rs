//! Globs as sets of paths: whether one holds all that another matches, or nothing of it.
//!
//! Both answers are promises: *yes* is certain, *no* may only mean that it could not be shown. Where letters are compared without
//! case, a wildcard may stand for characters that fold together with their neighbours, so there less is promised.

use crate::matchers::fold::fold;
use crate::matchers::glob::{Glob, Piece, Segment, literal, split};
use crate::model::Tri;

/// Pairs of alternatives that are compared, at most; beyond it nothing is promised.
const MAX_PAIRS: usize = 4_096;

impl Glob {
    /// What this glob matches below `place` instead of its fixed directory. `place` is a plain path.
    pub(crate) fn at(&self, place: &str) -> Glob {
        let start: Vec<Segment> = split(place).map(plain).collect();
        let alternatives =
            self.beyond_fixed().map(|rest| start.iter().chain(rest).cloned().collect()).collect();
        Glob::of_alternatives(alternatives)
    }

    /// A plain path alone, or with all that is below it.
    pub(crate) fn of_path(path: &str, tree: bool) -> Glob {
        let mut segments: Vec<Segment> = split(path).map(plain).collect();
        segments.extend(tree.then_some(Segment::Any));
        Glob::of_alternatives(vec![segments])
    }

    /// Whether everything that `other` matches, this matches too.
    pub(crate) fn includes(&self, other: &Glob, folded: bool) -> bool {
        let (mine, theirs) = (self.alternatives(), other.alternatives());
        mine.len() * theirs.len() <= MAX_PAIRS
            && theirs.iter().all(|theirs| mine.iter().any(|mine| path_in(theirs, mine, folded)))
    }

    /// Whether no path matches both.
    pub(crate) fn is_disjoint(&self, other: &Glob, folded: bool) -> bool {
        let (mine, theirs) = (self.alternatives(), other.alternatives());
        mine.len() * theirs.len() <= MAX_PAIRS
            && theirs.iter().all(|theirs| mine.iter().all(|mine| !paths_meet(theirs, mine, folded)))
    }
}

/// How a text glob (`*` any characters, `?` one, all others themselves) answers for every text with these ends.
pub fn text_glob(glob: &[char], prefix: &str, suffix: &str) -> Tri {
    let many: Vec<Piece> = glob
        .iter()
        .map(|c| match c {
            '*' => Piece::Star,
            '?' => Piece::AnyChar,
            other => Piece::Char(*other),
        })
        .collect();
    let ends = |text: &str| text.chars().map(Piece::Char).collect::<Vec<Piece>>();
    let few = [ends(prefix), vec![Piece::Star], ends(suffix)].concat();
    if name_in(&few, &many, false) {
        Tri::Yes
    } else if pieces_meet(&few, &many) {
        Tri::Unknown
    } else {
        Tri::No
    }
}

fn plain(name: &str) -> Segment {
    Segment::One(name.chars().map(Piece::Char).collect())
}

/// Fills a table from its end: `next(i, j, table)` may ask for larger `i` and `j`. Gives the answer at the beginning.
fn from_the_end(
    rows: usize,
    columns: usize,
    next: impl Fn(usize, usize, &dyn Fn(usize, usize) -> bool) -> bool,
) -> bool {
    let mut table = vec![false; (rows + 1) * (columns + 1)];
    for i in (0..=rows).rev() {
        for j in (0..=columns).rev() {
            let answer = next(i, j, &|i, j| {
                i <= rows && j <= columns && table.get(i * (columns + 1) + j).copied().unwrap_or(false)
            });
            if let Some(slot) = table.get_mut(i * (columns + 1) + j) {
                *slot = answer;
            }
        }
    }
    table.first().copied().unwrap_or(false)
}

/// Whether all paths of `few` are among those of `many`.
fn path_in(few: &[Segment], many: &[Segment], folded: bool) -> bool {
    from_the_end(few.len(), many.len(), |i, j, at| match (few.get(i), many.get(j)) {
        (None, None) => true,
        (None, Some(Segment::Any)) => at(i, j + 1),
        (Some(_), Some(Segment::Any)) => at(i, j + 1) || at(i + 1, j),
        (Some(Segment::One(few)), Some(Segment::One(many))) => name_in(few, many, folded) && at(i + 1, j + 1),
        (None, Some(Segment::One(_))) | (Some(Segment::Any), Some(Segment::One(_))) | (Some(_), None) => {
            false
        }
    })
}

/// Whether some path is one of both.
fn paths_meet(a: &[Segment], b: &[Segment], folded: bool) -> bool {
    from_the_end(a.len(), b.len(), |i, j, at| match (a.get(i), b.get(j)) {
        (None, None) => true,
        (Some(Segment::Any), other) => at(i + 1, j) || (other.is_some() && at(i, j + 1)),
        (other, Some(Segment::Any)) => at(i, j + 1) || (other.is_some() && at(i + 1, j)),
        (Some(Segment::One(a)), Some(Segment::One(b))) => names_meet(a, b, folded) && at(i + 1, j + 1),
        (None, Some(Segment::One(_))) | (Some(Segment::One(_)), None) => false,
    })
}

fn name_in(few: &[Piece], many: &[Piece], folded: bool) -> bool {
    if !many.is_empty() && many.iter().all(|piece| *piece == Piece::Star) {
        return true;
    }
    if folded {
        return match (text(few), text(many)) {
            (Some(few), Some(many)) => fold(&few) == fold(&many),
            (Some(_), None) | (None, _) => false,
        };
    }
    from_the_end(few.len(), many.len(), |i, j, at| match (few.get(i), many.get(j)) {
        (None, None) => true,
        (None, Some(Piece::Star)) => at(i, j + 1),
        (Some(_), Some(Piece::Star)) => at(i, j + 1) || at(i + 1, j),
        (Some(Piece::Star), Some(_)) | (Some(_), None) | (None, Some(_)) => false,
        (Some(few), Some(many)) => chars_in(&chars(few), &chars(many)) && at(i + 1, j + 1),
    })
}

fn names_meet(a: &[Piece], b: &[Piece], folded: bool) -> bool {
    if folded {
        if let (Some(a), Some(b)) = (text(a), text(b)) {
            return fold(&a) == fold(&b);
        }
        let (a, b) = (wide(a), wide(b));
        return match (a, b) {
            (Some(a), Some(b)) => pieces_meet(&a, &b),
            // A letter and what a wildcard stands for may be one letter of the other.
            (None, _) | (_, None) => true,
        };
    }
    pieces_meet(a, b)
}

fn pieces_meet(a: &[Piece], b: &[Piece]) -> bool {
    from_the_end(a.len(), b.len(), |i, j, at| match (a.get(i), b.get(j)) {
        (None, None) => true,
        (Some(Piece::Star), other) => at(i + 1, j) || (other.is_some() && at(i, j + 1)),
        (other, Some(Piece::Star)) => at(i, j + 1) || (other.is_some() && at(i + 1, j)),
        (Some(a), Some(b)) => chars_meet(&chars(a), &chars(b)) && at(i + 1, j + 1),
        (None, Some(_)) | (Some(_), None) => false,
    })
}

/// The pieces in lower case, each wildcard as wide as it can be; none where there are other than ASCII letters.
fn wide(pieces: &[Piece]) -> Option<Vec<Piece>> {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Char(c) => c.is_ascii().then(|| Piece::Char(c.to_ascii_lowercase())),
            // One character may fold to several.
            Piece::AnyChar | Piece::Star | Piece::Class { .. } => Some(Piece::Star),
        })
        .collect()
}

fn text(pieces: &[Piece]) -> Option<String> {
    literal(&Segment::One(pieces.to_vec()))
}

/// The characters of one piece, as ascending ranges.
fn chars(piece: &Piece) -> Vec<(u32, u32)> {
    const LAST: u32 = char::MAX as u32;
    match piece {
        Piece::Char(c) => vec![(u32::from(*c), u32::from(*c))],
        Piece::AnyChar | Piece::Star => vec![(0, LAST)],
        Piece::Class { negated, ranges } => {
            let mut all: Vec<(u32, u32)> = ranges
                .iter()
                .map(|(from, to)| (u32::from(*from), u32::from(*to)))
                .filter(|(from, to)| from <= to)
                .collect();
            all.sort_unstable();
            let mut joined: Vec<(u32, u32)> = Vec::new();
            for (from, to) in all {
                match joined.last_mut() {
                    Some(last) if from <= last.1.saturating_add(1) => last.1 = last.1.max(to),
                    _ => joined.push((from, to)),
                }
            }
            if !negated {
                return joined;
            }
            let mut outside = Vec::new();
            let mut next = 0;
            for (from, to) in joined {
                if from > next {
                    outside.push((next, from - 1));
                }
                next = to.saturating_add(1);
            }
            if next <= LAST {
                outside.push((next, LAST));
            }
            outside
        }
    }
}

fn chars_in(few: &[(u32, u32)], many: &[(u32, u32)]) -> bool {
    few.iter().all(|(from, to)| many.iter().any(|(least, most)| least <= from && to <= most))
}

fn chars_meet(a: &[(u32, u32)], b: &[(u32, u32)]) -> bool {
    a.iter().any(|(from, to)| b.iter().any(|(least, most)| from <= most && least <= to))
}

#[cfg(test)]
mod tests {
    use super::Glob;

    fn glob(text: &str) -> Glob {
        Glob::parse(text).unwrap_or_else(|_| Glob::of_path("unparsed", false))
    }

    #[test]
    fn one_holds_all_of_the_other() {
        for (many, few) in [
            ("home/*/project/**", "home/dev/project/src/[ab]*"),
            ("**", "a/{b,c}/*.rs"),
            ("**/*.rs", "src/**/[!.]*.rs"),
            ("a/**/b", "a/b"),
            ("{a,b}/*", "b/c?"),
            ("[a-z]*", "[c-e]x"),
            ("*", "?"),
        ] {
            assert!(glob(many).includes(&glob(few), false), "{many} holds {few}");
        }
        for (many, few) in
            [("*.rs", "*"), ("a/*", "a/**"), ("?", "*"), ("[!a]", "?"), ("a/*", "A/b"), ("a*", "[aA]*")]
        {
            assert!(!glob(many).includes(&glob(few), false), "{many} does not hold {few}");
        }
        assert!(glob("A/**").includes(&glob("a/*.rs"), true));
        assert!(!glob("A*").includes(&glob("a*"), true), "what follows the letter may join it");
    }

    #[test]
    fn nothing_in_common() {
        for (a, b) in
            [("*.rs", "*.c"), ("a/*", "a/*/b"), ("[a-c]", "[d-f]"), ("data/**", "DATA/x"), ("a/**/b", "a/c")]
        {
            assert!(glob(a).is_disjoint(&glob(b), false), "{a} and {b}");
        }
        for (a, b) in [("*.rs", "a*"), ("**/x", "a/**"), ("[!a]", "[ab]"), ("a/**", "a")] {
            assert!(!glob(a).is_disjoint(&glob(b), false), "{a} and {b}");
        }
        assert!(!glob("data/**").is_disjoint(&glob("DATA/x"), true));
        assert!(!glob("ss").is_disjoint(&glob("?"), true), "one letter may fold to two");
        assert!(!glob("é*").is_disjoint(&glob("e*"), true));
    }
}
