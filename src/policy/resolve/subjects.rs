//! What a predicate looks at.

use crate::policy::mistakes::{SubjectShape, UnknownContext, UnknownSubject};
use crate::policy::resolve::names::{Lookup, Scope};
use crate::policy::resolve::{Poison, Resolved};
use crate::policy::typed::{ArgPath, Step, TextSubject};
use crate::syntax::ast::{Segment, Subject};

/// Every word that a subject can begin with.
pub(in crate::policy) const SUBJECTS: &[&str] = &[
    "tool_name",
    "tool_arg",
    "server",
    "mode",
    "session",
    "agent",
    "context",
    "operation",
    "command",
    "via",
    "path",
    "host",
    "port",
    "scheme",
];

/// A subject of the language.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Looked {
    /// Text, a number or a truth value.
    Text(TextSubject),
    /// `operation`
    Operation,
    /// `command`
    Command,
    /// `via`
    Via,
    /// `path`
    Path,
    /// `host`
    Host,
}

/// A subject as written, for messages.
pub(super) fn written(subject: &Subject) -> String {
    let mut out = String::new();
    for (number, segment) in subject.segments.iter().enumerate() {
        match segment {
            Segment::Name(name) if number == 0 => out.push_str(&name.node),
            Segment::Name(name) => {
                out.push('.');
                out.push_str(&name.node);
            }
            Segment::Key(key) => out.push_str(&format!("[\"{}\"]", key.node.escape_debug())),
            Segment::Index(index) => out.push_str(&format!("[{}]", index.node)),
            Segment::Star(_) => out.push_str("[*]"),
        }
    }
    out
}

/// `tool_arg.NAME…`; none if the subject is another one or lacks the name.
pub(super) fn argument(subject: &Subject) -> Option<ArgPath> {
    let (first, rest) = subject.segments.split_first()?;
    let (name, steps) = rest.split_first()?;
    if !matches!(first, Segment::Name(first) if first.node == "tool_arg") {
        return None;
    }
    let steps = steps.iter().map(|segment| match segment {
        Segment::Name(name) => Step::Key(name.node.as_str().into()),
        Segment::Key(key) => Step::Key(key.node.as_str().into()),
        Segment::Index(index) => Step::Index(index.node),
        Segment::Star(_) => Step::Star,
    });
    Some(ArgPath { name: key(name)?.into(), steps: steps.collect() })
}

/// `.name` or `["name"]`.
fn key(segment: &Segment) -> Option<&str> {
    match segment {
        Segment::Name(name) => Some(&name.node),
        Segment::Key(key) => Some(&key.node),
        Segment::Index(_) | Segment::Star(_) => None,
    }
}

impl<'a> Scope<'a> {
    /// The subject that a predicate looks at.
    pub(super) fn subject(&mut self, file: usize, subject: &Subject) -> Resolved<Looked> {
        let Some((Segment::Name(first), rest)) = subject.segments.split_first() else { return Err(Poison) };
        let text = |subject: TextSubject| Ok(Looked::Text(subject));
        let name_of = |segment: &Segment| match segment {
            Segment::Name(name) => Some(name.node.clone()),
            Segment::Key(_) | Segment::Index(_) | Segment::Star(_) => None,
        };
        let second = rest.first().and_then(name_of);
        let expected = match (first.node.as_str(), second.as_deref(), rest) {
            ("tool_name", _, []) => return text(TextSubject::ToolName),
            ("server", _, []) => return text(TextSubject::Server),
            ("mode", _, []) => return text(TextSubject::Mode),
            ("session", _, []) => return text(TextSubject::Session),
            ("agent", _, []) => return text(TextSubject::Agent),
            ("scheme", _, []) => return text(TextSubject::Scheme),
            ("port", _, []) => return text(TextSubject::Port),
            ("operation", _, []) => return Ok(Looked::Operation),
            ("command", _, []) => return Ok(Looked::Command),
            ("via", _, []) => return Ok(Looked::Via),
            ("path", _, []) => return Ok(Looked::Path),
            ("host", _, []) => return Ok(Looked::Host),
            ("path", Some("name"), [_]) => return text(TextSubject::PathName),
            ("path", Some("extension"), [_]) => return text(TextSubject::PathExtension),
            ("path", Some("depth"), [_]) => return text(TextSubject::PathDepth),
            ("command", Some("program"), [_]) => return text(TextSubject::Program),
            ("via", Some("program"), [_]) => return text(TextSubject::ViaProgram),
            ("command", Some("args"), [_, Segment::Star(_)]) => return text(TextSubject::Args),
            ("command", Some("env"), [_, variable]) if key(variable).is_some() => {
                return text(TextSubject::Env(key(variable).unwrap_or("").into()));
            }
            ("context", _, [fact]) if key(fact).is_some() => return self.fact(subject, fact),
            ("tool_arg", _, [_, ..]) if argument(subject).is_some() => {
                return argument(subject).map(|path| Looked::Text(TextSubject::Arg(path))).ok_or(Poison);
            }
            ("tool_arg", ..) => "`tool_arg.NAME`",
            ("context", ..) => "`context.NAME`",
            ("command", Some("args"), _) => "`command.args[*]`: any of the words",
            ("command", Some("env"), _) => "`command.env.NAME`",
            ("command", ..) => "`command`, `command.program`, `command.args[*]` or `command.env.NAME`",
            ("via", ..) => "`via` or `via.program`",
            ("path", ..) => "`path`, `path.name`, `path.extension` or `path.depth`",
            ("operation", ..) => "`operation is NAME`",
            ("host", ..) => "`host`; `scheme` and `port` are subjects of their own",
            (word, ..) if SUBJECTS.contains(&word) => "it alone",
            _ => return self.unknown_subject(file, subject),
        };
        self.sink.add(&SubjectShape { at: subject.span, subject: written(subject), expected });
        Err(Poison)
    }

    fn fact(&mut self, subject: &Subject, fact: &Segment) -> Resolved<Looked> {
        let name = key(fact).unwrap_or("");
        if !self.vocabulary.contexts.contains_key(name) {
            if !self.vocabulary.facts_incomplete {
                let known = self.vocabulary.contexts.keys().map(|known| &**known);
                let nearest = self.sink.nearest.find(name, known);
                self.sink.add(&UnknownContext {
                    at: subject.span,
                    name: name.to_owned(),
                    nearest,
                    subject: true,
                });
            }
            return Err(Poison);
        }
        Ok(Looked::Text(TextSubject::Context(name.into())))
    }

    fn unknown_subject(&mut self, file: usize, subject: &Subject) -> Resolved<Looked> {
        let Some(Segment::Name(first)) = subject.segments.first() else { return Err(Poison) };
        let is_let = !matches!(self.lookup(file, first), Lookup::Nothing);
        let near = |word: &str| match word {
            "file" | "dir" | "directory" | "filename" => Some("path"),
            "tool" => Some("tool_name"),
            "arg" | "args" | "argument" | "tool_args" | "input" => Some("tool_arg"),
            "url" | "domain" | "hostname" => Some("host"),
            "cmd" | "program" | "shell" => Some("command"),
            "op" => Some("operation"),
            _ => None,
        };
        let nearest = near(&first.node)
            .map(str::to_owned)
            .or_else(|| self.sink.nearest.find(&first.node, SUBJECTS.iter().copied()));
        self.sink.add(&UnknownSubject { at: first.span, name: first.node.clone(), nearest, is_let });
        Err(Poison)
    }
}
