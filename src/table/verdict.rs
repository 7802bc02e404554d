//! The verdict alone: what [`Table::decide`] finds, without what explains it. Nothing is allocated for effects whose rules look
//! into no list, and nothing is asked that can't change the verdict any more.

use std::sync::OnceLock;

use crate::model::{Effect, Tri, Verdict};
use crate::table::Table;
use crate::table::ask::{Asked, World};
use crate::table::decide::{Judges, Scratch, is_link, things};
use crate::table::law::{HeldBack, capped, counts};

/// What is found for one effect before others are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brief {
    verdict: Verdict,
    needs_command: bool,
}

/// Space for the effects of a call.
#[derive(Debug, Default)]
pub(super) struct Notes {
    own: Vec<Brief>,
    seen: Vec<usize>,
}

impl Table {
    /// The verdict on a call with these effects, as [`Table::decide`] gives it.
    pub fn verdict<'a>(&'a self, effects: &'a [Effect], world: &World<'a>, scratch: &mut Scratch) -> Verdict {
        if effects.is_empty() {
            return Verdict::Deny;
        }
        scratch.ready_for(self);
        let mut notes = std::mem::take(&mut scratch.notes);
        let closed = self.closed.iter().map(Judges::of_closed);
        let mut strictest = Verdict::Allow;
        for judges in std::iter::once(Judges::all(self.default)).chain(closed) {
            strictest = strictest.max(self.verdict_by(effects, judges, world, scratch, &mut notes));
            if strictest == Verdict::Deny {
                break;
            }
        }
        scratch.notes = notes;
        if world.budget.is_spent() { Verdict::Deny } else { strictest }
    }

    fn verdict_by<'a>(
        &'a self,
        effects: &'a [Effect],
        judges: Judges,
        world: &World<'a>,
        scratch: &mut Scratch,
        notes: &mut Notes,
    ) -> Verdict {
        notes.own.clear();
        let mut strictest = Verdict::Allow;
        for effect in effects {
            let own = self.brief(effect, judges, world, scratch);
            strictest = strictest.max(capped(own.verdict, effect.certainty));
            if strictest == Verdict::Deny {
                return Verdict::Deny;
            }
            notes.own.push(own);
        }
        for at in 0..effects.len() {
            strictest = strictest.max(followed(at, effects, judges, notes));
        }
        strictest
    }

    fn brief<'a>(
        &'a self,
        effect: &'a Effect,
        judges: Judges,
        world: &World<'a>,
        scratch: &mut Scratch,
    ) -> Brief {
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
        let candidates = self.candidates(&asked, scratch);
        let mut rows = candidates.iter().filter_map(|row| self.rows.get(*row as usize));
        if rows.any(|row| row.stars != 0 || row.words) {
            scratch.candidates = candidates;
            let own = self.own(effect, judges, world, scratch);
            return Brief { verdict: own.verdict, needs_command: own.needs_command };
        }
        let mut brief = Brief { verdict: Verdict::Allow, needs_command: false };
        for thing in things(effect) {
            asked.thing = thing;
            scratch.next_thing();
            self.brief_thing(&candidates, &asked, judges, scratch, &mut brief);
            if brief.verdict == Verdict::Deny {
                break;
            }
        }
        scratch.candidates = candidates;
        brief
    }

    /// As `Table::thing` does, but no row is asked that can neither raise the verdict nor hold anything back.
    fn brief_thing(
        &self,
        candidates: &[u32],
        asked: &Asked<'_, '_>,
        judges: Judges,
        scratch: &mut Scratch,
        brief: &mut Brief,
    ) {
        let mut held = HeldBack::NOTHING;
        let follows = !asked.effect.follows.is_empty();
        let link = is_link(asked.thing);
        let certainty = asked.effect.certainty;
        for number in candidates {
            let Some(row) = self.rows.get(*number as usize).filter(|row| judges.asks(row)) else { continue };
            if row.otherwise && (follows || link) {
                continue;
            }
            let raises = capped(row.action, certainty) > brief.verdict;
            // Rows stand strictest first: no later one raises the verdict, and the default and every `otherwise` is held back.
            if !raises && !row.otherwise && held.covered() {
                return;
            }
            if !raises && !row.holds_back {
                continue;
            }
            let written = self.answer(row, asked, scratch);
            let answer = if row.otherwise { held.unless_rules(written) } else { written };
            brief.verdict = brief.verdict.max(capped(counts(row.action, answer.some()), certainty));
            if brief.verdict == Verdict::Deny {
                return;
            }
            match (row.holds_back, row.otherwise) {
                (true, true) => held.otherwise(written),
                (true, false) => held.rule(answer),
                (false, _) => {}
            }
        }
        if link {
            // The place that it leads to is judged by itself.
        } else if follows {
            brief.needs_command |= !held.covered();
        } else {
            let answer = held.default_answer();
            if answer.some() != Tri::No {
                brief.verdict = brief.verdict.max(capped(counts(judges.default, answer.some()), certainty));
            }
        }
    }
}

/// The verdict of an effect with those of the commands that it takes leave from.
fn followed(at: usize, effects: &[Effect], judges: Judges, notes: &mut Notes) -> Verdict {
    let Notes { own, seen } = notes;
    let Some(certainty) = effects.get(at).map(|effect| effect.certainty) else { return Verdict::Deny };
    seen.clear();
    seen.push(at);
    let mut verdict = Verdict::Allow;
    let mut next = 0;
    while let Some(here) = seen.get(next).copied() {
        next += 1;
        let (Some(mine), Some(effect)) = (own.get(here), effects.get(here)) else {
            // A command that is not there gives no leave.
            verdict = verdict.max(judges.default);
            continue;
        };
        verdict = verdict.max(capped(mine.verdict, certainty));
        if mine.needs_command {
            for target in &effect.follows {
                if !seen.contains(target) {
                    seen.push(*target);
                }
            }
        }
    }
    verdict
}
