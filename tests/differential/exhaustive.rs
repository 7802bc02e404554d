//! Every policy of up to three rules: three actions, `otherwise` or not, two layers (the second trusted or not), up to
//! three conditions, both defaults; and for each of them every answer that its conditions can have. The table sees a policy, a
//! call and a file system that make the conditions answer so; the reference is told the answers.

use serde_json::json;
use toolgate::model::{
    Call, Case, Certainty, Effect, Entry, Naming, Operation, Origin, PathSubject, PathThing, Subject, Walk,
};

use crate::compiled::compile;
use crate::engine::decide;
use crate::reference::answer::{A, ALL, MAYBE, NONE, T};
use crate::reference::law::{Said, verdict};
use crate::reference::make::calls::Decided;
use crate::reference::make::policies::{Condition, File, Layer, Policies, Rule};
use crate::reference::make::tiny::Tiny;
use crate::reference::policy::V;

/// What a rule is, its condition left out.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Kind {
    action: V,
    otherwise: bool,
    layer: usize,
}

/// How three rules share conditions.
const SHARED: [[usize; 3]; 5] = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]];

const ANSWERS: [A; 6] = [
    ALL,
    NONE,
    MAYBE,
    A { some: T::Yes, every: T::No },
    A { some: T::Yes, every: T::Unknown },
    A { some: T::Unknown, every: T::No },
];

fn kinds() -> Vec<Kind> {
    let mut all = Vec::new();
    for action in [V::Allow, V::Confirm, V::Deny] {
        for otherwise in [false, true] {
            for layer in [0, 1] {
                all.push(Kind { action, otherwise, layer });
            }
        }
    }
    all
}

/// Every list of up to three kinds, whatever their order.
fn lists() -> Vec<Vec<Kind>> {
    let kinds = kinds();
    let mut all = vec![Vec::new()];
    for (a, first) in kinds.iter().enumerate() {
        all.push(vec![*first]);
        for (b, second) in kinds.iter().enumerate().skip(a) {
            all.push(vec![*first, *second]);
            all.extend(kinds.iter().skip(b).map(|third| vec![*first, *second, *third]));
        }
    }
    all
}

/// A condition whose answer the call and the file system decide.
fn condition(name: usize) -> Condition {
    let leaf = |text: String| Condition::Leaf(text);
    Condition::And(vec![
        Condition::Or(vec![
            leaf(format!("path like \"/d/*{name}*\"")),
            leaf(format!("context.or{name} == true")),
        ]),
        leaf(format!("context.and{name} == true")),
    ])
}

fn policies(rules: &[Kind], shared: &[usize; 3], default: V, trusted: bool) -> Policies {
    let file = |layer: usize| File {
        name: format!("f{layer}.policy"),
        default: (layer == 0 && default == V::Confirm).then_some("confirm"),
        closed: false,
        root: None,
        uses: Vec::new(),
        declarations: if layer == 0 {
            (0..3)
                .flat_map(|at| [format!("context or{at}: bool"), format!("context and{at}: bool")])
                .collect()
        } else {
            Vec::new()
        },
        rules: rules
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.layer == layer)
            .map(|(at, kind)| Rule {
                id: format!("r{at}"),
                otherwise: kind.otherwise,
                action: match kind.action {
                    V::Allow => "allow",
                    V::Confirm => "confirm",
                    V::Deny => "deny",
                },
                by_risk: false,
                condition: condition(shared[at]),
                unless: None,
            })
            .collect(),
    };
    let layer = |at: usize| Layer { trusted: at == 0 || trusted, files: vec![file(at)] };
    Policies { layers: vec![layer(0), layer(1)], library: Vec::new() }
}

/// A call that makes each condition answer so: the effect touches two files below a directory.
fn case(answers: &[A]) -> Decided {
    let mut call = Call {
        tool: "t".to_owned(),
        home: Some("/h".to_owned()),
        root: Some("/r".to_owned()),
        ..Call::default()
    };
    let (mut first, mut second) = ("x".to_owned(), "y".to_owned());
    for (at, answer) in answers.iter().enumerate() {
        let (one, other, or, and) = match (answer.some, answer.every) {
            (_, T::Yes) => (true, true, Some(false), Some(true)),
            (T::No, _) => (false, false, Some(false), Some(true)),
            (T::Unknown, T::Unknown) => (false, false, None, Some(true)),
            (T::Unknown, T::No) => (true, false, Some(false), None),
            (T::Yes, T::No) => (true, false, Some(false), Some(true)),
            (T::Yes, T::Unknown) => (true, false, None, Some(true)),
        };
        for (name, has) in [(&mut first, one), (&mut second, other)] {
            if has {
                name.push_str(&at.to_string());
            }
        }
        for (name, value) in [("or", or), ("and", and)] {
            if let Some(value) = value {
                call.context.insert(format!("{name}{at}"), json!(value));
            }
        }
    }
    let mut files = Tiny::new(Case::Sensitive);
    files.add(&format!("/d/{first}"), Entry::File);
    files.add(&format!("/d/{second}"), Entry::File);
    let below = PathThing::Below { dir: "/d".to_owned(), walk: Walk::all() };
    let paths = PathSubject { shown: "/d".to_owned(), things: vec![below], case: Case::Sensitive };
    let effect = Effect {
        operation: Operation::new("read"),
        subject: Subject::Path(paths),
        via: Vec::new(),
        certainty: Certainty::Certain,
        naming: Naming::Named,
        follows: Vec::new(),
        origin: Origin::default(),
    };
    Decided { call, effects: vec![effect], files }
}

/// The law, given the answers.
fn told(rules: &[Kind], shared: &[usize; 3], default: V, trusted: bool, answers: &[A]) -> V {
    let said: Vec<Said> = rules
        .iter()
        .enumerate()
        .map(|(at, kind)| Said {
            otherwise: kind.otherwise,
            action: kind.action,
            trusted: trusted || kind.layer == 0,
            answer: answers[shared[at]],
        })
        // An untrusted layer can refuse and nothing else.
        .filter(|said| said.trusted || !said.otherwise && said.action != V::Allow)
        .collect();
    verdict(&said, default, None)
}

/// All of them with `TOOLGATE_EXHAUSTIVE=1`; else every policy of up to two rules, and a seventh of those of three.
#[test]
fn every_small_policy_with_every_answer() {
    let whole = std::env::var_os("TOOLGATE_EXHAUSTIVE").is_some();
    let (mut checked, mut wrong) = (0, Vec::new());
    let cases: Vec<Vec<(Vec<A>, Decided)>> = (0..=3)
        .map(|count| {
            let all = (0..6usize.pow(count)).map(|number| {
                let answers: Vec<A> = (0..count).map(|at| ANSWERS[number / 6usize.pow(at) % 6]).collect();
                (answers.clone(), case(&answers))
            });
            all.collect()
        })
        .collect();
    let wanted = |at: usize, rules: &[Kind]| whole || rules.len() < 3 || at.is_multiple_of(7);
    for (_, rules) in lists().into_iter().enumerate().filter(|(at, rules)| wanted(*at, rules)) {
        let mut sharings: Vec<[usize; 3]> = SHARED.to_vec();
        sharings.dedup_by_key(|shared| shared[..rules.len()].to_vec());
        for shared in &sharings {
            let conditions = shared[..rules.len()].iter().max().map_or(0, |most| most + 1);
            for default in [V::Confirm, V::Deny] {
                for trusted in [true, false] {
                    if !trusted && rules.iter().all(|rule| rule.layer == 0) {
                        continue;
                    }
                    let policies = policies(&rules, shared, default, trusted);
                    let compiled = compile(&policies, &File::text).expect("sound");
                    for (answers, case) in &cases[conditions] {
                        let slow = told(&rules, shared, default, trusted, answers);
                        let fast = decide(&compiled, case).verdict;
                        checked += 1;
                        if fast != slow {
                            wrong.push(format!("{}{answers:?}: {fast:?}, not {slow:?}", policies.shown()));
                        }
                    }
                }
            }
        }
    }
    println!("{checked} decisions");
    assert!(wrong.is_empty(), "{} of {checked}, first {}", wrong.len(), wrong[0]);
    assert!(checked > if whole { 300_000 } else { 40_000 }, "{checked}");
}
