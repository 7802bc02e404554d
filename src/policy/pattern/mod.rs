//! Command patterns (language, section 6): what is written between back quotes, compiled, and matched against the words
//! of one simple command.

mod bind;
mod mistakes;
mod parse;
mod runs;
mod tokens;

use crate::model::Wildcard;

pub use mistakes::KINDS;
pub use runs::{Prepared, runs};

/// States that a pattern may compile to; a pattern with more words is refused.
pub const MAX_STATES: usize = 127;
/// Flags that a pattern may name.
pub const MAX_FLAGS: usize = 32;

/// A compiled command pattern.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CommandPattern {
    /// As written.
    pub source: String,
    /// The pattern's parts in their order, the program left out.
    elements: Vec<Element>,
    /// What may run.
    programs: Vec<ProgramPattern>,
    /// The words as an automaton.
    words: Automaton,
    /// The flags that must be there.
    flags: Vec<FlagPattern>,
    /// `--` is written in it.
    terminator: bool,
    /// `...` is written in it: further flags may be there.
    open: bool,
}

/// One part of a pattern.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Element {
    /// One word.
    Word(Wildcard),
    /// One of these sequences of words.
    Group(Vec<Vec<Wildcard>>),
    /// `...`
    Gap,
    /// A flag: an index into [`CommandPattern::flags`].
    Flag(usize),
    /// `--`
    Terminator,
}

/// One program that a pattern names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ProgramPattern {
    /// Its base name, or a path if it holds a `/`.
    pub name: Wildcard,
    /// Words that follow it in this alternative (`(npm run|yarn) build`).
    pub then: Vec<Wildcard>,
    /// The state that matching begins in.
    start: u8,
}

/// A flag that a pattern names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FlagPattern {
    /// As written, dashes included, without the value.
    pub text: String,
    /// What its value must be like, if one is written with `=`.
    pub value: Option<Wildcard>,
    /// Where it stands.
    place: FlagPlace,
    /// The state before the word that follows it at once: that word is the flag's value if the flag takes one.
    next: Option<u8>,
}

/// Where in the pattern a flag stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum FlagPlace {
    /// Before the first word: a flag of the program itself, if it has it.
    First,
    /// Where any word may precede it.
    Anywhere,
    /// After a word: a flag of the subcommand, if it has it.
    After,
}

/// The words of a pattern as an automaton. State `n` of the pattern's own line leads to `n + 1`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Automaton {
    /// For each state, the words that lead on, and where.
    edges: Vec<Vec<(Wildcard, u8)>>,
    /// The states in which any word may stand.
    loops: u128,
    /// The state in which all words have been seen.
    end: u8,
}

/// What the decision table files a pattern under.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Heads {
    /// The base names that it can run; none if it can be any.
    pub programs: Option<Vec<String>>,
    /// The literal words that can be the first operand or subcommand; none if it can be any, or need not be there.
    pub first_words: Option<Vec<String>>,
}

impl CommandPattern {
    /// Its parts after the program.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The programs it names.
    pub fn programs(&self) -> &[ProgramPattern] {
        &self.programs
    }

    /// The flags it names.
    pub fn flags(&self) -> &[FlagPattern] {
        &self.flags
    }

    /// Whether `...` is in it.
    pub fn has_gap(&self) -> bool {
        self.open
    }

    /// Whether nothing can follow what it says: it does not end with `...`.
    pub fn is_closed_at_end(&self) -> bool {
        !matches!(self.elements.last(), Some(Element::Gap))
    }

    /// What the decision table files it under.
    ///
    /// ```
    /// # use toolgate::policy::pattern::CommandPattern;
    /// let heads = CommandPattern::new("git (push|fetch) ...").map(|pattern| pattern.heads());
    /// assert_eq!(heads.clone().and_then(|heads| heads.programs), Some(vec!["git".to_owned()]));
    /// assert_eq!(heads.and_then(|heads| heads.first_words), Some(vec!["push".to_owned(), "fetch".to_owned()]));
    /// ```
    pub fn heads(&self) -> Heads {
        let base = |program: &ProgramPattern| {
            let name = program.name.as_literal()?;
            name.rsplit('/').next().map(str::to_owned)
        };
        let programs = self.programs.iter().map(base).collect();
        let mut first_words = Vec::new();
        for program in &self.programs {
            let Some(words) = self.first_words_from(program.start) else {
                return Heads { programs, first_words: None };
            };
            first_words.extend(words);
        }
        first_words.dedup();
        Heads { programs, first_words: Some(first_words) }
    }

    fn first_words_from(&self, state: u8) -> Option<Vec<String>> {
        // A word that may be a flag's value is not certainly an operand.
        let is_value = self.flags.iter().any(|flag| flag.next == Some(state));
        if is_value || state == self.words.end || self.words.loops & bit(state) != 0 {
            return None;
        }
        let edges = self.words.edges.get(usize::from(state))?;
        edges.iter().map(|(word, _)| word.as_literal().map(str::to_owned)).collect()
    }
}

impl std::fmt::Display for CommandPattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`", self.source)
    }
}

/// The bit of a state or flag.
fn bit(at: u8) -> u128 {
    1u128.checked_shl(u32::from(at)).unwrap_or(0)
}
