//! Generated commands, run by the bash of this machine where it is 5.2: whatever it tries to run must be in the tree, and what it
//! refuses must not be understood.
//!
//! Nothing is really run: `PATH` is empty, and a handler of missing commands logs what was asked for.

use super::commands::found_in;
use super::facts::stands_for;
use super::generate::{command, damaged};
use super::syntax::Reason;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

struct Bash {
    directory: PathBuf,
    runs: std::cell::Cell<usize>,
}

struct Answer {
    valid: bool,
    ran: Vec<Vec<String>>,
}

impl Bash {
    fn new(name: &str) -> Option<Bash> {
        let version = Command::new("/bin/bash").arg("--version").output().ok()?;
        if !String::from_utf8_lossy(&version.stdout).contains("version 5.2") {
            return None;
        }
        let directory = std::env::temp_dir().join(format!("shell-syntax-{name}-{}", std::process::id()));
        std::fs::create_dir_all(directory.join("work")).unwrap();
        let handler =
            "command_not_found_handle() { printf '%s\\0' \"$@\" $'\\1' >> \"$LOG\"; return \"$STATUS\"; }\n";
        std::fs::write(directory.join("handler"), handler).unwrap();
        Some(Bash { directory, runs: std::cell::Cell::new(0) })
    }

    fn ask(&self, text: &str) -> Answer {
        let mut ran = Vec::new();
        let valid = self.valid(text);
        for status in ["0", "1"] {
            // A file of its own: what goes on in the background of an earlier run still writes to that one's.
            self.runs.set(self.runs.get() + 1);
            let log = self.directory.join(format!("log{}", self.runs.get()));
            std::fs::write(&log, "").unwrap();
            let mut bash = Command::new("/bin/bash")
                .args(["--norc", "-c", text])
                .env_clear()
                .env("PATH", "/nonexistent")
                .env("HOME", "/H")
                .env("LC_ALL", "C.UTF-8")
                .env("BASH_ENV", self.directory.join("handler"))
                .env("LOG", &log)
                .env("STATUS", status)
                .current_dir(self.directory.join("work"))
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let started = Instant::now();
            while bash.try_wait().unwrap().is_none() {
                if started.elapsed() > Duration::from_secs(2) {
                    bash.kill().unwrap();
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            let mut bytes = Vec::new();
            std::fs::File::open(&log).unwrap().read_to_end(&mut bytes).unwrap();
            let mut words = Vec::new();
            for word in String::from_utf8_lossy(&bytes).split_terminator('\0') {
                if word == "\u{1}" {
                    ran.push(std::mem::take(&mut words));
                } else {
                    words.push(word.to_owned());
                }
            }
        }
        ran.dedup();
        Answer { valid, ran }
    }

    /// `bash -n` exits with 0 after a malformed `[[ … ]]`, but complains.
    fn valid(&self, text: &str) -> bool {
        let output = Command::new("/bin/bash")
            .args(["--norc", "-n", "-c", text])
            .env_clear()
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        let complains =
            ["syntax error", "conditional", "unexpected"].iter().any(|word| message.contains(word));
        output.status.success() && !complains
    }
}

impl Drop for Bash {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

fn cases() -> u64 {
    std::env::var("SHELL_SYNTAX_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

/// What is valid by bash's grammar must not be refused as a mistake. In damaged text (`strict`) it may: `bash -n` lets nonsense such as
/// `"${y[}"` pass, which fails when it runs.
/// `strict` says that what bash refuses must not be understood. It is off where the text is valid by bash's grammar: bash 5.2 refuses a
/// few of those because of state that its lexer keeps too long, and to understand them hides nothing.
fn check(name: &str, make: fn(u64) -> String, strict: bool) {
    let Some(bash) = Bash::new(name) else {
        eprintln!("no bash 5.2 here: nothing was compared");
        return;
    };
    let first: u64 = std::env::var("SHELL_SYNTAX_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut wrong = Vec::new();
    let (mut valid, mut refused) = (0, 0);
    let mut reasons = std::collections::BTreeMap::new();
    for seed in first..first + cases() {
        let text = make(seed);
        let (parsed, found) = found_in(&text);
        let answer = bash.ask(&text);
        let hidden: Vec<_> = answer
            .ran
            .iter()
            .filter(|words| !found.commands.iter().any(|command| stands_for(command, words)))
            .collect();
        if !parsed.unknown && !hidden.is_empty() {
            wrong.push(format!("seed {seed}: ran {hidden:?}\n{text}\n{:?}", found.commands));
        }
        if strict && !answer.valid && !parsed.unknown && bash.valid(&command(seed)) {
            wrong.push(format!("seed {seed}: invalid, yet understood\n{text}"));
        }
        let syntax = found.unknowns.iter().any(|unknown| unknown.reason == Reason::Syntax);
        if !strict && answer.valid && syntax {
            wrong.push(format!("seed {seed}: valid, yet {:?}\n{text}", parsed.errors));
        }
        valid += u64::from(answer.valid);
        if answer.valid {
            for unknown in &found.unknowns {
                *reasons.entry(format!("{:?}", unknown.reason)).or_insert(0) += 1;
            }
        }
        refused += u64::from(answer.valid && parsed.unknown);
    }
    // The shortest are the easiest to understand.
    wrong.sort_by_key(String::len);
    println!(
        "{name}: {valid} of {} valid, {refused} of those not understood on purpose: {reasons:?}",
        cases()
    );
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n----\n"));
}

#[test]
fn generated_commands() {
    check("generated", command, false);
}

#[test]
fn damaged_commands() {
    check("damaged", damaged, true);
}
