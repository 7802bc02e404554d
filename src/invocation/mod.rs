//! The words of a command, read as its program reads them.
//!
//! In: a profile and words. Out: which word is a flag, a flag's value, a subcommand or an operand, in every way that
//! the unknown words can turn out. It must not know effects, patterns or policies.
//!
//! An invocation is a graph of readings. Each word leads from the states that the reader can be in to those it is in
//! afterwards; a known word of a known program has one edge. `git $X push` has several: `$X` may be nothing, a flag,
//! a flag with `push` as its value, the subcommand itself.

mod flags;
mod state;
mod step;
mod unknown;

use crate::model::profile::{Level, Profile};
use crate::model::{TextSet, Word, WordText};
use state::{Mode, State};

pub use state::{Event, PlaceId, StateId};

/// States that one layer may have before the reading is given up.
const MAX_WIDTH: usize = 64;
/// Choices of one word that are looked at one by one.
const MAX_CHOICES: usize = 32;

/// The readings of one command's words.
#[derive(Debug)]
pub struct Invocation<'a> {
    words: &'a [Word],
    places: Vec<Place<'a>>,
    states: Vec<State>,
    layers: Vec<Layer>,
    edges: Vec<Edge>,
    events: Vec<Event>,
    ends: Vec<StateId>,
    lost: bool,
}

/// A program or subcommand that the words lead to.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// What is known of it; none for a program without a profile and for a subcommand that is not known.
    pub level: Option<&'a Level>,
    /// The level above.
    pub parent: Option<PlaceId>,
    /// The subcommand's name in all its spellings; empty for the program.
    pub names: &'a [String],
}

/// One word, or one piece of a word that may be several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// Its position among the command's words.
    pub word: usize,
    /// It may be there any number of times, none included: its edges lead back into the states it starts from.
    pub repeat: bool,
    /// Which piece.
    piece: Piece,
    edges: std::ops::Range<usize>,
}

/// A piece of a word that may be several words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    /// The whole word.
    Whole,
    /// The first of several.
    Front,
    /// One of those between.
    Middle,
    /// The last.
    Back,
}

/// One way to read a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The state before.
    pub from: StateId,
    /// The state after.
    pub to: StateId,
    /// Which of the word's choices.
    choice: u16,
    events: std::ops::Range<usize>,
}

impl<'a> Invocation<'a> {
    /// Reads a command's words; the first is the program and is not looked at.
    pub fn parse(profile: Option<&'a Profile>, words: &'a [Word]) -> Invocation<'a> {
        let root = Place { level: profile.map(|profile| &profile.root), parent: None, names: &[] };
        let mut invocation = Invocation {
            words,
            places: vec![root],
            states: vec![State { place: PlaceId(0), seen: 0, mode: Mode::Open }],
            layers: Vec::with_capacity(words.len()),
            edges: Vec::with_capacity(words.len()),
            events: Vec::with_capacity(words.len()),
            ends: Vec::new(),
            lost: false,
        };
        let mut current = vec![StateId(0)];
        for (at, word) in words.iter().enumerate().skip(1) {
            for (piece, repeat) in pieces(word) {
                current = invocation.layer(at, *piece, *repeat, current);
                if current.len() > MAX_WIDTH {
                    invocation.lost = true;
                    return invocation;
                }
            }
        }
        invocation.ends = current;
        invocation
    }

    /// Reads one layer: the states after it.
    fn layer(&mut self, word: usize, piece: Piece, repeat: bool, before: Vec<StateId>) -> Vec<StateId> {
        let first_edge = self.edges.len();
        let mut after = if repeat { before.clone() } else { Vec::new() };
        let mut queue = before;
        let mut done = 0;
        while let Some(from) = queue.get(done).copied() {
            done += 1;
            let edges = self.edges.len();
            for (choice, text) in choices(self.words, word, piece) {
                step::step(self, from, word, choice, text);
            }
            for edge in self.edges.get(edges..).unwrap_or_default() {
                if !after.contains(&edge.to) {
                    after.push(edge.to);
                    if repeat {
                        queue.push(edge.to);
                    }
                }
            }
            if after.len() > MAX_WIDTH {
                break;
            }
        }
        self.layers.push(Layer { word, repeat, piece, edges: first_edge..self.edges.len() });
        after
    }

    /// The command's words.
    pub fn words(&self) -> &'a [Word] {
        self.words
    }

    /// There were too many readings: nothing is known.
    pub fn lost(&self) -> bool {
        self.lost
    }

    /// The program and the subcommands that may be meant.
    pub fn places(&self) -> &[Place<'a>] {
        &self.places
    }

    /// One of them.
    pub fn place(&self, id: PlaceId) -> Option<&Place<'a>> {
        self.places.get(usize::from(id.0))
    }

    /// What is known of one of them.
    pub fn level(&self, id: PlaceId) -> Option<&'a Level> {
        self.place(id).and_then(|place| place.level)
    }

    /// The place and those above it, innermost first.
    pub fn chain(&self, id: PlaceId) -> impl Iterator<Item = PlaceId> {
        std::iter::successors(Some(id), |id| self.place(*id).and_then(|place| place.parent))
    }

    /// The layers in their order.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The ways to read a layer.
    pub fn edges(&self, layer: &Layer) -> &[Edge] {
        self.edges.get(layer.edges.clone()).unwrap_or_default()
    }

    /// What an edge says of its word.
    pub fn events(&self, edge: &Edge) -> &[Event] {
        self.events.get(edge.events.clone()).unwrap_or_default()
    }

    /// The text of a layer's word, as an edge reads it.
    pub fn text(&self, layer: &Layer, edge: &Edge) -> TextSet<'a> {
        let mut all = choices(self.words, layer.word, layer.piece);
        all.nth(usize::from(edge.choice))
            .map_or(TextSet::Unknown { prefix: "", suffix: "" }, |(_, text)| text)
    }

    /// The state that reading begins in.
    pub fn start(&self) -> StateId {
        StateId(0)
    }

    /// The states that reading may end in.
    pub fn ends(&self) -> &[StateId] {
        &self.ends
    }

    /// The place that a state is in.
    pub fn place_of(&self, state: StateId) -> PlaceId {
        self.states.get(state.0 as usize).map_or(PlaceId(0), |state| state.place)
    }

    /// Whether the word after this state is the value of a flag that is not known.
    pub fn skips_next(&self, state: StateId) -> bool {
        self.states
            .get(state.0 as usize)
            .is_some_and(|state| matches!(state.mode, Mode::Skip | Mode::SkipLast))
    }

    /// The flag with this spelling at this place, or at one above where flags of the levels above are taken too.
    pub fn lookup(&self, place: PlaceId, spelling: &str) -> Option<(PlaceId, u16)> {
        let level = self.level(place)?;
        if let Some(flag) = level.find(spelling) {
            return Some((place, flag));
        }
        if !level.style.inherit {
            return None;
        }
        self.lookup(self.place(place)?.parent?, spelling)
    }
}

/// The pieces that a word is read in.
fn pieces(word: &Word) -> &'static [(Piece, bool)] {
    match (&word.text, word.splits) {
        (WordText::Known(_) | WordText::OneOf(_), false) => &[(Piece::Whole, false)],
        (WordText::Unknown { .. }, false) => &[(Piece::Whole, false)],
        // A pattern stands for one name at least, unless it was made by an expansion that may be empty.
        (WordText::Glob(_), false) => &[(Piece::Whole, false), (Piece::Whole, true)],
        (WordText::Glob(_), true) => &[(Piece::Whole, true)],
        (WordText::Unknown { prefix, suffix }, true) => match (prefix.is_empty(), suffix.is_empty()) {
            (true, true) => &[(Piece::Middle, true)],
            // What follows a known beginning may be cut off: the end is not asked of the first piece.
            (false, _) => &[(Piece::Front, false), (Piece::Middle, true)],
            (true, false) => &[(Piece::Middle, true), (Piece::Back, false)],
        },
        (WordText::Known(_) | WordText::OneOf(_), true) => &[(Piece::Middle, true)],
    }
}

/// The texts that a piece can be, each with its number.
fn choices(words: &[Word], at: usize, piece: Piece) -> impl Iterator<Item = (u16, TextSet<'_>)> {
    let any = TextSet::Unknown { prefix: "", suffix: "" };
    let text = words.get(at).map(|word| &word.text);
    let (one, many): (Option<TextSet<'_>>, &[String]) = match (piece, text) {
        (Piece::Whole, Some(WordText::Known(text))) => (Some(TextSet::Known(text)), &[]),
        (Piece::Whole, Some(WordText::Glob(glob))) => (Some(TextSet::Glob(glob)), &[]),
        (Piece::Whole, Some(WordText::Unknown { prefix, suffix })) => {
            (Some(TextSet::Unknown { prefix, suffix }), &[])
        }
        (Piece::Whole, Some(WordText::OneOf(all))) if all.len() <= MAX_CHOICES => (None, all),
        (Piece::Whole, Some(WordText::OneOf(all))) => {
            (Some(TextSet::Unknown { prefix: common_start(all), suffix: "" }), &[])
        }
        (Piece::Front, Some(WordText::Unknown { prefix, .. })) => {
            (Some(TextSet::Unknown { prefix, suffix: "" }), &[])
        }
        (Piece::Back, Some(WordText::Unknown { suffix, .. })) => {
            (Some(TextSet::Unknown { prefix: "", suffix }), &[])
        }
        (Piece::Middle | Piece::Front | Piece::Back, _) | (Piece::Whole, None) => (Some(any), &[]),
    };
    (0u16..).zip(one.into_iter().chain(many.iter().map(|text| TextSet::Known(text))))
}

/// The longest beginning that all texts have.
fn common_start(all: &[String]) -> &str {
    let Some((first, rest)) = all.split_first() else { return "" };
    let shared = rest.iter().fold(first.len(), |length, other| {
        let same = first.bytes().zip(other.bytes()).take(length).take_while(|(a, b)| a == b).count();
        same.min(length)
    });
    let end = (0..=shared).rev().find(|end| first.is_char_boundary(*end)).unwrap_or(0);
    first.get(..end).unwrap_or("")
}
