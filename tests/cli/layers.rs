//! Where policies come from.

use std::os::unix::fs::symlink;

use crate::{Place, command};

const CALL: &str = r#"{"tool":"t"}"#;

#[test]
fn layers_add_up_and_the_strictest_counts() {
    let place = Place::with("rule all any => allow\n");
    place.write("user/u.policy", "rule ask any => confirm\n");
    place.write("managed/m.policy", "rule no tool_name == \"t\" => deny \"not here\"\n");
    let run = |args: &[&str]| {
        let gave = place.run_with(&[&["check"][..], args, &["-"]].concat(), CALL);
        let line = gave.lines().remove(0);
        (line["verdict"].as_str().unwrap().to_owned(), line["layer"].as_str().unwrap_or("none").to_owned())
    };
    assert_eq!(run(&["--layer", "project=policies"]), ("allow".into(), "project".into()));
    assert_eq!(
        run(&["--layer", "project=policies", "--layer", "user=user"]),
        ("confirm".into(), "user".into())
    );
    assert_eq!(
        run(&["--layer", "project=policies", "--layer", "user=user", "--layer", "managed=managed"]),
        ("deny".into(), "managed".into())
    );
    assert_eq!(
        run(&["--policies", "policies", "--policies", "user/u.policy"]),
        ("confirm".into(), "project".into())
    );
}

#[test]
fn the_policies_of_this_directory_and_person_are_found() {
    let place = Place::empty();
    place.write(
        "project/.toolgate/policies/p.policy",
        "rule no tool_name == \"t\" => deny\nrule all any => allow\n",
    );
    place.write("config/toolgate/policies/u.policy", "rule all any => allow\n");
    std::fs::create_dir_all(place.path("project/src/deep")).unwrap();
    let run = |call: &str, args: &[&str]| {
        let done = command(&place.path("project/src/deep"))
            .env("XDG_CONFIG_HOME", place.path("config"))
            .args([&["check", "--format", "json", "--tool", call][..], args].concat())
            .output()
            .unwrap();
        let line: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        (line["verdict"].clone(), line["layer"].clone(), String::from_utf8(done.stderr).unwrap())
    };
    let (verdict, layer, note) = run("t", &[]);
    assert_eq!((verdict, layer), ("deny".into(), "project".into()));
    assert!(note.contains("not trusted"), "{note}");
    let (verdict, layer, _) = run("other", &[]);
    assert_eq!((verdict, layer), ("allow".into(), "user".into()));
}

#[test]
fn an_untrusted_project_can_refuse_and_nothing_else() {
    let place = Place::empty();
    place.write("p/.toolgate/policies/p.policy", "rule all any => allow\n");
    let run = |args: &[&str]| {
        let done = command(&place.path("p"))
            .args([&["check", "--format", "json", "--tool", "t"][..], args].concat())
            .output();
        done.unwrap().status.code()
    };
    assert_eq!(run(&[]), Some(1));
    assert_eq!(run(&["--trust-project"]), Some(0));
}

#[test]
fn used_files_are_found_beside_their_user() {
    let place = Place::with("use \"lib/more.policy\"\nuse \"std:packs/git\"\n");
    place.write(
        "policies/lib/more.policy",
        "use \"../other/last.policy\"\nrule ask tool_name == \"t\" => confirm\n",
    );
    place.write("policies/other/last.policy", "rule all any => allow\n");
    let gave = place.run_with(&["check", "--policies", "policies", "-"], CALL);
    assert_eq!(gave.lines()[0]["rule"], "more:ask", "{gave:?}");
}

#[test]
fn an_untrusted_project_opens_no_file_outside_its_directory() {
    let place = Place::empty();
    place.write("secret.txt", "the secret text\n");
    place.write("p/.toolgate/policies/a.policy", "rule ask any => confirm\nuse \"../../../secret.txt\"\n");
    let run = || command(&place.path("p")).args(["check", "--tool", "t"]).output().unwrap();
    let done = run();
    assert!(!String::from_utf8_lossy(&done.stderr).contains("the secret text"), "{done:?}");
    symlink(place.path("secret.txt"), place.path("p/.toolgate/policies/b.policy")).unwrap();
    let done = run();
    assert_eq!(done.status.code(), Some(2));
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(told.contains("error[outside-directory]") && !told.contains("the secret text"), "{told}");
}

#[test]
fn hidden_files_are_no_policies_and_directories_below_are_not_read() {
    let place = Place::with("rule all any => allow\n");
    place.write("policies/.#test.policy", "garbage");
    place.write("policies/below/b.policy", "rule no any => deny\n");
    assert_eq!(place.run_with(&["check", "--policies", "policies", "-"], CALL).verdicts(), ["allow"]);
    let told = place.run(&["lint", "--policies", "policies"]).out;
    assert!(told.contains("warning[not-loaded]") && told.contains("`policies/below` has policies"), "{told}");
    place.write("policies/test.policy", "use \"below/b.policy\"\nrule all any => allow\n");
    assert_eq!(place.run(&["lint", "--only", "not-loaded", "--policies", "policies"]).out, "");
}

#[test]
fn the_digest_changes_with_any_text_and_with_nothing_else() {
    let digest = |place: &Place| {
        let gave = place.run_with(&["check", "--policies", "policies", "-"], CALL);
        gave.lines()[0]["policy"].as_str().unwrap().to_owned()
    };
    let one = Place::with("use \"lib/a.policy\"\n");
    one.write("policies/lib/a.policy", "rule all any => allow\n");
    let two = Place::with("use \"lib/a.policy\"\n");
    two.write("policies/lib/a.policy", "rule all any => allow\n");
    assert_eq!(digest(&one), digest(&two));
    two.write("policies/lib/a.policy", "rule all any => allow\n# a comment\n");
    assert_ne!(digest(&one), digest(&two));
}
