//! A decision with all that a gate needs to act on it: who asks, what may be remembered, what rules change and mark.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::effects::vocabulary::Tool;
use crate::engine::Disk;
use crate::engine::answer;
use crate::engine::front::{Engine, PANIC, State};
use crate::engine::ready::{Ready, Seen, Source};
use crate::model::{Call, Decision, Effect, Risk, Sources, Tri, Verdict};
use crate::policy;
use crate::policy::pattern::CommandPattern;
use crate::policy::typed::{
    ArgPath, ArgType, Condition, Layer, PathText, Predicate, Remember, Role, Rule, SetValue, TextSubject,
};
use crate::table::By;

/// A call looked at: its decision, and what stands behind it.
#[derive(Clone, Debug)]
pub struct Examined {
    /// The decision, as [`Engine::decide`] gives it.
    pub decision: Decision,
    /// What the call does, in the order of the decision's effects. Empty where nothing could be decided.
    pub effects: Vec<Effect>,
    /// Who asks, if the verdict is confirm: each effect with each rule or default that asks for it.
    pub asking: Vec<Asking>,
    /// What the rules that count change of the call (`set`).
    pub changes: Vec<Change>,
    /// The marks that the session gets if the call proceeds.
    pub marks: Vec<Arc<str>>,
    /// `sha256:…` of what the policies declare of the call's tool, in hexadecimal.
    pub tool_digest: String,
    /// Whether the tool takes a shell command or the words of one.
    pub runs_commands: bool,
}

/// One effect, and one rule or default that asks for it.
#[derive(Clone, Debug)]
pub struct Asking {
    /// The effect's position.
    pub effect: usize,
    /// The rule; none if it is a default.
    pub rule: Option<Arc<AskingRule>>,
    /// Whether its condition holds for certain; else it only may hold.
    pub certain: bool,
}

/// A rule that asks, as far as asking and remembering need it.
#[derive(Clone, Debug)]
pub struct AskingRule {
    /// The full id.
    pub id: Arc<str>,
    /// The layer's name.
    pub layer: String,
    /// Its title; none of an untrusted project.
    pub title: Option<Arc<str>>,
    /// Why it asks, or that it is a rule of an untrusted project.
    pub reason: Option<String>,
    /// A safer way.
    pub suggest: Option<Arc<str>>,
    /// How much harm is at stake.
    pub risk: Risk,
    /// Where it is written: `file:line:column`.
    pub place: String,
    /// What may be remembered.
    pub remember: Remember,
    /// The command patterns of its condition that must match.
    pub patterns: Vec<CommandPattern>,
    /// The arguments that its condition looks at.
    pub args: Vec<ArgPath>,
    /// A digest of the rule as resolved, values of `let` included, in hexadecimal.
    pub digest: String,
}

/// A change that a rule makes (`set`).
#[derive(Clone, Debug)]
pub struct Change {
    /// The rule's full id.
    pub rule: Arc<str>,
    /// The argument, or the place in it.
    pub target: ArgPath,
    /// What is put there.
    pub value: NewValue,
}

/// What `set` puts in an argument's place.
#[derive(Clone, PartialEq, Debug)]
pub enum NewValue {
    /// This value.
    Json(Value),
    /// The path's place relative to root, in this directory instead.
    Inside(PathText),
}

impl Engine {
    /// Decides on a call as [`Engine::decide`] does, and hands out what a gate needs to ask, to remember and to change. A
    /// file system that the call brings is not asked.
    pub fn examine(&self, call: &Call) -> Examined {
        self.examined(call)
    }

    fn examined(&self, call: &Call) -> Examined {
        let ready = match self.state() {
            State::Ready(ready) => ready,
            State::Failed(error) => {
                return Examined::refused(self.refusal(call.id.clone(), error.to_string()));
            }
        };
        // INVARIANT: deciding changes nothing that outlives a panic but per-call scratch space.
        let looked = catch_unwind(AssertUnwindSafe(|| {
            ready.look(call, &Disk, Source::Machine, |seen, world| {
                let set = self.set();
                let decision =
                    answer::decision(&seen.call, &seen.effects, &seen.outcome, &ready.table, set.digest());
                examined(ready, seen, decision, world.tool, set.sources())
            })
        }));
        looked.unwrap_or_else(|_| Examined::refused(self.refusal(call.id.clone(), PANIC.to_owned())))
    }
}

impl Examined {
    /// Of a call on which nothing could be decided.
    pub fn refused(decision: Decision) -> Examined {
        Examined {
            decision,
            effects: Vec::new(),
            asking: Vec::new(),
            changes: Vec::new(),
            marks: Vec::new(),
            tool_digest: String::new(),
            runs_commands: true,
        }
    }
}

fn examined(
    ready: &Ready,
    seen: &Seen<'_>,
    decision: Decision,
    tool: &Tool<'_>,
    sources: &Sources,
) -> Examined {
    let mut asking = Vec::new();
    let mut changes: Vec<Change> = Vec::new();
    let mut marks: BTreeSet<Arc<str>> = BTreeSet::new();
    let mut done: BTreeSet<Arc<str>> = BTreeSet::new();
    for (at, outcome) in seen.outcome.effects.iter().enumerate() {
        for counted in &outcome.counted {
            let rule = match counted.by {
                By::Row(row) => ready.table.rule(row),
                By::Default | By::ClosedDefault(_) => None,
            };
            if counted.verdict == Verdict::Confirm && decision.verdict == Verdict::Confirm {
                let rule = rule.map(|(layer, rule)| Arc::new(asking_rule(layer, rule, sources)));
                let certain = counted.answer.some() == Tri::Yes;
                asking.push(Asking { effect: at, rule, certain });
            }
            let Some((_, rule)) = rule else { continue };
            marks.extend(rule.mark.clone());
            // A rule that may hold, and asks for that, changes what it would change; one that only may allow does nothing.
            let counts = counted.verdict > Verdict::Allow || counted.answer.some() == Tri::Yes;
            if counts && done.insert(rule.id.clone()) {
                changes.extend(rule.set.iter().map(|set| Change {
                    rule: rule.id.clone(),
                    target: set.target.clone(),
                    value: match &set.value {
                        SetValue::Json(json) => NewValue::Json(policy::json(json)),
                        SetValue::Inside(dir) => NewValue::Inside(dir.clone()),
                    },
                }));
            }
        }
    }
    Examined {
        decision,
        effects: seen.effects.clone(),
        asking,
        changes,
        marks: marks.into_iter().collect(),
        tool_digest: tool_digest(tool),
        runs_commands: tool.unclear || tool.args().any(|(arg, _)| is_command(arg.ty)),
    }
}

fn is_command(ty: ArgType) -> bool {
    match ty {
        ArgType::Shell(_) | ArgType::Argv => true,
        ArgType::Path
        | ArgType::Tree
        | ArgType::Url
        | ArgType::Glob
        | ArgType::Patch
        | ArgType::Text
        | ArgType::Json => false,
    }
}

fn asking_rule(layer: &Layer, rule: &Rule, sources: &Sources) -> AskingRule {
    let (mut patterns, mut args) = (Vec::new(), Vec::new());
    for part in &rule.parts {
        walk(&part.condition, &mut |predicate, negated| match predicate {
            Predicate::Command(of) if part.role == Role::Match && !negated => {
                patterns.extend(of.iter().cloned());
            }
            Predicate::Text(TextSubject::Arg(path), _) if !args.contains(path) => args.push(path.clone()),
            Predicate::Text(..)
            | Predicate::Operation(_)
            | Predicate::Command(_)
            | Predicate::Via(_)
            | Predicate::Path(_)
            | Predicate::Host(_)
            | Predicate::Marked(_)
            | Predicate::Has(_) => {}
        });
    }
    args.sort();
    AskingRule {
        id: rule.id.clone(),
        layer: layer.name.clone(),
        title: rule.title.clone(),
        reason: answer::reason(layer, rule),
        suggest: rule.suggest.clone(),
        risk: rule.risk,
        place: sources.display(rule.id_span),
        remember: rule.remember.clone(),
        patterns,
        args,
        digest: rule_digest(layer, rule),
    }
}

/// Every predicate of a condition, with whether its negation is meant.
fn walk(condition: &Condition, see: &mut impl FnMut(&Predicate, bool)) {
    match condition {
        Condition::Always | Condition::Never => {}
        Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| walk(part, see)),
        Condition::Is(literal) => see(&literal.predicate, literal.negated),
    }
}

/// Everything of the rule that says what it means or what a person was told: not where it stands, nor its examples.
fn rule_digest(layer: &Layer, rule: &Rule) -> String {
    let mut hash = Hash::new();
    hash.add(env!("CARGO_PKG_VERSION"));
    hash.add(&layer.name);
    hash.add(&rule.id);
    hash.add(if rule.otherwise { "otherwise" } else { "rule" });
    for part in &rule.parts {
        hash.add(&format!("{:?}", part.role));
        condition(&part.condition, &mut hash);
    }
    hash.add(&format!("{:?} {:?} {:?}", rule.risk, rule.action, rule.remember));
    for text in [&rule.title, &rule.reason, &rule.suggest, &rule.mark] {
        hash.add(text.as_deref().unwrap_or_default());
    }
    for set in &rule.set {
        hash.add(&format!("{:?}", set.target));
        hash.add(&match &set.value {
            SetValue::Json(json) => policy::json(json).to_string(),
            SetValue::Inside(path) => format!("inside {path:?}"),
        });
    }
    hash.finish()
}

/// The condition without the places of its parts.
fn condition(condition: &Condition, hash: &mut Hash) {
    match condition {
        Condition::Always => hash.add("always"),
        Condition::Never => hash.add("never"),
        Condition::And(parts) => group("and", parts, hash),
        Condition::Or(parts) => group("or", parts, hash),
        Condition::Is(literal) => hash.add(&format!("{} {:?}", literal.negated, literal.predicate)),
    }
}

fn group(word: &str, parts: &[Condition], hash: &mut Hash) {
    hash.add(word);
    hash.add(&parts.len().to_string());
    parts.iter().for_each(|part| condition(part, hash));
}

/// What the policies declare of the tool, places left out.
fn tool_digest(tool: &Tool<'_>) -> String {
    let mut hash = Hash::new();
    for (arg, operations) in tool.args() {
        hash.add(&format!("{} {:?} {operations:?} {:?}", arg.name, arg.ty, arg.default));
    }
    hash.add(&format!("{:?} {}", tool.operations(), tool.unclear));
    hash.finish()
}

/// A digest over texts, each preceded by its length.
struct Hash(Sha256);

impl Hash {
    fn new() -> Hash {
        Hash(Sha256::new())
    }

    fn add(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
    }

    fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::Engine;
    use crate::model::{Call, Verdict};

    fn verdict(policy: &str) -> Verdict {
        let engine = Engine::builder().text("a.policy", policy).load_or_deny();
        let call = Call { tool: "look".into(), ..Call::default() };
        assert_eq!(engine.examine(&call).decision, engine.decide(&call));
        assert_eq!(engine.verdict(&call), engine.decide(&call).verdict);
        engine.decide(&call).verdict
    }

    #[test]
    fn an_allow_rule_ends_after_its_last_day() {
        assert_eq!(verdict("rule a { match any  action allow  until 9999-12-31 }"), Verdict::Allow);
        assert_eq!(verdict("rule a { match any  action allow  until 2020-01-31 }"), Verdict::Deny);
    }

    #[test]
    fn its_examples_hold_after_that_day_too() {
        let policy = r#"rule a { match command runs `make`  action allow  until 2020-01-31  hits ["make"] }"#;
        assert!(Engine::builder().text("a.policy", policy).load().is_ok());
    }
}
