//! Paths.

use crate::matchers::glob::Glob;
use crate::model::{Answer, Case, PathThing, Subject, Tri};
use crate::table::ask::{Asked, Held};
use crate::table::compile::PathPattern;

/// How names are compared where the effect is.
fn case_of(subject: &Subject) -> Case {
    match subject {
        Subject::Path(path) | Subject::Script(_, path) => path.case,
        Subject::Command(_) | Subject::Host(_) | Subject::Call | Subject::Unknown { .. } => Case::Unknown,
    }
}

pub(super) fn held(patterns: &[u32], table: &[PathPattern], asked: &Asked<'_, '_>) -> Held {
    let Some(thing) = asked.thing else {
        return match &asked.effect.subject {
            Subject::Unknown { .. } | Subject::Path(_) | Subject::Script(..) => Held::UNKNOWN,
            Subject::Command(_) | Subject::Host(_) | Subject::Call => Held::ABSENT,
        };
    };
    let by = |ask: &dyn Fn(&PathPattern, &[String], Case) -> Answer| any(patterns, table, asked, ask);
    Held::of(match thing {
        PathThing::Matching { glob, .. } => match Glob::parse(glob) {
            // Each way through its braces may be what another pattern names.
            Ok(glob) => same_for_all(
                glob.ways()
                    .map(|way| by(&|pattern, places, case| pattern.matcher.answer_glob(places, &way, case))),
            ),
            Err(_) => Answer::MAYBE,
        },
        PathThing::At { .. } | PathThing::Below { .. } | PathThing::Somewhere { .. } => {
            by(&|pattern, places, case| pattern.matcher.answer(places, thing, case, asked.world.walks))
        }
    })
}

/// The answers of parts of which it is not known whether any is there.
fn same_for_all(mut answers: impl Iterator<Item = Answer>) -> Answer {
    let Some(first) = answers.next() else { return Answer::MAYBE };
    if answers.all(|answer| answer == first) { first } else { Answer::MAYBE }
}

/// The answer of the patterns, or-ed together.
fn any(
    patterns: &[u32],
    table: &[PathPattern],
    asked: &Asked<'_, '_>,
    ask: &dyn Fn(&PathPattern, &[String], Case) -> Answer,
) -> Answer {
    let mut any = Answer::NONE;
    for number in patterns {
        any = any.or(one(*number, table, asked, ask));
        if any == Answer::ALL {
            break;
        }
    }
    any
}

fn one(
    number: u32,
    table: &[PathPattern],
    asked: &Asked<'_, '_>,
    ask: &dyn Fn(&PathPattern, &[String], Case) -> Answer,
) -> Answer {
    let world = asked.world;
    let at = number as usize;
    match (table.get(at), world.bound.places.get(at)) {
        // `root` or `~` is not known: neither is what lies there.
        (Some(_), Some(places)) if places.known.is_empty() => Answer::MAYBE,
        (Some(pattern), Some(places)) => {
            let case = case_of(&asked.effect.subject);
            let answer = ask(pattern, &places.known, case);
            if places.unclear { answer.or(Answer::MAYBE) } else { answer }
        }
        (None, _) | (_, None) => Answer::one(Tri::Unknown),
    }
}
