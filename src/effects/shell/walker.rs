//! The walk: who holds what is found.

use std::ops::Range;
use std::sync::Arc;

use crate::effects::profiles::Profiles;
use crate::effects::shell::state::{State, Value};
use crate::effects::shell::{MAX_DEPTH, MAX_EFFECTS, syntax};
use crate::effects::shell_seam::ShellContext;
use crate::model::{Certainty, Command, Effect, Naming, Operation, Origin, Subject, Word};

/// Program names of a text that is not understood, at most.
const MAX_NAMES: usize = 2_000;

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
    over: bool,
}

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
            over: false,
        }
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
