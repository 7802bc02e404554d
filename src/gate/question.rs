//! What a person is asked.

use std::time::Instant;

use crate::engine::Examined;
use crate::explain::subject;
use crate::gate::ask::{Asker, Part, Question};
use crate::gate::census;
use crate::gate::front::{Arrived, Gate};
use crate::gate::remember::{self, Plan};
use crate::model::{Certainty, Effect, PathThing, Subject};

impl Gate {
    pub(super) fn question(&self, arrived: &Arrived, seen: &Examined, plan: Option<&Plan>) -> Question {
        let mut parts: Vec<(usize, Part)> = Vec::new();
        for asking in &seen.asking {
            let Some(effect) = seen.effects.get(asking.effect) else { continue };
            let rule = Asker::of(asking.rule.as_deref());
            match parts.iter_mut().find(|(at, _)| *at == asking.effect) {
                Some((_, part)) => part.rules.push(rule),
                None => parts.push((asking.effect, self.part(effect, rule, asking.certain))),
            }
        }
        let highest =
            seen.asking.iter().filter_map(|asking| asking.rule.as_deref()).max_by_key(|rule| rule.risk);
        let reason = highest
            .and_then(|rule| rule.reason.clone())
            .or_else(|| seen.decision.reason.clone())
            .unwrap_or_else(|| "the policies ask before this".to_owned());
        Question {
            call: self.redacted_call(&arrived.call),
            risk: highest.map(|rule| rule.risk),
            reason,
            suggest: seen.decision.suggest.clone(),
            parts: parts.into_iter().map(|(_, part)| part).collect(),
            remember: plan.map(|plan| plan.words.clone()),
            would_allow: plan.map(remember::would_allow).unwrap_or_default(),
            deadline: Instant::now() + self.timeout,
        }
    }

    fn part(&self, effect: &Effect, rule: Asker, certain: bool) -> Part {
        let mut touches: Vec<String> =
            subject::things(effect).iter().map(|thing| self.redact(thing)).collect();
        if effect.operation.is("write.delete") {
            touches.extend(
                deleted(effect)
                    .iter()
                    .filter_map(|dir| Some(format!("there now: {} in {dir}", census::below(dir)?))),
            );
        }
        Part {
            doing: self.redact(&subject::doing(effect)),
            touches,
            rules: vec![rule],
            arg: effect.origin.arg.clone(),
            span: effect.origin.span.as_ref().map(|span| [span.start, span.end]),
            possible: !certain || effect.certainty == Certainty::Possible,
            effect: effect.clone(),
        }
    }
}

/// The directories below which everything is touched.
fn deleted(effect: &Effect) -> Vec<&str> {
    let Subject::Path(path) = &effect.subject else { return Vec::new() };
    path.things
        .iter()
        .filter_map(|thing| match thing {
            PathThing::Below { dir, .. } => Some(dir.as_str()),
            PathThing::At { .. } | PathThing::Matching { .. } | PathThing::Somewhere { .. } => None,
        })
        .collect()
}
