//! Ids of rules and hooks, and what `without` and `except` do to rules.
//!
//! A rule's full id is its own, with the name of its file before it where the file is used by another one: that of the
//! `use`'s `as`, else the file's. Names do not pile up: if `team.policy` uses `std:packs/git`, whose rules come in with
//! it, they are `git:force-push` all the same. `without` and `except` name a rule of the used file by its own id, and one
//! that the used file itself uses by its full id. What several `use`s of one file in a layer leave out or except adds up.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::model::{Span, Verdict};
use crate::policy::mistakes::{DuplicateId, ExceptWithout, IdInTwoFiles, ReservedId, UnknownRule};
use crate::policy::resolve::gather::Member;
use crate::policy::resolve::lookalikes;
use crate::policy::sink::Sink;
use crate::syntax::ast::{Expr, Item, Name, RuleField, RuleItem, UseChange};

/// A rule's id within a layer.
#[derive(Debug)]
pub(super) struct Id {
    /// Where it is written.
    pub(super) at: Span,
    /// The `without` that leaves the rule out.
    pub(super) left_out: Option<Span>,
    /// What the rule asks for, if it is plain to see.
    pub(super) action: Option<Verdict>,
}

/// An exception that a `use` adds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exception<'a> {
    /// The using file.
    pub(super) file: usize,
    /// When the rule does not apply.
    pub(super) condition: &'a Expr,
}

/// The ids of a layer.
#[derive(Debug, Default)]
pub(super) struct Ids<'a> {
    /// By full id.
    pub(super) full: HashMap<Arc<str>, Id>,
    /// The ids of each file's own rules and hooks.
    own: Vec<HashMap<&'a str, Own>>,
    without: HashMap<(usize, &'a str), Span>,
    except: HashMap<(usize, &'a str), Vec<Exception<'a>>>,
}

/// An id within its file.
#[derive(Clone, Copy, Debug)]
struct Own {
    at: Span,
    /// Of a rule; else of a hook.
    rule: bool,
}

/// The full id of a rule or hook of a file.
pub(super) fn full_id(member: &Member, id: &str) -> Arc<str> {
    match &member.prefix {
        Some(prefix) => format!("{prefix}:{id}").into(),
        None => id.into(),
    }
}

/// The action that a rule's fields show; `risk` and `action` are checked elsewhere.
fn plain_action(item: &RuleItem) -> Option<Verdict> {
    let written = item.fields.iter().find_map(|field| match field {
        RuleField::Action(field) => Some(super::rules::verdict(&field.value.node)),
        _ => None,
    });
    let follows = || {
        item.fields.iter().find_map(|field| match field {
            RuleField::Risk(field) => super::rules::risk(&field.value.node).map(super::rules::action_of),
            _ => None,
        })
    };
    written.unwrap_or_else(follows)
}

impl<'a> Ids<'a> {
    /// Finds all ids of a layer, and what its `use`s change.
    pub(super) fn new(members: &'a [Member], sink: &mut Sink) -> Ids<'a> {
        let mut ids = Ids::default();
        for member in members {
            let own = ids.own_ids(member, sink);
            ids.own.push(own);
        }
        let mut reach = Reach { members, known: HashMap::new() };
        for (file, member) in members.iter().enumerate() {
            ids.changes(file, member, &mut reach, sink);
        }
        for ((file, id), at) in &ids.without {
            let Some(member) = members.get(*file) else { continue };
            if let Some(entry) = ids.full.get_mut(&*full_id(member, id)) {
                entry.left_out = Some(*at);
            }
        }
        ids
    }

    fn own_ids(&mut self, member: &'a Member, sink: &mut Sink) -> HashMap<&'a str, Own> {
        let mut own: HashMap<&'a str, Own> = HashMap::with_capacity(member.file.tree.items.len());
        let mut order = Vec::new();
        for item in &member.file.tree.items {
            let (name, action) = match item {
                Item::Rule(item) => (&item.id, Some(plain_action(item))),
                Item::Hook(item) => (&item.id, None),
                _ => continue,
            };
            let (id, at) = (name.node.as_str(), name.span);
            if id == "default" {
                sink.add(&ReservedId { at, id: id.to_owned() });
            }
            match own.entry(id) {
                Entry::Occupied(first) => {
                    sink.add(&DuplicateId { at, id: id.to_owned(), first: first.get().at });
                    continue;
                }
                Entry::Vacant(place) => {
                    place.insert(Own { at, rule: action.is_some() });
                }
            }
            order.push((id, at));
            let Some(action) = action else { continue };
            match self.full.entry(full_id(member, id)) {
                Entry::Occupied(other) => {
                    sink.add(&IdInTwoFiles { at, id: other.key().to_string(), first: other.get().at });
                }
                Entry::Vacant(place) => {
                    place.insert(Id { at, left_out: None, action });
                }
            }
        }
        lookalikes::confusable(order.into_iter(), sink);
        own
    }

    fn changes(&mut self, file: usize, member: &'a Member, reach: &mut Reach<'a>, sink: &mut Sink) {
        for (item, target) in member.use_items() {
            let mut left_out: HashMap<(usize, &'a str), Span> = HashMap::new();
            for change in &item.changes {
                let UseChange::Without(field) = change else { continue };
                for name in &field.value {
                    if let Some(rule) = self.find(name, target, &item.target.node, reach, sink) {
                        left_out.insert(rule, name.span);
                    }
                }
            }
            for change in &item.changes {
                let UseChange::Except(field) = change else { continue };
                let (name, condition) = &field.value;
                let Some(rule) = self.find(name, target, &item.target.node, reach, sink) else { continue };
                if let Some(left_out) = left_out.get(&rule) {
                    sink.add(&ExceptWithout { at: name.span, id: name.node.clone(), left_out: *left_out });
                }
                self.except.entry(rule).or_default().push(Exception { file, condition });
            }
            self.without.extend(left_out);
        }
    }

    /// The rule that a `without` or `except` names.
    fn find(
        &self,
        name: &Name,
        target: usize,
        written: &str,
        reach: &mut Reach<'a>,
        sink: &mut Sink,
    ) -> Option<(usize, &'a str)> {
        let own = |file: usize, id: &str| {
            let (id, own) = self.own.get(file)?.get_key_value(id)?;
            own.rule.then_some(*id)
        };
        if let Some(id) = own(target, &name.node) {
            return Some((target, id));
        }
        let members = reach.members;
        let mut incomplete = members.get(target).is_none_or(|member| member.incomplete);
        if let Some((prefix, id)) = name.node.split_once(':') {
            for file in reach.of(target) {
                let file = *file;
                let Some(member) = members.get(file) else { continue };
                incomplete |= member.incomplete;
                if member.prefix.as_deref() == Some(prefix)
                    && let Some(id) = own(file, id)
                {
                    return Some((file, id));
                }
            }
        }
        if !incomplete {
            let ids =
                self.own.get(target).into_iter().flatten().filter(|(_, own)| own.rule).map(|(id, _)| *id);
            let nearest = sink.nearest.find(&name.node, ids);
            let (id, target) = (name.node.clone(), written.to_owned());
            sink.add(&UnknownRule { at: name.span, id, target, nearest });
        }
        None
    }

    /// Whether a rule is left out.
    pub(super) fn is_left_out(&self, file: usize, id: &'a str) -> bool {
        !self.without.is_empty() && self.without.contains_key(&(file, id))
    }

    /// The exceptions that are added to a rule.
    pub(super) fn exceptions(&self, file: usize, id: &'a str) -> &[Exception<'a>] {
        self.except.get(&(file, id)).map_or(&[], Vec::as_slice)
    }
}

/// Each file with all that it uses, in turn.
struct Reach<'a> {
    members: &'a [Member],
    known: HashMap<usize, Vec<usize>>,
}

impl Reach<'_> {
    fn of(&mut self, from: usize) -> &[usize] {
        self.known.entry(from).or_insert_with(|| {
            let mut found = vec![from];
            let mut seen = HashSet::from([from]);
            let mut next = 0;
            while let Some(file) = found.get(next).copied() {
                next += 1;
                for target in self.members.get(file).into_iter().flat_map(|member| &member.targets) {
                    if seen.insert(*target) {
                        found.push(*target);
                    }
                }
            }
            found
        })
    }
}
