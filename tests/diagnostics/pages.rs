//! `docs/diagnostics/`: a page for each kind and an index, written from the registries.
//!
//! `UPDATE_DOCS=1 cargo test --test diagnostics` writes them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use toolgate::lint::{self, On};
use toolgate::model::{Kind, Severity};

use super::kinds::{registries, seen};

const NOTE: &str =
    "<!-- Written by tests/diagnostics/pages.rs from the registries of mistakes; don't edit. -->\n";

fn pages() -> BTreeMap<PathBuf, String> {
    let mut pages = BTreeMap::new();
    let mut index = format!(
        "{NOTE}\n# Diagnostics\n\nEvery error and warning that toolgate has for a policy, by who finds it. `toolgate lint --explain CODE` shows a \
         page in the terminal.\n"
    );
    for (finder, mut kinds) in registries() {
        let _ = write!(index, "\n## Found by {finder}\n\n| code | | finds |\n| --- | --- | --- |\n");
        kinds.sort_by_key(|kind| kind.code);
        for kind in kinds {
            let severity = severity(kind);
            let mut summary = kind.summary.replace('|', "\\|");
            if lint::find(kind.code).is_some_and(|lint| lint.on == On::Request) {
                summary += " (on request)";
            }
            let _ = writeln!(index, "| [`{0}`]({0}.md) | {severity} | {summary} |", kind.code);
            pages.insert(format!("{}.md", kind.code).into(), page(kind));
        }
    }
    pages.insert("README.md".into(), index);
    pages
}

fn severity(kind: &Kind) -> &'static str {
    match kind.severity {
        Severity::Style => "style",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn page(kind: &Kind) -> String {
    let mut page = format!("{NOTE}\n# {} ({})\n\n{}\n", kind.code, severity(kind), sentence(kind.summary));
    let _ = write!(page, "\n**Why.** {}\n\n**Instead.** {}\n", sentence(kind.why), sentence(kind.instead));
    if let Some(lint) = lint::find(kind.code) {
        let _ = write!(page, "\n**When to silence it.** {}\n", sentence(lint.silence));
        if lint.on == On::Request {
            let _ = write!(page, "\nLooked for on request: `toolgate lint --warn {}`.\n", kind.code);
        }
    }
    if !kind.example.is_empty() {
        let _ = write!(page, "\n## Example\n\n```policy\n{}\n```\n", kind.example.trim_end());
    }
    if let Some((text, _)) = seen(kind) {
        let _ = write!(page, "\n```text\n{}\n```\n", text.trim_end());
    }
    if !kind.mended.is_empty() {
        let _ = write!(page, "\n## Mended\n\n```policy\n{}\n```\n", kind.mended.trim_end());
    }
    page
}

/// A fragment as a sentence.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let mut out: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    out.push_str(chars.as_str());
    if !out.ends_with(['.', '…', '?']) {
        out.push('.');
    }
    out
}

#[test]
fn pages_are_up_to_date() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/diagnostics");
    let pages = pages();
    if env::var_os("UPDATE_DOCS").is_some() {
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        for (name, text) in &pages {
            fs::write(dir.join(name), text).unwrap();
        }
        return;
    }
    let mut stale = Vec::new();
    for (name, text) in &pages {
        if fs::read_to_string(dir.join(name)).ok().as_ref() != Some(text) {
            stale.push(name.display().to_string());
        }
    }
    for entry in fs::read_dir(&dir).into_iter().flatten() {
        let name = PathBuf::from(entry.unwrap().file_name());
        if !pages.contains_key(&name) {
            stale.push(format!("{} (of no kind)", name.display()));
        }
    }
    assert!(stale.is_empty(), "run `UPDATE_DOCS=1 cargo test --test diagnostics`: {stale:#?}");
}
