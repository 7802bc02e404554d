//! A rule's own examples, checked when it is loaded: what it must apply to, and what it must not.

use std::collections::HashMap;
use std::sync::Arc;

use crate::engine::example::Examples;
use crate::engine::mistakes::{HitIsMissed, MissIsHit};
use crate::engine::ready::{Ready, Seen, Source};
use crate::engine::{CaseFiles, Set};
use crate::explain::{condition, subject};
use crate::model::{Answer, Call, Diagnostic, Mistake, SourceOrigin, Span, Tri, Verdict};
use crate::policy::typed::{Layer, Role, Rule};
use crate::syntax::ast::Example;
use crate::table::ask::World;
use crate::table::{By, RowId};

/// What is wrong with the examples of the rules that the set's own files, or files that they use, write. Those of
/// embedded files hold: a test of this project sees to it.
pub(crate) fn examples(set: &Set, whole: &Ready) -> Vec<Diagnostic> {
    let layers: Vec<Layer> = set.layers().iter().map(|layer| with_examples(set, layer)).collect();
    if layers.iter().all(|layer| layer.rules.is_empty()) {
        return Vec::new();
    }
    let layers: Arc<[Layer]> = layers.into();
    // What does not fit has been said of the whole set, which has more rules.
    let Ok(ready) = Ready::of_layers(layers.clone(), set.profiles()) else { return Vec::new() };
    let calls = Examples::new(whole.table.layers());
    let rows = rows(&ready);
    let mut wrong = Vec::new();
    for (number, layer) in layers.iter().enumerate() {
        for (at, rule) in layer.rules.iter().enumerate() {
            let Some(row) = rows.get(&(number, at)) else { continue };
            let check = Check { ready: &ready, rule, row: *row, calls: &calls };
            wrong.extend(rule.hits.iter().filter_map(|example| check.hit(example)));
            wrong.extend(rule.misses.iter().filter_map(|example| check.miss(example)));
        }
    }
    wrong
}

/// The layer with only the rules that have examples to check, each as it is written, without what a `use` adds to it.
fn with_examples(set: &Set, layer: &Layer) -> Layer {
    let mut layer = layer.clone();
    layer.rules.retain(|rule| {
        let origin = set.sources().get(rule.span.source).map(|source| &source.origin);
        let embedded =
            matches!(origin, Some(SourceOrigin::Std)) || crate::engine::ready::is_protection(&rule.id);
        let examples = rule.hits.len() + rule.misses.len();
        !embedded && examples > 0
    });
    for rule in &mut layer.rules {
        rule.parts.retain(|part| part.role != Role::Except);
        rule.otherwise = false;
    }
    layer
}

/// Where each rule stands in the table.
fn rows(ready: &Ready) -> HashMap<(usize, usize), RowId> {
    let rows = ready.table.rows().iter().zip(0u32..);
    rows.map(|(row, number)| ((usize::from(row.layer), row.rule as usize), RowId(number))).collect()
}

struct Check<'a> {
    ready: &'a Ready,
    rule: &'a Rule,
    row: RowId,
    calls: &'a Examples<'a>,
}

/// How a rule answered for a call: the answer that says most, and about what.
struct Found {
    answer: Answer,
    effect: String,
    nearest: Option<String>,
}

impl Check<'_> {
    fn hit(&self, example: &Example) -> Option<Diagnostic> {
        let call = match self.calls.example(example) {
            Ok(call) => call,
            Err(mistake) => return Some(mistake.report()),
        };
        let found = self.ask(&call);
        // A deny that only may hold asks; its author meant it to deny.
        let holds = match self.rule.action {
            Verdict::Allow => found.answer.every() == Tri::Yes,
            Verdict::Confirm | Verdict::Deny => found.answer.some() == Tri::Yes,
        };
        (!holds).then(|| {
            let (rule, at) = (&self.rule.id, place(example));
            HitIsMissed::new(rule, found.answer, at, self.rule.id_span, found.nearest).report()
        })
    }

    fn miss(&self, example: &Example) -> Option<Diagnostic> {
        let call = match self.calls.example(example) {
            Ok(call) => call,
            Err(mistake) => return Some(mistake.report()),
        };
        let found = self.ask(&call);
        let counts = match self.rule.action {
            Verdict::Allow => found.answer.every() == Tri::Yes,
            Verdict::Confirm | Verdict::Deny => found.answer.some() != Tri::No,
        };
        counts.then(|| {
            MissIsHit::new(&self.rule.id, found.answer, place(example), self.rule.id_span, found.effect)
                .report()
        })
    }

    fn ask(&self, call: &Call) -> Found {
        let files = CaseFiles::of(call).unwrap_or_default();
        self.ready.look(call, &files, Source::Example, |seen, world| self.found(seen, world))
    }

    /// The answer for the effect that the rule fits best.
    fn found(&self, seen: &Seen<'_>, world: &World<'_>) -> Found {
        let mut best = Found { answer: Answer::NONE, effect: String::new(), nearest: None };
        for (effect, outcome) in seen.effects.iter().zip(&seen.outcome.effects) {
            let counted = outcome.counted.iter().find(|counted| counted.by == By::Row(self.row));
            let answer = counted.map_or(Answer::NONE, |counted| counted.answer);
            if (answer.some(), answer.every()) > (best.answer.some(), best.answer.every()) {
                best = Found { answer, effect: subject::doing(effect), nearest: None };
            }
        }
        if best.answer.some() != Tri::Yes {
            best.nearest = self.nearest(seen, world);
        }
        best
    }

    /// The one predicate that keeps the rule from holding for an effect, if it is one.
    fn nearest(&self, seen: &Seen<'_>, world: &World<'_>) -> Option<String> {
        let failing = seen.effects.iter().map(|effect| {
            let traces = self.ready.table.literals(self.rule, effect, world);
            let failed: Vec<_> = traces.into_iter().filter(|trace| trace.answer.some() != Tri::Yes).collect();
            (failed, effect)
        });
        let (failed, effect) = failing.min_by_key(|(failed, _)| failed.len())?;
        let [only] = failed.as_slice() else { return None };
        Some(format!(
            "`{}` answers `{}` for {}",
            condition::literal(only.literal),
            only.answer.as_str(),
            subject::doing(effect)
        ))
    }
}

fn place(example: &Example) -> Span {
    match example {
        Example::Shell(text) => text.span,
        Example::Call(call) => call.span,
    }
}
