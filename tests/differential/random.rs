//! Random policies and calls: the table against the reference.

use std::collections::BTreeMap;

use crate::compiled::compile;
use crate::engine::decide;
use crate::reference::make::calls::{self, Decided, Knowledge};
use crate::reference::make::policies::{self, File, Policies};
use crate::reference::make::{Dice, tiny};
use crate::reference::policy::V;
use crate::smaller::smaller;
use crate::{shown, slow};

/// Calls that each policy is asked for.
const CALLS: u64 = 20;

/// A number that the environment gives.
pub fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// What is wrong with the engine's verdicts on a case.
fn wrong(policies: &Policies, case: &Decided, worlds: bool) -> Option<String> {
    let compiled = compile(policies, &File::text).ok()?;
    let told = decide(&compiled, case).effects;
    let slow = slow::judge(&compiled, case);
    if told != slow {
        return Some(format!("the table says {told:?}, the reference {slow:?}"));
    }
    if worlds {
        return slow::broken(&compiled, case, &told).map(|broken| format!("{broken:?}"));
    }
    None
}

/// A million pairs of a policy and a call: `TOOLGATE_PAIRS=1000000 cargo test --profile … --test differential random`.
/// `TOOLGATE_SEED` begins elsewhere, `TOOLGATE_WORLDS` says of how many pairs one is looked at world by world.
#[test]
fn random_pairs() {
    let (pairs, first) = (number("TOOLGATE_PAIRS", 2_000), number("TOOLGATE_SEED", 1));
    let worlds = number("TOOLGATE_WORLDS", 8);
    let (mut verdicts, mut codes) = (BTreeMap::<V, u64>::new(), BTreeMap::<String, u64>::new());
    let (mut done, mut seed, mut found) = (0, first, Vec::new());
    while done < pairs && found.len() < 3 {
        seed += 1;
        let mut dice = Dice::Seed(seed);
        let policies = policies::policies(&mut dice);
        let compiled = match compile(&policies, &File::text) {
            Ok(compiled) => compiled,
            Err(errors) => {
                *codes.entry(errors[0].clone()).or_default() += 1;
                continue;
            }
        };
        for _ in 0..CALLS {
            done += 1;
            let files = tiny::files(&mut dice);
            let knowledge = if dice.chance(30) { Knowledge::Exact } else { Knowledge::Any };
            let case = calls::case(&mut dice, knowledge, files);
            let told = decide(&compiled, &case);
            *verdicts.entry(told.verdict).or_default() += 1;
            let slow = slow::judge(&compiled, &case);
            let by_world = worlds > 0 && done % worlds == 0;
            let bad =
                told.effects != slow || by_world && slow::broken(&compiled, &case, &told.effects).is_some();
            if bad {
                let (policies, case) =
                    smaller(&policies, &case, &|policies, case| wrong(policies, case, by_world).is_some());
                let what = wrong(&policies, &case, by_world);
                found.push(format!("seed {seed}: {what:?}\n{}{}\n", policies.shown(), shown::case(&case)));
                break;
            }
        }
    }
    println!("{done} pairs from seed {first} to {seed}: {verdicts:?}; not sound: {codes:?}");
    assert!(found.is_empty(), "{}", found.join("\n"));
    // A generator that never allows, or never denies, compares nothing.
    assert!(verdicts.len() == 3 && verdicts.values().all(|count| count * 20 > done), "{verdicts:?}");
}
