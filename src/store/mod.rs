//! What outlives a call: the audit log, remembered answers, requests that wait, marks of sessions, trust; in SQLite.
//!
//! In: plain values that the gate has already redacted. Out: the same, and typed faults. It must not know policies,
//! effects or a terminal: keys and digests are opaque texts here.
//!
//! One file, `toolgate.db`, in one directory that its owner alone can enter. Whatever can't be written is a [`Fault`], and a
//! fault is a deny: nothing here falls back to forgetting.

mod approvals;
pub mod audit;
mod busy;
mod database;
mod fault;
mod marks;
mod pending;
mod place;
mod schema;
mod trust;

pub use approvals::{Answer, Remembered, Scope};
pub use audit::{Entry, Outcome, Record, Verified};
pub use database::{Options, Store};
pub use fault::Fault;
pub use pending::{Pending, Request, Taken};
pub use place::data_directory;
pub use trust::Trusted;
