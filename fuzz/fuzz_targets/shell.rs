//! Any text as a command: a decision comes in bounded time; a command before it, a wrapper around it, never loosens the verdict.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use toolgate::{Call, Engine, Verdict};

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let text = r#"
        use "std:tools/claude-code"
        use "std:packs/plain"
        use "std:packs/danger"
        use "std:packs/secrets"
        use "std:packs/git"
    "#;
    Engine::builder().text("fuzz.policy", text).load().expect("the policy compiles")
});

fn verdict(command: &str) -> Verdict {
    let call: Call = serde_json::from_value(json!({
        "tool": "Bash", "args": { "command": command },
        "cwd": "/home/dev/p", "root": "/home/dev/p", "home": "/home/dev", "fs": {},
    }))
    .expect("a call");
    let decision = ENGINE.try_out(&call);
    for effect in &decision.effects {
        if let Some((start, end)) = effect.span.map(|span| (span[0], span[1])) {
            assert!(command.get(start..end).is_some(), "{start}..{end} of {command:?}");
        }
    }
    decision.verdict
}

fuzz_target!(|command: &str| {
    let alone = verdict(command);
    // A text without a command is no call of the shell, and has no effect to allow.
    let nothing = command.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'));
    if command.len() > 2_000 || command.contains('\0') || nothing {
        return;
    }
    assert!(verdict(&format!(":\n{command}")) >= alone, "a command before {command:?}");
    let quoted = command.replace('\'', "'\\''");
    assert!(verdict(&format!("bash -c '{quoted}'")) >= alone, "bash -c around {command:?}");
    assert!(verdict(&format!("eval '{quoted}'")) >= alone, "eval around {command:?}");
});
