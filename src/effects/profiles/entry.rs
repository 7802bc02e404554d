//! One `[[program]]` entry: its TOML, cut into the program and its subcommands, and what each says.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::error::ProfileError;
use super::lines::{self, Terms};
use super::scan::Wrong;
use crate::model::Wildcard;
use crate::model::profile::{Condition, Dashes, Layout, LazyLevel, Level, Profile, Style, Sub};

/// Each program in a file: where its text begins, and the text.
///
/// # Errors
/// Anything but comments before the first program, which nobody would read, and a file without a program.
pub(super) fn programs<'a>(file: &str, text: &'a str) -> Result<Vec<(usize, &'a str)>, ProfileError> {
    let (before, parts) = cut(text, HEADER);
    let wrong = |at, what: String| ProfileError { file: file.to_owned(), program: String::new(), at, what };
    let mut at = 0;
    for line in before.split_inclusive('\n') {
        let said = line.trim();
        if !said.is_empty() && !said.starts_with('#') {
            let place = at..at + line.trim_end().len();
            return Err(wrong(
                place,
                format!("`{said}` belongs to no program; an entry begins with a line `{HEADER}`"),
            ));
        }
        at += line.len();
    }
    if parts.is_empty() {
        return Err(wrong(0..0, format!("no program; an entry begins with a line `{HEADER}`")));
    }
    let mut at = before.len();
    Ok(parts
        .into_iter()
        .map(|part| {
            at += part.len();
            (at - part.len(), part)
        })
        .collect())
}

/// What each program's entry begins with.
const HEADER: &str = "[[program]]";

/// The text before the first line with this header, and the text from each such line on.
fn cut<'a>(text: &'a str, header: &str) -> (&'a str, Vec<&'a str>) {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_end() == header {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let parts = starts.iter().zip(ends).filter_map(|(start, end)| text.get(*start..end)).collect();
    (text.get(..starts.first().copied().unwrap_or(text.len())).unwrap_or(""), parts)
}

/// The keys of a program or subcommand.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Keys {
    name: String,
    complete: Option<bool>,
    listed: Option<bool>,
    style: Option<String>,
    #[serde(default)]
    neutral: bool,
    #[serde(default)]
    through: bool,
    #[serde(default)]
    flags: String,
    #[serde(default)]
    operands: Vec<String>,
    #[serde(default)]
    when: Vec<When>,
    #[serde(default)]
    means: BTreeMap<String, String>,
    #[serde(default)]
    operand_like: Vec<String>,
    #[serde(default)]
    does: Vec<String>,
    #[serde(default)]
    cases: Vec<String>,
    #[serde(default)]
    groups: BTreeMap<String, String>,
    #[serde(default, rename = "let")]
    terms: BTreeMap<String, String>,
}

/// Operands under a condition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct When {
    #[serde(rename = "if")]
    condition: String,
    operands: Vec<String>,
}

/// What the subcommands take over from the levels above.
#[derive(Clone)]
struct Shared {
    file: String,
    path: String,
    complete: bool,
    listed: bool,
    style: Style,
    terms: Arc<Terms>,
}

/// The profile of one entry; its subcommands are read when they are asked for.
pub(super) fn read(file: &str, text: &str) -> Result<Profile, ProfileError> {
    let (names, root) = level(&top(file), text, 0)?;
    let name = names.into_iter().next().unwrap_or_default();
    Ok(Profile { name, source: file.to_owned(), root })
}

/// The same with every subcommand read, so that an error in one is found; with all names of the program.
pub(super) fn read_all(file: &str, text: &str) -> Result<(Vec<String>, Profile), ProfileError> {
    let (names, root) = level(&top(file), text, 0)?;
    check(&top(file), text, 0)?;
    let name = names.first().cloned().unwrap_or_default();
    Ok((names, Profile { name, source: file.to_owned(), root }))
}

fn top(file: &str) -> Shared {
    Shared {
        file: file.to_owned(),
        path: String::new(),
        complete: false,
        listed: false,
        style: Style::default(),
        terms: Arc::new(Terms::default()),
    }
}

/// Levels of subcommands that an entry may have.
const MAX_DEPTH: usize = 8;

fn header(depth: usize) -> String {
    format!("[[program{}]]", ".sub".repeat(depth))
}

fn keys(shared: &Shared, body: &str) -> Result<Keys, ProfileError> {
    let without_header = body.split_once('\n').map_or("", |(_, rest)| rest);
    let wrong = |what: String| ProfileError {
        file: shared.file.clone(),
        program: shared.path.clone(),
        at: 0..0,
        what,
    };
    let keys: Keys = toml::from_str(without_header).map_err(|error| wrong(error.to_string()))?;
    if keys.name.trim().is_empty() {
        return Err(wrong("`name` is missing".into()));
    }
    Ok(keys)
}

/// What the levels below take over.
fn shared_with(shared: &Shared, keys: &Keys) -> Result<Shared, Wrong> {
    let name = keys.name.split_whitespace().next().unwrap_or_default();
    let path = if shared.path.is_empty() { name.to_owned() } else { format!("{} {name}", shared.path) };
    let style = keys.style.as_deref().map_or(Ok(shared.style), style)?;
    let terms = if keys.groups.is_empty() && keys.terms.is_empty() {
        Arc::clone(&shared.terms)
    } else {
        let mut terms = Terms::clone(&shared.terms);
        terms.groups.extend(keys.groups.clone());
        terms.conditions.extend(keys.terms.clone());
        Arc::new(terms)
    };
    // A subcommand that says one of the two says all about both.
    let complete = keys.complete.unwrap_or(shared.complete && keys.listed.is_none());
    let listed = complete || keys.listed.unwrap_or(shared.listed && keys.complete.is_none());
    Ok(Shared { file: shared.file.clone(), path, complete, listed, style, terms })
}

/// A level and all its names.
fn level(above: &Shared, text: &str, depth: usize) -> Result<(Vec<String>, Level), ProfileError> {
    let (body, subs) = cut(text, &header(depth + 1));
    let keys = keys(above, body)?;
    let placed = |path: &str| {
        let (file, path) = (above.file.clone(), format!("{} {path}", above.path).trim().to_owned());
        move |what: Wrong| ProfileError { file, program: path, at: 0..0, what: what.0 }
    };
    let shared = shared_with(above, &keys).map_err(placed(&keys.name))?;
    let mut level = build(&shared, &keys).map_err(placed(&keys.name))?;
    if depth < MAX_DEPTH {
        level.subs = subs.into_iter().map(|text| sub(&shared, text, depth + 1)).collect::<Result<_, _>>()?;
    }
    Ok((keys.name.split_whitespace().map(str::to_owned).collect(), level))
}

/// A subcommand whose level is read later.
fn sub(shared: &Shared, text: &str, depth: usize) -> Result<Sub, ProfileError> {
    let line = text.lines().find_map(|line| line.strip_prefix("name = "));
    let Some(names) = line.map(|line| line.trim().trim_matches('"')) else {
        let what = "a subcommand without `name = \"…\"`".to_owned();
        return Err(ProfileError { file: shared.file.clone(), program: shared.path.clone(), at: 0..0, what });
    };
    let (starred, names): (Vec<&str>, Vec<&str>) =
        names.split_whitespace().partition(|name| name.contains('*'));
    let (shared, owned) = (shared.clone(), text.to_owned());
    let make = move || {
        // Reading all levels of an entry is tested for the embedded ones and done at once for a user's own. Should one
        // not be readable all the same, nothing is known of it: not plain, and no flag of it is a known one.
        level(&shared, &owned, depth).map_or_else(|_| Level::default(), |(_, level)| level)
    };
    Ok(Sub {
        names: names.into_iter().map(|group| group.split('=').map(str::to_owned).collect()).collect(),
        like: starred.into_iter().map(Wildcard::new).collect(),
        level: LazyLevel::new(make),
    })
}

/// Reads a level and all below it for their errors.
fn check(above: &Shared, text: &str, depth: usize) -> Result<(), ProfileError> {
    let (body, subs) = cut(text, &header(depth + 1));
    level(above, text, depth)?;
    let keys = keys(above, body)?;
    let program = keys.name.clone();
    let wrong = |what: Wrong| ProfileError {
        file: above.file.clone(),
        program: program.clone(),
        at: 0..0,
        what: what.0,
    };
    let shared = shared_with(above, &keys).map_err(wrong)?;
    if depth >= MAX_DEPTH && !subs.is_empty() {
        return Err(wrong(Wrong("subcommands are nested too deep".into())));
    }
    subs.into_iter().try_for_each(|text| check(&shared, text, depth + 1))
}

fn build(shared: &Shared, keys: &Keys) -> Result<Level, Wrong> {
    let terms = &*shared.terms;
    let mut level = Level::default();
    level.complete = shared.complete;
    level.listed = shared.listed;
    level.style = shared.style;
    level.neutral = keys.neutral;
    level.through = keys.through;
    level.operand_like = keys.operand_like.iter().map(|like| Wildcard::new(like)).collect();
    level.means = keys.means.iter().map(|(like, flag)| (Wildcard::new(like), flag.clone())).collect();
    level.set_flags(lines::flags(&keys.flags, terms)?);
    for when in &keys.when {
        level.layouts.push(Layout {
            when: lines::condition(&when.condition, terms)?,
            slots: lines::slots(&when.operands, terms)?,
        });
    }
    level.layouts.push(Layout { when: Condition::Always, slots: lines::slots(&keys.operands, terms)? });
    for does in &keys.does {
        level.does.extend(lines::acts(does, terms)?);
    }
    Ok(level)
}

fn style(text: &str) -> Result<Style, Wrong> {
    let mut style = Style::default();
    for word in text.split_whitespace() {
        match word {
            "gnu" => style.dashes = Dashes::Gnu,
            "single" => style.dashes = Dashes::Single,
            "go" => style.dashes = Dashes::Go,
            "exact" => style.dashes = Dashes::Exact,
            "abbreviate" => style.abbreviate = true,
            "negate" => style.negate = true,
            "old-bundle" => style.old_bundle = true,
            "equals" => style.equals = true,
            "inherit" => style.inherit = true,
            "unknown-is-operand" => style.unknown_is_operand = true,
            _ => {
                let stop = word.strip_prefix("stop=").and_then(|count| count.parse().ok());
                style.stop = Some(stop.ok_or_else(|| Wrong(format!("`{word}` is no style")))?);
            }
        }
    }
    Ok(style)
}

/// The cases of an entry and of its subcommands, each with the names that lead to it.
pub(super) fn cases(file: &str, text: &str) -> Result<Vec<String>, ProfileError> {
    fn collect(shared: &Shared, text: &str, depth: usize, out: &mut Vec<String>) -> Result<(), ProfileError> {
        let (body, subs) = cut(text, &header(depth + 1));
        out.extend(keys(shared, body)?.cases);
        subs.into_iter().try_for_each(|text| collect(shared, text, depth + 1, out))
    }
    let mut out = Vec::new();
    collect(&top(file), text, 0, &mut out)?;
    Ok(out)
}
