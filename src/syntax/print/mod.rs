//! The one canonical layout of a tree.
//!
//! A rule that says no more than condition, action and reason stands on one line if it fits there; other rules, hooks and
//! tests are blocks; other items are blocks if they do not fit on a line. Keywords of a block, short rules right below one
//! another and the cases of a test are aligned. Blank lines are kept, one at a time, and stand around every block.

mod blocks;
mod conditions;
mod doc;
mod items;
mod literals;
mod writer;

use super::ast::Tree;

/// Prints a tree. `text` is the source that it was parsed from, which tells where blank lines stand; it is empty for a tree
/// that was made otherwise.
///
/// ```
/// use toolgate::{model::SourceId, syntax};
///
/// let text = "rule   look { action allow match operation is read }  # why";
/// let parsed = syntax::parse(SourceId(0), text);
/// assert_eq!(syntax::print(&parsed.tree, text), "rule look  operation is read => allow  # why\n");
/// ```
pub fn print(tree: &Tree, text: &str) -> String {
    let mut writer = writer::Writer::new(text, &tree.comments);
    items::items(tree, &mut writer);
    writer.finish()
}
