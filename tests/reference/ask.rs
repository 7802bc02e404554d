//! One predicate, or its negation, asked of one thing. Where the thing is a group (a tree, a glob) or a part of it is
//! not known, its members and the ways it can turn out are tried one by one.

use std::collections::BTreeMap;

use serde_json::Value;
use toolgate::model::{Case, Command, Files, HostSubject, PathThing, Program, Word, WordText};
use toolgate::syntax::ast::Operator;

use super::answer::{A, ALL, MAYBE, NONE, T, agreed, and, negation, not, of, one, or};
use super::commands::{self, Candidates};
use super::facts::{Facts, Val, step};
use super::policy::{Atom, Predicate, Step};
use super::{hosts, paths, texts};

/// One thing that an effect touches.
#[derive(Clone, Debug)]
pub struct Thing {
    pub operation: String,
    pub about: About,
    pub via: Vec<Command>,
    /// For each list that some predicate looks into, the element that is looked at.
    pub elements: BTreeMap<Vec<Step>, Val>,
    /// The word of the command that `command.args[*]` looks at; none if it has no words.
    pub word: Option<Word>,
}

#[derive(Clone, Debug)]
pub enum About {
    Call,
    /// Something that was not understood.
    Opaque,
    Command(Command),
    Script(Command, Place, Case),
    Path(Place, Case),
    Host(HostSubject),
    /// A host that the program is set up for and the call does not name: it is not there.
    Unnamed,
}

/// A path, or a group of them.
#[derive(Clone, Debug)]
pub enum Place {
    At(String),
    /// A path that leads to another place, which is a thing of its own.
    Link(String),
    Group(PathThing),
}

impl About {
    fn command(&self) -> Option<&Command> {
        match self {
            About::Command(command) | About::Script(command, ..) => Some(command),
            About::Call | About::Opaque | About::Path(..) | About::Host(_) | About::Unnamed => None,
        }
    }

    fn place(&self) -> Option<(&Place, Case)> {
        match self {
            About::Path(place, case) | About::Script(_, place, case) => Some((place, *case)),
            About::Call | About::Opaque | About::Command(_) | About::Host(_) | About::Unnamed => None,
        }
    }
}

/// A question about single paths.
struct PathTest<'a> {
    ask: &'a dyn Fn(&str, bool, Case) -> T,
    /// How names are compared.
    case: Case,
    /// What holds of all paths of some shape can be known without looking.
    by_shape: bool,
    /// What holds of a directory holds of all that could be in it.
    whole: bool,
}

/// What is asked with.
pub struct Asker<'a> {
    pub files: &'a dyn Files,
    /// Paths that groups are tried with: whatever the policy's literals could tell apart.
    pub paths: Vec<String>,
    pub candidates: Candidates,
}

/// What a subject names, in the words of the language.
pub fn subject(predicate: &Predicate) -> (&str, Option<&str>) {
    if predicate.marked {
        return ("marked", None);
    }
    let name = |at: usize| match predicate.subject.get(at) {
        Some(Step::Name(name)) => Some(name.as_str()),
        Some(Step::Index(_) | Step::Star) | None => None,
    };
    (name(0).expect("a name"), name(1))
}

impl Asker<'_> {
    /// The predicate's answer, or that of its negation.
    pub fn ask(&self, predicate: &Predicate, negated: bool, thing: &Thing, facts: &Facts) -> A {
        let text = |val: Val| one(self.value(predicate, negated, &val));
        let exact = |holds: bool| one(of(holds != negated));
        let exists = predicate.operator == Operator::Exists;
        match subject(predicate) {
            ("marked", _) => {
                let Some(Atom::Name(name)) = predicate.operand.first() else { panic!("no mark") };
                exact(facts.call.marks.contains(name))
            }
            ("operation", _) if matches!(thing.about, About::Opaque) => MAYBE,
            ("operation", _) => exact(predicate.operand.iter().any(|atom| match atom {
                Atom::Name(name) => is(&thing.operation, name),
                _ => panic!("no operation: {atom:?}"),
            })),
            ("tool_name", _) => text(Val::Is(facts.call.tool.as_str().into())),
            ("server", _) if exists => exact(facts.call.server.is_some()),
            ("server", _) => {
                text(facts.call.server.as_deref().map_or(Val::NotThere, |server| Val::Is(server.into())))
            }
            ("mode", _) if exists => exact(facts.call.mode.is_some()),
            ("mode", _) => text(facts.host_fact("mode")),
            ("session", _) if exists => exact(facts.call.session.is_some()),
            ("session", _) => text(facts.host_fact("session")),
            ("agent", _) if exists => exact(facts.call.agent.is_some()),
            ("agent", _) => text(facts.host_fact("agent")),
            ("context", Some(name)) if exists => exact(facts.sent_context(name).is_some()),
            ("context", Some(name)) => text(facts.context(name)),
            ("tool_arg", Some(name)) => {
                let value = argument(&predicate.subject[1..], thing, facts);
                let starred = predicate.subject.contains(&Step::Star);
                match value {
                    // Whether something was sent is exact, whatever it would be.
                    Val::Unknown if exists && !starred => exact(false),
                    Val::Is(_) if exists && !starred && !facts.has_arg(name) => exact(false),
                    value => text(value),
                }
            }
            ("command", None) => self.command(predicate, negated, thing),
            ("command", Some("program")) => match &thing.about {
                About::Opaque => MAYBE,
                about => text(about.command().map_or(Val::NotThere, program)),
            },
            ("command", Some("args")) => match (&thing.about, &thing.word) {
                (About::Opaque, _) => MAYBE,
                (about, None) if about.command().is_some() => text(Val::Empty),
                (_, None) => text(Val::NotThere),
                (_, Some(word)) => self.word(predicate, negated, word),
            },
            ("command", Some("env")) => {
                let Some(Step::Name(name)) = predicate.subject.get(2) else { panic!("no variable") };
                match &thing.about {
                    About::Opaque => MAYBE,
                    about => match about.command() {
                        None => text(Val::NotThere),
                        Some(command) => {
                            let set = command.assignments.iter().rev().find(|(known, _)| known == name);
                            match set {
                                None if exists => exact(false),
                                None => text(Val::NotThere),
                                Some(_) if exists => exact(true),
                                Some((_, word)) => self.word(predicate, negated, word),
                            }
                        }
                    },
                }
            }
            // What it came through is a list that may be empty: then nothing in it is anything.
            ("via", _) => match &thing.about {
                About::Opaque => MAYBE,
                About::Call if !exists => one(absent(negated)),
                _ if exists => exact(!thing.via.is_empty()),
                _ => {
                    let answers = thing.via.iter().map(|command| match predicate.operator {
                        Operator::Runs => self.runs(&predicate.operand, command),
                        _ => self.value(predicate, false, &program(command)),
                    });
                    one(flip(answers.fold(T::No, or), negated))
                }
            },
            ("path", part) => match (&thing.about, thing.about.place()) {
                (About::Opaque, _) => MAYBE,
                (_, None) if exists => exact(false),
                (_, None) => one(absent(negated)),
                (_, Some(_)) if exists && part.is_none() => exact(true),
                (_, Some((Place::Group(PathThing::Matching { glob, .. }), _))) if part == Some("depth") => {
                    let least = least_depth(glob);
                    let named = predicate.operand.iter().filter_map(|atom| match atom {
                        Atom::Number(number) => Some([number - 1.0, *number, number + 1.0]),
                        _ => None,
                    });
                    // As deep as it says, or deeper where it says `**`: every depth that could matter.
                    let tried = named.flatten().chain([least, least + 1.0, 1_000_000.0]);
                    let depths = tried.filter(|depth| *depth >= least);
                    one(agreed(depths.map(|depth| self.value(predicate, negated, &Val::Is(depth.into())))))
                }
                (_, Some((place, case))) => {
                    let ask =
                        |path: &str, negated, case| self.path(predicate, negated, part, path, case, facts);
                    let whole = |atom: &Atom| matches!(atom, Atom::Text(text, _) if text.ends_with("/**"));
                    let whole = predicate.operator == Operator::Within || predicate.operand.iter().any(whole);
                    self.place(place, negated, &PathTest { ask: &ask, case, by_shape: part.is_none(), whole })
                }
            },
            ("host" | "port" | "scheme", _) if exists => match &thing.about {
                About::Opaque => MAYBE,
                // A port or scheme that is not known may be there.
                About::Host(host) => match subject(predicate).0 {
                    "port" if host.port.is_none() => MAYBE,
                    "scheme" if host.scheme.is_none() => MAYBE,
                    _ => exact(true),
                },
                About::Unnamed => exact(subject(predicate).0 == "host"),
                About::Call | About::Command(_) | About::Script(..) | About::Path(..) => exact(false),
            },
            ("host", _) => self.host(negated, thing, |host| {
                hosts::spelled(&host.host).map(|name| of(on_host(predicate, &name)))
            }),
            ("port", _) => self.host(negated, thing, |host| {
                host.port.map(|port| texts::test(predicate.operator, &predicate.operand, &port.into()))
            }),
            ("scheme", _) => self.host(negated, thing, |host| {
                let scheme = host.scheme.as_deref()?;
                Some(texts::test(predicate.operator, &predicate.operand, &scheme.into()))
            }),
            other => panic!("no subject: {other:?}"),
        }
    }

    /// A test of a value, or its negation.
    fn value(&self, predicate: &Predicate, negated: bool, value: &Val) -> T {
        let exists = predicate.operator == Operator::Exists;
        let test = |value: &Value| {
            if exists { T::Yes } else { texts::test(predicate.operator, &predicate.operand, value) }
        };
        match value {
            Val::Is(value) => flip(test(value), negated),
            Val::OneOf(all) => flip(agreed(all.iter().map(test)), negated),
            Val::Called(value) => flip(if exists { T::Yes } else { and(test(value), T::Unknown) }, negated),
            Val::Unknown => T::Unknown,
            Val::NotThere if exists => of(negated),
            Val::NotThere => absent(negated),
            Val::Empty if exists => of(negated),
            Val::Empty => T::No,
        }
    }

    /// A test of a word as text.
    fn word(&self, predicate: &Predicate, negated: bool, word: &Word) -> A {
        // It may be no word, or several.
        if word.splits {
            if predicate.operator == Operator::Exists {
                return MAYBE;
            }
            let all = commands::fill_one(word, &self.candidates.words);
            let any = commands::fill_one(&Word::unknown(), &self.candidates.words);
            let texts = all.into_iter().chain(any).map(Value::from).collect();
            return one(self.value(predicate, negated, &Val::OneOf(texts)));
        }
        let value = match &word.text {
            WordText::Known(text) => Val::Is(text.as_str().into()),
            WordText::OneOf(_) => {
                let all = commands::fill_one(word, &self.candidates.words);
                Val::OneOf(all.into_iter().map(Value::from).collect())
            }
            WordText::Glob(_) | WordText::Unknown { .. } => {
                let ends = commands::ends(word);
                match predicate.operator {
                    Operator::Exists | Operator::Equals | Operator::In | Operator::Like => {
                        let mut candidates = self.candidates.words.clone();
                        candidates.extend(predicate.operand.iter().filter_map(|atom| match atom {
                            Atom::Text(text, _) => Some(text.clone()),
                            _ => None,
                        }));
                        let all = commands::fill_one(&ends, &candidates);
                        Val::OneOf(all.into_iter().map(Value::from).collect())
                    }
                    _ => Val::Unknown,
                }
            }
        };
        one(self.value(predicate, negated, &value))
    }

    fn command(&self, predicate: &Predicate, negated: bool, thing: &Thing) -> A {
        let exists = predicate.operator == Operator::Exists;
        match (&thing.about, thing.about.command()) {
            (About::Opaque, _) => MAYBE,
            (_, command) if exists => one(of(command.is_some() != negated)),
            (_, None) => one(absent(negated)),
            (_, Some(command)) => one(flip(self.runs(&predicate.operand, command), negated)),
        }
    }

    /// Whether a command is one that any of the patterns names.
    fn runs(&self, patterns: &[Atom], command: &Command) -> T {
        let patterns: Vec<Vec<commands::Part>> = patterns
            .iter()
            .map(|atom| match atom {
                Atom::Pattern(text) => commands::parse(text),
                _ => panic!("no pattern: {atom:?}"),
            })
            .collect();
        let Some(ways) = commands::ways(command, &self.candidates) else { return T::Unknown };
        let by_pattern = |pattern: &Vec<commands::Part>| {
            let answer = agreed(ways.iter().map(|way| commands::runs_known(pattern, way)));
            // Another program may be found under a name that is not known.
            match (&command.program, answer) {
                (Program::Unknown(_), T::Yes) => T::Unknown,
                (Program::Unknown(_) | Program::Named(_) | Program::File { .. }, answer) => answer,
            }
        };
        patterns.iter().map(by_pattern).fold(T::No, or)
    }

    /// What holds of a path, or of a group of paths, member by member. `whole` says that what holds of a directory holds of
    /// all that could be in it.
    fn place(&self, place: &Place, negated: bool, test: &PathTest<'_>) -> A {
        let ask = |path: &str, negated| (test.ask)(path, negated, test.case);
        let group = match place {
            Place::At(path) | Place::Link(path) => return one(ask(path, negated)),
            Place::Group(group) => group,
        };
        if !test.by_shape {
            return self.now(group, |path| ask(path, negated), negated);
        }
        let plain = match (self.found(group), self.by_shape(group, test)) {
            // A question about something inside holds for none of it if there is nothing.
            (Some((found, _)), shape) if found.complete && found.paths.is_empty() => {
                if shape == T::Yes && test.whole { ALL } else { NONE }
            }
            (_, T::Yes) => ALL,
            (_, T::No) => NONE,
            (_, T::Unknown) => self.now(group, |path| ask(path, false), false),
        };
        if negated { negation(plain) } else { plain }
    }

    /// What is so of every path that the group could hold is so, whatever it holds; where it is not known how names are
    /// compared, in both ways.
    fn by_shape(&self, group: &PathThing, test: &PathTest<'_>) -> T {
        let ways: &[Case] = match test.case {
            Case::Unknown => &[Case::Sensitive, Case::Insensitive],
            Case::Sensitive => &[Case::Sensitive],
            Case::Insensitive => &[Case::Insensitive],
        };
        agreed(ways.iter().map(|case| self.by_shape_in(group, *case, &|path| (test.ask)(path, false, *case))))
    }

    fn by_shape_in(&self, group: &PathThing, case: Case, ask: &dyn Fn(&str) -> T) -> T {
        let could = self.members_in(group, case != Case::Sensitive);
        let now = self.found(group).map(|(found, _)| found.paths).unwrap_or_default();
        if could.is_empty() {
            return T::Unknown;
        }
        match agreed(could.iter().chain(&now).map(|path| ask(path))) {
            T::Yes => match group {
                PathThing::Below { dir, .. } => and(T::Yes, agreed([ask(dir), T::Yes])),
                PathThing::At { .. } | PathThing::Matching { .. } | PathThing::Somewhere { .. } => T::Yes,
            },
            other => other,
        }
    }

    /// The members that are there, and whether each is surely touched; none if nobody can list them.
    fn found(&self, group: &PathThing) -> Option<(paths::Found, bool)> {
        match group {
            PathThing::Below { dir, walk } => {
                Some((paths::below(self.files, dir, walk), !walk.respects_ignore))
            }
            // Names that could be listed are things of their own.
            PathThing::At { .. } | PathThing::Matching { .. } | PathThing::Somewhere { .. } => None,
        }
    }

    fn now(&self, group: &PathThing, ask: impl Fn(&str) -> T, negated: bool) -> A {
        let Some((found, certain)) = self.found(group) else { return MAYBE };
        if found.complete && found.paths.is_empty() {
            return if negated { ALL } else { NONE };
        }
        let members: Vec<T> = found.paths.iter().map(|path| ask(path)).collect();
        group_answer(&members, found.complete, certain)
    }

    /// The paths to try a group with.
    pub fn members(&self, group: &PathThing) -> Vec<String> {
        self.members_in(group, false)
    }

    fn members_in(&self, group: &PathThing, folds: bool) -> Vec<String> {
        self.paths.iter().filter(|path| is_member(group, path, folds)).cloned().collect()
    }

    /// A test of one path.
    fn path(
        &self,
        predicate: &Predicate,
        negated: bool,
        part: Option<&str>,
        path: &str,
        case: Case,
        facts: &Facts,
    ) -> T {
        if let Some(part) = part {
            return self.value(predicate, negated, &part_of(path, part));
        }
        let by_case = |ignore_case: bool| {
            let atoms = predicate.operand.iter();
            atoms.map(|atom| self.on_path(predicate.operator, atom, path, ignore_case, facts)).fold(T::No, or)
        };
        let answer = match case {
            Case::Sensitive => by_case(false),
            Case::Insensitive => by_case(true),
            Case::Unknown => agreed([by_case(false), by_case(true)]),
        };
        flip(answer, negated)
    }

    fn on_path(&self, operator: Operator, atom: &Atom, path: &str, ignore_case: bool, facts: &Facts) -> T {
        let (text, root) = match atom {
            Atom::Text(text, root) => (text.as_str(), root),
            Atom::Root(root) => (".", root),
            _ => panic!("no path: {atom:?}"),
        };
        let Some((base, rest)) = based(text, root, facts) else { return T::Unknown };
        if operator == Operator::Like {
            return self.like(path, &base, &rest, ignore_case);
        }
        let named = paths::join(&base, &rest);
        let holds = |dir: &str| {
            of(if operator == Operator::Within {
                paths::within(path, dir, ignore_case)
            } else {
                paths::same(path, dir, ignore_case)
            })
        };
        // It stands for itself and for what it resolves to.
        or(holds(&named), paths::real(self.files, &named).map_or(T::Unknown, |real| holds(&real)))
    }

    /// A glob; the directory that it begins with stands for itself and for what it resolves to.
    fn like(&self, path: &str, base: &str, rest: &str, ignore_case: bool) -> T {
        paths::braces(rest).iter().fold(T::No, |answer, rest| {
            let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
            let fixed = parts.iter().take_while(|part| !paths::is_wild(part)).count();
            // The last part is a name, not a directory.
            let fixed = if fixed == parts.len() { fixed.saturating_sub(1) } else { fixed };
            let names: Vec<String> = parts[..fixed].iter().map(|part| paths::unescaped(part)).collect();
            let dir = paths::join(base, &names.join("/"));
            let holds = |dir: &str| {
                let names: Vec<String> =
                    dir.split('/').filter(|name| !name.is_empty()).map(paths::escaped).collect();
                let glob = format!("/{}/{}", names.join("/"), parts[fixed..].join("/"));
                of(paths::like(path, &glob, ignore_case))
            };
            let real = paths::real(self.files, &dir).map_or(T::Unknown, |real| holds(&real));
            or(answer, or(holds(&dir), real))
        })
    }

    fn host(&self, negated: bool, thing: &Thing, ask: impl Fn(&HostSubject) -> Option<T>) -> A {
        match &thing.about {
            About::Opaque => MAYBE,
            About::Host(host) => one(flip(ask(host).unwrap_or(T::Unknown), negated)),
            About::Unnamed | About::Call | About::Command(_) | About::Script(..) | About::Path(..) => {
                one(absent(negated))
            }
        }
    }
}

/// `some` and `every` of a group whose members are these. `certain` says whether all of them are surely touched.
pub fn group_answer(members: &[T], complete: bool, certain: bool) -> A {
    let any = |wanted: T| members.contains(&wanted);
    let all = |wanted: T| members.iter().all(|member| *member == wanted);
    let some = if all(T::No) && complete {
        T::No
    } else if any(T::Yes) && certain || !members.is_empty() && all(T::Yes) && complete {
        T::Yes
    } else {
        T::Unknown
    };
    let every = if some == T::No || any(T::No) && certain {
        T::No
    } else if all(T::Yes) && complete {
        T::Yes
    } else {
        T::Unknown
    };
    A { some, every }
}

/// Whether a path can be one of a group.
pub fn is_member(group: &PathThing, path: &str, folds: bool) -> bool {
    match group {
        PathThing::At { path: only, .. } => paths::same(path, only, folds),
        PathThing::Below { dir, walk } => {
            let depth = paths::segments(path).len().saturating_sub(paths::segments(dir).len());
            paths::within(path, dir, folds)
                && !paths::same(path, dir, folds)
                && walk.max_depth.is_none_or(|max| depth <= max as usize)
        }
        PathThing::Matching { glob, .. } => paths::like(path, glob, folds),
        PathThing::Somewhere { within } => paths::within(path, within, folds),
    }
}

/// The number of names that a glob has at least.
fn least_depth(glob: &str) -> f64 {
    let depth = |glob: &String| paths::segments(glob).iter().filter(|part| *part != "**").count();
    let least = paths::braces(glob).iter().map(depth).min().expect("a glob");
    f64::from(u32::try_from(least).expect("a small number"))
}

/// `path.name`, `path.extension`, `path.depth`.
pub fn part_of(path: &str, part: &str) -> Val {
    let segments = paths::segments(path);
    match part {
        "depth" => Val::Is(segments.len().into()),
        "name" => Val::Is(segments.last().cloned().unwrap_or_default().into()),
        "extension" => {
            let name = segments.last().map_or("", String::as_str);
            match name.rfind('.') {
                Some(at) if at > 0 => Val::Is(name[at + 1..].into()),
                Some(_) | None => Val::NotThere,
            }
        }
        _ => panic!("no part of a path: {part}"),
    }
}

/// A path or glob of a policy: the directory that it starts from, and the rest. None if that directory is not known.
pub fn based(text: &str, root: &str, facts: &Facts) -> Option<(String, String)> {
    if text.starts_with('/') {
        return Some(("/".to_owned(), text.to_owned()));
    }
    if let Some(rest) = text.strip_prefix('~') {
        return Some((facts.home()?.to_owned(), rest.trim_start_matches('/').to_owned()));
    }
    Some((paths::join(facts.root()?, root), text.to_owned()))
}

fn on_host(predicate: &Predicate, host: &str) -> bool {
    if predicate.operator == Operator::IsPrivate {
        return hosts::is_private(host);
    }
    predicate.operand.iter().map(texts::text_of).any(|text| match predicate.operator {
        Operator::Equals | Operator::In => host == hosts::of_policy(text),
        Operator::Within => hosts::within(host, &hosts::of_policy(text)),
        Operator::Like => hosts::like(host, text),
        other => panic!("no test of a host: {other:?}"),
    })
}

/// A command's program as text.
fn program(command: &Command) -> Val {
    let text = |text: &str| Value::from(text);
    match &command.program {
        Program::Named(name) => Val::Is(text(name)),
        // It is called so; what it is, is not known.
        Program::File { name, .. } => Val::Called(text(name)),
        Program::Unknown(_) => Val::Unknown,
    }
}

/// An argument, or a part of it.
pub fn argument(subject: &[Step], thing: &Thing, facts: &Facts) -> Val {
    let last_star = subject.iter().rposition(|step| *step == Step::Star);
    let (mut value, rest) = match last_star {
        Some(at) => {
            let list = subject[..=at].to_vec();
            (thing.elements.get(&list).expect("an element was chosen").clone(), &subject[at + 1..])
        }
        None => {
            let Step::Name(name) = &subject[0] else { panic!("no argument") };
            (facts.arg(name), &subject[1..])
        }
    };
    for one in rest {
        value = step(value, one);
    }
    value
}

/// Whether an operation is another, or a kind of it.
pub fn is(operation: &str, general: &str) -> bool {
    operation == general || operation.starts_with(&format!("{general}."))
}

/// What is not there does not hold; its negation is unknown.
fn absent(negated: bool) -> T {
    if negated { T::Unknown } else { T::No }
}

fn flip(answer: T, negated: bool) -> T {
    if negated { not(answer) } else { answer }
}
