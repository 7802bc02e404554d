//! `fmt` as a function.

use super::{parse, print, same_meaning};
use crate::model::{Diagnostic, Mistake, SourceId};
use crate::syntax::ast::{Comment, Tree};
use crate::syntax::mistakes::pieces::FormatterFault;

/// A policy in its canonical layout. What comes out was parsed again and compared: it means the same, and has every
/// comment.
///
/// # Errors
///
/// The errors of a text that does not parse; it is not changed. A fault of the formatter itself is an error too, never a
/// changed policy.
///
/// ```
/// let text = "rule look { match operation is read   action allow }";
/// assert_eq!(toolgate::syntax::format(text).as_deref(), Ok("rule look  operation is read => allow\n"));
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let source = SourceId::default();
    let parsed = parse(source, text);
    if !parsed.errors.is_empty() {
        return Err(parsed.errors);
    }
    let printed = print(&parsed.tree, text);
    let again = parse(source, &printed);
    let good = again.errors.is_empty()
        && same_meaning(&parsed.tree, &again.tree)
        && comments(&parsed.tree) == comments(&again.tree);
    if good { Ok(printed) } else { Err(vec![FormatterFault { at: parsed.tree.span }.report()]) }
}

/// The comments' texts. Their order may change: one within a list's entry moves before the entry.
fn comments(tree: &Tree) -> Vec<&str> {
    let mut texts: Vec<&str> = tree.comments.iter().map(|Comment { text, .. }| text.as_str()).collect();
    texts.sort_unstable();
    texts
}
