//! A program or one of its subcommands.

use std::sync::{Arc, OnceLock};

use crate::model::Wildcard;
use crate::model::profile::{Act, Condition, Flag, Values};

/// A program, or a subcommand of it: what its words mean and do.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Level {
    /// Every flag is listed and every effect is described.
    pub complete: bool,
    /// Every flag is listed. True of what is complete.
    pub listed: bool,
    /// How its words are read.
    pub style: Style,
    /// Its flags.
    flags: Vec<Flag>,
    /// INVARIANT: sorted by spelling; the numbers are positions in `flags`.
    spellings: Vec<(String, u16)>,
    /// Spellings with a `*`.
    wild: Vec<(Wildcard, u16)>,
    /// What its operands are: the first layout whose condition may hold.
    pub layouts: Vec<Layout>,
    /// Operands that mean a flag: `git push origin +main` is `--force`.
    pub means: Vec<(Wildcard, String)>,
    /// Words that look like flags and are operands: `chmod -x file`.
    pub operand_like: Vec<Wildcard>,
    /// What it does whatever its words, or under a condition.
    pub does: Vec<Act>,
    /// What it wraps needs no other permission than the wrapped command's own, and it needs none itself.
    pub neutral: bool,
    /// It is only a shelf for subcommands that can be called without it too (`docker container rm` is `docker rm`).
    pub through: bool,
    /// Its subcommands.
    pub subs: Vec<Sub>,
}

impl Level {
    /// Puts the flags in, and makes the index of their spellings. Of two flags with one spelling the first counts.
    pub fn set_flags(&mut self, flags: Vec<Flag>) {
        let mut spellings = Vec::new();
        for (at, flag) in (0u16..).zip(&flags) {
            spellings.extend(flag.spellings.iter().map(|spelling| (spelling.clone(), at)));
        }
        let starred = spellings.iter().filter(|(spelling, _)| spelling.contains('*'));
        self.wild = starred.map(|(spelling, at)| (Wildcard::new(spelling), *at)).collect();
        spellings.sort();
        spellings.dedup_by(|later, earlier| later.0 == earlier.0);
        self.flags = flags;
        self.spellings = spellings;
    }

    /// Its flags.
    pub fn flags(&self) -> &[Flag] {
        &self.flags
    }

    /// A flag by its position.
    pub fn flag(&self, at: u16) -> Option<&Flag> {
        self.flags.get(usize::from(at))
    }

    /// The flag with this spelling, dashes included.
    pub fn find(&self, spelling: &str) -> Option<u16> {
        let at = self.spellings.binary_search_by(|(known, _)| known.as_str().cmp(spelling)).ok()?;
        self.spellings.get(at).map(|(_, flag)| *flag)
    }

    /// The flag with a starred spelling that matches this word.
    pub fn find_wild(&self, word: &str) -> Option<u16> {
        self.wild.iter().find(|(spelling, _)| spelling.matches(word)).map(|(_, flag)| *flag)
    }

    /// The flags whose spelling begins with `start`, in the order of their spellings.
    pub fn beginning_with<'a>(&'a self, start: &'a str) -> impl Iterator<Item = (&'a str, u16)> {
        let from = self.spellings.partition_point(|(known, _)| known.as_str() < start);
        self.spellings
            .get(from..)
            .unwrap_or_default()
            .iter()
            .take_while(move |(known, _)| known.starts_with(start))
            .map(|(known, flag)| (known.as_str(), *flag))
    }

    /// Whether some flag takes the word after it as its value.
    pub fn has_separate_values(&self) -> bool {
        self.flags.iter().any(|flag| !matches!(flag.values, Values::None | Values::Attached))
    }

    /// Whether a word that looks like a flag and is none of those listed may be one all the same: a newer version's, or
    /// one that the profile left out. Else it is an operand.
    pub fn may_have_others(&self) -> bool {
        !self.style.unknown_is_operand && self.style.dashes != Dashes::Exact
    }

    /// The subcommand with this name.
    pub fn sub(&self, name: &str) -> Option<&Sub> {
        let exact = self.subs.iter().find(|sub| !sub.spellings(name).is_empty());
        exact.or_else(|| self.subs.iter().find(|sub| sub.like.iter().any(|like| like.matches(name))))
    }
}

/// How a program reads its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// What begins a flag.
    pub dashes: Dashes,
    /// After this many operands no word is a flag any more (`sudo`, `timeout`: 1). None: flags may stand anywhere.
    pub stop: Option<u8>,
    /// A long flag may be cut short as long as only one begins so (`getopt_long`, git, Python's `argparse`).
    pub abbreviate: bool,
    /// Every long flag has a `--no-` form.
    pub negate: bool,
    /// The first operand is letters of flags, whose values follow (`tar czf x`).
    pub old_bundle: bool,
    /// `-o=x` gives the value `x`, not `=x`; and flags without a value take `=false` (Go's pflag, clap).
    pub equals: bool,
    /// Flags of the levels above may stand after the subcommand too.
    pub inherit: bool,
    /// A word that looks like a flag and is none of those listed is an operand (`echo`).
    pub unknown_is_operand: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            dashes: Dashes::Gnu,
            stop: None,
            abbreviate: false,
            negate: false,
            old_bundle: false,
            equals: false,
            inherit: false,
            unknown_is_operand: false,
        }
    }
}

/// What begins a flag, and what a single dash means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dashes {
    /// `--long`, `--long=value`, and bundles of letters: `-xvf value`.
    Gnu,
    /// `-name value`: words with one dash, never bundles (`find`, `java`).
    Single,
    /// The same with one dash or two, and `-name=value` (`terraform`, Go's flag package).
    Go,
    /// Only the spellings that are listed, as whole words (`dd if=…`, `test`).
    Exact,
}

/// What the operands of a level are.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// When this layout counts.
    pub when: Condition,
    /// The operands in their order. At most one is [`Count::Many`].
    pub slots: Vec<Slot>,
}

/// One operand, or several of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Slot {
    /// As usage texts call it: `FILE`.
    pub name: String,
    /// How many.
    pub count: Count,
    /// Only operands like this are taken (`NAME=value` before a wrapped command).
    pub like: Option<Wildcard>,
    /// What is done with each.
    pub acts: Vec<Act>,
}

/// How many operands a slot takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Count {
    /// One.
    One,
    /// One or none.
    Optional,
    /// Any number.
    Many,
}

/// A subcommand.
#[derive(Clone, PartialEq, Debug)]
pub struct Sub {
    /// Its names: those of one group are spellings of one subcommand (`install`, `i`); groups are subcommands of the same
    /// flags and operands that do different things (`drop`, `pop`).
    pub names: Vec<Vec<String>>,
    /// Names given by a pattern (`describe-*`).
    pub like: Vec<Wildcard>,
    /// What it means.
    pub level: LazyLevel,
}

impl Sub {
    /// Every spelling of the subcommand of this name, itself included; none if it is not one of its names.
    pub fn spellings(&self, name: &str) -> &[String] {
        let group = self.names.iter().find(|group| group.iter().any(|known| known == name));
        group.map_or(&[], Vec::as_slice)
    }
}

/// A level that is read when it is first asked for: `git status` must not pay for `git rebase`.
#[derive(Clone)]
pub struct LazyLevel(Arc<Lazy>);

struct Lazy {
    cell: OnceLock<Level>,
    make: Box<dyn Fn() -> Level + Send + Sync>,
}

impl LazyLevel {
    /// A level that is made on first need.
    pub fn new(make: impl Fn() -> Level + Send + Sync + 'static) -> LazyLevel {
        LazyLevel(Arc::new(Lazy { cell: OnceLock::new(), make: Box::new(make) }))
    }

    /// The level.
    pub fn get(&self) -> &Level {
        self.0.cell.get_or_init(|| (self.0.make)())
    }
}

impl From<Level> for LazyLevel {
    fn from(level: Level) -> LazyLevel {
        LazyLevel(Arc::new(Lazy { cell: OnceLock::from(level), make: Box::new(Level::default) }))
    }
}

impl PartialEq for LazyLevel {
    fn eq(&self, other: &LazyLevel) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.get() == other.get()
    }
}

impl std::fmt::Debug for LazyLevel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.get().fmt(f)
    }
}
