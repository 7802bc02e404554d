//! What holds for every regex, and for every text that may or may not be a policy.

use std::sync::Arc;

use proptest::prelude::*;
use toolgate::matchers::host::{HostCheck, HostMatcher};
use toolgate::matchers::path::{PathCheck, PathMatcher};
use toolgate::model::{SourceId, SourceOrigin, Sources};
use toolgate::policy::typed::{Condition, HostTest, LayerKind, PathTest, Predicate, Regex, TextTest};
use toolgate::policy::{LayerFiles, NoLibrary, regex_source, resolve_set};

use super::shelf::{file, resolve};

/// Pieces that regexes are made of.
fn regex_text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "K",
        "é",
        "ſ",
        "1",
        " ",
        r"\d",
        r"\W",
        r"\s",
        r"\b",
        r"\B",
        ".",
        "[a-z]",
        "[^k]",
        r"[\w-]",
        r"[^\S]",
        "[[:lower:]]",
        "[[:^upper:]]",
        r"\p{Greek}",
        "(",
        ")",
        "(?:",
        "(?i)",
        "(?-i:",
        "(?x)",
        "(?s-i:",
        "|",
        "*",
        "+?",
        "{2,3}",
        "{4}",
        "^",
        "$",
        r"\/",
        r"\x41",
        r"[a-z&&[^b]]",
        r"\b{start}",
        "(?u)",
        "[",
        "]",
        "#",
    ]);
    prop::collection::vec(piece, 1..12).prop_map(|pieces| pieces.concat())
}

/// Texts that regexes are tried on.
const SAMPLES: &[&str] = &[
    "", "a", "A", "k", "K", "\u{212a}", "s", "ſ", "é", "É", "1", "٣", " ", "\u{a0}", "aa bb", "α", "_",
    "ab1-é",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// What the resolver accepts compiles, and is what the crate's own ASCII classes would match.
    #[test]
    fn an_accepted_regex_compiles(text in regex_text(), ignore_case: bool) {
        let flag = if ignore_case { "i" } else { "" };
        let policy = format!("rule r  tool_name ~ /{text}/{flag} => deny\n");
        let (set, _) = resolve(&policy);
        if set.is_sound() {
            let rule = &set.layers[0].rules[0];
            let toolgate::policy::typed::Condition::Is(literal) = &rule.parts[0].condition else { panic!("{rule:?}") };
            let Predicate::Text(_, TextTest::Matches(all)) = &*literal.predicate else { panic!("{literal:?}") };
            let source = regex_source(&all[0]);
            let whole = regex::Regex::new(&format!("^(?:{source})$"));
            prop_assert!(whole.is_ok(), "{text} became {source}: {whole:?}");
            let compiled = regex::Regex::new(&source);
            prop_assert!(compiled.is_ok(), "{text} became {source}: {compiled:?}");
            // Matching bytes, where classes can be told to be ASCII. Text that is all ASCII must be judged alike.
            let plain = regex::bytes::RegexBuilder::new(&text.replace(r"\/", "/"))
                .unicode(false)
                .case_insensitive(ignore_case)
                .build();
            if let (Ok(compiled), Ok(plain)) = (compiled, plain) {
                for sample in SAMPLES.iter().filter(|sample| sample.is_ascii()) {
                    prop_assert_eq!(
                        compiled.is_match(sample),
                        plain.is_match(sample.as_bytes()),
                        "{} became {}: {:?}", text, source, sample
                    );
                }
            }
        }
    }

    /// Case is ignored for ASCII letters and for no others.
    #[test]
    fn ignoring_case_is_ascii(text in "[a-zA-Zéſ]{1,3}") {
        let source = regex_source(&Regex { source: format!("^{text}$").into(), ignore_case: true });
        let regex = regex::Regex::new(&source).unwrap();
        for sample in SAMPLES.iter().copied().chain([text.to_ascii_uppercase().as_str(), &text.to_ascii_lowercase()]) {
            prop_assert_eq!(regex.is_match(sample), sample.eq_ignore_ascii_case(&text), "{} {}", source, sample);
        }
    }
}

/// The only predicate of the only rule of a policy, if the policy is sound.
fn predicate(policy: &str) -> Option<Arc<Predicate>> {
    let (set, _) = resolve(policy);
    let rule = set.is_sound().then(|| set.layers[0].rules[0].clone())?;
    match rule.parts[0].condition.clone() {
        Condition::Is(literal) => Some(literal.predicate),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// What the resolver accepts, the matchers can match with.
    #[test]
    fn an_accepted_glob_can_be_matched_with(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "a", "*", "**", "/", "//", "?", "[", "]", "[a-z]", "[!b]", "[]]", "{", "}", ",", "{a,b}", "{a/b,**/c}", "\\\\", "\\\\*",
            ".", "..", "~", "-", "[z-a]", "^", "é",
        ]), 1..9),
    ) {
        let glob = pieces.concat();
        if let Some(predicate) = predicate(&format!("rule r  path like \"{glob}\" => deny\n")) {
            let Predicate::Path(PathTest::Like(globs)) = &*predicate else { panic!("{predicate:?}") };
            for glob in globs {
                prop_assert!(PathMatcher::all(PathCheck::Like, &glob.rest).is_ok(), "{glob:?}");
            }
        }
    }

    #[test]
    fn an_accepted_host_can_be_matched_with(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "a", "B", ".", "*", "**", "-", "_", "1", "0x7f", "127", ":", "::1", "[", "]", "é", "xn--", "/", "@", "%", "com", "{", " ",
        ]), 1..7),
        operator in prop::sample::select(vec!["==", "like", "within"]),
    ) {
        let host = pieces.concat();
        if let Some(predicate) = predicate(&format!("rule r  host {operator} \"{host}\" => deny\n")) {
            let (check, hosts) = match &*predicate {
                Predicate::Host(HostTest::OneOf(hosts)) => (HostCheck::Is, hosts),
                Predicate::Host(HostTest::Like(hosts)) => (HostCheck::Like, hosts),
                Predicate::Host(HostTest::Within(hosts)) => (HostCheck::Within, hosts),
                other => panic!("{other:?}"),
            };
            for host in hosts {
                prop_assert!(HostMatcher::new(check, host).is_some(), "{host:?}");
            }
        }
    }
}

/// Sound policies that have everything.
const SOUND: [&str; 2] = [include_str!("predicates.policy"), include_str!("items.policy")];

#[test]
fn the_policies_that_are_cut_up_are_sound() {
    for text in SOUND {
        let (set, shelf) = resolve(text);
        assert!(set.is_sound(), "{}", super::shelf::listed(&set.diagnostics, &shelf));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the text: the resolver ends, and a set without errors has every rule of its text.
    #[test]
    fn every_rule_is_there_or_an_error_is(
        which in 0usize..2,
        cuts in prop::collection::vec((0usize..4_000, 0usize..40), 0..4),
    ) {
        let mut text = SOUND[which].to_owned();
        for (at, len) in cuts {
            let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
            let end = (at + len).min(text.len());
            let end = (end..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap();
            text.replace_range(at..end, "");
        }
        let (set, shelf) = resolve(&text);
        if set.is_sound() {
            let written = shelf.example().tree.items.iter().filter(|item| {
                matches!(item, toolgate::syntax::ast::Item::Rule(_))
            }).count();
            let own = set.layers[0].rules.iter().filter(|rule| rule.span.source == SourceId(0)).count();
            prop_assert_eq!(written, own);
        }
    }

    /// Order never matters: the items of a file, in another order, resolve to the same rules.
    #[test]
    fn the_order_of_items_does_not_matter(seed in any::<u64>()) {
        let items = [
            "let a = [b, \"~/.aws\"]", "let b = \"~/.ssh\"", "let c = d and path within a", "let d = operation is write",
            "context n: number", "operation pay.out", "tool pay { operation pay.out  arg to: url  arg n: json }",
            "rule one  c => deny", "rule two  tool_arg.n > 3 and context.n == 1 => confirm",
            "rule three  operation is pay => allow", "otherwise four  any => confirm",
        ];
        let mut order: Vec<&str> = items.to_vec();
        let mut state = seed | 1;
        for at in (1..order.len()).rev() {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            order.swap(at, (state >> 33) as usize % (at + 1));
        }
        let rules = |items: &[&str]| {
            let (set, _) = resolve(&items.join("\n"));
            assert!(set.is_sound());
            let mut rules: Vec<String> = set.layers[0]
                .rules
                .iter()
                .map(|rule| {
                    let parts: Vec<_> =
                        rule.parts.iter().map(|part| super::dump::condition(&part.condition)).collect();
                    format!("{} {:?} {parts:?}", rule.id, rule.action)
                })
                .collect();
            rules.sort();
            rules
        };
        prop_assert_eq!(rules(&items), rules(&order));
    }
}

#[test]
fn two_layers_with_one_file_report_once() {
    let mut sources = Sources::new();
    let id = sources.add("a.policy", "", SourceOrigin::Program);
    let bad = Arc::new(file(id, "a.policy", "rule r  path within x => deny\n"));
    let layer = |kind| LayerFiles { kind, name: "l".into(), trusted: true, files: vec![Arc::clone(&bad)] };
    let set = resolve_set(&[layer(LayerKind::Managed), layer(LayerKind::User)], &NoLibrary);
    assert_eq!(set.diagnostics.len(), 1);
    assert_eq!(set.layers.len(), 2);
}
