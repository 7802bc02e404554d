//! Every command of the corpus: none lost, none invented, words exact where they are fixed; invalid ones flagged.

use super::commands::{Argument, found_in};
use super::syntax::{Limit, Reason};
use serde_json::Value;

pub(crate) fn entries() -> Vec<Value> {
    let text = include_str!("../cases/shell.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// Words that the corpus calls dynamic and that are certain for us: `$'…'` with escapes that it did not decode.
const DECODED: [&str; 2] = ["sh127", "sh299"];
/// Deeper than the parser goes, on purpose.
const TOO_DEEP: [&str; 1] = ["sh215"];
/// Arithmetic from its first parenthesis to its last: it fails when it runs, and runs nothing.
const ARITHMETIC: [&str; 1] = ["sh214"];

fn matches(expected: &Value, found: &[Argument], lenient: bool) -> bool {
    let expected = expected.as_array().expect("a list of words");
    expected.len() == found.len()
        && expected.iter().zip(found).all(|(expected, found)| match expected {
            Value::String(text) => found.as_ref() == Some(text),
            _ => found.is_none() || lenient,
        })
}

/// What of `found` has no partner in `expected`, and the other way round.
fn unmatched(expected: &[Value], found: &[Vec<Argument>], lenient: bool) -> (Vec<Value>, Vec<Vec<Argument>>) {
    let mut missing = Vec::new();
    let mut left: Vec<_> = found.to_vec();
    // Those with fewer unknown words first, so that none takes the partner of a more exact one.
    let mut expected: Vec<_> = expected.to_vec();
    expected.sort_by_key(|words| words.as_array().unwrap().iter().filter(|word| !word.is_string()).count());
    for words in expected {
        match left.iter().position(|found| matches(&words, found, lenient)) {
            Some(at) => drop(left.swap_remove(at)),
            None => missing.push(words),
        }
    }
    (missing, left)
}

#[test]
fn valid_entries_lose_and_invent_no_command() {
    let mut wrong = Vec::new();
    let mut right = 0;
    for entry in entries() {
        let id = entry["id"].as_str().unwrap();
        if !entry["valid"].as_bool().unwrap()
            || entry["certain"] != Value::Bool(true)
            || TOO_DEEP.contains(&id)
        {
            continue;
        }
        let text = entry["cmd"].as_str().unwrap();
        let (_, found) = found_in(text);
        let lenient = DECODED.contains(&id);
        let (missing, extra) = unmatched(entry["commands"].as_array().unwrap(), &found.commands, lenient);
        let files = |key: &str, found: &[Argument]| {
            let expected: Vec<Argument> =
                entry[key].as_array().unwrap().iter().map(|v| v.as_str().map(str::to_owned)).collect();
            expected != found
        };
        let reads = files("reads", &found.reads);
        let writes = files("writes", &found.writes);
        // Not understood at run time only: a mistake inside backquotes.
        let unknown = !found.unknowns.is_empty() && id != "sh338";
        if !missing.is_empty() || !extra.is_empty() || reads || writes || unknown {
            wrong.push(format!(
                "{id} {text:?}\n  missing {missing:?}\n  extra {extra:?}\n  reads {:?} writes {:?} unknown {:?}",
                found.reads, found.writes, found.unknowns
            ));
        } else {
            right += 1;
        }
    }
    assert!(wrong.is_empty(), "{} wrong, {right} right:\n{}", wrong.len(), wrong.join("\n"));
    assert!(right > 180, "the corpus was read: {right}");
}

#[test]
fn invalid_entries_are_not_understood() {
    let mut count = 0;
    for entry in entries() {
        let id = entry["id"].as_str().unwrap();
        // Valid once an earlier line has turned extended patterns on, which the parser sees.
        if entry["valid"].as_bool().unwrap() || id == "sh164" {
            continue;
        }
        count += 1;
        let text = entry["cmd"].as_str().unwrap();
        let (parsed, found) = found_in(text);
        assert!(parsed.unknown && !parsed.errors.is_empty(), "{id} {text:?} is invalid: {parsed:?}");
        // All on one line: nothing runs. `rm a` on the first line of sh335 does.
        let expected = if id == "sh335" { 1 } else { 0 };
        assert_eq!(found.commands.len(), expected, "{id} {text:?}: {found:?}");
    }
    assert!(count > 30, "the corpus was read: {count}");
}

#[test]
fn what_is_too_deep_is_unknown_as_a_whole() {
    for entry in entries().iter().filter(|entry| TOO_DEEP.contains(&entry["id"].as_str().unwrap())) {
        let text = entry["cmd"].as_str().unwrap();
        let (_, found) = found_in(text);
        assert!(found.commands.is_empty());
        let [unknown] = found.unknowns.as_slice() else { panic!("{found:?}") };
        assert_eq!(unknown.reason, Reason::Limit(Limit::Depth));
        assert_eq!(unknown.span.range(), 0..text.len());
    }
}

#[test]
fn uncertain_entries_are_never_silently_fewer() {
    for entry in entries() {
        let id = entry["id"].as_str().unwrap();
        if !entry["valid"].as_bool().unwrap() || entry["certain"] == Value::Bool(true) {
            continue;
        }
        let (parsed, found) = found_in(entry["cmd"].as_str().unwrap());
        assert!(parsed.unknown || !found.commands.is_empty() || ARITHMETIC.contains(&id), "{id}: {parsed:?}");
    }
}

#[test]
fn extended_patterns_count_from_the_next_line_on() {
    let extglob = entries().into_iter().filter(|entry| entry["valid_with_extglob"] == Value::Bool(true));
    let mut count = 0;
    for entry in extglob {
        let text = entry["cmd"].as_str().unwrap();
        let on =
            if text.starts_with("shopt") { text.to_owned() } else { format!("shopt -s extglob\n{text}") };
        let (parsed, _) = found_in(&on);
        assert!(!parsed.unknown, "{on:?}: {parsed:?}");
        let (parsed, _) = found_in(&on.replace('\n', "; "));
        assert!(parsed.unknown, "on the same line it is still off");
        count += 1;
    }
    assert!(count >= 3);
}
