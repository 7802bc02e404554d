//! One word in one state: every way to read it.

use super::state::{Event, Mode, PlaceId, SEEN_LIMIT, State, StateId};
use super::{Edge, Invocation, Place};
use crate::model::profile::{Dashes, Level, Values};
use crate::model::{TextSet, Tri};

/// Adds an edge for each way to read `text` in the state `from`.
pub(super) fn step<'a>(
    invocation: &mut Invocation<'a>,
    from: StateId,
    word: usize,
    choice: u16,
    text: TextSet<'a>,
) {
    let Some(state) = invocation.states.get(from.0 as usize).copied() else { return };
    let mut reader = Reader { invocation, from, word, choice, state };
    match state.mode {
        Mode::Open => match text {
            TextSet::Known(word) => reader.open(word),
            TextSet::Glob(_) | TextSet::Unknown { .. } => reader.open_unknown(text),
        },
        Mode::Closed => reader.operand(text, false),
        Mode::Rest => reader.operand(text, true),
        Mode::Skip => reader.edge(&[Event::Skipped { place: state.place }], Mode::Open),
        Mode::SkipLast => reader.edge(&[Event::Skipped { place: state.place }], Mode::Rest),
        Mode::Value { place, flag, nth } => {
            let next = reader.after_value(place, flag, nth);
            reader.edge(&[Event::Value { place, flag, nth }], next);
        }
        Mode::All { place, flag } => reader.edge(&[Event::Inner { place, flag }], state.mode),
        Mode::Until { place, flag, braces } => reader.until(text, place, flag, braces),
        Mode::Letters { word, choice, from } => reader.letter_value(word, choice, from),
    }
}

pub(super) struct Reader<'i, 'a> {
    pub(super) invocation: &'i mut Invocation<'a>,
    from: StateId,
    word: usize,
    choice: u16,
    pub(super) state: State,
}

impl<'a> Reader<'_, 'a> {
    pub(super) fn level(&self) -> Option<&'a Level> {
        self.invocation.level(self.state.place)
    }

    /// The mode in which the next word is the value of the letter at `from` of this word.
    pub(super) fn letters_from(&self, from: u32) -> Mode {
        Mode::Letters { word: u32::try_from(self.word).unwrap_or(u32::MAX), choice: self.choice, from }
    }

    /// An edge to the same place.
    pub(super) fn edge(&mut self, events: &[Event], mode: Mode) {
        self.edge_to(events, State { mode, ..self.state });
    }

    pub(super) fn edge_to(&mut self, events: &[Event], to: State) {
        let start = self.invocation.events.len();
        self.invocation.events.extend_from_slice(events);
        let range = start..self.invocation.events.len();
        let known = self.invocation.states.iter().rposition(|state| *state == to);
        let id = known.unwrap_or_else(|| {
            self.invocation.states.push(to);
            self.invocation.states.len() - 1
        });
        let to = StateId(u32::try_from(id).unwrap_or(u32::MAX));
        self.invocation.edges.push(Edge { from: self.from, to, choice: self.choice, events: range });
    }

    /// The mode after a flag's value.
    pub(super) fn after_value(&self, place: PlaceId, flag: u16, nth: u8) -> Mode {
        let Some(data) = self.invocation.level(place).and_then(|level| level.flag(flag)) else {
            return Mode::Open;
        };
        match data.values {
            Values::Words(count) if nth.saturating_add(1) < count => {
                Mode::Value { place, flag, nth: nth.saturating_add(1) }
            }
            Values::None
            | Values::Attached
            | Values::Maybe
            | Values::Words(_)
            | Values::Until(_)
            | Values::Rest => {
                if data.stops {
                    Mode::Rest
                } else {
                    Mode::Open
                }
            }
        }
    }

    /// A word of a flag's own command.
    fn until(&mut self, text: TextSet<'a>, place: PlaceId, flag: u16, braces: bool) {
        let flag_data = self.invocation.level(place).and_then(|level| level.flag(flag));
        let Some(Values::Until(ends)) = flag_data.map(|flag| &flag.values) else { return };
        // `find … -exec cmd {} +`: a plus ends the command only after braces.
        let may_end = ends.iter().any(|end| text.may_be(end) && (end != "+" || braces));
        if may_end {
            self.edge(&[Event::InnerEnd { place, flag }], Mode::Open);
        }
        if !may_end || text.known().is_none() {
            let braces = text.may_be("{}");
            self.edge(&[Event::Inner { place, flag }], Mode::Until { place, flag, braces });
        }
    }

    /// An operand, or the name of a subcommand.
    pub(super) fn operand(&mut self, text: TextSet<'a>, rest: bool) {
        let place = self.state.place;
        let Some(level) = self.level() else {
            self.edge(&[Event::Operand { place, rest }], self.state.mode);
            return;
        };
        // Only the very first word is read so.
        let old_bundle = level.style.old_bundle && self.word == 1 && self.state.mode == Mode::Open;
        if old_bundle && self.old_bundle(text) {
            return;
        }
        if self.state.seen == 0 && !rest && !level.subs.is_empty() && self.subcommand(level, text) {
            return;
        }
        self.plain_operand(level, text, rest);
    }

    fn plain_operand(&mut self, level: &'a Level, text: TextSet<'a>, rest: bool) {
        let place = self.state.place;
        let seen = self.state.seen.saturating_add(1).min(SEEN_LIMIT);
        let stops = level.style.stop.is_some_and(|stop| seen >= stop);
        let mode = if stops { Mode::Rest } else { self.state.mode };
        let to = State { place, seen, mode };
        let mut events = vec![Event::Operand { place, rest }];
        for (like, spelling) in &level.means {
            let Some((place, flag)) = self.invocation.lookup(place, spelling) else { continue };
            match like.matches_set(text) {
                Tri::Yes => events.push(Event::Meant { place, flag }),
                Tri::No => {}
                Tri::Unknown => {
                    let mut meant = events.clone();
                    meant.push(Event::Meant { place, flag });
                    self.edge_to(&meant, to);
                }
            }
        }
        self.edge_to(&events, to);
    }

    /// Reads a subcommand's name; whether that is all that the word can be.
    fn subcommand(&mut self, level: &'a Level, text: TextSet<'a>) -> bool {
        if let Some(name) = text.known() {
            let Some(sub) = level.sub(name) else { return false };
            let place = self.enter(Some(sub.level.get()), sub.spellings(name));
            self.enter_edge(place);
            return true;
        }
        let may = level.subs.iter().any(|sub| {
            sub.names.iter().flatten().any(|name| text.may_be(name))
                || sub.like.iter().any(|like| like.matches_set(text) != Tri::No)
        });
        if may {
            // Which one is not known: nothing is known of what follows.
            let place = self.enter(None, &[]);
            self.enter_edge(place);
        }
        false
    }

    fn enter_edge(&mut self, place: PlaceId) {
        let stops = self.invocation.level(place).is_some_and(|level| level.style.stop == Some(0));
        let mode = if stops { Mode::Rest } else { self.state.mode };
        self.edge_to(&[Event::Sub { place }], State { place, seen: 0, mode });
    }

    /// The place of a subcommand of the present one.
    fn enter(&mut self, level: Option<&'a Level>, names: &'a [String]) -> PlaceId {
        let parent = Some(self.state.place);
        let same = |place: &Place<'a>| {
            place.parent == parent
                && std::ptr::eq(place.names, names)
                && match (place.level, level) {
                    (Some(one), Some(other)) => std::ptr::eq(one, other),
                    (None, None) => true,
                    (Some(_), None) | (None, Some(_)) => false,
                }
        };
        let known = self.invocation.places.iter().position(same);
        let id = known.unwrap_or_else(|| {
            self.invocation.places.push(Place { level, parent, names });
            self.invocation.places.len() - 1
        });
        PlaceId(u16::try_from(id).unwrap_or(u16::MAX))
    }

    /// Whether a program reads `--` as the end of its flags.
    pub(super) fn ends_flags(&self) -> bool {
        self.level().is_none_or(|level| level.style.dashes != Dashes::Exact)
    }
}
