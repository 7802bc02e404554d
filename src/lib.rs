//! toolgate: a permission engine for AI agents.

pub mod effects;
pub mod model;
pub mod policy;
pub mod syntax;
pub mod table;
