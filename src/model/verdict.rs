//! The three verdicts, and answers that may be unknown.

use serde::{Deserialize, Serialize};

/// What may happen to a call. Where two meet, the greater one wins.
///
/// There is no default: nobody gets an allow by forgetting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The call runs.
    Allow,
    /// The call runs if a person agrees.
    Confirm,
    /// The call does not run.
    Deny,
}

impl Verdict {
    /// The word that policies and JSON use.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Allow => "allow",
            Verdict::Confirm => "confirm",
            Verdict::Deny => "deny",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

/// Yes, no, or not known before the call runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tri {
    /// It does not hold.
    No,
    /// It may hold.
    Unknown,
    /// It holds.
    Yes,
}

impl Tri {
    /// Both (the lesser of the two).
    pub fn and(self, other: Tri) -> Tri {
        self.min(other)
    }

    /// At least one (the greater of the two).
    pub fn or(self, other: Tri) -> Tri {
        self.max(other)
    }
}

impl std::ops::Not for Tri {
    type Output = Tri;

    fn not(self) -> Tri {
        match self {
            Tri::No => Tri::Yes,
            Tri::Unknown => Tri::Unknown,
            Tri::Yes => Tri::No,
        }
    }
}

impl From<bool> for Tri {
    fn from(value: bool) -> Tri {
        if value { Tri::Yes } else { Tri::No }
    }
}

/// What a condition says of an effect that can touch several things (language, section 5).
///
/// An effect touches at least one thing, so `every == Yes` gives `some == Yes`, and `some == No` gives
/// `every == No`. The constructors keep that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Answer {
    some: Tri,
    every: Tri,
}

impl Answer {
    /// Holds for all that is touched.
    pub const ALL: Answer = Answer { some: Tri::Yes, every: Tri::Yes };
    /// Holds for nothing that is touched.
    pub const NONE: Answer = Answer { some: Tri::No, every: Tri::No };
    /// Nothing is known.
    pub const MAYBE: Answer = Answer { some: Tri::Unknown, every: Tri::Unknown };
    /// Holds for a part, and not for another.
    pub const PART: Answer = Answer { some: Tri::Yes, every: Tri::No };

    /// An answer of two parts, brought into agreement.
    pub fn new(some: Tri, every: Tri) -> Answer {
        let every = if some == Tri::No { Tri::No } else { every };
        let some = if every == Tri::Yes { Tri::Yes } else { some };
        Answer { some, every }
    }

    /// The answer for a single thing.
    pub fn one(tri: Tri) -> Answer {
        Answer { some: tri, every: tri }
    }

    /// Does it certainly hold for at least one thing touched?
    pub fn some(self) -> Tri {
        self.some
    }

    /// Does it hold for all things touched?
    pub fn every(self) -> Tri {
        self.every
    }

    /// The table of `and` in section 5 of the language.
    pub fn and(self, other: Answer) -> Answer {
        let every = self.every.and(other.every);
        let some = if self.some == Tri::No || other.some == Tri::No {
            Tri::No
        } else if (self.some == Tri::Yes && other.every == Tri::Yes)
            || (self.every == Tri::Yes && other.some == Tri::Yes)
        {
            Tri::Yes
        } else {
            Tri::Unknown
        };
        Answer::new(some, every)
    }

    /// The table of `or` in section 5 of the language.
    pub fn or(self, other: Answer) -> Answer {
        let some = self.some.or(other.some);
        let every = if self.every == Tri::Yes || other.every == Tri::Yes {
            Tri::Yes
        } else if (self.some == Tri::No && other.every == Tri::No)
            || (self.every == Tri::No && other.some == Tri::No)
        {
            Tri::No
        } else {
            Tri::Unknown
        };
        Answer::new(some, every)
    }

    /// How `explain` says it.
    pub fn as_str(self) -> &'static str {
        match (self.some, self.every) {
            (_, Tri::Yes) => "all",
            (Tri::Yes, _) => "some",
            (Tri::No, _) => "none",
            (Tri::Unknown, _) => "maybe",
        }
    }
}

impl std::ops::Not for Answer {
    type Output = Answer;

    fn not(self) -> Answer {
        Answer { some: !self.every, every: !self.some }
    }
}
