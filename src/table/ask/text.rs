//! Texts, numbers and truth values.

use std::cell::Cell;
use std::sync::OnceLock;

use serde_json::Value;

use crate::model::{Answer, PathThing, Program, TextSet, Tri, Walk, Word, WordText};
use crate::policy::regex_source;
use crate::policy::typed::{Comparison, Number, Regex, Scalar, Step, TextSubject, TextTest};
use crate::table::ask::glob::TextGlob;
use crate::table::ask::subject::{Seen, of_path, seen};
use crate::table::ask::{Asked, Held};
use crate::table::stars::{At, Choice, walk};

/// Compiled parts of a text test, made on first need.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    like: Vec<TextGlob>,
    regexes: Vec<OnceLock<Option<regex::Regex>>>,
}

impl Prepared {
    pub(super) fn new(test: &TextTest) -> Prepared {
        let like = match test {
            TextTest::Like(globs) => globs.iter().map(|glob| TextGlob::new(glob)).collect(),
            _ => Vec::new(),
        };
        let regexes = match test {
            TextTest::Matches(all) => all.iter().map(|_| OnceLock::new()).collect(),
            _ => Vec::new(),
        };
        Prepared { like, regexes }
    }

    /// Whether a regex matches; unknown if it does not compile, which policies are checked for.
    fn matches(&self, at: usize, regex: &Regex, text: &str) -> Tri {
        let Some(slot) = self.regexes.get(at) else { return Tri::Unknown };
        let compiled = slot.get_or_init(|| {
            regex::RegexBuilder::new(&regex_source(regex))
                .size_limit(4 << 20)
                .dfa_size_limit(4 << 20)
                .build()
                .ok()
        });
        compiled.as_ref().map_or(Tri::Unknown, |compiled| compiled.is_match(text).into())
    }
}

pub(super) fn held(
    subject: &TextSubject,
    test: &TextTest,
    prepared: &Prepared,
    asked: &Asked<'_, '_>,
) -> Held {
    let ask = |seen: Seen<'_>| one(seen, test, prepared);
    if let (Some(PathThing::Below { dir, walk }), true) = (asked.thing, is_of_path(subject)) {
        return below(dir, walk, asked, &|path| ask(of_path(subject, path)));
    }
    match seen(subject, asked) {
        Seen::Unknown if matches!(test, TextTest::Exists) => exists_unseen(subject),
        Seen::Words([]) => ask(Seen::Empty),
        Seen::Words(words) => Held::over(words.iter().map(|word| ask(Seen::Word(word)))),
        Seen::Programs => {
            let programs = asked.effect.via.iter().map(|command| match &command.program {
                Program::Named(name) => ask(Seen::Text(name)),
                Program::File { name, .. } => ask(Seen::Called(name)),
                Program::Unknown(_) => ask(Seen::Unknown),
            });
            Held::one(programs.fold(Tri::No, |any, held| any.or(held.plain.some())))
        }
        Seen::Each(items, step) => match subject {
            TextSubject::Arg(path) => each(items, step, &path.steps, &ask, 0),
            _ => Held::UNKNOWN,
        },
        other => ask(other),
    }
}

fn is_of_path(subject: &TextSubject) -> bool {
    matches!(subject, TextSubject::PathName | TextSubject::PathExtension | TextSubject::PathDepth)
}

/// The answer for what is below a directory. Where something lacks what is asked for (a file without an extension) the
/// negation is looked for by a walk of its own.
fn below(dir: &str, walk: &Walk, asked: &Asked<'_, '_>, ask: &dyn Fn(&str) -> Held) -> Held {
    let world = asked.world;
    let differ = Cell::new(false);
    let plain = world.walks.below(dir, walk, &|path| {
        let held = ask(path);
        differ.set(differ.get() || held.negated != !held.plain);
        held.plain.some()
    });
    // A walk that stops early has not seen all.
    if !differ.get() && plain != Answer::PART {
        return Held::of(plain);
    }
    let negated = world.walks.below(dir, walk, &|path| ask(path).negated.some());
    Held { plain, negated }
}

/// Whether something exists that is not known. What the call itself would have said is not there, which is exact;
/// what an effect or a list would have said is unknown.
fn exists_unseen(subject: &TextSubject) -> Held {
    match subject {
        TextSubject::Mode | TextSubject::Session | TextSubject::Agent | TextSubject::Context(_) => {
            Held::one(Tri::No)
        }
        TextSubject::Arg(path) if !path.steps.contains(&Step::Star) => Held::one(Tri::No),
        TextSubject::Arg(_)
        | TextSubject::ToolName
        | TextSubject::Server
        | TextSubject::Scheme
        | TextSubject::Port
        | TextSubject::Program
        | TextSubject::Args
        | TextSubject::Env(_)
        | TextSubject::ViaProgram
        | TextSubject::PathName
        | TextSubject::PathExtension
        | TextSubject::PathDepth => Held::UNKNOWN,
    }
}

/// Elements that are asked together; lists within them likewise.
fn each(items: &[Value], step: usize, steps: &[Step], ask: &impl Fn(Seen<'_>) -> Held, depth: usize) -> Held {
    if depth > 16 {
        return Held::UNKNOWN;
    }
    let choose = |_: usize| Choice::Together;
    Held::over(items.iter().map(|item| match walk(At::Value(item), steps, step + 1, &choose) {
        At::Value(value) => ask(Seen::Json(value)),
        At::Absent => ask(Seen::Absent),
        At::Unknown => ask(Seen::Unknown),
        At::Empty => Held::EMPTY,
        At::Each(inner, at) => each(inner, at, steps, ask, depth + 1),
    }))
}

fn one(seen: Seen<'_>, test: &TextTest, prepared: &Prepared) -> Held {
    if let TextTest::Exists = test {
        return match seen {
            // Exact, for an element of an empty list too: there is none.
            Seen::Absent | Seen::Empty => Held::one(Tri::No),
            Seen::Unknown => Held::UNKNOWN,
            Seen::Word(word) if word.splits => Held::UNKNOWN,
            Seen::Text(_)
            | Seen::Called(_)
            | Seen::Number(_)
            | Seen::AtLeast(_)
            | Seen::Json(_)
            | Seen::Word(_) => Held::one(Tri::Yes),
            Seen::Words(_) | Seen::Programs | Seen::Each(..) => Held::UNKNOWN,
        };
    }
    match seen {
        Seen::Absent => Held::ABSENT,
        Seen::Empty => Held::EMPTY,
        Seen::Text(text) => Held::one(text_is(text, test, prepared)),
        // As in a pattern: it is called so, and may be anything.
        Seen::Called(name) => Held::one(text_is(name, test, prepared).and(Tri::Unknown)),
        Seen::Number(number) => Held::one(number_is(number, test)),
        Seen::AtLeast(least) => Held::one(at_least_is(least, test)),
        Seen::Json(value) => Held::one(json_is(value, test, prepared)),
        Seen::Word(word) => Held::one(word_is(word, test, prepared)),
        Seen::Unknown | Seen::Words(_) | Seen::Programs | Seen::Each(..) => Held::UNKNOWN,
    }
}

fn json_is(value: &Value, test: &TextTest, prepared: &Prepared) -> Tri {
    match value {
        Value::String(text) => text_is(text, test, prepared),
        Value::Number(number) => exact(number).map_or(Tri::Unknown, |number| number_is(number, test)),
        Value::Bool(truth) => bool_is(*truth, test),
        Value::Array(items) => match test {
            TextTest::Contains(all) => contains(items, all),
            _ => Tri::Unknown,
        },
        Value::Null | Value::Object(_) => Tri::Unknown,
    }
}

/// A JSON number that a 64-bit float holds exactly.
fn exact(number: &serde_json::Number) -> Option<f64> {
    const SAFE: u64 = 1 << 53;
    if let Some(whole) = number.as_i64() {
        return (whole.unsigned_abs() <= SAFE).then_some(whole as f64);
    }
    if number.as_u64().is_some() {
        return None;
    }
    number.as_f64().filter(|value| value.is_finite())
}

fn contains(items: &[Value], all: &[Scalar]) -> Tri {
    let mut any = Tri::No;
    for item in items {
        for wanted in all {
            let same = match (item, wanted) {
                (Value::String(text), Scalar::Text(wanted)) => (**text == **wanted).into(),
                (Value::Bool(truth), Scalar::Bool(wanted)) => (truth == wanted).into(),
                (Value::Number(number), Scalar::Number(wanted)) => {
                    exact(number).map_or(Tri::Unknown, |number| (number == wanted.get()).into())
                }
                _ => Tri::No,
            };
            any = any.or(same);
        }
    }
    any
}

fn text_is(text: &str, test: &TextTest, prepared: &Prepared) -> Tri {
    match test {
        TextTest::OneOf(all) => scalar_is(all, |scalar| match scalar {
            Scalar::Text(wanted) => Some(**wanted == *text),
            Scalar::Number(_) | Scalar::Bool(_) => None,
        }),
        TextTest::Like(_) => prepared.like.iter().any(|glob| glob.matches(text)).into(),
        TextTest::Matches(all) => {
            let asked = all.iter().enumerate().map(|(at, regex)| prepared.matches(at, regex, text));
            asked.fold(Tri::No, Tri::or)
        }
        TextTest::StartsWith(all) => all.iter().any(|start| text.starts_with(&**start)).into(),
        TextTest::EndsWith(all) => all.iter().any(|end| text.ends_with(&**end)).into(),
        TextTest::Contains(all) => scalar_is(all, |scalar| match scalar {
            Scalar::Text(part) => Some(text.contains(&**part)),
            Scalar::Number(_) | Scalar::Bool(_) => None,
        }),
        TextTest::Is(all) => {
            let is = |general: &str| {
                text.strip_prefix(general).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            all.iter().any(|general| is(general.as_str())).into()
        }
        TextTest::Compare(..) => Tri::Unknown,
        TextTest::Exists => Tri::Yes,
    }
}

fn number_is(number: f64, test: &TextTest) -> Tri {
    match test {
        TextTest::OneOf(all) => scalar_is(all, |scalar| match scalar {
            Scalar::Number(wanted) => Some(wanted.get() == number),
            Scalar::Text(_) | Scalar::Bool(_) => None,
        }),
        TextTest::Compare(comparison, limit) => compares(number, *comparison, *limit).into(),
        TextTest::Exists => Tri::Yes,
        TextTest::Like(_)
        | TextTest::Matches(_)
        | TextTest::StartsWith(_)
        | TextTest::EndsWith(_)
        | TextTest::Contains(_)
        | TextTest::Is(_) => Tri::Unknown,
    }
}

/// A number of which the least that it can be is known.
fn at_least_is(least: f64, test: &TextTest) -> Tri {
    match test {
        TextTest::Compare(Comparison::Less, limit) if least >= limit.get() => Tri::No,
        TextTest::Compare(Comparison::LessOrEqual, limit) if least > limit.get() => Tri::No,
        TextTest::Compare(Comparison::Greater, limit) if least > limit.get() => Tri::Yes,
        TextTest::Compare(Comparison::GreaterOrEqual, limit) if least >= limit.get() => Tri::Yes,
        TextTest::OneOf(all)
            if all.iter().all(|one| matches!(one, Scalar::Number(number) if number.get() < least)) =>
        {
            Tri::No
        }
        _ => Tri::Unknown,
    }
}

fn bool_is(truth: bool, test: &TextTest) -> Tri {
    match test {
        TextTest::OneOf(all) => scalar_is(all, |scalar| match scalar {
            Scalar::Bool(wanted) => Some(*wanted == truth),
            Scalar::Text(_) | Scalar::Number(_) => None,
        }),
        TextTest::Exists => Tri::Yes,
        TextTest::Like(_)
        | TextTest::Matches(_)
        | TextTest::StartsWith(_)
        | TextTest::EndsWith(_)
        | TextTest::Contains(_)
        | TextTest::Is(_)
        | TextTest::Compare(..) => Tri::Unknown,
    }
}

/// Whether any literal is meant; unknown if none is of the value's type.
fn scalar_is(all: &[Scalar], same: impl Fn(&Scalar) -> Option<bool>) -> Tri {
    let mut typed = false;
    for scalar in all {
        match same(scalar) {
            Some(true) => return Tri::Yes,
            Some(false) => typed = true,
            None => {}
        }
    }
    if typed { Tri::No } else { Tri::Unknown }
}

fn compares(number: f64, comparison: Comparison, limit: Number) -> bool {
    let limit = limit.get();
    match comparison {
        Comparison::Less => number < limit,
        Comparison::LessOrEqual => number <= limit,
        Comparison::Greater => number > limit,
        Comparison::GreaterOrEqual => number >= limit,
    }
}

fn word_is(word: &Word, test: &TextTest, prepared: &Prepared) -> Tri {
    if word.splits {
        return Tri::Unknown;
    }
    match &word.text {
        WordText::Known(text) => text_is(text, test, prepared),
        WordText::OneOf(all) => same_for_all(all.iter().map(|text| text_is(text, test, prepared))),
        WordText::Unknown { prefix, suffix } => set_is(TextSet::Unknown { prefix, suffix }, test, prepared),
        WordText::Glob(glob) => set_is(TextSet::Glob(glob), test, prepared),
    }
}

/// The answer for a word of which only the ends are known.
fn set_is(set: TextSet<'_>, test: &TextTest, prepared: &Prepared) -> Tri {
    let (prefix, suffix) = set.ends();
    let ends = TextSet::Unknown { prefix, suffix };
    match test {
        TextTest::OneOf(all) => {
            let can_be = |one: &Scalar| match one {
                Scalar::Text(text) => ends.may_be(text),
                Scalar::Number(_) | Scalar::Bool(_) => true,
            };
            Tri::from(all.iter().any(can_be)).and(Tri::Unknown)
        }
        TextTest::Like(_) => {
            prepared.like.iter().fold(Tri::No, |any, glob| any.or(glob.matches_ends(prefix, suffix)))
        }
        _ => Tri::Unknown,
    }
}

/// The answer that all worlds agree on.
fn same_for_all(answers: impl IntoIterator<Item = Tri>) -> Tri {
    answers.into_iter().reduce(|a, b| if a == b { a } else { Tri::Unknown }).unwrap_or(Tri::Unknown)
}
