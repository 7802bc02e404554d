//! Which files a layer consists of: its own, and all that they use, each once.

use std::collections::HashMap;
use std::sync::Arc;

use crate::model::Span;
use crate::policy::limits;
use crate::policy::mistakes::{TooManyUses, UnknownFile, UnreadableUse, UseCycle, UseNeedsName, UsedAsTwo};
use crate::policy::resolve::names::is_id;
use crate::policy::resolve::{Poison, Resolved};
use crate::policy::sink::Sink;
use crate::policy::source::{File, LayerFiles, Library, Missing, Request};
use crate::syntax::ast::{Item, UseItem};

/// A file of a layer.
#[derive(Debug)]
pub(super) struct Member {
    /// The file.
    pub(super) file: Arc<File>,
    /// What stands before its ids: none for a file that no other one uses.
    pub(super) prefix: Option<Arc<str>>,
    /// The first `use` of it.
    used_at: Option<Span>,
    /// Whether it lies in the layer's own directory.
    pub(super) own: bool,
    /// What it uses; edges of a cycle are taken out.
    pub(super) uses: Vec<Edge>,
    /// The positions of the files that it uses, each once.
    pub(super) targets: Vec<usize>,
    /// Names may be missing since something of it, or that it uses, could not be read.
    pub(super) incomplete: bool,
}

/// A `use`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The position of the item in the using file.
    pub(super) item: usize,
    /// The position of the used file in the layer.
    pub(super) target: usize,
}

impl Member {
    /// The `use` items that were found, with the position of the used file.
    pub(super) fn use_items(&self) -> impl Iterator<Item = (&UseItem, usize)> {
        self.uses.iter().filter_map(|edge| match self.file.tree.items.get(edge.item) {
            Some(Item::Use(item)) => Some((item, edge.target)),
            _ => None,
        })
    }
}

/// Finds all files of a layer. The layer's own files come first, in their order.
pub(super) fn gather(layer: &LayerFiles, library: &dyn Library, sink: &mut Sink) -> Vec<Member> {
    let mut gathering = Gathering { members: Vec::new(), levels: Vec::new(), by_name: HashMap::new() };
    for file in &layer.files {
        gathering.add(Arc::clone(file), true, 0);
    }
    let mut next = 0;
    while next < gathering.members.len() {
        gathering.follow(next, layer.trusted, library, sink);
        next += 1;
    }
    let mut members = gathering.members;
    cut_cycles(&mut members, sink);
    for member in &mut members {
        member.targets = member.uses.iter().map(|edge| edge.target).collect();
        member.targets.sort_unstable();
        member.targets.dedup();
    }
    for member in &members {
        for found in &member.file.diagnostics {
            sink.note(found.clone());
        }
    }
    members
}

struct Gathering {
    members: Vec<Member>,
    /// For each member: how many uses lead to it at least.
    levels: Vec<usize>,
    by_name: HashMap<Arc<str>, usize>,
}

impl Gathering {
    /// The position of a file, added if it is new.
    fn add(&mut self, file: Arc<File>, own: bool, level: usize) -> usize {
        if let Some(position) = self.by_name.get(&file.name) {
            return *position;
        }
        let position = self.members.len();
        self.by_name.insert(Arc::clone(&file.name), position);
        // A broken rule or `let` keeps its name; a broken piece of text may have been anything.
        let incomplete = match file.tree.items.as_slice() {
            [] => !file.is_sound(),
            items => items.iter().any(|item| matches!(item, Item::Broken(_))),
        };
        self.members.push(Member {
            file,
            prefix: None,
            used_at: None,
            own,
            uses: Vec::new(),
            targets: Vec::new(),
            incomplete,
        });
        self.levels.push(level);
        position
    }

    /// Adds what one member uses.
    fn follow(&mut self, position: usize, trusted: bool, library: &dyn Library, sink: &mut Sink) {
        let Some(member) = self.members.get(position) else { return };
        let file = Arc::clone(&member.file);
        let level = self.levels.get(position).copied().unwrap_or(0);
        for (number, item) in file.tree.items.iter().enumerate() {
            let Item::Use(item) = item else { continue };
            let target = self.find(&file, item, level, trusted, library, sink);
            let Some(member) = self.members.get_mut(position) else { return };
            match target {
                Ok(Some(target)) => member.uses.push(Edge { item: number, target }),
                Ok(None) => {}
                Err(Poison) => member.incomplete = true,
            }
        }
    }

    /// The used file; none if an untrusted layer may not use it.
    fn find(
        &mut self,
        from: &File,
        item: &UseItem,
        level: usize,
        trusted: bool,
        library: &dyn Library,
        sink: &mut Sink,
    ) -> Resolved<Option<usize>> {
        let target = &item.target.node;
        let at = item.target.span;
        if level >= limits::USES || self.members.len() >= limits::FILES {
            sink.add(&TooManyUses { at });
            return Err(Poison);
        }
        match library.find(Request { target, from, trusted }) {
            Ok(file) => {
                let position = self.add(file, false, level + 1);
                self.name(position, item, sink);
                Ok(Some(position))
            }
            Err(Missing::NotFound) => {
                let names = library.names();
                let nearest = sink.nearest.find(target, names.iter().map(String::as_str));
                sink.add(&UnknownFile { at, target: target.clone(), nearest });
                Err(Poison)
            }
            Err(Missing::Unreadable(problem)) => {
                sink.add(&UnreadableUse { at, target: target.clone(), problem });
                Err(Poison)
            }
            Err(Missing::LeftOut) => Ok(None),
        }
    }

    /// Settles what stands before a used file's ids.
    fn name(&mut self, position: usize, item: &UseItem, sink: &mut Sink) {
        let Some(member) = self.members.get_mut(position) else { return };
        let name: Arc<str> = match &item.alias {
            Some(alias) => Arc::from(alias.node.as_str()),
            None => Arc::clone(&member.file.stem),
        };
        let at = item.alias.as_ref().map_or(item.target.span, |alias| alias.span);
        if !is_id(&name) {
            sink.add(&UseNeedsName { at, stem: name.to_string() });
        }
        match (&member.prefix, member.used_at) {
            (Some(other), Some(first)) if *other != name => sink.add(&UsedAsTwo {
                at,
                target: item.target.node.clone(),
                name: name.to_string(),
                other: other.to_string(),
                first,
            }),
            (Some(_), _) => {}
            (None, _) => {
                member.prefix = Some(name);
                member.used_at = Some(at);
            }
        }
    }
}

/// Reports each way that leads back to where it began, and takes its last `use` out.
fn cut_cycles(members: &mut [Member], sink: &mut Sink) {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; members.len()];
    for start in 0..members.len() {
        if marks.get(start) != Some(&Mark::New) {
            continue;
        }
        // Each entry: a file on the way, and the number of its next use.
        let mut way: Vec<(usize, usize)> = vec![(start, 0)];
        if let Some(mark) = marks.get_mut(start) {
            *mark = Mark::Open;
        }
        while let Some((here, number)) = way.last().copied() {
            let Some(edge) = members.get(here).and_then(|member| member.uses.get(number)).copied() else {
                if let Some(mark) = marks.get_mut(here) {
                    *mark = Mark::Done;
                }
                way.pop();
                continue;
            };
            if marks.get(edge.target) == Some(&Mark::Open) {
                report_cycle(members, &way, edge, sink);
                if let Some(member) = members.get_mut(here) {
                    member.uses.remove(number);
                    member.incomplete = true;
                }
                continue;
            }
            if let Some(last) = way.last_mut() {
                last.1 += 1;
            }
            if let Some(mark @ Mark::New) = marks.get_mut(edge.target) {
                *mark = Mark::Open;
                way.push((edge.target, 0));
            }
        }
    }
}

fn report_cycle(members: &[Member], way: &[(usize, usize)], last: Edge, sink: &mut Sink) {
    let from = way.iter().position(|(position, _)| *position == last.target).unwrap_or(0);
    let cycle = way.get(from..).unwrap_or(&[]);
    let names = cycle
        .iter()
        .filter_map(|(position, _)| members.get(*position))
        .map(|member| member.file.name.to_string())
        .collect();
    let target_of =
        |position: usize, edge: Edge| match members.get(position)?.file.tree.items.get(edge.item)? {
            Item::Use(item) => Some(item.target.span),
            _ => None,
        };
    let along = cycle
        .iter()
        .zip(cycle.iter().skip(1))
        .filter_map(|((position, next), _)| {
            let edge = members.get(*position)?.uses.get(next.checked_sub(1)?)?;
            Some((target_of(*position, *edge)?, "and this leads to it".to_owned()))
        })
        .collect();
    let Some(at) = way.last().and_then(|(position, _)| target_of(*position, last)) else { return };
    sink.add(&UseCycle { at, names, along });
}
