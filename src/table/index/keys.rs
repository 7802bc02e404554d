//! What a condition needs.

use regex_syntax::hir::literal::{ExtractKind, Extractor};

use crate::policy::regex_source;
use crate::policy::typed::{Predicate, Regex, Scalar, Step, TextSubject, TextTest};
use crate::table::ask::Ask;
use crate::table::compile::PathPattern;
use crate::table::row::{Node, Row};

/// What a row is filed under.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Key {
    /// A subject that is this text.
    Text(TextSubject, String),
    /// A subject that this text is a part of.
    Part(TextSubject, Box<[u8]>),
    /// A command that runs this program.
    Program(String),
    /// An effect that came through this program.
    Via(String),
    /// A host that is this, or ends with `.this`; empty for any host.
    Host(String),
    /// A path that this pattern can match.
    Path(u32),
    /// A tool's name that this predicate matches.
    ToolPattern(u32),
    /// It never holds.
    Never,
}

/// Finds what conditions need, each predicate looked at once.
pub(super) struct Finder<'a> {
    paths: &'a [PathPattern],
    /// By predicate: one of these keys is needed where it holds.
    needed: Vec<Option<Vec<Key>>>,
    /// By predicate: how many rows it stands in.
    shared: Vec<u32>,
}

impl<'a> Finder<'a> {
    pub(super) fn new(rows: &[Row], asks: &[Ask], paths: &'a [PathPattern]) -> Finder<'a> {
        let needed = (0u32..).zip(asks).map(|(number, ask)| literal(number, ask)).collect();
        let mut shared = vec![0; asks.len()];
        for row in rows {
            count(&row.condition, &mut shared);
        }
        Finder { paths, needed, shared }
    }

    /// Keys of which a condition needs at least one, with what a row costs that is filed under them; none if it can hold
    /// without any.
    pub(super) fn keys(&self, node: &Node) -> Option<(usize, Vec<Key>)> {
        match node {
            Node::Always | Node::Is { negated: true, .. } => None,
            Node::Never => Some((0, vec![Key::Never])),
            Node::Is { ask, negated: false } => {
                let at = *ask as usize;
                let keys = self.needed.get(at)?.as_ref()?;
                // A tool that many rules are about tells less than what each of them asks for beside it.
                let shared = self.shared.get(at).map_or(0, |shared| shared.max(&1).ilog2() as usize);
                Some((cost(keys, self.paths) + shared * 8 * 64, keys.clone()))
            }
            Node::And(parts) => parts.iter().filter_map(|part| self.keys(part)).min_by_key(|(cost, _)| *cost),
            Node::Or(parts) => {
                let (mut worst, mut all) = (0, Vec::new());
                for part in parts {
                    let (cost, keys) = self.keys(part)?;
                    worst = worst.max(cost);
                    all.extend(keys);
                }
                Some((worst, all))
            }
        }
    }
}

fn count(node: &Node, shared: &mut [u32]) {
    match node {
        Node::Always | Node::Never => {}
        Node::Is { ask, .. } => {
            if let Some(shared) = shared.get_mut(*ask as usize) {
                *shared += 1;
            }
        }
        Node::And(parts) | Node::Or(parts) => parts.iter().for_each(|part| count(part, shared)),
    }
}

/// How many effects a row is looked at for, roughly: lower is better.
fn cost(keys: &[Key], paths: &[PathPattern]) -> usize {
    let one = |key: &Key| match key {
        Key::Never => 0,
        Key::Part(..) => 6,
        Key::Text(TextSubject::ToolName, _) => 1,
        Key::Host(name) if !name.is_empty() => 2,
        Key::Program(_) => 3,
        Key::Path(number) => match paths.get(*number as usize) {
            Some(pattern) if !pattern.matcher.fixed().is_empty() => 4,
            Some(pattern) if pattern.matcher.last_literal().is_some() => 5,
            Some(pattern) if pattern.matcher.extension().is_some() => 20,
            Some(_) | None => 200,
        },
        Key::Text(..) => 10,
        Key::Via(_) => 15,
        Key::ToolPattern(_) => 12,
        Key::Host(_) => 100,
    };
    keys.iter().map(one).max().unwrap_or(0) * 64 + keys.len().min(63)
}

fn literal(number: u32, ask: &Ask) -> Option<Vec<Key>> {
    if let Some(patterns) = ask.path_patterns() {
        return Some(patterns.iter().map(|number| Key::Path(*number)).collect());
    }
    if let Some(hosts) = ask.hosts() {
        return Some(hosts.iter().map(|host| Key::Host(host.suffix().unwrap_or_default())).collect());
    }
    match ask.predicate()? {
        Predicate::Text(subject, TextTest::OneOf(all)) if can_be_filed(subject) => {
            let texts = all.iter().map(|scalar| match scalar {
                Scalar::Text(text) => Some(Key::Text(subject.clone(), text.to_string())),
                Scalar::Number(_) | Scalar::Bool(_) => None,
            });
            texts.collect()
        }
        Predicate::Text(TextSubject::ToolName, _) => Some(vec![Key::ToolPattern(number)]),
        Predicate::Text(subject, TextTest::Matches(all)) if can_be_filed(subject) => {
            let mut keys = Vec::new();
            for regex in all {
                keys.extend(parts(regex)?.into_iter().map(|part| Key::Part(subject.clone(), part)));
            }
            Some(keys)
        }
        Predicate::Command(patterns) => {
            let mut all = Vec::new();
            for pattern in patterns {
                all.extend(pattern.heads().programs?.into_iter().map(Key::Program));
            }
            Some(all)
        }
        Predicate::Via(patterns) => {
            let mut all = Vec::new();
            for pattern in patterns {
                all.extend(pattern.heads().programs?.into_iter().map(Key::Via));
            }
            Some(all)
        }
        _ => None,
    }
}

/// The least length of a text that a regex is filed under: a shorter one stands in most texts.
const SHORTEST: usize = 3;
/// The most texts that one regex is filed under.
const MOST: usize = 16;

/// Texts of which every match has one; none where there are no such, or where they would tell nothing.
fn parts(regex: &Regex) -> Option<Vec<Box<[u8]>>> {
    let hir = regex_syntax::parse(&regex_source(regex)).ok()?;
    let of = |kind| {
        let mut found = Extractor::new().kind(kind).limit_total(MOST).extract(&hir);
        found.dedup();
        let texts: Vec<Box<[u8]>> = found.literals()?.iter().map(|one| one.as_bytes().into()).collect();
        let tells = !texts.is_empty() && texts.iter().all(|text| text.len() >= SHORTEST);
        tells.then_some(texts)
    };
    of(ExtractKind::Prefix).or_else(|| of(ExtractKind::Suffix))
}

/// Whether a subject is one text for the whole effect.
fn can_be_filed(subject: &TextSubject) -> bool {
    match subject {
        TextSubject::Arg(path) => !path.steps.contains(&Step::Star),
        TextSubject::ToolName
        | TextSubject::Server
        | TextSubject::Mode
        | TextSubject::Session
        | TextSubject::Agent
        | TextSubject::Scheme
        | TextSubject::Context(_)
        | TextSubject::Program
        | TextSubject::Env(_) => true,
        TextSubject::Args
        | TextSubject::ViaProgram
        | TextSubject::PathName
        | TextSubject::PathExtension
        | TextSubject::PathDepth
        | TextSubject::Port => false,
    }
}
