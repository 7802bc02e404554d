//! What a name stands for: the `let`s of a file and of the files that it uses.
//!
//! A file sees its own `let`s and those of the files that its own `use` items name (not of what these use in turn: a
//! pack's inner names are its own affair). Its own come first; a name that two used files have must be written with its
//! file's name before it (`git:dirs`), which may be done always.

use std::collections::HashMap;
use std::sync::Arc;

use crate::model::{SourceId, Span};
use crate::policy::limits;
use crate::policy::mistakes::{AmbiguousName, DuplicateLet, LetCycle, TooDeep};
use crate::policy::resolve::conditions::height;
use crate::policy::resolve::declarations::Vocabulary;
use crate::policy::resolve::gather::Member;
use crate::policy::resolve::operands::Atom;
use crate::policy::resolve::subjects::Looked;
use crate::policy::resolve::{Poison, Resolved};
use crate::policy::sink::Sink;
use crate::policy::typed::{Condition, Predicate};
use crate::syntax::ast::{Item, LetItem, LetValue, Name, Operator, Value};

/// The words that begin a field of an item with conditions.
const FIELDS: &[&str] = &[
    "match", "unless", "risk", "action", "remember", "reason", "suggest", "set", "mark", "until", "hits",
    "misses", "tags", "on", "run", "timeout", "never", "always", "without", "except",
];

/// Whether a text can be an id: a letter, then letters, digits, `_` and `-`.
pub(super) fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
}

/// A `let` of a layer, by number.
pub(super) type LetId = usize;

/// What a `let` stands for.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// Values.
    Values(Arc<[Atom]>),
    /// A condition.
    Condition(Arc<Whole>),
    /// It was reported.
    Broken,
}

/// A condition with what counts for the limits.
#[derive(Debug)]
pub(super) struct Whole {
    pub(super) condition: Condition,
    /// Its predicates.
    pub(super) size: usize,
    /// How deep its groups nest.
    pub(super) height: usize,
}

#[derive(Clone, Debug)]
enum State {
    Waiting,
    Working,
    Done(Meaning),
}

struct Let<'a> {
    item: &'a LetItem,
    file: usize,
    state: State,
}

/// The names of a layer while it is resolved, and whatever else conditions need.
pub(super) struct Scope<'a> {
    /// The layer's files.
    pub(super) members: &'a [Member],
    /// What the whole set declares.
    pub(super) vocabulary: &'a Vocabulary,
    /// Where each file's `root` lies below the project's.
    roots: Vec<String>,
    by_source: HashMap<SourceId, usize>,
    own: Vec<HashMap<&'a str, LetId>>,
    lets: Vec<Let<'a>>,
    /// Predicates that compare with a `let`, kept for the next one who does the same.
    pub(super) shared: HashMap<(LetId, Looked, Operator), Arc<Predicate>>,
    /// For each predicate on an argument: where its subject stands.
    pub(super) subjects: HashMap<Span, Span>,
    /// Whether a part of the item at work was reported by the parser.
    pub(super) poisoned: bool,
    /// Mistakes.
    pub(super) sink: &'a mut Sink,
    /// Predicates and values of the condition at work.
    pub(super) size: usize,
    /// Predicates and values of the set so far.
    pub(super) spent: &'a mut usize,
}

/// What a lookup finds.
pub(super) enum Lookup {
    /// This `let`.
    Found(LetId),
    /// No `let` has this name.
    Nothing,
    /// It was reported.
    Reported,
}

impl<'a> Scope<'a> {
    /// The names of a layer. `roots` has an entry for each of its files.
    pub(super) fn new(
        members: &'a [Member],
        vocabulary: &'a Vocabulary,
        roots: Vec<String>,
        sink: &'a mut Sink,
        spent: &'a mut usize,
    ) -> Scope<'a> {
        let mut scope = Scope {
            members,
            vocabulary,
            roots,
            by_source: members.iter().enumerate().map(|(at, member)| (member.file.source(), at)).collect(),
            own: Vec::new(),
            lets: Vec::new(),
            shared: HashMap::new(),
            subjects: HashMap::new(),
            poisoned: false,
            sink,
            size: 0,
            spent,
        };
        for (file, member) in members.iter().enumerate() {
            let names = scope.declare(file, member);
            scope.own.push(names);
        }
        scope
    }

    fn declare(&mut self, file: usize, member: &'a Member) -> HashMap<&'a str, LetId> {
        let mut names: HashMap<&'a str, LetId> = HashMap::new();
        for item in &member.file.tree.items {
            let Item::Let(item) = item else { continue };
            let name = item.name.node.as_str();
            let at = item.name.span;
            if let Some(first) = names.get(name).and_then(|id| self.lets.get(*id)) {
                self.sink.add(&DuplicateLet { at, name: name.to_owned(), first: first.item.name.span });
                continue;
            }
            names.insert(name, self.lets.len());
            self.lets.push(Let { item, file, state: State::Waiting });
        }
        names
    }

    /// Where the `root` of the file that holds this place lies below the project's.
    pub(super) fn root_of(&self, at: Span) -> &str {
        self.by_source.get(&at.source).and_then(|file| self.roots.get(*file)).map_or("", String::as_str)
    }

    /// Whether names of this file may be missing through no fault of the one who uses them.
    fn is_incomplete(&self, file: usize) -> bool {
        let incomplete = |position: usize| self.members.get(position).is_none_or(|member| member.incomplete);
        incomplete(file)
            || self
                .members
                .get(file)
                .is_some_and(|member| member.targets.iter().any(|target| incomplete(*target)))
    }

    /// Whether an unknown name only follows from an error that was reported: something of the file could not be read, or
    /// a condition was forgotten and the next field's word was taken for one.
    pub(super) fn follows_from_error(&self, file: usize, name: &str) -> bool {
        self.is_incomplete(file) || self.poisoned && FIELDS.contains(&name)
    }

    /// The `let` that a name means in a file.
    pub(super) fn lookup(&mut self, file: usize, name: &Name) -> Lookup {
        let text = name.node.as_str();
        if let Some((prefix, rest)) = text.split_once(':') {
            let found = self
                .used(file)
                .find(|(name, _)| *name == prefix)
                .and_then(|(_, target)| self.own.get(target).and_then(|names| names.get(rest)).copied());
            return found.map_or(Lookup::Nothing, Lookup::Found);
        }
        if let Some(id) = self.own.get(file).and_then(|names| names.get(text)) {
            return Lookup::Found(*id);
        }
        let mut found: Vec<(LetId, String)> = Vec::new();
        for (prefix, target) in self.used(file) {
            if let Some(id) = self.own.get(target).and_then(|names| names.get(text))
                && !found.iter().any(|(known, _)| known == id)
            {
                found.push((*id, format!("{prefix}:{text}")));
            }
        }
        match found.as_slice() {
            [] => Lookup::Nothing,
            [(id, _)] => Lookup::Found(*id),
            several => {
                let declared = several
                    .iter()
                    .filter_map(|(id, name)| Some((self.lets.get(*id)?.item.name.span, name.clone())))
                    .collect();
                self.sink.add(&AmbiguousName { at: name.span, name: text.to_owned(), declared });
                Lookup::Reported
            }
        }
    }

    /// The files that a file uses, with what stands before their ids.
    fn used(&self, file: usize) -> impl Iterator<Item = (&str, usize)> {
        self.members.get(file).into_iter().flat_map(|member| &member.targets).filter_map(|target| {
            let prefix = self.members.get(*target)?.prefix.as_deref()?;
            Some((prefix, *target))
        })
    }

    /// The name that was probably meant.
    pub(super) fn nearest(&self, file: usize, name: &str) -> Option<String> {
        let own = self.own.get(file).into_iter().flat_map(|names| names.keys().copied());
        let used = self
            .used(file)
            .filter_map(|(_, target)| self.own.get(target))
            .flat_map(|names| names.keys().copied());
        self.sink.nearest.find(name, own.chain(used))
    }

    /// Where a `let` is written.
    pub(super) fn declared_at(&self, id: LetId) -> Span {
        self.lets.get(id).map_or(Span::default(), |entry| entry.item.name.span)
    }

    /// What a `let` stands for; worked out on first need. `at` is the place that asks.
    pub(super) fn meaning(&mut self, id: LetId, at: Span, depth: usize) -> Meaning {
        let Some(entry) = self.lets.get_mut(id) else { return Meaning::Broken };
        match &entry.state {
            State::Done(meaning) => return meaning.clone(),
            State::Working => {
                self.report_cycle(id, at);
                return Meaning::Broken;
            }
            State::Waiting => {}
        }
        if depth >= limits::DEPTH {
            self.sink.add(&TooDeep { at });
            return Meaning::Broken;
        }
        entry.state = State::Working;
        let (file, item) = (entry.file, entry.item);
        let outer = std::mem::take(&mut self.size);
        let meaning = self.work_out(file, item, depth + 1).unwrap_or(Meaning::Broken);
        self.size = outer;
        if let Some(entry) = self.lets.get_mut(id) {
            entry.state = State::Done(meaning.clone());
        }
        meaning
    }

    fn work_out(&mut self, file: usize, item: &'a LetItem, depth: usize) -> Resolved<Meaning> {
        match &item.value {
            LetValue::Value(Value::Name(name)) => match self.lookup(file, name) {
                // A name for a name: a value or a condition.
                Lookup::Found(id) => Ok(self.meaning(id, name.span, depth)),
                Lookup::Nothing => Ok(Meaning::Values(Arc::from([Atom::name(name)]))),
                Lookup::Reported => Err(Poison),
            },
            LetValue::Value(value) => {
                let mut atoms = Vec::new();
                self.atoms(file, value, &mut atoms, depth)?;
                Ok(Meaning::Values(atoms.into()))
            }
            LetValue::Condition(expr) => {
                let condition = self.condition(file, expr, depth)?;
                let height = height(&condition);
                Ok(Meaning::Condition(Arc::new(Whole { condition, size: self.size, height })))
            }
            LetValue::Broken(_) => Err(Poison),
        }
    }

    /// Works out every `let` that no rule asked for, so that its mistakes are found too.
    pub(super) fn finish_lets(&mut self) {
        for id in 0..self.lets.len() {
            let at = self.declared_at(id);
            self.meaning(id, at, 0);
        }
    }

    fn report_cycle(&mut self, id: LetId, at: Span) {
        // Whatever is being worked on now leads here; the ones in the cycle are `id` and those begun after it, but the
        // order of beginning is not kept, so all are named in the order of their places.
        let working: Vec<&Let<'_>> =
            self.lets.iter().filter(|entry| matches!(entry.state, State::Working)).collect();
        let mut names: Vec<String> = working.iter().map(|entry| entry.item.name.node.clone()).collect();
        let mut declared: Vec<(Span, String)> =
            working.iter().map(|entry| (entry.item.name.span, "named here".to_owned())).collect();
        if names.len() > 5 {
            let name = self.lets.get(id).map(|entry| entry.item.name.node.clone());
            names = name.into_iter().chain(names.into_iter().take(4)).collect();
            declared.truncate(5);
        }
        self.sink.add(&LetCycle { at, names, declared });
    }
}
