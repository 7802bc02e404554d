//! Paths, globs and hosts, compared with what policies say of them.
//!
//! In: patterns of a policy, things that an effect touches. Out: answers. It must not know policies, calls or rules.

pub mod fold;
pub mod follow;
pub mod glob;
pub mod host;
pub mod path;
pub mod sets;
pub mod tree;
