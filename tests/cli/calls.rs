//! `check`: calls from lines and arguments, decisions in their order.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::{Place, command};

const POLICY: &str = "
tool read_file { operation read  arg path: path }
tool Bash { operation exec  arg command: shell }
rule reads  operation is read and path within root => allow
rule look   command runs `git status` => allow
rule push   command runs `git push ...` => confirm \"sends commits\"
rule keys   path like \"/**/.env\" => deny \"credentials\"
";

fn check(place: &Place, stdin: impl AsRef<[u8]>) -> crate::Gave {
    place.run_with(&["check", "--policies", "policies", "--root", "/p", "--cwd", "/p", "-"], stdin)
}

#[test]
fn decisions_come_in_the_order_of_the_calls() {
    let place = Place::with(POLICY);
    let calls = r#"{"id":1,"tool":"read_file","args":{"path":"a"},"fs":{}}
{"id":2,"tool":"read_file","args":{"path":".env"},"fs":{}}

{"id":{"any":"json"},"tool":"Bash","args":{"command":"git push"},"fs":{}}
{"id":4,"tool":"other"}"#;
    let gave = check(&place, calls);
    assert_eq!(gave.verdicts(), ["allow", "deny", "confirm", "deny"], "{gave:?}");
    let lines = gave.lines();
    assert_eq!(lines[2]["id"], serde_json::json!({"any": "json"}));
    assert_eq!(lines[1]["rule"], "keys");
    assert_eq!(lines[1]["reason"], "credentials");
    assert_eq!(lines[3]["decided_by"], "default");
    assert_eq!(gave.code, Some(1));
    assert_eq!(gave.err, "");
}

#[test]
fn exit_codes_of_one_call_and_of_several() {
    let place = Place::with(POLICY);
    let (allow, confirm, deny) = (
        r#"{"tool":"Bash","args":{"command":"git status"},"fs":{}}"#,
        r#"{"tool":"Bash","args":{"command":"git push"},"fs":{}}"#,
        r#"{"tool":"Bash","args":{"command":"unheard-of"},"fs":{}}"#,
    );
    for (calls, code) in [
        (vec![allow], 0),
        (vec![deny], 1),
        (vec![confirm], 3),
        (vec!["{"], 2),
        (vec![confirm, allow], 3),
        (vec![confirm, deny, allow], 1),
        (vec![deny, "not json", confirm], 2),
        (vec![], 0),
    ] {
        let gave = check(&place, calls.join("\n"));
        assert_eq!(gave.code, Some(code), "{calls:?}: {gave:?}");
        assert_eq!(gave.lines().len(), calls.len());
    }
}

#[test]
fn a_line_that_is_no_call_is_denied_with_its_number() {
    let place = Place::with("rule all any => allow\n");
    let deep = format!(r#"{{"tool":"t","args":{{"a":{}{}}}}}"#, "[".repeat(200), "]".repeat(200));
    for (line, says) in [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ("\"tool\"", "not a JSON object"),
        (r#"{"args":{}}"#, "no `tool`"),
        (r#"{"tool":7}"#, "`tool` is not a text"),
        (r#"{"tool":"t","args":[1]}"#, "`args` is not an object"),
        (r#"{"tool":"t","tool":"u"}"#, "`tool` is there twice"),
        (r#"{"tool":"t","args":{"a":1,"a":2}}"#, "`a` is there twice"),
        (r#"{"tool":"t","args":{"a":{"b":1,"\u0062":2}}}"#, "`b` is there twice"),
        (r#"{"tool":"t","args":{"a":"\ud800"}}"#, "not JSON"),
        (r#"{"tool":"t","args":{"a":1e999}}"#, "not JSON"),
        (r#"{"tool":"t"} {"tool":"u"}"#, "not JSON"),
        (r#"{"tool":"t","cwd":7}"#, "wrong type"),
        (deep.as_str(), "recursion limit"),
    ] {
        let calls = format!("{{\"tool\":\"t\"}}\n{line}\n{{\"tool\":\"t\"}}\n");
        let gave = check(&place, &calls);
        assert_eq!(gave.verdicts(), ["allow", "deny", "allow"], "{line}: {gave:?}");
        let reason = gave.lines()[1]["reason"].as_str().unwrap().to_owned();
        assert!(
            reason.starts_with("line 2 of stdin is not a call: ") && reason.contains(says),
            "{line}: {reason}"
        );
        assert_eq!(gave.code, Some(2), "{line}");
    }
}

#[test]
fn bytes_that_are_no_text_are_denied() {
    let place = Place::with("rule all any => allow\n");
    let gave = check(&place, b"{\"tool\":\"\xff\"}\n{\"tool\":\"t\"}\n");
    assert_eq!(gave.verdicts(), ["deny", "allow"], "{gave:?}");
}

#[test]
fn a_line_that_is_too_long_is_denied_and_the_next_one_read() {
    let place = Place::with("rule all any => allow\n");
    let calls = format!("{{\"tool\":\"{}\"}}\n{{\"tool\":\"t\"}}\n", "x".repeat(17 << 20));
    let gave = check(&place, calls);
    assert_eq!(gave.verdicts(), ["deny", "allow"]);
    assert!(gave.lines()[0]["reason"].as_str().unwrap().contains("longer than"));
}

#[test]
fn unknown_members_are_ignored_and_the_id_of_a_broken_call_is_kept() {
    let place = Place::with("rule all any => allow\n");
    let gave = check(&place, "{\"tool\":\"t\",\"unheard\":[1]}\n{\"id\":\"x\",\"tool\":1}\n");
    assert_eq!(gave.verdicts(), ["allow", "deny"]);
    assert_eq!(gave.lines()[1]["id"], "x");
}

#[test]
fn each_line_is_answered_before_the_next_one_is_read() {
    let place = Place::with("rule all any => allow\n");
    let mut child = command(&place.path(""))
        .args(["check", "--policies", "policies", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for number in 0..3 {
        writeln!(stdin, "{{\"id\":{number},\"tool\":\"t\"}}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"id\":{number},\"verdict\":\"allow\"")), "{line}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_goes_away_is_no_crash_and_no_allow() {
    let place = Place::with("rule all any => allow\n");
    let calls = place.write("calls.jsonl", "{\"tool\":\"t\"}\n".repeat(20_000));
    let mut child = command(&place.path(""))
        .args(["check", "--policies", "policies"])
        .arg(calls)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
}

#[test]
fn several_files_and_none() {
    let place = Place::with("rule all any => allow\n");
    place.write("a.jsonl", "{\"id\":\"a\",\"tool\":\"t\"}");
    place.write("b.jsonl", "{\"id\":\"b\",\"tool\":\"t\"}\n");
    let gave = place.run(&["check", "--policies", "policies", "a.jsonl", "b.jsonl"]);
    let ids: Vec<_> = gave.lines().iter().map(|line| line["id"].clone()).collect();
    assert_eq!(ids, ["a", "b"]);
    let gave = place.run_with(&["check", "--policies", "policies"], "{\"tool\":\"t\"}");
    assert_eq!(gave.verdicts(), ["allow"]);
    let gave = place.run(&["check", "--policies", "policies", "a.jsonl", "missing.jsonl", "b.jsonl"]);
    assert_eq!((gave.code, gave.verdicts().len()), (Some(2), 2), "{gave:?}");
}

#[test]
fn one_call_from_arguments() {
    let place = Place::with(POLICY);
    let run = |args: &[&str]| {
        let base = ["check", "--policies", "policies", "--format", "json"];
        place.run(&[&base[..], args].concat())
    };
    assert_eq!(run(&["--tool", "read_file", "--arg", "path=src/lib.rs"]).verdicts(), ["allow"]);
    // What is no path may be any: by the law a default that may count asks.
    assert_eq!(run(&["--tool", "read_file", "--arg", "path:=7"]).verdicts(), ["confirm"]);
    assert_eq!(run(&["--", "git", "push", "origin"]).verdicts(), ["confirm"]);
    assert_eq!(run(&["--", "git status"]).verdicts(), ["allow"]);
    // Words of their own stay words: this runs a program of that strange name.
    assert_eq!(run(&["--", "git status", "x"]).verdicts(), ["deny"]);
}

#[test]
fn a_shell_command_without_a_declared_shell_tool() {
    let place = Place::with("rule look command runs `git status` => allow\n");
    let gave = place.run(&["check", "--policies", "policies", "--format", "json", "--", "git", "status"]);
    assert_eq!(gave.verdicts(), ["allow"], "{gave:?}");
}

#[test]
fn text_for_people() {
    let place = Place::with(POLICY);
    let gave =
        place.run(&["check", "--format", "text", "--policies", "policies", "--", "git status && git push"]);
    assert!(gave.out.starts_with("confirm  Bash  git status && git push\n"), "{}", gave.out);
    assert!(gave.out.contains("by rule push (project), risk high"), "{}", gave.out);
    assert!(gave.out.contains("sends commits"), "{}", gave.out);
    assert!(
        gave.out.contains("allow   exec.plain `git status`  look")
            || gave.out.contains("allow   exec `git status`  look"),
        "{}",
        gave.out
    );
}

#[test]
fn nothing_of_a_call_controls_the_terminal() {
    let place = Place::with(POLICY);
    let call = r#"{"tool":"read_file\u001b[2J","args":{"path\u202e":"a\u001b]0;x\u0007\r\nallow  fake"}}"#;
    for command in ["check", "explain"] {
        let gave = place.run_with(&[command, "--format", "text", "--policies", "policies", "-"], call);
        let bad = ['\u{1b}', '\u{7}', '\u{202e}', '\r'];
        assert!(!gave.out.contains(bad) && !gave.err.contains(bad), "{gave:?}");
        assert!(!gave.out.lines().any(|line| line.starts_with("allow")), "{gave:?}");
    }
}
