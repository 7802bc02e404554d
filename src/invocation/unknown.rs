//! A word that is not known, where a flag may stand.

use super::flags::offset;
use super::state::{Event, Mode, PlaceId};
use super::step::Reader;
use crate::model::TextSet;
use crate::model::profile::{Dashes, Level, Values};

impl<'a> Reader<'_, 'a> {
    /// A word of which only the ends are known, at most.
    pub(super) fn open_unknown(&mut self, text: TextSet<'a>) {
        let (prefix, _) = text.ends();
        let Some(level) = self.level() else {
            self.any_word(text, text.may_begin_with_dash());
            return;
        };
        if prefix.is_empty() && text.may_begin_with_dash() {
            let flags = level.style.dashes != Dashes::Exact || !level.flags().is_empty();
            self.any_word(text, flags);
            return;
        }
        if let Some((key, _)) = prefix.split_once('=')
            && self.known_name(key)
        {
            return;
        }
        if prefix.starts_with('-') && level.style.dashes != Dashes::Exact {
            let letters = level.style.dashes == Dashes::Gnu && prefix.len() > 1 && !prefix.starts_with("--");
            if !letters || !self.letters(level, text, prefix) {
                self.any_word(text, true);
            }
            return;
        }
        let dash = text.may_begin_with_dash();
        if level.beginning_with(prefix).any(|(spelling, _)| dash || !spelling.starts_with('-')) {
            self.any_flag(&[], 0);
        }
        self.operand(text, false);
    }

    /// `--name=…`, `key=…` whose name is known and whose value is not; whether it is listed.
    fn known_name(&mut self, name: &str) -> bool {
        let place = self.state.place;
        let keyed = self.invocation.lookup(place, &format!("{name}="));
        let Some((place, flag)) = keyed.or_else(|| self.invocation.lookup(place, name)) else { return false };
        self.flag(&[], place, flag, false, offset(name.len() + 1));
        true
    }

    /// Anything that the text can be: an operand, `--`, a flag.
    fn any_word(&mut self, text: TextSet<'a>, flags: bool) {
        if text.may_be("--") && self.ends_flags() {
            self.edge(&[Event::Terminator], Mode::Closed);
        }
        if flags {
            self.any_flag(&[], 0);
        }
        let (prefix, _) = text.ends();
        let like = |level: &Level| level.style.unknown_is_operand || !level.operand_like.is_empty();
        let dashed_operand = self.level().is_some_and(like);
        if !prefix.starts_with('-') || text.may_be("-") || dashed_operand {
            self.operand(text, false);
        }
    }

    /// Any flag: it may take the next word as its value.
    fn any_flag(&mut self, before: &[Event], from: u32) {
        let mut events = before.to_vec();
        events.push(Event::AnyFlag { place: self.state.place, from });
        self.edge(&events, Mode::Open);
        let place = self.state.place;
        let takes = self.invocation.chain(place).any(|place| {
            self.invocation
                .level(place)
                .is_none_or(|level| level.may_have_others() || level.has_separate_values())
        });
        if takes {
            self.edge(&events, Mode::Skip);
        }
        self.any_last_flag(&events);
    }

    /// Flags after which the words are those of another command.
    fn any_last_flag(&mut self, events: &[Event]) {
        let places: Vec<PlaceId> = self.invocation.chain(self.state.place).collect();
        let mut stops = false;
        for place in places {
            let Some(level) = self.invocation.level(place) else { return };
            for (number, flag) in (0u16..).zip(level.flags()) {
                stops |= flag.stops;
                match flag.values {
                    Values::Until(_) => self.edge(events, Mode::Until { place, flag: number, braces: false }),
                    Values::Rest => self.edge(events, Mode::All { place, flag: number }),
                    Values::None | Values::Attached | Values::Maybe | Values::Words(_) => {}
                }
            }
            if !level.style.inherit {
                break;
            }
        }
        if stops {
            self.edge(events, Mode::Rest);
            self.edge(events, Mode::SkipLast);
        }
    }
    /// `-x…`: known letters, then unknown ones or a value; whether all known letters are listed.
    fn letters(&mut self, level: &'a Level, text: TextSet<'a>, prefix: &str) -> bool {
        let mut events = Vec::new();
        for (at, letter) in prefix.char_indices().skip(1) {
            let after = at + letter.len_utf8();
            let found = self.invocation.lookup(self.state.place, &format!("-{letter}"));
            let Some((place, flag)) = found else { return false };
            let values =
                self.invocation.level(place).and_then(|level| level.flag(flag)).map(|flag| &flag.values);
            if matches!(values, Some(Values::None) | None) {
                events.push(Event::Flag { place, flag, negated: false, value: None });
                continue;
            }
            let rest = prefix.get(after..).unwrap_or("");
            let skip = if level.style.equals && rest.starts_with('=') { 1 } else { 0 };
            self.flag(&events, place, flag, false, offset(after + skip));
            let (_, suffix) = text.ends();
            if rest.is_empty() && suffix.is_empty() {
                // The unknown part may be empty: then the value is the next word.
                self.flag(&events, place, flag, false, None);
            }
            return true;
        }
        self.any_flag(&events, offset(prefix.len()).unwrap_or(0));
        true
    }
}
