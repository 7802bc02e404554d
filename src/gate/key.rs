//! What a remembered answer covers (language, section 9).

use std::fs::File;
use std::io::Read;

use sha2::{Digest, Sha256};

use crate::engine::AskingRule;
use crate::gate::patterns;
use crate::model::{
    Call, Certainty, Command, Effect, Host, HostSubject, PathForm, PathSubject, PathThing, Program, Subject,
    Word, WordText,
};
use crate::policy::typed::Key;

/// Scripts longer than this are not remembered.
const MAX_SCRIPT: u64 = 16 << 20;

/// What an answer covers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Covers {
    /// By what: the word of the policy.
    pub(crate) kind: &'static str,
    /// The digest.
    pub(crate) key: String,
    /// For an answer by command: the flags that were there.
    pub(crate) flags: Vec<String>,
}

impl Covers {
    /// Whether an answer for these flags covers this: no flag is here that was not there.
    pub(crate) fn is_within(&self, approved: &[String]) -> bool {
        self.flags.iter().all(|flag| approved.contains(flag))
    }
}

/// What is asked of a key.
pub(crate) struct Asked<'a> {
    pub(crate) call: &'a Call,
    pub(crate) effect: &'a Effect,
    pub(crate) rule: &'a AskingRule,
    /// The tool takes commands: `by tool` is `by call`.
    pub(crate) runs_commands: bool,
}

impl Asked<'_> {
    /// What an answer covers under this key; none where nothing may be remembered.
    pub(crate) fn covers(&self, key: Key) -> Option<Covers> {
        if self.effect.certainty == Certainty::Possible || self.effect.operation.is("exec.code") {
            return None;
        }
        let mut digest = Parts::new();
        digest.add_opt(self.call.agent.as_deref());
        digest.add(&self.call.tool);
        digest.add_opt(self.call.server.as_deref());
        match key {
            Key::Tool if !self.runs_commands => {
                self.known()?;
                digest.add("tool");
                Some(Covers { kind: "tool", key: digest.finish(), flags: Vec::new() })
            }
            Key::Host => match &self.effect.subject {
                Subject::Host(host) => {
                    digest = Parts::new();
                    digest.add_opt(self.call.agent.as_deref());
                    digest.add("host");
                    digest.add(self.effect.operation.as_str());
                    host_place(host, &mut digest)?;
                    Some(Covers { kind: "host", key: digest.finish(), flags: Vec::new() })
                }
                Subject::Command(_)
                | Subject::Script(..)
                | Subject::Path(_)
                | Subject::Call
                | Subject::Unknown { .. } => self.by_call(digest),
            },
            Key::Command => match &self.effect.subject {
                Subject::Command(command) => match patterns::matched(&self.rule.patterns, command) {
                    Some(matched) => {
                        digest.add("command");
                        digest.add(self.effect.operation.as_str());
                        digest.add(&matched.pattern.to_string());
                        digest.all(&matched.words);
                        command_around(command, &mut digest)?;
                        self.via(&mut digest)?;
                        command.words.iter().try_for_each(known_word)?;
                        Some(Covers { kind: "command", key: digest.finish(), flags: matched.flags })
                    }
                    None => self.by_call(digest),
                },
                Subject::Script(..)
                | Subject::Path(_)
                | Subject::Host(_)
                | Subject::Call
                | Subject::Unknown { .. } => self.by_call(digest),
            },
            Key::Call | Key::Tool => self.by_call(digest),
        }
    }

    /// Whether all of the effect is known.
    fn known(&self) -> Option<()> {
        self.by_call(Parts::new()).map(drop)
    }

    fn by_call(&self, mut digest: Parts) -> Option<Covers> {
        digest.add("call");
        digest.add(self.effect.operation.as_str());
        match &self.effect.subject {
            Subject::Command(of) => command(of, &mut digest)?,
            Subject::Script(of, path) => {
                command(of, &mut digest)?;
                paths(path, &mut digest)?;
                digest.add(&script(path)?);
            }
            Subject::Path(path) => paths(path, &mut digest)?,
            Subject::Host(host) => {
                host_place(host, &mut digest)?;
                digest.add_opt(host.url.as_deref());
            }
            Subject::Call => {}
            Subject::Unknown { .. } => return None,
        }
        self.via(&mut digest)?;
        self.args(&mut digest);
        Some(Covers { kind: "call", key: digest.finish(), flags: Vec::new() })
    }

    /// The arguments that say what the effect is where its subject does not: all of a call that is its own effect or that
    /// contacts a host without a command; else those that the rule looks at.
    fn args(&self, digest: &mut Parts) {
        let bare = self.effect.via.is_empty();
        match &self.effect.subject {
            Subject::Call | Subject::Host(_) if bare && !self.runs_commands => {
                for (name, value) in &self.call.args {
                    digest.add(name);
                    digest.add(&value.to_string());
                }
                digest.all(&self.call.operations);
            }
            Subject::Call
            | Subject::Host(_)
            | Subject::Command(_)
            | Subject::Script(..)
            | Subject::Path(_)
            | Subject::Unknown { .. } => {
                for path in &self.rule.args {
                    digest.add(&path.name);
                    digest.add_opt(self.call.args.get(&*path.name).map(ToString::to_string).as_deref());
                }
            }
        }
    }

    fn via(&self, digest: &mut Parts) -> Option<()> {
        digest.add(&self.effect.via.len().to_string());
        self.effect.via.iter().try_for_each(|of| command(of, digest))
    }
}

fn command(command: &Command, digest: &mut Parts) -> Option<()> {
    digest.add(&command.words.len().to_string());
    for word in &command.words {
        known_word(word)?;
        digest.add(&format!("{:?}", word.text));
    }
    command_around(command, digest)
}

/// All of a command but its words.
fn command_around(command: &Command, digest: &mut Parts) -> Option<()> {
    match &command.program {
        Program::Named(name) => digest.add(name),
        Program::File { path, .. } => digest.add(path),
        Program::Unknown(_) => return None,
    }
    digest.add(&command.assignments.len().to_string());
    for (name, value) in &command.assignments {
        known_word(value)?;
        digest.add(name);
        digest.add(&format!("{:?}", value.text));
    }
    digest.add(command.directory.as_deref()?);
    digest.add(if command.elsewhere { "elsewhere" } else { "here" });
    Some(())
}

/// Whether a word stands for one thing that is said: a text, or every name that a pattern matches.
fn known_word(word: &Word) -> Option<()> {
    match &word.text {
        WordText::Known(_) | WordText::Glob(_) => (!word.splits).then_some(()),
        WordText::OneOf(_) | WordText::Unknown { .. } => None,
    }
}

fn paths(path: &PathSubject, digest: &mut Parts) -> Option<()> {
    digest.add(&path.things.len().to_string());
    for thing in &path.things {
        match thing {
            PathThing::At { path, form } => {
                digest.add(match form {
                    PathForm::Written => "written",
                    PathForm::Link => "link",
                    PathForm::Real => "real",
                    PathForm::Home => "home",
                });
                digest.add(path);
            }
            PathThing::Below { dir, walk } => {
                digest.add("below");
                digest.add(dir);
                digest.add(&format!("{walk:?}"));
            }
            PathThing::Matching { glob, existing } => {
                digest.add(if *existing { "existing" } else { "matching" });
                digest.add(glob);
            }
            PathThing::Somewhere { .. } => return None,
        }
    }
    Some(())
}

fn host_place(host: &HostSubject, digest: &mut Parts) -> Option<()> {
    match &host.host {
        Host::Name(name) => digest.add(name),
        Host::Address(address) => digest.add(&address.to_string()),
        Host::Unknown => return None,
    }
    digest.add(host.scheme.as_deref()?);
    digest.add(&host.port?.to_string());
    Some(())
}

/// The digest of the script's content; none if it can't be read whole.
fn script(path: &PathSubject) -> Option<String> {
    let at = |wanted: PathForm| {
        path.things.iter().find_map(|thing| match thing {
            PathThing::At { path, form } if *form == wanted => Some(path),
            PathThing::At { .. }
            | PathThing::Below { .. }
            | PathThing::Matching { .. }
            | PathThing::Somewhere { .. } => None,
        })
    };
    let file = at(PathForm::Real).or_else(|| at(PathForm::Written))?;
    // Asked before opening: opening a pipe waits for its writer.
    if !std::fs::metadata(file).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(file).ok()?.take(MAX_SCRIPT + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= MAX_SCRIPT).then(|| hex(&Sha256::digest(&bytes)))
}

/// A digest over parts, each preceded by its length, so that no two lists give the same bytes.
pub(crate) struct Parts(Sha256);

impl Parts {
    pub(crate) fn new() -> Parts {
        Parts(Sha256::new())
    }

    pub(crate) fn add(&mut self, text: &str) {
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
    }

    fn add_opt(&mut self, text: Option<&str>) {
        self.add(if text.is_some() { "some" } else { "none" });
        self.add(text.unwrap_or_default());
    }

    fn all(&mut self, texts: &[String]) {
        self.add(&texts.len().to_string());
        texts.iter().for_each(|text| self.add(text));
    }

    pub(crate) fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
