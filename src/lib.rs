//! toolgate: a permission engine for AI agents.

#[cfg(feature = "cli")]
pub mod cli;
pub mod effects;
pub mod engine;
pub mod explain;
pub mod invocation;
pub mod model;
pub mod policy;
pub mod syntax;
pub mod table;
