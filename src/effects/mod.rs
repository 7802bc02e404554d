//! Calls to effects: what a call does.
//!
//! In: a call, what tools and programs are known to be, a file system. Out: effects. It must not know rules.

mod arguments;
mod call;
pub mod patches;
pub mod paths;
pub mod profiles;
pub mod shell;
pub mod shell_seam;
pub mod urls;
pub mod vocabulary;

pub use call::effects_of;
