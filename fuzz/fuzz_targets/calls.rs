//! Any bytes as a call: a decision comes, it can be written, the explanation agrees with it, and nothing of the call that could
//! steer a terminal is in the reason.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use toolgate::{Engine, Verdict};

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let text = r#"
        use "std:tools/claude-code"
        use "std:packs/plain"
        use "std:packs/secrets"
        operation pay
        tool fetch  { operation network  arg url: url  arg headers: json }
        tool pay    { operation pay  arg amount: json  arg to: text }
        tool change { operation write  arg patch: patch  arg files: glob }
        rule project operation is read and path within root => allow
        rule small   tool_name == "pay" and tool_arg.amount <= 10 => allow
        rule site    host within "example.com" => allow
        rule mode    mode == "plan" and operation is write => deny
        rule marked  marked untrusted and operation is network.send => deny
    "#;
    Engine::builder().text("fuzz.policy", text).load().expect("the policy compiles")
});

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut call) = toolgate::engine::json::call(bytes) else { return };
    // The machine's own files would make a run differ from the next one.
    call.fs.get_or_insert_default();
    let decision = ENGINE.try_out(&call);
    serde_json::to_string(&decision).expect("a decision is JSON");
    let strictest = decision.effects.iter().map(|effect| effect.verdict).max();
    if decision.verdict == Verdict::Allow {
        assert!(strictest.is_none_or(|verdict| verdict == Verdict::Allow), "{decision:?}");
    }
    let explained = ENGINE.explain(&call);
    assert_eq!(explained.decision.verdict, decision.verdict);
});
