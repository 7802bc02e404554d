//! Asking a person.

use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::engine::AskingRule;
use crate::model::{Call, Effect, Risk};

/// Who can be asked: a terminal, a web page, an editor, or a closure.
///
/// It is called on a thread of its own, so that a person who does not answer, or a callback that hangs or panics, ends in a
/// refusal and nothing else.
pub trait Ask: Send + Sync {
    /// Asks. An answer that comes after [`Question::deadline`] does not count.
    fn ask(&self, question: &Question) -> Reply;
}

impl<F: Fn(&Question) -> Reply + Send + Sync> Ask for F {
    fn ask(&self, question: &Question) -> Reply {
        self(question)
    }
}

/// What is asked.
#[derive(Clone, Debug, Serialize)]
pub struct Question {
    /// The call as it would run, secrets taken out.
    pub call: Call,
    /// The highest risk of what asks; none where only a default asks.
    pub risk: Option<Risk>,
    /// Why it is asked: the reason of the rule of the highest risk.
    pub reason: String,
    /// A safer way.
    pub suggest: Option<String>,
    /// What asks: each effect with the rules that ask for it.
    pub parts: Vec<Part>,
    /// What a yes may be remembered as, in the policy's words (`session by call`); none if it must be asked each time.
    pub remember: Option<String>,
    /// What else remembering would allow, for people.
    pub would_allow: Vec<String>,
    /// Until when an answer counts.
    #[serde(skip)]
    pub deadline: Instant,
}

/// One effect that asks.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// What it does, on one line: `write.delete build`.
    pub doing: String,
    /// All that it touches, a line each.
    pub touches: Vec<String>,
    /// The rules that ask.
    pub rules: Vec<Asker>,
    /// The argument that it comes from, and the bytes of its text.
    pub arg: Option<String>,
    /// The bytes of the argument's text, from and to.
    pub span: Option<[usize; 2]>,
    /// It only may happen, or a rule only may mean it.
    pub possible: bool,
    /// The effect itself.
    #[serde(skip)]
    pub effect: Effect,
}

/// A rule that asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Asker {
    /// Its full id; `default` for a default.
    pub id: String,
    /// Where it is written.
    pub place: Option<String>,
    /// Why.
    pub reason: Option<String>,
}

impl Asker {
    pub(crate) fn of(rule: Option<&AskingRule>) -> Asker {
        match rule {
            Some(rule) => Asker {
                id: rule.id.to_string(),
                place: Some(rule.place.clone()),
                reason: rule.reason.clone(),
            },
            None => Asker { id: "default".to_owned(), place: None, reason: None },
        }
    }
}

impl Question {
    /// How long an answer still counts.
    pub fn remaining(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

/// What a person says.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// Yes, this once.
    Yes,
    /// Yes, and remember it as the rule permits. Where nothing may be remembered it is a yes.
    Remember,
    /// Yes, with these arguments in place of the call's. The changed call is decided again; what is denied stays denied.
    YesWith(Map<String, Value>),
    /// No, with what the person says to it.
    No(Option<String>),
    /// Nobody answered in time.
    TimedOut,
    /// There is nobody to ask, and why.
    Nobody(String),
    /// Something went wrong.
    Failed(String),
}
