//! From files to a set that decides.
//!
//! In: directories, files and texts of policies; calls. Out: decisions with their reasons, or what is wrong with the
//! policies. What goes wrong here ends in deny. It must not know terminals, hosts, stores or people.

pub mod embedded;
pub mod files;
pub mod find;
pub mod json;
pub mod mistakes;
pub mod permissions;
pub mod read;

pub use files::{CaseFiles, Disk};
