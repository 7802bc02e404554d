//! A compiled set. (The decision table is not connected yet: every call is refused.)

use crate::engine::Set;
use crate::explain::Explanation;
use crate::model::{Call, DecidedBy, Decision, Files, Verdict};

#[derive(Debug)]
pub(crate) struct Ready;

impl Ready {
    pub(crate) fn new(_set: &mut Set) -> Option<Ready> {
        Some(Ready)
    }

    pub(crate) fn decide(&self, call: &Call, _files: &dyn Files, set: &Set) -> Decision {
        Decision {
            id: call.id.clone(),
            verdict: Verdict::Deny,
            decided_by: DecidedBy::Error,
            rule: None,
            layer: None,
            risk: None,
            reason: Some("the decision table is not connected yet".into()),
            suggest: None,
            remember: None,
            effects: Vec::new(),
            policy: set.digest().to_string(),
        }
    }

    pub(crate) fn explain(&self, call: &Call, files: &dyn Files, set: &Set) -> Explanation {
        Explanation::of_refusal(call, self.decide(call, files, set))
    }
}
