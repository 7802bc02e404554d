//! Makes a failing case smaller: leaves out what is not needed for it to fail.

use toolgate::model::{PathThing, Subject};

use crate::reference::make::calls::Decided;
use crate::reference::make::policies::{Condition, Policies};

/// The smallest case found that still fails.
pub fn smaller(
    policies: &Policies,
    case: &Decided,
    fails: &dyn Fn(&Policies, &Decided) -> bool,
) -> (Policies, Decided) {
    let (mut policies, mut case) = (policies.clone(), case.clone());
    loop {
        let mut changed = false;
        for candidate in of_policies(&policies) {
            if fails(&candidate, &case) {
                policies = candidate;
                changed = true;
                break;
            }
        }
        for candidate in of_case(&case) {
            if fails(&policies, &candidate) {
                case = candidate;
                changed = true;
                break;
            }
        }
        if !changed {
            return (policies, case);
        }
    }
}

fn of_policies(policies: &Policies) -> Vec<Policies> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Policies)| {
        let mut changed = policies.clone();
        change(&mut changed);
        all.push(changed);
    };
    if policies.layers.len() > 1 {
        for at in 0..policies.layers.len() {
            with(&|policies| drop(policies.layers.remove(at)));
        }
    }
    for (at, layer) in policies.layers.iter().enumerate() {
        for (file, content) in layer.files.iter().enumerate() {
            if layer.files.len() > 1 {
                with(&|policies| drop(policies.layers[at].files.remove(file)));
            }
            for number in 0..content.uses.len() {
                with(&|policies| drop(policies.layers[at].files[file].uses.remove(number)));
            }
            for number in 0..content.declarations.len() {
                with(&|policies| drop(policies.layers[at].files[file].declarations.remove(number)));
            }
            if content.default.is_some() {
                with(&|policies| policies.layers[at].files[file].default = None);
            }
            if content.closed {
                with(&|policies| policies.layers[at].files[file].closed = false);
            }
            if content.root.is_some() {
                with(&|policies| policies.layers[at].files[file].root = None);
            }
        }
    }
    if !policies.library.is_empty() {
        with(&|policies| drop(policies.library.pop()));
    }
    let lists: Vec<Vec<_>> = policies.clone().rules_mut().map(|rules| rules.clone()).collect();
    for (list, rules) in lists.iter().enumerate() {
        for (at, rule) in rules.iter().enumerate() {
            let mut edit = |change: &dyn Fn(&mut Vec<_>)| {
                with(&|policies| {
                    let rules = policies.rules_mut().nth(list).expect("a list");
                    change(rules);
                });
            };
            edit(&|rules| drop(rules.remove(at)));
            if rule.unless.is_some() {
                edit(&|rules| rules[at].unless = None);
            }
            if rule.by_risk {
                edit(&|rules| rules[at].by_risk = false);
            }
            for part in parts(&rule.condition) {
                edit(&|rules| rules[at].condition = part.clone());
            }
            for part in rule.unless.iter().flat_map(parts) {
                edit(&|rules| rules[at].unless = Some(part.clone()));
            }
        }
    }
    all
}

fn parts(condition: &Condition) -> Vec<Condition> {
    match condition {
        Condition::Any => Vec::new(),
        Condition::Leaf(_) => vec![Condition::Any],
        Condition::Not(inner) => {
            let mut all = vec![inner.as_ref().clone()];
            all.extend(parts(inner).into_iter().map(|part| Condition::Not(Box::new(part))));
            all
        }
        Condition::And(inner) | Condition::Or(inner) => {
            let mut all = inner.clone();
            let again = |list: Vec<Condition>| match condition {
                Condition::And(_) => Condition::And(list),
                _ => Condition::Or(list),
            };
            for at in 0..inner.len() {
                if inner.len() > 2 {
                    let mut fewer = inner.clone();
                    fewer.remove(at);
                    all.push(again(fewer));
                }
                for part in parts(&inner[at]) {
                    let mut list = inner.clone();
                    list[at] = part;
                    all.push(again(list));
                }
            }
            all
        }
    }
}

fn of_case(case: &Decided) -> Vec<Decided> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Decided)| {
        let mut changed = case.clone();
        change(&mut changed);
        all.push(changed);
    };
    if case.effects.len() > 1 {
        for at in 0..case.effects.len() {
            // What follows a later effect keeps following it.
            if case.effects.iter().all(|effect| !effect.follows.contains(&at)) {
                with(&|case| {
                    case.effects.remove(at);
                    for effect in &mut case.effects {
                        for other in &mut effect.follows {
                            *other -= usize::from(*other > at);
                        }
                    }
                });
            }
        }
    }
    for at in 0..case.effects.len() {
        let effect = &case.effects[at];
        if !effect.follows.is_empty() {
            with(&|case| case.effects[at].follows.clear());
        }
        for via in 0..effect.via.len() {
            with(&|case| drop(case.effects[at].via.remove(via)));
        }
        if let Subject::Path(paths) | Subject::Script(_, paths) = &effect.subject {
            for thing in 0..paths.things.len() {
                if paths.things.len() > 1 {
                    with(&|case| drop(things(&mut case.effects[at].subject).remove(thing)));
                }
                if let PathThing::Below { dir, .. } = &paths.things[thing] {
                    let walk = toolgate::model::Walk::all();
                    let plain = PathThing::Below { dir: dir.clone(), walk };
                    if plain != paths.things[thing] {
                        with(&|case| things(&mut case.effects[at].subject)[thing] = plain.clone());
                    }
                }
            }
        }
    }
    for name in case.call.args.keys() {
        with(&|case| drop(case.call.args.remove(name)));
    }
    for name in case.call.context.keys() {
        with(&|case| drop(case.call.context.remove(name)));
    }
    for at in 0..case.call.marks.len() {
        with(&|case| drop(case.call.marks.remove(at)));
    }
    for path in case.files.entries.keys() {
        with(&|case| drop(case.files.entries.remove(path)));
    }
    if !case.files.broken.is_empty() {
        with(&|case| case.files.broken.clear());
    }
    all
}

fn things(subject: &mut Subject) -> &mut Vec<PathThing> {
    match subject {
        Subject::Path(paths) | Subject::Script(_, paths) => &mut paths.things,
        Subject::Command(_) | Subject::Host(_) | Subject::Call | Subject::Unknown { .. } => {
            panic!("no paths")
        }
    }
}
