//! Complete profiles against the help texts of the programs that are installed here: no long flag is left out.

use std::process::{Command, Stdio};

use toolgate::effects::profiles::Profiles;

/// Programs that print their help and do nothing else when asked for it.
const ASKED: &[&str] = &[
    "cat", "tac", "nl", "ls", "rm", "rmdir", "shred", "cp", "mv", "ln", "install", "mkdir", "mkfifo",
    "mktemp", "touch", "truncate", "chmod", "chown", "tee", "head", "tail", "wc", "sort", "uniq", "comm",
    "cut", "paste", "join", "tr", "fold", "fmt", "expand", "unexpand", "base64", "split", "csplit", "shuf",
    "seq", "stat", "du", "df", "realpath", "date", "env", "timeout", "nice", "stdbuf", "grep", "sed", "tar",
    "gzip", "diff", "cmp", "patch", "xargs", "file",
];

#[test]
fn no_long_flag_is_left_out() {
    let mut missing = Vec::new();
    for name in ASKED {
        let profile = Profiles::embedded().get(name).unwrap_or_else(|| panic!("{name} has no profile"));
        assert!(profile.root.complete, "{name} is not complete");
        let asked = Command::new(name).arg("--help").env("LC_ALL", "C").stdin(Stdio::null()).output();
        // A program that is not installed, or is another of the same name, can't be asked.
        let Ok(output) = asked else { continue };
        let text = String::from_utf8_lossy(&output.stdout);
        if !text.contains("GNU") {
            continue;
        }
        for flag in text.lines().flat_map(long_flags) {
            let negated = flag.strip_prefix("--no-").map(|rest| format!("--{rest}"));
            let listed = profile.root.find(&flag).is_some()
                || negated.is_some_and(|positive| profile.root.find(&positive).is_some());
            if !listed {
                missing.push(format!("{name} {flag}"));
            }
        }
    }
    assert!(missing.is_empty(), "not listed: {}", missing.join(", "));
}

/// The long flags that a line of a help text begins with.
fn long_flags(line: &str) -> Vec<String> {
    let line = line.trim_start();
    if !line.starts_with('-') {
        return Vec::new();
    }
    let spellings = line.split("  ").next().unwrap_or("").split([',', ' ', '|']);
    let name = |word: &str| word.split(['=', '[', ')']).next().unwrap_or("").to_owned();
    // `--GTYPE-group-format` stands for several.
    let real = |name: &String| name.len() > 2 && !name.chars().any(|c| c.is_ascii_uppercase());
    spellings.filter(|word| word.starts_with("--")).map(name).filter(real).collect()
}
