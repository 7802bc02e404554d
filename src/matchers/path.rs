//! Paths, compared with what policies say of them.

use std::borrow::Cow;

use crate::matchers::fold::fold;
use crate::matchers::follow::inside;
use crate::matchers::glob::{Glob, GlobError};
use crate::matchers::tree::{Need, Walks};
use crate::model::{Answer, Case, PathThing, Tri};

/// How a policy compares a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathCheck {
    /// In this directory, itself included.
    Within,
    /// As this glob says.
    Like,
    /// This path.
    Is,
}

/// A path pattern of a policy. What it is relative to (`root`, `~`, `/`) is known when a call is decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathMatcher {
    kind: Kind,
    fixed: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Within,
    Is,
    Like(Glob),
}

impl PathMatcher {
    /// A pattern, in each way through its braces: a directory of one may be a link, and not that of another. `rest` is
    /// relative to its base.
    ///
    /// # Errors
    ///
    /// When a glob is wrong.
    pub fn all(check: PathCheck, rest: &str) -> Result<Vec<PathMatcher>, GlobError> {
        let plain = |kind| vec![PathMatcher { kind, fixed: rest.trim_matches('/').to_owned() }];
        Ok(match check {
            PathCheck::Within => plain(Kind::Within),
            PathCheck::Is => plain(Kind::Is),
            PathCheck::Like => Glob::parse(rest)?.ways().map(PathMatcher::of_glob).collect(),
        })
    }

    fn of_glob(glob: Glob) -> PathMatcher {
        let fixed = glob.fixed().to_owned();
        let kind = if glob.is_literal() {
            Kind::Is
        } else if glob.is_whole_tree() {
            Kind::Within
        } else {
            Kind::Like(glob)
        };
        PathMatcher { kind, fixed }
    }

    /// The literal directory, relative to the base, that everything it matches is or lies in.
    pub fn fixed(&self) -> &str {
        &self.fixed
    }

    /// The name that everything it matches has, if it is one.
    pub fn last_literal(&self) -> Option<String> {
        match &self.kind {
            Kind::Like(glob) => glob.last_literal(),
            Kind::Is | Kind::Within => None,
        }
    }

    /// What every name it matches ends with after a dot, if anything.
    pub fn extension(&self) -> Option<String> {
        match &self.kind {
            Kind::Like(glob) => glob.extension(),
            Kind::Is | Kind::Within => None,
        }
    }

    /// How it answers for a thing. `places` are the absolute directories that [`PathMatcher::fixed`] stands for.
    pub fn answer(&self, places: &[String], thing: &PathThing, case: Case, walks: &Walks<'_>) -> Answer {
        match thing {
            PathThing::At { path, .. } => Answer::one(self.at(places, path, case)),
            PathThing::Below { dir, walk } => {
                if self.covers(places, dir, case) {
                    return Answer::ALL;
                }
                if !self.may_reach(places, dir, case) {
                    return Answer::NONE;
                }
                let needs = self.needs(places);
                walks.below_with(dir, walk, needs.as_deref(), &|path| self.at(places, path, case))
            }
            PathThing::Matching { glob, .. } => {
                Glob::parse(glob).map_or(Answer::MAYBE, |theirs| self.answer_glob(places, &theirs, case))
            }
            PathThing::Somewhere { within } => {
                if self.covers(places, within, case) {
                    Answer::ALL
                } else if self.may_reach(places, within, case) {
                    Answer::MAYBE
                } else {
                    Answer::NONE
                }
            }
        }
    }

    /// Whether it matches this path.
    fn at(&self, places: &[String], path: &str, case: Case) -> Tri {
        if self.exactly(places, path, false) {
            return Tri::Yes;
        }
        match case {
            Case::Sensitive => Tri::No,
            Case::Insensitive => self.exactly(places, path, true).into(),
            Case::Unknown => {
                if self.exactly(places, path, true) {
                    Tri::Unknown
                } else {
                    Tri::No
                }
            }
        }
    }

    fn exactly(&self, places: &[String], path: &str, folded: bool) -> bool {
        let path = compared(path, folded);
        places.iter().any(|place| match (inside(&compared(place, folded), &path), &self.kind) {
            (None, _) => false,
            (Some(_), Kind::Within) => true,
            (Some(rest), Kind::Is) => rest.is_empty(),
            (Some(rest), Kind::Like(glob)) => glob.matches_below_fixed(rest, folded),
        })
    }

    /// Whether it matches a directory and all that can be below it.
    fn covers(&self, places: &[String], dir: &str, case: Case) -> bool {
        matches!(self.kind, Kind::Within) && self.at(places, dir, case) == Tri::Yes
    }

    /// What everything it matches has; none if there is no such thing.
    fn needs(&self, places: &[String]) -> Option<Vec<Need>> {
        let of_place = |need: fn(String) -> Need| -> Option<Vec<Need>> {
            places.iter().map(|place| name(place).map(|name| need(name.to_owned()))).collect()
        };
        match &self.kind {
            Kind::Is => of_place(Need::Name),
            Kind::Within => of_place(Need::Segment),
            Kind::Like(glob) => glob.needs(),
        }
    }

    /// Whether it can match anything in a directory.
    fn may_reach(&self, places: &[String], dir: &str, case: Case) -> bool {
        let lies_in = |base: &str, path: &str| match case {
            Case::Sensitive => inside(base, path).is_some(),
            Case::Insensitive | Case::Unknown => lies_in(base, path),
        };
        places
            .iter()
            .any(|place| lies_in(dir, place) || (!matches!(self.kind, Kind::Is) && lies_in(place, dir)))
    }

    /// How it answers for what a glob stands for, whatever names there are.
    pub fn answer_glob(&self, places: &[String], theirs: &Glob, case: Case) -> Answer {
        let mine: Vec<Glob> = places
            .iter()
            .map(|place| match &self.kind {
                Kind::Within => Glob::of_path(place, true),
                Kind::Is => Glob::of_path(place, false),
                Kind::Like(glob) => glob.at(place),
            })
            .collect();
        let holds = |folded| mine.iter().any(|mine| mine.includes(theirs, folded));
        if holds(false) || (case == Case::Insensitive && holds(true)) {
            return Answer::ALL;
        }
        if mine.iter().all(|mine| mine.is_disjoint(theirs, case != Case::Sensitive)) {
            return Answer::NONE;
        }
        Answer::MAYBE
    }
}

/// Whether `path` is `base` or lies in it, names compared without case.
fn lies_in(base: &str, path: &str) -> bool {
    if !base.is_ascii() || !path.is_ascii() {
        return inside(&fold(base), &fold(path)).is_some();
    }
    let base = base.trim_end_matches('/');
    path.get(..base.len()).is_some_and(|head| head.eq_ignore_ascii_case(base))
        && path.get(base.len()..).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn compared(text: &str, folded: bool) -> Cow<'_, str> {
    if folded { Cow::Owned(fold(text)) } else { Cow::Borrowed(text) }
}

/// The last segment.
pub fn name(path: &str) -> Option<&str> {
    path.rsplit('/').next().filter(|name| !name.is_empty())
}

/// What follows the last dot of the name; none where there is none, or it is the first character.
///
/// ```
/// # use toolgate::matchers::path::extension;
/// assert_eq!(extension("/a/b.tar.gz"), Some("gz"));
/// assert_eq!(extension("/a/.env"), None);
/// ```
pub fn extension(path: &str) -> Option<&str> {
    match name(path)?.rsplit_once('.') {
        Some(("", _)) | None => None,
        Some((_, extension)) => Some(extension),
    }
}

/// The number of segments.
pub fn depth(path: &str) -> usize {
    path.split('/').filter(|part| !part.is_empty()).count()
}
