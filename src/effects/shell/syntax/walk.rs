//! A walk over everything that may run.

use super::Parsed;
use super::problem::Unknown;
use super::redirection::{Redirect, Target};
use super::tree::{Assignment, Command, CommandKind, Conditional, Item, List, Simple};
use super::word::{Arithmetic, Parameter, Word, WordPart};

/// Is told of every simple command, redirection and unknown, in the order of the text, wherever it stands: inside words, here documents
/// and functions too. Every method does nothing unless written.
pub trait Visitor {
    /// A command of any kind, before what it holds.
    fn command(&mut self, _command: &Command) {}
    /// A simple command.
    fn simple(&mut self, _simple: &Simple, _command: &Command) {}
    /// A redirection.
    fn redirect(&mut self, _redirect: &Redirect) {}
    /// An assignment before a command or alone.
    fn assignment(&mut self, _assignment: &Assignment) {}
    /// An arithmetic expression, also a subscript's.
    fn arithmetic(&mut self, _arithmetic: &Arithmetic) {}
    /// A parameter expansion.
    fn parameter(&mut self, _parameter: &Parameter) {}
    /// Something that was not understood.
    fn unknown(&mut self, _unknown: &Unknown) {}
}

impl Parsed {
    /// Walks the tree.
    pub fn visit(&self, visitor: &mut dyn Visitor) {
        self.visit_list(&self.script, visitor);
    }

    /// Walks a list of this text.
    pub fn visit_list(&self, list: &List, visitor: &mut dyn Visitor) {
        Walk { parsed: self, visitor }.list(list);
    }

    /// Walks a command of this text.
    pub fn visit_command(&self, command: &Command, visitor: &mut dyn Visitor) {
        Walk { parsed: self, visitor }.command(command);
    }
}

struct Walk<'p, 'v> {
    parsed: &'p Parsed,
    visitor: &'v mut dyn Visitor,
}

impl Walk<'_, '_> {
    fn list(&mut self, list: &List) {
        for Item { first, rest, .. } in &list.items {
            let pipelines = std::iter::once(first).chain(rest.iter().map(|(_, pipeline)| pipeline));
            for command in pipelines.flat_map(|pipeline| &pipeline.commands) {
                self.command(command);
            }
        }
    }

    fn command(&mut self, command: &Command) {
        self.visitor.command(command);
        match &command.kind {
            CommandKind::Simple(simple) => {
                self.visitor.simple(simple, command);
                for assignment in &simple.assignments {
                    self.visitor.assignment(assignment);
                    self.words(&assignment.subscript);
                    self.word(&assignment.value);
                }
                self.words(&simple.words);
            }
            CommandKind::Subshell(list) | CommandKind::Group(list) => self.list(list),
            CommandKind::If { branches, otherwise } => {
                for branch in branches {
                    self.list(&branch.condition);
                    self.list(&branch.body);
                }
                if let Some(list) = otherwise {
                    self.list(list);
                }
            }
            CommandKind::While { condition, body, .. } => {
                self.list(condition);
                self.list(body);
            }
            CommandKind::For(command) => {
                self.word(&command.name);
                self.words(command.words.iter().flatten());
                self.list(&command.body);
            }
            CommandKind::ForArithmetic { header, body } => {
                self.arithmetic(header);
                self.list(body);
            }
            CommandKind::Case(case) => {
                self.word(&case.subject);
                for clause in &case.clauses {
                    self.words(&clause.patterns);
                    self.list(&clause.body);
                }
            }
            CommandKind::Arithmetic(arithmetic) => self.arithmetic(arithmetic),
            CommandKind::Conditional(conditional) => self.conditional(conditional),
            CommandKind::Function { name, body } => {
                self.word(name);
                self.command(body);
            }
            CommandKind::Coproc { name, body } => {
                self.words(name);
                self.command(body);
            }
            CommandKind::Unknown(unknown) => self.visitor.unknown(unknown),
        }
        for redirect in &command.redirects {
            self.redirect(redirect);
        }
    }

    fn redirect(&mut self, redirect: &Redirect) {
        self.visitor.redirect(redirect);
        match &redirect.target {
            Target::Word(word) => self.word(word),
            Target::Close => {}
            Target::HereDocument(id) => {
                if let Some(document) = self.parsed.here_document(*id) {
                    self.parts(&document.body);
                }
            }
        }
    }

    fn conditional(&mut self, conditional: &Conditional) {
        match conditional {
            Conditional::And(terms) | Conditional::Or(terms) => {
                for term in terms {
                    self.conditional(term);
                }
            }
            Conditional::Not(inside) => self.conditional(inside),
            Conditional::Unary { operand, .. } => self.word(operand),
            Conditional::Binary { left, right, .. } => {
                self.word(left);
                self.word(right);
            }
        }
    }

    fn words<'w>(&mut self, words: impl IntoIterator<Item = &'w Word>) {
        for word in words {
            self.word(word);
        }
    }

    fn word(&mut self, word: &Word) {
        self.parts(&word.parts);
    }

    fn arithmetic(&mut self, arithmetic: &Arithmetic) {
        self.visitor.arithmetic(arithmetic);
        self.parts(&arithmetic.parts);
    }

    fn parts(&mut self, parts: &[WordPart]) {
        for part in parts {
            match part {
                WordPart::Literal(_)
                | WordPart::Escaped(_)
                | WordPart::SingleQuoted(_)
                | WordPart::Decoded { .. }
                | WordPart::Tilde { .. }
                | WordPart::Glob { .. }
                | WordPart::Sequence { .. } => {}
                WordPart::DoubleQuoted { parts, .. } => self.parts(parts),
                WordPart::Parameter(parameter) => {
                    self.visitor.parameter(parameter);
                    self.words(&parameter.subscript);
                    self.words(&parameter.operand);
                }
                WordPart::Command { list, .. } | WordPart::Process { list, .. } => self.list(list),
                WordPart::Arithmetic(arithmetic) => self.arithmetic(arithmetic),
                WordPart::Extended { alternatives, .. } | WordPart::Alternatives { alternatives, .. } => {
                    for alternative in alternatives {
                        self.parts(alternative);
                    }
                }
                WordPart::Array { elements, .. } => {
                    for element in elements {
                        self.words(&element.subscript);
                        self.word(&element.value);
                    }
                }
                WordPart::Unknown(unknown) => self.visitor.unknown(unknown),
            }
        }
    }
}
