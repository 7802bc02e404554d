//! Deciding: each effect by itself, each thing that it touches by itself, and the strictest of it all.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::Value;

use crate::model::{Answer, Effect, PathForm, PathThing, Subject, Tri, Verdict, Word};
use crate::table::Table;
use crate::table::ask::{Asked, Held, World, argument_of, command_of};
use crate::table::compile::Closed;
use crate::table::law::{HeldBack, capped, counts};
use crate::table::row::{NamesCode, Row, RowId};
use crate::table::stars::{At, Choice, Star, walk};
use crate::table::verdict::Notes;

/// Combinations of list elements that are judged one by one; beyond it they are judged together.
const MAX_COMBINATIONS: usize = 1024;
/// Tool names whose matching patterns are kept.
const MAX_NAMES: usize = 1024;

/// What deciding needs to write on. Keep one per thread and hand it in each time.
#[derive(Debug, Default)]
pub struct Scratch {
    table: u64,
    stamp: u32,
    held: Vec<(u32, Held)>,
    pub(super) candidates: Vec<u32>,
    pub(super) notes: Notes,
    names: HashMap<String, Box<[u32]>>,
}

impl Scratch {
    /// Nothing on it yet.
    pub fn new() -> Scratch {
        Scratch::default()
    }

    pub(super) fn ready_for(&mut self, table: &Table) {
        if self.table != table.id {
            *self = Scratch { table: table.id, ..Scratch::default() };
        }
        if self.held.len() < table.asks.len() {
            self.held.resize(table.asks.len(), (0, Held::UNKNOWN));
        }
    }

    pub(super) fn next_thing(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.held.fill((0, Held::UNKNOWN));
            self.stamp = 1;
        }
    }
}

/// What decided an effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum By {
    /// A rule or `otherwise` rule.
    Row(RowId),
    /// The strictest default.
    Default,
    /// The default of a closed layer, by its position.
    ClosedDefault(u16),
}

/// A row that counted, or held, for an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Which.
    pub by: By,
    /// How its condition answered, over all things.
    pub answer: Answer,
    /// What it added: allow for a rule that only held.
    pub verdict: Verdict,
}

/// The outcome for one effect.
#[derive(Clone, PartialEq, Debug)]
pub struct EffectOutcome {
    /// Its verdict.
    pub verdict: Verdict,
    /// What decided, if anything did: an effect may pass since nothing refuses it and its command is allowed.
    pub by: Option<By>,
    /// The effect whose verdict it took.
    pub followed: Option<usize>,
    /// Everything that counted or held, strictest first.
    pub counted: Vec<Counted>,
}

/// The outcome for a call.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The strictest of the effects' verdicts.
    pub verdict: Verdict,
    /// The position of the effect that decides.
    pub decider: usize,
    /// Each effect's own outcome.
    pub effects: Vec<EffectOutcome>,
    /// The decision cost more than it may: the verdict is deny.
    pub spent: bool,
}

/// Whose rules are asked: all, or a closed layer's alone.
#[derive(Clone, Copy)]
pub(super) struct Judges {
    layer: Option<u16>,
    pub(super) default: Verdict,
}

impl Judges {
    pub(super) fn all(default: Verdict) -> Judges {
        Judges { layer: None, default }
    }

    pub(super) fn of_closed(closed: &Closed) -> Judges {
        Judges { layer: Some(closed.layer), default: closed.default }
    }

    pub(super) fn asks(self, row: &Row) -> bool {
        self.layer.is_none_or(|layer| layer == row.layer)
    }

    fn by_default(self) -> By {
        self.layer.map_or(By::Default, By::ClosedDefault)
    }
}

/// What is found for one effect before others are looked at.
pub(super) struct Own {
    pub(super) verdict: Verdict,
    pub(super) needs_command: bool,
    counted: Vec<Counted>,
}

impl Table {
    /// Decides on a call with these effects. No effects at all is deny: there is nothing to decide on.
    pub fn decide<'a>(&'a self, effects: &'a [Effect], world: &World<'a>, scratch: &mut Scratch) -> Outcome {
        scratch.ready_for(self);
        let all = Judges::all(self.default);
        let mut outcomes = self.judge(effects, all, world, scratch);
        for closed in &self.closed {
            let alone = self.judge(effects, Judges::of_closed(closed), world, scratch);
            for (outcome, alone) in outcomes.iter_mut().zip(alone) {
                take_stricter(outcome, alone);
            }
        }
        let decider = decider(effects, &outcomes);
        let verdict = outcomes.get(decider).map_or(Verdict::Deny, |outcome| outcome.verdict);
        let spent = world.budget.is_spent();
        Outcome { verdict: if spent { Verdict::Deny } else { verdict }, decider, effects: outcomes, spent }
    }

    fn judge<'a>(
        &'a self,
        effects: &'a [Effect],
        judges: Judges,
        world: &World<'a>,
        scratch: &mut Scratch,
    ) -> Vec<EffectOutcome> {
        let own: Vec<Own> = effects.iter().map(|effect| self.own(effect, judges, world, scratch)).collect();
        (0..own.len()).map(|at| self.follow(at, &own, effects, judges)).collect()
    }

    /// The verdict of an effect with that of its command, where it takes it.
    fn follow(&self, at: usize, own: &[Own], effects: &[Effect], judges: Judges) -> EffectOutcome {
        let mut verdict = Verdict::Allow;
        let mut by = None;
        let mut followed = None;
        let mut seen = vec![at];
        let mut next = 0;
        while let Some(here) = seen.get(next).copied() {
            next += 1;
            let (Some(mine), Some(effect)) = (own.get(here), effects.get(here)) else {
                // A command that is not there gives no leave.
                verdict = verdict.max(judges.default);
                continue;
            };
            // What is only possible raises no verdict to deny, nor does what it follows.
            let certainty = effects.get(at).map_or(effect.certainty, |effect| effect.certainty);
            let strict = capped(mine.verdict, certainty);
            if strict > verdict || (here == at && strict == verdict) {
                verdict = strict;
                by = mine.counted.first().map(|counted| counted.by);
                followed = (here != at).then_some(here);
            } else if by.is_none() && verdict == Verdict::Allow {
                by = mine.counted.first().map(|counted| counted.by);
                followed = by.and((here != at).then_some(here));
            }
            if mine.needs_command {
                for target in &effect.follows {
                    if !seen.contains(target) {
                        seen.push(*target);
                    }
                }
            }
        }
        let counted = own.get(at).map(|own| own.counted.clone()).unwrap_or_default();
        EffectOutcome { verdict, by, followed, counted }
    }

    pub(super) fn own<'a>(
        &'a self,
        effect: &'a Effect,
        judges: Judges,
        world: &World<'a>,
        scratch: &mut Scratch,
    ) -> Own {
        let prepared = OnceLock::new();
        let prepared_via = OnceLock::new();
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
        let mut tally = Tally::default();
        let rows = || candidates.iter().filter_map(|row| self.rows.get(*row as usize));
        let combinations = self.combinations(rows().fold(0, |bits, row| bits | row.stars), world);
        let words = if rows().any(|row| row.words) { words(effect, combinations.len()) } else { vec![None] };
        for thing in things(effect) {
            asked.thing = thing;
            for choices in &combinations {
                for word in &words {
                    let asked = Asked { choices, word: *word, ..asked };
                    scratch.next_thing();
                    self.thing(&candidates, &asked, judges, scratch, &mut tally);
                }
            }
        }
        scratch.candidates = candidates;
        self.sum_up(tally)
    }

    /// The rows that can hold for the effect, strictest first.
    pub(super) fn candidates(&self, asked: &Asked<'_, '_>, scratch: &mut Scratch) -> Vec<u32> {
        let mut found = std::mem::take(&mut scratch.candidates);
        found.clear();
        let names = self.names(asked, scratch);
        self.index.rows(asked, names, asked.world.bound, &mut found);
        found.sort_unstable();
        found.dedup();
        if !matches!(asked.effect.subject, Subject::Unknown { .. }) {
            let bits = self.bits_of(&asked.effect.operation);
            found.retain(|row| {
                self.rows
                    .get(*row as usize)
                    .is_some_and(|row| row.operations == u64::MAX || row.operations & bits != 0)
            });
        }
        found
    }

    /// The rows whose pattern over the tool's name matches: asked once for each name.
    fn names<'s>(&self, asked: &Asked<'_, '_>, scratch: &'s mut Scratch) -> &'s [u32] {
        if self.index.names.is_empty() {
            return &[];
        }
        let name = &asked.world.call.tool;
        if !scratch.names.contains_key(name) {
            if scratch.names.len() >= MAX_NAMES {
                scratch.names.clear();
            }
            let mut last = None;
            let mut rows = Vec::new();
            for (number, row) in &self.index.names {
                let matches = match last {
                    Some((known, matches)) if known == *number => matches,
                    _ => self
                        .asks
                        .get(*number as usize)
                        .is_none_or(|ask| ask.held(asked, &self.paths).plain.some() != Tri::No),
                };
                last = Some((*number, matches));
                if matches {
                    rows.push(*row);
                }
            }
            scratch.names.insert(name.clone(), rows.into_boxed_slice());
        }
        scratch.names.get(name).map_or(&[], |rows| rows)
    }

    /// The ways in which lists (`[*]`) can stand for one of their elements each.
    fn combinations<'a>(&'a self, stars: u64, world: &World<'a>) -> Vec<Vec<(&'a Star, Choice<'a>)>> {
        let mut all: Vec<Vec<(&Star, Choice<'_>)>> = vec![Vec::new()];
        if stars == 0 {
            return all;
        }
        let mut used: Vec<&Star> = self
            .stars
            .iter()
            .take(64)
            .enumerate()
            .filter(|(at, _)| stars & (1 << at) != 0)
            .map(|(_, star)| star)
            .collect();
        used.sort_by_key(|star| star.0.steps.len());
        for star in used {
            let mut next = Vec::new();
            for chosen in &all {
                for choice in choices(star, chosen, world) {
                    if next.len() >= MAX_COMBINATIONS {
                        // Too many to judge one by one: the elements are asked together.
                        return vec![Vec::new()];
                    }
                    let mut with = chosen.clone();
                    with.push((star, choice));
                    next.push(with);
                }
            }
            all = next;
        }
        all
    }

    /// The answer of a row's condition for one thing.
    pub(super) fn answer(&self, row: &Row, asked: &Asked<'_, '_>, scratch: &mut Scratch) -> Answer {
        if row.action == Verdict::Allow && !reaches(row, asked.effect) {
            return Answer::NONE;
        }
        if let (Some(last), Some(today)) = (row.until, asked.world.today)
            && today > last
        {
            return Answer::NONE;
        }
        let Scratch { held, stamp, .. } = scratch;
        row.condition.answer(&mut |number, negated| {
            let (Some(slot), Some(ask)) = (held.get_mut(number as usize), self.asks.get(number as usize))
            else {
                return Answer::MAYBE;
            };
            if slot.0 != *stamp {
                *slot = (*stamp, ask.held(asked, &self.paths));
            }
            slot.1.get(negated)
        })
    }

    fn thing(
        &self,
        candidates: &[u32],
        asked: &Asked<'_, '_>,
        judges: Judges,
        scratch: &mut Scratch,
        tally: &mut Tally,
    ) {
        let mut held = HeldBack::NOTHING;
        let follows = !asked.effect.follows.is_empty();
        let link = is_link(asked.thing);
        let certainty = asked.effect.certainty;
        tally.things += 1;
        for number in candidates {
            let Some(row) = self.rows.get(*number as usize).filter(|row| judges.asks(row)) else { continue };
            if row.otherwise && (follows || link) {
                continue;
            }
            let written = self.answer(row, asked, scratch);
            let answer = if row.otherwise { held.unless_rules(written) } else { written };
            let verdict = capped(counts(row.action, answer.some()), certainty);
            tally.add(By::Row(RowId(*number)), answer, verdict);
            match (row.holds_back, row.otherwise) {
                (true, true) => held.otherwise(written),
                (true, false) => held.rule(answer),
                (false, _) => {}
            }
        }
        if link {
            // The place that it leads to is judged by itself.
        } else if follows {
            tally.needs_command |= !held.covered();
        } else {
            let answer = held.default_answer();
            let verdict = capped(counts(judges.default, answer.some()), certainty);
            tally.add(judges.by_default(), answer, verdict);
        }
    }

    fn sum_up(&self, tally: Tally) -> Own {
        let Tally { things, needs_command, entries } = tally;
        let mut counted: Vec<Counted> = entries
            .into_iter()
            .filter(|entry| entry.answer.some() != Tri::No)
            .map(|entry| Counted { by: entry.by, answer: entry.over(things), verdict: entry.verdict })
            .collect();
        counted.sort_by(|a, b| {
            self.rank(b).cmp(&self.rank(a)).then_with(|| self.name(a.by).cmp(self.name(b.by)))
        });
        let verdict = counted.iter().map(|counted| counted.verdict).max().unwrap_or(Verdict::Allow);
        Own { verdict, needs_command, counted }
    }

    /// What decides, of all that counted: the strictest; then the certain, a rule before an `otherwise` before the
    /// default, the greater risk. Order in the files never matters.
    fn rank(&self, counted: &Counted) -> impl Ord + use<> {
        let kind = match counted.by {
            By::Row(row) => match self.rows.get(row.0 as usize) {
                Some(row) if row.otherwise => 1,
                _ => 2,
            },
            By::Default | By::ClosedDefault(_) => 0,
        };
        let risk = match counted.by {
            By::Row(row) => self.rule(row).map(|(_, rule)| rule.risk),
            By::Default | By::ClosedDefault(_) => None,
        };
        // For an allow, a rule that holds for everything says more than one that holds for a part.
        let whole = counted.verdict == Verdict::Allow && counted.answer.every() == Tri::Yes;
        (counted.verdict, counted.answer.some(), whole, kind, risk)
    }

    fn name(&self, by: By) -> &str {
        match by {
            By::Row(row) => self.rule(row).map_or("", |(_, rule)| &rule.id),
            By::Default | By::ClosedDefault(_) => "",
        }
    }
}

/// What rows add up to over the things of one effect.
#[derive(Default)]
struct Tally {
    things: usize,
    needs_command: bool,
    entries: Vec<Entry>,
}

struct Entry {
    by: By,
    answer: Answer,
    verdict: Verdict,
    seen: usize,
}

impl Entry {
    /// The answer over all things; those that were not asked answered no.
    fn over(&self, things: usize) -> Answer {
        if self.seen < things { Answer::new(self.answer.some(), Tri::No) } else { self.answer }
    }
}

impl Tally {
    fn add(&mut self, by: By, answer: Answer, verdict: Verdict) {
        match self.entries.iter_mut().find(|entry| entry.by == by) {
            Some(entry) => {
                entry.answer = Answer::new(
                    entry.answer.some().or(answer.some()),
                    entry.answer.every().and(answer.every()),
                );
                entry.verdict = entry.verdict.max(verdict);
                entry.seen += 1;
            }
            None => self.entries.push(Entry { by, answer, verdict, seen: 1 }),
        }
    }
}

/// An allow rule reaches code that the engine can't see into only if its condition names that.
fn reaches(row: &Row, effect: &Effect) -> bool {
    let code = matches!(effect.subject, Subject::Unknown { .. }) || effect.operation.is("exec.code");
    match row.names_code {
        NamesCode::All => true,
        NamesCode::Fetched => !code || effect.operation.is("exec.code.fetched"),
        NamesCode::No => !code,
    }
}

fn choices<'a>(star: &Star, chosen: &[(&Star, Choice<'a>)], world: &World<'a>) -> Vec<Choice<'a>> {
    let Some((_, before)) = star.0.steps.split_last() else { return vec![Choice::Unknown] };
    let choose = |step: usize| {
        let prefix = star.0.steps.get(..=step);
        let outer =
            chosen.iter().find(|(other, _)| other.0.name == star.0.name && Some(&*other.0.steps) == prefix);
        outer.map_or(Choice::Unknown, |(_, choice)| *choice)
    };
    match walk(argument_of(&star.0.name, world), before, 0, &choose) {
        At::Value(Value::Array(items)) if items.is_empty() => vec![Choice::Empty],
        At::Value(Value::Array(items)) => items.iter().map(Choice::Element).collect(),
        At::Absent | At::Empty | At::Value(Value::Null) => vec![Choice::Empty],
        At::Value(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_))
        | At::Unknown
        | At::Each(..) => vec![Choice::Unknown],
    }
}

/// The words that `command.args[*]` stands for, each by itself; all together where there are too many, or none.
fn words(effect: &Effect, combinations: usize) -> Vec<Option<&Word>> {
    let words = command_of(effect).and_then(|command| command.words.get(1..)).unwrap_or_default();
    if words.is_empty() || words.len().saturating_mul(combinations) > MAX_COMBINATIONS {
        return vec![None];
    }
    words.iter().map(Some).collect()
}

/// Whether a thing is a name for another one.
pub(super) fn is_link(thing: Option<&PathThing>) -> bool {
    matches!(thing, Some(PathThing::At { form: PathForm::Link, .. }))
}

/// What the effect touches; one nameless thing where it is not about paths.
pub(crate) fn things(effect: &Effect) -> impl Iterator<Item = Option<&PathThing>> {
    let paths = match &effect.subject {
        Subject::Path(subject) | Subject::Script(_, subject) => subject.things.as_slice(),
        Subject::Command(_) | Subject::Host(_) | Subject::Call | Subject::Unknown { .. } => &[],
    };
    let none = paths.is_empty().then_some(None);
    paths.iter().map(Some).chain(none)
}

fn take_stricter(outcome: &mut EffectOutcome, alone: EffectOutcome) {
    for counted in alone.counted {
        let known = outcome.counted.iter_mut().find(|known| known.by == counted.by);
        match known {
            Some(known) if known.verdict < counted.verdict => *known = counted,
            Some(_) => {}
            None if counted.verdict > Verdict::Allow => outcome.counted.push(counted),
            None => {}
        }
    }
    if alone.verdict > outcome.verdict {
        outcome.verdict = alone.verdict;
        outcome.by = alone.by;
        outcome.followed = alone.followed;
    }
}

/// The effect that decides: the strictest, then one that is certain, then one that was named, then the first.
fn decider(effects: &[Effect], outcomes: &[EffectOutcome]) -> usize {
    let mut best: Option<(usize, _)> = None;
    for (at, (effect, outcome)) in effects.iter().zip(outcomes).enumerate() {
        let rank = (
            outcome.verdict,
            std::cmp::Reverse(effect.certainty as u8),
            outcome.followed.is_none(),
            std::cmp::Reverse(effect.naming as u8),
        );
        if best.as_ref().is_none_or(|(_, known)| rank > *known) {
            best = Some((at, rank));
        }
    }
    best.map_or(0, |(at, _)| at)
}
