//! Yes, no and unknown; *some* and *every*. Section 5 of the language, word for word, and nothing shared with
//! `toolgate::model`.

/// Yes, no, or not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum T {
    No,
    Unknown,
    Yes,
}

use T::{No, Unknown, Yes};

pub fn of(value: bool) -> T {
    if value { Yes } else { No }
}

pub fn not(a: T) -> T {
    match a {
        Yes => No,
        No => Yes,
        Unknown => Unknown,
    }
}

pub fn and(a: T, b: T) -> T {
    if a == No || b == No {
        No
    } else if a == Yes && b == Yes {
        Yes
    } else {
        Unknown
    }
}

pub fn or(a: T, b: T) -> T {
    not(and(not(a), not(b)))
}

/// Yes if it is yes in all cases, no if it is no in all, else unknown. Without a case nothing is known.
pub fn agreed(cases: impl IntoIterator<Item = T>) -> T {
    let mut all: Option<T> = None;
    for case in cases {
        all = match all {
            None => Some(case),
            Some(before) if before == case => Some(case),
            Some(_) => return Unknown,
        };
    }
    all.unwrap_or(Unknown)
}

/// The two answers of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct A {
    /// Does it certainly hold for at least one thing touched?
    pub some: T,
    /// For all of them?
    pub every: T,
}

/// Holds for nothing.
pub const NONE: A = A { some: No, every: No };
/// Holds for everything.
pub const ALL: A = A { some: Yes, every: Yes };
/// Nothing is known.
pub const MAYBE: A = A { some: Unknown, every: Unknown };

/// The answer for one thing.
pub fn one(t: T) -> A {
    A { some: t, every: t }
}

/// "An effect touches at least one thing, so every = yes gives some = yes, some = no gives every = no."
pub fn agree(a: A) -> A {
    let some = if a.every == Yes { Yes } else { a.some };
    let every = if a.some == No { No } else { a.every };
    A { some, every }
}

/// `not C`
pub fn negation(c: A) -> A {
    agree(A { some: not(c.every), every: not(c.some) })
}

/// `C and D`
pub fn both(c: A, d: A) -> A {
    let every = and(c.every, d.every);
    let some = if c.some == No || d.some == No {
        No
    } else if (c.every == Yes && d.some == Yes) || (c.some == Yes && d.every == Yes) {
        Yes
    } else {
        Unknown
    };
    agree(A { some, every })
}

/// `C or D`
pub fn either(c: A, d: A) -> A {
    let some = or(c.some, d.some);
    let every = if c.every == Yes || d.every == Yes {
        Yes
    } else if (c.some == No && d.every == No) || (c.every == No && d.some == No) {
        No
    } else {
        Unknown
    };
    agree(A { some, every })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For a few things, in every way that each of two conditions can be known of each: what the tables say is never
    /// more than what is so.
    #[test]
    fn the_tables_promise_no_more_than_is_so() {
        let values = [No, Unknown, Yes];
        for count in 1..=3 {
            // Each condition as a truth value per thing; what is known of it is what several such worlds agree on.
            let worlds: Vec<Vec<bool>> =
                (0..1 << count).map(|bits| (0..count).map(|at| bits >> at & 1 == 1).collect()).collect();
            let known = |sets: &[&Vec<bool>]| A {
                some: agreed(sets.iter().map(|world| of(world.iter().any(|holds| *holds)))),
                every: agreed(sets.iter().map(|world| of(world.iter().all(|holds| *holds)))),
            };
            for c in pairs(&worlds) {
                for d in pairs(&worlds) {
                    let told = [both(known(&c), known(&d)), either(known(&c), known(&d))];
                    for (c, d) in c.iter().flat_map(|c| d.iter().map(move |d| (*c, *d))) {
                        let and: Vec<bool> = c.iter().zip(d).map(|(c, d)| *c && *d).collect();
                        let or: Vec<bool> = c.iter().zip(d).map(|(c, d)| *c || *d).collect();
                        for (told, truth) in told.iter().zip([&and, &or]) {
                            let truth = known(&[truth]);
                            assert!(told.some == Unknown || told.some == truth.some);
                            assert!(told.every == Unknown || told.every == truth.every);
                        }
                    }
                }
            }
        }
        for a in values {
            assert_eq!(not(not(a)), a);
        }
    }

    fn pairs(worlds: &[Vec<bool>]) -> Vec<Vec<&Vec<bool>>> {
        worlds.iter().flat_map(|a| worlds.iter().map(move |b| vec![a, b])).collect()
    }
}
