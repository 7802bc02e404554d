//! Simple commands.

use std::ops::Range;
use std::sync::Arc;

use crate::effects::paths::{PathReading, Tilde, subject};
use crate::effects::profiles::derive::derive;
use crate::effects::shell::environment::{changes_what_runs, runs_code};
use crate::effects::shell::redirects::Input;
use crate::effects::shell::state::{After, Value};
use crate::effects::shell::syntax::{self, Parsed, Simple};
use crate::effects::shell::walker::Walker;
use crate::invocation::Invocation;
use crate::model::{Certainty, Command, Operation, Program, Subject, Word, WordText};

/// Directories in which a program of a name is that program.
const SYSTEM_DIRECTORIES: &[&str] = &[
    "/bin",
    "/sbin",
    "/usr/bin",
    "/usr/sbin",
    "/usr/local/bin",
    "/usr/local/sbin",
    "/opt/homebrew/bin",
    "/snap/bin",
];

/// Programs that pass on lines of their input unchanged.
const FILTERS: &[&str] = &["grep", "egrep", "fgrep", "head", "tail", "sort", "uniq", "tac", "shuf", "cat"];

/// Programs that the shell has built in: no variable changes what they are.
const BUILT_IN: &[&str] = &[
    ":", "[", "alias", "bg", "cd", "declare", "dirs", "echo", "exit", "export", "false", "fg", "getopts",
    "jobs", "kill", "let", "local", "popd", "printf", "pushd", "pwd", "read", "readonly", "return", "set",
    "shift", "shopt", "test", "times", "true", "type", "typeset", "ulimit", "umask", "unalias", "unset",
    "wait",
];

/// The special builtins of POSIX.
const SPECIAL: &[&str] = &[
    ":", ".", "break", "continue", "eval", "exec", "export", "readonly", "return", "set", "shift", "source",
    "times", "trap", "unset",
];

impl Walker<'_> {
    pub(super) fn simple(
        &mut self,
        simple: &Simple,
        command: &syntax::Command,
        parsed: &Parsed,
        input: &Input,
    ) -> After {
        let from = self.effects.len();
        self.prints = None;
        let words: Vec<Word> = simple.words.iter().flat_map(|word| self.word(word, parsed)).collect();
        let mut assignments = Vec::new();
        for assignment in &simple.assignments {
            let mut value = self.value(&assignment.value, parsed);
            if let Some(subscript) = &assignment.subscript {
                self.value(subscript, parsed);
                if self.may_be_code(subscript) {
                    self.possible_code(self.at(assignment.span));
                }
            }
            if assignment.append || assignment.subscript.is_some() {
                value = Word { text: unknown(), ..value };
            }
            if words.is_empty() {
                self.assign(&assignment.name, &value, self.at(assignment.span));
            }
            assignments.push((assignment.name.clone(), value));
        }
        if words.is_empty() {
            return After::both(std::mem::take(&mut self.state));
        }
        let fetched =
            self.effects.get(from..).unwrap_or_default().iter().any(|effect| effect.operation.is("network"));
        let outer = std::mem::replace(&mut self.fetched, fetched);
        let place = self.at(command.span);
        let names: Vec<String> = assignments.iter().map(|(name, _)| name.clone()).collect();
        self.command(words.clone(), assignments, input, place);
        self.fetched = outer;
        if words.first().and_then(Word::as_known).is_some_and(|name| SPECIAL.contains(&name)) {
            // Before these a POSIX shell keeps what is assigned, bash doesn't.
            names.iter().for_each(|name| self.state.forget(name));
        }
        self.after_words(&words)
    }

    /// An assignment that lasts.
    pub(super) fn assign(&mut self, name: &str, value: &Word, place: Range<usize>) {
        let known = match &value.text {
            WordText::Known(text) => Value::Choices(vec![text.clone()]),
            WordText::OneOf(all) => Value::Choices(all.clone()),
            WordText::Glob(glob) => Value::Glob(glob.clone()),
            WordText::Unknown { .. } => Value::Unknown,
        };
        let known = if self.state.fixed.contains(name) { Value::Unknown } else { known };
        if let Some(certainty) = runs_code(name, value.as_known()) {
            let reason = format!("`{name}` changes what later commands run");
            let mut effect =
                self.effect(Operation::new("exec.code"), Subject::Unknown { programs: Vec::new(), reason });
            effect.certainty = certainty;
            effect.origin.span = Some(place);
            self.add(effect);
        }
        self.state.tampered |= changes_what_runs(name);
        self.state.variables.insert(name.to_owned(), known);
    }

    /// A command with its words; the position of its `exec` effect.
    pub(super) fn command(
        &mut self,
        words: Vec<Word>,
        assignments: Vec<(String, Word)>,
        input: &Input,
        place: Range<usize>,
    ) -> Option<usize> {
        let first = words.first()?;
        if !self.context.budget.spend(8 + words.len() as u64) {
            self.not_understood("", "the decision costs more than it may".to_owned(), place);
            return None;
        }
        match &first.text {
            WordText::OneOf(all) if !first.splits => {
                let mut last = None;
                for text in all.clone() {
                    let mut words = words.clone();
                    if let Some(first) = words.first_mut() {
                        first.text = WordText::Known(text);
                    }
                    last = self.command(words, assignments.clone(), input, place.clone());
                }
                last
            }
            WordText::Known(text) if !first.splits => {
                let program = program(text);
                self.known(program, words, assignments, input, place)
            }
            WordText::Known(_) | WordText::OneOf(_) | WordText::Glob(_) | WordText::Unknown { .. } => {
                let command = self.make(Program::Unknown(first.clone()), words, assignments, None, place);
                let mut effect = self.effect(Operation::new("exec.code"), Subject::Command(command.clone()));
                effect.origin.span = Some(command.span.clone());
                Some(self.add(effect))
            }
        }
    }

    fn make(
        &self,
        program: Program,
        words: Vec<Word>,
        assignments: Vec<(String, Word)>,
        profile: Option<Arc<crate::model::profile::Profile>>,
        span: Range<usize>,
    ) -> Arc<Command> {
        let directory = match self.state.directories.as_slice() {
            [only] => only.clone(),
            _ => None,
        };
        let span = self.place.clone().unwrap_or(span);
        Arc::new(Command { program, words, assignments, profile, directory, elsewhere: self.elsewhere, span })
    }

    fn known(
        &mut self,
        program: Program,
        words: Vec<Word>,
        assignments: Vec<(String, Word)>,
        input: &Input,
        place: Range<usize>,
    ) -> Option<usize> {
        let mut recursive = false;
        let profile = match &program {
            Program::Named(name) => {
                let plain = words.first().and_then(Word::as_known) == Some(name);
                recursive = plain && self.defining.contains(name);
                if plain && self.state.functions.contains(name) {
                    // What it runs was an effect where it was defined, unless it is other programs by now.
                    if self.state.tampered {
                        let place = place.start..place.end;
                        self.possible_code(place);
                    }
                    return None;
                }
                self.profiles.get(name)
            }
            Program::File { .. } | Program::Unknown(_) => None,
        };
        let built_in = program.name().is_some_and(|name| BUILT_IN.contains(&name));
        let command = self.make(program, words, assignments, profile, place);
        let invocation = Invocation::parse(command.profile.as_deref(), &command.words);
        let derived = derive(&invocation);
        let mut code = self.state.tampered && !built_in && !matches!(command.program, Program::File { .. });
        let mut perhaps = false;
        for (name, value) in &command.assignments {
            match runs_code(name, value.as_known()) {
                Some(Certainty::Certain) => code = true,
                Some(Certainty::Possible) => perhaps = true,
                None => {}
            }
        }
        let named = command.program.name().unwrap_or_default();
        let shadowed = self.state.perhaps.contains(named);
        let plain = derived.plain
            && matches!(command.program, Program::Named(_))
            && command.profile.is_some()
            && !self.elsewhere
            && !shadowed
            && !code;
        let (operation, subject) = match &command.program {
            Program::File { path, .. } => {
                let file = self.script_path(path);
                let written = self.is_written_here(&file);
                (if written { "exec.code" } else { "exec.script" }, Subject::Script(command.clone(), file))
            }
            // How often it runs, and how many of it at once, has no bound.
            Program::Named(_) if recursive => ("exec.code.recursive", Subject::Command(command.clone())),
            Program::Named(_) | Program::Unknown(_) if code => {
                ("exec.code", Subject::Command(command.clone()))
            }
            Program::Named(_) | Program::Unknown(_) => {
                (if plain { "exec.plain" } else { "exec" }, Subject::Command(command.clone()))
            }
        };
        let mut effect = self.effect(Operation::new(operation), subject);
        effect.origin.span = Some(command.span.clone());
        let at = self.add(effect);
        if code && matches!(command.program, Program::File { .. }) {
            perhaps = true;
        }
        if perhaps || shadowed {
            let mut effect = self.effect(Operation::new("exec.code"), Subject::Command(command.clone()));
            effect.certainty = Certainty::Possible;
            effect.origin.span = Some(command.span.clone());
            self.add(effect);
        }
        if FILTERS.contains(&named)
            && let Input::Pipe { below: Some(glob), .. } = input
        {
            self.prints = Some(glob.clone());
        }
        self.deeds(&command, &derived, at, input);
        Some(at)
    }

    /// The file of a script.
    pub(super) fn script_path(&self, path: &str) -> crate::model::PathSubject {
        let mut all: Option<crate::model::PathSubject> = None;
        for directory in &self.state.directories {
            let reading = PathReading {
                text: path,
                cwd: directory.as_deref(),
                home: self.context.home,
                tilde: Tilde::Expanded,
                follow_last: true,
            };
            let found = subject(&reading, self.context.files, self.context.budget);
            match &mut all {
                None => all = Some(found),
                Some(all) => all.things.extend(found.things),
            }
        }
        all.unwrap_or_else(|| crate::model::PathSubject {
            shown: path.to_owned(),
            things: vec![crate::model::PathThing::Somewhere { within: "/".to_owned() }],
            case: crate::model::Case::Unknown,
        })
    }

    /// What a command in a pipeline prints, as a glob of paths, where it is certain.
    pub(super) fn prints_below(&self, command: &syntax::Command) -> Option<String> {
        match command.kind {
            syntax::CommandKind::Simple(_) => self.prints.clone(),
            _ => None,
        }
    }

    /// The same for a command substitution.
    pub(super) fn printed_glob(&self, list: &syntax::List) -> Option<String> {
        match list.items.as_slice() {
            [item] if item.rest.is_empty() => {
                let last = item.first.commands.last()?;
                self.prints_below(last)
            }
            _ => None,
        }
    }
}

fn unknown() -> WordText {
    WordText::Unknown { prefix: String::new(), suffix: String::new() }
}

/// What a program's word runs.
fn program(written: &str) -> Program {
    // Another way to the same file: the root directory of this very process.
    let mut text = written;
    for root in ["/proc/self/root", "/proc/thread-self/root"] {
        while let Some(rest) = text.strip_prefix(root).filter(|rest| rest.starts_with('/')) {
            text = rest;
        }
    }
    match text.rsplit_once('/') {
        None => Program::Named(text.to_owned()),
        Some((directory, name)) if SYSTEM_DIRECTORIES.contains(&directory) && !name.is_empty() => {
            Program::Named(name.to_owned())
        }
        Some((_, name)) => Program::File { path: text.to_owned(), name: name.to_owned() },
    }
}
