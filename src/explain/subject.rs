//! What effects are about, as text. None of it is made safe to print: see `model::Untrusted`.

use crate::model::{
    Command, Effect, Host, HostSubject, Operation, PathForm, PathSubject, PathThing, Subject, Word, WordText,
};

/// Stands for what is not known.
pub const UNKNOWN: &str = "…";

/// What an effect does, on one line: `read .env`.
pub fn doing(effect: &Effect) -> String {
    match of(effect) {
        Some(subject) if Operation::is(&effect.operation, "exec") => {
            format!("{} `{subject}`", effect.operation)
        }
        Some(subject) => format!("{} {subject}", effect.operation),
        None => effect.operation.to_string(),
    }
}

/// What an effect is about: a command's words, a path, a host; none for the call itself.
pub fn of(effect: &Effect) -> Option<String> {
    match &effect.subject {
        Subject::Command(command) => Some(words(command).join(" ")),
        Subject::Script(command, path) => {
            let words = words(command).join(" ");
            Some(if words.is_empty() { path.shown.clone() } else { words })
        }
        Subject::Path(path) => Some(path.shown.clone()),
        Subject::Host(subject) => Some(host(subject)),
        Subject::Call => None,
        Subject::Unknown { .. } => Some(UNKNOWN.to_owned()),
    }
}

/// The words of a command, assignments before it included.
pub fn words(command: &Command) -> Vec<String> {
    let assignments = command.assignments.iter().map(|(name, value)| format!("{name}={}", word(value)));
    assignments.chain(command.words.iter().map(word)).collect()
}

/// A word: what is not known of it as `…`.
pub fn word(word: &Word) -> String {
    match &word.text {
        WordText::Known(text) | WordText::Glob(text) => text.clone(),
        WordText::OneOf(texts) => {
            const SHOWN: usize = 4;
            let mut shown: Vec<&str> = texts.iter().take(SHOWN).map(String::as_str).collect();
            if texts.len() > SHOWN {
                shown.push(UNKNOWN);
            }
            format!("({})", shown.join("|"))
        }
        WordText::Unknown { prefix, suffix } => format!("{prefix}{UNKNOWN}{suffix}"),
    }
}

/// A host, in its one spelling.
pub fn host(subject: &HostSubject) -> String {
    match &subject.host {
        Host::Name(name) => name.clone(),
        Host::Address(address) => address.to_string(),
        Host::Unknown => UNKNOWN.to_owned(),
    }
}

/// All that an effect touches, a line each.
pub fn things(effect: &Effect) -> Vec<String> {
    match &effect.subject {
        Subject::Path(path) | Subject::Script(_, path) => path_things(path),
        Subject::Host(subject) => {
            let scheme = subject.scheme.as_deref().map(|scheme| format!("{scheme}://")).unwrap_or_default();
            let port = subject.port.map(|port| format!(":{port}")).unwrap_or_default();
            vec![format!("{scheme}{}{port}", host(subject))]
        }
        Subject::Command(_) | Subject::Call | Subject::Unknown { .. } => Vec::new(),
    }
}

fn path_things(path: &PathSubject) -> Vec<String> {
    path.things
        .iter()
        .map(|thing| match thing {
            PathThing::At { path, form: PathForm::Written | PathForm::Link } => path.clone(),
            PathThing::At { path, form: PathForm::Real } => format!("{path} (links followed)"),
            PathThing::At { path, form: PathForm::Home } => {
                format!("{path} (`~` taken for the home directory)")
            }
            PathThing::Below { dir, .. } => format!("everything below {dir}"),
            PathThing::Matching { glob, .. } => format!("everything like {glob}"),
            PathThing::Somewhere { within } if within == "/" => "a path that is not known".to_owned(),
            PathThing::Somewhere { within } => format!("a path below {within} that is not known"),
        })
        .collect()
}

/// What is not known of an effect.
pub fn unknown(effect: &Effect) -> Option<String> {
    match &effect.subject {
        Subject::Unknown { reason, .. } => Some(reason.clone()),
        Subject::Command(_) | Subject::Script(..) | Subject::Path(_) | Subject::Host(_) | Subject::Call => {
            None
        }
    }
}
