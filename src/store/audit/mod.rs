//! The audit log: one row a decision, each chained to the one before it.

mod append;
mod chain;
mod entry;
mod export;
mod filter;
mod prune;
mod query;
mod stats;
pub mod time;
mod verify;

pub use append::MAX_RECORD_BYTES;
pub(super) use append::Queue;
pub use chain::Head;
pub use entry::{Decider, Entry, Kind, Outcome, Record};
pub use export::{csv_cell, csv_header, csv_line};
pub use filter::{Filter, Order, Page};
pub use prune::Pruned;
pub use stats::{Count, Day, Stats};
pub use verify::{Finding, Verified};
