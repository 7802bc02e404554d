//! What the reader of a command's words is in the middle of, and what it says of a word.

/// A place among [`super::Invocation::places`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlaceId(pub u16);

/// A state of the reader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateId(pub u32);

/// What the reader is in the middle of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// The program or subcommand.
    pub(super) place: PlaceId,
    /// Operands seen at this place, up to [`SEEN_LIMIT`].
    pub(super) seen: u8,
    pub(super) mode: Mode,
}

/// More operands than this are not told apart.
pub(super) const SEEN_LIMIT: u8 = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// A flag or an operand may follow.
    Open,
    /// No flag can follow: `--` was seen.
    Closed,
    /// No flag of this program can follow: the words of another command.
    Rest,
    /// The next word is the value of this flag.
    Value { place: PlaceId, flag: u16, nth: u8 },
    /// The next word is the value of a flag that is not known.
    Skip,
    /// The same; no flag follows it.
    SkipLast,
    /// Words of the flag's own up to one of its ends.
    Until { place: PlaceId, flag: u16, braces: bool },
    /// All words that follow are the flag's.
    All { place: PlaceId, flag: u16 },
    /// The next words are the values of letters of an old-style bundle: the word at `word` from byte `from` on.
    Letters { word: u32, choice: u16, from: u32 },
}

/// What a reading says of one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// An operand of this place.
    Operand {
        /// The program or subcommand.
        place: PlaceId,
        /// No flag of this program can follow (`sudo rm -rf x`: `rm`, `-rf` and `x`).
        rest: bool,
    },
    /// The name of a subcommand.
    Sub {
        /// The subcommand.
        place: PlaceId,
    },
    /// A flag.
    Flag {
        /// Whose flag it is.
        place: PlaceId,
        /// Which.
        flag: u16,
        /// Written in its `--no-` form.
        negated: bool,
        /// The byte of the word at which its value begins, if the value is in the same word.
        value: Option<u32>,
    },
    /// The value of a flag seen before.
    Value {
        /// Whose flag it is.
        place: PlaceId,
        /// Which.
        flag: u16,
        /// Which of its values, from 0.
        nth: u8,
    },
    /// An operand that means a flag.
    Meant {
        /// Whose flag it is.
        place: PlaceId,
        /// Which.
        flag: u16,
    },
    /// A flag that the profile does not list. Letters before this byte of the word are other flags.
    UnknownFlag {
        /// Whose it would be.
        place: PlaceId,
        /// The byte of the word where it begins; 0 for the whole word.
        from: u32,
    },
    /// A word that is not known and may be any flag, several letters of flags, and may hold a value.
    AnyFlag {
        /// Whose it would be.
        place: PlaceId,
        /// The byte from which on it is not known: 0, or within a bundle of letters.
        from: u32,
    },
    /// The value of a flag that is not known.
    Skipped {
        /// Whose it would be.
        place: PlaceId,
    },
    /// A word of the command that a flag holds (`find -exec`).
    Inner {
        /// Whose flag it is.
        place: PlaceId,
        /// Which.
        flag: u16,
    },
    /// The end of that command.
    InnerEnd {
        /// Whose flag it is.
        place: PlaceId,
        /// Which.
        flag: u16,
    },
    /// `--`
    Terminator,
}
