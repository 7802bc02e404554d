//! A word of a command: what is known of it before the command runs.

use serde::Serialize;

/// What one word of a simple command can be, quoting removed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Word {
    /// The strings it can stand for.
    pub text: WordText,
    /// Whether it may turn out to be no word, or several: an unquoted expansion that is not known.
    pub splits: bool,
    /// Where it stands in the argument's text, in bytes; empty for words that were made up.
    pub start: u32,
    /// The byte after its last one.
    pub end: u32,
}

/// The set of strings that a word can be.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WordText {
    /// Exactly this.
    Known(String),
    /// One of these (at least two, sorted, no repeats).
    OneOf(Vec<String>),
    /// Names that a shell pattern matches (`src/*.rs`), as a glob in the language's own form.
    Glob(String),
    /// Begins and ends with these; what stands between is not known. Both may be empty.
    Unknown {
        /// Known beginning.
        prefix: String,
        /// Known end.
        suffix: String,
    },
}

impl Word {
    /// A known word without a place.
    pub fn known(text: impl Into<String>) -> Word {
        Word { text: WordText::Known(text.into()), splits: false, start: 0, end: 0 }
    }

    /// A word of which nothing is known, that may be several words.
    pub fn unknown() -> Word {
        let text = WordText::Unknown { prefix: String::new(), suffix: String::new() };
        Word { text, splits: true, start: 0, end: 0 }
    }

    /// The text, if there is exactly one it can be.
    pub fn as_known(&self) -> Option<&str> {
        match &self.text {
            WordText::Known(text) => Some(text),
            WordText::OneOf(_) | WordText::Glob(_) | WordText::Unknown { .. } => None,
        }
    }

    /// All texts it can be, if they can be listed.
    pub fn choices(&self) -> Option<&[String]> {
        match &self.text {
            WordText::Known(text) => Some(std::slice::from_ref(text)),
            WordText::OneOf(all) => Some(all),
            WordText::Glob(_) | WordText::Unknown { .. } => None,
        }
    }
}
