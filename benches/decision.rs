//! What a decision costs, by the number of rules: the engine against a linear engine written plainly, in one run.
//!
//! `cargo bench --bench decision [-- RULES…]`. Times are of batches of ten decisions, over calls of five kinds in turn.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a benchmark")]

#[path = "support/calls.rs"]
mod asked;
#[path = "support/made.rs"]
mod made;
#[path = "support/measure.rs"]
mod measure;
#[path = "support/naive.rs"]
mod naive;

use toolgate::{Call, Engine};

fn main() {
    let wanted: Vec<usize> = std::env::args().filter_map(|arg| arg.parse().ok()).collect();
    let sizes = if wanted.is_empty() { vec![10, 100, 1_000, 10_000, 100_000] } else { wanted };
    println!("decisions, ns each: median (p99)\n");
    println!("{:>8} {:>20} {:>20} {:>20} {:>8}", "rules", "verdict", "decision", "linear engine", "ratio");
    for rules in sizes {
        row(rules);
    }
    println!("\nby kind of call, at 1,000 rules: median (p99)\n");
    kinds(1_000);
}

fn engine(rules: usize) -> Engine {
    let mut builder = Engine::builder();
    for (number, text) in made::files(rules).into_iter().enumerate() {
        builder = builder.text(format!("made-{number}.policy"), text);
    }
    builder.load().expect("the policy compiles")
}

fn row(rules: usize) {
    let engine = engine(rules);
    let naive = naive::Linear::new(rules);
    let calls = asked::calls(rules);
    for call in &calls {
        assert_eq!(engine.verdict(call), naive.verdict(call), "{call:?}");
        assert_eq!(engine.verdict(call), engine.decide(call).verdict, "{call:?}");
    }
    let verdict = measure::per_call(&calls, |call: &Call| engine.verdict(call));
    let decision = measure::per_call(&calls, |call: &Call| engine.decide(call));
    let linear = measure::per_call(&calls, |call: &Call| naive.verdict(call));
    let ratio = linear.median / verdict.median;
    println!("{rules:>8} {verdict:>20} {decision:>20} {linear:>20} {ratio:>8.1}");
}

fn kinds(rules: usize) {
    let engine = engine(rules);
    for call in asked::calls(rules).into_iter().take(asked::KINDS) {
        let name = call.args.keys().next().cloned().unwrap_or_default();
        let one = [call];
        let verdict = measure::per_call(&one, |call: &Call| engine.verdict(call));
        println!("{:>20} {name:>8} {verdict:>20}", one.first().map_or("", |call| &call.tool));
    }
}
