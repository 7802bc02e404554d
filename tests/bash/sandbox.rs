//! A directory in which bash runs commands whose programs are all stubs.

use std::collections::BTreeMap;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Nobody: who runs the commands where the tests run as root.
const NOBODY: u32 = 65534;

/// What lies in the directory before each command.
pub(crate) const FILES: [&str; 4] = ["a.txt", "b.txt", "w1", "d1/c.txt"];

/// What a command did.
#[derive(Default, Debug)]
pub(crate) struct Ran {
    /// The programs with their words.
    pub(crate) commands: Vec<Vec<String>>,
    /// Files that were a program's standard input.
    pub(crate) reads: Vec<String>,
    /// Files that were made or changed.
    pub(crate) writes: Vec<String>,
}

pub(crate) struct Sandbox {
    root: tempfile::TempDir,
    as_nobody: bool,
}

impl Sandbox {
    /// None where there is no bash 5.2: other versions differ in what they run.
    pub(crate) fn new(programs: &[&str]) -> Option<Sandbox> {
        let version = Command::new("/bin/bash").arg("--version").output().ok()?;
        if !String::from_utf8_lossy(&version.stdout).contains("version 5.2") {
            return None;
        }
        let root = tempfile::tempdir().unwrap();
        let as_nobody = Command::new("/bin/true").uid(NOBODY).gid(NOBODY).status().is_ok();
        let sandbox = Sandbox { root, as_nobody };
        std::fs::set_permissions(sandbox.root.path(), PermissionsExt::from_mode(0o755)).unwrap();
        let stubs = sandbox.path("stubs");
        std::fs::create_dir(&stubs).unwrap();
        let text = include_str!("stub.sh")
            .replace("@STUBS@", &stubs.display().to_string())
            .replace("@LOG@", &sandbox.path("log").display().to_string());
        let stub = sandbox.path("stub");
        std::fs::write(&stub, text).unwrap();
        std::fs::set_permissions(&stub, PermissionsExt::from_mode(0o755)).unwrap();
        for program in programs {
            let _ = symlink(&stub, stubs.join(program));
        }
        sandbox.fill();
        Some(sandbox)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// The directory where commands run.
    pub(crate) fn work(&self) -> PathBuf {
        self.path("work")
    }

    fn fill(&self) {
        let work = self.work();
        let _ = std::fs::remove_dir_all(&work);
        std::fs::create_dir_all(work.join("d1")).unwrap();
        for name in FILES {
            std::fs::write(work.join(name), format!("FILE {name}\n")).unwrap();
        }
        std::fs::write(self.path("log"), "").unwrap();
        if self.as_nobody {
            let all = FILES.iter().map(|name| work.join(name)).chain([
                work.clone(),
                work.join("d1"),
                self.path("log"),
            ]);
            all.for_each(|path| chown(path, Some(NOBODY), Some(NOBODY)).unwrap());
        }
    }

    /// Runs a text; all programs end with this status.
    pub(crate) fn run(&self, text: &str, status: u8) -> Ran {
        let limits = "ulimit -t 1 -f 200 -v 400000 -n 64 -u 150; exec /usr/bin/timeout -s KILL 2 /bin/bash --noprofile --norc -c \"$1\"";
        let mut command = Command::new("/bin/bash");
        command
            .args(["--noprofile", "--norc", "-c", limits, "bash", text])
            .env_clear()
            .env("PATH", self.path("stubs"))
            .env("HOME", self.work())
            .env("LC_ALL", "C.UTF-8")
            .env("JUDGE_STATUS", status.to_string())
            .current_dir(self.work())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if self.as_nobody {
            command.uid(NOBODY).gid(NOBODY);
        }
        let mut child = command.spawn().unwrap();
        let mut output = child.stdout.take().unwrap();
        let (ended, end) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || {
            // Ends when everything has ended that did not send its output elsewhere.
            let _ = std::io::copy(&mut output, &mut std::io::sink());
            let _ = ended.send(());
        });
        child.wait().unwrap();
        let over = end.recv_timeout(Duration::from_millis(300)).is_ok();
        if !over || text.contains(['&', '(']) || text.contains("coproc") {
            // What still runs in the background would be taken for the next command's; `timeout` made a group of it all.
            let group = format!("-{}", child.id());
            let _ = Command::new("/bin/kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        }
        reader.join().unwrap();
        let ran = self.found();
        if !ran.writes.is_empty() {
            self.fill();
        } else {
            std::fs::write(self.path("log"), "").unwrap();
        }
        ran
    }

    fn found(&self) -> Ran {
        let mut ran = Ran::default();
        let log = std::fs::read(self.path("log")).unwrap();
        let mut words = Vec::new();
        for word in String::from_utf8_lossy(&log).split_terminator('\0') {
            if word != "\u{1}" {
                words.push(word.to_owned());
                continue;
            }
            let record = std::mem::take(&mut words);
            match record.as_slice() {
                [mark, name] if mark == "\u{2}" => ran.reads.push(name.clone()),
                _ => ran.commands.push(record),
            }
        }
        let mut before: BTreeMap<String, String> =
            FILES.iter().map(|name| ((*name).to_owned(), format!("FILE {name}\n"))).collect();
        let mut found = Vec::new();
        names(&self.work(), "", &mut found);
        for name in found {
            let text = std::fs::read(self.work().join(&name)).unwrap_or_default();
            if before.remove(&name).is_none_or(|before| before.as_bytes() != text) {
                ran.writes.push(name);
            }
        }
        ran
    }
}

/// The files below a directory, as paths relative to it.
fn names(dir: &Path, prefix: &str, into: &mut Vec<String>) {
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            names(&entry.path(), &format!("{name}/"), into);
        } else {
            into.push(name);
        }
    }
}
