//! `never-holds`: a condition that no effect can satisfy.
//!
//! An effect is of one kind (a command, the file of a script, a path, a host, the call itself) and has one operation out
//! of those that its kind can have. In each of these worlds a predicate on what is not there never holds, and its
//! negation is never more than unknown; all other predicates may turn out either way. A condition that holds in no world
//! is a mistake. Nothing else is said to be one: whether two texts or two globs can agree is `lint`'s affair.

use std::collections::BTreeSet;

use crate::model::{Operation, Span};
use crate::policy::mistakes::NeverHolds;
use crate::policy::resolve::conditions::{each_literal, negate};
use crate::policy::resolve::declarations::Vocabulary;
use crate::policy::sink::Sink;
use crate::policy::typed::{
    ArgType, Condition, Kind, Literal, Part, PathTest, Predicate, Role, TextSubject, TextTest,
};

/// What an effect is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum About {
    Command,
    /// A file that is run: the only kind with a command and a path.
    Script,
    Path,
    Host,
    Call,
}

/// The operations that effects of each kind can have in a set.
#[derive(Debug)]
pub(super) struct Worlds {
    kinds: [(About, Vec<Operation>); 4],
    /// An operation that no policy mentions.
    other: Operation,
    /// A declaration may be missing: which operations there are is not known.
    open: bool,
}

/// More operations than these are not gone through: then nothing is reported.
const OPERATIONS: usize = 256;
/// Parts of an `and` that are held against each other to find the two that contradict.
const PAIRS: usize = 12;

impl Worlds {
    /// What the tools of a set make possible.
    pub(super) fn new(vocabulary: &Vocabulary) -> Worlds {
        let built_in = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let mut commands = built_in(&[
            "exec",
            "exec.plain",
            "exec.code",
            "exec.code.fetched",
            "exec.code.recursive",
            "call",
        ]);
        let mut scripts = built_in(&["exec.script"]);
        let mut paths = built_in(&["read", "write", "write.delete", "call"]);
        let mut hosts = built_in(&["network", "network.send", "call"]);
        for tool in &vocabulary.tools {
            for arg in &tool.args {
                let operations = if arg.operations.is_empty() { &tool.operations } else { &arg.operations };
                let names = operations.iter().map(|name| name.as_str().to_owned());
                match arg.ty {
                    ArgType::Shell(_) | ArgType::Argv => {
                        let names: Vec<String> = names.collect();
                        commands.extend(names.iter().cloned());
                        scripts.extend(names);
                    }
                    ArgType::Path | ArgType::Tree | ArgType::Glob | ArgType::Patch => paths.extend(names),
                    ArgType::Url => hosts.extend(names),
                    ArgType::Text | ArgType::Json => {}
                }
            }
        }
        let kinds = [
            (About::Command, commands),
            (About::Path, paths),
            (About::Host, hosts),
            (About::Script, scripts),
        ];
        Worlds {
            kinds: kinds
                .map(|(about, names)| (about, names.iter().map(|name| Operation::new(name)).collect())),
            other: Operation::new("other than all that is mentioned"),
            open: vocabulary.tools_incomplete,
        }
    }

    /// Whether some effect can satisfy a condition.
    pub(super) fn satisfiable(&self, condition: &Condition) -> bool {
        self.any_world(condition, &|_| true)
    }

    /// Whether some host can satisfy a condition.
    pub(super) fn by_host(&self, condition: &Condition) -> bool {
        self.any_world(condition, &|about| about == About::Host)
    }

    fn any_world(&self, condition: &Condition, wanted: &dyn Fn(About) -> bool) -> bool {
        let mut mentioned: Vec<&Operation> = Vec::new();
        let mut script = false;
        each_literal(condition, &mut |literal| {
            if let Predicate::Operation(names) = &*literal.predicate {
                mentioned.extend(names);
                let exec_script = Operation::new("exec.script");
                script |= !literal.negated && names.iter().any(|name| exec_script.is(name.as_str()));
            }
        });
        if mentioned.len() > OPERATIONS || self.kinds.iter().any(|(_, names)| names.len() > OPERATIONS) {
            return true;
        }
        for (about, names) in &self.kinds {
            if !wanted(*about) {
                continue;
            }
            // Without a mention of operations, one is like the other.
            let names = if mentioned.is_empty() { names.get(..1).unwrap_or(names) } else { names };
            if names.iter().any(|operation| self.world(*about, operation, script).holds(condition)) {
                return true;
            }
        }
        // A caller can mark a call with any category; what is not mentioned is like one that nobody thought of.
        wanted(About::Call)
            && mentioned
                .into_iter()
                .chain([&self.other])
                .any(|operation| self.world(About::Call, operation, script).holds(condition))
    }

    fn world<'w>(&self, about: About, operation: &'w Operation, script: bool) -> World<'w> {
        World { about, operation, script, open: self.open }
    }

    /// Reports a rule whose condition, or a part of it, never holds.
    pub(super) fn check(&self, parts: &[Part], at: Span, sink: &mut Sink) {
        for part in parts {
            // As it was written: an exception that never applies is a mistake too.
            let found = match part.role {
                Role::Match => self.part(&part.condition, part.span, sink),
                Role::Unless | Role::Except => self.part(&negate(part.condition.clone()), part.span, sink),
            };
            if found {
                return;
            }
        }
        if parts.len() > 1 {
            let whole = Condition::And(parts.iter().map(|part| part.condition.clone()).collect());
            if !self.satisfiable(&whole) {
                self.report(&whole, at, true, sink);
            }
        }
    }

    /// Reports a condition that never holds, or an alternative in it that never does.
    pub(super) fn part(&self, condition: &Condition, at: Span, sink: &mut Sink) -> bool {
        if !self.satisfiable(condition) {
            self.report(condition, at, true, sink);
            return true;
        }
        match condition {
            Condition::Or(all) => all.iter().fold(false, |found, one| match one {
                // A lone predicate always holds somewhere.
                Condition::Is(_) | Condition::Always => found,
                Condition::Never | Condition::And(_) | Condition::Or(_) => {
                    let place = place(one).unwrap_or(at);
                    if self.satisfiable(one) {
                        self.part(one, place, sink) || found
                    } else {
                        self.report(one, place, false, sink);
                        true
                    }
                }
            }),
            Condition::And(all) => all.iter().fold(false, |found, one| match one {
                Condition::Or(_) => self.part(one, place(one).unwrap_or(at), sink) || found,
                _ => found,
            }),
            Condition::Always | Condition::Never | Condition::Is(_) => false,
        }
    }

    /// Finds the two predicates that contradict each other, if it is two.
    fn report(&self, condition: &Condition, at: Span, whole: bool, sink: &mut Sink) {
        let mut conjuncts: Vec<&Literal> = Vec::new();
        conjuncts_of(condition, &mut conjuncts);
        conjuncts.truncate(PAIRS);
        for (number, second) in conjuncts.iter().enumerate() {
            for first in conjuncts.iter().take(number) {
                let both =
                    Condition::And(vec![Condition::Is((*first).clone()), Condition::Is((*second).clone())]);
                if self.satisfiable(&both) {
                    continue;
                }
                sink.add(&NeverHolds {
                    at: second.span,
                    whole,
                    first: describe(first),
                    second: describe(second),
                    other: Some(first.span),
                    hint: Some(hint(first, second)),
                });
                return;
            }
        }
        let (first, hint) = match condition {
            Condition::Never => {
                ("not any".to_owned(), "leave it out, or write the condition that is meant".to_owned())
            }
            _ => (
                "this condition".to_owned(),
                "an effect is a command, a path, a host or the call itself: write a rule for each".to_owned(),
            ),
        };
        sink.add(&NeverHolds { at, whole, first, second: String::new(), other: None, hint: Some(hint) });
    }
}

/// An effect of one kind with one operation.
struct World<'w> {
    about: About,
    operation: &'w Operation,
    /// The condition names `exec.script` (or what it is a kind of): only then is a script's command looked at together
    /// with its path.
    script: bool,
    open: bool,
}

impl World<'_> {
    /// Whether the condition can hold here.
    fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Always => true,
            Condition::Never => false,
            Condition::And(all) => all.iter().all(|one| self.holds(one)),
            Condition::Or(all) => all.iter().any(|one| self.holds(one)),
            Condition::Is(literal) => self.can_be(literal),
        }
    }

    fn can_be(&self, literal: &Literal) -> bool {
        match &*literal.predicate {
            Predicate::Operation(_) if self.open => true,
            Predicate::Operation(names) => {
                names.iter().any(|name| self.operation.is(name.as_str())) != literal.negated
            }
            // `exists` is exact. A command can have come through none, and a host can have no known port.
            Predicate::Has(Kind::Via | Kind::Port) if literal.negated => true,
            Predicate::Has(kind) => self.has(*kind) != literal.negated,
            Predicate::Command(_) => self.has(Kind::Command),
            Predicate::Via(_) => self.has(Kind::Via),
            Predicate::Path(_) => self.has(Kind::Path),
            Predicate::Host(_) => self.has(Kind::Host),
            Predicate::Marked(_) => true,
            Predicate::Text(subject, test) => {
                *test == TextTest::Exists && literal.negated || self.has_text(subject)
            }
        }
    }

    fn has_text(&self, subject: &TextSubject) -> bool {
        match subject {
            TextSubject::ToolName
            | TextSubject::Server
            | TextSubject::Mode
            | TextSubject::Session
            | TextSubject::Agent
            | TextSubject::Context(_)
            | TextSubject::Arg(_) => true,
            TextSubject::Program | TextSubject::Args | TextSubject::Env(_) => self.has(Kind::Command),
            TextSubject::ViaProgram => self.has(Kind::Via),
            TextSubject::PathName | TextSubject::PathExtension | TextSubject::PathDepth => {
                self.has(Kind::Path)
            }
            TextSubject::Scheme | TextSubject::Port => self.has(Kind::Host),
        }
    }

    fn has(&self, kind: Kind) -> bool {
        match (kind, self.about) {
            (Kind::Command, About::Command) | (Kind::Path, About::Path) => true,
            (Kind::Command, About::Script) => self.script,
            (Kind::Path, About::Script) => true,
            (Kind::Host | Kind::Port, About::Host) => true,
            (Kind::Via, About::Command | About::Script | About::Path | About::Host) => true,
            (Kind::Command, About::Path | About::Host | About::Call)
            | (Kind::Path, About::Command | About::Host | About::Call)
            | (Kind::Host | Kind::Port, About::Command | About::Script | About::Path | About::Call)
            | (Kind::Via, About::Call) => false,
        }
    }
}

fn conjuncts_of<'c>(condition: &'c Condition, out: &mut Vec<&'c Literal>) {
    match condition {
        Condition::And(all) => all.iter().for_each(|one| conjuncts_of(one, out)),
        Condition::Is(literal) => out.push(literal),
        Condition::Always | Condition::Never | Condition::Or(_) => {}
    }
}

/// The place of a condition: from its first predicate to its last, where they stand in one file.
fn place(condition: &Condition) -> Option<Span> {
    let mut all: Option<Span> = None;
    each_literal(condition, &mut |literal| {
        all = Some(all.map_or(literal.span, |span| {
            if span.source == literal.span.source { span.to(literal.span) } else { span }
        }));
    });
    all
}

/// The subject of a predicate, for people.
fn subject(literal: &Literal) -> &'static str {
    match &*literal.predicate {
        Predicate::Operation(_) => "operation",
        Predicate::Command(_) | Predicate::Has(Kind::Command) => "command",
        Predicate::Via(_) | Predicate::Has(Kind::Via) => "via",
        Predicate::Path(_) | Predicate::Has(Kind::Path) => "path",
        Predicate::Host(_) | Predicate::Has(Kind::Host) => "host",
        Predicate::Has(Kind::Port) => "port",
        Predicate::Marked(_) => "marked",
        Predicate::Text(subject, _) => match subject {
            TextSubject::ToolName => "tool_name",
            TextSubject::Server => "server",
            TextSubject::Mode => "mode",
            TextSubject::Session => "session",
            TextSubject::Agent => "agent",
            TextSubject::Scheme => "scheme",
            TextSubject::Context(_) => "context",
            TextSubject::Arg(_) => "tool_arg",
            TextSubject::Program => "command.program",
            TextSubject::Args => "command.args[*]",
            TextSubject::Env(_) => "command.env",
            TextSubject::ViaProgram => "via.program",
            TextSubject::PathName => "path.name",
            TextSubject::PathExtension => "path.extension",
            TextSubject::PathDepth => "path.depth",
            TextSubject::Port => "port",
        },
    }
}

/// A predicate in a few words.
fn describe(literal: &Literal) -> String {
    let not = if literal.negated { "not " } else { "" };
    match &*literal.predicate {
        Predicate::Operation(names) => {
            let names: Vec<&str> = names.iter().take(3).map(Operation::as_str).collect();
            match names.as_slice() {
                [name] => format!("operation is {not}{name}"),
                names => format!("operation is {not}[{}]", names.join(", ")),
            }
        }
        Predicate::Command(_) | Predicate::Via(_) => format!("{} {not}runs …", subject(literal)),
        Predicate::Path(PathTest::Within(_)) => format!("path {not}within …"),
        Predicate::Path(PathTest::Like(_)) => format!("path {not}like …"),
        Predicate::Has(_) => format!("{} {not}exists", subject(literal)),
        _ => format!("{not}{} …", subject(literal)),
    }
}

/// What to write in place of two predicates that contradict each other.
fn hint(first: &Literal, second: &Literal) -> String {
    let kind = |literal: &Literal| match subject(literal).split('.').next().unwrap_or("") {
        "port" | "scheme" => "host",
        other => match other {
            "command" => "command",
            "path" => "path",
            "host" => "host",
            "operation" => "operation",
            _ => "",
        },
    };
    if first.negated && kind(first) != "operation" || second.negated && kind(second) != "operation" {
        return "what is not there is unknown, also when it is negated: write a rule for each kind of effect"
            .into();
    }
    match (kind(first), kind(second)) {
        ("command", "path") | ("path", "command") => {
            "an effect is a command or a path: `via runs` looks at the command that a path effect came through; for the \
             file of a script add `operation is exec.script`"
                .into()
        }
        ("command", "host") | ("host", "command") => {
            "an effect is a command or a host: `via runs` looks at the command that a host effect came through".into()
        }
        ("path", "host") | ("host", "path") => "an effect is a path or a host: write two rules".into(),
        ("operation", "operation") => "an effect has one operation: write `operation is [a, b]` for any of them".into(),
        ("operation", other) | (other, "operation") if !other.is_empty() => {
            format!("effects with this operation have no `{other}`: leave one of the two out")
        }
        _ => "leave one of the two out".into(),
    }
}
