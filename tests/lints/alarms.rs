//! A missed case is acceptable, a false alarm is not.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use toolgate::engine::Engine;
use toolgate::lint::{self, Options};
use toolgate::model::Severity;
use toolgate::syntax::ast::Date;

use super::{found, set_of};

fn below(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "policy"));
    files.sort();
    files
}

#[test]
fn shipped_policies_are_clean() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("policies");
    let options = Options { today: Some(Date { year: 2026, month: 7, day: 1 }), ..Options::default() };
    let mut wrong = String::new();
    let mut spent = Duration::ZERO;
    for path in below(&root) {
        let set = Engine::builder().policies(&path).read();
        let start = Instant::now();
        for one in lint::run(&set, &options) {
            wrong += &format!("{}: {} [{}]\n", set.sources().display(one.span), one.message, one.code);
        }
        if path.starts_with(root.join("std")) {
            spent += start.elapsed();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(spent < Duration::from_secs(2), "{spent:?}");
}

/// Texts that look like what a lint is after, and are right: the code that must not be found, and the text.
const RIGHT: &[(&str, &str)] = &[
    // Where nothing is allowed, nothing leads around a refusal.
    (
        "deny-by-tool",
        "tool Read { operation read  arg path: path }\ntool Bash { operation exec  arg command: shell }\nrule r  tool_name == \"Read\" and path like \"/**/.env\" => deny \"a\"\n",
    ),
    (
        "deny-reading-alone",
        "rule w  operation is write and path within root => allow\nrule r  operation is read and path within \"~/.ssh\" => deny \"a\"\n",
    ),
    (
        "relative-secret-glob",
        "rule w  operation is read and path within root => allow\nrule r  path like \"**/.env\" => deny \"a\"\n",
    ),
    (
        "deny-by-text",
        "tool Bash { operation exec  arg command: shell }\nrule r  tool_arg.command ~ /AKIA[0-9A-Z]{16}/ => deny \"a\"\n",
    ),
    (
        "deny-by-text",
        "tool Get { operation network  arg url: url }\nrule r  tool_arg.url ~ /token=/ => deny \"a\"\n",
    ),
    (
        "allow-by-sql",
        "tool search { operation network  arg query: text }\nrule r  tool_arg.query ~ /^docs/ => allow\n",
    ),
    ("allow-by-name-pattern", "rule r  tool_name like \"mcp__github__get_*\" => allow\n"),
    (
        "allow-any-code",
        "tool run_cell { operation exec.code  arg code: text }\nrule r  operation is exec.code and tool_name == \"run_cell\" => allow\n",
    ),
    (
        "exec-without-program",
        "tool run_tests { operation exec }\nrule r  operation is exec and tool_name == \"run_tests\" => allow\n",
    ),
    ("absorbed-part", "rule r  mode == \"a\" or (agent is b or mode == \"a\") => deny \"a\"\n"),
    // A path below another may be a link.
    ("entry-in-entry", "rule r  path within [\"a\", \"a/b\"] => deny \"a\"\n"),
    ("entry-in-entry", "rule r  host within [\"example.com\", \"anexample.com\"] => allow\n"),
    ("entry-in-entry", "rule r  command runs [`git push ...`, `git pushx ...`] => confirm \"a\"\n"),
    ("entry-in-entry", "rule r  command runs [`git ... push`, `git status`] => confirm \"a\"\n"),
    ("entry-in-entry", "rule r  operation is [read, reader] => confirm \"a\"\noperation reader\n"),
    ("duplicate-entry", "rule r  tool_name ~ [/a/, /a/i] => deny \"a\"\n"),
    (
        "repeated-part",
        "rule r  tool_arg.a == \"1\" and tool_arg.a[0] == \"1\" => deny \"a\"\ntool t { arg a: json }\n",
    ),
    ("double-negation", "rule r  not (path within root and path not like \"*.md\") => deny \"a\"\n"),
    // A rule that ends leaves the other in force.
    (
        "covered-allow",
        "rule a { match operation is read  action allow  until 2030-01-01 }\nrule b  operation is read and mode == \"p\" => allow\n",
    ),
    (
        "covered-allow",
        "rule a  operation is read => allow\nrule b { match operation is read and mode == \"p\"  action allow  mark seen }\nrule c  marked seen => confirm \"a\"\n",
    ),
    // An allow rule does not reach code unless it says so.
    (
        "covered-allow",
        "rule a  mode == \"p\" => allow\nrule b  mode == \"p\" and operation is exec.code and command runs `python3 x.py` => allow\n",
    ),
    (
        "otherwise-never-counts",
        "tool Bash { operation exec  arg command: shell }\nrule a  tool_name == \"Bash\" => allow\notherwise b  tool_name == \"Bash\" => confirm \"code\"\n",
    ),
    (
        "overridden-rule",
        "rule a  operation is read => allow\nrule b  operation is read and mode == \"p\" => deny \"a\"\n",
    ),
    ("overridden-rule", "rule a  operation is read => allow\notherwise b  operation is read => deny \"a\"\n"),
    (
        "own-contradiction",
        "rule r  tool_arg.a == \"1\" and tool_arg.b != \"1\" => deny \"a\"\ntool t { arg a: text  arg b: text }\n",
    ),
    ("regex-is-literal", "rule r  tool_name ~ /^a.b$/ => deny \"a\"\n"),
    ("regex-is-literal", "rule r  tool_name ~ /^ab$/i => deny \"a\"\n"),
    ("regex-is-literal", "rule r  tool_name ~ /^a|b$/ => deny \"a\"\n"),
    ("same-rule", "rule a  operation is read => deny \"a\"\nrule b  operation is read => deny \"b\"\n"),
    (
        "unless-is-match",
        "rule r { match operation is read and mode == \"p\"  unless operation is read and agent is a  action deny  reason \"a\" }\n",
    ),
    ("allow-everything", "rule r  any => confirm \"a\"\n"),
    ("allow-any-code", "rule r  operation is exec.code and command runs `node x.js` => allow\n"),
    ("allow-by-name-pattern", "rule r  operation is read and tool_name like \"get_*\" => allow\n"),
    ("allow-by-name-pattern", "rule r  server == \"a\" and tool_name ~ /^get_/ => allow\n"),
    (
        "allow-by-sql",
        "tool q { operation exec  arg sql: text }\nrule r  tool_arg.sql == \"select 1\" => allow\n",
    ),
    (
        "allow-by-sql",
        "tool q { operation exec  arg sql: text }\nrule r  tool_arg.sql ~ /drop/ => deny \"a\"\n",
    ),
    ("allow-lone-star", "rule r  server exists and path like \"src/*\" => allow\n"),
    (
        "allow-opens-shell",
        "tool Bash { operation exec  arg command: shell }\nrule r  tool_name == \"Bash\" and operation is exec.plain => allow\n",
    ),
    (
        "allow-opens-shell",
        "tool Bash { operation exec  arg command: shell }\nrule r  tool_name == \"Bash\" => confirm \"a\"\n",
    ),
    (
        "allow-runs-any-script",
        "rule r  command runs [`python3 -m pytest ...`, `cargo test ...`, `bash scripts/a.sh`] => allow\n",
    ),
    ("allow-whole-disk", "rule r  path within root and path like \"/**/*.md\" => allow\n"),
    ("allow-whole-disk", "rule r  path within [\"~/notes\", \"/tmp\"] => allow\n"),
    ("exec-without-program", "rule r  operation is exec and command runs `ls ...` => allow\n"),
    ("exec-without-program", "rule r  operation is exec.script and path within \"scripts\" => allow\n"),
    ("host-without-dot", "rule r  host like [\"*.example.com\", \"a*.example.com\"] => allow\n"),
    ("host-without-dot", "rule r  host like \"*example.com\" => deny \"a\"\n"),
    ("unanchored-allow", "rule r  server == \"a\" and tool_name ~ /^(a|b)$|^c/ => allow\n"),
    ("unanchored-allow", "rule r  tool_name ~ /a/ => deny \"a\"\n"),
    (
        "remember-tool-of-shell",
        "tool Read { operation read  arg path: path }\nrule r { match tool_name == \"Read\"  action confirm  remember session by tool  reason \"a\" }\n",
    ),
    ("closed-pattern", "rule r  command runs `git status` => allow\n"),
    ("closed-pattern", "rule r  command runs [`vercel`, `vercel deploy ...`] => confirm \"a\"\n"),
    (
        "deny-by-text",
        "tool Bash { operation exec  arg command: shell }\ntool Log { arg message: text }\nrule r  tool_arg.message ~ /secret/ => deny \"a\"\n",
    ),
    (
        "deny-by-tool",
        "tool Read { operation read  arg path: path }\nrule r  tool_name == \"Read\" and path like \"/**/.env\" => deny \"a\"\n",
    ),
    (
        "deny-reading-alone",
        "rule a  operation is read and path within \"~/.ssh\" => deny \"a\"\nrule b  operation is write and path within \"~/.ssh\" => confirm \"a\"\n",
    ),
    ("deny-reading-alone", "rule a  operation is read and path == \"/proc/self/environ\" => deny \"a\"\n"),
    ("relative-secret-glob", "rule r  path like \"**/*.pb.go\" => deny \"a\"\n"),
    ("relative-secret-glob", "rule r  path like [\"**/.env\", \"/**/.env\"] => deny \"a\"\n"),
    ("needless-action", "rule r { match any  risk high  action deny  reason \"a\" }\n"),
    ("expired-rule", "rule r { match operation is read  action allow  until 2020-01-01 }\n"),
    ("todo-comment", "# Todos are read.\nrule r  operation is read => deny \"a\"\n"),
    ("id-naming", "rule r2-d2  operation is read => deny \"a\"\n"),
    ("unused-let", "let a = [\"x\"]\nlet b = [a]\nrule r  path within b => deny \"a\"\n"),
    (
        "unused-mark",
        "rule a { match tool_name == \"m\"  action allow  mark seen }\nrule b  not marked seen => confirm \"a\"\n",
    ),
];

#[test]
fn what_is_right_is_left_alone() {
    let mut wrong = String::new();
    for (code, text) in RIGHT {
        let set = set_of(text);
        assert!(set.is_sound(), "{text}\n{:?}", set.diagnostics());
        assert!(lint::find(code).is_some(), "{code}");
        for one in found(&set).iter().filter(|one| one.code == *code && one.severity != Severity::Error) {
            wrong += &format!("{code}: {text}  {}\n", one.message);
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
