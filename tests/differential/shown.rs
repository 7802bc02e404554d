//! Cases in a few lines, for whoever looks at a failure.

use std::fmt::Write;

use toolgate::model::{Command, Effect, PathThing, Program, Subject, Walk, Word, WordText};

use crate::reference::make::calls::Decided;

pub fn case(case: &Decided) -> String {
    let call = serde_json::to_string(&case.call).expect("a call");
    let mut text = format!("call {call}\nfiles {:?}", case.files.case);
    for (path, entry) in &case.files.entries {
        let _ = write!(text, " {path}={entry:?}");
    }
    if !case.files.broken.is_empty() {
        let _ = write!(text, " broken {:?}", case.files.broken);
    }
    for (at, one) in case.effects.iter().enumerate() {
        let _ = write!(text, "\neffect {at}: {}", effect(one));
    }
    text
}

fn effect(effect: &Effect) -> String {
    let mut text = format!("{} {}", effect.operation, subject(&effect.subject));
    for via in &effect.via {
        let _ = write!(text, " via {}", command(via));
    }
    if !effect.follows.is_empty() {
        let _ = write!(text, " follows {:?}", effect.follows);
    }
    format!("{text} {:?} {:?}", effect.certainty, effect.naming)
}

fn subject(subject: &Subject) -> String {
    let things = |things: &[PathThing]| things.iter().map(thing).collect::<Vec<_>>().join(" & ");
    match subject {
        Subject::Command(one) => command(one),
        Subject::Script(one, paths) => {
            format!("{} of {} {:?}", command(one), things(&paths.things), paths.case)
        }
        Subject::Path(paths) => format!("{} {:?}", things(&paths.things), paths.case),
        Subject::Host(host) => format!("{:?} {:?} {:?}", host.host, host.scheme, host.port),
        Subject::Call => "call".to_owned(),
        Subject::Unknown { programs, .. } => format!("not understood, programs {programs:?}"),
    }
}

fn thing(thing: &PathThing) -> String {
    match thing {
        PathThing::At { path, form } => format!("{path} ({form:?})"),
        PathThing::Below { dir, walk } if *walk == Walk::all() => format!("below {dir}"),
        PathThing::Below { dir, walk } => format!("below {dir} {walk:?}"),
        PathThing::Matching { glob, existing } => format!("matching {glob} existing={existing}"),
        PathThing::Somewhere { within } => format!("somewhere in {within}"),
    }
}

pub fn command(command: &Command) -> String {
    let mut text = String::from("[");
    for (name, value) in &command.assignments {
        let _ = write!(text, "{name}={} ", word(value));
    }
    let words: Vec<String> = command.words.iter().map(word).collect();
    text.push_str(&words.join(" "));
    if !matches!(command.program, Program::Named(_)) {
        let _ = write!(text, " ({:?})", command.program);
    }
    if command.profile.is_some() {
        text.push_str(" +profile");
    }
    text + "]"
}

fn word(word: &Word) -> String {
    let splits = if word.splits { "…" } else { "" };
    match &word.text {
        WordText::Known(text) => format!("`{text}`{splits}"),
        WordText::OneOf(all) => format!("{all:?}{splits}"),
        WordText::Glob(glob) => format!("glob({glob}){splits}"),
        WordText::Unknown { prefix, suffix } => format!("`{prefix}`?`{suffix}`{splits}"),
    }
}
