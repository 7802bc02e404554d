//! What deciding may cost.

use std::cell::Cell;

/// Counts the work of one decision: directory entries walked, links followed, states of automata. Running out is
/// not an answer: whoever spends says *unknown*, and the decision is deny, with that reason.
#[derive(Debug)]
pub struct Budget {
    left: Cell<u64>,
}

impl Budget {
    /// Enough for any call that a person would write: 2,000,000 steps, well below a second.
    pub const DEFAULT: u64 = 2_000_000;

    /// A budget of so many steps.
    pub fn new(steps: u64) -> Budget {
        Budget { left: Cell::new(steps) }
    }

    /// Takes `steps`; false when there are not as many left (then none are).
    pub fn spend(&self, steps: u64) -> bool {
        let left = self.left.get();
        let enough = left >= steps;
        self.left.set(if enough { left - steps } else { 0 });
        enough
    }

    /// Whether it ran out.
    pub fn is_spent(&self) -> bool {
        self.left.get() == 0
    }
}
