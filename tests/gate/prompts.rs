//! What a person sees is what would run.

use serde_json::json;
use toolgate::Call;
use toolgate::gate::{Gate, Question, Step, prompt};

use crate::{call, engine, shell};

const POLICY: &str = "
rule exec operation is exec => allow
rule push { match command runs `git push ...`  action confirm  reason \"sends commits to a remote\"  remember session by command }
rule rm   { match operation is write.delete  risk high  action confirm  reason \"deletes\" }
rule note { match tool_name == \"note\"  action confirm  reason \"keeps text\" }";

fn question(call: &Call) -> Question {
    let gate = Gate::builder(engine(POLICY)).session("s1").agent("tester").build();
    match gate.begin(call) {
        Step::Ask(asked) => asked.question,
        Step::Done(outcome) => panic!("{outcome:#?}"),
    }
}

fn shown(call: &Call) -> String {
    prompt::text(&question(call), &prompt::Bare)
}

#[test]
fn the_part_that_asks_is_underlined() {
    insta::assert_snapshot!(shown(&shell("git status && git push origin main; git log")));
}

#[test]
fn hostile_text_is_visible() {
    let text = "ls\r\u{1b}[2K\u{1b}]8;;http://evil.example\u{7}docs\u{1b}]8;;\u{7} \u{202e}gnp.exe\u{200b}\nsecond\tline";
    let out = shown(&call("note", json!({ "text": text, "na\u{1b}me": 5 })));
    assert!(!out.chars().any(|c| c != '\n' && toolgate::model::hides(c)), "{out:?}");
    insta::assert_snapshot!(out);
}

#[test]
fn nothing_of_a_long_text_is_cut() {
    let padding = " ".repeat(20_000);
    let out = shown(&shell(&format!("git push origin main {padding} ; git push evil main")));
    assert!(out.contains("git push evil main"), "the end is missing");
    let longest = out.lines().max_by_key(|line| line.chars().count()).unwrap();
    assert!(longest.chars().count() <= 100, "a line is too long: {}", longest.trim());
    assert!(out.lines().any(|line| line.trim_start().starts_with("^^^^")));
    let out = shown(&call("note", json!({ "text": format!("{}the end", "x".repeat(99_900)) })));
    assert!(out.lines().map(|line| line.matches('x').count()).sum::<usize>() >= 99_900);
    assert!(out.contains("the end"));
}

#[test]
fn a_delete_says_what_is_there() {
    let dir = tempfile::tempdir().unwrap();
    let root = std::fs::canonicalize(dir.path()).unwrap();
    std::fs::create_dir_all(root.join("build/sub")).unwrap();
    for name in ["build/a", "build/b", "build/sub/c"] {
        std::fs::write(root.join(name), "").unwrap();
    }
    let root = root.to_str().unwrap();
    let call = Call { cwd: Some(root.into()), root: Some(root.into()), fs: None, ..shell("rm -rf build") };
    let out = shown(&call).replace(root, "[HERE]");
    assert!(out.contains("3 files and 1 directory"), "{out}");
    insta::assert_snapshot!(out);
}

#[test]
fn remembering_says_what_else_it_would_allow() {
    let question = question(&shell("git push origin main"));
    assert_eq!(question.remember.as_deref(), Some("session by command"));
    insta::assert_debug_snapshot!(question.would_allow);
}
