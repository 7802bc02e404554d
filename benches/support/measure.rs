//! Times of many short things: the median and the 99th percentile.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    pub(crate) median: f64,
    pub(crate) p99: f64,
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:.0} ({:.0})", self.median, self.p99))
    }
}

/// Calls that are timed together: the clock itself takes some 25 ns.
const BATCH: usize = 10;

/// Times of each call, for at least half a second and at least a hundred batches.
pub(crate) fn per_call<T, R>(calls: &[T], mut act: impl FnMut(&T) -> R) -> Times {
    let mut all = calls.iter().cycle();
    let mut next = || all.next().map(|call| black_box(act(call)));
    for _ in 0..calls.len().max(BATCH) {
        next();
    }
    let begun = Instant::now();
    let mut times = Vec::new();
    while begun.elapsed() < Duration::from_millis(500) || times.len() < 100 {
        let start = Instant::now();
        for _ in 0..BATCH {
            next();
        }
        times.push(start.elapsed().as_nanos() as f64 / BATCH as f64);
    }
    of(times)
}

/// The median and p99 of times in nanoseconds.
pub(crate) fn of(mut times: Vec<f64>) -> Times {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    Times { median: at(0.5), p99: at(0.99) }
}
