//! `explain`, `lint`, `fmt`, `test`, `table`, `completions`, help.

use crate::Place;

#[test]
fn help_names_every_command_and_each_has_examples() {
    let place = Place::empty();
    let help = place.run(&["--help"]);
    assert_eq!(help.code, Some(0));
    for command in ["check", "explain", "lint", "fmt", "test", "table", "completions"] {
        assert!(help.out.contains(&format!("\n  {command}")), "{}", help.out);
        let long = place.run(&[command, "--help"]);
        assert!(long.code == Some(0) && long.out.contains("Examples:"), "{command}: {}", long.out);
        let short = place.run(&[command, "-h"]);
        assert!(short.out.len() < long.out.len(), "{command}");
    }
    assert!(place.run(&["--version"]).out.starts_with("toolgate "));
}

#[test]
fn completions_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let gave = Place::empty().run(&["completions", shell]);
        assert_eq!(gave.code, Some(0));
        assert!(gave.out.contains("toolgate") && gave.out.contains("explain"), "{shell}");
    }
}

#[test]
fn colour_only_where_it_is_wanted() {
    let place = Place::with("rule all any => allow\n");
    let args = ["check", "--format", "text", "--policies", "policies", "--tool", "t"];
    assert!(!place.run(&args).out.contains('\u{1b}'));
    assert!(place.run(&[&["--color", "always"][..], &args].concat()).out.contains('\u{1b}'));
    assert!(!place.run(&[&["--color", "never"][..], &args].concat()).out.contains('\u{1b}'));
}

#[test]
fn fmt_writes_checks_and_shows() {
    let place = Place::with("rule   a any=>allow # why\n");
    let untidy = place.path("policies/test.policy");
    let gave = place.run(&["fmt", "--check", "--diff", "policies"]);
    assert_eq!(gave.code, Some(1), "{gave:?}");
    assert!(gave.out.contains("-rule   a any=>allow # why"), "{}", gave.out);
    assert_eq!(std::fs::read_to_string(&untidy).unwrap(), "rule   a any=>allow # why\n");
    assert_eq!(place.run(&["fmt", "policies"]).code, Some(0));
    let tidy = std::fs::read_to_string(&untidy).unwrap();
    assert!(tidy.contains("# why") && tidy.contains("rule a"), "{tidy}");
    let again = place.run(&["fmt", "--check", "policies"]);
    assert_eq!((again.code, again.out.as_str()), (Some(0), ""), "{again:?}");
}

#[test]
fn fmt_mends_line_ends_and_byte_order_marks() {
    let place = Place::with("\u{feff}rule a any => allow\r\nrule b any => deny\r\n");
    assert_eq!(place.run(&["fmt", "--check", "policies"]).code, Some(1));
    assert_eq!(place.run(&["fmt", "policies"]).code, Some(0));
    let text = std::fs::read_to_string(place.path("policies/test.policy")).unwrap();
    assert!(!text.contains(['\r', '\u{feff}']) && text.contains("rule b"), "{text:?}");
    assert_eq!(place.run(&["lint", "--policies", "policies"]).code, Some(0));
}

#[test]
fn fmt_between_stdin_and_stdout() {
    let gave = Place::empty().run_with(&["fmt", "-"], "rule a any=>allow\n");
    assert_eq!((gave.code, gave.err.as_str()), (Some(0), ""));
    assert!(gave.out.starts_with("rule a"), "{}", gave.out);
    let gave = Place::empty().run_with(&["fmt", "-"], "rule a any perhaps\n");
    assert_eq!((gave.code, gave.out.as_str()), (Some(2), ""));
    assert!(gave.err.contains("<stdin>:1:"), "{}", gave.err);
}

#[test]
fn fmt_leaves_a_broken_file_as_it_is() {
    let place = Place::with("rule a any => perhaps {\n");
    let gave = place.run(&["fmt", "policies"]);
    assert_eq!(gave.code, Some(2));
    assert_eq!(
        std::fs::read_to_string(place.path("policies/test.policy")).unwrap(),
        "rule a any => perhaps {\n"
    );
}

#[test]
fn lint_says_what_is_wrong_in_every_format() {
    let place = Place::with("rule a any => allow\nrule a any => deny\n");
    for (format, says) in [
        ("text", "error["),
        ("json", "\"severity\": \"error\""),
        ("sarif", "\"version\": \"2.1.0\""),
        ("github", "::error file=policies/test.policy,line=2"),
    ] {
        let gave = place.run(&["lint", "--format", format, "--policies", "policies"]);
        assert_eq!(gave.code, Some(2), "{format}: {gave:?}");
        assert!(gave.out.contains(says), "{format}: {}", gave.out);
    }
}

#[test]
fn lint_explains_its_codes() {
    let place = Place::empty();
    let gave = place.run(&["lint", "--explain", "carriage-return"]);
    assert!(gave.code == Some(0) && gave.out.contains("Why:"), "{gave:?}");
    let gave = place.run(&["lint", "--explain", "carriage-retrun"]);
    assert!(gave.code == Some(2) && gave.err.contains("did you mean `carriage-return`?"), "{gave:?}");
    let list = place.run(&["lint", "--explain", "list"]).out;
    for code in list.lines().filter_map(|line| line.split_whitespace().next()) {
        assert_eq!(place.run(&["lint", "--explain", code]).code, Some(0), "{code}");
    }
}

const TESTED: &str = "
tool Bash { operation exec  arg command: shell }
rule look  command runs `git status` => allow
rule push  command runs `git push ...` => confirm
rule never command runs `never ...` => deny
test \"git\" {
  Bash \"git status\" => allow by look
  Bash \"git push\" => allow
}
";

#[test]
fn test_shows_failures_as_a_diff_with_the_explanation() {
    let place = Place::with(TESTED);
    let gave = place.run(&["test", "--policies", "policies"]);
    assert_eq!(gave.code, Some(1), "{gave:?}");
    assert!(
        gave.out.contains(
            "FAIL  policies/test.policy:8:3: git\n  Bash \"git push\"\n  - allow\n  + confirm by push\n"
        ),
        "{}",
        gave.out
    );
    assert!(gave.out.contains("decided by rule push (project) => confirm"), "{}", gave.out);
    assert!(gave.out.ends_with("1 passed, 1 failed\n"), "{}", gave.out);
}

#[test]
fn test_says_which_rules_no_test_reaches() {
    let place = Place::with(&TESTED.replace("git push\" => allow", "git push\" => confirm by push"));
    assert_eq!(place.run(&["test", "--policies", "policies"]).code, Some(0));
    let gave = place.run(&["test", "--coverage", "--policies", "policies"]);
    assert_eq!(gave.code, Some(1), "{gave:?}");
    assert!(gave.out.contains("never  policies/test.policy:5:6"), "{}", gave.out);
    assert!(gave.out.contains("2 of 3 rules counted in a test"), "{}", gave.out);
}

#[test]
fn test_runs_files_by_themselves_and_files_of_cases() {
    let place = Place::with(TESTED);
    place.write("policies/other.policy", "rule no any => deny\ntest \"t\" { any-tool { } => deny by no }\n");
    let gave = place.run(&["test", "policies/other.policy"]);
    assert!(gave.code == Some(0) && gave.out.ends_with("1 passed, 0 failed\n"), "{gave:?}");
    place.write(
        "cases.jsonl",
        concat!(
            r#"{"id":"one","call":{"tool":"t"},"expect":"not-allow","policy":"rule no any => deny\n"}"#,
            "\n\n",
            r#"{"id":"two","call":{"tool":"t"},"expect":"allow","policy":"rule no any => deny\n"}"#,
            "\n",
            r#"{"id":"three","call":{"tool":"t"},"expect":"deny","by":"no","policy":"rule no any => deny\n"}"#,
        ),
    );
    let gave = place.run(&["test", "cases.jsonl"]);
    assert_eq!(gave.code, Some(1), "{gave:?}");
    assert!(gave.out.contains("cases.jsonl:3") && gave.out.ends_with("2 passed, 1 failed\n"), "{}", gave.out);
    place.write("bad.jsonl", "{\"call\":{\"tool\":\"t\"},\"expect\":\"perhaps\"}\n");
    assert_eq!(place.run(&["test", "bad.jsonl"]).code, Some(2));
}

#[test]
fn a_hit_that_is_missed_does_not_load() {
    let rule = |action: &str, field: &str| {
        format!(
            "tool Bash {{ operation exec  arg command: shell }}\n\
             rule push {{ match command runs `git push`  action {action}  {field} }}\n"
        )
    };
    for action in ["allow", "confirm", "deny"] {
        let good = Place::with(&rule(action, "hits [\"git push\"]  misses [\"git pull\"]"));
        assert_eq!(good.run(&["lint", "--policies", "policies"]).code, Some(0), "{action}");
        let missed = Place::with(&rule(action, "hits [\"git push origin main\"]"));
        let gave = missed.run(&["check", "--policies", "policies", "--", "ls"]);
        assert!(gave.code == Some(2) && gave.err.contains("error[hit-is-missed]"), "{action}: {gave:?}");
        assert_eq!(gave.verdicts(), ["deny"]);
        let hit = Place::with(&rule(action, "misses [\"ls && git push\"]"));
        let gave = hit.run(&["check", "--policies", "policies", "--", "ls"]);
        assert!(gave.code == Some(2) && gave.err.contains("error[miss-is-hit]"), "{action}: {gave:?}");
    }
}

#[test]
fn the_examples_of_the_engines_own_mistakes_show_them() {
    let mut shown = 0;
    for kind in toolgate::engine::mistakes::KINDS.iter().filter(|kind| !kind.example.is_empty()) {
        shown += 1;
        let place = Place::with(kind.example);
        let gave = place.run(&["check", "--policies", "policies", "--tool", "t"]);
        assert!(gave.err.contains(&format!("error[{}]", kind.code)), "{}: {gave:?}", kind.code);
        let gave = Place::with(kind.mended).run(&["check", "--policies", "policies", "--tool", "t"]);
        assert_eq!((gave.code, gave.err.as_str()), (Some(1), ""), "{}: {gave:?}", kind.code);
    }
    assert!(shown >= 2);
}

#[test]
fn the_table_in_every_form() {
    let place = Place::with(TESTED);
    for (format, says) in [
        ("text", "│ confirm  │ push"),
        ("markdown", "| `push` |"),
        ("html", "<span class=\"verdict confirm\">confirm</span>"),
        ("json", "\"id\": \"push\""),
    ] {
        let gave = place.run(&["table", "--format", format, "--policies", "policies"]);
        assert_eq!(gave.code, Some(0), "{gave:?}");
        assert!(gave.out.contains(says), "{format}: {}", gave.out);
    }
    let gave = place.run(&["table", "--format", "html", "--output", "t.html", "--policies", "policies"]);
    assert_eq!((gave.code, gave.out.as_str()), (Some(0), ""));
    assert!(std::fs::read_to_string(place.path("t.html")).unwrap().starts_with("<!doctype html>"));
}

#[test]
fn the_table_as_html_takes_no_markup_from_a_policy() {
    let place = Place::with("rule a tool_name == \"<script>alert(1)</script>\" => deny \"<b>&\"\n");
    let gave = place.run(&["table", "--format", "html", "--policies", "policies"]);
    assert!(!gave.out.contains("<script>alert") && !gave.out.contains("<b>&"), "{}", gave.out);
}

#[test]
fn explain_shows_the_way_to_the_verdict() {
    let place = Place::with(
        "tool Bash { operation exec  arg command: shell }\n\
         rule look   command runs `git status` => allow\n\
         rule nearly command runs `git push ...` and command.program == \"hg\" => allow\n",
    );
    let gave = place.run(&["explain", "--policies", "policies", "--", "git status && git push"]);
    assert_eq!(gave.code, Some(1));
    assert!(gave.out.starts_with("deny: no rule allows all of it\n"), "{}", gave.out);
    assert!(
        gave.out.contains("came close: nearly => allow, but `command.program == \"hg\"` does not hold"),
        "{}",
        gave.out
    );
    assert!(gave.out.contains("what would change it:"), "{}", gave.out);
}
