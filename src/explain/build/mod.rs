//! From a decision and its trace to an explanation.

mod changes;
mod rules;
mod tree;

use crate::explain::explanation::{ExplainedEffect, Explanation, OriginJson};
use crate::explain::subject;
use crate::model::{Call, Certainty, Decision, Effect, Naming, Sources, Subject};
use crate::table::ask::World;
use crate::table::{Outcome, Table};

pub use changes::Without;

/// Everything that an explanation is made from.
#[derive(Clone, Copy)]
pub struct Material<'a> {
    /// The call.
    pub call: &'a Call,
    /// What it does.
    pub effects: &'a [Effect],
    /// What that came to.
    pub outcome: &'a Outcome,
    /// The decision, as callers get it.
    pub decision: &'a Decision,
    /// The table that decided.
    pub table: &'a Table,
    /// What it was decided in.
    pub world: &'a World<'a>,
    /// The policies' texts.
    pub sources: &'a Sources,
}

/// The explanation. `without` decides the call again as if a rule were not there.
pub fn explanation(material: Material<'_>, without: &dyn Without) -> Explanation {
    let effects: Vec<ExplainedEffect> =
        (0..material.effects.len()).filter_map(|at| explained(material, at)).collect();
    Explanation {
        version: 1,
        call: material.call.clone(),
        decision: material.decision.clone(),
        commands: tree::commands(material),
        changes: changes::changes(material, &effects, without),
        effects,
    }
}

fn explained(material: Material<'_>, at: usize) -> Option<ExplainedEffect> {
    let effect = material.effects.get(at)?;
    let outcome = material.outcome.effects.get(at)?;
    let decision = material.decision.effects.get(at)?;
    let profile = match &effect.subject {
        Subject::Command(command) | Subject::Script(command, _) => command.profile.as_ref(),
        Subject::Path(_) | Subject::Host(_) | Subject::Call | Subject::Unknown { .. } => {
            effect.via.last().and_then(|command| command.profile.as_ref())
        }
    };
    Some(ExplainedEffect {
        number: at + 1,
        operation: effect.operation.to_string(),
        subject: subject::of(effect),
        verdict: outcome.verdict,
        decided_by: decision.decided_by,
        possible: effect.certainty == Certainty::Possible,
        implied: effect.naming == Naming::Implied,
        follows: effect.follows.iter().map(|at| at + 1).collect(),
        origin: origin(material.call, effect),
        via: effect.via.iter().map(|command| subject::words(command).join(" ")).collect(),
        things: subject::things(effect),
        unknown: subject::unknown(effect),
        profile: profile.map(|profile| format!("{} ({})", profile.name, profile.source)),
        applied: rules::applied(material, outcome),
        near: rules::near(material, effect, at),
        default: rules::default(material, outcome),
    })
}

fn origin(call: &Call, effect: &Effect) -> Option<OriginJson> {
    let arg = effect.origin.arg.clone()?;
    let whole = call.args.get(&arg).map(|value| match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    });
    let whole = whole.unwrap_or_default();
    let span = effect.origin.span.clone();
    let text = span.clone().and_then(|span| whole.get(span)).unwrap_or(&whole).to_owned();
    Some(OriginJson { arg, text, span: span.map(|span| [span.start, span.end]) })
}
