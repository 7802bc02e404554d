//! The law (language, section 7): what rules add to a verdict, by how their conditions answer.

use crate::model::{Answer, Certainty, Tri, Verdict};

/// What one deny or confirm rule adds to an effect's verdict, by whether it holds for some part of it.
///
/// ```
/// # use toolgate::{model::{Tri, Verdict}, table::law::counts};
/// assert_eq!(counts(Verdict::Deny, Tri::Yes), Verdict::Deny);
/// assert_eq!(counts(Verdict::Deny, Tri::Unknown), Verdict::Confirm);
/// assert_eq!(counts(Verdict::Allow, Tri::Yes), Verdict::Allow);
/// ```
pub fn counts(action: Verdict, some: Tri) -> Verdict {
    match (action, some) {
        (Verdict::Allow, Tri::No | Tri::Unknown | Tri::Yes) | (Verdict::Confirm | Verdict::Deny, Tri::No) => {
            Verdict::Allow
        }
        (strict @ (Verdict::Confirm | Verdict::Deny), Tri::Yes) => strict,
        (Verdict::Confirm | Verdict::Deny, Tri::Unknown) => Verdict::Confirm,
    }
}

/// A possible effect can raise a verdict to confirm, never to deny.
pub fn capped(verdict: Verdict, certainty: Certainty) -> Verdict {
    match certainty {
        Certainty::Certain => verdict,
        Certainty::Possible => verdict.min(Verdict::Confirm),
    }
}

/// What holds the default, and `otherwise` rules, back for one thing.
#[derive(Clone, Copy, Debug)]
pub struct HeldBack {
    /// Allow and confirm rules, or-ed together: they hold back `otherwise` rules and the default.
    pub by_rules: Answer,
    /// Those, and `otherwise` rules that allow or confirm: they hold back the default.
    ///
    /// The condition of an `otherwise` rule is taken as written, without its exception: where the exception holds, a
    /// rule holds too, so the disjunction is the same, and its answer is more exact.
    pub by_all: Answer,
}

impl HeldBack {
    /// Nothing holds back.
    pub const NOTHING: HeldBack = HeldBack { by_rules: Answer::NONE, by_all: Answer::NONE };

    /// Takes in a rule that allows or confirms.
    pub fn rule(&mut self, answer: Answer) {
        self.by_rules = self.by_rules.or(answer);
        self.by_all = self.by_all.or(answer);
    }

    /// Takes in an `otherwise` rule that allows or confirms, by its condition as written.
    pub fn otherwise(&mut self, answer: Answer) {
        self.by_all = self.by_all.or(answer);
    }

    /// The full condition of an `otherwise` rule: as written, and no rule holds.
    pub fn unless_rules(self, answer: Answer) -> Answer {
        answer.and(!self.by_rules)
    }

    /// For which part the default counts.
    pub fn default_answer(self) -> Answer {
        !self.by_all
    }

    /// Whether rules hold for everything that is touched, so that an implied effect or a neutral wrapper needs no
    /// word of its command.
    pub fn covered(self) -> bool {
        self.by_rules.every() == Tri::Yes
    }
}
