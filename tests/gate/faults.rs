//! Every fault ends in a refusal with its reason.

use std::sync::Arc;

use serde_json::json;
use toolgate::Engine;
use toolgate::gate::{Answer, Decider, Gate, Log, LogError, Memory, MemoryError, Question, Record, Reply};

use crate::{call, engine};

/// A store whose disk is full.
struct Broken;

impl Log for Broken {
    fn record(&self, _: &Record) -> Result<(), LogError> {
        Err(LogError::new("the disk is full"))
    }
    fn last(&self, _: usize) -> Result<Vec<Record>, LogError> {
        Err(LogError::new("the disk is full"))
    }
}

impl Memory for Broken {
    fn find(&self, _: &str, _: &str) -> Result<Vec<Answer>, MemoryError> {
        Err(MemoryError::new("the file is damaged"))
    }
    fn keep(&self, _: &[Answer]) -> Result<Vec<u64>, MemoryError> {
        Err(MemoryError::new("the file is damaged"))
    }
    fn used(&self, _: &[u64], _: u64) -> Result<(), MemoryError> {
        Err(MemoryError::new("the file is damaged"))
    }
    fn list(&self) -> Result<Vec<Answer>, MemoryError> {
        Err(MemoryError::new("the file is damaged"))
    }
    fn forget(&self, _: &[u64]) -> Result<usize, MemoryError> {
        Err(MemoryError::new("the file is damaged"))
    }
    fn marks(&self, session: &str) -> Result<Vec<String>, MemoryError> {
        if session == "unreadable" { Err(MemoryError::new("the file is damaged")) } else { Ok(Vec::new()) }
    }
    fn mark(&self, _: &str, _: &[String]) -> Result<(), MemoryError> {
        Err(MemoryError::new("the file is damaged"))
    }
}

const POLICY: &str = "
rule a tool_name == \"a\" => allow
rule b { match tool_name == \"b\"  action confirm  remember session by call }
rule m { match tool_name == \"m\"  action allow  mark seen }";

fn refused(gate: &Gate, tool: &str, why: &str) {
    let outcome = gate.decide(&call(tool, json!({})));
    assert!(!outcome.proceed, "{outcome:#?}");
    assert_eq!(outcome.decided_by, Decider::Error);
    assert!(outcome.reason.as_deref().is_some_and(|reason| reason.contains(why)), "{outcome:#?}");
}

#[test]
fn no_record_no_allow() {
    refused(&Gate::builder(engine(POLICY)).log(Arc::new(Broken)).build(), "a", "the disk is full");
}

#[test]
fn a_store_that_cannot_be_read_or_written() {
    let gate = |session: &str| {
        let yes = |_: &Question| Reply::Yes;
        Gate::builder(engine(POLICY)).session(session).memory(Arc::new(Broken)).ask(yes).build()
    };
    refused(&gate("s"), "b", "the file is damaged");
    refused(&gate("s"), "m", "the file is damaged");
    refused(&gate("unreadable"), "a", "the file is damaged");
}

#[test]
fn a_callback_that_panics() {
    let gate =
        Gate::builder(engine(POLICY)).ask(|_: &Question| -> Reply { panic!("a bug of the host") }).build();
    refused(&gate, "b", "internal error");
}

#[test]
fn a_log_that_panics() {
    struct Panics;
    impl Log for Panics {
        fn record(&self, _: &Record) -> Result<(), LogError> {
            panic!("a bug of the store")
        }
        fn last(&self, _: usize) -> Result<Vec<Record>, LogError> {
            Ok(Vec::new())
        }
    }
    refused(&Gate::builder(engine(POLICY)).log(Arc::new(Panics)).build(), "a", "internal error");
}

#[test]
fn policies_that_do_not_load() {
    let broken = Engine::builder().text("x.policy", "rule").load_or_deny();
    refused(&Gate::builder(broken).build(), "a", "the policies do not load");
}

#[test]
fn what_changes_while_the_person_thinks() {
    let dir = tempfile::tempdir().unwrap();
    let root = std::fs::canonicalize(dir.path()).unwrap();
    std::fs::create_dir(root.join("a")).unwrap();
    std::os::unix::fs::symlink(root.join("a"), root.join("link")).unwrap();
    let swap = root.clone();
    let gate = Gate::builder(engine("rule w operation is write => confirm"))
        .ask(move |_: &Question| {
            std::fs::remove_file(swap.join("link")).unwrap();
            std::os::unix::fs::symlink("/etc", swap.join("link")).unwrap();
            Reply::Yes
        })
        .build();
    let root = root.to_str().unwrap();
    let mut call = call("write", json!({ "path": "link/x", "content": "" }));
    (call.cwd, call.root, call.fs) = (Some(root.into()), Some(root.into()), None);
    let outcome = gate.decide(&call);
    assert!(!outcome.proceed && outcome.reason.unwrap().contains("changed while the person was asked"));
}

#[test]
fn a_file_system_that_the_call_brings_is_not_believed() {
    let dir = tempfile::tempdir().unwrap();
    let root = std::fs::canonicalize(dir.path()).unwrap();
    std::os::unix::fs::symlink("/etc", root.join("link")).unwrap();
    let root = root.to_str().unwrap();
    let mut call = call("write", json!({ "path": "link/x", "content": "" }));
    (call.cwd, call.root) = (Some(root.into()), Some(root.into()));
    assert!(call.fs.is_some());
    let gate = Gate::builder(engine("rule w operation is write and path within root => allow")).build();
    assert!(!gate.decide(&call).proceed);
}
