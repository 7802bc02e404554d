//! What a remembered answer covers, and what it does not.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;
use toolgate::Call;
use toolgate::gate::{Answer, Decider, Gate, Memory, Remembered, Reply};

use crate::{call, engine, person, shell};

/// The first call is answered with "remember"; whether each later one passes without a question.
fn passes(policy: &str, first: &Call, later: &[(&Call, bool)]) {
    let (builder, asked) = person(policy, Reply::Remember);
    let gate = builder.build();
    let outcome = gate.decide(first);
    assert!(outcome.proceed, "{outcome:#?}");
    for (call, unasked) in later {
        // A gate for each, so that what is remembered of one does not help the next.
        let memory = Arc::new(Remembered::new());
        memory.keep(&gate.answers().unwrap()).unwrap();
        let before = asked.load(Ordering::SeqCst);
        let again = Gate::builder(engine(policy))
            .session("s1")
            .agent("tester")
            .memory(memory)
            .ask(|_: &toolgate::gate::Question| Reply::No(None))
            .build();
        let outcome = again.decide(call);
        assert_eq!(outcome.proceed, *unasked, "{}: {outcome:#?}", serde_json::to_string(call).unwrap());
        assert_eq!(outcome.decided_by, if *unasked { Decider::Memory } else { Decider::Person });
        assert_eq!(asked.load(Ordering::SeqCst), before);
    }
}

const PUSH: &str = "
rule exec operation is exec => allow
rule push { match command runs `git push ...`  action confirm  remember session by command }
";

#[test]
fn by_call_is_the_same_again() {
    let policy = "
rule exec operation is exec => allow
rule push { match command runs `git push ...`  action confirm  remember session by call }";
    let elsewhere = Call { cwd: Some("/home/dev/p/sub".into()), ..shell("git push origin main") };
    passes(
        policy,
        &shell("git push origin main"),
        &[
            (&shell("git push origin main"), true),
            (&shell("git status && git push origin main"), true),
            (&shell("git push origin dev"), false),
            (&shell("git push -f origin main"), false),
            (&shell("GIT_SSH_COMMAND=./x git push origin main"), false),
            (&elsewhere, false),
        ],
    );
}

#[test]
fn by_command_lets_words_differ_and_no_flag_be_added() {
    passes(
        PUSH,
        &shell("git push -u origin main"),
        &[
            (&shell("git push -u origin dev"), true),
            (&shell("git push origin dev"), true),
            (&shell("git push --force origin dev"), false),
            (&shell("git push origin +dev"), false),
            (&shell("git -c core.sshCommand=./x push origin main"), false),
            (&shell("git push -u origin \"$X\""), false),
        ],
    );
}

#[test]
fn by_host_is_that_host_and_port() {
    let policy = "rule net { match operation is network  action confirm  remember session by host }";
    let get = |url: &str| call("fetch", json!({ "url": url }));
    passes(
        policy,
        &get("https://docs.example/a"),
        &[
            (&get("https://docs.example/b?c"), true),
            (&get("https://docs.example:8443/a"), false),
            (&get("http://docs.example/a"), false),
            (&get("https://evil.example/a"), false),
        ],
    );
}

#[test]
fn by_tool_is_any_call_of_it_unless_it_runs_commands() {
    let policy = "rule files { match operation is read  action confirm  remember session by tool }";
    let read = |path: &str| call("read", json!({ "path": path }));
    passes(
        policy,
        &read("a"),
        &[(&read("b"), true), (&Call { server: Some("m".into()), ..read("a") }, false)],
    );
    let policy = "
rule exec operation is exec => allow
rule all { match tool_name == \"shell\" and operation is exec  action confirm  remember session by tool }";
    passes(policy, &shell("git tag a"), &[(&shell("git tag a"), true), (&shell("git tag b"), false)]);
}

#[test]
fn a_call_without_a_subject_is_known_by_its_arguments() {
    let policy = "rule pay { match tool_name == \"pay\"  action confirm  remember session by call }";
    let pay = |euro: u32| call("pay", json!({ "euro": euro }));
    passes(policy, &pay(5), &[(&pay(5), true), (&pay(5000), false)]);
}

#[test]
fn agents_and_sessions_have_answers_of_their_own() {
    let other_agent = Call { agent: Some("other".into()), ..shell("git push") };
    let other_session = Call { session: Some("s2".into()), ..shell("git push") };
    passes(
        PUSH,
        &shell("git push"),
        &[(&shell("git push"), true), (&other_agent, false), (&other_session, false)],
    );
}

#[test]
fn nothing_is_remembered_without_a_session_or_where_the_rule_says_never() {
    let gate = Gate::builder(engine(PUSH)).ask(|_: &toolgate::gate::Question| Reply::Remember).build();
    let outcome = gate.decide(&shell("git push"));
    assert!(outcome.proceed && outcome.remembered.is_none());
    assert!(gate.answers().unwrap().is_empty());
    let (builder, asked) = person("rule a tool_name == \"x\" => confirm", Reply::Remember);
    let gate = builder.build();
    for _ in 0..2 {
        assert!(gate.decide(&call("x", json!({}))).proceed);
    }
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

#[test]
fn refusals_and_what_is_not_known_are_not_remembered() {
    let (builder, asked) = person(PUSH, Reply::Remember);
    let gate = builder.build();
    for command in ["git push $X", "eval \"$X\"", "git push \"$(cat branch)\""] {
        let outcome = gate.decide(&shell(command));
        assert!(outcome.remembered.is_none(), "{command}: {outcome:#?}");
    }
    assert!(gate.answers().unwrap().is_empty());
    assert!(asked.load(Ordering::SeqCst) >= 1);
    let (builder, _) = person(PUSH, Reply::No(None));
    let gate = builder.build();
    assert!(!gate.decide(&shell("git push")).proceed);
    assert!(gate.answers().unwrap().is_empty());
}

#[test]
fn an_answer_is_forgotten_when_its_rule_or_a_value_that_it_uses_changes() {
    let policy = |dirs: &str| {
        format!(
            "let dirs = [{dirs}]\nrule w {{ match operation is write and path within dirs  action confirm  remember always by call }}"
        )
    };
    let first = policy("\"/srv/a\"");
    let (builder, _) = person(&first, Reply::Remember);
    let memory = Arc::new(Remembered::new());
    let gate = builder.memory(memory.clone()).build();
    let write = call("write", json!({ "path": "/srv/a/x", "content": "" }));
    assert_eq!(gate.decide(&write).remembered.as_deref(), Some("always by call"));
    for (policy, passes) in [(first.clone(), true), (policy("\"/srv/a\", \"/srv/b\""), false)] {
        let again =
            Gate::builder(engine(&policy)).session("s9").agent("tester").memory(memory.clone()).build();
        assert_eq!(again.decide(&write).proceed, passes, "{policy}");
    }
}

#[test]
fn an_answer_ends_and_one_from_the_future_is_none() {
    let answer = Answer {
        id: 1,
        agent: None,
        rule: "r".into(),
        rule_digest: String::new(),
        within: toolgate::gate::Within::Always,
        kind: "call".into(),
        key: String::new(),
        flags: Vec::new(),
        shown: String::new(),
        granted: 100,
        expires: Some(200),
        last_used: None,
    };
    assert!(answer.holds_at(100) && answer.holds_at(199));
    assert!(!answer.holds_at(200) && !answer.holds_at(99));
}

#[test]
fn every_rule_that_asks_must_be_covered_and_the_narrowest_counts() {
    let policy = "
rule exec operation is exec => allow
rule push { match command runs `git push ...`  action confirm  remember always by command }
rule main { match command runs `git push ... main`  action confirm  remember session for 1h by call }";
    let (builder, _) = person(policy, Reply::Remember);
    let gate = builder.build();
    let outcome = gate.decide(&shell("git push origin main"));
    assert_eq!(outcome.remembered.as_deref(), Some("session for 3600s by call"));
    assert_eq!(gate.answers().unwrap().len(), 2);
    assert_eq!(gate.clear_answers().unwrap(), 2);
    passes(
        policy,
        &shell("git push origin main"),
        &[(&shell("git push origin main"), true), (&shell("git push origin dev"), false)],
    );
}

#[test]
fn deny_stays_deny() {
    let policy = format!("{PUSH}\nrule no {{ match command runs `git push ... prod`  action deny }}");
    passes(&policy, &shell("git push a"), &[(&shell("git push b"), true)]);
    let (builder, asked) = person(&policy, Reply::Remember);
    let gate = builder.build();
    gate.decide(&shell("git push a"));
    assert!(!gate.decide(&shell("git push origin prod")).proceed);
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}
