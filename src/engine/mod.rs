//! From files to a set that decides.
//!
//! In: directories, files and texts of policies; calls. Out: decisions with their reasons, or what is wrong with the
//! policies. What goes wrong here ends in deny. It must not know terminals, hosts, stores or people.

pub mod embedded;
mod example;
pub mod files;
pub mod find;
pub mod json;
mod layers;
mod library;
pub mod mistakes;
pub mod permissions;
pub mod read;
pub mod walk;
mod write;

pub use example::{BUILT_IN_SHELL, Examples};
pub use files::{CaseFiles, Disk};
pub use layers::{LayerInput, Piece};
pub use write::replace_file;
