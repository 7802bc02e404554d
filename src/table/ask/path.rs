//! Paths.

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
    let mut any = Answer::NONE;
    for number in patterns {
        any = any.or(one(*number, thing, table, asked));
        if any == Answer::ALL {
            break;
        }
    }
    Held::of(any)
}

fn one(number: u32, thing: &PathThing, table: &[PathPattern], asked: &Asked<'_, '_>) -> Answer {
    let world = asked.world;
    let at = number as usize;
    match (table.get(at), world.bound.places.get(at)) {
        // `root` or `~` is not known: neither is what lies there.
        (Some(_), Some(places)) if places.known.is_empty() => Answer::MAYBE,
        (Some(pattern), Some(places)) => {
            let case = case_of(&asked.effect.subject);
            let answer = pattern.matcher.answer(&places.known, thing, case, world.walks);
            if places.unclear { answer.or(Answer::MAYBE) } else { answer }
        }
        (None, _) | (_, None) => Answer::one(Tri::Unknown),
    }
}
