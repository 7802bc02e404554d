//! Imports run one way: each room may use only the rooms that stand in its line of the table.

#![expect(clippy::panic, clippy::expect_used, clippy::string_slice, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A room and what it may import. Rooms that are not listed may not exist.
const ROOMS: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("syntax", &["model"]),
    ("invocation", &["model"]),
    ("matchers", &["model"]),
    ("policy", &["model", "syntax", "invocation", "matchers"]),
    ("effects", &["model", "matchers", "policy", "syntax", "invocation"]),
    ("table", &["model", "matchers", "policy", "effects"]),
    ("analysis", &["model", "policy", "effects", "table"]),
    ("explain", &["model", "policy", "effects", "table"]),
    ("engine", &["model", "syntax", "matchers", "policy", "effects", "table", "explain"]),
    ("redact", &["model"]),
    ("store", &["model"]),
    ("gate", &["model", "matchers", "invocation", "policy", "explain", "engine", "redact", "store"]),
    ("lint", &["model", "syntax", "policy", "effects", "table", "analysis", "engine"]),
    (
        "cli",
        &[
            "model", "syntax", "policy", "effects", "table", "analysis", "explain", "engine", "store",
            "gate", "lint",
        ],
    ),
];

/// Rooms that do no input or output of their own, with no clock and no terminal.
const CORE: &[&str] =
    &["model", "syntax", "invocation", "matchers", "policy", "effects", "table", "analysis", "redact"];
const FORBIDDEN_IN_CORE: &[&str] = &[
    "std::fs",
    "std::net::Tcp",
    "std::process",
    "std::env",
    "std::time",
    "std::io::stdout",
    "std::io::stderr",
    "println!",
    "eprintln!",
    "std::thread",
];

#[test]
fn imports_run_one_way() {
    let allowed: BTreeMap<_, BTreeSet<_>> =
        ROOMS.iter().map(|(room, uses)| (*room, uses.iter().copied().collect())).collect();
    let mut wrong = Vec::new();
    for file in sources() {
        let Some(room) = room_of(&file) else { continue };
        let uses =
            allowed.get(room.as_str()).unwrap_or_else(|| panic!("the room `{room}` is not in the table"));
        for (line, used) in imports(&code(&file)) {
            if used != room && !uses.contains(used.as_str()) {
                wrong.push(format!("{}:{line}: `{room}` may not use `{used}`", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_core_does_no_input_or_output() {
    let mut wrong = Vec::new();
    for file in sources() {
        if !room_of(&file).is_some_and(|room| CORE.contains(&room.as_str())) {
            continue;
        }
        for (at, line) in code(&file).lines().enumerate() {
            for word in FORBIDDEN_IN_CORE.iter().filter(|word| line.contains(**word)) {
                wrong.push(format!("{}:{}: {word}", file.display(), at + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_table_has_no_cycle() {
    for (at, (room, uses)) in ROOMS.iter().enumerate() {
        let earlier: Vec<_> = ROOMS.iter().take(at).map(|(room, _)| *room).collect();
        for used in *uses {
            assert!(earlier.contains(used), "`{room}` uses `{used}`, which stands below it");
        }
    }
}

#[test]
fn the_reader_of_imports_sees_every_form() {
    let text = "use crate::model::Call;\nuse crate::{policy::typed, table::{self, Row}};\nfn f() { crate::engine::x() }\n";
    let found: Vec<_> = imports(text).into_iter().map(|(line, room)| format!("{line}:{room}")).collect();
    assert_eq!(found, ["1:model", "2:policy", "2:table", "3:engine"]);
}

/// Every Rust file of `src`.
fn sources() -> Vec<PathBuf> {
    fn walk(dir: &Path, out: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(dir).expect("src can be read") {
            let path = entry.expect("src can be read").path();
            if path.is_dir() {
                walk(&path, out);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                out.push(path);
            }
        }
    }
    let mut out = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut out);
    assert!(out.len() > 10, "too few sources were found");
    out
}

/// The room that a file is in; none for `lib.rs` and `main.rs`.
fn room_of(file: &Path) -> Option<String> {
    let below = file.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).ok()?;
    let first = below.components().next()?.as_os_str().to_str()?.to_owned();
    match first.strip_suffix(".rs") {
        Some("lib" | "main") => None,
        Some(room) => Some(room.to_owned()),
        None => Some(first),
    }
}

/// A file's text without its comments and without the tests in it.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a source is UTF-8");
    let text = text.split("#[cfg(test)]\nmod tests {").next().expect("split gives a first piece").to_owned();
    let line = |line: &str| line.find("//").map_or(line.to_owned(), |at| line[..at].to_owned());
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The rooms named after `crate::`, each with its line; groups in braces are taken apart.
fn imports(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let line = text[..at].matches('\n').count() + 1;
        let rest = &text[at + "crate::".len()..];
        let Some(group) = rest.strip_prefix('{') else {
            found.push((line, word(rest)));
            continue;
        };
        let mut depth = 0;
        let mut start = true;
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => start = true,
                c if start && depth == 0 && !c.is_whitespace() => {
                    found.push((line, word(&group[at..])));
                    start = false;
                }
                _ => {}
            }
        }
    }
    found
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect()
}
