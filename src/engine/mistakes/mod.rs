//! Mistakes that the engine finds: files that can't be used, and examples of rules that do not hold.

mod examples;
mod files;
mod limits;
mod profiles;

pub use examples::{ExampleNotACall, HitIsMissed, MissIsHit};
pub use files::{FileMistake, UnreadableFile};
pub use limits::BeyondLimit;
pub use profiles::BadProfile;

use crate::model::Kind;

/// Every kind of mistake of this room.
pub const KINDS: &[&Kind] = &[
    &files::MISSING,
    &files::NOT_A_FILE,
    &files::CANNOT_READ,
    // `files::TOO_LARGE` has the code of the parser's kind, and its page.
    &files::EMPTY,
    &files::BINARY,
    &files::NOT_UTF8,
    &files::BYTE_ORDER_MARK,
    &files::CARRIAGE_RETURN,
    &files::WRITABLE_BY_OTHERS,
    &files::OUTSIDE,
    &files::NO_POLICIES,
    &files::TOO_MANY,
    &files::NOT_LOADED,
    &limits::BEYOND_LIMIT,
    &profiles::BAD_PROFILE,
    &examples::HIT_IS_MISSED,
    &examples::MISS_IS_HIT,
    &examples::NOT_A_CALL,
];
