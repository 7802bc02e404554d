//! A decision for people: every rule that applied, and those that nearly did.

use std::sync::OnceLock;

use crate::model::{Answer, Effect, Tri};
use crate::policy::typed::{Condition, Literal, Role, Rule};
use crate::table::Table;
use crate::table::ask::{Asked, World};
use crate::table::decide::{By, Outcome, things};
use crate::table::row::RowId;

/// How one predicate of a rule answered.
#[derive(Clone, Debug)]
pub struct LiteralTrace<'a> {
    /// The predicate, as the policy writes it.
    pub literal: &'a Literal,
    /// Which part of the rule it is in.
    pub role: Role,
    /// Its answer over all things.
    pub answer: Answer,
}

/// A rule that nearly held: one predicate kept it from holding.
#[derive(Clone, Debug)]
pub struct Near<'a> {
    /// The rule.
    pub row: RowId,
    /// The rule's data.
    pub rule: &'a Rule,
    /// The predicate that failed.
    pub failed: LiteralTrace<'a>,
    /// How many others of it held.
    pub held: usize,
}

impl Table {
    /// The rules that nearly held for one effect: all that it takes but one predicate. Slow: it looks at every rule.
    pub fn near<'a, 'b>(
        &'a self,
        effect: &'b Effect,
        world: &World<'b>,
        outcome: &Outcome,
        at: usize,
    ) -> Vec<Near<'a>> {
        let counted: Vec<RowId> = outcome.effects.get(at).map_or_else(Vec::new, |effect| {
            effect
                .counted
                .iter()
                .filter_map(|counted| match counted.by {
                    By::Row(row) => Some(row),
                    By::Default | By::ClosedDefault(_) => None,
                })
                .collect()
        });
        let mut near = Vec::new();
        for (number, _) in (0u32..).zip(self.rows()) {
            let row = RowId(number);
            if counted.contains(&row) {
                continue;
            }
            let Some((_, rule)) = self.rule(row) else { continue };
            let traces = self.literals(rule, effect, world);
            let failed: Vec<&LiteralTrace<'a>> =
                traces.iter().filter(|trace| trace.answer.some() == Tri::No).collect();
            let held = traces.iter().filter(|trace| trace.answer.some() == Tri::Yes).count();
            if let [only] = failed.as_slice()
                && held > 0
            {
                near.push(Near { row, rule, failed: (*only).clone(), held });
            }
        }
        near.sort_by_key(|near| std::cmp::Reverse(near.held));
        near
    }

    /// How each predicate that a rule needs answered for an effect: those that stand in its `and`, not those of an `or`.
    pub fn literals<'a, 'b>(
        &self,
        rule: &'a Rule,
        effect: &'b Effect,
        world: &World<'b>,
    ) -> Vec<LiteralTrace<'a>> {
        let mut all = Vec::new();
        for part in &rule.parts {
            let mut literals = Vec::new();
            needed(&part.condition, &mut literals);
            for literal in literals {
                all.push(LiteralTrace { literal, role: part.role, answer: self.ask(literal, effect, world) });
            }
        }
        all
    }

    /// How a predicate, or its negation, answers for an effect, over all the things that it touches.
    pub fn ask<'b>(&self, literal: &Literal, effect: &'b Effect, world: &World<'b>) -> Answer {
        let Some(number) = self.number_of(literal) else { return Answer::MAYBE };
        let (prepared, prepared_via) = (OnceLock::new(), OnceLock::new());
        let mut asked = Asked {
            world,
            effect,
            thing: None,
            prepared: &prepared,
            prepared_via: &prepared_via,
            choices: &[],
            word: None,
        };
        let mut over: Option<Answer> = None;
        for thing in things(effect) {
            asked.thing = thing;
            let answer = self
                .asks
                .get(number as usize)
                .map_or(Answer::MAYBE, |ask| ask.held(&asked, &self.paths).get(literal.negated));
            over = Some(match over {
                None => answer,
                Some(before) => {
                    Answer::new(before.some().or(answer.some()), before.every().and(answer.every()))
                }
            });
        }
        over.unwrap_or(Answer::MAYBE)
    }

    /// The number of a predicate in the table.
    fn number_of(&self, literal: &Literal) -> Option<u32> {
        self.numbers.get(&literal.predicate).copied()
    }
}

/// The predicates that all must hold.
fn needed<'a>(condition: &'a Condition, all: &mut Vec<&'a Literal>) {
    match condition {
        Condition::And(parts) => parts.iter().for_each(|part| needed(part, all)),
        Condition::Is(literal) => all.push(literal),
        Condition::Or(_) | Condition::Always | Condition::Never => {}
    }
}
