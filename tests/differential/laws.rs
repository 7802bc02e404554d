//! The laws of the language as properties of the engine: what must hold whatever the policy and the call are.

use proptest::prelude::*;

use crate::compiled::{Compiled, compile};
use crate::engine::{Told, decide};
use crate::reference::make::calls::{self, Decided, Knowledge};
use crate::reference::make::policies::{self, File, Policies, Rule};
use crate::reference::make::{Dice, tiny};
use crate::reference::policy::V;
use crate::shown;

/// A sound policy with a call, and the choices that are left.
struct Given<'a> {
    policies: Policies,
    case: Decided,
    dice: Dice<'a>,
}

fn given_of(bytes: &[u8]) -> Option<Given<'_>> {
    let mut dice = Dice::Bytes(bytes);
    let policies = policies::policies(&mut dice);
    sound(&policies)?;
    let files = tiny::files(&mut dice);
    let case = calls::case(&mut dice, Knowledge::Any, files);
    Some(Given { policies, case, dice })
}

fn sound(policies: &Policies) -> Option<Compiled> {
    compile(policies, &File::text).ok()
}

/// The engine's verdict; none if the set has mistakes.
fn verdict(policies: &Policies, case: &Decided) -> Option<V> {
    sound(policies).map(|compiled| decide(&compiled, case).verdict)
}

/// Fails unless the verdicts of a policy before and after a change are as they must be.
fn check(
    given: &Given<'_>,
    after: &Policies,
    law: &str,
    holds: impl Fn(V, V) -> bool,
) -> Result<(), TestCaseError> {
    let before = verdict(&given.policies, &given.case).expect("sound");
    let Some(found) = verdict(after, &given.case) else { return Ok(()) };
    prop_assert!(
        holds(before, found),
        "{law}: {before:?}, then {found:?}\n{}\nthen\n{}\n{}",
        given.policies.shown(),
        after.shown(),
        shown::case(&given.case)
    );
    Ok(())
}

/// Adds a rule to some file of a trusted layer.
fn with_rule(given: &mut Given<'_>, action: &'static str, otherwise: bool) -> Policies {
    let mut rule = policies::rule(&mut given.dice, "added".to_owned());
    (rule.action, rule.otherwise, rule.by_risk) = (action, otherwise, false);
    let mut after = given.policies.clone();
    let trusted: Vec<usize> = (0..after.layers.len()).filter(|at| after.layers[*at].trusted).collect();
    let layer = *given.dice.pick(&trusted);
    let file = given.dice.below(after.layers[layer].files.len());
    after.layers[layer].files[file].rules.push(rule);
    after
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..700)
}

/// Cases of each law; `TOOLGATE_LAW_CASES` asks for more.
fn cases() -> ProptestConfig {
    let count = std::env::var("TOOLGATE_LAW_CASES").ok().and_then(|count| count.parse().ok());
    ProptestConfig { cases: count.unwrap_or(96), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn order_never_matters(bytes in bytes()) {
        let Some(mut given) = given_of(&bytes) else { return Ok(()) };
        let mut after = given.policies.clone();
        for rules in after.rules_mut() {
            given.dice.shuffle(rules);
        }
        for layer in &mut after.layers {
            for file in &mut layer.files {
                given.dice.shuffle(&mut file.declarations);
                given.dice.shuffle(&mut file.uses);
            }
            given.dice.shuffle(&mut layer.files);
        }
        given.dice.shuffle(&mut after.layers);
        check(&given, &after, "order", |before, after| before == after)?;
    }

    #[test]
    fn names_of_rules_never_matter(bytes in bytes()) {
        let Some(given) = given_of(&bytes) else { return Ok(()) };
        let mut after = given.policies.clone();
        for layer in &mut after.layers {
            for (at, rule) in layer.files.iter_mut().flat_map(|file| &mut file.rules).enumerate() {
                rule.id = format!("x{}", 1000 - at);
            }
        }
        check(&given, &after, "names", |before, after| before == after)?;
    }

    #[test]
    fn the_layout_never_matters(bytes in bytes()) {
        let Some(given) = given_of(&bytes) else { return Ok(()) };
        let before = verdict(&given.policies, &given.case).expect("sound");
        let formatted = |file: &File| toolgate::syntax::format(&file.text()).expect("formats");
        let compiled = compile(&given.policies, &formatted);
        let after = compiled.map(|compiled| decide(&compiled, &given.case).verdict);
        prop_assert_eq!(after, Ok(before), "{}", given.policies.shown());
    }

    #[test]
    fn rules_may_stand_in_any_file_of_a_layer(bytes in bytes()) {
        let Some(given) = given_of(&bytes) else { return Ok(()) };
        let mut after = given.policies.clone();
        for layer in &mut after.layers {
            // Names and `root` belong to a file: only rules that use neither can move.
            let free = |file: &File| file.root.is_none();
            if layer.files.len() > 1 && layer.files.iter().all(free) {
                let moved: Vec<Rule> = layer.files[0]
                    .rules
                    .iter()
                    .filter(|rule| !rule.text().contains("_dirs") && !rule.text().contains("_when"))
                    .cloned()
                    .collect();
                layer.files[0].rules.retain(|rule| moved.iter().all(|other| other.id != rule.id));
                layer.files[1].rules.extend(moved);
            }
        }
        check(&given, &after, "files", |before, after| before == after)?;
    }

    #[test]
    fn a_deny_rule_never_loosens(bytes in bytes()) {
        let Some(mut given) = given_of(&bytes) else { return Ok(()) };
        let otherwise = given.dice.chance(30);
        let after = with_rule(&mut given, "deny", otherwise);
        check(&given, &after, "one deny more", |before, after| after >= before)?;
    }

    #[test]
    fn an_allow_rule_never_tightens(bytes in bytes()) {
        let Some(mut given) = given_of(&bytes) else { return Ok(()) };
        let otherwise = given.dice.chance(30);
        let after = with_rule(&mut given, "allow", otherwise);
        check(&given, &after, "one allow more", |before, after| after <= before)?;
    }

    #[test]
    fn a_confirm_rule_loosens_the_default_alone(bytes in bytes()) {
        let Some(mut given) = given_of(&bytes) else { return Ok(()) };
        let after = with_rule(&mut given, "confirm", false);
        // What is denied by rules alone: without a default that denies, and without `otherwise`.
        let mut bare = given.policies.clone();
        for file in bare.layers.iter_mut().flat_map(|layer| &mut layer.files).chain(&mut bare.library) {
            file.default = Some("confirm");
            file.rules.retain(|rule| !rule.otherwise);
        }
        let by_rules = verdict(&bare, &given.case);
        check(&given, &after, "one confirm more", |before, after| {
            after >= before || (after == V::Confirm && by_rules != Some(V::Deny))
        })?;
    }

    #[test]
    fn an_effect_more_never_loosens(bytes in bytes()) {
        let Some(mut given) = given_of(&bytes) else { return Ok(()) };
        let compiled = sound(&given.policies).expect("sound");
        let before = decide(&compiled, &given.case).verdict;
        let files = given.case.files.clone();
        let mut more = given.case.clone();
        more.effects.extend(calls::case(&mut given.dice, Knowledge::Any, files).effects.into_iter().take(1));
        let after = decide(&compiled, &more).verdict;
        prop_assert!(after >= before, "{}\n{}", given.policies.shown(), shown::case(&more));
    }

    #[test]
    fn an_untrusted_layer_never_loosens(bytes in bytes()) {
        let Some(mut given) = given_of(&bytes) else { return Ok(()) };
        let mut after = given.policies.clone();
        let mut layer = policies::policies(&mut given.dice).layers.swap_remove(0);
        layer.trusted = false;
        for (at, file) in layer.files.iter_mut().enumerate() {
            file.name = format!("more{at}.policy");
            file.closed = false;
            file.uses.clear();
            // What tools are stays the same: other declarations would make other effects.
            file.declarations.retain(|text| text.starts_with("let"));
        }
        after.layers.push(layer);
        check(&given, &after, "an untrusted layer", |before, after| after >= before)?;
    }

    #[test]
    fn a_closed_layer_never_loosens(bytes in bytes()) {
        let Some(mut given) = given_of(&bytes) else { return Ok(()) };
        let mut after = given.policies.clone();
        let layer = given.dice.below(after.layers.len());
        if after.layers[layer].trusted {
            after.layers[layer].files[0].closed = true;
        }
        check(&given, &after, "a closed layer", |before, after| after >= before)?;
    }

    /// Filling in what was not known never makes a question or a refusal of what was allowed.
    #[test]
    fn unknown_is_never_kinder(bytes in bytes()) {
        let Some(mut given) = given_of(&bytes) else { return Ok(()) };
        let compiled = sound(&given.policies).expect("sound");
        let Told { verdict: before, .. } = decide(&compiled, &given.case);
        let filled = calls::filled(&mut given.dice, &given.case, &given.policies.shown());
        let after = decide(&compiled, &filled).verdict;
        prop_assert!(
            before != V::Allow || after == V::Allow,
            "{}\n{}\nfilled in\n{}",
            given.policies.shown(),
            shown::case(&given.case),
            shown::case(&filled)
        );
    }
}
