//! Waiting for a lock that others hold.
//!
//! SQLite's own handler sleeps ever longer, up to 100 ms, and starves whoever came first when dozens of processes write. This one
//! sleeps for a short time that differs from thread to thread, up to a deadline.

use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    static LIMIT: Cell<Duration> = const { Cell::new(Duration::from_secs(10)) };
    static SINCE: Cell<Option<Instant>> = const { Cell::new(None) };
    static STATE: Cell<u64> = const { Cell::new(0) };
}

/// How long this thread waits from now on for each lock.
pub(super) fn limit(limit: Duration) {
    LIMIT.set(limit);
}

/// Called by SQLite with how often it was called before for this lock; whether to try again.
pub(super) fn wait(times: i32) -> bool {
    let now = Instant::now();
    let since = match SINCE.get() {
        Some(since) if times > 0 => since,
        _ => now,
    };
    SINCE.set(Some(since));
    if now.duration_since(since) >= LIMIT.get() {
        return false;
    }
    // From a quarter of a millisecond up to some six, since a commit takes a few.
    let most = 250_u64 << times.clamp(0, 5);
    std::thread::sleep(Duration::from_micros(most / 4 + next() % most));
    true
}

/// Numbers that differ between threads and processes; their quality does not matter (xorshift).
fn next() -> u64 {
    let mut state = STATE.get();
    if state == 0 {
        use std::hash::{BuildHasher, RandomState};
        state = RandomState::new().hash_one(std::thread::current().id()) | 1;
    }
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    STATE.set(state);
    state
}
