//! An outcome as the decision that callers get.

use std::sync::Arc;

use crate::engine::ready::is_protection;
use crate::explain::subject;
use crate::model::{
    Answer, Call, Certainty, DecidedBy, Decision, Effect, EffectDecision, Naming, Subject, Tri, Verdict,
};
use crate::policy::typed::{Key, Layer, Remember, Rule, Scope};
use crate::table::decide::Counted;
use crate::table::{By, EffectOutcome, Outcome, Table};

/// What is said instead of the texts of a project that nobody trusts.
pub(crate) const UNTRUSTED: &str = "a rule of this untrusted project";
/// The reason when a decision cost more than it may.
const SPENT: &str = "deciding on this call costs more than the limit; it is refused";

/// The decision on a call.
pub(crate) fn decision(
    call: &Call,
    effects: &[Effect],
    outcome: &Outcome,
    table: &Table,
    digest: &Arc<str>,
) -> Decision {
    let shown: Vec<EffectDecision> = effects
        .iter()
        .zip(&outcome.effects)
        .map(|(effect, of)| effect_decision(effect, of, &outcome.effects, table))
        .collect();
    let decider = outcome.effects.get(outcome.decider);
    let by = decider.and_then(|decider| decider.by);
    let ruled = by.and_then(|by| ruled(by, table));
    let mut decision = Decision {
        id: call.id.clone(),
        verdict: outcome.verdict,
        decided_by: decided_by(by, table),
        rule: ruled.map(|(_, rule)| rule.id.to_string()),
        layer: layer_of(by, table).map(|layer| layer.name.clone()),
        risk: ruled.map(|(_, rule)| rule.risk),
        reason: ruled.and_then(|(layer, rule)| reason(layer, rule)),
        suggest: ruled.and_then(|(_, rule)| rule.suggest.as_ref()).map(ToString::to_string),
        remember: ruled
            .filter(|_| outcome.verdict == Verdict::Confirm)
            .and_then(|(_, rule)| remember(&rule.remember)),
        effects: shown,
        policy: digest.to_string(),
    };
    if outcome.spent {
        decision = Decision {
            decided_by: DecidedBy::Error,
            rule: None,
            layer: None,
            risk: None,
            reason: Some(SPENT.to_owned()),
            suggest: None,
            remember: None,
            ..decision
        };
    } else if decision.verdict > Verdict::Allow && ruled.is_none() {
        let doing = effects.get(outcome.decider).map(subject::doing);
        decision.reason = doing.map(|doing| format!("no rule allows it: {doing}"));
    }
    // What was not understood may be what any rule means: the reason of the first that says so would mislead.
    if let Some(Subject::Unknown { reason, .. }) = effects.get(outcome.decider).map(|effect| &effect.subject)
        && !outcome.spent
        && decision.verdict > Verdict::Allow
        && decider.is_some_and(|decider| {
            ruled.is_none() || answer(decider, &outcome.effects).some() == Tri::Unknown
        })
    {
        decision.reason = Some(format!("it is not known what it does: {reason}"));
        decision.suggest = None;
    }
    decision
}

/// What decided an effect, as callers are told.
pub(crate) fn decided_by(by: Option<By>, table: &Table) -> DecidedBy {
    match by {
        Some(By::Row(row)) => match table.rule(row) {
            Some((_, rule)) if is_protection(&rule.id) => DecidedBy::SelfProtection,
            Some((_, rule)) if rule.otherwise => DecidedBy::Otherwise,
            Some(_) => DecidedBy::Rule,
            None => DecidedBy::Error,
        },
        Some(By::Default | By::ClosedDefault(_)) | None => DecidedBy::Default,
    }
}

fn ruled(by: By, table: &Table) -> Option<(&Layer, &Rule)> {
    match by {
        By::Row(row) => table.rule(row),
        By::Default | By::ClosedDefault(_) => None,
    }
}

/// The layer whose rule or default decides.
pub(crate) fn layer_of(by: Option<By>, table: &Table) -> Option<&Layer> {
    match by? {
        By::Row(row) => table.rule(row).map(|(layer, _)| layer),
        By::Default => table.default_verdict().1,
        By::ClosedDefault(layer) => table.layers().get(usize::from(layer)),
    }
}

/// A rule's reason. Those of an untrusted project have no text of their own.
pub(crate) fn reason(layer: &Layer, rule: &Rule) -> Option<String> {
    if layer.trusted { rule.reason.as_ref().map(ToString::to_string) } else { Some(UNTRUSTED.to_owned()) }
}

/// What may be remembered, in the language's words; none if nothing may.
fn remember(remember: &Remember) -> Option<String> {
    let Remember::For { scope, seconds, key } = remember else { return None };
    let scope = match scope {
        Scope::Session => "session",
        Scope::Project => "project",
        Scope::Always => "always",
    };
    let key = match key {
        Key::Call => "call",
        Key::Command => "command",
        Key::Host => "host",
        Key::Tool => "tool",
    };
    let time = seconds.map(|seconds| format!(" for {}", duration(seconds))).unwrap_or_default();
    Some(format!("{scope}{time} by {key}"))
}

/// Seconds in the largest unit that takes them whole.
fn duration(seconds: u64) -> String {
    for (unit, name) in [(86_400, "d"), (3_600, "h"), (60, "m")] {
        if seconds >= unit && seconds.is_multiple_of(unit) {
            return format!("{}{name}", seconds / unit);
        }
    }
    format!("{seconds}s")
}

fn effect_decision(
    effect: &Effect,
    outcome: &EffectOutcome,
    all: &[EffectOutcome],
    table: &Table,
) -> EffectDecision {
    let counted = counted_rules(outcome);
    let rules =
        counted.iter().filter_map(|counted| ruled(counted.by, table)).map(|(_, rule)| rule.id.to_string());
    let command = match &effect.subject {
        Subject::Command(command) | Subject::Script(command, _) => Some(subject::words(command)),
        Subject::Path(_) | Subject::Host(_) | Subject::Call | Subject::Unknown { .. } => None,
    };
    let path = match &effect.subject {
        Subject::Path(path) | Subject::Script(_, path) => Some(path.shown.clone()),
        Subject::Command(_) | Subject::Host(_) | Subject::Call | Subject::Unknown { .. } => None,
    };
    let host = match &effect.subject {
        Subject::Host(host) => Some(subject::host(host)),
        Subject::Command(_)
        | Subject::Script(..)
        | Subject::Path(_)
        | Subject::Call
        | Subject::Unknown { .. } => None,
    };
    EffectDecision {
        operation: effect.operation.to_string(),
        command,
        path,
        host,
        verdict: outcome.verdict,
        decided_by: decided_by(outcome.by, table),
        rules: rules.collect(),
        answer: answer(outcome, all).as_str(),
        possible: effect.certainty == Certainty::Possible,
        implied: effect.naming == Naming::Implied,
        arg: effect.origin.arg.clone(),
        span: effect.origin.span.as_ref().map(|span| [span.start, span.end]),
    }
}

/// The rules that counted: those that refuse or ask; for an effect that passes, those that allow it.
pub(crate) fn counted_rules(outcome: &EffectOutcome) -> Vec<&Counted> {
    let passes = outcome.verdict == Verdict::Allow;
    let counts =
        |counted: &&Counted| matches!(counted.by, By::Row(_)) && (counted.verdict > Verdict::Allow || passes);
    outcome.counted.iter().filter(counts).collect()
}

/// How the deciding rule answered.
fn answer(outcome: &EffectOutcome, all: &[EffectOutcome]) -> Answer {
    let source = outcome.followed.and_then(|at| all.get(at)).unwrap_or(outcome);
    let by = outcome.by;
    source
        .counted
        .iter()
        .find(|counted| Some(counted.by) == by)
        .map_or(Answer::NONE, |counted| counted.answer)
}

#[cfg(test)]
mod tests {
    use super::{duration, remember};
    use crate::policy::typed::{Key, Remember, Scope};

    #[test]
    fn remembering_in_words() {
        assert_eq!(duration(1800), "30m");
        assert_eq!(duration(90), "90s");
        assert_eq!(duration(7 * 86_400), "7d");
        let written = Remember::For { scope: Scope::Session, seconds: Some(7200), key: Key::Command };
        assert_eq!(remember(&written).as_deref(), Some("session for 2h by command"));
        assert_eq!(remember(&Remember::Never), None);
    }
}
