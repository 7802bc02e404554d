//! The store: the log's chain, its readers and writers, what is remembered, and every fault.

#![cfg(feature = "gate")]
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

#[path = "store/log.rs"]
mod log;
#[path = "store/memory.rs"]
mod memory;
#[path = "store/support.rs"]
mod support;
#[path = "store/tamper.rs"]
mod tamper;
#[path = "store/writers.rs"]
mod writers;
