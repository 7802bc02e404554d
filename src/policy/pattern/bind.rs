//! A pattern's flags, read with the profile of the command at hand: in which spellings they may appear.

use super::{CommandPattern, FlagPlace, bit};
use crate::invocation::{Invocation, PlaceId};
use crate::model::profile::{Dashes, Flag, Level, Values};
use crate::model::{TextSet, Tri, Wildcard};

/// A flag that must be there. `-rf` of a pattern makes two.
pub(super) struct Need {
    /// Its spelling.
    text: String,
    /// Its value must be like one of these; none if any value, or none, will do.
    pub(super) values: Option<Vec<Wildcard>>,
    place: FlagPlace,
    /// The needs that together are the same as this one (`-D` is `--delete --force`), as bits.
    pub(super) same_as: u128,
    /// It is here only for another's sake.
    pub(super) helper: bool,
}

/// A pattern made ready for one command.
pub(super) struct Bound {
    pub(super) needs: Vec<Need>,
    /// States that may be left for the next one without a word: the word is a flag's value.
    pub(super) skips: u128,
}

impl Bound {
    pub(super) fn new(pattern: &CommandPattern, invocation: &Invocation<'_>) -> Bound {
        let mut bound = Bound { needs: Vec::new(), skips: 0 };
        for flag in &pattern.flags {
            let last = bound.needs.len();
            for (text, attached) in split(invocation, &flag.text) {
                let values = match (attached, &flag.value) {
                    (Some(value), _) => Some(vec![Wildcard::literal(value)]),
                    (None, Some(value)) => Some(vec![value.clone()]),
                    (None, None) => None,
                };
                bound.needs.push(Need { text, values, place: flag.place, same_as: 0, helper: false });
            }
            // Only the last of `-rf=x` has the value.
            let end = bound.needs.len().saturating_sub(1);
            if flag.value.is_some() {
                for need in bound.needs.iter_mut().take(end).skip(last) {
                    need.values = None;
                }
            }
            if let Some(state) = flag.next {
                bound.take_next_word(pattern, invocation, state);
            }
        }
        bound.add_long_forms(invocation);
        bound
    }

    /// The word after the last need's flag is its value, if the flag takes one.
    fn take_next_word(&mut self, pattern: &CommandPattern, invocation: &Invocation<'_>, state: u8) {
        let Some(need) = self.needs.last_mut() else { return };
        let takes = |(_, flag): (PlaceId, &Flag)| matches!(flag.values, Values::Words(_));
        if need.values.is_some() || !listed(invocation, &need.text).is_some_and(takes) {
            return;
        }
        let Some(edges) = pattern.words.edges.get(usize::from(state)) else { return };
        need.values = Some(edges.iter().map(|(word, _)| word.clone()).collect());
        self.skips |= bit(state);
    }

    /// For each flag that is short for others, those too: they do as well.
    fn add_long_forms(&mut self, invocation: &Invocation<'_>) {
        for at in 0..self.needs.len() {
            let Some(need) = self.needs.get(at) else { continue };
            let (place, values) = (need.place, need.values.is_some());
            let means = match listed(invocation, &need.text) {
                Some((_, flag)) if !values && !flag.implies && !flag.means.is_empty() => flag.means.clone(),
                Some(_) | None => continue,
            };
            let mut same_as = 0;
            for text in means {
                same_as |= u8::try_from(self.needs.len()).map_or(0, bit);
                self.needs.push(Need { text, values: None, place, same_as: 0, helper: true });
            }
            if let Some(need) = self.needs.get_mut(at) {
                need.same_as = same_as;
            }
        }
    }

    /// Whether the flags seen are all that must be there.
    pub(super) fn complete(&self, seen: u128) -> bool {
        (0u8..).zip(&self.needs).all(|(at, need)| {
            need.helper || seen & bit(at) != 0 || (need.same_as != 0 && seen & need.same_as == need.same_as)
        })
    }
}

/// The flag with this spelling, at whichever place of the command lists it.
fn listed<'a>(invocation: &Invocation<'a>, text: &str) -> Option<(PlaceId, &'a Flag)> {
    let ids = (0u16..).map(PlaceId).zip(invocation.places()).map(|(id, _)| id);
    let mut found = ids.filter_map(|id| {
        let level = invocation.level(id)?;
        level.flag(find(invocation, id, text)?.0).map(|flag| (id, flag))
    });
    found.next()
}

/// The flag that a place itself lists under this spelling, and whether its `--no-` form is meant.
fn find(invocation: &Invocation<'_>, place: PlaceId, text: &str) -> Option<(u16, bool)> {
    let level = invocation.level(place)?;
    if let Some(flag) = level.find(text) {
        return Some((flag, false));
    }
    if level.style.dashes == Dashes::Go {
        let other = text.strip_prefix("--").map_or_else(|| format!("-{text}"), |name| format!("-{name}"));
        return level.find(&other).map(|flag| (flag, false));
    }
    let positive = level.find(&format!("--{}", text.strip_prefix("--no-")?))?;
    let negatable = level.style.negate || level.flag(positive).is_some_and(|flag| flag.negatable);
    negatable.then_some((positive, true))
}

/// A flag as written in a pattern: itself, or the letters of a bundle; the last may bring its value (`-j4`).
fn split(invocation: &Invocation<'_>, text: &str) -> Vec<(String, Option<String>)> {
    let whole = || vec![(text.to_owned(), None)];
    let Some(root) = invocation.level(PlaceId(0)) else { return whole() };
    let letters = text.strip_prefix('-').unwrap_or("");
    if root.style.dashes != Dashes::Gnu
        || letters.starts_with('-')
        || letters.chars().nth(1).is_none()
        || listed(invocation, text).is_some()
    {
        return numbered(text).unwrap_or_else(whole);
    }
    let mut needs = Vec::new();
    for (at, letter) in letters.char_indices() {
        if letter.is_ascii_digit()
            && let Some(rest) = letters.get(at..)
            && let Some(number) = numbered(&format!("-{rest}"))
        {
            needs.extend(number);
            break;
        }
        let name = format!("-{letter}");
        let takes = listed(invocation, &name).is_some_and(|(_, flag)| flag.values != Values::None);
        let rest = letters.get(at + letter.len_utf8()..).unwrap_or("");
        if takes && !rest.is_empty() {
            needs.push((name, Some(rest.to_owned())));
            break;
        }
        needs.push((name, None));
    }
    needs
}

/// `-5` is the flag `-NUM` with the value 5.
fn numbered(text: &str) -> Option<Vec<(String, Option<String>)>> {
    let digits = text.strip_prefix('-')?;
    let number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    number.then(|| vec![("-NUM".to_owned(), Some(digits.to_owned()))])
}

impl Need {
    /// Whether a flag that the reader found is this one.
    pub(super) fn is(&self, invocation: &Invocation<'_>, place: PlaceId, flag: u16, negated: bool) -> Tri {
        if find(invocation, place, &self.text) != Some((flag, negated)) {
            return Tri::No;
        }
        self.stands_at(invocation, place)
    }

    /// Whether this flag of the pattern may be one of that place.
    fn stands_at(&self, invocation: &Invocation<'_>, place: PlaceId) -> Tri {
        let has = |id: PlaceId| find(invocation, id, &self.text).is_some();
        match self.place {
            FlagPlace::Anywhere => Tri::Yes,
            FlagPlace::First => (place == PlaceId(0) || !has(PlaceId(0))).into(),
            FlagPlace::After => {
                // A subcommand's own flag of that name hides the one of the level above.
                let below = (0u16..).map(PlaceId).zip(invocation.places()).map(|(id, _)| id);
                let below: Vec<PlaceId> = below
                    .filter(|id| *id != place && invocation.chain(*id).any(|above| above == place))
                    .collect();
                let hidden = below.iter().filter(|id| has(**id)).count();
                if hidden == 0 {
                    Tri::Yes
                } else if invocation.ends().iter().all(|end| {
                    invocation.chain(invocation.place_of(*end)).any(|id| below.contains(&id) && has(id))
                }) {
                    Tri::No
                } else {
                    Tri::Unknown
                }
            }
        }
    }

    /// Whether its value fits.
    pub(super) fn value_fits(&self, value: TextSet<'_>) -> Tri {
        match &self.values {
            None => Tri::Yes,
            Some(likes) => likes.iter().fold(Tri::No, |answer, like| answer.or(like.matches_set(value))),
        }
    }

    /// Whether a word that no profile explains is this flag. `known` says whether the program has a profile: then a
    /// flag that is not listed may be a further name of one that is.
    pub(super) fn is_word(&self, word: &str, known: bool) -> Tri {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        if name == self.text {
            return value.map_or(Tri::Yes, |value| self.value_fits(TextSet::Known(value)));
        }
        if known {
            return Tri::Unknown;
        }
        let short = |text: &str| text.starts_with('-') && !text.starts_with("--");
        let shares = short(word)
            && short(&self.text)
            && self.text.chars().skip(1).any(|letter| word.chars().skip(1).any(|other| other == letter));
        if shares { Tri::Unknown } else { Tri::No }
    }

    /// Whether it can be written with one dash and a letter.
    pub(super) fn is_short(&self, invocation: &Invocation<'_>) -> bool {
        let letter = |text: &str| text.starts_with('-') && !text.starts_with("--");
        let spelled = |(_, flag): (PlaceId, &Flag)| flag.spellings.iter().any(|text| letter(text));
        letter(&self.text) || listed(invocation, &self.text).is_some_and(spelled)
    }

    /// Whether an unknown word, from the byte `from` on, may be this flag.
    pub(super) fn may_be(
        &self,
        invocation: &Invocation<'_>,
        place: PlaceId,
        from: u32,
        text: TextSet<'_>,
    ) -> bool {
        if from > 0 {
            return self.is_short(invocation);
        }
        let level = invocation.level(place);
        if level.is_some_and(Level::may_have_others) {
            // A flag that is not listed may be a further name of this one.
            return true;
        }
        let found = invocation.chain(place).find_map(|id| {
            let level = invocation.level(id)?;
            find(invocation, id, &self.text).and_then(|(flag, _)| level.flag(flag))
        });
        if found.is_none() && level.is_some() {
            return false;
        }
        let own = std::slice::from_ref(&self.text);
        let spellings = found.map_or(own, |flag| flag.spellings.as_slice());
        let (prefix, _) = text.ends();
        let agrees = |spelling: &String| {
            let bundle = !spelling.starts_with("--") && !prefix.starts_with("--");
            bundle || spelling.starts_with(prefix) || prefix.starts_with(spelling.as_str())
        };
        spellings.iter().chain(own).any(agrees)
    }
}
