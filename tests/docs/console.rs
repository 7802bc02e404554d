//! Runs `console` blocks.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::pages::{Page, root};

/// Runs the page's commands; what differs from the page.
pub(crate) fn check(page: &Page) -> Vec<String> {
    if !page.blocks.iter().any(|block| block.language == "console") {
        return Vec::new();
    }
    let place = tempfile::tempdir().expect("a temporary directory");
    for name in ["policies", "examples"] {
        std::os::unix::fs::symlink(root().join(name), place.path().join(name)).expect("a link");
    }
    let mut wrong = Vec::new();
    let mut text = page.text.clone();
    for block in &page.blocks {
        if let Some(name) = block.value("file") {
            let path = place.path().join(name);
            fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            fs::write(path, &block.text).expect("a file");
        }
        if block.language != "console" {
            continue;
        }
        let printed = run_block(&block.text, place.path());
        if !matches(&block.text, &printed) {
            text = text.replacen(&block.text, &printed, 1);
            wrong.push(format!("{}:{} says\n{}\nand gives\n{printed}", page.name, block.line, block.text));
        }
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&page.path, text).expect("the page can be written");
        wrong.clear();
    }
    wrong
}

/// The block as it would be with what its commands print now.
fn run_block(text: &str, place: &Path) -> String {
    let mut out = String::new();
    for line in text.lines().filter(|line| line.starts_with("$ ")) {
        let program = Path::new(env!("CARGO_BIN_EXE_toolgate"));
        let path = format!(
            "{}:{}",
            program.parent().expect("a directory").display(),
            std::env::var("PATH").unwrap_or_default()
        );
        let done = Command::new("bash")
            .args(["-c", &format!("exec 2>&1; {}", &line[2..])])
            .current_dir(place)
            .env_clear()
            .env("PATH", path)
            .env("HOME", place.join("home"))
            .output()
            .expect("bash runs");
        out.push_str(line);
        out.push('\n');
        let printed = String::from_utf8(done.stdout).expect("output is UTF-8");
        out.push_str(&printed.replace(&place.display().to_string(), "[HERE]"));
        match done.status.code() {
            Some(0) => {}
            Some(code) => out.push_str(&format!("? {code}\n")),
            None => panic!("`{line}` was killed"),
        }
    }
    out
}

/// Whether what was printed is what the page says, wildcards allowed.
fn matches(said: &str, printed: &str) -> bool {
    let (said, printed): (Vec<&str>, Vec<&str>) = (said.lines().collect(), printed.lines().collect());
    lines_match(&said, &printed)
}

fn lines_match(said: &[&str], printed: &[&str]) -> bool {
    match said.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => {
            (0..=printed.len()).any(|skip| lines_match(rest, printed.get(skip..).unwrap_or_default()))
        }
        Some((line, rest)) => match printed.split_first() {
            Some((first, others)) => line_matches(line, first) && lines_match(rest, others),
            None => false,
        },
    }
}

fn line_matches(said: &str, printed: &str) -> bool {
    let (said, printed) = (said.trim_end(), printed.trim_end());
    let mut pieces = said.split("[..]");
    let Some(mut rest) = printed.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, middle)) = pieces.split_last() else { return rest.is_empty() };
    for piece in middle {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}
