//! A known word where a flag may stand.

use super::state::{Event, Mode, PlaceId};
use super::step::Reader;
use crate::model::TextSet;
use crate::model::profile::{Dashes, Level, Values};

impl<'a> Reader<'_, 'a> {
    /// A known word: a flag, `--`, or an operand.
    pub(super) fn open(&mut self, word: &'a str) {
        let text = TextSet::Known(word);
        let Some(level) = self.level() else {
            self.open_without_profile(word);
            return;
        };
        if let Some((place, flag)) = self.find(word) {
            self.flag(&[], place, flag, false, None);
            return;
        }
        if word == "--" && self.ends_flags() {
            self.edge(&[Event::Terminator], Mode::Closed);
            return;
        }
        if self.key(word) || self.wild(level, word) {
            return;
        }
        if word == "-" || !word.starts_with('-') || level.operand_like.iter().any(|like| like.matches(word)) {
            self.operand(text, false);
            return;
        }
        let read = match level.style.dashes {
            Dashes::Exact => false,
            Dashes::Single => self.number(word) || self.long(level, word),
            Dashes::Go => self.long(level, word),
            Dashes::Gnu if word.starts_with("--") => self.long(level, word),
            Dashes::Gnu => self.number(word) || self.bundle(level, word),
        };
        if read {
            return;
        }
        if level.style.unknown_is_operand || level.style.dashes == Dashes::Exact {
            self.operand(text, false);
        } else {
            self.unknown_flag(&[], 0, word.contains('='));
        }
    }

    /// A word of a program of which nothing is known.
    fn open_without_profile(&mut self, word: &'a str) {
        if word == "--" {
            self.edge(&[Event::Terminator], Mode::Closed);
        } else if word.len() > 1 && word.starts_with('-') {
            self.unknown_flag(&[], 0, word.contains('='));
        } else {
            self.operand(TextSet::Known(word), false);
        }
    }

    /// The flag with this spelling; one dash or two are the same where the program says so.
    fn find(&self, spelling: &str) -> Option<(PlaceId, u16)> {
        let place = self.state.place;
        let found = self.invocation.lookup(place, spelling);
        let go = self.level().is_some_and(|level| level.style.dashes == Dashes::Go);
        if found.is_some() || !go {
            return found;
        }
        let other = match spelling.strip_prefix("--") {
            Some(name) => format!("-{name}"),
            None => format!("-{spelling}"),
        };
        self.invocation.lookup(place, &other)
    }

    /// A flag, with the value's first byte if the value is in this word. `before` are flags of the same word.
    pub(super) fn flag(
        &mut self,
        before: &[Event],
        place: PlaceId,
        flag: u16,
        negated: bool,
        value: Option<u32>,
    ) {
        let Some(data) = self.invocation.level(place).and_then(|level| level.flag(flag)) else { return };
        let mut events = before.to_vec();
        events.push(Event::Flag { place, flag, negated, value });
        let first = Mode::Value { place, flag, nth: 0 };
        // After a value in the same word, or where there can be none.
        let after = self.after_value(place, flag, 0);
        let done = if data.stops { Mode::Rest } else { Mode::Open };
        match &data.values {
            _ if negated => self.edge(&events, Mode::Open),
            Values::None | Values::Attached => self.edge(&events, done),
            Values::Maybe if value.is_some() => self.edge(&events, done),
            Values::Maybe => {
                self.edge(&events, done);
                self.edge(&events, first);
            }
            Values::Words(_) if value.is_some() => self.edge(&events, after),
            Values::Words(_) => self.edge(&events, first),
            Values::Until(_) => self.edge(&events, Mode::Until { place, flag, braces: false }),
            Values::Rest => self.edge(&events, Mode::All { place, flag }),
        }
    }

    /// A flag that the profile does not list: it may take the next word.
    pub(super) fn unknown_flag(&mut self, before: &[Event], from: u32, has_value: bool) {
        let mut events = before.to_vec();
        events.push(Event::UnknownFlag { place: self.state.place, from });
        self.edge(&events, Mode::Open);
        if !has_value {
            self.edge(&events, Mode::Skip);
        }
    }

    /// `key=value`, where the profile lists `key=`.
    fn key(&mut self, word: &str) -> bool {
        let Some((key, _)) = word.split_once('=') else { return false };
        let Some((place, flag)) = word.get(..=key.len()).and_then(|key| self.find(key)) else { return false };
        self.flag(&[], place, flag, false, offset(key.len() + 1));
        true
    }

    /// A word that a starred spelling matches.
    fn wild(&mut self, level: &'a Level, word: &str) -> bool {
        let Some(flag) = level.find_wild(word) else { return false };
        let place = self.state.place;
        let spelling = level.flag(flag).and_then(|flag| flag.spellings.iter().find(|one| one.contains('*')));
        let start = spelling.and_then(|spelling| spelling.find('*')).and_then(offset);
        self.edge(&[Event::Flag { place, flag, negated: false, value: start }], Mode::Open);
        true
    }

    /// `-5`, where the profile lists `-NUM`.
    fn number(&mut self, word: &str) -> bool {
        let digits = word.get(1..).unwrap_or("");
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return false;
        }
        let Some((place, flag)) = self.find("-NUM") else { return false };
        self.edge(&[Event::Flag { place, flag, negated: false, value: Some(1) }], Mode::Open);
        true
    }

    /// `--name`, `--name=value`, `--no-name`, `--nam`; for programs with single-dash names `-name` too.
    fn long(&mut self, level: &'a Level, word: &str) -> bool {
        let (name, value) = match word.split_once('=') {
            Some((name, _)) => (name, offset(name.len() + 1)),
            None => (word, None),
        };
        let off = |text: &str| matches!(text, "false" | "False" | "FALSE" | "f" | "F" | "0" | "no");
        if let Some((place, flag)) = self.find(name) {
            let data = self.invocation.level(place).and_then(|level| level.flag(flag));
            let boolean = data.is_some_and(|flag| flag.values == Values::None);
            let turned_off = level.style.equals || level.style.dashes == Dashes::Go;
            let negated = boolean && turned_off && word.split_once('=').is_some_and(|(_, text)| off(text));
            self.flag(&[], place, flag, negated, value);
            return true;
        }
        if self.negated(level, name, value) {
            return true;
        }
        level.style.abbreviate && name.len() > 2 && self.abbreviated(level, name, value)
    }

    /// `--no-name`.
    fn negated(&mut self, level: &'a Level, name: &str, value: Option<u32>) -> bool {
        let Some(rest) = name.strip_prefix("--no-") else { return false };
        let Some((place, flag)) = self.find(&format!("--{rest}")) else { return false };
        let negatable = self.invocation.level(place).and_then(|level| level.flag(flag));
        if !level.style.negate && !negatable.is_some_and(|flag| flag.negatable) {
            return false;
        }
        self.flag(&[], place, flag, true, value);
        true
    }

    /// A beginning of one long flag only. If the list is not complete it may be another that is not listed.
    fn abbreviated(&mut self, level: &'a Level, name: &str, value: Option<u32>) -> bool {
        let mut flags: Vec<(u16, bool)> = level.beginning_with(name).map(|(_, flag)| (flag, false)).collect();
        if let Some(rest) = name.strip_prefix("--no-") {
            let start = format!("--{rest}");
            let may_negate =
                |flag: &u16| level.style.negate || level.flag(*flag).is_some_and(|flag| flag.negatable);
            let negatable = level.beginning_with(&start).map(|(_, flag)| flag).filter(may_negate);
            flags.extend(negatable.map(|flag| (flag, true)));
        }
        flags.sort_unstable();
        flags.dedup();
        let [(flag, negated)] = flags.as_slice() else { return false };
        self.flag(&[], self.state.place, *flag, *negated, value);
        if !level.listed {
            self.unknown_flag(&[], 0, value.is_some());
        }
        true
    }

    /// Letters of flags in one word; the first that takes a value takes the rest.
    fn bundle(&mut self, level: &'a Level, word: &str) -> bool {
        let mut events = Vec::new();
        for (at, letter) in word.char_indices().skip(1) {
            let after = at + letter.len_utf8();
            let rest = word.get(after..).unwrap_or("");
            let Some((place, flag)) = self.find(&format!("-{letter}")) else {
                self.unknown_flag(&events, offset(at).unwrap_or(0), false);
                return true;
            };
            let values =
                self.invocation.level(place).and_then(|level| level.flag(flag)).map(|flag| &flag.values);
            if matches!(values, Some(Values::None) | None) {
                events.push(Event::Flag { place, flag, negated: false, value: None });
                if level.style.equals && rest.starts_with('=') {
                    break;
                }
                continue;
            }
            let skip = if level.style.equals && rest.starts_with('=') { 1 } else { 0 };
            let value = if rest.is_empty() { None } else { offset(after + skip) };
            self.flag(&events, place, flag, false, value);
            return true;
        }
        self.edge(&events, Mode::Open);
        true
    }

    /// `tar czf x`: letters without a dash. Whether the word was read so.
    pub(super) fn old_bundle(&mut self, text: TextSet<'a>) -> bool {
        let Some(word) = text.known() else {
            let place = self.state.place;
            self.edge(&[Event::AnyFlag { place, from: 0 }], Mode::Open);
            self.edge(&[Event::AnyFlag { place, from: 0 }], Mode::Skip);
            return false;
        };
        let listed = |letter: char| self.find(&format!("-{letter}")).is_some();
        if word.is_empty() || !word.chars().all(listed) {
            return false;
        }
        let mut events = Vec::new();
        let mut first_value = None;
        for (at, letter) in word.char_indices() {
            let Some((place, flag)) = self.find(&format!("-{letter}")) else { continue };
            events.push(Event::Flag { place, flag, negated: false, value: None });
            if first_value.is_none() && self.takes_word(place, flag) {
                first_value = offset(at);
            }
        }
        let mode = first_value.map_or(Mode::Open, |from| self.letters_from(from));
        self.state.seen = 1;
        self.edge(&events, mode);
        true
    }

    fn takes_word(&self, place: PlaceId, flag: u16) -> bool {
        let data = self.invocation.level(place).and_then(|level| level.flag(flag));
        matches!(data.map(|flag| &flag.values), Some(Values::Words(_)))
    }

    /// The value of the letter at `from` of an old-style bundle.
    pub(super) fn letter_value(&mut self, word: u32, choice: u16, from: u32) {
        let texts = self.invocation.words().get(word as usize).and_then(|word| word.choices());
        let Some(text) = texts.and_then(|all| all.get(usize::from(choice))) else { return };
        let mut letters = text.char_indices().filter(|(at, _)| *at >= from as usize);
        let found = letters.next().and_then(|(_, letter)| self.find(&format!("-{letter}")));
        let Some((place, flag)) = found else { return };
        let next = letters.find(|(_, letter)| {
            self.find(&format!("-{letter}")).is_some_and(|(place, flag)| self.takes_word(place, flag))
        });
        let mode = next.and_then(|(at, _)| offset(at)).map_or(Mode::Open, |from| Mode::Letters {
            word,
            choice,
            from,
        });
        self.edge(&[Event::Value { place, flag, nth: 0 }], mode);
    }
}

/// A byte's position as it is kept in events.
pub(super) fn offset(at: usize) -> Option<u32> {
    u32::try_from(at).ok()
}
