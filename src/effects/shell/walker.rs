//! The walk: who holds what is found.

use std::ops::Range;
use std::sync::Arc;

use crate::effects::profiles::Profiles;
use crate::effects::shell::assigned::Assigned;
use crate::effects::shell::state::{State, Value};
use crate::effects::shell::{MAX_DEPTH, MAX_EFFECTS, syntax};
use crate::effects::shell_seam::ShellContext;
use crate::model::{
    Certainty, Command, Effect, Naming, Operation, Origin, PathSubject, PathThing, Subject, Word,
};

/// Program names of a text that is not understood, at most.
const MAX_NAMES: usize = 2_000;

/// Written files that are kept for comparing with scripts; beyond it any script may be one of them.
const MAX_TEXTS: usize = 64;

/// Walks commands and gathers effects.
pub(super) struct Walker<'a> {
    pub(super) profiles: &'a Profiles,
    pub(super) arg: &'a str,
    pub(super) context: &'a ShellContext<'a>,
    pub(super) effects: Vec<Effect>,
    pub(super) state: State,
    /// The commands around the one that is looked at, outermost first.
    pub(super) via: Vec<Arc<Command>>,
    /// What is looked at runs on another machine or in a container.
    pub(super) elsewhere: bool,
    pub(super) depth: usize,
    /// The place of the text that is walked, when it is not the argument itself.
    pub(super) place: Option<Range<usize>>,
    /// Paths of this call that may have been written before the place that is looked at.
    pub(super) wrote: bool,
    /// The paths that the last command prints, as a glob.
    pub(super) prints: Option<String>,
    /// A word of the command that is looked at comes from the network.
    pub(super) fetched: bool,
    /// What functions, traps and aliases of this call may change when they run.
    pub(super) deferred: Assigned,
    /// The functions whose bodies are looked at.
    pub(super) defining: Vec<String>,
    /// Which effects write a file's text, as far as they were looked at.
    texts: Vec<usize>,
    looked_at: usize,
    over: bool,
}

/// Programs that change a file's rights or times, or make one out of the project's own code: what they write holds no
/// text of this call.
const WRITES_NO_TEXT: &[&str] = &[
    "chmod", "chown", "chgrp", "touch", "mkdir", "gcc", "g++", "cc", "c++", "clang", "clang++", "rustc",
    "go", "tsc", "esbuild", "javac",
];

impl<'a> Walker<'a> {
    pub(super) fn new(profiles: &'a Profiles, arg: &'a str, context: &'a ShellContext<'a>) -> Walker<'a> {
        let mut state = State { directories: vec![context.cwd.map(str::to_owned)], ..State::default() };
        for (name, value) in context.env {
            state.variables.insert(name.clone(), Value::Choices(vec![value.clone()]));
        }
        if let Some(home) = context.home {
            state.variables.entry("HOME".to_owned()).or_insert_with(|| Value::Choices(vec![home.to_owned()]));
        }
        Walker {
            profiles,
            arg,
            context,
            effects: Vec::new(),
            state,
            via: Vec::new(),
            elsewhere: false,
            depth: 0,
            place: None,
            wrote: false,
            prints: None,
            fetched: false,
            deferred: Assigned::default(),
            defining: Vec::new(),
            texts: Vec::new(),
            looked_at: 0,
            over: false,
        }
    }

    /// Whether an earlier part of this call may have written the text of a script: then what the script says is not what
    /// stands there now.
    pub(super) fn is_written_here(&mut self, script: &PathSubject) -> bool {
        for at in self.looked_at..self.effects.len() {
            if self.texts.len() <= MAX_TEXTS && self.effects.get(at).is_some_and(writes_text) {
                self.texts.push(at);
            }
        }
        self.looked_at = self.effects.len();
        let written = self.texts.iter().filter_map(|at| match &self.effects.get(*at)?.subject {
            Subject::Path(written) => Some(written),
            _ => None,
        });
        self.texts.len() > MAX_TEXTS
            || written
                .flat_map(|written| &written.things)
                .any(|thing| script.things.iter().any(|at| may_be_one(thing, at)))
    }

    /// Everything that was found.
    pub(super) fn finish(self) -> Vec<Effect> {
        self.effects
    }

    /// Adds an effect and gives its position.
    pub(super) fn add(&mut self, effect: Effect) -> usize {
        if self.effects.len() >= MAX_EFFECTS {
            if !self.over {
                self.over = true;
                let reason = format!("the command has more than {MAX_EFFECTS} effects");
                let effect = self
                    .effect(Operation::new("exec.code"), Subject::Unknown { programs: Vec::new(), reason });
                self.effects.push(effect);
            }
            return self.effects.len().saturating_sub(1);
        }
        self.effects.push(effect);
        self.effects.len() - 1
    }

    /// A certain, named effect that came through what is around.
    pub(super) fn effect(&self, operation: Operation, subject: Subject) -> Effect {
        Effect {
            operation,
            subject,
            via: self.via.clone(),
            certainty: Certainty::Certain,
            naming: Naming::Named,
            follows: Vec::new(),
            origin: Origin { arg: Some(self.arg.to_owned()), span: self.place.clone() },
        }
    }

    /// The place of a span of the text that is walked, in the argument.
    pub(super) fn at(&self, span: syntax::Span) -> Range<usize> {
        self.place.clone().unwrap_or(span.start as usize..span.end as usize)
    }

    /// Something that was not understood.
    pub(super) fn not_understood(&mut self, text: &str, reason: String, place: Range<usize>) {
        let split = |c: char| !(c.is_alphanumeric() || "_-+.".contains(c));
        let mut programs: Vec<String> =
            text.split(split).filter(|name| !name.is_empty()).take(MAX_NAMES).map(str::to_owned).collect();
        programs.sort();
        programs.dedup();
        let mut effect = self.effect(Operation::new("exec.code"), Subject::Unknown { programs, reason });
        effect.origin.span = Some(self.place.clone().unwrap_or(place));
        self.add(effect);
    }

    /// Runs a text as shell code in the present state.
    pub(super) fn script(&mut self, text: &str) {
        if self.depth >= MAX_DEPTH {
            let reason = format!("commands within commands deeper than {MAX_DEPTH}");
            return self.not_understood(text, reason, 0..text.len());
        }
        let parsed = syntax::parse(text);
        if parsed.unknown {
            let reason = match parsed.errors.first() {
                Some(error) => format!("the shell would not understand this either: {error}"),
                None => "a part of the command was not understood".to_owned(),
            };
            self.not_understood(text, reason, 0..text.len());
        }
        self.depth += 1;
        let state = std::mem::take(&mut self.state);
        let after = self.list(&parsed.script, state, &parsed);
        self.state = after.unwrap_or_default();
        self.depth -= 1;
    }

    /// Runs a text as shell code within a command: the places of its effects are the command's.
    pub(super) fn inner_script(&mut self, text: &str, place: Range<usize>) {
        let outer = self.place.replace(place);
        self.script(text);
        self.place = outer;
    }

    /// Runs words as a command, without a shell.
    pub(super) fn words(&mut self, words: Vec<Word>) {
        if !words.is_empty() {
            self.command(words, Vec::new(), &super::redirects::Input::Inherited, 0..0);
        }
    }
}

/// Whether an effect writes a file's text.
fn writes_text(effect: &Effect) -> bool {
    let by = effect.via.last().and_then(|command| command.program.name());
    effect.operation.is("write")
        && !effect.operation.is("write.delete")
        && effect.naming == Naming::Named
        && !by.is_some_and(|name| WRITES_NO_TEXT.contains(&name))
}

/// Whether a thing that is written may be the file of a script.
fn may_be_one(written: &PathThing, script: &PathThing) -> bool {
    match (written, script) {
        (PathThing::At { path: one, .. }, PathThing::At { path: other, .. }) => one == other,
        (_, PathThing::At { path, .. }) => is_below(path, beginning(written)),
        (PathThing::At { path, .. }, _) => is_below(path, beginning(script)),
        _ => {
            is_below(beginning(written), beginning(script)) || is_below(beginning(script), beginning(written))
        }
    }
}

/// A directory that holds everything a thing can be.
fn beginning(thing: &PathThing) -> &str {
    match thing {
        PathThing::At { path, .. } => path,
        PathThing::Below { dir, .. } => dir,
        PathThing::Somewhere { within } => within,
        PathThing::Matching { glob, .. } => {
            let wild = glob.find(['*', '?', '[', '{', '\\']).unwrap_or(glob.len());
            let fixed = glob.get(..wild).unwrap_or("");
            fixed.rfind('/').and_then(|slash| fixed.get(..slash)).unwrap_or("")
        }
    }
}

fn is_below(path: &str, dir: &str) -> bool {
    let dir = dir.trim_end_matches('/');
    path.strip_prefix(dir).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
