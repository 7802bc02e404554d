//! `toolgate lint`: selecting, silencing, fixing, formats.

use std::path::Path;

use boon::{Compiler, Schemas};
use serde_json::{Value, json};

use crate::Place;

/// A warning with a safe fix, a warning without one, and a matter of style.
const POLICY: &str = "tool Bash { operation exec  arg command: shell }

# Where things are.
rule keys  path within [\"~/.ssh\", \"~/.aws\", \"~/.ssh\"] => deny \"keys\"   # all of them
rule Shell  tool_name == \"Bash\" => allow

test \"keys\" {
  Bash \"cat ~/.ssh/id\" => deny by keys
  Bash \"ls\" => allow by Shell
}
";

fn codes(found: &Value) -> Vec<&str> {
    let mut codes: Vec<&str> =
        found["diagnostics"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    codes.sort_unstable();
    codes
}

#[test]
fn exit_codes() {
    let place = Place::with(POLICY);
    let code = |args: &[&str]| place.run(&[&["lint", "--policies", "policies"], args].concat()).code;
    assert_eq!(code(&[]), Some(0));
    assert_eq!(code(&["--deny", "warnings"]), Some(1));
    assert_eq!(code(&["--deny", "style"]), Some(1));
    let warnings = ["--allow", "duplicate-entry,allow-opens-shell"];
    assert_eq!(code(&[&warnings[..], &["--deny", "warnings"]].concat()), Some(0));
    assert_eq!(code(&[&warnings[..], &["--deny", "style"]].concat()), Some(1));
    assert_eq!(code(&["--allow", "no-such-code"]), Some(2));
    let broken = Place::with("rule a  any => perhaps\n");
    assert_eq!(broken.run(&["lint", "--policies", "policies", "--only", "id-naming"]).code, Some(2));
}

#[test]
fn selecting() {
    let place = Place::with(POLICY);
    let json = |args: &[&str]| {
        place.run(&[&["lint", "--format", "json", "--policies", "policies"], args].concat()).json()
    };
    assert_eq!(codes(&json(&[])), ["allow-opens-shell", "duplicate-entry", "id-naming"]);
    assert_eq!(codes(&json(&["--only", "id-naming,duplicate-entry"])), ["duplicate-entry", "id-naming"]);
    assert_eq!(codes(&json(&["--allow", "id-naming"])), ["allow-opens-shell", "duplicate-entry"]);
    let asked = Place::with("policy \"p\" { default deny }\n");
    let gave = asked.run(&[
        "lint",
        "--format",
        "json",
        "--policies",
        "policies",
        "--warn",
        "policy-without-description",
    ]);
    assert_eq!(codes(&gave.json()), ["policy-without-description"]);
    let gave = place.run(&["lint", "--policies", "policies", "--only", "id-nameing"]);
    assert!(gave.code == Some(2) && gave.err.contains("did you mean `id-naming`?"), "{gave:?}");
}

#[test]
fn silencing() {
    let silent = POLICY
        .replace("# Where", "# lint: allow duplicate-entry: known\n# Where")
        .replace("rule Shell  ", "rule Shell  # lint: allow allow-opens-shell, id-naming: a container\n  ");
    let gave = Place::with(&silent).run(&["lint", "--policies", "policies", "--deny", "style"]);
    assert_eq!((gave.code, gave.out.as_str()), (Some(0), ""), "{gave:?}");
    let wrong = "# lint: allow never-holds: no error can be silenced\nrule a  path exists and host exists => deny \"a\"\n";
    let gave = Place::with(wrong).run(&["lint", "--policies", "policies"]);
    assert!(gave.code == Some(2) && gave.out.contains("error[never-holds]"), "{gave:?}");
    // Of kinds that are not looked for, nobody knows whether there is something to silence.
    let unused = "# lint: allow rule-without-title: short\n# lint: allow id-naming: old\nrule a  mode == \"p\" => deny \"a\"\n";
    let gave = Place::with(unused).run(&[
        "lint",
        "--format",
        "json",
        "--policies",
        "policies",
        "--allow",
        "no-tests",
    ]);
    assert_eq!(codes(&gave.json()), ["unused-suppression"]);
}

#[test]
fn fixing() {
    let place = Place::with(POLICY);
    let gave = place.run(&["lint", "--fix", "--policies", "policies"]);
    assert!(gave.err.contains("take it out [duplicate-entry]") && gave.err.contains("1 fixed"), "{gave:?}");
    let text = std::fs::read_to_string(place.path("policies/test.policy")).unwrap();
    assert_eq!(text, POLICY.replace(", \"~/.ssh\"]", "]"));
    let again = place.run(&["lint", "--fix", "--policies", "policies"]);
    assert!(!again.err.contains("fixed"), "{again:?}");
    assert_eq!(std::fs::read_to_string(place.path("policies/test.policy")).unwrap(), text);
    // What is not looked for is not fixed, and of a policy that does not compile only the errors are.
    let place = Place::with(POLICY);
    place.run(&["lint", "--fix", "--allow", "duplicate-entry", "--policies", "policies"]);
    assert_eq!(std::fs::read_to_string(place.path("policies/test.policy")).unwrap(), POLICY);
}

#[test]
fn fixing_what_does_not_compile() {
    let broken = "rule a  path within root => dny \"a\"\nrule b  mode == \"p\" => deny \"b\"\n";
    let place = Place::with(broken);
    let gave = place.run(&["lint", "--fix", "--policies", "policies"]);
    let text = std::fs::read_to_string(place.path("policies/test.policy")).unwrap();
    assert_eq!(text, broken.replace("dny", "deny"), "{gave:?}");
    assert_eq!(gave.code, Some(0), "{gave:?}");
}

#[test]
fn examples_that_do_not_hold_are_told() {
    let place = Place::with(
        "rule push { match command runs `git push`  action deny  reason \"a\"  hits [\"git push x\"] }\n",
    );
    let gave = place.run(&["lint", "--policies", "policies"]);
    assert!(gave.code == Some(2) && gave.out.contains("error[hit-is-missed]"), "{gave:?}");
}

/// What code scanning services need of SARIF 2.1.0, written down from its specification.
fn sarif_schema() -> Value {
    let text = json!({ "type": "object", "required": ["text"], "properties": { "text": { "type": "string", "minLength": 1 } } });
    let region = json!({
        "type": "object",
        "required": ["startLine", "startColumn"],
        "properties": {
            "startLine": { "type": "integer", "minimum": 1 },
            "startColumn": { "type": "integer", "minimum": 1 },
            "endLine": { "type": "integer", "minimum": 1 },
            "endColumn": { "type": "integer", "minimum": 1 },
            "byteOffset": { "type": "integer", "minimum": 0 },
            "byteLength": { "type": "integer", "minimum": 0 }
        },
        "additionalProperties": false
    });
    let artifact = json!({ "type": "object", "required": ["uri"], "properties": { "uri": { "type": "string", "pattern": "^[A-Za-z0-9._~/%-]+$" } } });
    let location = json!({
        "type": "object",
        "required": ["physicalLocation"],
        "properties": {
            "message": text,
            "physicalLocation": {
                "type": "object",
                "required": ["artifactLocation", "region"],
                "properties": { "artifactLocation": artifact, "region": region },
                "additionalProperties": false
            }
        },
        "additionalProperties": false
    });
    let replacement = json!({
        "type": "object",
        "required": ["deletedRegion"],
        "properties": { "deletedRegion": region, "insertedContent": { "type": "object", "required": ["text"] } },
        "additionalProperties": false
    });
    let fix = json!({
        "type": "object",
        "required": ["artifactChanges"],
        "properties": {
            "description": text,
            "artifactChanges": { "type": "array", "minItems": 1, "items": {
                "type": "object",
                "required": ["artifactLocation", "replacements"],
                "properties": { "artifactLocation": artifact, "replacements": { "type": "array", "minItems": 1, "items": replacement } }
            } }
        },
        "additionalProperties": false
    });
    let level = json!({ "enum": ["none", "note", "warning", "error"] });
    let result = json!({
        "type": "object",
        "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
        "properties": {
            "ruleId": { "type": "string" },
            "ruleIndex": { "type": "integer", "minimum": 0 },
            "level": level,
            "message": text,
            "locations": { "type": "array", "minItems": 1, "items": location },
            "relatedLocations": { "type": "array", "items": location },
            "fixes": { "type": "array", "items": fix }
        },
        "additionalProperties": false
    });
    let rule = json!({
        "type": "object",
        "required": ["id", "shortDescription", "fullDescription", "help", "defaultConfiguration"],
        "properties": {
            "id": { "type": "string", "pattern": "^[a-z0-9-]+$" },
            "shortDescription": text,
            "fullDescription": text,
            "help": text,
            "defaultConfiguration": { "type": "object", "required": ["level"], "properties": { "level": level } }
        }
    });
    json!({
        "type": "object",
        "required": ["version", "runs"],
        "properties": {
            "version": { "const": "2.1.0" },
            "runs": { "type": "array", "minItems": 1, "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "tool": { "type": "object", "required": ["driver"], "properties": { "driver": {
                        "type": "object",
                        "required": ["name", "semanticVersion", "rules"],
                        "properties": { "name": { "const": "toolgate" }, "rules": { "type": "array", "uniqueItems": true, "items": rule } }
                    } } },
                    "results": { "type": "array", "items": result }
                }
            } }
        }
    })
}

#[test]
fn sarif() {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("sarif.json", sarif_schema()).unwrap();
    let index = compiler.compile("sarif.json", &mut schemas).unwrap();
    let place = Place::with(POLICY);
    place.write("policies/two words.policy", "rule a  mode == \"p\" and mode == \"p\" => deny \"é\"\n");
    let log = place.run(&["lint", "--format", "sarif", "--policies", "policies"]).json();
    assert!(schemas.validate(&log, index).is_ok(), "{:#}", schemas.validate(&log, index).unwrap_err());
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert!(results.len() >= 4, "{results:#?}");
    for result in results {
        let rule =
            &run["tool"]["driver"]["rules"][usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
        assert!(Path::new(uri).is_relative());
    }
    let twice = results.iter().find(|result| result["ruleId"] == "repeated-part").unwrap();
    let place = &twice["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "policies/two%20words.policy");
    assert_eq!((&place["region"]["startLine"], &place["region"]["startColumn"]), (&json!(1), &json!(25)));
    assert_eq!(twice["fixes"].as_array().unwrap().len(), 1);
}

#[test]
fn pages_of_lints() {
    let place = Place::empty();
    let page = place.run(&["lint", "--explain", "allow-opens-shell"]).out;
    for head in ["What it finds:", "Why:", "Instead:", "Silence it:", "Found in:", "Mended:"] {
        assert!(page.contains(head), "{head}\n{page}");
    }
    let page = place.run(&["lint", "--explain", "rule-without-title"]).out;
    assert!(page.contains("toolgate lint --warn rule-without-title"), "{page}");
}

#[test]
fn a_rule_that_has_ended() {
    let place = Place::with("rule a { match operation is read  action allow  until 2020-01-31 }\n");
    let gave = place.run(&["lint", "--policies", "policies", "--only", "expired-rule"]);
    assert!(gave.out.contains("`a` has ended on 2020-01-31"), "{gave:?}");
    let later = Place::with("rule a { match operation is read  action allow  until 9999-12-31 }\n");
    assert_eq!(later.run(&["lint", "--policies", "policies", "--only", "expired-rule"]).out, "");
}

#[test]
fn what_an_untrusted_project_can_not_do() {
    let place = Place::empty();
    place.write(
        ".toolgate/policies/a.policy",
        "policy \"p\" { default confirm }\nrule a  operation is read => allow\nrule b  operation is exec => allow\nrule c  mode == \"p\" => deny \"c\"\n",
    );
    let told = place.run(&["lint", "--only", "not-trusted"]).out;
    assert!(told.contains("`default confirm` of a project") && told.contains("(2 in this file)"), "{told}");
    assert_eq!(place.run(&["lint", "--only", "not-trusted", "--trust-project"]).out, "");
}
