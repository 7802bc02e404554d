//! Why a call gets its verdict, as data: `docs/schema/explanation.json`.

use serde::Serialize;

use crate::explain::diagnostics::PlaceJson;
use crate::model::{Call, DecidedBy, Decision, Risk, Verdict};

/// Why a call gets its verdict.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// The schema's version.
    pub version: u32,
    /// The call.
    pub call: Call,
    /// The decision.
    pub decision: Decision,
    /// Everything that the call does, in order.
    pub effects: Vec<ExplainedEffect>,
    /// The commands that run, each with those that it runs.
    pub commands: Vec<CommandNode>,
    /// What would change the verdict, a sentence each.
    pub changes: Vec<String>,
}

impl Explanation {
    /// That of a call which was refused before it was looked at.
    pub fn of_refusal(call: &Call, decision: Decision) -> Explanation {
        Explanation {
            version: 1,
            call: call.clone(),
            decision,
            effects: Vec::new(),
            commands: Vec::new(),
            changes: Vec::new(),
        }
    }
}

/// One effect.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExplainedEffect {
    /// Its number among the call's effects, from 1.
    pub number: usize,
    /// What it does.
    pub operation: String,
    /// What it does it to: a command's text, a path, a host.
    pub subject: Option<String>,
    /// This effect's verdict.
    pub verdict: Verdict,
    /// What decided it.
    pub decided_by: DecidedBy,
    /// Only possible: an unknown word could make it happen.
    pub possible: bool,
    /// Implied by the program whatever its words.
    pub implied: bool,
    /// Numbers of the effects whose verdict it takes when no allow or confirm rule covers it.
    pub follows: Vec<usize>,
    /// Where in the call it comes from.
    pub origin: Option<OriginJson>,
    /// The commands that it came through, outermost first.
    pub via: Vec<String>,
    /// All that it touches.
    pub things: Vec<String>,
    /// What is not known of it, for people.
    pub unknown: Option<String>,
    /// The profile of the program that was used.
    pub profile: Option<String>,
    /// The rules that applied, those that decided first.
    pub applied: Vec<AppliedRule>,
    /// Rules that would have applied but for one condition.
    pub near: Vec<NearRule>,
    /// The default, where it counted.
    pub default: Option<DefaultJson>,
}

/// A piece of an argument.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OriginJson {
    /// The argument.
    pub arg: String,
    /// The piece's text; the whole argument's when there is no span.
    pub text: String,
    /// Bytes of the argument's text.
    pub span: Option<[usize; 2]>,
}

/// A rule that applied.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AppliedRule {
    /// The full id.
    pub rule: String,
    /// Its layer.
    pub layer: String,
    /// What it asks for.
    pub action: Verdict,
    /// What it counted as: a deny that only may hold counts as confirm.
    pub counts: Verdict,
    /// Its risk.
    pub risk: Risk,
    /// Whether it is an `otherwise` rule.
    pub otherwise: bool,
    /// How it answered for all that is touched: `all`, `some`, `maybe`.
    pub answer: &'static str,
    /// Whether it is one of those that gave the effect its verdict.
    pub decided: bool,
    /// Its condition.
    pub condition: String,
    /// Why, in its own words.
    pub reason: Option<String>,
    /// Where it stands.
    pub place: PlaceJson,
    /// The line of the policy that decides, and what to underline in it.
    pub line: LineJson,
}

/// A line of a policy.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineJson {
    /// Its number, from 1.
    pub number: u32,
    /// Its text, without its end.
    pub text: String,
    /// The characters to underline, from and to, from 0.
    pub underline: [usize; 2],
}

/// A rule that nearly applied.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NearRule {
    /// The full id.
    pub rule: String,
    /// Its layer.
    pub layer: String,
    /// What it asks for.
    pub action: Verdict,
    /// The one condition that does not hold.
    pub failed: String,
    /// How it answered: `none`, `maybe`, or `some` where all is needed.
    pub answer: &'static str,
    /// Where that condition stands.
    pub place: PlaceJson,
    /// The line that it stands in.
    pub line: LineJson,
}

/// The default, where it counted.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DefaultJson {
    /// Confirm or deny.
    pub verdict: Verdict,
    /// The layer that writes it; none if none does.
    pub layer: Option<String>,
    /// For which part of what is touched it counts: `all`, `some`, `maybe`.
    pub answer: &'static str,
}

/// A command that runs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CommandNode {
    /// Its words.
    pub words: Vec<WordJson>,
    /// Bytes of the argument's text.
    pub span: [usize; 2],
    /// The number of its own effect; none for a wrapper's that has no effect of its own.
    pub effect: Option<usize>,
    /// The numbers of what follows from its operands and flags.
    pub effects: Vec<usize>,
    /// The strictest verdict of it and all below it.
    pub verdict: Verdict,
    /// The commands that it runs.
    pub runs: Vec<CommandNode>,
}

/// A word.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WordJson {
    /// What is known of it; what is not, as `…`.
    pub text: String,
    /// Whether it is exactly that.
    pub known: bool,
}
