//! What a text predicate looks at.

use serde_json::Value;

use crate::matchers::glob::Glob;
use crate::matchers::path;
use crate::model::{Declared, Effect, PathThing, Program, Subject, Word};
use crate::policy::typed::{ArgPath, TextSubject};
use crate::table::ask::{Asked, command_of};
use crate::table::stars::{At, Choice, walk};

/// What stands where a predicate looks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seen<'a> {
    /// Nothing, and nothing is asked for.
    Absent,
    /// Something, but what is not known.
    Unknown,
    /// An element of an empty list.
    Empty,
    /// A text.
    Text(&'a str),
    /// The name of a program that is run by a path: what it is, is not known.
    Called(&'a str),
    /// A number.
    Number(f64),
    /// A number that is this or greater.
    AtLeast(f64),
    /// A JSON value.
    Json(&'a Value),
    /// A word of a command.
    Word(&'a Word),
    /// Several words, each a thing.
    Words(&'a [Word]),
    /// The programs of several commands, any of which is meant.
    Programs,
    /// The elements of a list that are asked together, and the `[*]`'s position.
    Each(&'a [Value], usize),
}

pub(crate) fn seen<'a>(subject: &TextSubject, asked: &Asked<'a, '_>) -> Seen<'a> {
    let call = asked.world.call;
    match subject {
        TextSubject::ToolName => Seen::Text(&call.tool),
        TextSubject::Server => call.server.as_deref().map_or(Seen::Absent, Seen::Text),
        TextSubject::Mode => call.mode.as_deref().map_or(Seen::Unknown, Seen::Text),
        TextSubject::Session => call.session.as_deref().map_or(Seen::Unknown, Seen::Text),
        TextSubject::Agent => call.agent.as_deref().map_or(Seen::Unknown, Seen::Text),
        TextSubject::Context(name) => match call.context.get(&**name) {
            Some(Value::Null) | None => Seen::Unknown,
            Some(value) => Seen::Json(value),
        },
        TextSubject::Arg(path) => argument(path, asked),
        TextSubject::Scheme => host(asked.effect, |host| host.scheme.as_deref().map(Seen::Text)),
        TextSubject::Port => host(asked.effect, |host| host.port.map(|port| Seen::Number(f64::from(port)))),
        TextSubject::Program => program(asked.effect),
        TextSubject::Args => match (command_of(asked.effect), &asked.effect.subject) {
            (Some(_), _) if asked.word.is_some() => asked.word.map_or(Seen::Unknown, Seen::Word),
            (Some(command), _) => Seen::Words(command.words.get(1..).unwrap_or_default()),
            (None, Subject::Unknown { .. }) => Seen::Unknown,
            (None, _) => Seen::Absent,
        },
        TextSubject::Env(name) => match (command_of(asked.effect), &asked.effect.subject) {
            (Some(command), _) => {
                let last = command.assignments.iter().rev().find(|(assigned, _)| **assigned == **name);
                last.map_or(Seen::Absent, |(_, word)| Seen::Word(word))
            }
            (None, Subject::Unknown { .. }) => Seen::Unknown,
            (None, _) => Seen::Absent,
        },
        TextSubject::ViaProgram => match asked.effect.subject {
            Subject::Unknown { .. } => Seen::Unknown,
            // The call itself comes through nothing.
            Subject::Call => Seen::Absent,
            Subject::Command(_) | Subject::Script(..) | Subject::Path(_) | Subject::Host(_) => Seen::Programs,
        },
        TextSubject::PathDepth if least_depth(asked).is_some() => {
            least_depth(asked).map_or(Seen::Unknown, Seen::AtLeast)
        }
        TextSubject::PathName | TextSubject::PathExtension | TextSubject::PathDepth => {
            part(asked, |at| of_path(subject, at))
        }
    }
}

fn host<'a>(effect: &'a Effect, get: impl Fn(&'a crate::model::HostSubject) -> Option<Seen<'a>>) -> Seen<'a> {
    match &effect.subject {
        Subject::Host(_) if super::host::is_unnamed(effect) => Seen::Absent,
        Subject::Host(host) => get(host).unwrap_or(Seen::Unknown),
        Subject::Unknown { .. } => Seen::Unknown,
        Subject::Command(_) | Subject::Script(..) | Subject::Path(_) | Subject::Call => Seen::Absent,
    }
}

fn program(effect: &Effect) -> Seen<'_> {
    match (command_of(effect), &effect.subject) {
        (Some(command), _) => match &command.program {
            Program::Named(name) => Seen::Text(name),
            Program::File { name, .. } => Seen::Called(name),
            // Its name is the end of a word, and may be found to be anything.
            Program::Unknown(_) => Seen::Unknown,
        },
        (None, Subject::Unknown { .. }) => Seen::Unknown,
        (None, _) => Seen::Absent,
    }
}

/// A path's name, extension or depth.
pub(crate) fn of_path<'p>(subject: &TextSubject, path: &'p str) -> Seen<'p> {
    match subject {
        TextSubject::PathName => path::name(path).map_or(Seen::Absent, Seen::Text),
        TextSubject::PathExtension => path::extension(path).map_or(Seen::Absent, Seen::Text),
        _ => u32::try_from(path::depth(path)).map_or(Seen::Unknown, |depth| Seen::Number(f64::from(depth))),
    }
}

fn part<'a>(asked: &Asked<'a, '_>, get: impl Fn(&'a str) -> Seen<'a>) -> Seen<'a> {
    match (asked.thing, &asked.effect.subject) {
        (Some(PathThing::At { path, .. }), _) => get(path),
        (Some(_), _) | (None, Subject::Unknown { .. } | Subject::Path(_) | Subject::Script(..)) => {
            Seen::Unknown
        }
        (None, Subject::Command(_) | Subject::Host(_) | Subject::Call) => Seen::Absent,
    }
}

fn argument<'a>(path: &ArgPath, asked: &Asked<'a, '_>) -> Seen<'a> {
    let choose = |step: usize| {
        let chosen = asked.choices.iter().find(|(star, _)| {
            star.0.name == path.name && path.steps.get(..=step) == Some(star.0.steps.as_slice())
        });
        chosen.map_or(Choice::Together, |(_, choice)| *choice)
    };
    match walk(first(&path.name, asked), &path.steps, 0, &choose) {
        At::Value(value) => Seen::Json(value),
        At::Absent => Seen::Absent,
        At::Unknown => Seen::Unknown,
        At::Empty => Seen::Empty,
        At::Each(items, step) => Seen::Each(items, step),
    }
}

/// What stands at `tool_arg.NAME`.
pub(crate) fn first<'a>(name: &str, asked: &Asked<'a, '_>) -> At<'a> {
    argument_of(name, asked.world)
}

pub(crate) fn argument_of<'a>(name: &str, world: &super::World<'a>) -> At<'a> {
    match world.call.args.get(name) {
        Some(Value::Null) | None => match world.tool.declared(name) {
            Declared::No => At::Absent,
            Declared::Required => At::Unknown,
            Declared::Default(Value::Null) => At::Absent,
            Declared::Default(value) => At::Value(value),
        },
        Some(value) => At::Value(value),
    }
}

/// The least depth of names that nobody can list.
fn least_depth(asked: &Asked<'_, '_>) -> Option<f64> {
    let depth = match asked.thing? {
        PathThing::Matching { glob, .. } => Glob::parse(glob).ok()?.least_depth(),
        PathThing::At { .. } | PathThing::Below { .. } | PathThing::Somewhere { .. } => return None,
    };
    u32::try_from(depth).ok().map(f64::from)
}
