//! The gate: asking, remembering, changing, marking, recording; and that every fault ends in a refusal.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

#[path = "gate/asking.rs"]
mod asking;
#[path = "gate/changing.rs"]
mod changing;
#[path = "gate/examples.rs"]
mod examples;
#[path = "gate/faults.rs"]
mod faults;
#[path = "gate/prompts.rs"]
mod prompts;
#[path = "gate/remembering.rs"]
mod remembering;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use toolgate::gate::{Gate, GateBuilder, Question, Reply};
use toolgate::{Call, Engine};

/// Tools that the tests call.
pub(crate) const TOOLS: &str = "
tool shell  { operation exec   arg command: shell }
tool read   { operation read   arg path: path }
tool write  { operation write  arg path: path  arg content: text }
tool fetch  { operation network  arg url: url }
";

pub(crate) fn engine(policy: &str) -> Engine {
    Engine::builder()
        .text("test.policy", format!("{TOOLS}{policy}"))
        .load()
        .unwrap_or_else(|error| panic!("{error}"))
}

/// A builder whose person always says this, and how often they were asked.
pub(crate) fn person(policy: &str, reply: Reply) -> (GateBuilder, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let ask = move |_: &Question| {
        count.fetch_add(1, Ordering::SeqCst);
        reply.clone()
    };
    (Gate::builder(engine(policy)).session("s1").agent("tester").ask(ask), asked)
}

/// A call in a file system of its own.
pub(crate) fn call(tool: &str, args: Value) -> Call {
    serde_json::from_value(json!({
        "tool": tool, "args": args, "cwd": "/home/dev/p", "root": "/home/dev/p", "home": "/home/dev", "fs": {}
    }))
    .unwrap()
}

pub(crate) fn shell(command: &str) -> Call {
    call("shell", json!({ "command": command }))
}
