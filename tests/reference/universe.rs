//! What a policy's literals can tell apart: paths, words, hosts and values to try unknown parts with.

use serde_json::Value;
use toolgate::model::{Effect, Files, PathThing, Subject};
use toolgate::syntax::ast::Operator;

use super::ask::{based, subject};
use super::commands::{self, Candidates, Part, Star};
use super::facts::Facts;
use super::paths;
use super::policy::{Atom, Predicate, Set};

/// Every predicate of a set.
pub fn predicates(set: &Set) -> Vec<Predicate> {
    let mut all = Vec::new();
    for rule in set.layers.iter().flat_map(|layer| &layer.rules) {
        rule.condition.each(&mut |predicate, _| all.push(predicate.clone()));
    }
    all
}

/// Texts that a glob's segment matches.
fn samples(segment: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let chars: Vec<char> = segment.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let options: Vec<String> = match chars[at] {
            // The letters are those that the classes of globs tell apart.
            '*' => ["", "zz", "a", "b"].map(str::to_owned).to_vec(),
            '?' => vec!["q".to_owned()],
            '\\' => {
                at += 1;
                vec![chars[at].to_string()]
            }
            '[' => {
                let close = (at + 2..chars.len()).find(|end| chars[*end] == ']').expect("closed");
                let glob: String = chars[at..=close].iter().collect();
                at = close;
                // A character that it holds, and one that it does not: the difference may decide.
                let of = |wanted: bool| {
                    let all = ('a'..='z').chain('!'..='~').map(String::from);
                    all.filter(move |c| c != "/" && c != ".")
                        .find(|c| paths::name_like(c, &glob, false) == wanted)
                };
                of(true).into_iter().chain(of(false)).collect()
            }
            c => vec![c.to_string()],
        };
        all = all.iter().flat_map(|start| options.iter().map(move |more| format!("{start}{more}"))).collect();
        at += 1;
    }
    all.retain(|name| !name.is_empty());
    all.truncate(6);
    all
}

/// Paths that a glob matches, below each of some directories by each of the glob's ends.
fn instances(glob: &str, dirs: &[String], out: &mut Vec<String>) {
    for glob in paths::braces(glob) {
        let parts: Vec<&str> = glob.split('/').filter(|part| !part.is_empty()).collect();
        for from in 0..parts.len() {
            let mut tails: Vec<String> = vec![String::new()];
            for part in &parts[from..] {
                let options: Vec<String> = if *part == "**" {
                    vec![String::new(), "/zz".to_owned()]
                } else {
                    samples(part).iter().map(|name| format!("/{name}")).collect()
                };
                tails = tails
                    .iter()
                    .flat_map(|start| options.iter().map(move |more| format!("{start}{more}")))
                    .collect();
                tails.truncate(12);
            }
            let whole = from == 0;
            for tail in &tails {
                if whole {
                    out.push(paths::clean(tail));
                }
                out.extend(dirs.iter().map(|dir| paths::clean(&format!("{dir}{tail}"))));
            }
        }
    }
}

/// The path and its parents.
fn parents(path: &str) -> Vec<String> {
    let segments = paths::segments(path);
    (0..=segments.len()).map(|count| format!("/{}", segments[..count].join("/"))).collect()
}

fn groups(effects: &[Effect]) -> Vec<PathThing> {
    let subjects = effects.iter().filter_map(|effect| match &effect.subject {
        Subject::Path(paths) | Subject::Script(_, paths) => Some(&paths.things),
        Subject::Command(_) | Subject::Host(_) | Subject::Call | Subject::Unknown { .. } => None,
    });
    subjects.flatten().cloned().collect()
}

/// Whether some effect touches a group of paths, or what it touches is not known.
fn needs_paths(effects: &[Effect]) -> bool {
    let opaque = effects.iter().any(|effect| matches!(effect.subject, Subject::Unknown { .. }));
    opaque || groups(effects).iter().any(|thing| !matches!(thing, PathThing::At { .. }))
}

/// Paths to try groups with. Empty where no effect needs them.
pub fn paths_for(set: &Set, effects: &[Effect], facts: &Facts, files: &dyn Files) -> Vec<String> {
    if !needs_paths(effects) {
        return Vec::new();
    }
    let (mut dirs, mut globs) = (vec!["/".to_owned()], Vec::new());
    dirs.extend(facts.root().map(str::to_owned));
    dirs.extend(facts.home().map(str::to_owned));
    for predicate in predicates(set) {
        let ("path", None) = subject(&predicate) else { continue };
        for atom in &predicate.operand {
            let (text, root) = match atom {
                Atom::Text(text, root) => (text.as_str(), root.as_str()),
                Atom::Root(root) => (".", root.as_str()),
                _ => continue,
            };
            let Some((base, rest)) = based(text, root, facts) else { continue };
            if predicate.operator == Operator::Like {
                globs.push(format!("{}/{rest}", paths::escaped(&base)));
            } else {
                dirs.extend(parents(&paths::join(&base, &rest)));
            }
        }
    }
    for thing in groups(effects) {
        match thing {
            PathThing::At { path: dir, .. }
            | PathThing::Below { dir, .. }
            | PathThing::Somewhere { within: dir } => dirs.extend(parents(&dir)),
            PathThing::Matching { glob, .. } => globs.push(glob),
        }
    }
    for glob in &globs {
        for glob in paths::braces(glob) {
            let parts: Vec<&str> = glob.split('/').filter(|part| !part.is_empty()).collect();
            let fixed = parts.iter().take_while(|part| !paths::is_wild(part));
            let names: Vec<String> = fixed.map(|part| paths::unescaped(part)).collect();
            dirs.extend(parents(&format!("/{}", names.join("/"))));
        }
    }
    let real: Vec<String> = dirs.iter().filter_map(|dir| paths::real(files, dir).ok()).collect();
    dirs.extend(real);
    dirs.sort();
    dirs.dedup();
    let mut all = dirs.clone();
    for dir in &dirs {
        for more in ["zz", ".zz", "zz.rs", "zz/yy"] {
            all.push(paths::join(dir, more));
        }
    }
    for glob in &globs {
        instances(glob, &dirs, &mut all);
    }
    all.sort();
    all.dedup();
    all
}

/// Words and programs to try unknown words with.
pub fn candidates(set: &Set) -> Candidates {
    let (mut words, mut programs) = (vec!["zz".to_owned()], vec!["zz".to_owned()]);
    for predicate in predicates(set) {
        for atom in &predicate.operand {
            match atom {
                Atom::Pattern(pattern) => of_pattern(&commands::parse(pattern), &mut words, &mut programs),
                Atom::Text(text, _) => match subject(&predicate) {
                    ("command", Some("program")) => programs.push(text.clone()),
                    ("command", Some(_)) => words.extend([text.replace('*', ""), text.replace('*', "zz")]),
                    _ => {}
                },
                _ => {}
            }
        }
    }
    for list in [&mut words, &mut programs] {
        list.sort();
        list.dedup();
        list.truncate(24);
    }
    programs.extend(programs.clone().iter().map(|name| format!("./{name}")));
    Candidates { words, programs }
}

/// Words and programs that a pattern can tell apart.
pub fn of_pattern(parts: &[Part], words: &mut Vec<String>, programs: &mut Vec<String>) {
    let text = |star: &Star, fill: &str| {
        star.iter().map(|c| c.map_or(fill.to_owned(), String::from)).collect::<String>()
    };
    let each = |star: &Star| [text(star, ""), text(star, "zz")];
    for (at, part) in parts.iter().enumerate() {
        match part {
            Part::Word(word) if at == 0 => programs.extend(each(word)),
            Part::Word(word) => words.extend(each(word)),
            Part::Group(alternatives) => {
                for alternative in alternatives {
                    for (number, word) in alternative.iter().enumerate() {
                        if at == 0 && number == 0 { &mut *programs } else { &mut *words }.extend(each(word));
                    }
                }
            }
            Part::Flag(name, value) => {
                words.push(name.clone());
                if let Some(value) = value {
                    words.extend(each(value).map(|value| format!("{name}={value}")));
                    words.extend(each(value));
                }
            }
            Part::Gap => {}
            Part::Terminator => words.push("--".to_owned()),
        }
    }
}

/// Values to try a fact or an argument with: those that the policy names for it, and others.
pub fn values(set: &Set, about: &dyn Fn(&Predicate) -> bool) -> Vec<Value> {
    let mut all: Vec<Value> = vec!["zz".into()];
    for predicate in predicates(set).iter().filter(|predicate| about(predicate)) {
        for atom in &predicate.operand {
            match atom {
                Atom::Text(text, _) | Atom::Name(text) => all.extend([
                    Value::from(text.as_str()),
                    text.replace(['*', '?'], "q").into(),
                    format!("zz{text}").into(),
                    format!("{text}zz").into(),
                ]),
                Atom::Number(number) => {
                    all.extend([Value::from(*number), (number + 1.0).into(), (number - 1.0).into()]);
                }
                Atom::Bool(_) => all.extend([Value::from(true), false.into()]),
                Atom::Regex(_) | Atom::Pattern(_) | Atom::Root(_) => {}
            }
        }
    }
    all.dedup();
    all.truncate(12);
    all
}
