//! The program from outside: arguments and stdin in; stdout, stderr and an exit code out.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests"
)]

#[path = "cli/bad_input.rs"]
mod bad_input;
#[path = "cli/calls.rs"]
mod calls;
#[path = "cli/commands.rs"]
mod commands;
#[path = "cli/layers.rs"]
mod layers;
#[path = "cli/lint.rs"]
mod lint;
#[path = "cli/profiles.rs"]
mod profiles;
#[path = "cli/readme.rs"]
mod readme;
#[path = "cli/schema.rs"]
mod schema;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A directory for one test, with a policy in it.
pub(crate) struct Place {
    dir: tempfile::TempDir,
}

/// What the program gave.
#[derive(Debug)]
pub(crate) struct Gave {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Place {
    /// A directory with `policies/test.policy`.
    pub(crate) fn with(policy: &str) -> Place {
        let place = Place { dir: tempfile::tempdir().unwrap() };
        place.write("policies/test.policy", policy);
        place
    }

    pub(crate) fn empty() -> Place {
        Place { dir: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Runs the program here.
    pub(crate) fn run(&self, args: &[&str]) -> Gave {
        self.run_with(args, "")
    }

    /// Runs the program here with this on stdin.
    pub(crate) fn run_with(&self, args: &[&str], stdin: impl AsRef<[u8]>) -> Gave {
        let mut child = command(self.dir.path())
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let bytes = stdin.as_ref().to_vec();
        // The program may end before it has read everything; that is its right.
        let writer = std::thread::spawn(move || drop(input.write_all(&bytes)));
        let done = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Gave {
            code: done.status.code(),
            out: String::from_utf8(done.stdout).expect("stdout is UTF-8"),
            err: String::from_utf8(done.stderr).expect("stderr is UTF-8"),
        }
    }
}

/// The program, in a directory, without this process's environment.
pub(crate) fn command(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolgate"));
    command.current_dir(dir).env_clear().env("HOME", dir.join("home"));
    command
}

impl Gave {
    /// The lines of stdout as JSON.
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// All of stdout as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).expect(&self.out)
    }

    pub(crate) fn verdicts(&self) -> Vec<String> {
        self.lines().iter().map(|line| line["verdict"].as_str().unwrap().to_owned()).collect()
    }
}
