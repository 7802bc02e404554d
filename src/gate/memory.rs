//! What is remembered: a person's answers, and the marks of sessions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

/// An answer that a person wants remembered: for one effect, under one rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answer {
    /// Its number; given when it is kept.
    pub id: u64,
    /// The agent that asked; its answers are not another's.
    pub agent: Option<String>,
    /// The rule's full id.
    pub rule: String,
    /// A digest of the rule as resolved and of the tool's declaration: another rule is not answered by this.
    pub rule_digest: String,
    /// Where it holds.
    pub within: Within,
    /// What it covers, for people: `command`.
    pub kind: String,
    /// A digest of what it covers.
    pub key: String,
    /// For answers by command: the flags that were in the approved command. No other may be in a later one.
    pub flags: Vec<String>,
    /// What was approved, for people.
    pub shown: String,
    /// Seconds since 1970.
    pub granted: u64,
    /// Seconds since 1970; none if it does not end by time.
    pub expires: Option<u64>,
    /// Seconds since 1970.
    pub last_used: Option<u64>,
}

/// Where an answer holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Within {
    /// In this session.
    Session(String),
    /// In the project with this real path.
    Project(String),
    /// Everywhere.
    Always,
}

impl Answer {
    /// Whether it holds at this time. One that was given later than now is none: the clock was set back.
    pub fn holds_at(&self, now: u64) -> bool {
        self.granted <= now && self.expires.is_none_or(|end| now < end)
    }
}

/// The store could not answer, or could not keep what it was given.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct MemoryError(String);

impl MemoryError {
    /// With what is wrong.
    pub fn new(what: impl Into<String>) -> MemoryError {
        MemoryError(what.into())
    }
}

/// Where answers and marks are kept. [`Remembered`] keeps them for the life of the program.
pub trait Memory: Send + Sync {
    /// The answers for a rule (by digest) and a key, ended ones included.
    fn find(&self, rule_digest: &str, key: &str) -> Result<Vec<Answer>, MemoryError>;
    /// Keeps answers, all or none; their numbers.
    fn keep(&self, answers: &[Answer]) -> Result<Vec<u64>, MemoryError>;
    /// Notes that answers were used.
    fn used(&self, ids: &[u64], now: u64) -> Result<(), MemoryError>;
    /// All answers, ended ones included.
    fn list(&self) -> Result<Vec<Answer>, MemoryError>;
    /// Forgets these; how many there were.
    fn forget(&self, ids: &[u64]) -> Result<usize, MemoryError>;
    /// The marks of a session.
    fn marks(&self, session: &str) -> Result<Vec<String>, MemoryError>;
    /// Adds marks to a session; none is ever taken away.
    fn mark(&self, session: &str, marks: &[String]) -> Result<(), MemoryError>;
}

/// Keeps answers and marks for the life of the program.
#[derive(Debug, Default)]
pub struct Remembered(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    next: u64,
    answers: Vec<Answer>,
    marks: BTreeMap<String, BTreeSet<String>>,
}

impl Remembered {
    /// Nothing yet.
    pub fn new() -> Remembered {
        Remembered::default()
    }

    fn with<R>(&self, act: impl FnOnce(&mut Kept) -> R) -> R {
        // Every change below is one step: a panic elsewhere leaves nothing half done.
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Memory for Remembered {
    fn find(&self, rule_digest: &str, key: &str) -> Result<Vec<Answer>, MemoryError> {
        let is = |answer: &&Answer| answer.rule_digest == rule_digest && answer.key == key;
        Ok(self.with(|kept| kept.answers.iter().filter(is).cloned().collect()))
    }

    fn keep(&self, answers: &[Answer]) -> Result<Vec<u64>, MemoryError> {
        Ok(self.with(|kept| {
            let mut ids = Vec::new();
            for answer in answers {
                kept.next += 1;
                ids.push(kept.next);
                kept.answers.push(Answer { id: kept.next, ..answer.clone() });
            }
            ids
        }))
    }

    fn used(&self, ids: &[u64], now: u64) -> Result<(), MemoryError> {
        self.with(|kept| {
            for answer in kept.answers.iter_mut().filter(|answer| ids.contains(&answer.id)) {
                answer.last_used = Some(now);
            }
        });
        Ok(())
    }

    fn list(&self) -> Result<Vec<Answer>, MemoryError> {
        Ok(self.with(|kept| kept.answers.clone()))
    }

    fn forget(&self, ids: &[u64]) -> Result<usize, MemoryError> {
        Ok(self.with(|kept| {
            let before = kept.answers.len();
            kept.answers.retain(|answer| !ids.contains(&answer.id));
            before - kept.answers.len()
        }))
    }

    fn marks(&self, session: &str) -> Result<Vec<String>, MemoryError> {
        Ok(self
            .with(|kept| kept.marks.get(session).map(|marks| marks.iter().cloned().collect()))
            .unwrap_or_default())
    }

    fn mark(&self, session: &str, marks: &[String]) -> Result<(), MemoryError> {
        self.with(|kept| kept.marks.entry(session.to_owned()).or_default().extend(marks.iter().cloned()));
        Ok(())
    }
}
