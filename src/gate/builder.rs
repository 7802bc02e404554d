//! What a gate is made of.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::engine::Engine;
use crate::gate::Redact;
use crate::gate::ask::Ask;
use crate::gate::front::Gate;
use crate::gate::log::{Log, Records};
use crate::gate::memory::{Memory, Remembered};
use crate::gate::texts::Texts;

/// How long a person has to answer, where nothing else is said.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Names what a gate is made of.
#[must_use]
pub struct GateBuilder {
    source: Box<dyn Fn() -> Arc<Engine> + Send + Sync>,
    memory: Arc<dyn Memory>,
    log: Arc<dyn Log>,
    asker: Option<Arc<dyn Ask>>,
    redact: Option<Arc<dyn Redact>>,
    session: Option<String>,
    agent: Option<String>,
    timeout: Duration,
    changes: bool,
}

impl std::fmt::Debug for GateBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GateBuilder").field("session", &self.session).finish_non_exhaustive()
    }
}

impl GateBuilder {
    pub(crate) fn new(source: Box<dyn Fn() -> Arc<Engine> + Send + Sync>) -> GateBuilder {
        GateBuilder {
            source,
            memory: Arc::new(Remembered::new()),
            log: Arc::new(Records::new()),
            asker: None,
            redact: None,
            session: None,
            agent: None,
            timeout: TIMEOUT,
            changes: true,
        }
    }

    /// Where answers and marks are kept. Without it: in memory, for the life of the gate.
    pub fn memory(mut self, memory: Arc<dyn Memory>) -> GateBuilder {
        self.memory = memory;
        self
    }

    /// Where decisions are recorded. Without it: in memory, for the life of the gate.
    pub fn log(mut self, log: Arc<dyn Log>) -> GateBuilder {
        self.log = log;
        self
    }

    /// Who is asked. Without it every question is a refusal.
    pub fn ask(mut self, asker: impl Ask + 'static) -> GateBuilder {
        self.asker = Some(Arc::new(asker));
        self
    }

    /// What takes secrets out of the log, questions and what [`Gate::redact`] is given.
    pub fn redactor(mut self, redact: Arc<dyn Redact>) -> GateBuilder {
        self.redact = Some(redact);
        self
    }

    /// The session of calls that name none.
    pub fn session(mut self, id: impl Into<String>) -> GateBuilder {
        self.session = Some(id.into());
        self
    }

    /// The agent of calls that name none.
    pub fn agent(mut self, name: impl Into<String>) -> GateBuilder {
        self.agent = Some(name.into());
        self
    }

    /// How long a person has to answer; 30 seconds where nothing is said.
    pub fn timeout(mut self, timeout: Duration) -> GateBuilder {
        self.timeout = timeout;
        self
    }

    /// Whether the caller runs tools with the arguments that an outcome gives in place of the call's. Where it can't, a call that
    /// a rule changes (`set`) is refused. It can, where nothing is said.
    pub fn changes_arguments(mut self, can: bool) -> GateBuilder {
        self.changes = can;
        self
    }

    /// The gate.
    pub fn build(self) -> Gate {
        Gate {
            source: self.source,
            texts: Mutex::new(Texts::default()),
            memory: self.memory,
            log: self.log,
            asker: self.asker,
            redact: self.redact,
            session: self.session,
            agent: self.agent,
            timeout: self.timeout,
            changes: self.changes,
            marks: Mutex::new(BTreeSet::new()),
        }
    }
}
