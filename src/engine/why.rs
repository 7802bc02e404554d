//! Explaining a decision: its trace, and what it would be without some rules.

use crate::engine::Set;
use crate::engine::answer;
use crate::engine::ready::{Ready, Seen, Source};
use crate::explain::Explanation;
use crate::explain::build::{self, Material, Without};
use crate::model::{Call, Decision, Files};
use crate::policy::typed::Layer;
use crate::table::ask::World;

/// Why a call that was looked at gets its verdict.
pub(crate) fn explanation(ready: &Ready, seen: &Seen<'_>, world: &World<'_>, set: &Set) -> Explanation {
    let decision = answer::decision(&seen.call, &seen.effects, &seen.outcome, &ready.table, set.digest());
    let material = Material {
        call: &seen.call,
        effects: &seen.effects,
        outcome: &seen.outcome,
        decision: &decision,
        table: &ready.table,
        world,
        sources: set.sources(),
    };
    build::explanation(material, &Again { call: &seen.call, files: world.files, set })
}

/// Decides once more with a set that lacks some rules.
struct Again<'a> {
    call: &'a Call,
    files: &'a dyn Files,
    set: &'a Set,
}

impl Without for Again<'_> {
    fn without(&self, rules: &[&str]) -> Option<Decision> {
        let mut layers: Vec<Layer> = self.set.layers().to_vec();
        for layer in &mut layers {
            layer.rules.retain(|rule| !rules.contains(&&*rule.id));
        }
        let ready = Ready::of_layers(layers.into(), self.set.profiles()).ok()?;
        Some(ready.decide(self.call, self.files, Source::Given, self.set))
    }
}
