//! What is known of a program, as data. Loaded by `effects::profiles` from `profiles/*.toml`; `docs/profiles.md`
//! describes how a profile is written.

mod act;
mod flag;
mod level;

pub use act::{Act, Condition, Language, Part, Pick, Site, Subject, Tree, Verb, WalkChange};
pub use flag::{Flag, Values};
pub use level::{Count, Dashes, Layout, LazyLevel, Level, Slot, Style, Sub};

/// A program's profile.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Profile {
    /// The program's base name.
    pub name: String,
    /// The file that describes it, for people: `git.toml`, or the path of a user's own.
    pub source: String,
    /// The program itself: its flags, operands, effects and subcommands.
    pub root: Level,
}
