//! Calls, effects and decisions: plain data that every room shares.
//!
//! In: nothing. Out: types. It must not know any other room.

mod budget;
mod call;
mod day;
mod decision;
mod declared;
mod diagnostic;
mod effect;
mod files;
mod operation;
pub mod profile;
mod sources;
mod span;
mod untrusted;
mod verdict;
mod wildcard;
mod word;

pub use budget::Budget;
pub use call::{Call, FsEntry};
pub use day::Day;
pub use decision::{DecidedBy, Decision, EffectDecision, Risk};
pub use declared::Declared;
pub use diagnostic::{Diagnostic, Fix, Kind, Mistake, Severity};
pub use effect::{
    Certainty, Command, Effect, Host, HostSubject, Naming, Origin, PathForm, PathSubject, PathThing, Program,
    Subject, Walk,
};
pub use files::{Case, Entry, Files, FilesError};
pub use operation::{BUILT_IN, Operation};
pub use sources::{Place, Source, SourceOrigin, Sources, place_in};
pub use span::{SourceId, Span};
pub use untrusted::{Untrusted, hides, push_escape};
pub use verdict::{Answer, Tri, Verdict};
pub use wildcard::{TextSet, Wildcard};
pub use word::{Word, WordText};
