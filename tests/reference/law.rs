//! The law (section 7), layers and trust (section 8): every rule of every layer is asked for every thing.

use std::collections::{BTreeMap, BTreeSet};

use toolgate::model::{
    Certainty, Effect, Host, Naming, Operation, PathForm, PathSubject, PathThing, Subject,
};

use super::answer::{A, ALL, NONE, T, both, either, negation};
use super::ask::{About, Asker, Place, Thing, is, subject};
use super::facts::{Facts, Val, elements, step};
use super::policy::{Atom, Condition, Layer, Rule, Set, Step, V};

/// A set with what follows from it for every effect.
pub struct Court<'a> {
    rules: Vec<(&'a Rule, bool)>,
    default: V,
    pub lists: BTreeSet<Vec<Step>>,
    /// Whether some predicate looks at `command.args[*]`.
    pub words: bool,
}

/// The layers together, and each closed layer by itself.
pub fn courts(set: &Set) -> Vec<Court<'_>> {
    let all: Vec<&Layer> = set.layers.iter().collect();
    let closed = set.layers.iter().filter(|layer| layer.closed && layer.trusted);
    let mut courts = vec![Court::new(&all)];
    courts.extend(closed.map(|layer| Court::new(&[layer])));
    courts
}

/// What a rule says of a thing.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    pub otherwise: bool,
    pub action: V,
    /// Rules of an untrusted layer hold nothing back.
    pub trusted: bool,
    /// Its condition's answer.
    pub answer: A,
}

/// Steps 1 to 4 of section 7.
pub fn verdict(said: &[Said], default: V, followed: Option<V>) -> V {
    let (mut strictest, mut by_rules, mut by_all) = (V::Allow, NONE, NONE);
    for rule in said.iter().filter(|rule| !rule.otherwise) {
        strictest = strictest.max(counts(rule.action, rule.answer.some));
        if rule.trusted && rule.action != V::Deny {
            by_rules = either(by_rules, rule.answer);
            by_all = either(by_all, rule.answer);
        }
    }
    if let Some(followed) = followed {
        return if by_rules.every == T::Yes { strictest } else { strictest.max(followed) };
    }
    for rule in said.iter().filter(|rule| rule.otherwise) {
        let excepted = both(rule.answer, negation(by_rules));
        strictest = strictest.max(counts(rule.action, excepted.some));
        if rule.action != V::Deny {
            // By its condition as written: where its exception holds, a rule holds the default back as well.
            by_all = either(by_all, rule.answer);
        }
    }
    strictest.max(counts(default, negation(by_all).some))
}

impl<'a> Court<'a> {
    fn new(layers: &[&'a Layer]) -> Court<'a> {
        let mut rules = Vec::new();
        let mut default = None;
        for layer in layers {
            for rule in &layer.rules {
                // An untrusted layer can refuse and nothing else.
                let counts = layer.trusted || !rule.otherwise && rule.action != V::Allow;
                if counts {
                    rules.push((rule, layer.trusted));
                }
            }
            let written = layer.default.filter(|default| layer.trusted || *default == V::Deny);
            default = default.max(written);
        }
        let (mut lists, mut words) = (BTreeSet::new(), false);
        for (rule, _) in &rules {
            rule.condition.each(&mut |predicate, _| match subject(predicate) {
                ("tool_arg", _) => {
                    let steps = &predicate.subject[1..];
                    let stars = steps.iter().enumerate().filter(|(_, step)| **step == Step::Star);
                    lists.extend(stars.map(|(at, _)| steps[..=at].to_vec()));
                }
                ("command", Some("args")) => words = true,
                _ => {}
            });
        }
        Court { rules, default: default.unwrap_or(V::Deny), lists, words }
    }

    /// The verdict of each effect.
    pub fn judge(&self, asker: &Asker<'_>, effects: &[Effect], facts: &Facts) -> Vec<V> {
        let mut verdicts = vec![None; effects.len()];
        for at in 0..effects.len() {
            self.effect(asker, effects, facts, at, &mut verdicts);
        }
        verdicts.into_iter().map(|verdict| verdict.expect("judged")).collect()
    }

    fn effect(
        &self,
        asker: &Asker<'_>,
        effects: &[Effect],
        facts: &Facts,
        at: usize,
        verdicts: &mut [Option<V>],
    ) -> V {
        if let Some(verdict) = verdicts[at] {
            return verdict;
        }
        let effect = &effects[at];
        let followed =
            effect.follows.iter().map(|other| self.effect(asker, effects, facts, *other, verdicts)).max();
        let things = self.things(&part(effect), facts);
        let verdict = things.iter().map(|thing| self.thing(asker, thing, facts, followed)).max();
        let verdict = possibly(effect.certainty, verdict.expect("a thing"));
        verdicts[at] = Some(verdict);
        verdict
    }

    /// The verdict of one thing. `followed` is the verdict of the command that an implied effect comes from.
    pub fn thing(&self, asker: &Asker<'_>, thing: &Thing, facts: &Facts, followed: Option<V>) -> V {
        // What a name leads to is judged by itself: no `otherwise` and no default counts for the name.
        let link =
            matches!(thing.about, About::Path(Place::Link(_), _) | About::Script(_, Place::Link(_), _));
        let (default, followed) =
            if link { (V::Allow, followed.map(|_| V::Allow)) } else { (self.default, followed) };
        let said: Vec<Said> = self
            .rules
            .iter()
            .filter(|(rule, _)| !link || !rule.otherwise)
            .map(|(rule, trusted)| Said {
                otherwise: rule.otherwise,
                action: rule.action,
                trusted: *trusted,
                answer: self.rule(asker, rule, thing, facts),
            })
            .collect();
        verdict(&said, default, followed)
    }

    fn rule(&self, asker: &Asker<'_>, rule: &Rule, thing: &Thing, facts: &Facts) -> A {
        // What was not understood may be code.
        let opaque = matches!(thing.about, About::Opaque) && !is(&thing.operation, "exec.code");
        let operation = if opaque { "exec.code" } else { &thing.operation };
        if rule.action == V::Allow && is(operation, "exec.code") && !names_code(rule, operation) {
            return NONE;
        }
        condition(&rule.condition, &|predicate, negated| asker.ask(predicate, negated, thing, facts))
    }

    /// Every thing that an effect touches.
    pub fn things(&self, part: &Part, facts: &Facts) -> Vec<Thing> {
        let mut all = Vec::new();
        for about in &part.abouts {
            let words = match about {
                About::Command(command) | About::Script(command, ..) if self.words => {
                    let words: Vec<_> = command.words.iter().skip(1).cloned().map(Some).collect();
                    if words.is_empty() { vec![None] } else { words }
                }
                _ => vec![None],
            };
            for word in words {
                for elements in self.chosen(facts) {
                    all.push(Thing {
                        operation: part.operation.clone(),
                        about: about.clone(),
                        via: part.via.clone(),
                        elements,
                        word: word.clone(),
                    });
                }
            }
        }
        all
    }

    /// Every way to choose an element of each list. Lists within lists come after the ones they are in.
    fn chosen(&self, facts: &Facts) -> Vec<BTreeMap<Vec<Step>, Val>> {
        let mut lists: Vec<&Vec<Step>> = self.lists.iter().collect();
        lists.sort_by_key(|list| list.iter().filter(|step| **step == Step::Star).count());
        let mut all = vec![BTreeMap::new()];
        for list in lists {
            let mut more = Vec::new();
            for chosen in &all {
                for element in elements(list_of(list, chosen, facts)) {
                    let mut with = chosen.clone();
                    with.insert(list.clone(), element);
                    more.push(with);
                }
            }
            all = more;
        }
        all
    }
}

/// The list that ends with a star.
fn list_of(list: &[Step], chosen: &BTreeMap<Vec<Step>, Val>, facts: &Facts) -> Val {
    let inner = &list[..list.len() - 1];
    let (mut value, rest) = match inner.iter().rposition(|step| *step == Step::Star) {
        Some(at) => (chosen[&inner[..=at]].clone(), &inner[at + 1..]),
        None => {
            let Step::Name(name) = &inner[0] else { panic!("no argument") };
            (facts.arg(name), &inner[1..])
        }
    };
    for one in rest {
        value = step(value, one);
    }
    value
}

/// A condition's answer, from those of its predicates.
pub fn condition(condition_: &Condition, ask: &dyn Fn(&super::policy::Predicate, bool) -> A) -> A {
    match condition_ {
        Condition::Always => ALL,
        Condition::Never => NONE,
        Condition::And(all) => all.iter().map(|one| condition(one, ask)).fold(ALL, both),
        Condition::Or(all) => all.iter().map(|one| condition(one, ask)).fold(NONE, either),
        Condition::Is(predicate, negated) => ask(predicate, *negated),
    }
}

/// What a rule, or the default, adds by whether it holds for some part.
fn counts(action: V, some: T) -> V {
    match (action, some) {
        (V::Allow, _) | (_, T::No) => V::Allow,
        (_, T::Unknown) => V::Confirm,
        (action, T::Yes) => action,
    }
}

/// For a possible effect deny counts as confirm.
pub fn possibly(certainty: Certainty, verdict: V) -> V {
    match certainty {
        Certainty::Certain => verdict,
        Certainty::Possible => verdict.min(V::Confirm),
    }
}

/// "An allow rule reaches `exec.code` only if its condition names `exec.code`."
fn names_code(rule: &Rule, operation: &str) -> bool {
    let mut names = false;
    rule.condition.each(&mut |predicate, negated| {
        if subject(predicate).0 == "operation" && !negated {
            names |= predicate.operand.iter().any(|atom| match atom {
                Atom::Name(name) => is(name, "exec.code") && is(operation, name),
                _ => false,
            });
        }
    });
    names
}

/// An effect, taken apart: what it is about, for each path that it touches.
#[derive(Clone, Debug)]
pub struct Part {
    pub operation: String,
    pub abouts: Vec<About>,
    pub via: Vec<toolgate::model::Command>,
}

pub fn part(effect: &Effect) -> Part {
    let via = effect.via.iter().map(|command| command.as_ref().clone()).collect();
    Part { operation: Operation::as_str(&effect.operation).to_owned(), abouts: abouts(effect), via }
}

fn abouts(effect: &Effect) -> Vec<About> {
    let place = |thing: &PathThing| match thing {
        PathThing::At { path, form: PathForm::Link } => Place::Link(path.clone()),
        PathThing::At { path, .. } => Place::At(path.clone()),
        other => Place::Group(other.clone()),
    };
    let each = |subject: &PathSubject, make: &dyn Fn(Place) -> About| {
        subject.things.iter().map(|thing| make(place(thing))).collect()
    };
    match &effect.subject {
        Subject::Command(command) => vec![About::Command(command.as_ref().clone())],
        Subject::Script(command, paths) => {
            each(paths, &|place| About::Script(command.as_ref().clone(), place, paths.case))
        }
        Subject::Path(paths) => each(paths, &|place| About::Path(place, paths.case)),
        Subject::Host(host) if effect.naming == Naming::Implied && host.host == Host::Unknown => {
            vec![About::Unnamed]
        }
        Subject::Host(host) => vec![About::Host(host.clone())],
        Subject::Call => vec![About::Call],
        Subject::Unknown { .. } => vec![About::Opaque],
    }
}

#[cfg(test)]
mod tests {
    use super::super::answer::{agreed, of};
    use super::*;

    /// Up to three rules of every kind, whose conditions hold or not for two things in two worlds, in every way: what the
    /// law allows is allowed for each thing in each world, what it denies is denied for some thing in each.
    #[test]
    fn the_law_keeps_the_promise() {
        let actions = [V::Allow, V::Confirm, V::Deny];
        let kinds: Vec<(V, bool)> =
            actions.iter().flat_map(|action| [(*action, false), (*action, true)]).collect();
        let mut checked = 0;
        for (a, first) in kinds.iter().enumerate() {
            for (b, second) in kinds.iter().enumerate().skip(a) {
                for third in kinds.iter().skip(b) {
                    for truths in 0..1u32 << 12 {
                        check(&[*first, *second, *third], truths);
                        checked += 1;
                    }
                }
            }
        }
        assert_eq!(checked, 56 * 4096);
    }

    /// Four bits a rule: the first thing in the first world, the second thing in it, and so in the second world.
    fn check(rules: &[(V, bool); 3], truths: u32) {
        let holds = |rule: usize, world: u32, thing: u32| {
            of(truths >> (rule as u32 * 4 + world * 2 + thing) & 1 == 1)
        };
        let said = |answer: &dyn Fn(usize) -> A| {
            let all = rules.iter().enumerate().map(|(at, (action, otherwise))| Said {
                otherwise: *otherwise,
                action: *action,
                trusted: true,
                answer: answer(at),
            });
            all.collect::<Vec<_>>()
        };
        let known = said(&|rule| A {
            some: agreed(
                (0..2).map(|world| (0..2).map(|thing| holds(rule, world, thing)).max().expect("two")),
            ),
            every: agreed(
                (0..2).map(|world| (0..2).map(|thing| holds(rule, world, thing)).min().expect("two")),
            ),
        });
        for default in [V::Confirm, V::Deny] {
            let told = verdict(&known, default, None);
            for world in 0..2 {
                let exact = |thing: u32| {
                    verdict(
                        &said(&|rule| super::super::answer::one(holds(rule, world, thing))),
                        default,
                        None,
                    )
                };
                let strictest = exact(0).max(exact(1));
                assert!(told != V::Allow || strictest == V::Allow, "{rules:?} {truths:b} {default:?}");
                assert!(told != V::Deny || strictest == V::Deny, "{rules:?} {truths:b} {default:?}");
            }
        }
    }
}
