//! The README's first command, as a newcomer types it.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

#[test]
fn the_first_command_decides_on_the_calls() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let line =
        readme.lines().find(|line| line.starts_with("cargo run --quiet -- ")).expect("a first command");
    let args: Vec<&str> = line.split_whitespace().skip(4).collect();
    let done = Command::new(env!("CARGO_BIN_EXE_toolgate"))
        .args(&args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .output()
        .unwrap();
    assert_eq!((done.status.code(), String::from_utf8_lossy(&done.stderr).as_ref()), (Some(1), ""));
    let verdicts: Vec<String> = String::from_utf8_lossy(&done.stdout)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect(line)["verdict"].as_str().unwrap().to_owned())
        .collect();
    let count = |verdict: &str| verdicts.iter().filter(|it| *it == verdict).count();
    assert_eq!((count("allow"), count("confirm"), count("deny")), (8, 3, 4), "{verdicts:?}");
}

#[test]
fn a_root_alone_is_where_relative_paths_start() {
    let place = crate::Place::with(
        "rule here operation is read and path within root => allow\ntool look { operation read arg path: path }\n",
    );
    let call = r#"{"tool":"look","args":{"path":"src/a.rs"}}"#;
    let of = |args: &[&str]| {
        place.run_with(&[&["check", "--policies", "policies"], args, &["-"]].concat(), call).verdicts()
    };
    assert_eq!(of(&["--root", "/srv/p"]), ["allow"]);
    assert_eq!(of(&["--root", "/srv/p", "--cwd", "/srv"]), ["deny"]);
}
