//! What a condition needs.

use crate::policy::typed::{Predicate, Scalar, Step, TextSubject, TextTest};
use crate::table::ask::Ask;
use crate::table::compile::PathPattern;
use crate::table::row::Node;

/// What a row is filed under.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Key {
    /// A subject that is this text.
    Text(TextSubject, String),
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

/// Keys of which a condition needs at least one; none if it can hold without any.
pub(super) fn keys_of(node: &Node, asks: &[Ask], paths: &[PathPattern]) -> Option<Vec<Key>> {
    match node {
        Node::Always | Node::Is { negated: true, .. } => None,
        Node::Never => Some(vec![Key::Never]),
        Node::Is { ask, negated: false } => literal(*ask, asks.get(*ask as usize)?, paths),
        Node::And(parts) => {
            parts.iter().filter_map(|part| keys_of(part, asks, paths)).min_by_key(|keys| cost(keys, paths))
        }
        Node::Or(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(keys_of(part, asks, paths)?);
            }
            Some(all)
        }
    }
}

/// How many effects a row is looked at for, roughly: lower is better.
fn cost(keys: &[Key], paths: &[PathPattern]) -> usize {
    let one = |key: &Key| match key {
        Key::Never => 0,
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

fn literal(number: u32, ask: &Ask, paths: &[PathPattern]) -> Option<Vec<Key>> {
    if let Some(patterns) = ask.path_patterns() {
        let _ = paths;
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
