//! A rule as a row of the table.

use crate::model::{Answer, Day, Verdict};

/// The number of a row. Rows stand strictest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RowId(pub u32);

/// A rule: what it asks for, and its condition over the table's predicates.
#[derive(Clone, Debug)]
pub struct Row {
    /// The position of its layer.
    pub layer: u16,
    /// Its position among the layer's rules.
    pub rule: u32,
    /// What it asks for.
    pub action: Verdict,
    /// Whether it is an `otherwise` rule.
    pub otherwise: bool,
    /// Whether it holds back the default: allow and confirm rules of trusted layers.
    pub holds_back: bool,
    /// Whether its condition names `exec.code`: an allow rule that doesn't never reaches such an effect. A bit for
    /// `exec.code` and one for `exec.code.fetched`.
    pub names_code: NamesCode,
    /// The operations that it can hold for, as bits of the table's list; all bits when it names none.
    pub operations: u64,
    /// The lists (`[*]`) that its predicates look into, as bits of the table's list.
    pub stars: u64,
    /// Whether a predicate looks at `command.args[*]`.
    pub words: bool,
    /// The last day of an allow rule; after it the rule holds for nothing.
    pub until: Option<Day>,
    /// The condition.
    pub condition: Node,
}

/// Which kind of unseen code a condition names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamesCode {
    /// None.
    No,
    /// `exec.code.fetched` alone.
    Fetched,
    /// `exec.code`, and so what lies below it.
    All,
}

/// A condition in negation normal form over numbered predicates.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    /// Always holds.
    Always,
    /// Never holds.
    Never,
    /// All of them.
    And(Box<[Node]>),
    /// At least one of them.
    Or(Box<[Node]>),
    /// A predicate, or its negation.
    Is {
        /// Its number in the table.
        ask: u32,
        /// Whether its negation is meant.
        negated: bool,
    },
}

impl Node {
    /// The condition's answer, given those of its predicates; asks no more of them than it must.
    pub fn answer(&self, ask: &mut impl FnMut(u32, bool) -> Answer) -> Answer {
        match self {
            Node::Always => Answer::ALL,
            Node::Never => Answer::NONE,
            Node::Is { ask: number, negated } => ask(*number, *negated),
            Node::And(parts) => {
                let mut all = Answer::ALL;
                for part in parts {
                    all = all.and(part.answer(ask));
                    if all == Answer::NONE {
                        break;
                    }
                }
                all
            }
            Node::Or(parts) => {
                let mut any = Answer::NONE;
                for part in parts {
                    any = any.or(part.answer(ask));
                    if any == Answer::ALL {
                        break;
                    }
                }
                any
            }
        }
    }
}
