//! The record of every decision. No record, no allow.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;

use crate::gate::outcome::Decider;
use crate::model::{EffectDecision, Risk, Verdict};

/// One decision, as it is recorded.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Record {
    /// Milliseconds since 1970.
    pub time: u64,
    /// The session.
    pub session: Option<String>,
    /// The agent.
    pub agent: Option<String>,
    /// The tool.
    pub tool: String,
    /// The tool's server.
    pub server: Option<String>,
    /// The arguments, secrets taken out.
    pub args: Value,
    /// Where it was called.
    pub cwd: Option<String>,
    /// The project.
    pub root: Option<String>,
    /// What the call does, secrets taken out.
    pub effects: Vec<EffectDecision>,
    /// What the policies say.
    pub verdict: Verdict,
    /// Whether the call proceeded.
    pub proceed: bool,
    /// Who decided.
    pub decided_by: Decider,
    /// The deciding rule's id.
    pub rule: Option<String>,
    /// Its risk.
    pub risk: Option<Risk>,
    /// Why.
    pub reason: Option<String>,
    /// The policy set.
    pub policy: String,
    /// Microseconds from the call's arrival to the decision, the person's time included.
    pub duration: u64,
    /// `sha256:…` of the whole call as it would run, nothing taken out.
    pub call: String,
}

/// A decision could not be recorded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LogError(String);

impl LogError {
    /// With what is wrong.
    pub fn new(what: impl Into<String>) -> LogError {
        LogError(what.into())
    }
}

/// Where decisions are recorded. [`Records`] keeps them for the life of the program.
pub trait Log: Send + Sync {
    /// Records a decision, safely before it returns.
    fn record(&self, record: &Record) -> Result<(), LogError>;
    /// The last records, oldest first, at most so many. They are copies: what is done to them changes no log.
    fn last(&self, limit: usize) -> Result<Vec<Record>, LogError>;
}

/// Keeps the last records for the life of the program.
#[derive(Debug, Default)]
pub struct Records(Mutex<std::collections::VecDeque<Record>>);

/// Records that are kept in memory.
const KEPT: usize = 100_000;

impl Records {
    /// None yet.
    pub fn new() -> Records {
        Records::default()
    }
}

impl Log for Records {
    fn record(&self, record: &Record) -> Result<(), LogError> {
        let mut records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if records.len() == KEPT {
            records.pop_front();
        }
        records.push_back(record.clone());
        Ok(())
    }

    fn last(&self, limit: usize) -> Result<Vec<Record>, LogError> {
        let records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let skip = records.len().saturating_sub(limit);
        Ok(records.iter().skip(skip).cloned().collect())
    }
}
