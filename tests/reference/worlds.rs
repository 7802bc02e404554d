//! The promise, world by world: every way in which the unknown parts of a call can turn out, as far as a policy's literals
//! can tell them apart, judged by rules on known things alone.

use serde_json::{Map, Value};
use toolgate::effects::profiles::Profiles;
use toolgate::model::{Case, Command, Effect, Host, HostSubject, PathThing, Program, Word, WordText};

use super::ask::{About, Asker, Place, subject};
use super::commands::{self, KnownProgram};
use super::facts::{Facts, Filled};
use super::law::{Court, Part, part, possibly};
use super::policy::{Predicate, Set, Step, V};
use super::{paths, universe};

/// Ways to fill in facts that are looked at.
const FILLINGS: usize = 40;

/// What is wrong with an effect's verdict.
#[derive(Debug)]
#[expect(dead_code, reason = "read by whoever looks at a failure")]
pub struct Broken {
    pub effect: usize,
    pub promised: V,
    pub found: V,
    pub filled: Filled,
    pub about: String,
}

/// Holds the engine's verdicts against every world: what is allowed is allowed in all, what is denied is denied in all.
pub fn check(
    set: &Set,
    courts: &[Court<'_>],
    asker: &Asker<'_>,
    effects: &[Effect],
    facts: &Facts,
    told: &[V],
) -> Option<Broken> {
    let fillings = fillings(set, effects, facts);
    for (at, effect) in effects.iter().enumerate() {
        for facts in &fillings {
            for world in views(effect, asker) {
                let options: Vec<Vec<Vec<About>>> =
                    world.abouts.iter().map(|about| turns(about, asker)).collect();
                let judge = |court: &Court<'_>, abouts: &[About]| {
                    let known = Part { abouts: abouts.to_vec(), ..world.clone() };
                    let things = court.things(&known, facts);
                    // What an implied effect follows is judged by itself.
                    let followed = (!effect.follows.is_empty()).then_some(V::Allow);
                    let all = things.iter().map(|thing| court.thing(asker, thing, facts, followed));
                    possibly(effect.certainty, all.max().unwrap_or(V::Allow))
                };
                let worst = |abouts: &[About]| {
                    courts.iter().map(|court| judge(court, abouts)).max().expect("a court")
                };
                let broken = |found: V, about: String| {
                    let (promised, filled) = (told[at], facts.filled.clone());
                    Some(Broken { effect: at, promised, found, filled, about })
                };
                match told[at] {
                    V::Allow => {
                        for option in options.iter().flatten() {
                            let found = worst(option);
                            if found != V::Allow {
                                return broken(found, format!("{option:?}"));
                            }
                        }
                    }
                    V::Deny if effect.follows.iter().all(|other| told[*other] != V::Deny) => {
                        // The parts turn out independently of each other.
                        // An empty group is judged as if something were in it, which is stricter than it need be.
                        if options.iter().any(Vec::is_empty) {
                            continue;
                        }
                        // No allow rule reaches what can't be seen into, whatever it turns out to be.
                        if world.abouts.iter().any(|about| matches!(about, About::Opaque)) {
                            continue;
                        }
                        let least =
                            |options: &Vec<Vec<About>>| options.iter().map(|option| worst(option)).min();
                        let found = options.iter().filter_map(least).max();
                        if found.is_some_and(|found| found != V::Deny) {
                            return broken(
                                found.expect("something"),
                                "no part is denied for certain".to_owned(),
                            );
                        }
                    }
                    V::Confirm | V::Deny => {}
                }
            }
        }
    }
    None
}

/// Facts, with what was not sent filled in. The first leaves all of it out.
fn fillings(set: &Set, effects: &[Effect], facts: &Facts) -> Vec<Facts> {
    let mut all = vec![Filled::default()];
    let mut vary = |options: Vec<Filled>, merge: &dyn Fn(&Filled, &Filled) -> Filled| {
        if !options.is_empty() {
            // Not all combinations: each option at least once, with others in turn.
            let count = all.len().max(options.len()).max((all.len() * options.len()).min(FILLINGS));
            let merged: Vec<Filled> = (0..count)
                .map(|at| merge(&all[(at / options.len() + at) % all.len()], &options[at % options.len()]))
                .collect();
            all = merged;
        }
    };
    let named = |name: &str, second: Option<&str>, predicate: &Predicate| {
        let found = subject(predicate);
        found.0 == name && (second.is_none() || found.1 == second)
    };
    let asked = |name: &str, second: Option<&str>| {
        universe::predicates(set).iter().any(|predicate| named(name, second, predicate))
    };
    let call = &facts.call;
    for (name, sent) in [("mode", &call.mode), ("session", &call.session), ("agent", &call.agent)] {
        if sent.is_none() && asked(name, None) {
            let values = universe::values(set, &|predicate| named(name, None, predicate));
            let texts = values.iter().filter_map(Value::as_str);
            let options = texts.map(|text| {
                one(|filled| {
                    filled.facts.insert(name, text.to_owned());
                })
            });
            vary(options.collect(), &merge);
        }
    }
    for predicate in universe::predicates(set) {
        match subject(&predicate) {
            ("context", Some(name)) if facts.sent_context(name).is_none() => {
                let values = universe::values(set, &|predicate| named("context", Some(name), predicate));
                let options = values.into_iter().map(|value| {
                    one(|filled| {
                        filled.context.insert(name.to_owned(), value);
                    })
                });
                vary(options.collect(), &merge);
            }
            ("tool_arg", Some(name))
                if facts.sent_arg(name).is_none() && matches!(facts.declared.get(name), Some(None)) =>
            {
                let values = universe::values(set, &|predicate| named("tool_arg", Some(name), predicate));
                let shapes = values.into_iter().chain([Value::Null, 7.into(), Value::Array(Vec::new())]);
                let options = shapes.map(|value| {
                    one(|filled| {
                        filled.args.insert(name.to_owned(), shaped(&predicate.subject[2..], value));
                    })
                });
                vary(options.collect(), &merge);
            }
            _ => {}
        }
    }
    let path_asked = asked("path", None);
    if path_asked && facts.home().is_none() {
        let mut homes = vec!["/home/zz".to_owned()];
        for about in effects.iter().flat_map(|effect| part(effect).abouts) {
            if let About::Path(Place::At(path) | Place::Link(path), _)
            | About::Script(_, Place::At(path) | Place::Link(path), _) = about
            {
                let segments = paths::segments(&path);
                homes.extend((0..segments.len()).map(|end| format!("/{}", segments[..end].join("/"))));
            }
        }
        let options = homes.into_iter().map(|home| {
            one(|filled| {
                filled.facts.insert("home", home);
            })
        });
        vary(options.collect(), &merge);
    }
    if path_asked && facts.root().is_none() {
        let options = ["/zz", "/home/dev/project", "/"].into_iter().map(|root| {
            one(|filled| {
                filled.facts.insert("root", root.to_owned());
            })
        });
        vary(options.collect(), &merge);
    }
    all.dedup();
    all.into_iter().map(|filled| Facts { filled, ..facts.clone() }).collect()
}

fn one(change: impl FnOnce(&mut Filled)) -> Filled {
    let mut filled = Filled::default();
    change(&mut filled);
    filled
}

fn merge(one: &Filled, other: &Filled) -> Filled {
    let mut all = one.clone();
    all.facts.extend(other.facts.clone());
    all.context.extend(other.context.clone());
    all.args.extend(other.args.clone());
    all
}

/// A value in which these steps lead to `leaf`.
fn shaped(steps: &[Step], leaf: Value) -> Value {
    match steps {
        [] => leaf,
        [Step::Name(name), rest @ ..] => Value::Object(Map::from_iter([(name.clone(), shaped(rest, leaf))])),
        [Step::Index(at), rest @ ..] => {
            let mut all = vec![Value::Null; *at as usize];
            all.push(shaped(rest, leaf));
            Value::Array(all)
        }
        [Step::Star, rest @ ..] => Value::Array(vec!["zz".into(), shaped(rest, leaf)]),
    }
}

/// The ways in which what all parts of an effect share can turn out: how names are compared, what it came through.
fn views(effect: &Effect, asker: &Asker<'_>) -> Vec<Part> {
    let whole = part(effect);
    let mut vias: Vec<Vec<Command>> = vec![Vec::new()];
    for command in &whole.via {
        let ways = known(command, asker);
        vias = vias
            .iter()
            .flat_map(|before| {
                ways.iter().map(move |way| [before.as_slice(), std::slice::from_ref(way)].concat())
            })
            .take(60)
            .collect();
    }
    let unknown_case = whole
        .abouts
        .iter()
        .any(|about| matches!(about, About::Path(_, Case::Unknown) | About::Script(_, _, Case::Unknown)));
    let cases: &[Option<Case>] =
        if unknown_case { &[Some(Case::Sensitive), Some(Case::Insensitive)] } else { &[None] };
    let mut all = Vec::new();
    for via in vias {
        for case in cases {
            let mut abouts = whole.abouts.clone();
            for about in &mut abouts {
                if let (Some(case), About::Path(_, old) | About::Script(_, _, old)) = (case, about) {
                    *old = *case;
                }
            }
            all.push(Part { via: via.clone(), abouts, ..whole.clone() });
        }
    }
    all
}

/// Each way in which a part can turn out, as the things that are touched then.
fn turns(about: &About, asker: &Asker<'_>) -> Vec<Vec<About>> {
    match about {
        About::Call | About::Unnamed => vec![vec![about.clone()]],
        About::Command(command) => {
            known(command, asker).into_iter().map(|command| vec![About::Command(command)]).collect()
        }
        About::Script(command, place, case) => {
            let mut all = Vec::new();
            for command in known(command, asker) {
                for group in gathered(place, asker) {
                    let script =
                        |path: &String| About::Script(command.clone(), alike(place, path.clone()), *case);
                    all.push(group.iter().map(script).collect());
                }
            }
            all
        }
        About::Path(place, case) => gathered(place, asker)
            .into_iter()
            .map(|group| group.into_iter().map(|path| About::Path(alike(place, path), *case)).collect())
            .collect(),
        About::Host(host) => hosts(host).into_iter().map(|host| vec![About::Host(host)]).collect(),
        About::Opaque => {
            let command = |name: &String| {
                let words = vec![Word::known(name.clone()), Word::known("zz")];
                About::Command(plain(name, words, Vec::new()))
            };
            let unknown = HostSubject { url: None, host: Host::Unknown, scheme: None, port: None };
            let commands = asker.candidates.programs.iter().map(command);
            let paths = asker.paths.iter().map(|path| About::Path(Place::At(path.clone()), Case::Sensitive));
            let hosts = hosts(&unknown).into_iter().map(About::Host);
            commands.chain(paths).chain(hosts).map(|about| vec![about]).collect()
        }
    }
}

/// A path of this place: a name for another one if the place is one.
fn alike(place: &Place, path: String) -> Place {
    if matches!(place, Place::Link(_)) { Place::Link(path) } else { Place::At(path) }
}

/// The sets of paths that a group can turn out to be.
fn gathered(place: &Place, asker: &Asker<'_>) -> Vec<Vec<String>> {
    let group = match place {
        Place::At(path) | Place::Link(path) => return vec![vec![path.clone()]],
        Place::Group(group) => group,
    };
    let members = || asker.members(group).into_iter();
    let (found, certain) = match group {
        PathThing::At { path, .. } => return vec![vec![path.clone()]],
        // Names that could be listed are things of their own.
        PathThing::Somewhere { .. } | PathThing::Matching { .. } => {
            return members().map(|path| vec![path]).collect();
        }
        PathThing::Below { dir, walk } => (paths::below(asker.files, dir, walk), !walk.respects_ignore),
    };
    let mut all = Vec::new();
    if !certain {
        all.extend(found.paths.iter().map(|path| vec![path.clone()]));
    }
    if !found.complete {
        all.extend(members().map(|more| {
            let now = if certain { found.paths.clone() } else { Vec::new() };
            now.into_iter().chain([more]).collect()
        }));
    }
    if certain && found.complete && !found.paths.is_empty() {
        all.push(found.paths);
    }
    all
}

/// Each way in which a command can turn out.
fn known(command: &Command, asker: &Asker<'_>) -> Vec<Command> {
    let Some(ways) = commands::ways(command, &asker.candidates) else { return vec![command.clone()] };
    let mut assignments: Vec<Vec<(String, Word)>> = vec![Vec::new()];
    for (name, word) in &command.assignments {
        let texts = match &word.text {
            WordText::Known(text) => vec![text.clone()],
            WordText::OneOf(_) | WordText::Glob(_) | WordText::Unknown { .. } => {
                commands::fill_one(word, &asker.candidates.words)
            }
        };
        assignments = assignments
            .iter()
            .flat_map(|before| {
                texts.iter().map(move |text| {
                    [before.as_slice(), &[(name.clone(), Word::known(text.clone()))]].concat()
                })
            })
            .take(40)
            .collect();
    }
    let mut all = Vec::new();
    for (at, way) in ways.iter().enumerate() {
        let words = |first: Word| {
            let rest = way.words.iter().map(|text| Word::known(text.clone()));
            std::iter::once(first).chain(rest).collect::<Vec<Word>>()
        };
        let assignments = assignments[at % assignments.len()].clone();
        all.push(match (&command.program, &way.program) {
            (Program::Named(_) | Program::File { .. }, _) => {
                Command { words: words(command.words[0].clone()), assignments, ..command.clone() }
            }
            (Program::Unknown(_), KnownProgram::Named(name)) => Command {
                elsewhere: command.elsewhere,
                ..plain(name, words(Word::known(name.clone())), assignments)
            },
            (Program::Unknown(_), KnownProgram::File(path)) => {
                let name = path.rsplit('/').next().unwrap_or(path).to_owned();
                let program = Program::File { path: path.clone(), name };
                Command {
                    program,
                    profile: None,
                    words: words(Word::known(path.clone())),
                    assignments,
                    ..command.clone()
                }
            }
        });
    }
    all
}

/// A command by its name, with what is known of the program.
fn plain(name: &str, words: Vec<Word>, assignments: Vec<(String, Word)>) -> Command {
    Command {
        program: Program::Named(name.to_owned()),
        words,
        assignments,
        profile: Profiles::embedded().get(name),
        directory: None,
        elsewhere: false,
        span: 0..0,
    }
}

/// Each way in which a host can turn out. What was not sent stays so for `exists`, which is exact: a scheme or port is
/// filled in only where the host is.
fn hosts(subject: &HostSubject) -> Vec<HostSubject> {
    let hosts = match &subject.host {
        Host::Unknown => vec![
            Host::Name("zz.example".to_owned()),
            Host::Name("api.example.com".to_owned()),
            Host::Name("example.com".to_owned()),
            Host::Name("localhost".to_owned()),
            Host::Address([10, 0, 0, 1].into()),
            Host::Address([93, 184, 216, 34].into()),
        ],
        known => vec![known.clone()],
    };
    hosts.into_iter().map(|host| HostSubject { host, ..subject.clone() }).collect()
}
