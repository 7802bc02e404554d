//! Questions that wait until somebody elsewhere answers them: another terminal, a web page.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use crate::gate::ask::{Ask, Question, Reply};
use crate::gate::memory::MemoryError;
use crate::gate::now;

/// A question that waits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Request {
    /// Its number; given when it is put down.
    pub id: u64,
    /// The session.
    pub session: Option<String>,
    /// The agent that asks.
    pub agent: Option<String>,
    /// The tool.
    pub tool: String,
    /// The whole question as a person reads it.
    pub text: String,
    /// Seconds since 1970.
    pub asked: u64,
    /// Seconds since 1970: an answer after it counts for nothing.
    pub until: u64,
}

/// Where questions wait, each for one answer.
pub trait Requests: Send + Sync {
    /// Puts a request down; its number.
    fn put(&self, request: &Request) -> Result<u64, MemoryError>;
    /// Those that wait.
    fn pending(&self) -> Result<Vec<Request>, MemoryError>;
    /// Answers one: true is yes. Whether it still waited: a request is answered once.
    fn answer(&self, id: u64, yes: bool) -> Result<bool, MemoryError>;
    /// Takes the answer, and the request with it; none while there is no answer.
    fn take(&self, id: u64) -> Result<Option<bool>, MemoryError>;
    /// Takes the request away: nobody waits any more.
    fn withdraw(&self, id: u64) -> Result<(), MemoryError>;
}

/// Asks by putting the question down and waiting for its answer.
pub struct Waiting(pub Arc<dyn Requests>);

/// How often it looks for an answer.
const LOOK: Duration = Duration::from_millis(50);

impl std::fmt::Debug for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Waiting")
    }
}

impl Ask for Waiting {
    fn ask(&self, question: &Question) -> Reply {
        match self.wait(question) {
            Ok(reply) => reply,
            Err(error) => Reply::Failed(error.to_string()),
        }
    }
}

impl Waiting {
    fn wait(&self, question: &Question) -> Result<Reply, MemoryError> {
        let asked = now()?;
        let request = Request {
            id: 0,
            session: question.call.session.clone(),
            agent: question.call.agent.clone(),
            tool: question.call.tool.clone(),
            text: crate::gate::prompt::text(question, &crate::gate::prompt::Bare),
            asked,
            until: asked.saturating_add(question.remaining().as_secs()),
        };
        let id = self.0.put(&request)?;
        loop {
            match self.0.take(id)? {
                Some(true) => return Ok(Reply::Yes),
                Some(false) => return Ok(Reply::No(None)),
                None if question.remaining().is_zero() => break,
                None => thread::sleep(LOOK.min(question.remaining())),
            }
        }
        self.0.withdraw(id)?;
        Ok(Reply::TimedOut)
    }
}

/// Requests for the life of the program.
#[derive(Debug, Default)]
pub struct WaitingRoom(Mutex<Room>);

#[derive(Debug, Default)]
struct Room {
    last: u64,
    /// Each with its answer, once there is one.
    waiting: BTreeMap<u64, (Request, Option<bool>)>,
}

impl WaitingRoom {
    /// Nobody waits.
    pub fn new() -> WaitingRoom {
        WaitingRoom::default()
    }

    fn with<R>(&self, act: impl FnOnce(&mut Room) -> R) -> R {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Requests for WaitingRoom {
    fn put(&self, request: &Request) -> Result<u64, MemoryError> {
        Ok(self.with(|Room { last, waiting }| {
            *last += 1;
            waiting.insert(*last, (Request { id: *last, ..request.clone() }, None));
            *last
        }))
    }

    fn pending(&self) -> Result<Vec<Request>, MemoryError> {
        Ok(self.with(|Room { waiting, .. }| {
            waiting
                .values()
                .filter(|(_, answer)| answer.is_none())
                .map(|(request, _)| request.clone())
                .collect()
        }))
    }

    fn answer(&self, id: u64, yes: bool) -> Result<bool, MemoryError> {
        let now = now()?;
        Ok(self.with(|Room { waiting, .. }| match waiting.get_mut(&id) {
            Some((request, answer @ None)) if now <= request.until => {
                *answer = Some(yes);
                true
            }
            Some(_) | None => false,
        }))
    }

    fn take(&self, id: u64) -> Result<Option<bool>, MemoryError> {
        Ok(self.with(|Room { waiting, .. }| {
            let answer = waiting.get(&id).and_then(|(_, answer)| *answer)?;
            waiting.remove(&id);
            Some(answer)
        }))
    }

    fn withdraw(&self, id: u64) -> Result<(), MemoryError> {
        self.with(|Room { waiting, .. }| waiting.remove(&id));
        Ok(())
    }
}
