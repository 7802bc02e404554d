//! What a decision on a shell command costs, by the command.
//!
//! `cargo bench --bench shell`; with commands of your own as arguments, those. `SHELL_BENCH_DIRECTORY` is where they run.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a benchmark")]

#[path = "support/measure.rs"]
mod measure;

use std::time::Instant;

use toolgate::{Call, Engine};

const STARTER: &str = include_str!("../policies/examples/starters/claude-code.policy");
const PIPELINE: &str = "git log --oneline --since='2 weeks ago' -- src tests | grep -v 'Merge branch' | awk '{print $1}' | sort -u | head -n 50 \
                        && cargo test --workspace --all-features 2>&1 | tail -n 30 && rg -n TODO src | wc -l";

fn main() {
    let engine = Engine::builder().text("starter.policy", STARTER).load().expect("the starter compiles");
    let own: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    println!("{:>32} {:>20}", "command", "us: median (p99)");
    for command in &own {
        let times = measure::per_call(&[call(command)], |call: &Call| engine.decide(call));
        println!("{command:>32} {:>12.1} ({:.1})", times.median / 1_000.0, times.p99 / 1_000.0);
    }
    if !own.is_empty() {
        return;
    }
    for (name, command) in
        [("git status", "git status".to_owned()), ("a pipeline of 200 characters", PIPELINE.to_owned())]
    {
        let calls = [call(&command)];
        let times = measure::per_call(&calls, |call: &Call| engine.decide(call));
        println!("{name:>32} {:>12.1} ({:.1})", times.median / 1_000.0, times.p99 / 1_000.0);
    }
    println!("\n{:>32} {:>12} {:>12}", "command", "ms", "verdict");
    for size in [1_000, 10_000, 64_000, 100_000] {
        once(&engine, &format!("{size} characters of commands"), &"ls -l a; ".repeat(size / 9));
    }
    once(&engine, "1 MB of commands", &"ls -l a; ".repeat(1_000_000 / 9));
    once(&engine, "10,000 nested parentheses", &format!("{}ls{}", "(".repeat(10_000), ")".repeat(10_000)));
    once(&engine, "10,000 nested substitutions", &format!("{}ls{}", "$(".repeat(10_000), ")".repeat(10_000)));
}

fn once(engine: &Engine, name: &str, command: &str) {
    let call = call(command);
    let mut times = Vec::new();
    let mut verdict = None;
    for _ in 0..11 {
        let start = Instant::now();
        verdict = Some(engine.decide(&call).verdict);
        times.push(start.elapsed().as_nanos() as f64);
    }
    let times = measure::of(times);
    println!(
        "{name:>32} {:>12.2} {:>12}",
        times.median / 1e6,
        verdict.map_or("", |verdict| verdict.as_str())
    );
}

fn call(command: &str) -> Call {
    let directory = std::env::var("SHELL_BENCH_DIRECTORY").unwrap_or_else(|_| "/srv/shop".to_owned());
    let call = serde_json::json!({
        "tool": "Bash", "args": { "command": command }, "cwd": directory, "root": directory, "home": "/home/dev",
    });
    serde_json::from_value(call).expect("a call")
}
