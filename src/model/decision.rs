//! The answer to a call.

use serde::Serialize;
use serde_json::Value;

use crate::model::Verdict;

/// The decision on one call, as `toolgate check` prints it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// The call's own `id`.
    pub id: Value,
    /// The strictest of the effects' verdicts.
    pub verdict: Verdict,
    /// What decided.
    pub decided_by: DecidedBy,
    /// The deciding rule's full id.
    pub rule: Option<String>,
    /// The layer that the rule is in.
    pub layer: Option<String>,
    /// The deciding rule's risk.
    pub risk: Option<Risk>,
    /// Why, in the rule's own words, or what went wrong.
    pub reason: Option<String>,
    /// A safer way.
    pub suggest: Option<String>,
    /// What may be remembered if a person agrees.
    pub remember: Option<String>,
    /// Each effect, with its own verdict.
    pub effects: Vec<EffectDecision>,
    /// `sha256:…` of the policy set that decided.
    pub policy: String,
}

/// What decided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DecidedBy {
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
    /// Something went wrong: deny.
    Error,
}

/// How much harm is at stake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Risk {
    /// Routine.
    Low,
    /// Worth a question that may be remembered.
    Medium,
    /// Worth a question each time.
    High,
    /// Never.
    Critical,
}

/// The decision on one effect.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EffectDecision {
    /// What it does.
    pub operation: String,
    /// The words of the command, if it is one; unknown parts as `…`.
    pub command: Option<Vec<String>>,
    /// The path, if there is one.
    pub path: Option<String>,
    /// The host, if there is one.
    pub host: Option<String>,
    /// This effect's verdict.
    pub verdict: Verdict,
    /// What decided it.
    pub decided_by: DecidedBy,
    /// The rules that counted.
    pub rules: Vec<String>,
    /// How the deciding rule answered: `all`, `some`, `maybe`, `none`.
    pub answer: &'static str,
    /// Only possible.
    pub possible: bool,
    /// Implied by the program.
    pub implied: bool,
    /// The argument that it came from.
    pub arg: Option<String>,
    /// Bytes of the argument's text.
    pub span: Option<[usize; 2]>,
}
