//! Which rows can hold for an effect at all.
//!
//! A row is filed under what its condition needs most: a literal text (most often the tool's name), a program, a host, a
//! path; a row that needs none of these is looked at for every effect. A row stands in every file that it could be
//! found by, so a query finds a superset of the rows that can hold. What an effect leaves unknown finds all rows that
//! are filed under that kind of thing.

mod keys;
mod parts;
mod paths;

use std::collections::HashMap;

use serde_json::Value;

use crate::model::{Effect, Host, PathThing, Program, Subject, Word};
use crate::policy::typed::TextSubject;
use crate::table::ask::{Ask, Asked, Seen, seen};
use crate::table::bind::Bound;
use crate::table::compile::PathPattern;
use crate::table::row::Row;
use keys::{Finder, Key};
use parts::Parts;
use paths::Paths;

/// Rows by what they need. Row numbers in each list are ascending.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// Rows that are looked at for every effect.
    always: Vec<u32>,
    /// Rows by a literal text, one file a subject.
    texts: Vec<(TextSubject, File)>,
    /// Rows by a text that a subject must have as a part, one file a subject.
    parts: Vec<(TextSubject, Parts)>,
    /// Rows by the program of the command.
    programs: File,
    /// Rows by the programs of the commands that an effect came through.
    via: File,
    /// Rows by host.
    hosts: File,
    /// Rows by path.
    paths: Paths,
    /// Rows by a pattern over the tool's name, with the number of the predicate; what matches is kept by the caller.
    pub(crate) names: Vec<(u32, u32)>,
}

/// Rows by a text.
#[derive(Debug, Default)]
struct File {
    by_text: HashMap<Box<str>, Vec<u32>>,
    all: Vec<u32>,
}

impl File {
    fn add(&mut self, text: &str, row: u32) {
        match self.by_text.get_mut(text) {
            Some(rows) => push(rows, row),
            None => {
                self.by_text.insert(text.into(), vec![row]);
            }
        }
        push(&mut self.all, row);
    }

    fn get(&self, text: &str, found: &mut Vec<u32>) {
        if let Some(rows) = self.by_text.get(text) {
            found.extend_from_slice(rows);
        }
    }
}

/// Rows are added in ascending order, each perhaps more than once.
fn push(rows: &mut Vec<u32>, row: u32) {
    if rows.last() != Some(&row) {
        rows.push(row);
    }
}

impl Index {
    pub(crate) fn build(rows: &[Row], asks: &[Ask], paths: &[PathPattern]) -> Index {
        let mut index = Index::default();
        let mut subjects: HashMap<TextSubject, usize> = HashMap::new();
        let finder = Finder::new(rows, asks, paths);
        for (number, row) in (0u32..).zip(rows) {
            let Some((_, keys)) = finder.keys(&row.condition) else {
                index.always.push(number);
                continue;
            };
            for key in keys {
                match key {
                    Key::Text(subject, text) => {
                        let next = index.texts.len();
                        let at = *subjects.entry(subject.clone()).or_insert(next);
                        if at == next {
                            index.texts.push((subject, File::default()));
                        }
                        if let Some((_, file)) = index.texts.get_mut(at) {
                            file.add(&text, number);
                        }
                    }
                    Key::Part(subject, text) => {
                        let known = index.parts.iter_mut().find(|(of, _)| *of == subject);
                        match known {
                            Some((_, parts)) => parts.add(text, number),
                            None => {
                                let mut parts = Parts::default();
                                parts.add(text, number);
                                index.parts.push((subject, parts));
                            }
                        }
                    }
                    Key::Program(name) => index.programs.add(&name, number),
                    Key::Via(name) => index.via.add(&name, number),
                    Key::Host(name) => index.hosts.add(&name, number),
                    Key::Path(pattern) => index.paths.add(pattern, paths, number),
                    Key::ToolPattern(ask) => {
                        if index.names.last() != Some(&(ask, number)) {
                            index.names.push((ask, number));
                        }
                    }
                    Key::Never => {}
                }
            }
        }
        index
    }

    /// Adds the rows that can hold for an effect to `found`; some may be there twice. `names` are the rows whose pattern
    /// over the tool's name matches.
    pub(crate) fn rows(&self, asked: &Asked<'_, '_>, names: &[u32], bound: &Bound, found: &mut Vec<u32>) {
        found.extend_from_slice(&self.always);
        found.extend_from_slice(names);
        for (subject, file) in &self.texts {
            text(subject, file, asked, found);
        }
        for (subject, parts) in &self.parts {
            match seen(subject, asked) {
                Seen::Text(text) => parts.of(text, found),
                Seen::Json(Value::String(text)) => parts.of(text, found),
                Seen::Absent | Seen::Empty => {}
                // A program called by a path is compared in more than one way.
                Seen::Called(_)
                | Seen::Word(_)
                | Seen::Unknown
                | Seen::Number(_)
                | Seen::AtLeast(_)
                | Seen::Json(_)
                | Seen::Words(_)
                | Seen::Programs
                | Seen::Each(..) => parts.everything(found),
            }
        }
        let effect = asked.effect;
        if !self.programs.all.is_empty() {
            self.program(effect, found);
        }
        if !self.via.all.is_empty() {
            self.through(effect, found);
        }
        if !self.hosts.all.is_empty() {
            self.host(effect, found);
        }
        if !self.paths.is_empty() {
            self.path(effect, bound, found);
        }
    }

    fn program(&self, effect: &Effect, found: &mut Vec<u32>) {
        match &effect.subject {
            Subject::Command(command) | Subject::Script(command, _) => {
                program(&command.program, &self.programs, found)
            }
            Subject::Unknown { .. } => found.extend_from_slice(&self.programs.all),
            Subject::Path(_) | Subject::Host(_) | Subject::Call => {}
        }
    }

    fn through(&self, effect: &Effect, found: &mut Vec<u32>) {
        if let Subject::Unknown { .. } = effect.subject {
            found.extend_from_slice(&self.via.all);
        }
        for command in &effect.via {
            program(&command.program, &self.via, found);
        }
    }

    fn host(&self, effect: &Effect, found: &mut Vec<u32>) {
        match &effect.subject {
            Subject::Host(subject) => match &subject.host {
                Host::Name(name) => {
                    self.hosts.get("", found);
                    self.hosts.get(name, found);
                    for (dot, _) in name.match_indices('.') {
                        self.hosts.get(name.get(dot + 1..).unwrap_or(""), found);
                    }
                }
                Host::Address(address) => {
                    self.hosts.get("", found);
                    self.hosts.get(&address.to_string(), found);
                }
                Host::Unknown => found.extend_from_slice(&self.hosts.all),
            },
            Subject::Unknown { .. } => found.extend_from_slice(&self.hosts.all),
            Subject::Command(_) | Subject::Script(..) | Subject::Path(_) | Subject::Call => {}
        }
    }

    fn path(&self, effect: &Effect, bound: &Bound, found: &mut Vec<u32>) {
        match &effect.subject {
            Subject::Path(subject) | Subject::Script(_, subject) => {
                for thing in &subject.things {
                    match thing {
                        PathThing::At { path, .. } => self.paths.at(path, subject.case, bound, found),
                        PathThing::Below { .. }
                        | PathThing::Matching { .. }
                        | PathThing::Somewhere { .. } => {
                            self.paths.everything(found);
                        }
                    }
                }
            }
            Subject::Unknown { .. } => self.paths.everything(found),
            Subject::Command(_) | Subject::Host(_) | Subject::Call => {}
        }
    }
}

fn text(subject: &TextSubject, file: &File, asked: &Asked<'_, '_>, found: &mut Vec<u32>) {
    match seen(subject, asked) {
        Seen::Text(text) | Seen::Called(text) => file.get(text, found),
        Seen::Json(Value::String(text)) => file.get(text, found),
        Seen::Absent | Seen::Empty => {}
        Seen::Word(word) => words(word, file, found),
        Seen::Unknown
        | Seen::Number(_)
        | Seen::AtLeast(_)
        | Seen::Json(_)
        | Seen::Words(_)
        | Seen::Programs
        | Seen::Each(..) => found.extend_from_slice(&file.all),
    }
}

fn program(program: &Program, file: &File, found: &mut Vec<u32>) {
    match program {
        Program::Named(name) | Program::File { name, .. } => file.get(name, found),
        Program::Unknown(word) => words(word, file, found),
    }
}

fn words(word: &Word, file: &File, found: &mut Vec<u32>) {
    match word.choices() {
        Some(all) if !word.splits => {
            for one in all {
                file.get(one.rsplit('/').next().unwrap_or(one), found);
                file.get(one, found);
            }
        }
        _ => found.extend_from_slice(&file.all),
    }
}
