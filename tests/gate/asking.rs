//! Asking: yes, no, late, nobody, and from elsewhere.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use serde_json::json;
use toolgate::gate::{Decider, Gate, Question, Reply, Requests, Waiting, WaitingRoom};

use crate::{call, engine, person};

const ASK: &str = "rule pay { match tool_name == \"pay\"  risk high  action confirm  reason \"money leaves\"  suggest \"ask first\" }";

#[test]
fn yes_and_no() {
    let (builder, asked) = person(ASK, Reply::Yes);
    let gate = builder.build();
    let outcome = gate.decide(&call("pay", json!({})));
    assert!(outcome.proceed);
    assert_eq!((outcome.decided_by, asked.load(Ordering::SeqCst)), (Decider::Person, 1));
    let (builder, _) = person(ASK, Reply::No(Some("not today".into())));
    let gate = builder.build();
    let outcome = gate.decide(&call("pay", json!({})));
    assert!(!outcome.proceed);
    assert_eq!(outcome.message(), "refused: a person said no: not today (rule pay). Instead: ask first");
    let records = gate.records(10).unwrap();
    assert_eq!((records.len(), records[0].proceed, records[0].decided_by), (1, false, Decider::Person));
}

#[test]
fn who_does_not_answer_in_time_has_said_no() {
    let gate = Gate::builder(engine(ASK))
        .timeout(Duration::from_millis(50))
        .ask(|_: &Question| {
            thread::sleep(Duration::from_secs(5));
            Reply::Yes
        })
        .build();
    let outcome = gate.decide(&call("pay", json!({})));
    assert!(!outcome.proceed);
    assert_eq!(outcome.decided_by, Decider::Timeout);
}

#[test]
fn a_late_yes_is_none() {
    let gate = Gate::builder(engine(ASK)).timeout(Duration::ZERO).build();
    let toolgate::gate::Step::Ask(asked) = gate.begin(&call("pay", json!({}))) else { panic!("it asks") };
    assert_eq!(gate.finish(*asked, Reply::Yes).decided_by, Decider::Timeout);
}

#[test]
fn without_anybody_to_ask_confirm_is_deny() {
    let gate = Gate::builder(engine(ASK)).build();
    let outcome = gate.decide(&call("pay", json!({})));
    assert!(!outcome.proceed);
    assert_eq!(outcome.decided_by, Decider::Nobody);
    assert!(outcome.reason.unwrap().contains("money leaves"));
}

#[test]
fn a_request_is_answered_from_elsewhere_once() {
    for yes in [true, false] {
        let room = Arc::new(WaitingRoom::new());
        let gate =
            Gate::builder(engine(ASK)).timeout(Duration::from_secs(20)).ask(Waiting(room.clone())).build();
        let answering = thread::spawn(move || {
            loop {
                if let Some(request) = room.pending().unwrap().first() {
                    assert!(request.text.contains("money leaves"));
                    let first = room.answer(request.id, yes).unwrap();
                    return (
                        first,
                        room.answer(request.id, true).unwrap(),
                        room.answer(request.id + 1, true).unwrap(),
                    );
                }
                thread::sleep(Duration::from_millis(5));
            }
        });
        assert_eq!(gate.decide(&call("pay", json!({}))).proceed, yes);
        assert_eq!(answering.join().unwrap(), (true, false, false));
    }
}

#[test]
fn a_person_may_change_the_arguments_and_what_is_denied_stays_denied() {
    let policy = "
rule w { match operation is write and path within root  action confirm }
rule no operation is write and path like \"/**/.env\" => deny";
    let with =
        |path: &str| Reply::YesWith(json!({ "path": path, "content": "" }).as_object().unwrap().clone());
    for (path, proceeds) in [("safe/x", true), (".env", false), ("/etc/x", false)] {
        let (builder, _) = person(policy, with(path));
        let outcome = builder.build().decide(&call("write", json!({ "path": "x", "content": "" })));
        assert_eq!(outcome.proceed, proceeds, "{path}: {outcome:#?}");
        assert_eq!(outcome.args.is_some(), proceeds);
    }
}

#[test]
fn rules_come_and_go_while_the_program_runs() {
    let gate = Gate::builder(engine("rule a tool_name == \"x\" => allow")).build();
    let x = call("x", json!({}));
    assert!(gate.decide(&x).proceed);
    gate.add("stop.policy", "rule stop any => deny \"stopped\"").unwrap();
    assert_eq!(gate.decide(&x).reason.as_deref(), Some("stopped"));
    assert!(gate.add("bad.policy", "rule").is_err());
    assert!(!gate.decide(&x).proceed);
    assert!(gate.remove("stop.policy").unwrap() && !gate.remove("stop.policy").unwrap());
    assert!(gate.decide(&x).proceed);
}
