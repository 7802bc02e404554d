//! Arguments by type: one function each.

use serde_json::Value;

use crate::effects::call::{Reading, plain};
use crate::effects::patches;
use crate::effects::paths::{PathReading, Tilde, glob_subject, subject, with_tree};
use crate::effects::urls::url_subject;
use crate::model::{
    Case, Effect, Host, HostSubject, Operation, Origin, PathSubject, PathThing, Subject, Walk,
};
use crate::policy::typed::{ArgDecl, Dialect};

fn origin(arg: &ArgDecl) -> Origin {
    Origin { arg: Some(arg.name.to_string()), span: None }
}

/// A command for a shell, or a list of them.
pub(super) fn shell(
    value: Option<&Value>,
    arg: &ArgDecl,
    dialect: Dialect,
    operations: &[Operation],
    reading: &Reading<'_>,
) -> Vec<Effect> {
    let texts: Option<Vec<&str>> = match value {
        Some(Value::String(text)) => Some(vec![text]),
        Some(Value::Array(items)) => items.iter().map(Value::as_str).collect(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => None,
    };
    let Some(texts) = texts else {
        return vec![not_understood(arg, format!("`{}` is missing, or is no text", arg.name))];
    };
    let mut effects: Vec<Effect> = Vec::new();
    for text in texts {
        let base = effects.len();
        let context = reading.context(dialect);
        for mut effect in reading.shell.command(text, &arg.name, &context) {
            effect.follows.iter_mut().for_each(|at| *at += base);
            effects.push(effect);
        }
    }
    beside_exec(&mut effects, arg, operations);
    effects
}

/// Words of a command, without a shell.
pub(super) fn argv(
    value: Option<&Value>,
    arg: &ArgDecl,
    operations: &[Operation],
    reading: &Reading<'_>,
) -> Vec<Effect> {
    let words: Option<Vec<String>> = match value {
        Some(Value::Array(items)) => items.iter().map(|item| item.as_str().map(str::to_owned)).collect(),
        Some(Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_))
        | None => None,
    };
    let Some(words) = words else {
        return vec![not_understood(arg, format!("`{}` is missing, or is no list of texts", arg.name))];
    };
    if words.is_empty() {
        return Vec::new();
    }
    let mut effects = reading.shell.argv(&words, &arg.name, &reading.context(Dialect::Bash));
    beside_exec(&mut effects, arg, operations);
    effects
}

/// Operations beside `exec` that a declaration gives to a command's argument are effects of the call.
fn beside_exec(effects: &mut Vec<Effect>, arg: &ArgDecl, operations: &[Operation]) {
    if effects.is_empty() {
        return;
    }
    for operation in
        operations.iter().filter(|operation| !operation.is("exec") && operation.as_str() != "call")
    {
        effects.push(Effect { origin: origin(arg), ..plain(operation.clone(), Subject::Call) });
    }
}

fn not_understood(arg: &ArgDecl, reason: String) -> Effect {
    Effect {
        origin: origin(arg),
        ..plain(Operation::new("exec.code"), Subject::Unknown { programs: Vec::new(), reason })
    }
}

fn anywhere(shown: &str) -> PathSubject {
    let things = vec![PathThing::Somewhere { within: "/".to_owned() }];
    PathSubject { shown: shown.to_owned(), things, case: Case::Unknown }
}

/// A path; with everything below it for a directory that is gone through.
pub(super) fn path(text: Option<&str>, tree: bool, reading: &Reading<'_>) -> Subject {
    let Some(text) = text else { return Subject::Path(anywhere("(unknown)")) };
    let read = PathReading {
        text,
        cwd: reading.cwd(),
        home: reading.call.home.as_deref(),
        tilde: Tilde::Maybe,
        follow_last: true,
    };
    let found = subject(&read, reading.files, reading.budget);
    // The hosts' search tools go into hidden directories and leave out what git ignores.
    let walk = || Walk { respects_ignore: true, ..Walk::all() };
    Subject::Path(if tree { with_tree(found, walk(), reading.files, reading.budget) } else { found })
}

/// A path pattern.
pub(super) fn glob(text: Option<&str>, reading: &Reading<'_>) -> Subject {
    let Some(text) = text else { return Subject::Path(anywhere("(unknown)")) };
    Subject::Path(glob_subject(
        text,
        reading.cwd(),
        reading.call.home.as_deref(),
        true,
        reading.files,
        reading.budget,
    ))
}

/// A URL.
pub(super) fn url(text: Option<&str>) -> Subject {
    Subject::Host(match text {
        Some(text) => url_subject(text, None),
        None => HostSubject { url: None, host: Host::Unknown, scheme: None, port: None },
    })
}

/// A patch: what it does to each file.
pub(super) fn patch(
    value: Option<&Value>,
    arg: &ArgDecl,
    operations: &[Operation],
    reading: &Reading<'_>,
) -> Vec<Effect> {
    let Some(text) = value.and_then(Value::as_str) else {
        return vec![Effect {
            origin: origin(arg),
            ..plain(Operation::new("write"), Subject::Path(anywhere("(unknown)")))
        }];
    };
    let mut effects = Vec::new();
    for change in patches::changes(text) {
        let subject = match &change.path {
            Some(path) => self::path(Some(path), false, reading),
            None => Subject::Path(anywhere("(a part of the patch that was not understood)")),
        };
        let origin = Origin { arg: Some(arg.name.to_string()), span: change.span.clone() };
        effects.push(Effect { origin, ..plain(Operation::new(change.operation), subject) });
    }
    // What the declaration says of the tool beside writing is an effect too.
    for operation in operations.iter().filter(|one| !one.is("write") && one.as_str() != "call") {
        effects.push(Effect { origin: origin(arg), ..plain(operation.clone(), Subject::Call) });
    }
    effects
}
