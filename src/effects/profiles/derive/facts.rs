//! Which flags are present, and whether conditions hold: yes, no, or not known.

use crate::invocation::{Edge, Event, Invocation, Layer, PlaceId};
use crate::model::profile::{Condition, Flag, Level};
use crate::model::{TextSet, Tri, Wildcard};

/// The texts that a word, or a part of it, can be.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Texts<'a>(pub(super) Vec<TextSet<'a>>);

impl<'a> Texts<'a> {
    pub(super) fn one(text: TextSet<'a>) -> Texts<'a> {
        Texts(vec![text])
    }

    /// Whether it is like one of the patterns, whichever it is.
    pub(super) fn like(&self, likes: &[Wildcard]) -> Tri {
        let mut answers = self
            .0
            .iter()
            .map(|text| likes.iter().fold(Tri::No, |answer, like| answer.or(like.matches_set(*text))));
        let Some(first) = answers.next() else { return Tri::Unknown };
        answers.fold(first, agree)
    }
}

/// One time that a flag may be there.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Use<'a> {
    pub(super) place: PlaceId,
    pub(super) flag: u16,
    pub(super) negated: bool,
    pub(super) certain: bool,
    /// The layer of the word, and its number among the command's words.
    pub(super) layer: usize,
    pub(super) word: usize,
    /// Its value, when it is in the same word.
    pub(super) attached: Option<Texts<'a>>,
}

/// The value of a flag in a word of its own.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Valued<'a> {
    pub(super) place: PlaceId,
    pub(super) flag: u16,
    pub(super) nth: u8,
    pub(super) certain: bool,
    pub(super) word: usize,
    pub(super) texts: Texts<'a>,
}

/// A word that may be any flag, or is one that is not listed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Wild<'a> {
    pub(super) place: PlaceId,
    pub(super) from: u32,
    pub(super) word: usize,
    pub(super) text: TextSet<'a>,
    /// The word is known; the flag is not.
    pub(super) unlisted: bool,
    /// It may be a flag that is not listed, which may do all that listed ones do.
    pub(super) others: bool,
}

/// An operand that may be there.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Operand<'a> {
    pub(super) place: PlaceId,
    pub(super) certain: bool,
    /// An unknown word, that could only turn out to be a flag or `--` instead: for code to run that is all the same.
    pub(super) likely: bool,
    pub(super) repeat: bool,
    pub(super) word: usize,
    pub(super) texts: Texts<'a>,
}

/// A word of a command that a flag holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct InnerWord {
    pub(super) place: PlaceId,
    pub(super) flag: u16,
    pub(super) layer: usize,
    pub(super) word: usize,
}

/// What the readings of a command say, by kind, in the order of the words.
#[derive(Debug, Default)]
pub(super) struct Facts<'a> {
    pub(super) uses: Vec<Use<'a>>,
    pub(super) values: Vec<Valued<'a>>,
    pub(super) wild: Vec<Wild<'a>>,
    /// Words that may be the value of a flag that is not known.
    pub(super) skipped: Vec<(PlaceId, usize)>,
    pub(super) operands: Vec<Operand<'a>>,
    pub(super) inner: Vec<InnerWord>,
    /// The places that the words certainly lead to.
    pub(super) certain_places: Vec<PlaceId>,
}

impl<'a> Facts<'a> {
    pub(super) fn new(invocation: &Invocation<'a>) -> Facts<'a> {
        let mut facts = Facts { certain_places: vec![PlaceId(0)], ..Facts::default() };
        for (at, layer) in invocation.layers().iter().enumerate() {
            let edges = invocation.edges(layer);
            for edge in edges {
                for event in invocation.events(edge) {
                    let certain =
                        !layer.repeat && edges.iter().all(|edge| invocation.events(edge).contains(event));
                    facts.event(invocation, at, layer, edge, *event, certain);
                }
            }
        }
        facts
    }

    fn event(
        &mut self,
        invocation: &Invocation<'a>,
        at: usize,
        layer: &Layer,
        edge: &Edge,
        event: Event,
        certain: bool,
    ) {
        let text = invocation.text(layer, edge);
        let word = layer.word;
        match event {
            Event::Flag { place, flag, negated, value } => {
                let attached = value.map(|from| Texts::one(text.skip(from as usize)));
                let new = Use { place, flag, negated, certain, layer: at, word, attached };
                let same = |old: &Use<'_>| {
                    Use { attached: None, ..old.clone() } == Use { attached: None, ..new.clone() }
                        && old.attached.is_some() == new.attached.is_some()
                };
                match self.uses.iter_mut().rev().take(64).find(|old| same(old)) {
                    Some(old) => merge(old.attached.as_mut(), new.attached),
                    None => self.uses.push(new),
                }
            }
            Event::Meant { place, flag } => {
                let meant = Use { place, flag, negated: false, certain, layer: at, word, attached: None };
                add(&mut self.uses, meant);
            }
            Event::Value { place, flag, nth } => {
                let same = |old: &Valued<'_>| {
                    (old.place, old.flag, old.nth, old.certain, old.word) == (place, flag, nth, certain, word)
                };
                match self.values.iter_mut().rev().take(64).find(|old| same(old)) {
                    Some(old) => merge(Some(&mut old.texts), Some(Texts::one(text))),
                    None => {
                        self.values.push(Valued { place, flag, nth, certain, word, texts: Texts::one(text) });
                    }
                }
            }
            Event::UnknownFlag { place, from } => {
                add(&mut self.wild, Wild { place, from, word, text, unlisted: true, others: true });
            }
            Event::AnyFlag { place, from } => {
                let others = invocation.level(place).is_none_or(|level| level.may_have_others());
                add(&mut self.wild, Wild { place, from, word, text, unlisted: false, others });
            }
            Event::Skipped { place } => add(&mut self.skipped, (place, word)),
            Event::Operand { place, .. } => {
                // Whether the words of another command have begun makes no difference here.
                let operand =
                    |event: &Event| matches!(event, Event::Operand { place: other, .. } if *other == place);
                let certain = !layer.repeat
                    && invocation.edges(layer).iter().all(|edge| invocation.events(edge).iter().any(operand));
                let likely = invocation.edges(layer).iter().all(|edge| {
                    let other = |event: &Event| matches!(event, Event::AnyFlag { .. } | Event::Terminator);
                    invocation.events(edge).iter().any(|event| operand(event) || other(event))
                });
                let repeat = layer.repeat;
                let same = |old: &Operand<'_>| (old.place, old.word, old.repeat) == (place, word, repeat);
                match self.operands.iter_mut().rev().take(64).find(|old| same(old)) {
                    Some(old) => merge(Some(&mut old.texts), Some(Texts::one(text))),
                    None => {
                        self.operands.push(Operand {
                            place,
                            certain,
                            likely,
                            repeat,
                            word,
                            texts: Texts::one(text),
                        });
                    }
                }
            }
            Event::Inner { place, flag } => {
                add(&mut self.inner, InnerWord { place, flag, layer: at, word });
            }
            Event::Sub { place } => {
                if certain && !self.certain_places.contains(&place) {
                    self.certain_places.push(place);
                }
            }
            Event::InnerEnd { .. } | Event::Terminator => {}
        }
    }
}

/// Adds further texts to those of a word that another edge reads in the same way.
fn merge<'a>(old: Option<&mut Texts<'a>>, new: Option<Texts<'a>>) {
    if let (Some(old), Some(new)) = (old, new) {
        for text in new.0 {
            if !old.0.contains(&text) {
                old.0.push(text);
            }
        }
    }
}

/// Several edges may say the same of a word: it is kept once. Equal facts are neighbours, so only the last are looked at.
fn add<T: PartialEq>(all: &mut Vec<T>, fact: T) {
    if !all.iter().rev().take(64).any(|known| *known == fact) {
        all.push(fact);
    }
}

/// What conditions are asked about.
pub(super) struct Asked<'f, 'a> {
    pub(super) invocation: &'f Invocation<'a>,
    pub(super) facts: &'f Facts<'a>,
    pub(super) place: PlaceId,
    /// The word, or part of it, that an act is about.
    pub(super) subject: Option<&'f Texts<'f>>,
}

impl Asked<'_, '_> {
    /// Whether a condition holds.
    pub(super) fn holds(&self, condition: &Condition) -> Tri {
        match condition {
            Condition::Always => Tri::Yes,
            Condition::Never => Tri::No,
            Condition::Flag(spelling) => self.flag(spelling, None),
            Condition::FlagValue(spelling, likes) => self.flag(spelling, Some(likes)),
            Condition::Like(likes) => self.subject.map_or(Tri::Unknown, |texts| texts.like(likes)),
            Condition::Operand(nth, likes) => self.operand(usize::from(*nth), likes),
            Condition::Operands(count) => self.operand_count(usize::from(*count)),
            Condition::Not(inner) => !self.holds(inner),
            Condition::All(all) => all.iter().fold(Tri::Yes, |answer, one| answer.and(self.holds(one))),
            Condition::Any(all) => all.iter().fold(Tri::No, |answer, one| answer.or(self.holds(one))),
        }
    }

    fn operands(&self) -> impl Iterator<Item = &Operand<'_>> {
        self.facts.operands.iter().filter(|operand| operand.place == self.place)
    }

    fn operand_count(&self, count: usize) -> Tri {
        if self.operands().filter(|operand| operand.certain).count() >= count {
            Tri::Yes
        } else if self.operands().any(|operand| operand.repeat) || self.operands().count() >= count {
            Tri::Unknown
        } else {
            Tri::No
        }
    }

    fn operand(&self, nth: usize, likes: &[Wildcard]) -> Tri {
        if self.operands().take(nth + 1).all(|operand| operand.certain) {
            return self.operands().nth(nth).map_or(Tri::No, |operand| operand.texts.like(likes));
        }
        if self.operands().any(|operand| operand.texts.like(likes) != Tri::No) {
            Tri::Unknown
        } else {
            Tri::No
        }
    }

    /// The flag of this spelling: at this place, or at the nearest above that lists it.
    fn find(&self, spelling: &str) -> Option<(PlaceId, u16)> {
        self.invocation.chain(self.place).find_map(|place| {
            let level = self.invocation.level(place)?;
            level.find(spelling).map(|flag| (place, flag))
        })
    }

    fn flag(&self, spelling: &str, likes: Option<&[Wildcard]>) -> Tri {
        let Some((place, flag)) = self.find(spelling) else { return Tri::No };
        let Some(level) = self.invocation.level(place) else { return Tri::Unknown };
        let Some(data) = level.flag(flag) else { return Tri::No };
        let mut answer = Tri::No;
        for one in &self.facts.uses {
            let is = one.place == place && (one.flag == flag || short_for(level, one.flag, data));
            if !is {
                continue;
            }
            let now = if one.negated { Tri::No } else { self.value_is(one, likes) };
            // The last one counts; where values are asked for, any.
            answer = match (one.certain, likes) {
                (true, None) => now,
                (false, None) if now == answer => answer,
                (false, None) => Tri::Unknown,
                (true, Some(_)) => answer.or(now),
                (false, Some(_)) => answer.or(now.and(Tri::Unknown)),
            };
        }
        let may_turn = answer == Tri::No || data.negatable || level.style.negate;
        if may_turn && self.facts.wild.iter().any(|wild| self.may_be(wild, place, data)) {
            return Tri::Unknown;
        }
        answer
    }

    /// Whether this use of a flag has a value like one of these.
    fn value_is(&self, one: &Use<'_>, likes: Option<&[Wildcard]>) -> Tri {
        let Some(likes) = likes else { return Tri::Yes };
        if let Some(texts) = &one.attached {
            return texts.like(likes);
        }
        let values = self.facts.values.iter();
        let mine = values.filter(|value| (value.place, value.flag, value.nth) == (one.place, one.flag, 0));
        // The first value after the flag's own word.
        let Some(first) = mine.clone().filter(|value| value.word >= one.word).map(|value| value.word).min()
        else {
            return Tri::No;
        };
        let mut answers = mine.filter(|value| value.word == first).map(|value| {
            let fits = value.texts.like(likes);
            if value.certain { fits } else { fits.and(Tri::Unknown) }
        });
        answers.next().map_or(Tri::No, |answer| answers.fold(answer, agree))
    }

    /// Whether a word that is not known may be this flag.
    fn may_be(&self, wild: &Wild<'_>, place: PlaceId, flag: &Flag) -> bool {
        let reaches = wild.place == place
            || self.invocation.level(wild.place).is_some_and(|level| level.style.inherit)
                && self.invocation.chain(wild.place).any(|above| above == place);
        reaches && may_be_flag(wild, flag)
    }
}

/// Both answers are possible.
fn agree(one: Tri, other: Tri) -> Tri {
    if one == other { one } else { Tri::Unknown }
}

/// Whether a flag is short for another.
fn short_for(level: &Level, short: u16, other: &Flag) -> bool {
    level.flag(short).is_some_and(|flag| flag.means.iter().any(|spelling| other.is_spelled(spelling)))
}

/// Whether a word that is not known can be written as this flag.
pub(super) fn may_be_flag(wild: &Wild<'_>, flag: &Flag) -> bool {
    let short = |spelling: &str| !spelling.starts_with("--");
    if wild.from > 0 {
        return flag.spellings.iter().any(|spelling| short(spelling));
    }
    if wild.others {
        return true;
    }
    let (prefix, _) = wild.text.ends();
    flag.spellings.iter().any(|spelling| {
        let bundle = short(spelling) && spelling.starts_with('-') && prefix.len() < 2;
        bundle || spelling.starts_with(prefix) || prefix.starts_with(spelling.as_str())
    })
}
