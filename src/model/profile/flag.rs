//! A flag of a program.

use crate::model::profile::Act;

/// A flag: every way to write it, and what it takes and does.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Flag {
    /// All spellings, dashes included; `-NUM` stands for a dash and digits. A spelling that ends with `=` is a word's
    /// beginning (`if=FILE`), one with `*` any word that it matches (`-Wl,*`).
    pub spellings: Vec<String>,
    /// It has a `--no-` form.
    pub negatable: bool,
    /// The values it takes.
    pub values: Values,
    /// No flag follows it and its values: the rest is for what it runs (`python -m`, `python -c`).
    pub stops: bool,
    /// The flags that it is short for, or that follow from it.
    pub means: Vec<String>,
    /// Those flags follow from it, and it does more: they do not make it.
    pub implies: bool,
    /// What it does; about its (last) value where nothing else is said.
    pub acts: Vec<Act>,
}

/// The values that a flag takes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Values {
    /// None.
    #[default]
    None,
    /// At most one, and only in the same word (`--color=auto`, `-i.bak`).
    Attached,
    /// At most one, in the same word or perhaps the next.
    Maybe,
    /// So many: the first may be in the same word, the others are the words that follow.
    Words(u8),
    /// All words up to one of these (`find -exec … ;`).
    Until(Vec<String>),
    /// All words that follow.
    Rest,
}

impl Flag {
    /// How it is shown: its longest spelling.
    pub fn shown(&self) -> &str {
        self.spellings.iter().max_by_key(|spelling| spelling.len()).map_or("", String::as_str)
    }

    /// The spellings that are fixed words.
    pub fn is_spelled(&self, text: &str) -> bool {
        self.spellings.iter().any(|spelling| spelling == text)
    }
}
