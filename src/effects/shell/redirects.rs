//! Redirections.

use crate::effects::shell::syntax::{Descriptor, Parsed, Redirect, RedirectOperator, Target};
use crate::effects::shell::walker::Walker;
use crate::matchers::host::canonical;
use crate::model::{Host, HostSubject, Operation, Subject, Word, WordText};

/// What a command reads from its standard input.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Input {
    /// What the shell itself reads.
    Inherited,
    /// This text.
    Text(String),
    /// What the command before it prints.
    Pipe {
        /// It comes from the network.
        fetched: bool,
        /// It is paths below these directories, as a glob.
        below: Option<String>,
    },
    /// A file, or a text that is not known.
    Unknown,
}

impl Walker<'_> {
    /// The effects of redirections, and standard input, if it is redirected.
    pub(super) fn redirects(&mut self, redirects: &[Redirect], parsed: &Parsed) -> Option<Input> {
        let mut input = None;
        for redirect in redirects {
            if let Some(new) = self.redirect(redirect, parsed) {
                input = Some(new);
            }
        }
        input
    }

    fn redirect(&mut self, redirect: &Redirect, parsed: &Parsed) -> Option<Input> {
        if let Descriptor::Variable(name) = &redirect.descriptor {
            self.state.forget(name);
        }
        let (read, write) = match redirect.operator {
            RedirectOperator::Read => (true, false),
            RedirectOperator::ReadWrite => (true, true),
            RedirectOperator::Write
            | RedirectOperator::Append
            | RedirectOperator::Clobber
            | RedirectOperator::WriteBoth
            | RedirectOperator::AppendBoth => (false, true),
            RedirectOperator::HereDocument => return Some(self.here_document(redirect, parsed)),
            RedirectOperator::HereString => {
                let Target::Word(word) = &redirect.target else { return Some(Input::Unknown) };
                let value = self.value(word, parsed);
                return Some(
                    value.as_known().map_or(Input::Unknown, |text| Input::Text(format!("{text}\n"))),
                );
            }
            RedirectOperator::DuplicateInput => (true, false),
            RedirectOperator::DuplicateOutput => (false, true),
        };
        let Target::Word(word) = &redirect.target else { return None };
        let duplicate =
            matches!(redirect.operator, RedirectOperator::DuplicateInput | RedirectOperator::DuplicateOutput);
        let words = self.word(word, parsed);
        let place = self.at(redirect.span);
        for word in words {
            if duplicate && is_descriptor(&word) {
                continue;
            }
            self.target(&word, read, write, place.clone());
        }
        (read && !duplicate).then_some(Input::Unknown)
    }

    fn here_document(&mut self, redirect: &Redirect, parsed: &Parsed) -> Input {
        let Target::HereDocument(id) = &redirect.target else { return Input::Unknown };
        let Some(document) = parsed.here_document(*id) else { return Input::Unknown };
        let body = self.body(&document.body, parsed);
        match body.text {
            WordText::Known(text) => Input::Text(text),
            WordText::OneOf(_) | WordText::Glob(_) | WordText::Unknown { .. } => Input::Unknown,
        }
    }

    fn target(&mut self, word: &Word, read: bool, write: bool, place: std::ops::Range<usize>) {
        if let Some(text) = word.as_known() {
            if is_nothing(text) {
                return;
            }
            if let Some(host) = device(text) {
                let operation = if write { "network.send" } else { "network" };
                let mut effect = self.effect(Operation::new(operation), Subject::Host(host));
                effect.origin.span = Some(place);
                self.add(effect);
                return;
            }
        }
        let operations = [("read", read), ("write", write)].into_iter().filter(|(_, does)| *does);
        for (operation, _) in operations {
            self.path_effects(Operation::new(operation), word, None, true, &[], place.clone());
        }
        self.wrote |= write;
    }
}

fn is_descriptor(word: &Word) -> bool {
    word.as_known().is_some_and(|text| text.trim_end_matches('-').bytes().all(|byte| byte.is_ascii_digit()))
}

/// Files that nothing is kept in.
pub(super) fn is_nothing(path: &str) -> bool {
    matches!(
        path,
        "/dev/null" | "/dev/stdin" | "/dev/stdout" | "/dev/stderr" | "/dev/tty" | "/dev/zero" | "/dev/full"
    ) || path.strip_prefix("/dev/fd/").is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `/dev/tcp/HOST/PORT` and `/dev/udp/HOST/PORT`, which bash takes for connections.
fn device(path: &str) -> Option<HostSubject> {
    let rest = path.strip_prefix("/dev/tcp/").or_else(|| path.strip_prefix("/dev/udp/"))?;
    let (host, port) = rest.split_once('/')?;
    Some(HostSubject {
        url: None,
        host: canonical(host).unwrap_or(Host::Unknown),
        scheme: Some(path.split('/').nth(2).unwrap_or("tcp").to_owned()),
        port: port.parse().ok(),
    })
}
