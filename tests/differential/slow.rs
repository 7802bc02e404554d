//! The reference's verdict on a case.

use crate::compiled::Compiled;
use crate::reference::ask::Asker;
use crate::reference::facts::Facts;
use crate::reference::law::courts;
use crate::reference::make::calls::Decided;
use crate::reference::policy::V;
use crate::reference::universe;
use crate::reference::worlds::{self, Broken};

/// The strictest verdict of each effect, by the formula.
pub fn judge(compiled: &Compiled, case: &Decided) -> Vec<V> {
    with(compiled, case, |asker, facts| {
        let mut told = vec![V::Allow; case.effects.len()];
        for court in courts(&compiled.slow) {
            for (told, more) in told.iter_mut().zip(court.judge(asker, &case.effects, facts)) {
                *told = (*told).max(more);
            }
        }
        told
    })
}

/// Whether verdicts of effects hold in every world.
pub fn broken(compiled: &Compiled, case: &Decided, told: &[V]) -> Option<Broken> {
    with(compiled, case, |asker, facts| {
        worlds::check(&compiled.slow, &courts(&compiled.slow), asker, &case.effects, facts, told)
    })
}

fn with<R>(compiled: &Compiled, case: &Decided, then: impl FnOnce(&Asker<'_>, &Facts) -> R) -> R {
    let facts = Facts::new(&case.call, &compiled.slow);
    let asker = Asker {
        files: &case.files,
        paths: universe::paths_for(&compiled.slow, &case.effects, &facts, &case.files),
        candidates: universe::candidates(&compiled.slow),
    };
    then(&asker, &facts)
}
