//! Conditions: from the tree to negation normal form.

use std::sync::Arc;

use crate::model::Span;
use crate::policy::limits;
use crate::policy::mistakes::{ConditionTooLarge, NotACondition, SetTooLarge, TooDeep, UnknownName};
use crate::policy::resolve::names::{Lookup, Meaning, Scope};
use crate::policy::resolve::{Poison, Resolved};
use crate::policy::typed::{Condition, Literal, Predicate};
use crate::syntax::ast::{Expr, Name};

/// The negation of a condition, down to its predicates (De Morgan).
pub(super) fn negate(condition: Condition) -> Condition {
    match condition {
        Condition::Always => Condition::Never,
        Condition::Never => Condition::Always,
        Condition::And(all) => Condition::Or(all.into_iter().map(negate).collect()),
        Condition::Or(all) => Condition::And(all.into_iter().map(negate).collect()),
        Condition::Is(literal) => Condition::Is(Literal { negated: !literal.negated, ..literal }),
    }
}

/// How deep the groups of a condition nest. It was built within the limits, so this ends.
pub(super) fn height(condition: &Condition) -> usize {
    match condition {
        Condition::And(all) | Condition::Or(all) => 1 + all.iter().map(height).max().unwrap_or(0),
        Condition::Always | Condition::Never | Condition::Is(_) => 0,
    }
}

/// Calls `look` for every predicate, in the order in which they are written.
pub(super) fn each_literal<'c>(condition: &'c Condition, look: &mut impl FnMut(&'c Literal)) {
    match condition {
        Condition::Always | Condition::Never => {}
        Condition::And(all) | Condition::Or(all) => {
            for one in all {
                each_literal(one, look);
            }
        }
        Condition::Is(literal) => look(literal),
    }
}

impl<'a> Scope<'a> {
    /// A whole condition; what it costs is added to the set's account.
    pub(super) fn whole_condition(&mut self, file: usize, expr: &Expr) -> Resolved<Condition> {
        self.size = 0;
        let condition = self.condition(file, expr, 0)?;
        *self.spent = self.spent.saturating_add(self.size);
        if *self.spent > limits::SET {
            self.sink.add(&SetTooLarge { at: expr.span() });
            return Err(Poison);
        }
        Ok(condition)
    }

    /// A condition or a part of one.
    pub(super) fn condition(&mut self, file: usize, expr: &Expr, depth: usize) -> Resolved<Condition> {
        if depth >= limits::DEPTH {
            self.sink.add(&TooDeep { at: expr.span() });
            return Err(Poison);
        }
        match expr {
            Expr::Any(_) => Ok(Condition::Always),
            Expr::Name(name) => self.named(file, name, depth),
            Expr::Not(inner, _) => self.condition(file, inner, depth + 1).map(negate),
            Expr::Paren(inner, _) => self.condition(file, inner, depth + 1),
            Expr::And(all, _) => self.all(file, all, depth).map(Condition::And),
            Expr::Or(all, _) => self.all(file, all, depth).map(Condition::Or),
            Expr::Predicate(predicate) => {
                let typed = self.predicate(file, predicate, depth)?;
                self.literal(typed, predicate.negated, predicate.span)
            }
            Expr::Marked(name, span) => {
                self.literal(Arc::new(Predicate::Marked(name.node.as_str().into())), false, *span)
            }
            Expr::Broken(_) => Err(Poison),
        }
    }

    /// Every part is resolved, so that all mistakes are found.
    fn all(&mut self, file: usize, parts: &[Expr], depth: usize) -> Resolved<Vec<Condition>> {
        let resolved: Vec<_> = parts.iter().map(|part| self.condition(file, part, depth + 1)).collect();
        resolved.into_iter().collect()
    }

    fn literal(&mut self, predicate: Arc<Predicate>, negated: bool, span: Span) -> Resolved<Condition> {
        self.grow(1, span)?;
        Ok(Condition::Is(Literal { predicate, negated, span }))
    }

    fn named(&mut self, file: usize, name: &Name, depth: usize) -> Resolved<Condition> {
        let id = match self.lookup(file, name) {
            Lookup::Found(id) => id,
            Lookup::Reported => return Err(Poison),
            Lookup::Nothing => {
                if !self.follows_from_error(file, &name.node) {
                    let nearest = self.nearest(file, &name.node);
                    let wanted = "a condition";
                    self.sink.add(&UnknownName {
                        at: name.span,
                        name: name.node.clone(),
                        nearest,
                        wanted,
                        quoted: false,
                    });
                }
                return Err(Poison);
            }
        };
        match self.meaning(id, name.span, depth) {
            Meaning::Condition(whole) => {
                // Before it is copied: names that stand for names could double it again and again, or nest without end.
                self.grow(whole.size, name.span)?;
                if depth + whole.height >= limits::DEPTH {
                    self.sink.add(&TooDeep { at: name.span });
                    return Err(Poison);
                }
                Ok(whole.condition.clone())
            }
            Meaning::Values(_) => {
                let declared = self.declared_at(id);
                self.sink.add(&NotACondition { at: name.span, name: name.node.clone(), declared });
                Err(Poison)
            }
            Meaning::Broken => Err(Poison),
        }
    }

    /// Counts predicates and values.
    pub(super) fn grow(&mut self, by: usize, at: Span) -> Resolved<()> {
        self.size = self.size.saturating_add(by);
        if self.size <= limits::CONDITION {
            return Ok(());
        }
        self.sink.add(&ConditionTooLarge { at });
        Err(Poison)
    }
}
