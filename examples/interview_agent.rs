//! An agent that works through interviews: private data, so everything is denied that no rule allows, what leaves the machine is asked
//! for, and every decision is counted.
//!
//! `cargo run --example interview_agent`

use serde_json::json;
use toolgate::gate::{Gate, Question, Reply};
use toolgate::{Call, Engine};

const POLICY: &str = r#"
operation memory_write    "keeps interview content"
operation network_unknown "an outside call that is not recognised"

rule allow-local  tool_name in ["split_qa_pairs", "analyze_content", "analyze_speech", "query_knowledge_base", "generate_report"] => allow

rule confirm-transcribe {
  match    tool_name == "transcribe_audio"
  risk     medium
  action   confirm
  remember session by tool
  reason   "audio goes to an outside service"
}
rule confirm-save-memory {
  match  operation is memory_write
  risk   high
  reason "keeps interview content"
}
rule confirm-export {
  match   tool_name ~ /export|share/
  risk    high
  reason  "the report leaves the machine"
  suggest "generate the report and leave it here"
}
rule deny-network-unknown  operation is network_unknown => deny "unrecognised outside call"
"#;

/// Stands for a model and its host: tools, and the categories that the host marks on a call.
fn wishes() -> Vec<(&'static str, &'static [&'static str])> {
    vec![
        ("transcribe_audio", &[]),
        ("transcribe_audio", &[]),
        ("analyze_content", &[]),
        ("remember", &["memory_write"]),
        ("export_report", &[]),
        ("post", &["network_unknown"]),
        ("drop_tables", &[]),
    ]
}

/// Stands for a person: audio may be sent, and that may be remembered; memory yes, this once; no export.
fn person(question: &Question) -> Reply {
    match question.call.tool.as_str() {
        "transcribe_audio" => Reply::Remember,
        "remember" => Reply::Yes,
        _ => Reply::No(None),
    }
}

/// The loop: what the model heard, and how many calls proceeded and were refused.
pub(crate) fn run() -> Result<(Vec<String>, usize, usize), Box<dyn std::error::Error>> {
    let engine = Engine::builder().text("interview.policy", POLICY).load()?;
    let gate = Gate::builder(engine).session("interview-1").agent("diagnosis").ask(person).build();
    let mut heard = Vec::new();
    for (tool, operations) in wishes() {
        let call: Call = serde_json::from_value(json!({ "tool": tool, "operations": operations }))?;
        let outcome = gate.decide(&call);
        let result = if outcome.proceed { "ran".to_owned() } else { outcome.message() };
        heard.push(format!("{tool}: {result}"));
    }
    // The log is read, never changed, through what it hands out.
    let records = gate.records(100)?;
    let ran = records.iter().filter(|record| record.proceed).count();
    Ok((heard, ran, records.len() - ran))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (heard, ran, refused) = run()?;
    for line in heard {
        println!("{line}");
    }
    println!("{ran} ran, {refused} refused");
    Ok(())
}
