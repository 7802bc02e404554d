//! Profiles of a person's own that can't be used.

use crate::model::{Kind, Mistake, Severity, Span};

/// `bad-profile`
pub(super) static BAD_PROFILE: Kind = Kind {
    code: "bad-profile",
    severity: Severity::Error,
    summary: "a file of program profiles has an entry that can't be read",
    why: "what a program is known to do decides what is asked; a profile that is read in part would leave something out",
    instead: "the entry as the page on profiles describes it; `toolgate lint` reads it again",
    example: "",
    mended: "",
};

/// An entry of a profile file that can't be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadProfile {
    program: String,
    what: String,
    at: Span,
}

impl BadProfile {
    /// `program` is empty for what belongs to none.
    pub fn new(program: String, what: String, at: Span) -> Self {
        BadProfile { program, what, at }
    }
}

impl Mistake for BadProfile {
    const KIND: &'static Kind = &BAD_PROFILE;

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        match &*self.program {
            "" => "this is no profile of a program".into(),
            program => format!("the profile of `{program}` can't be read"),
        }
    }

    fn label(&self) -> String {
        self.what.lines().last().unwrap_or_default().to_owned()
    }

    fn help(&self) -> Option<String> {
        Some("docs/profiles.md lists the keys of an entry; every call is denied until it can be read".into())
    }
}
