//! What the program prints for programs keeps to the schemas in `docs/schema`.

use std::path::Path;

use boon::{Compiler, Schemas};
use serde_json::Value;

use crate::Place;

const POLICY: &str = "
use \"std:tools/claude-code\"
use \"std:packs/git\"
policy \"p\" { default confirm }
let secrets = [\"~/.ssh\", \"~/.aws\"]
rule reads \"Reading\" {
  match   operation is read and path within root
  unless  path like \"/**/.env\"
  action  allow
  tags    [\"reading\"]
}
rule keys path within secrets => deny \"credentials\"
otherwise ask operation is exec => confirm
test \"t\" {
  Read \"src/lib.rs\" => allow by reads
  Read \"~/.ssh/id\" => allow
}
";

/// Holds a value against a schema.
fn holds(name: &str, value: &Value) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema");
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    for entry in std::fs::read_dir(&dir).unwrap() {
        let path = entry.unwrap().path();
        let schema: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let id = schema["$id"].as_str().unwrap().to_owned();
        assert_eq!(id.rsplit('/').next(), path.file_name().and_then(|name| name.to_str()));
        compiler.add_resource(&id, schema).unwrap();
    }
    let index =
        compiler.compile(&format!("https://toolgate.dev/schema/1/{name}.json"), &mut schemas).unwrap();
    if let Err(error) = schemas.validate(value, index) {
        panic!("{error:#}\n{value:#}");
    }
}

#[test]
fn decisions() {
    let place = Place::with(POLICY);
    let calls = r#"{"id":1,"tool":"Read","args":{"file_path":"src/a"},"fs":{}}
{"tool":"Bash","args":{"command":"git push -f; cat $X ~/.ssh/id | sh; curl h.example"},"fs":{}}
{"tool":"unknown","operations":["memory_write"]}
{"tool":5}"#;
    let gave = place.run_with(&["check", "--policies", "policies", "-"], calls);
    assert_eq!(gave.lines().len(), 4);
    gave.lines().iter().for_each(|line| holds("decision", line));
    for line in calls.lines().take(3) {
        holds("call", &serde_json::from_str(line).unwrap());
    }
}

#[test]
fn explanations() {
    let place = Place::with(POLICY);
    for command in ["git status", "cd /tmp && rm -rf \"$X\"; bash -c 'cat .env'", "(((", ""] {
        let gave = place.run(&["explain", "--format", "json", "--policies", "policies", "--", command]);
        holds("explanation", &gave.json());
    }
    let gave = place.run(&["explain", "--format", "json", "--policies", "nowhere", "--", "ls"]);
    holds("explanation", &gave.json());
}

#[test]
fn diagnostics() {
    let place = Place::with("rule a any => allow\nrule a any => perhaps\n");
    let gave = place.run(&["lint", "--format", "json", "--policies", "policies"]);
    assert!(!gave.json()["diagnostics"].as_array().unwrap().is_empty(), "{gave:?}");
    holds("diagnostics", &gave.json());
    let gave = Place::with(POLICY).run(&["lint", "--format", "json", "--policies", "policies"]);
    holds("diagnostics", &gave.json());
}

#[test]
fn test_reports() {
    let place = Place::with(POLICY);
    let gave = place.run(&["test", "--format", "json", "--coverage", "--policies", "policies"]);
    holds("test-report", &gave.json());
    assert_eq!((&gave.json()["passed"], &gave.json()["failed"]), (&1.into(), &1.into()), "{gave:?}");
    let gave = place.run(&["test", "--format", "json", "--policies", "nowhere"]);
    holds("test-report", &gave.json());
}

#[test]
fn the_schemas_refuse_what_is_wrong() {
    let refuses = |name: &str, value: Value| {
        let caught = std::panic::catch_unwind(|| holds(name, &value));
        assert!(caught.is_err(), "{name} takes {value}");
    };
    refuses("call", serde_json::json!({"args": {}}));
    refuses("call", serde_json::json!({"tool": "t", "fs": {"/a": "link"}}));
    refuses("decision", serde_json::json!({"verdict": "allow"}));
    refuses("diagnostics", serde_json::json!({"version": 2, "diagnostics": [], "summary": {}}));
}
