//! Safe fixes change no verdict, lose no comment, and come to an end.

use std::collections::BTreeMap;

use proptest::prelude::*;
use toolgate::engine::{Engine, Set};
use toolgate::lint::{self, Options};
use toolgate::model::{Call, Fix, SourceId};
use toolgate::{Verdict, explain};

use super::{found, set_of};

/// All safe fixes, until there is none; how many were made.
fn fixed(set: &Set) -> (Set, usize) {
    let (mut now, mut count) = (set.clone(), 0);
    for _ in 0..40 {
        let findings = found(&now);
        let fixes: Vec<&Fix> =
            findings.iter().filter_map(|one| one.fix.as_ref()).filter(|fix| fix.safe).collect();
        let (texts, made): (BTreeMap<SourceId, String>, usize) = explain::fix::apply(&fixes, now.sources());
        if made == 0 {
            return (now, count);
        }
        count += made;
        now = lint::rewrite(&now, &texts).unwrap();
    }
    panic!("fixing does not end");
}

/// Calls of every kind that the policies below look at.
fn calls() -> Vec<Call> {
    let mut calls = Vec::new();
    let places = r#""cwd":"/srv/p","root":"/srv/p","home":"/home/dev","fs":{"/srv/p/src":"dir","/srv/p/link":{"link":"/etc"}}"#;
    for command in [
        "git status",
        "git push origin main",
        "git push --force",
        "rm -rf src",
        "cat src/a.rs",
        "cat ~/.ssh/id",
        "curl https://h.example/",
        "frob \"$X\"",
        "$X push",
        "cat src/* > /tmp/a",
        "python3 -c 'print(1)'",
        "cd link && cat passwd",
        "git $X",
    ] {
        for mode in ["plan", "edit"] {
            calls.push(format!(
                r#"{{"tool":"Bash","args":{{"command":{}}},"mode":"{mode}",{places}}}"#,
                serde_json::to_string(command).unwrap()
            ));
        }
    }
    for path in ["src/a.rs", "/srv/p/.env", "link/hosts", "/home/dev/.ssh/id", "src"] {
        calls.push(format!(
            r#"{{"tool":"Read","args":{{"path":"{path}"}},"mode":"plan","agent":"a.b",{places}}}"#
        ));
        calls.push(format!(r#"{{"tool":"Write","args":{{"path":["{path}","/tmp/x"]}},{places}}}"#));
    }
    for tool in ["get_issue", "delete_all", "my_delete", "fetch"] {
        calls.push(format!(r#"{{"tool":"{tool}","server":"github","marks":["seen"],{places}}}"#));
        calls.push(format!(r#"{{"tool":"{tool}","operations":["payment.refund"],{places}}}"#));
    }
    calls.iter().map(|call| serde_json::from_str(call).unwrap()).collect()
}

fn verdicts(set: &Set, calls: &[Call]) -> Vec<(Verdict, Option<String>)> {
    let engine = Engine::new(set.clone()).unwrap();
    calls.iter().map(|call| engine.try_out(call)).map(|decision| (decision.verdict, decision.rule)).collect()
}

const HEAD: &str = "tool Bash { operation exec  arg command: shell }\n\
                    tool Read { operation read  arg path: path }\n\
                    tool Write { operation write  arg path: path }\n\
                    operation payment\n";

fn predicate() -> impl Strategy<Value = String> {
    let fixed = [
        "operation is read",
        "operation is not read",
        "operation is [read, write, read]",
        "operation is [write, write.delete]",
        "operation is payment",
        "mode == \"plan\"",
        "mode != \"plan\"",
        "tool_name ~ /^delete_/",
        "tool_name !~ /_delete$/",
        "server ~ /^github$/",
        "agent !~ /^a\\./",
        "mode ~ /an$/",
        "session !~ /^s$/",
        "tool_name ~ /^get_issue$/",
        "tool_name in [\"Read\", \"Write\", \"Read\"]",
        "agent is [a, a.b]",
        "path within root",
        "path not within [\"src\", \"/tmp\", \"src\"]",
        "path like [\"/**/.env\", \"src/**\"]",
        "command runs [`git push ...`, `git push ...`, `git status`]",
        "command not runs `git ...`",
        "host within [\"example.com\", \"h.example.com\"]",
        "marked seen",
        "any",
    ];
    prop::sample::select(fixed.to_vec()).prop_map(str::to_owned)
}

/// Conditions in which much is said twice.
fn condition() -> impl Strategy<Value = String> {
    predicate().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|one| format!("not ({one})")),
            inner.clone().prop_map(|one| format!("not (not ({one}))")),
            (prop::collection::vec(inner.clone(), 2..4), any::<bool>()).prop_map(|(all, and)| {
                all.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(if and {
                    " and "
                } else {
                    " or "
                })
            }),
            (inner.clone(), inner, any::<bool>()).prop_map(|(a, b, and)| {
                let (outer, inner) = if and { ("and", "or") } else { ("or", "and") };
                format!("({a}) {outer} (({a}) {inner} ({b})) {outer} ({a})")
            }),
        ]
    })
}

fn rule(number: usize) -> impl Strategy<Value = String> {
    let actions = [
        "action allow",
        "action deny\n  reason \"no\"",
        "action confirm\n  risk   high\n  remember never\n  reason \"why\"",
        "risk critical  action deny  # kept\n  reason \"no\"",
        "risk medium\n  action confirm\n  # kept, too\n  reason \"why\"",
    ];
    (condition(), prop::option::of(condition()), prop::sample::select(actions.to_vec()), any::<bool>())
        .prop_map(move |(matches, unless, action, late)| {
            let unless = unless.map(|unless| format!("  unless {unless}\n")).unwrap_or_default();
            if late {
                format!("rule r{number} {{\n  {action}\n{unless}  match  {matches}\n}}\n")
            } else {
                format!("rule r{number} {{\n  match  {matches}\n{unless}  {action}\n}}\n")
            }
        })
}

/// `PROPTEST_CASES`, or few enough for every run.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(32)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fixes_keep_every_verdict(rules in (rule(0), rule(1), rule(2))) {
        let text = format!("{HEAD}{}{}{}", rules.0, rules.1, rules.2);
        let before = set_of(&text);
        // A condition that can't hold is an error, and nothing is fixed then.
        prop_assume!(before.is_sound());
        let calls = calls();
        let (after, _) = fixed(&before);
        prop_assert_eq!(verdicts(&before, &calls), verdicts(&after, &calls), "{}", after.sources().text(SourceId(1)));
        prop_assert_eq!(fixed(&after).1, 0);
    }
}

#[test]
fn fixes_of_all_examples_keep_every_verdict() {
    let calls = calls();
    let mut made = 0;
    for lint in lint::LINTS {
        let set = set_of(lint.kind.example);
        if set.is_sound() {
            let (after, count) = fixed(&set);
            assert_eq!(verdicts(&set, &calls), verdicts(&after, &calls), "{}", lint.kind.code);
            made += count;
        }
    }
    assert!(made >= 10, "{made}");
}

/// Each text has one fault, with what becomes of it.
#[test]
fn what_fixes_write() {
    for (text, wanted) in [
        ("rule r  not path not within root => allow\n", "rule r  path within root => allow\n"),
        (
            "rule r  not (not (mode == \"a\" or mode == \"b\")) => allow\n",
            "rule r  (mode == \"a\" or mode == \"b\") => allow\n",
        ),
        ("rule r  not tool_name !~ /^a[bc]$/ => allow\n", "rule r  tool_name ~ /^a[bc]$/ => allow\n"),
        ("rule r  not host is not private => deny \"a\"\n", "rule r  host is private => deny \"a\"\n"),
        ("rule r  not path not exists => deny \"a\"\n", "rule r  path exists => deny \"a\"\n"),
        ("rule r  any and any and mode == \"a\" => deny \"a\"\n", "rule r  mode == \"a\" => deny \"a\"\n"),
        (
            "rule r  server == \"a\" and tool_name !~ /^a\\.b/ => allow\n",
            "rule r  server == \"a\" and tool_name not starts_with \"a.b\" => allow\n",
        ),
        (
            "rule r  path within [\"a\", \"b\", \"a\", \"a\"] => allow\n",
            "rule r  path within [\"a\", \"b\"] => allow\n",
        ),
        (
            "rule r  path within [\"a\", # one\n  \"a\"] => allow\n",
            "rule r  path within [\"a\", # one\n  \"a\"] => allow\n",
        ),
        (
            "rule r { match any  risk critical  action deny  reason \"a\" }\n",
            "rule r { match any  risk critical  reason \"a\" }\n",
        ),
        (
            "rule r {\n  match  any # all\n  risk   critical # no\n  action deny # why\n  reason \"a\"\n}\n",
            "rule r {\n  match  any # all\n  risk   critical # no\n # why\n  reason \"a\"\n}\n",
        ),
        // Of a path the part may be said twice: it is no whole.
        (
            "rule r  path within root and path within root => deny \"a\"\n",
            "rule r  path within root and path within root => deny \"a\"\n",
        ),
    ] {
        let set = set_of(text);
        assert!(set.is_sound(), "{text}\n{:?}", set.diagnostics());
        let (after, _) = fixed(&set);
        let file = after
            .files()
            .into_iter()
            .map(|file| file.source())
            .find(|id| after.sources().name(*id) == "example.policy");
        assert_eq!(after.sources().text(file.unwrap()), wanted);
    }
}

#[test]
fn a_change_of_meaning_is_refused() {
    let text = "tool Bash { operation exec  arg command: shell }\n# why\nrule push {\n  match command runs `git push ...`\n  action confirm\n  reason \"a\"\n  hits [\"git push\"]\n}\n";
    let set = set_of(text);
    let source = set
        .files()
        .into_iter()
        .map(|file| file.source())
        .find(|id| set.sources().name(*id) == "example.policy")
        .unwrap();
    let rewrite = |from: &str, to: &str| {
        lint::rewrite(&set, &BTreeMap::from([(source, text.replace(from, to))]))
            .map(|_| ())
            .map_err(|refused| refused.to_string())
    };
    assert_eq!(rewrite("", ""), Ok(()));
    assert_eq!(
        rewrite("command runs", "(command runs").unwrap_err().split(':').next(),
        Some("the changed policies do not load")
    );
    assert_eq!(rewrite("# why\n", "").unwrap_err(), "a comment of `program:example.policy` would be lost");
    assert_eq!(rewrite("action confirm", "action deny").unwrap_err(), "rule `push` would change");
    assert_eq!(rewrite("rule push", "rule pull").unwrap_err(), "rule `push` would change");
    // Its own example misses it then, which is an error.
    assert!(rewrite("git push ...", "git pull ...").unwrap_err().contains("hit-is-missed"));
    let options = Options::default();
    assert!(lint::run(&set, &options).iter().all(|one| one.code != "never-holds"));
}
