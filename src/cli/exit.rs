//! Exit codes.

use std::process::ExitCode;

use crate::model::Verdict;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Allow; nothing found; all passed.
    Fine,
    /// Deny; findings; failures.
    Deny,
    /// It could not work. Whoever waits for a verdict must take it as deny.
    Broken,
    /// A person must agree.
    Confirm,
}

impl Exit {
    /// What two calls come to: broken before deny before confirm.
    pub(crate) fn and(self, other: Exit) -> Exit {
        if self.weight() >= other.weight() { self } else { other }
    }

    fn weight(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::Confirm => 1,
            Exit::Deny => 2,
            Exit::Broken => 3,
        }
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Exit {
        match verdict {
            Verdict::Allow => Exit::Fine,
            Verdict::Confirm => Exit::Confirm,
            Verdict::Deny => Exit::Deny,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::Deny => 1,
            Exit::Broken => 2,
            Exit::Confirm => 3,
        })
    }
}
