//! What the caller gets.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::model::{DecidedBy, EffectDecision, Risk, Untrusted, Verdict};

/// What becomes of a call.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Outcome {
    /// The call's own `id`.
    pub id: Value,
    /// Whether to run the tool.
    pub proceed: bool,
    /// What the policies say, before anybody was asked.
    pub verdict: Verdict,
    /// Who decided in the end.
    pub decided_by: Decider,
    /// The deciding rule's full id.
    pub rule: Option<String>,
    /// The layer that the rule is in.
    pub layer: Option<String>,
    /// The deciding rule's risk.
    pub risk: Option<Risk>,
    /// Why.
    pub reason: Option<String>,
    /// A safer way.
    pub suggest: Option<String>,
    /// The arguments to run the tool with, where they are not those of the call (`set`, or the person's change).
    pub args: Option<Map<String, Value>>,
    /// What was remembered of a person's answer, in the policy's words.
    pub remembered: Option<String>,
    /// The marks that the session got.
    pub marks: Vec<String>,
    /// What the call does.
    pub effects: Vec<EffectDecision>,
    /// The policy set that decided.
    pub policy: String,
}

/// Who decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decider {
    /// A rule.
    Rule,
    /// An `otherwise` rule.
    Otherwise,
    /// The strictest default.
    Default,
    /// A remembered answer.
    Memory,
    /// toolgate's protection of itself.
    #[serde(rename = "self")]
    SelfProtection,
    /// A person.
    Person,
    /// A person was asked and did not answer in time.
    Timeout,
    /// A person must agree, and there is nobody to ask.
    Nobody,
    /// Something went wrong.
    Error,
}

impl From<DecidedBy> for Decider {
    fn from(by: DecidedBy) -> Decider {
        match by {
            DecidedBy::Rule => Decider::Rule,
            DecidedBy::Otherwise => Decider::Otherwise,
            DecidedBy::Default => Decider::Default,
            DecidedBy::Memory => Decider::Memory,
            DecidedBy::SelfProtection => Decider::SelfProtection,
            DecidedBy::Error => Decider::Error,
        }
    }
}

impl Outcome {
    /// What to give the model as the tool's result when the call is refused: that it was, why, and a safer way.
    pub fn message(&self) -> String {
        if self.proceed {
            return "allowed".to_owned();
        }
        let mut out = "refused".to_owned();
        // Writing to a String cannot fail.
        if let Some(reason) = &self.reason {
            let _ = write!(out, ": {}", Untrusted(reason).visible());
        }
        if let Some(rule) = &self.rule {
            let _ = write!(out, " (rule {})", Untrusted(rule).visible());
        }
        if let Some(suggest) = &self.suggest {
            let _ = write!(out, ". Instead: {}", Untrusted(suggest).visible());
        }
        out
    }
}
