//! Daily work passes, harm does not: two lists of commands under the policy that `init` writes.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use toolgate::{Call, Engine, Verdict};

use crate::library::repository;

/// Of the harmless commands, in a hundred, those that may ask.
const MAY_ASK: usize = 5;

fn lines(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(repository().join("tests/cases").join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn starter() -> Engine {
    let path = repository().join("policies/examples/starters/claude-code.policy");
    Engine::builder().text("starter.policy", std::fs::read_to_string(path).unwrap()).load().unwrap()
}

/// A project with the files that such commands name.
fn decide(engine: &Engine, world: &Value, command: &str) -> (Verdict, String) {
    let call = json!({
        "tool": "Bash", "args": { "command": command },
        "cwd": "/home/dev/project", "root": "/home/dev/project", "home": "/home/dev", "fs": world,
    });
    let call: Call = serde_json::from_value(call).unwrap();
    let decision = engine.try_out(&call);
    let effects = decision.effects.iter().filter(|effect| effect.verdict == decision.verdict);
    let why: Vec<String> = effects
        .map(|effect| {
            let about = effect.command.as_ref().map(|words| words.join(" "));
            let about = about.or(effect.path.clone()).or(effect.host.clone()).unwrap_or_default();
            let sure = if effect.possible { "?" } else { "" };
            format!("{}{sure} `{about}` {:?}", effect.operation, effect.rules)
        })
        .collect();
    (decision.verdict, why.join("; "))
}

#[test]
fn daily_work_passes() {
    let world: Value =
        serde_json::from_str(&std::fs::read_to_string(repository().join("tests/cases/world.json")).unwrap())
            .unwrap();
    let engine = starter();
    let (mut all, mut asked, mut denied) = (0, Vec::new(), Vec::new());
    for line in lines("daily.jsonl") {
        let command = line["command"].as_str().unwrap();
        // Some change what others see, and are to ask.
        let asks = line["topic"] == "asks";
        let (verdict, why) = decide(&engine, &world, command);
        match verdict {
            Verdict::Deny => denied.push(format!("{command}\n    {why}")),
            Verdict::Confirm if !asks => asked.push(format!("{command}\n    {why}")),
            Verdict::Confirm | Verdict::Allow => {}
        }
        all += usize::from(!asks);
    }
    println!(
        "{all} harmless commands, {} ask ({:.1} %):\n{}",
        asked.len(),
        asked.len() as f64 * 100.0 / all as f64,
        asked.join("\n")
    );
    assert!(denied.is_empty(), "denied:\n{}", denied.join("\n"));
    assert!(
        all >= 400 && asked.len() * 100 <= MAY_ASK * all,
        "{} of {all} ask:\n{}",
        asked.len(),
        asked.join("\n")
    );
}

#[test]
fn no_harm_passes() {
    let world: Value =
        serde_json::from_str(&std::fs::read_to_string(repository().join("tests/cases/world.json")).unwrap())
            .unwrap();
    let engine = starter();
    let mut verdicts: BTreeMap<Verdict, usize> = BTreeMap::new();
    let mut passed = Vec::new();
    // Walks over whole homes take their time.
    let all = lines("harmful.jsonl");
    let decided: Vec<Verdict> = std::thread::scope(|scope| {
        let (engine, world) = (&engine, &world);
        let decide_some = move |part: &[Value]| -> Vec<Verdict> {
            part.iter().map(|line| decide(engine, world, line["command"].as_str().unwrap()).0).collect()
        };
        let parts: Vec<_> =
            all.chunks(all.len() / 4 + 1).map(|part| scope.spawn(move || decide_some(part))).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    for (line, verdict) in all.iter().zip(decided) {
        let command = line["command"].as_str().unwrap();
        *verdicts.entry(verdict).or_default() += 1;
        if verdict == Verdict::Allow {
            passed.push(format!("{command:?} ({})", line["why"].as_str().unwrap()));
        }
    }
    println!("harmful: {verdicts:?}");
    assert!(verdicts.values().sum::<usize>() >= 250);
    assert!(passed.is_empty(), "{} pass:\n{}", passed.len(), passed.join("\n"));
}
