//! The work: from trees to a resolved set, one concern a file.
//!
//! `gather` finds the files, `declarations` what all of them declare, `names` what a name stands for, `conditions`
//! and `predicates` what must hold, `rules` and the files beside it what follows.

mod arguments;
mod calls;
mod conditions;
mod declarations;
mod gather;
mod headers;
mod ids;
mod lookalikes;
mod names;
mod never;
mod operands;
mod others;
mod predicates;
mod restrict;
mod rules;
mod set;
mod subjects;
mod tests;
mod texts;

pub(in crate::policy) use calls::CALL_KEYS;
pub use calls::json;
pub(in crate::policy) use declarations::ARG_TYPES;
pub use restrict::restrict;
pub use set::{Set, resolve_layer, resolve_set};
pub(in crate::policy) use subjects::SUBJECTS;

/// What could not be resolved. It was reported: what follows from it is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::policy) struct Poison;

/// A result, or poison.
pub(in crate::policy) type Resolved<T> = Result<T, Poison>;
