//! A coding agent with three levels: what it may do, what a person is asked for, and everything else. A refusal goes back to the
//! model as the tool's result, with the reason and a safer way, and the loop goes on.
//!
//! `cargo run --example coding_agent`

use serde_json::json;
use toolgate::gate::{Gate, Question, Reply};
use toolgate::{Call, Engine};

const POLICY: &str = r#"
tool read_file    { operation read  arg path: path }
tool write_file   { operation write  arg path: path  arg content: text }
tool run_command  { operation exec  arg command: shell }

rule look   tool_name in ["search", "glob", "git_status", "git_diff", "create_todos", "update_todo"] => allow
rule read   operation is read and path within root => allow
rule write  operation is write and path within root => confirm "changes a file"
rule run    operation is exec => confirm "runs a command"

rule no-delete {
  match   operation is write.delete
  action  deny
  reason  "nothing is deleted here"
  suggest "move it to `trash/`"
}
"#;

/// Stands for a model: what it wants to do, one after the other.
fn wishes() -> Vec<(&'static str, serde_json::Value)> {
    vec![
        ("read_file", json!({ "path": "src/lib.rs" })),
        ("run_command", json!({ "command": "git push" })),
        ("run_command", json!({ "command": "cargo test" })),
        ("run_command", json!({ "command": "rm -rf src" })),
        ("launch", json!({})),
    ]
}

/// Stands for a person: no push before the tests ran.
fn person(question: &Question) -> Reply {
    let pushes = question.parts.iter().any(|part| part.doing.contains("git push"));
    if pushes { Reply::No(Some("the tests first, please".into())) } else { Reply::Yes }
}

/// The loop; what the model heard.
pub(crate) fn run() -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let engine = Engine::builder().text("agent.policy", POLICY).load()?;
    let gate = Gate::builder(engine).session("example").agent("coder").ask(person).build();
    let mut heard = Vec::new();
    for (tool, args) in wishes() {
        let call: Call = serde_json::from_value(json!({
            "tool": tool, "args": args, "cwd": "/srv/shop", "root": "/srv/shop"
        }))?;
        let outcome = gate.decide(&call);
        let result = if outcome.proceed { "ran".to_owned() } else { outcome.message() };
        heard.push(format!("{tool}: {result}"));
    }
    Ok(heard)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in run()? {
        println!("{line}");
    }
    Ok(())
}
