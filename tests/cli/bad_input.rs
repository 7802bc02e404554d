//! Whatever is wrong with policies: a clear error, exit code 2, and a deny for the call.

use std::os::unix::fs::{PermissionsExt, symlink};

use crate::Place;

const CALL: &str = r#"{"id":"7","tool":"read_file","args":{"path":"a"}}"#;

/// The call is denied with a reason that says `says`, which stands on stderr with `code`, too.
fn refused(place: &Place, policies: &str, code: &str, says: &str) {
    let gave = place.run_with(&["check", "--policies", policies, "-"], CALL);
    assert_eq!(gave.code, Some(2), "{gave:?}");
    let lines = gave.lines();
    assert_eq!(lines.len(), 1, "{gave:?}");
    assert_eq!(
        (&lines[0]["verdict"], &lines[0]["decided_by"], &lines[0]["id"]),
        (&"deny".into(), &"error".into(), &"7".into())
    );
    let reason = lines[0]["reason"].as_str().unwrap();
    assert!(reason.contains(says) && reason.contains(&format!("[{code}]")), "{reason}");
    assert!(gave.err.contains(&format!("error[{code}]")), "{}", gave.err);
    assert!(gave.err.len() < 20_000, "{} bytes of error", gave.err.len());
    assert!(!gave.err.contains("panicked"), "{}", gave.err);
}

#[test]
fn a_missing_file_or_directory() {
    refused(&Place::empty(), "nowhere", "missing-file", "`nowhere` does not exist");
}

#[test]
fn a_directory_in_the_place_of_a_file() {
    let place = Place::empty();
    std::fs::create_dir_all(place.path("policies/a.policy")).unwrap();
    refused(&place, "policies", "not-a-file", "is a directory, not a policy file");
}

#[test]
fn a_directory_without_policies() {
    let place = Place::empty();
    place.write("policies/readme.txt", "no policy");
    refused(&place, "policies", "no-policies", "holds no `.policy` file");
}

#[test]
fn an_unreadable_file() {
    // A loop of links can't be read by anybody, root included.
    let place = Place::with("rule a any => allow\n");
    symlink("loop.policy", place.path("policies/loop.policy")).unwrap();
    refused(&place, "policies", "cannot-read", "cannot read");
}

#[test]
fn a_link_that_leads_nowhere() {
    let place = Place::with("rule a any => allow\n");
    symlink("gone", place.path("policies/b.policy")).unwrap();
    refused(&place, "policies", "missing-file", "does not exist");
}

#[test]
fn a_pipe_is_not_waited_for() {
    let place = Place::with("rule a any => allow\n");
    let made = std::process::Command::new("mkfifo").arg(place.path("policies/b.policy")).status().unwrap();
    assert!(made.success());
    refused(&place, "policies", "not-a-file", "neither a file nor a directory");
}

#[test]
fn a_file_of_a_hundred_megabytes() {
    let place = Place::empty();
    let path = place.write("policies/a.policy", "");
    std::fs::File::options().write(true).open(path).unwrap().set_len(100 << 20).unwrap();
    refused(&place, "policies", "file-too-large", "larger than 1048576 bytes");
}

#[test]
fn a_binary_file() {
    let place = Place::with("rule a any => allow\n\0\u{1}\u{2}");
    refused(&place, "policies", "binary-file", "is a binary file");
}

#[test]
fn invalid_utf_8() {
    let place = Place::empty();
    place.write("policies/a.policy", b"rule a any => allow\n# caf\xe9\n");
    refused(&place, "policies", "not-utf-8", "a.policy:2:6");
}

#[test]
fn a_hundred_thousand_nested_parentheses() {
    let place = Place::with(&format!("rule a {}any{} => allow\n", "(".repeat(100_000), ")".repeat(100_000)));
    refused(&place, "policies", "nesting-too-deep", "test.policy:1:");
}

#[test]
fn a_cycle_of_uses() {
    let place = Place::with("use \"lib/a.policy\"\n");
    place.write("policies/lib/a.policy", "use \"b.policy\"\nrule a any => allow\n");
    place.write("policies/lib/b.policy", "use \"a.policy\"\nrule b any => allow\n");
    refused(&place, "policies", "use-cycle", "lib/");
}

#[test]
fn an_empty_file() {
    for text in ["", "\n", "  \n\t\n"] {
        refused(&Place::with(text), "policies", "empty-file", "is empty");
    }
}

#[test]
fn carriage_returns() {
    refused(&Place::with("rule a any => allow\r\n"), "policies", "carriage-return", "test.policy:1:20");
}

#[test]
fn a_byte_order_mark() {
    refused(&Place::with("\u{feff}rule a any => allow\n"), "policies", "byte-order-mark", "test.policy:1:1");
}

#[test]
fn a_policy_that_others_may_write() {
    let place = Place::with("rule a any => allow\n");
    let file = place.path("policies/test.policy");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o666)).unwrap();
    refused(&place, "policies", "writable-by-others", "everybody may write");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o644)).unwrap();
    std::fs::set_permissions(place.path("policies"), PermissionsExt::from_mode(0o777)).unwrap();
    refused(&place, "policies", "writable-by-others", "everybody may put files into");
}

#[test]
fn no_policies_at_all() {
    let place = Place::empty();
    let gave = place.run_with(&["check", "-"], CALL);
    assert_eq!(gave.code, Some(2));
    assert_eq!(gave.verdicts(), ["deny"]);
    assert!(gave.err.contains("no policies were found"), "{}", gave.err);
}

#[test]
fn one_bad_file_among_good_ones_denies_everything() {
    let place = Place::with("rule a any => allow\n");
    place.write("policies/z.policy", "rule b any => perhaps\n");
    let gave = place.run_with(&["check", "--policies", "policies", "-"], CALL);
    assert_eq!((gave.code, gave.verdicts()), (Some(2), vec!["deny".to_owned()]));
    assert!(gave.err.contains("z.policy:1:"), "{}", gave.err);
}

#[test]
fn escape_sequences_in_a_policy_do_not_reach_the_terminal() {
    let place = Place::with("rule \u{1b}[2J\u{1b}]0;owned\u{7} any => allow\n");
    let gave = place.run_with(&["check", "--color", "never", "--policies", "policies", "-"], CALL);
    assert_eq!(gave.code, Some(2));
    assert!(!gave.err.contains(['\u{1b}', '\u{7}']), "{:?}", gave.err);
    assert!(!gave.out.contains(['\u{1b}', '\u{7}']), "{:?}", gave.out);
}

#[test]
fn bad_usage() {
    let place = Place::with("rule a any => allow\n");
    for args in [
        &["check", "--no-such-option"][..],
        &["no-such-command"],
        &[],
        &["check", "--layer", "outer=policies"],
        &["check", "--policies", "policies", "no-such-file.jsonl"],
        &["check", "--policies", "policies", "policies"],
        &["check", "--policies", "policies", "--tool", "t", "--arg", "novalue"],
        &["check", "--policies", "policies", "--tool", "t", "--arg", "a:={"],
        &["check", "--policies", "policies", "--tool", "t", "--arg", "a=1", "--arg", "a=2"],
    ] {
        let gave = place.run(args);
        assert_eq!(gave.code, Some(2), "{args:?}: {gave:?}");
        assert!(!gave.err.is_empty() && gave.out.is_empty(), "{args:?}: {gave:?}");
    }
}
