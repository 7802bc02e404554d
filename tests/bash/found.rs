//! What the engine finds in a command, and whether that covers what bash did.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use toolgate::effects::profiles::Profiles;
use toolgate::effects::shell::Bash;
use toolgate::effects::shell_seam::{Shell, ShellContext, ShellDialect};
use toolgate::engine::CaseFiles;
use toolgate::matchers::glob::Glob;
use toolgate::model::{Budget, Call, Effect, PathThing, Program, Subject, Word, WordText};

use crate::sandbox::{FILES, Ran};

pub(crate) struct Engine {
    shell: Bash,
    files: CaseFiles,
    work: String,
}

/// Programs of which `exec.code` says that any command may run.
const RUN_ANYTHING: &[&str] = &[
    "sh", "bash", "dash", "zsh", "ksh", "eval", "source", ".", "trap", "xargs", "find", "env", "hash",
    "alias", "enable", "exec", "command",
];

impl Engine {
    pub(crate) fn new(work: &Path) -> Engine {
        let work = work.display().to_string();
        let mut fs: BTreeMap<String, &str> =
            FILES.iter().map(|name| (format!("{work}/{name}"), "file")).collect();
        fs.insert(format!("{work}/d1"), "dir");
        let call = serde_json::json!({ "tool": "shell", "cwd": work, "root": work, "home": work, "fs": fs });
        let call: Call = serde_json::from_value(call).unwrap();
        let files = CaseFiles::of(&call).unwrap();
        Engine { shell: Bash::new(Arc::new(Profiles::embedded())), files, work }
    }

    pub(crate) fn effects(&self, text: &str) -> Vec<Effect> {
        let budget = Budget::new(Budget::DEFAULT);
        let env = BTreeMap::new();
        let context = ShellContext {
            cwd: Some(&self.work),
            root: Some(&self.work),
            home: Some(&self.work),
            env: &env,
            dialect: ShellDialect::Bash,
            files: &self.files,
            budget: &budget,
        };
        self.shell.command(text, "command", &context)
    }

    /// What bash did and the engine did not find; and whether something was covered only by code that can't be looked into.
    pub(crate) fn missed(&self, effects: &[Effect], ran: &Ran) -> (Vec<String>, bool) {
        let code = effects.iter().any(may_be_anything);
        let mut missed = Vec::new();
        for argv in &ran.commands {
            let fits = |effect: &Effect| words_of(effect).is_some_and(|words| fits(words, argv));
            if !effects.iter().any(fits) {
                missed.push(format!("ran {argv:?}"));
            }
        }
        for (names, operation) in [(&ran.reads, "read"), (&ran.writes, "write")] {
            for name in names {
                let path = format!("{}/{name}", self.work);
                let touches = |effect: &Effect| match &effect.subject {
                    Subject::Path(found) => {
                        effect.operation.is(operation)
                            && found.things.iter().any(|thing| may_be(thing, &path))
                    }
                    _ => false,
                };
                if !effects.iter().any(touches) {
                    missed.push(format!("{operation} {name}"));
                }
            }
        }
        let hidden = code && !missed.is_empty();
        if hidden {
            missed.clear();
        }
        (missed, hidden)
    }
}

fn may_be_anything(effect: &Effect) -> bool {
    effect.operation.is("exec.code")
        && match &effect.subject {
            Subject::Unknown { .. } => true,
            Subject::Command(command) | Subject::Script(command, _) => match &command.program {
                Program::Unknown(_) => true,
                Program::Named(name) => RUN_ANYTHING.contains(&name.as_str()),
                Program::File { .. } => false,
            },
            _ => false,
        }
}

fn words_of(effect: &Effect) -> Option<&[Word]> {
    match &effect.subject {
        Subject::Command(command) | Subject::Script(command, _) => Some(&command.words),
        _ => None,
    }
}

/// Whether the words can stand for these strings.
fn fits(words: &[Word], argv: &[String]) -> bool {
    let Some((word, rest)) = words.split_first() else { return argv.is_empty() };
    let one = |argv: &[String], is: &dyn Fn(&str) -> bool| {
        argv.first().is_some_and(|first| is(first)) && fits(rest, &argv[1..])
    };
    match &word.text {
        // Which descriptor a process substitution gets makes no difference.
        WordText::Known(text) if !word.splits => one(argv, &|first| {
            first == text
                || (text.contains("/dev/fd/") && descriptors_aside(first) == descriptors_aside(text))
        }),
        WordText::OneOf(all) if !word.splits => one(argv, &|first| all.iter().any(|text| text == first)),
        WordText::Unknown { prefix, suffix } if !word.splits => one(argv, &|first| {
            first.len() >= prefix.len() + suffix.len() && first.starts_with(prefix) && first.ends_with(suffix)
        }),
        WordText::Unknown { prefix, suffix } => (0..=argv.len()).any(|taken| {
            let mine = &argv[..taken];
            let begins = prefix.is_empty() || mine.first().is_some_and(|first| first.starts_with(prefix));
            let ends = suffix.is_empty() || mine.last().is_some_and(|last| last.ends_with(suffix));
            begins && ends && fits(rest, &argv[taken..])
        }),
        // With `nullglob` it may be no word.
        WordText::Glob(_) => (usize::from(!word.splits)..=argv.len()).any(|taken| fits(rest, &argv[taken..])),
        WordText::Known(_) | WordText::OneOf(_) => (0..=argv.len()).any(|taken| fits(rest, &argv[taken..])),
    }
}

fn descriptors_aside(text: &str) -> String {
    let mut parts = text.split("/dev/fd/");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |text, part| text + "/dev/fd/" + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

fn may_be(thing: &PathThing, path: &str) -> bool {
    let below = |dir: &str| {
        path.strip_prefix(dir.trim_end_matches('/'))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    match thing {
        PathThing::At { path: at, .. } => at == path,
        PathThing::Below { dir, .. } => below(dir),
        PathThing::Somewhere { within } => below(within),
        PathThing::Matching { glob, .. } => Glob::parse(glob).is_ok_and(|glob| glob.matches(path)),
    }
}
