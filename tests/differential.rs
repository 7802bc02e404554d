//! The decision table against the slow evaluator in `tests/reference/`: what is compared, and how, stands there.

#![expect(
    unreachable_pub,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "tests"
)]

#[path = "differential/compiled.rs"]
mod compiled;
#[path = "differential/engine.rs"]
mod engine;
#[path = "differential/exhaustive.rs"]
mod exhaustive;
#[path = "differential/laws.rs"]
mod laws;
#[path = "differential/patterns.rs"]
mod patterns;
#[path = "differential/random.rs"]
mod random;
mod reference;
#[path = "differential/shown.rs"]
mod shown;
#[path = "differential/slow.rs"]
mod slow;
#[path = "differential/smaller.rs"]
mod smaller;
