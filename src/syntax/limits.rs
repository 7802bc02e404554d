//! How large a policy may be. Exceeding a limit is an error with a place, never a shorter answer.

/// Bytes of a file.
pub const FILE_BYTES: usize = 1 << 20;
/// Brackets of all kinds, and `not`s, within one another.
pub const NESTING: usize = 64;
/// Entries of a list, members of an object.
pub const LIST: usize = 10_000;
/// Bytes of a text, a regex, a command pattern.
pub const LITERAL_BYTES: usize = 16 << 10;
/// Errors that are told of one file; the last one says that there are more.
pub const ERRORS: usize = 100;
