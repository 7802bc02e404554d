//! `set` and `mark`.

use serde_json::json;
use toolgate::gate::{Gate, Reply};

use crate::{call, engine, person};

const SANDBOX: &str = "
rule w { match operation is write and path within root  action allow  set tool_arg.path = inside \"sandbox\" }
rule no operation is write and path like \"/home/dev/p/sandbox/secret/**\" => deny";

#[test]
fn a_write_goes_to_the_sandbox_and_is_decided_again() {
    let gate = Gate::builder(engine(SANDBOX)).build();
    let write = |path: &str| gate.decide(&call("write", json!({ "path": path, "content": "c" })));
    let outcome = write("src/a.rs");
    assert!(outcome.proceed, "{outcome:#?}");
    assert_eq!(outcome.args.unwrap()["path"], "/home/dev/p/sandbox/src/a.rs");
    let records = gate.records(1).unwrap();
    assert_eq!(records[0].args["path"], "/home/dev/p/sandbox/src/a.rs");
    assert!(!write("secret/a").proceed);
    assert!(!write("/etc/passwd").proceed);
    // What is in the sandbox already stays.
    assert!(write("sandbox/a").args.is_none());
}

#[test]
fn a_host_that_cannot_change_arguments_refuses() {
    let gate = Gate::builder(engine(SANDBOX)).changes_arguments(false).build();
    let outcome = gate.decide(&call("write", json!({ "path": "a", "content": "" })));
    assert!(!outcome.proceed && outcome.reason.unwrap().contains("changes the call's arguments"));
}

#[test]
fn two_rules_that_set_one_argument_differently_refuse() {
    let policy = "
rule a { match operation is write  action allow  set tool_arg.path = \"/tmp/a\" }
rule b { match operation is write  action allow  set tool_arg.path = \"/tmp/b\" }";
    let outcome =
        Gate::builder(engine(policy)).build().decide(&call("write", json!({ "path": "x", "content": "" })));
    assert!(!outcome.proceed && outcome.reason.unwrap().contains("differently"));
}

#[test]
fn a_marked_session_stays_marked() {
    let policy = "
rule mail { match tool_name == \"mail\"  action allow  mark untrusted }
rule out  operation is network => allow
rule leak operation is network and marked untrusted => deny \"it has read mail\"";
    let gate = Gate::builder(engine(policy)).session("s1").build();
    let get = call("fetch", json!({ "url": "https://h.example/" }));
    assert!(gate.decide(&get).proceed);
    assert_eq!(gate.decide(&call("mail", json!({}))).marks, ["untrusted"]);
    assert_eq!(gate.decide(&get).reason.as_deref(), Some("it has read mail"));
    let other = toolgate::Call { session: Some("s2".into()), ..get };
    assert!(gate.decide(&other).proceed);
}

#[test]
fn a_refused_call_marks_nothing() {
    let policy = "
rule mail { match tool_name == \"mail\"  action confirm  mark untrusted }
rule leak tool_name == \"x\" and marked untrusted => deny
rule x tool_name == \"x\" => allow";
    for (reply, marked) in [(Reply::No(None), false), (Reply::Yes, true)] {
        let (builder, _) = person(policy, reply);
        let gate = builder.build();
        gate.decide(&call("mail", json!({})));
        assert_eq!(gate.decide(&call("x", json!({}))).proceed, !marked);
    }
}
