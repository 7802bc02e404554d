//! The engine's verdict on a case.

use crate::compiled::Compiled;
use crate::reference::make::calls::Decided;
use crate::reference::policy::V;

/// What the engine says.
pub struct Told {
    pub verdict: V,
    pub effects: Vec<V>,
}

pub fn decide(compiled: &Compiled, case: &Decided) -> Told {
    let effects = crate::slow::judge(compiled, case);
    Told { verdict: effects.iter().copied().max().unwrap_or(V::Deny), effects }
}
