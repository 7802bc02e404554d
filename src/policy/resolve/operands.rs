//! Values: literals, names replaced by what they hold, lists flattened.

use std::sync::Arc;

use crate::model::{Severity, Span};
use crate::policy::limits;
use crate::policy::mistakes::{BadRegex, NotAValue, RegexTooLarge, RegexUnicodeFlag, TooDeep, TooManyValues};
use crate::policy::pattern::CommandPattern;
use crate::policy::resolve::names::{Lookup, Meaning, Scope};
use crate::policy::resolve::{Poison, Resolved};
use crate::policy::sink::Sink;
use crate::policy::typed::{Number, Regex};
use crate::policy::values::regex::{self, RegexFault};
use crate::syntax::ast::{Name, PatternLit, RegexLit, Value};

/// One value, with the place of its literal.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    /// The value.
    pub(super) value: AtomValue,
    /// Where it was written, in a `let` perhaps.
    pub(super) span: Span,
}

/// What a literal says.
#[derive(Clone, Debug)]
pub(super) enum AtomValue {
    Text(Arc<str>),
    Regex(Regex),
    Pattern(CommandPattern),
    Number(Number),
    Bool(bool),
    Duration,
    Date,
    /// An operation's or an agent's name, or nothing.
    Name(Arc<str>),
    Root,
}

impl Atom {
    /// A name that is no `let`.
    pub(super) fn name(name: &Name) -> Atom {
        Atom { value: AtomValue::Name(name.node.as_str().into()), span: name.span }
    }

    /// What it is, for people.
    pub(super) fn kind(&self) -> &'static str {
        match &self.value {
            AtomValue::Text(_) => "a text",
            AtomValue::Regex(_) => "a regex",
            AtomValue::Pattern(_) => "a command pattern",
            AtomValue::Number(_) => "a number",
            AtomValue::Bool(_) => "a truth value",
            AtomValue::Duration => "a duration",
            AtomValue::Date => "a date",
            AtomValue::Name(_) => "a name",
            AtomValue::Root => "`root`",
        }
    }
}

/// Checks a regex's syntax; it is compiled on first need, by who matches with it.
pub(super) fn regex_of(literal: &RegexLit, sink: &mut Sink) -> Resolved<Regex> {
    let fault = match regex::check(&literal.source) {
        Ok(()) => {
            return Ok(Regex { source: literal.source.as_str().into(), ignore_case: literal.ignore_case });
        }
        Err(fault) => fault,
    };
    match fault {
        RegexFault::Syntax(problem, at) => sink.add(&BadRegex { at: place(literal, &at), problem }),
        RegexFault::UnicodeFlag(at) => sink.add(&RegexUnicodeFlag { at: place(literal, &at) }),
        RegexFault::TooLarge => sink.add(&RegexTooLarge { at: literal.span }),
    }
    Err(Poison)
}

/// The place of a part of a regex in its file: each `/` of the regex was written `\/`.
fn place(literal: &RegexLit, part: &std::ops::Range<usize>) -> Span {
    let slashes = |end: usize| literal.source.bytes().take(end).filter(|b| *b == b'/').count();
    let offset = |at: usize| literal.span.start as usize + 1 + at + slashes(at);
    let span = Span::new(literal.span.source, offset(part.start), offset(part.end));
    // The end of a regex (an unclosed group) is a place between two characters: show the last one.
    if span.is_empty() && span.start > literal.span.start {
        Span { start: span.start - 1, ..span }
    } else {
        span
    }
}

/// Reads a command pattern.
pub(super) fn pattern_of(literal: &PatternLit, sink: &mut Sink) -> Resolved<CommandPattern> {
    let mut found = Vec::new();
    let pattern = CommandPattern::parse(literal, &mut found);
    // What stands after an error within a pattern often only follows from it.
    let errors = found.iter().filter(|one| one.severity == Severity::Error);
    match errors.min_by_key(|one| one.span).cloned() {
        Some(first) => sink.note(first),
        None => found.into_iter().for_each(|one| sink.note(one)),
    }
    pattern.ok_or(Poison)
}

impl<'a> Scope<'a> {
    /// Adds the values that `value` stands for.
    pub(super) fn atoms(
        &mut self,
        file: usize,
        value: &Value,
        out: &mut Vec<Atom>,
        depth: usize,
    ) -> Resolved<()> {
        let span = value.span();
        if depth >= limits::DEPTH {
            self.sink.add(&TooDeep { at: span });
            return Err(Poison);
        }
        let atom = match value {
            Value::Text(text) => AtomValue::Text(text.node.as_str().into()),
            Value::Regex(literal) => AtomValue::Regex(regex_of(literal, self.sink)?),
            Value::Pattern(literal) => AtomValue::Pattern(pattern_of(literal, self.sink)?),
            Value::Number(number) => AtomValue::Number(Number::new(number.node).ok_or(Poison)?),
            Value::Bool(value) => AtomValue::Bool(value.node),
            Value::Duration(_) => AtomValue::Duration,
            Value::Date(_) => AtomValue::Date,
            Value::Root(_) => AtomValue::Root,
            Value::Broken(_) => return Err(Poison),
            Value::List(values, _) => {
                // All values are read, so that all their mistakes are found.
                let mut result = Ok(());
                for value in values {
                    result = self.atoms(file, value, out, depth + 1).and(result);
                }
                return result;
            }
            Value::Name(name) => match self.lookup(file, name) {
                Lookup::Found(id) => return self.add_let(id, name, out, depth),
                Lookup::Nothing => AtomValue::Name(name.node.as_str().into()),
                Lookup::Reported => return Err(Poison),
            },
        };
        self.room(out.len() + 1, span)?;
        out.push(Atom { value: atom, span });
        Ok(())
    }

    fn add_let(&mut self, id: usize, name: &Name, out: &mut Vec<Atom>, depth: usize) -> Resolved<()> {
        match self.meaning(id, name.span, depth) {
            Meaning::Values(atoms) => {
                self.room(out.len() + atoms.len(), name.span)?;
                out.extend(atoms.iter().cloned());
                Ok(())
            }
            Meaning::Condition(_) => {
                let declared = self.declared_at(id);
                self.sink.add(&NotAValue { at: name.span, name: name.node.clone(), declared });
                Err(Poison)
            }
            Meaning::Broken => Err(Poison),
        }
    }

    fn room(&mut self, len: usize, at: Span) -> Resolved<()> {
        if len <= limits::LIST {
            return Ok(());
        }
        self.sink.add(&TooManyValues { at });
        Err(Poison)
    }
}
