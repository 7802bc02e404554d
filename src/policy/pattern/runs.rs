//! Whether a command is one that a pattern names: in every way that its unknown words can turn out.

use super::bind::Bound;
use super::{CommandPattern, ProgramPattern, bit};
use crate::invocation::{Edge, Event, Invocation, Layer, PlaceId, StateId};
use crate::model::{Command, Program, TextSet, Tri, Word, WordText};

/// Ways in which the unknown words may turn out that are followed at once; beyond it the answer is unknown.
const MAX_WORLDS: usize = 512;

/// Whether the command is one that the pattern names. [`Prepared`] is quicker when many patterns are asked.
pub fn runs(pattern: &CommandPattern, command: &Command) -> Tri {
    Prepared::new(command).runs(pattern)
}

/// A command whose words have been read, ready to be asked for many patterns.
#[derive(Debug)]
pub struct Prepared<'a> {
    command: &'a Command,
    invocation: Invocation<'a>,
    /// What the first operand or subcommand is called, where that is certain.
    first_words: Option<Vec<&'a str>>,
}

impl<'a> Prepared<'a> {
    /// Reads the command's words.
    pub fn new(command: &'a Command) -> Prepared<'a> {
        let invocation = Invocation::parse(command.profile.as_deref(), &command.words);
        let first_words = first_words(&invocation);
        Prepared { command, invocation, first_words }
    }

    /// Whether a pattern whose first word is one of these, if that is certain, can't name the command. It is for those who
    /// ask many patterns: they keep [`CommandPattern::heads`].
    pub fn begins_otherwise(&self, first_words: Option<&[String]>) -> bool {
        match (first_words, &self.first_words) {
            (Some(wanted), Some(found)) => !wanted.iter().any(|word| found.contains(&word.as_str())),
            (None, _) | (_, None) => false,
        }
    }

    /// How its words are read.
    pub fn invocation(&self) -> &Invocation<'a> {
        &self.invocation
    }

    /// Whether it is a command that the pattern names.
    pub fn runs(&self, pattern: &CommandPattern) -> Tri {
        let mut answer = Tri::No;
        for program in &pattern.programs {
            let named = self.is_program(program);
            if named == Tri::No || answer == Tri::Yes {
                continue;
            }
            let words = if self.invocation.lost() {
                Tri::Unknown
            } else {
                Run::new(pattern, &self.invocation).from(program.start)
            };
            answer = answer.or(named.and(words));
        }
        answer
    }

    fn is_program(&self, program: &ProgramPattern) -> Tri {
        let by_path = program.name.pieces().iter().any(|piece| piece.contains('/'));
        if by_path {
            return self.is_file(program);
        }
        match &self.command.program {
            Program::Named(name) => program.name.matches(name).into(),
            Program::File { name, .. } => Tri::from(program.name.matches(name)).and(Tri::Unknown),
            Program::Unknown(word) => {
                let base = |text: &str| program.name.matches(text.rsplit('/').next().unwrap_or(text));
                may_be(word, base)
            }
        }
    }

    /// For a pattern that names its program by path.
    fn is_file(&self, program: &ProgramPattern) -> Tri {
        let pieces = program.name.pieces();
        let base = pieces.last().map_or("", |last| last.rsplit('/').next().unwrap_or(last));
        let same_base = |text: &str| text.rsplit('/').next().unwrap_or(text).ends_with(base);
        match &self.command.program {
            Program::Unknown(word) => may_be(word, same_base),
            Program::Named(_) | Program::File { .. } => {
                let Some(written) = self.command.words.first() else { return Tri::Unknown };
                match written.as_known() {
                    Some(path) if program.name.matches(path) => Tri::Yes,
                    // Another way to write the path, or a name that may be found there.
                    Some(path) => Tri::from(same_base(path)).and(Tri::Unknown),
                    None => Tri::Unknown,
                }
            }
        }
    }
}

/// The names under which the first operand or subcommand can be looked up among [`super::Heads::first_words`]; none if
/// it is not certain, or not there.
fn first_words<'a>(invocation: &Invocation<'a>) -> Option<Vec<&'a str>> {
    if invocation.lost() {
        return None;
    }
    let is_through = |place: PlaceId| invocation.level(place).is_some_and(|level| level.through);
    for layer in invocation.layers() {
        let [edge] = invocation.edges(layer) else { return None };
        if layer.repeat {
            return None;
        }
        for event in invocation.events(edge) {
            let text = invocation.text(layer, edge).known();
            match event {
                // The word may be left out in a pattern.
                Event::Sub { place } if is_through(*place) => return None,
                Event::Sub { place } => {
                    let names = invocation.place(*place).map_or(&[][..], |place| place.names);
                    return Some(names.iter().map(String::as_str).chain(text).collect());
                }
                Event::Operand { rest: false, .. } => return text.map(|text| vec![text]),
                Event::Operand { rest: true, .. } | Event::Inner { .. } => return None,
                Event::UnknownFlag { .. } | Event::AnyFlag { .. } | Event::Skipped { .. } => return None,
                Event::Flag { .. }
                | Event::Value { .. }
                | Event::Meant { .. }
                | Event::InnerEnd { .. }
                | Event::Terminator => {}
            }
        }
    }
    None
}

/// No if the word can't be what is asked, else unknown.
fn may_be(word: &Word, asked: impl Fn(&str) -> bool) -> Tri {
    let possible = match &word.text {
        WordText::Known(text) if !word.splits => asked(text),
        WordText::OneOf(all) if !word.splits => all.iter().any(|text| asked(text)),
        WordText::Known(_) | WordText::OneOf(_) | WordText::Glob(_) | WordText::Unknown { .. } => true,
    };
    Tri::from(possible).and(Tri::Unknown)
}

/// One way in which the words read so far may have turned out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct World {
    /// Where the reader is.
    state: StateId,
    /// The pattern's states that the words so far lead to.
    at: u128,
    /// The flags seen.
    seen: u128,
    /// What the next word may be the value of.
    awaits: Awaits,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaits {
    /// Nothing.
    Nothing,
    /// A flag of the pattern that no profile explains.
    Need(u8),
    /// Some flag: the word is of no account.
    Swallow,
}

/// How else a word may be called.
#[derive(Clone, Copy, Default)]
struct Named<'n> {
    /// Other names of the subcommand.
    names: &'n [String],
    /// It may be left out.
    through: bool,
}

/// One matching of a pattern.
struct Run<'r, 'a> {
    pattern: &'r CommandPattern,
    invocation: &'r Invocation<'a>,
    bound: Bound,
    /// Some world has been found not to match.
    refused: bool,
}

impl<'r, 'a> Run<'r, 'a> {
    fn new(pattern: &'r CommandPattern, invocation: &'r Invocation<'a>) -> Run<'r, 'a> {
        let bound = Bound::new(pattern, invocation);
        Run { pattern, invocation, bound, refused: false }
    }

    fn from(mut self, start: u8) -> Tri {
        if self.bound.needs.len() > 120 || self.may_read_values_otherwise() {
            return Tri::Unknown;
        }
        let at = self.skip(bit(start));
        let mut worlds = vec![World { state: self.invocation.start(), at, seen: 0, awaits: Awaits::Nothing }];
        for layer in self.invocation.layers() {
            let mut after = if layer.repeat { worlds.clone() } else { Vec::new() };
            let mut queue = worlds;
            let mut done = 0;
            while let Some(world) = queue.get(done).copied() {
                done += 1;
                let edges = self.invocation.edges(layer).iter().filter(|edge| edge.from == world.state);
                for edge in edges {
                    for next in self.follow(world, layer, edge) {
                        if !after.contains(&next) {
                            after.push(next);
                            if layer.repeat {
                                queue.push(next);
                            }
                        }
                    }
                }
                if after.len() > MAX_WORLDS {
                    return Tri::Unknown;
                }
            }
            worlds = after;
            if worlds.is_empty() {
                return Tri::No;
            }
        }
        self.verdict(&worlds)
    }

    /// Whether a word of the pattern may be the value of the flag before it or not, as the subcommand is not known.
    fn may_read_values_otherwise(&self) -> bool {
        let hidden =
            self.invocation.places().iter().any(|place| place.level.is_none() && place.parent.is_some());
        hidden
            && self
                .pattern
                .flags
                .iter()
                .filter_map(|flag| flag.next)
                .any(|next| self.bound.skips & bit(next) == 0)
    }

    fn verdict(&self, worlds: &[World]) -> Tri {
        let accepts = |world: &&World| {
            world.at & bit(self.pattern.words.end) != 0
                && self.bound.complete(world.seen)
                && (!self.pattern.terminator || world.seen & TERMINATOR != 0)
        };
        let accepted = worlds.iter().filter(accepts).count();
        if accepted == 0 {
            Tri::No
        } else if accepted == worlds.len() && !self.refused {
            Tri::Yes
        } else {
            Tri::Unknown
        }
    }

    /// Adds the states that are reached without a word.
    fn skip(&self, mut at: u128) -> u128 {
        // The line is numbered in order, so one pass from its beginning is enough.
        for state in 0..=self.pattern.words.end {
            if at & bit(state) & self.bound.skips != 0 {
                at |= bit(state.saturating_add(1));
            }
        }
        at
    }

    /// The worlds after one edge; none if it leads to no match.
    fn follow(&mut self, world: World, layer: &Layer, edge: &Edge) -> Vec<World> {
        let text = self.invocation.text(layer, edge);
        let mut worlds = vec![World { state: edge.to, ..world }];
        for event in self.invocation.events(edge) {
            let mut after = Vec::new();
            for world in worlds {
                self.event(world, *event, text, &mut after);
            }
            worlds = after;
        }
        worlds
    }

    fn event(&mut self, world: World, event: Event, text: TextSet<'a>, out: &mut Vec<World>) {
        match event {
            Event::Operand { rest: true, .. } | Event::Inner { .. } => self.rest(world, text, out),
            Event::Operand { rest: false, .. } => self.word(world, text, Named::default(), out),
            Event::Sub { place } => {
                let names = self.invocation.place(place).map_or(&[][..], |place| place.names);
                let through = self.invocation.level(place).is_some_and(|level| level.through);
                self.word(world, text, Named { names, through }, out);
            }
            Event::Flag { place, flag, negated, value } => {
                self.flag(world, place, flag, negated, value.map(|from| text.skip(from as usize)), out);
            }
            Event::Value { place, flag, nth: 0 } => self.value(world, place, flag, text, out),
            Event::Meant { place, flag } => {
                let (yes, may) = self.needs(|run, at| run.is_flag(at, place, flag, false, None));
                out.push(World { seen: world.seen | yes, ..world });
                if may != 0 {
                    out.push(World { seen: world.seen | yes | may, ..world });
                }
            }
            Event::UnknownFlag { place, from } => self.unknown_flag(world, place, from, text, out),
            Event::AnyFlag { place, from } => self.any_flag(world, place, from, text, out),
            Event::Skipped { .. } => self.awaited(world, text, out),
            Event::Terminator => out.push(World { seen: world.seen | TERMINATOR, ..world }),
            Event::Value { .. } | Event::InnerEnd { .. } => out.push(world),
        }
    }

    /// A word in its place.
    fn word(&mut self, world: World, text: TextSet<'_>, also: Named<'_>, out: &mut Vec<World>) {
        let Named { names, through } = also;
        let stays = if through { world.at } else { world.at & self.pattern.words.loops };
        let (mut sure, mut may) = (stays, 0);
        for (state, edges) in (0u8..).zip(&self.pattern.words.edges) {
            // The words after such a state are a flag's value, not operands.
            if world.at & bit(state) & !self.bound.skips == 0 {
                continue;
            }
            for (word, to) in edges {
                let named = names.iter().any(|name| word.matches(name));
                match Tri::from(named).or(word.matches_set(text)) {
                    Tri::Yes => sure |= bit(*to),
                    Tri::Unknown => may |= bit(*to),
                    Tri::No => {}
                }
            }
        }
        let (sure, most) = (self.skip(sure), self.skip(sure | may));
        if sure == 0 {
            self.refused = true;
        } else {
            out.push(World { at: sure, ..world });
        }
        if most != sure && most != 0 {
            out.push(World { at: most, ..world });
        }
    }

    /// A word of a wrapped command: its flags are matched as words.
    fn rest(&mut self, world: World, text: TextSet<'a>, out: &mut Vec<World>) {
        if world.awaits != Awaits::Nothing {
            self.awaited(world, text, out);
            return;
        }
        let Some(word) = text.known() else {
            self.word(world, text, Named::default(), out);
            if text.may_begin_with_dash() {
                self.any_flag(world, PlaceId(u16::MAX), 0, text, out);
                self.any_flag(World { awaits: Awaits::Swallow, ..world }, PlaceId(u16::MAX), 0, text, out);
            }
            return;
        };
        if word.len() < 2 || !word.starts_with('-') || word == "--" {
            self.word(world, text, Named::default(), out);
            return;
        }
        let (yes, may) = self.needs(|run, at| run.need(at).map_or(Tri::No, |need| need.is_word(word, false)));
        self.flags(world, yes, may, out);
        if !word.contains('=') {
            let awaits = self.first_with_value(yes).map_or(Awaits::Swallow, Awaits::Need);
            self.flags(World { awaits, ..world }, yes, may, out);
        }
    }

    fn need(&self, at: u8) -> Option<&super::bind::Need> {
        self.bound.needs.get(usize::from(at))
    }

    /// The needs that hold, and those that may, as bits.
    fn needs(&self, holds: impl Fn(&Self, u8) -> Tri) -> (u128, u128) {
        let (mut yes, mut may) = (0, 0);
        for (at, _) in (0u8..).zip(&self.bound.needs) {
            match holds(self, at) {
                Tri::Yes => yes |= bit(at),
                Tri::Unknown => may |= bit(at),
                Tri::No => {}
            }
        }
        (yes, may)
    }

    /// Whether a flag, with a value in the same word, is what the pattern needs.
    fn is_flag(&self, at: u8, place: PlaceId, flag: u16, negated: bool, value: Option<TextSet<'_>>) -> Tri {
        let Some(need) = self.need(at) else { return Tri::No };
        let is = need.is(self.invocation, place, flag, negated);
        match value {
            Some(value) => is.and(need.value_fits(value)),
            None => is,
        }
    }

    fn flag(
        &mut self,
        world: World,
        place: PlaceId,
        flag: u16,
        negated: bool,
        value: Option<TextSet<'a>>,
        out: &mut Vec<World>,
    ) {
        let (mut yes, mut may) = self.needs(|run, at| run.is_flag(at, place, flag, negated, value));
        let named = yes | may;
        if value.is_none() {
            // Those that ask for a value are seen when it comes.
            let valued =
                self.needs(|run, at| run.need(at).is_some_and(|need| need.values.is_some()).into()).0;
            (yes, may) = (yes & !valued, may & !valued);
        }
        let data = self.invocation.level(place).and_then(|level| level.flag(flag));
        let means = data.map_or(&[][..], |flag| flag.means.as_slice());
        let mut all_meant = !means.is_empty() && data.is_some_and(|flag| !flag.implies);
        for spelling in means {
            let Some((place, flag)) = self.invocation.lookup(place, spelling) else { continue };
            let (also, perhaps) = self.needs(|run, at| run.is_flag(at, place, flag, false, None));
            all_meant &= also != 0;
            yes |= also;
            may |= perhaps;
        }
        if !self.pattern.open && (named == 0 && !all_meant) {
            self.refused = true;
            return;
        }
        out.push(World { seen: world.seen | yes, ..world });
        if may & !yes != 0 {
            out.push(World { seen: world.seen | yes | may, ..world });
        }
    }

    /// The value of a flag, in a word of its own.
    fn value(&mut self, world: World, place: PlaceId, flag: u16, text: TextSet<'a>, out: &mut Vec<World>) {
        let (yes, may) = self.needs(|run, at| run.is_flag(at, place, flag, false, Some(text)));
        self.flags(world, yes, may, out);
    }

    /// A flag or a flag's value, which the pattern must name unless it has a gap.
    fn flags(&mut self, world: World, yes: u128, may: u128, out: &mut Vec<World>) {
        if self.pattern.open || yes != 0 {
            out.push(World { seen: world.seen | yes, ..world });
        } else {
            self.refused = true;
        }
        for at in 0..self.bound.needs.len() {
            let one = u8::try_from(at).map_or(0, bit);
            if may & one != 0 {
                out.push(World { seen: world.seen | yes | one, ..world });
            }
        }
        if may.count_ones() > 1 {
            out.push(World { seen: world.seen | yes | may, ..world });
        }
    }

    fn unknown_flag(
        &mut self,
        world: World,
        place: PlaceId,
        from: u32,
        text: TextSet<'a>,
        out: &mut Vec<World>,
    ) {
        let known = self.invocation.level(place).is_some();
        // Of a subcommand that is not known, a flag of this spelling may mean anything.
        let hidden = !known && self.invocation.place(place).is_some_and(|place| place.parent.is_some());
        let word = text.known().unwrap_or("");
        let (yes, may) = self.needs(|run, at| {
            let Some(need) = run.need(at) else { return Tri::No };
            if hidden {
                return Tri::Unknown;
            }
            match word.get(from as usize..) {
                Some(letters) if from > 0 => {
                    if need.is_short(run.invocation) && !letters.is_empty() {
                        Tri::Unknown
                    } else {
                        Tri::No
                    }
                }
                Some(_) | None => need.is_word(word, known),
            }
        });
        // Spelled as one flag of the pattern it is no other.
        let may = if yes == 0 { may } else { 0 };
        let valued = self.first_with_value(yes).filter(|_| !word.contains('='));
        match valued {
            Some(need) if self.invocation.skips_next(world.state) => {
                out.push(World {
                    awaits: Awaits::Need(need),
                    seen: world.seen | (yes & !bit(need)),
                    ..world
                });
            }
            // The pattern says that it takes a value, so the next word is no operand.
            Some(_) => {}
            None => self.flags(world, yes, may, out),
        }
    }

    fn first_with_value(&self, needs: u128) -> Option<u8> {
        (0u8..)
            .zip(&self.bound.needs)
            .find(|(at, need)| needs & bit(*at) != 0 && need.values.is_some())
            .map(|(at, _)| at)
    }

    /// The word after a flag that may take one.
    fn awaited(&mut self, world: World, text: TextSet<'_>, out: &mut Vec<World>) {
        let next = World { awaits: Awaits::Nothing, ..world };
        match world.awaits {
            Awaits::Nothing | Awaits::Swallow => out.push(next),
            Awaits::Need(at) => {
                let fits = self.need(at).map_or(Tri::No, |need| need.value_fits(text));
                let (yes, may) = match fits {
                    Tri::Yes => (bit(at), 0),
                    Tri::Unknown => (0, bit(at)),
                    Tri::No => (0, 0),
                };
                self.flags(next, yes, may, out);
            }
        }
    }

    /// A word that may be any flag, or several letters of flags.
    fn any_flag(&mut self, world: World, place: PlaceId, from: u32, text: TextSet<'_>, out: &mut Vec<World>) {
        let (_, may) = self.needs(|run, at| {
            let may = run.need(at).is_some_and(|need| need.may_be(run.invocation, place, from, text));
            Tri::from(may).and(Tri::Unknown)
        });
        if self.pattern.open {
            out.push(world);
        } else {
            self.refused = true;
        }
        for at in 0..self.bound.needs.len() {
            let one = u8::try_from(at).map_or(0, bit);
            if may & one != 0 {
                out.push(World { seen: world.seen | one, ..world });
            }
        }
        // Several letters, or one flag that means several.
        if may.count_ones() > 1 {
            out.push(World { seen: world.seen | may, ..world });
        }
    }
}

/// The bit that says that `--` was seen.
const TERMINATOR: u128 = 1 << 127;
