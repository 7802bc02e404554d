//! From files to a set that decides.
//!
//! In: directories, files and texts of policies; calls. Out: decisions with their reasons, or what is wrong with the
//! policies. What goes wrong here ends in deny. It must not know terminals, hosts, stores or people.

mod answer;
mod builder;
mod checks;
pub mod embedded;
mod examine;
mod example;
pub mod files;
pub mod find;
mod front;
pub mod json;
mod layers;
mod library;
pub mod mistakes;
pub mod permissions;
mod programs;
pub mod protection;
pub mod read;
mod ready;
mod set;
pub mod testing;
pub mod walk;
mod why;
mod write;

pub use builder::Builder;
pub use examine::{Asking, AskingRule, Change, Examined, NewValue};
pub use example::{BUILT_IN_SHELL, Examples};
pub use files::{CaseFiles, Disk};
pub use front::{Engine, LoadError};
pub use layers::{LayerInput, Piece};
pub use set::Set;
pub use write::replace_file;

/// Every kind of mistake that keeps a set from loading, or is worth a word.
pub fn kinds() -> impl Iterator<Item = &'static crate::model::Kind> {
    let rooms = [
        crate::syntax::mistakes::KINDS,
        crate::policy::KINDS,
        crate::policy::pattern::KINDS,
        mistakes::KINDS,
    ];
    rooms.into_iter().flatten().copied()
}
