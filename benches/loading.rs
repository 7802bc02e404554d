//! What loading costs, by the number of rules: time from text to a set that decides, and the memory that it keeps.
//!
//! `cargo bench --bench loading`. The allocator counts.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    unsafe_code,
    reason = "a benchmark; a counting allocator can't be written without"
)]

#[path = "support/made.rs"]
mod made;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use toolgate::Engine;
use toolgate::model::SourceId;

/// Counts what is allocated and not yet freed.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise is the system's.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() {
    println!(
        "{:>8} {:>12} {:>12} {:>14} {:>14}",
        "rules", "parse, ms", "load, ms", "us a rule", "bytes a rule"
    );
    let begun = HELD.load(Ordering::Relaxed);
    drop(load(10));
    for rules in [1_000, 10_000, 100_000] {
        let mut parse: Vec<f64> = (0..5).map(|_| parsed(rules)).collect();
        let mut times: Vec<f64> = Vec::new();
        let mut bytes = 0;
        for _ in 0..5 {
            let before = HELD.load(Ordering::Relaxed);
            let start = Instant::now();
            let engine = load(rules);
            times.push(start.elapsed().as_secs_f64() * 1_000.0);
            bytes = HELD.load(Ordering::Relaxed).saturating_sub(before);
            drop(engine);
        }
        let (parse, load) = (middle(&mut parse), middle(&mut times));
        let each = load * 1_000.0 / rules as f64;
        println!("{rules:>8} {parse:>12.1} {load:>12.1} {each:>14.1} {:>14}", bytes / rules);
    }
    println!(
        "\nheld at the end beyond the beginning: {} bytes",
        HELD.load(Ordering::Relaxed).saturating_sub(begun)
    );
}

fn load(rules: usize) -> Engine {
    let mut builder = Engine::builder();
    for (number, text) in made::files(rules).into_iter().enumerate() {
        builder = builder.text(format!("made-{number}.policy"), text);
    }
    builder.load().expect("the policy compiles")
}

/// Milliseconds for parsing alone.
fn parsed(rules: usize) -> f64 {
    let files = made::files(rules);
    let start = Instant::now();
    for text in &files {
        drop(std::hint::black_box(toolgate::syntax::parse(SourceId(0), text)));
    }
    start.elapsed().as_secs_f64() * 1_000.0
}

fn middle(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
