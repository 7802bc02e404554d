//! `[*]`: the elements of a list are things that an effect touches, so each is judged by itself.

use serde_json::Value;

use crate::policy::typed::{ArgPath, Step};

/// A list that predicates look into: an argument's path up to and with a `[*]`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Star(pub ArgPath);

impl Star {
    /// All lists that a path looks into, outermost first.
    pub(crate) fn of(path: &ArgPath) -> impl Iterator<Item = Star> + '_ {
        let stars = path.steps.iter().enumerate().filter(|(_, step)| matches!(step, Step::Star));
        stars.filter_map(|(at, _)| {
            Some(Star(ArgPath { name: path.name.clone(), steps: path.steps.get(..=at)?.to_vec() }))
        })
    }
}

/// Which element of a list is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice<'a> {
    /// All of them together: what is asked is answered for some and for every.
    Together,
    /// This one.
    Element(&'a Value),
    /// The list is empty, or not there.
    Empty,
    /// There is no telling: the list is not known, or is no list.
    Unknown,
}

/// What stands at a path.
#[derive(Clone, Copy, Debug)]
pub(crate) enum At<'a> {
    /// A value.
    Value(&'a Value),
    /// Nothing, and no declaration asks for it.
    Absent,
    /// Something, but what is not known.
    Unknown,
    /// An element of an empty list.
    Empty,
    /// An element of a list whose elements are asked together: the list, and the position of the `[*]` step.
    Each(&'a [Value], usize),
}

/// Follows `steps` from `from`, beginning at step `at`. `choose` says which element a `[*]` stands for.
pub(crate) fn walk<'a>(
    from: At<'a>,
    steps: &[Step],
    at: usize,
    choose: &impl Fn(usize) -> Choice<'a>,
) -> At<'a> {
    let mut here = from;
    for (index, step) in steps.iter().enumerate().skip(at) {
        here = match (here, step) {
            (At::Value(Value::Object(members)), Step::Key(key)) => member(members.get(&**key)),
            (At::Value(Value::Array(items)), Step::Index(n)) => member(items.get(*n as usize)),
            (At::Value(value), Step::Star) => match choose(index) {
                Choice::Together => match value {
                    Value::Array(items) if items.is_empty() => At::Empty,
                    Value::Array(items) => return At::Each(items, index),
                    Value::Null => At::Empty,
                    Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => At::Unknown,
                },
                Choice::Element(element) => At::Value(element),
                Choice::Empty => At::Empty,
                Choice::Unknown => At::Unknown,
            },
            (At::Value(_), Step::Key(_) | Step::Index(_)) => At::Unknown,
            (At::Absent, Step::Star) => At::Empty,
            (At::Absent | At::Unknown | At::Empty | At::Each(..), _) => here,
        };
    }
    here
}

fn member(found: Option<&Value>) -> At<'_> {
    match found {
        Some(Value::Null) | None => At::Absent,
        Some(value) => At::Value(value),
    }
}
