//! What users of other tools reported, reduced to small inputs with the right answer: through the library, and through the
//! program's own JSON.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests"
)]

use serde_json::Value;
use toolgate::{Call, Engine, Verdict};

struct Report {
    id: String,
    policy: String,
    call: Value,
    expect: String,
    disputed: bool,
    why: String,
}

fn reports() -> Vec<Report> {
    let text = std::fs::read_to_string("tests/cases/reports.jsonl").expect("the corpus");
    let text_of = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    text.lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"))
        .map(|value| Report {
            id: text_of(&value, "id"),
            policy: text_of(&value, "policy"),
            call: value["call"].clone(),
            expect: text_of(&value, "expect"),
            disputed: value["disputed"].as_bool().unwrap_or(false),
            why: text_of(&value, "why"),
        })
        .collect()
}

fn is_right(expect: &str, verdict: Verdict) -> bool {
    match expect {
        "not-allow" => verdict != Verdict::Allow,
        word => verdict.as_str() == word,
    }
}

#[test]
fn every_report_gets_the_right_answer() {
    let reports = reports();
    assert!(reports.len() > 300);
    let mut wrong = Vec::new();
    for report in reports.iter().filter(|report| !report.disputed) {
        let engine = Engine::builder()
            .text("case.policy", &report.policy)
            .load()
            .unwrap_or_else(|error| panic!("{}: {error}", report.id));
        let call: Call = serde_json::from_value(report.call.clone()).unwrap();
        let decision = engine.try_out(&call);
        if !is_right(&report.expect, decision.verdict) {
            let command = call.args.values().next().map(Value::to_string).unwrap_or_default();
            let rules: Vec<&str> = report.policy.lines().filter(|line| line.starts_with("rule")).collect();
            wrong.push(format!(
                "{}: expected {}, got {} by {:?}\n    {command}\n    {}\n    {}",
                report.id,
                report.expect,
                decision.verdict,
                decision.rule,
                rules.join("\n    "),
                report.why,
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
