//! What stands before a tool runs: decides, looks at what is remembered, asks a person, remembers, marks and logs.
//!
//! In: calls. Out: whether to proceed, and what to tell the model if not. It must not know hosts' wire formats or command lines.
//! Whatever goes wrong on the way (a panic, a store that can't be written, a person who does not answer) is a refusal with its reason.

pub mod ask;
mod builder;
mod census;
mod change;
mod front;
mod key;
pub mod log;
pub mod memory;
mod outcome;
mod patterns;
pub mod prompt;
mod question;
mod redacting;
mod remember;
pub mod requests;
#[cfg(unix)]
pub mod terminal;
mod texts;
mod timed;

pub use ask::{Ask, Question, Reply};
pub use builder::GateBuilder;
pub use front::{Asked, Gate, Step};
pub use log::{Log, LogError, Record, Records};
pub use memory::{Answer, Memory, MemoryError, Remembered, Within};
pub use outcome::{Decider, Outcome};
pub use requests::{Request, Requests, Waiting, WaitingRoom};

/// What takes secrets out of texts before a person, a model or a log sees them.
pub trait Redact: Send + Sync {
    /// The text without secrets.
    fn text(&self, text: &str) -> String;
}

/// Seconds since 1970. A clock before that is an error: nothing that ends could be told to have ended.
pub(crate) fn now() -> Result<u64, MemoryError> {
    std::time::SystemTime::now()
        .duration_since(std::time::SystemTime::UNIX_EPOCH)
        .map(|since| since.as_secs())
        .map_err(|_| MemoryError::new("the clock stands before 1970"))
}
