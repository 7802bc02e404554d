//! The commands of the corpora, as far as they can be run by stubs: what they name outside the directory is renamed, and what
//! acts on the machine by a builtin is left out.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::judge::{compare, report};

/// Corpora, and the member that holds a command.
const CORPORA: &[(&str, &str)] = &[
    ("daily.jsonl", "command"),
    ("harmful.jsonl", "command"),
    ("shell.jsonl", "cmd"),
    ("shell_bash.jsonl", "cmd"),
];

/// Stubs run what these say; all others only record.
const LEFT_OUT: &[&str] = &[
    // Builtins that end or hold processes, leave the stubs, or do more than a stub of their name could.
    "kill",
    "ulimit",
    "suspend",
    "exec -c",
    "command -p",
    "fc ",
    "history",
    "enable",
    "umask",
    "coproc",
    // Ways to a slash that no renaming sees.
    "\\x2f",
    "\\x2F",
    "\\057",
    "\\57",
    "\\u2f",
    "\\u002f",
    "\\U",
    "$0",
    "BASH",
    "${PWD",
    "${HOME",
    "${OLDPWD",
    "$OLDPWD",
    "dirs",
    "DIRSTACK",
    "${SHELL",
    "${PATH",
    "PATH",
    "/dev/tcp",
    "/dev/udp",
    "set -o posix",
    "sleep",
];

fn corpus() -> Vec<String> {
    let mut all = BTreeSet::new();
    for (name, member) in CORPORA {
        let path = format!("{}/tests/cases/{name}", env!("CARGO_MANIFEST_DIR"));
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            all.extend(value[*member].as_str().map(str::to_owned));
        }
    }
    all.into_iter().filter_map(|text| renamed(&text)).collect()
}

/// The command with every absolute path, home and parent directory a name in the directory.
fn renamed(text: &str) -> Option<String> {
    if LEFT_OUT.iter().any(|part| text.contains(part)) || text.len() > 4000 || text.contains('\0') {
        return None;
    }
    let text = text.replace("..", "dd").replace('~', "hh");
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for ch in text.chars() {
        // After a name a slash is within the directory, if that name is one of a directory there: else nothing is found.
        if ch == '/' && !(before.is_alphanumeric() || "_.".contains(before)) {
            out.push('r');
        }
        out.push(ch);
        before = ch;
    }
    Some(out)
}

/// Every word of the commands that can be a program's name.
fn programs(texts: &[String]) -> Vec<String> {
    let mut names = BTreeSet::new();
    for text in texts {
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "_.+-".contains(c)));
        names.extend(
            words.filter(|word| !word.is_empty() && word.len() < 40 && !word.starts_with(['.', '-', '+'])),
        );
    }
    // What quotes and variables make of parts.
    names.extend(["rm", "ls", "sh", "id", "cat", "curl", "o1", "o2", "env", "git", "echo"]);
    names.into_iter().map(str::to_owned).collect()
}

#[test]
fn commands_of_the_corpora() {
    let texts = corpus();
    let programs = programs(&texts);
    let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
    let total = u64::try_from(texts.len()).unwrap();
    assert!(total > 1500, "{total}");
    let text = |at: u64| texts.get(usize::try_from(at).unwrap()).cloned();
    let Some(compared) = compare(&programs, &text, 0, total) else {
        eprintln!("no bash 5.2 here: nothing was compared");
        return;
    };
    report("corpora", &compared);
}
