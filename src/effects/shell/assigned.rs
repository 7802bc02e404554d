//! What a piece of code may change in the shell when it runs.

use std::collections::BTreeSet;

use crate::effects::shell::state::State;
use crate::effects::shell::syntax::{
    self, Arithmetic, Assignment, Command, CommandKind, Descriptor, Parameter, Parsed, Redirect, Simple,
    Visitor, Word, WordPart,
};

/// What a piece of code may change.
#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct Assigned {
    /// Variables.
    pub(super) names: BTreeSet<String>,
    /// The directory.
    pub(super) directory: bool,
    /// Anything at all.
    pub(super) anything: bool,
    /// The programs that it calls by these names: functions may be among them.
    pub(super) calls: BTreeSet<String>,
}

impl Assigned {
    /// Of a command.
    pub(super) fn of(command: &Command, parsed: &Parsed) -> Assigned {
        let mut assigned = Assigned::default();
        parsed.visit_command(command, &mut assigned);
        assigned
    }

    /// Of a text.
    pub(super) fn of_text(parsed: &Parsed) -> Assigned {
        let mut assigned = Assigned { anything: parsed.unknown, ..Assigned::default() };
        parsed.visit(&mut assigned);
        assigned
    }

    /// This and that.
    pub(super) fn add(&mut self, other: Assigned) {
        self.names.extend(other.names);
        self.calls.extend(other.calls);
        self.directory |= other.directory;
        self.anything |= other.anything;
    }

    /// A state in which it may have run.
    pub(super) fn apply(&self, state: &mut State) {
        for name in &self.names {
            state.forget(name);
        }
        if self.directory {
            state.directories = vec![None];
        }
        if self.anything {
            state.forget_all();
        }
    }

    fn words(&mut self, words: &[Word], identifiers: bool) {
        for word in words {
            match (&word.assignment, word.fixed()) {
                (Some(prefix), _) => {
                    self.names.insert(prefix.name.clone());
                }
                (None, Some(text)) if identifiers => self.names.extend(names_in(&text)),
                (None, Some(text)) => {
                    self.names.extend(variables_of(&text).into_iter().map(str::to_owned));
                }
                (None, None) => self.anything = true,
            }
        }
    }
}

/// The variables that a word of `read`, `printf -v`, `unset` … can name.
pub(super) fn variables_of(text: &str) -> Vec<&str> {
    let name = |text| str::split(text, ['=', '[', '+']).next().unwrap_or("");
    match text.strip_prefix('-') {
        // `-aNAME`, `-vNAME`
        Some(flag) => flag.char_indices().skip(1).map(|(at, _)| name(flag.get(at..).unwrap_or(""))).collect(),
        None => vec![name(text)],
    }
}

/// The identifiers of an expression.
pub(super) fn names_in(text: &str) -> Vec<String> {
    let names = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let starts = |name: &&str| name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    names.filter(starts).map(str::to_owned).collect()
}

pub(super) fn arithmetic_text(arithmetic: &Arithmetic) -> String {
    let text = |part: &WordPart| match part {
        WordPart::Literal(text) => text.text.clone(),
        WordPart::Parameter(parameter) => format!(" {} ", parameter.name),
        _ => " ".to_owned(),
    };
    arithmetic.parts.iter().map(text).collect()
}

impl Visitor for Assigned {
    fn command(&mut self, command: &Command) {
        match &command.kind {
            CommandKind::For(over) => self.names.extend(over.name.fixed()),
            CommandKind::Coproc { name, .. } => {
                self.names.extend(name.as_ref().and_then(Word::fixed));
                self.names.insert("COPROC".to_owned());
            }
            _ => {}
        }
    }

    fn simple(&mut self, simple: &Simple, _: &Command) {
        let mut words = simple.words.as_slice();
        loop {
            let Some((program, rest)) = words.split_first() else { return };
            let Some(program) = program.fixed() else {
                self.anything = true;
                return;
            };
            match program.as_str() {
                "cd" | "pushd" | "popd" => self.directory = true,
                "eval" | "source" | "." | "trap" | "alias" | "enable" | "hash" | "shopt" | "set" => {
                    self.anything = true;
                }
                "let" => self.words(rest, true),
                "read" | "mapfile" | "readarray" | "printf" | "getopts" | "export" | "declare" | "local"
                | "typeset" | "readonly" | "unset" | "wait" => self.words(rest, false),
                "builtin" | "command" => {
                    let flags =
                        rest.iter().take_while(|word| word.fixed().is_some_and(|text| text.starts_with('-')));
                    words = rest.get(flags.count()..).unwrap_or_default();
                    continue;
                }
                _ => {}
            }
            self.calls.insert(program);
            return;
        }
    }

    fn redirect(&mut self, redirect: &Redirect) {
        if let Descriptor::Variable(name) = &redirect.descriptor {
            self.names.insert(name.clone());
        }
    }

    fn assignment(&mut self, assignment: &Assignment) {
        self.names.insert(assignment.name.clone());
    }

    fn arithmetic(&mut self, arithmetic: &Arithmetic) {
        self.names.extend(names_in(&arithmetic_text(arithmetic)));
    }

    fn parameter(&mut self, parameter: &Parameter) {
        if parameter.operator == Some(syntax::Operator::Assign) {
            self.names.insert(parameter.name.clone());
        }
    }
}
