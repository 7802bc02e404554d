//! Limits on what a policy may ask of the resolver. Each is checked before the work is done; exceeding one is an error
//! with a place. The limits of a text (size, nesting of brackets) are the parser's.

/// Levels of groups, negations and names in a condition, and of names in a value.
pub const DEPTH: usize = 100;
/// Predicates in one condition, names replaced by what they stand for.
pub const CONDITION: usize = 10_000;
/// Values in one list, nested lists and names replaced by what they hold.
pub const LIST: usize = 10_000;
/// Predicates and values in all conditions of a set together.
pub const SET: usize = 4_000_000;
/// Files that use each other in a row.
pub const USES: usize = 32;
/// Files of one layer, used ones included.
pub const FILES: usize = 500;
/// The size of a regex, in characters once its repetitions are written out.
pub const REGEX: usize = 20_000;
/// Bytes of a path, glob, host or pattern text.
pub const TEXT: usize = 4_096;
/// The longest a hook may run, in seconds.
pub const HOOK_SECONDS: u64 = 600;
/// Comparisons of tools' names with what conditions, tests and examples say of them, in one set.
pub const TOOL_COMPARISONS: usize = 20_000_000;
/// Comparisons of names for did-you-mean in one run; after that there are no suggestions.
pub(crate) const COMPARISONS: usize = 400_000;
