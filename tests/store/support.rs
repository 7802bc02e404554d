//! Stores for tests, and entries to put in.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use serde_json::json;
use toolgate::model::{DecidedBy, Risk, Verdict};
use toolgate::store::audit::{Decider, Filter, Order, Page};
use toolgate::store::{Entry, Options, Outcome, Record, Store};

/// 2026-12-01T00:00:00Z
pub(crate) const DAY_ONE: i64 = 1_796_083_200_000;

/// A clock that tests set.
#[derive(Clone)]
pub(crate) struct Clock(Arc<AtomicI64>);

impl Clock {
    pub(crate) fn set(&self, millis: i64) {
        self.0.store(millis, Ordering::SeqCst);
    }

    pub(crate) fn advance(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

/// A store in `directory` and its clock, which stands at [`DAY_ONE`].
pub(crate) fn clocked(directory: &Path) -> (Store, Clock) {
    let clock = Clock(Arc::new(AtomicI64::new(DAY_ONE)));
    let hand = clock.0.clone();
    let options = Options { clock: Arc::new(move || hand.load(Ordering::SeqCst)), ..Options::default() };
    (Store::open(directory, options).unwrap(), clock)
}

pub(crate) fn open(directory: &Path) -> Store {
    Store::open(directory, Options::default()).unwrap()
}

/// A shell command that a rule allowed.
pub(crate) fn entry(command: &str) -> Entry {
    Entry {
        session: Some("s1".into()),
        agent: Some("claude-code".into()),
        tool: "Bash".into(),
        effects: json!([{"operation": "exec", "command": [command], "verdict": "allow"}]),
        verdict: Verdict::Allow,
        outcome: Outcome::Allowed,
        decided_by: Decider::Policy(DecidedBy::Rule),
        person: None,
        rule: Some("git-look".into()),
        layer: Some("project".into()),
        risk: Some(Risk::Low),
        reason: None,
        policy: format!("sha256:{}", "a".repeat(64)),
        digest: format!("sha256:{}", "b".repeat(64)),
        duration: 1500,
        call: Some(json!({"tool": "Bash", "args": {"command": command}, "session": "s1"})),
    }
}

/// One that was denied.
pub(crate) fn denied(command: &str) -> Entry {
    Entry {
        verdict: Verdict::Deny,
        outcome: Outcome::Denied,
        rule: Some("git:force-push".into()),
        risk: Some(Risk::Critical),
        reason: Some("rewrites what others have".into()),
        ..entry(command)
    }
}

/// One that a person agreed to.
pub(crate) fn confirmed(command: &str) -> Entry {
    Entry {
        verdict: Verdict::Confirm,
        outcome: Outcome::Confirmed,
        decided_by: Decider::Person,
        person: Some("ada".into()),
        rule: Some("git-push".into()),
        risk: Some(Risk::Medium),
        ..entry(command)
    }
}

pub(crate) fn all(store: &Store) -> Vec<Record> {
    found(store, &Filter::default())
}

/// In the order in which they were written.
pub(crate) fn found(store: &Store, filter: &Filter) -> Vec<Record> {
    store.query(filter, Page { limit: 1_000_000, offset: 0, order: Order::OldestFirst }).unwrap()
}

/// The commands of the rows.
pub(crate) fn commands(rows: &[Record]) -> Vec<&str> {
    rows.iter().map(|row| row.entry.arguments().unwrap()["command"].as_str().unwrap()).collect()
}

/// What verification finds, in words.
pub(crate) fn wrong(store: &Store) -> Vec<String> {
    store.verify(None, |_, _| ()).unwrap().findings.iter().map(ToString::to_string).collect()
}

/// Runs SQL on the database as someone else would.
pub(crate) fn sql(directory: &Path, text: &str) {
    rusqlite::Connection::open(directory.join("toolgate.db")).unwrap().execute_batch(text).unwrap();
}
