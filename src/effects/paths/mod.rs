//! A path that a call names, to the things that it touches.

use crate::matchers::follow::{real, written};
use crate::matchers::glob::Glob;
use crate::matchers::tree;
use crate::model::{Budget, Case, Entry, Files, PathForm, PathSubject, PathThing, Walk};

/// Names that a glob is written out to, at most.
const MAX_NAMES: usize = 1000;

/// A path as a call has it.
#[derive(Clone, Copy, Debug)]
pub struct PathReading<'a> {
    /// The text.
    pub text: &'a str,
    /// The directory that it starts from; none when it isn't known.
    pub cwd: Option<&'a str>,
    /// What `~` stands for.
    pub home: Option<&'a str>,
    /// Who reads a leading `~`.
    pub tilde: Tilde,
    /// Whether a link in the last part is followed: reading and writing do, `rm` and `mv` don't.
    pub follow_last: bool,
}

/// What a leading `~` in a path's text means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tilde {
    /// A shell has replaced it already: one that is left is a name.
    Expanded,
    /// The tool is known to take it as a name.
    Literal,
    /// The tool may replace it: both readings are touched.
    Maybe,
}

/// What a path touches: what is written, where that leads, and, where a tool may read `~` so, the home directory's.
pub fn subject(reading: &PathReading<'_>, files: &dyn Files, budget: &Budget) -> PathSubject {
    let mut things = Vec::new();
    if !is_home_alone(reading, files) {
        add(reading.text, PathForm::Written, reading, files, budget, &mut things);
    }
    if reading.tilde == Tilde::Maybe
        && let Some(rest) = reading.text.strip_prefix('~')
    {
        match (reading.home, rest.starts_with('/') || rest.is_empty()) {
            (Some(home), true) => {
                let path = format!("{home}/{rest}");
                add(&path, PathForm::Home, reading, files, budget, &mut things);
            }
            // Another person's home, or one that isn't known.
            (None, _) | (Some(_), false) => things.push(somewhere("/")),
        }
    }
    let case = case_of(&things, files);
    PathSubject { shown: reading.text.to_owned(), things, case }
}

/// Whether a `~` that a tool may replace can only mean the home directory: there is nothing of that name where the path
/// starts.
fn is_home_alone(reading: &PathReading<'_>, files: &dyn Files) -> bool {
    let tilde = reading.text == "~" || reading.text.starts_with("~/");
    let missing = |cwd: &str| matches!(files.entry(&written("~", cwd)), Ok(Entry::Missing));
    tilde && reading.tilde == Tilde::Maybe && reading.home.is_some() && reading.cwd.is_some_and(missing)
}

fn add(
    text: &str,
    form: PathForm,
    reading: &PathReading<'_>,
    files: &dyn Files,
    budget: &Budget,
    things: &mut Vec<PathThing>,
) {
    if text.contains('\0') {
        return push(things, somewhere("/"));
    }
    let joined = match reading.cwd {
        _ if text.starts_with('/') => text.to_owned(),
        Some(cwd) if cwd.starts_with('/') => format!("{cwd}/{text}"),
        Some(_) | None => return push(things, somewhere("/")),
    };
    let name = written(&joined, "/");
    let leads_to = real(&joined, reading.follow_last, files, budget);
    let elsewhere = leads_to.as_ref().is_ok_and(|path| *path != name);
    let form = if elsewhere && form == PathForm::Written { PathForm::Link } else { form };
    push(things, PathThing::At { path: name, form });
    match leads_to {
        Ok(path) => {
            let known = things
                .iter()
                .any(|thing| matches!(thing, PathThing::At { path: other, form } if *other == path && *form != PathForm::Link));
            if !known {
                things.push(PathThing::At { path, form: PathForm::Real });
            }
        }
        Err(_) => push(things, somewhere("/")),
    }
}

fn push(things: &mut Vec<PathThing>, thing: PathThing) {
    if !things.contains(&thing) {
        things.push(thing);
    }
}

fn somewhere(within: &str) -> PathThing {
    PathThing::Somewhere { within: within.to_owned() }
}

fn case_of(things: &[PathThing], files: &dyn Files) -> Case {
    let at = things.iter().rev().find_map(|thing| match thing {
        PathThing::At { path, .. } => Some(path.as_str()),
        PathThing::Below { .. } | PathThing::Matching { .. } | PathThing::Somewhere { .. } => None,
    });
    match at {
        Some(path) => {
            files.case(path.rsplit_once('/').map_or("/", |(dir, _)| if dir.is_empty() { "/" } else { dir }))
        }
        None => Case::Unknown,
    }
}

/// The same with everything below it, where it is a directory with something in it.
pub fn with_tree(mut subject: PathSubject, walk: Walk, files: &dyn Files, budget: &Budget) -> PathSubject {
    let mut more = Vec::new();
    for thing in &subject.things {
        match thing {
            PathThing::At { path, .. } => match files.entry(path) {
                Ok(Entry::Dir) => match tree::is_empty(path, &walk, files, budget) {
                    Ok(true) => {}
                    Ok(false) | Err(_) => {
                        more.push(PathThing::Below { dir: path.clone(), walk: walk.clone() })
                    }
                },
                Ok(Entry::Missing | Entry::File | Entry::Link(_)) => {}
                Err(_) => more.push(PathThing::Below { dir: path.clone(), walk: walk.clone() }),
            },
            PathThing::Matching { .. } | PathThing::Below { .. } | PathThing::Somewhere { .. } => {}
        }
    }
    more.into_iter().for_each(|thing| push(&mut subject.things, thing));
    subject
}

/// What a glob stands for: the names that are there now (`existing`), or whatever it can match, where an earlier part of
/// the call may have made some. A pattern that matches nothing stands for itself, as in the shell.
pub fn glob_subject(
    pattern: &str,
    cwd: Option<&str>,
    home: Option<&str>,
    existing: bool,
    files: &dyn Files,
    budget: &Budget,
) -> PathSubject {
    let unknown =
        || PathSubject { shown: pattern.to_owned(), things: vec![somewhere("/")], case: Case::Unknown };
    let home_read = pattern.strip_prefix("~/").and_then(|rest| Some(format!("{}/{rest}", home?)));
    let joined = match (home_read, cwd) {
        (Some(path), _) => path,
        (None, _) if pattern.starts_with('/') => pattern.to_owned(),
        (None, Some(cwd)) if cwd.starts_with('/') => format!("{}/{pattern}", escaped(cwd)),
        (None, Some(_) | None) => return unknown(),
    };
    if pattern.contains('\0') {
        return unknown();
    }
    let Some(joined) = without_dots(&joined) else { return unknown() };
    let Ok(glob) = Glob::parse(&joined) else { return unknown() };
    let dir = format!("/{}", glob.fixed());
    let Ok(real_dir) = real(&dir, true, files, budget) else { return unknown() };
    let mut things = Vec::new();
    if existing && let Some(names) = names(&glob, &dir, files, budget) {
        for path in names {
            let read = PathReading { text: &path, cwd, home: None, tilde: Tilde::Literal, follow_last: true };
            add(&path, PathForm::Written, &read, files, budget, &mut things);
        }
        if things.is_empty() {
            push(&mut things, PathThing::At { path: written(&joined, "/"), form: PathForm::Written });
        }
    } else {
        push(&mut things, PathThing::Matching { glob: joined.clone(), existing });
        if real_dir != written(&dir, "/") {
            push(&mut things, somewhere(&real_dir));
        }
    }
    let case = files.case(&real_dir);
    PathSubject { shown: pattern.to_owned(), things, case }
}

/// A glob whose `.` and `..` are resolved by text; none where a `..` follows on a segment that is a pattern.
fn without_dots(glob: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in glob.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_some_and(|before| before.contains(['*', '?', '[', '{', '\\'])) {
                    return None;
                }
            }
            name => parts.push(name),
        }
    }
    Some(format!("/{}", parts.join("/")))
}

/// A directory's name as a glob that matches it alone.
pub(crate) fn escaped(dir: &str) -> String {
    let mut text = String::with_capacity(dir.len());
    for c in dir.chars() {
        if "*?[]{},\\".contains(c) {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

/// The names below a directory that a glob matches now; none if there are too many to tell.
fn names(glob: &Glob, dir: &str, files: &dyn Files, budget: &Budget) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut todo = vec![dir.to_owned()];
    let mut seen = 0;
    while let Some(here) = todo.pop() {
        let names = match files.entry(&here) {
            Ok(Entry::Missing | Entry::File) => continue,
            Ok(Entry::Dir | Entry::Link(_)) => files.names(&here).ok()?,
            Err(_) => return None,
        };
        for name in names {
            seen += 1;
            if seen > tree::MAX_ENTRIES || found.len() >= MAX_NAMES || !budget.spend(1) {
                return None;
            }
            let path = if here == "/" { format!("/{name}") } else { format!("{here}/{name}") };
            if matches!(files.entry(&path), Ok(Entry::Dir)) {
                todo.push(path.clone());
            }
            if glob.matches(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    Some(found)
}
