//! Looking again at what fixes made of a set, before anything is written.

use std::collections::BTreeMap;

use crate::engine::testing::{self, Case};
use crate::engine::{Engine, Examples, Set};
use crate::model::{Call, DecidedBy, SourceId, Verdict};
use crate::policy::typed::{Layer, Rule};
use crate::syntax::ast::Tree;

/// Why changed texts are not taken. Each is a fault of a fix, never of the policies.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The set does not load any more.
    #[error("the changed policies do not load: {0}")]
    Broken(String),
    /// A comment was lost.
    #[error("a comment of `{0}` would be lost")]
    Comment(String),
    /// A rule is not what it was, apart from its condition.
    #[error("rule `{0}` would change")]
    Rule(String),
    /// A call of the policies' own examples and tests gets another verdict.
    #[error("a call would get another verdict: {0}")]
    Verdict(String),
}

/// The set that other texts make, if it says the same as before: it loads, every comment is still there, every rule is what it
/// was but for its condition, and every call of the policies' own `hits`, `misses` and tests gets the verdict that it got. Of a
/// set that did not load nothing but the comments is compared.
///
/// # Errors
///
/// What is not as it was.
pub fn rewrite(set: &Set, texts: &BTreeMap<SourceId, String>) -> Result<Set, Refused> {
    let new = set.with_texts(texts);
    // Of what did not load every call was denied: its fixes are those of errors, which mend what they can.
    if !set.is_sound() {
        comments(set, &new)?;
        return Ok(new);
    }
    let broken = |text: &dyn std::fmt::Display| Refused::Broken(text.to_string());
    let before = Engine::new(set.clone()).map_err(|error| broken(&error))?;
    let after = Engine::new(new.clone()).map_err(|error| broken(&error))?;
    comments(set, &new)?;
    rules(set, &new)?;
    for (name, call) in calls(&before) {
        if decided(&before, &call) != decided(&after, &call) {
            return Err(Refused::Verdict(name));
        }
    }
    Ok(new)
}

fn comments(old: &Set, new: &Set) -> Result<(), Refused> {
    let texts = |tree: &Tree| {
        let mut texts: Vec<String> = tree.comments.iter().map(|comment| comment.text.clone()).collect();
        texts.sort_unstable();
        texts
    };
    let of = |set: &Set| -> BTreeMap<_, _> {
        set.files().iter().map(|file| (file.name.clone(), texts(&file.tree))).collect()
    };
    let new = of(new);
    match of(old).into_iter().find(|(name, texts)| new.get(name) != Some(texts)) {
        Some((name, _)) => Err(Refused::Comment(name.to_string())),
        None => Ok(()),
    }
}

fn rules(old: &Set, new: &Set) -> Result<(), Refused> {
    let of = |layer: &Layer| -> Vec<(String, String)> {
        let mut rules: Vec<_> = layer.rules.iter().map(|rule| (rule.id.to_string(), frame(rule))).collect();
        rules.sort_unstable();
        rules
    };
    let old: Vec<_> = old.layers().iter().flat_map(of).collect();
    let new: Vec<_> = new.layers().iter().flat_map(of).collect();
    if old == new {
        return Ok(());
    }
    let differs = old.iter().zip(&new).find(|(old, new)| old != new).map(|(old, _)| old);
    let differs = differs.or_else(|| old.get(new.len())).or_else(|| new.get(old.len()));
    Err(Refused::Rule(differs.map(|(id, _)| id.clone()).unwrap_or_default()))
}

/// All of a rule that decides, but its condition.
fn frame(rule: &Rule) -> String {
    let set: Vec<_> = rule.set.iter().map(|set| (&set.target, &set.value)).collect();
    format!(
        "{}|{:?}|{:?}|{:?}|{:?}|{:?}|{:?}|{:?}|{set:?}|{:?}",
        rule.otherwise,
        rule.risk,
        rule.action,
        rule.remember,
        rule.reason,
        rule.suggest,
        rule.tags,
        rule.mark,
        rule.until.map(|(date, _)| date),
    )
}

/// The calls that the set's own files write down, each with its text.
fn calls(engine: &Engine) -> Vec<(String, Call)> {
    let set = engine.set();
    let examples = Examples::new(set.layers());
    let mut calls = Vec::new();
    for Case { name, call, .. } in testing::cases(engine, &[]) {
        calls.extend(call.map(|call| (name, call)));
    }
    for rule in set.layers().iter().flat_map(|layer| &layer.rules) {
        if !set.is_own(rule.id_span.source) {
            continue;
        }
        for example in rule.hits.iter().chain(&rule.misses) {
            let name = format!("an example of rule `{}`", rule.id);
            calls.extend(examples.example(example).map(|call| (name, call)));
        }
    }
    calls
}

fn decided(engine: &Engine, call: &Call) -> (Verdict, DecidedBy, Option<String>) {
    let decision = engine.try_out(call);
    (decision.verdict, decision.decided_by, decision.rule)
}
