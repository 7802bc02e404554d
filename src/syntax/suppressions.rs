//! `# lint: allow CODE: why`

use super::ast::{Comment, Item, Tree};
use crate::model::Span;

/// A finding that the author has answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppression {
    /// The kind of finding, such as `unanchored-allow`.
    pub code: String,
    /// Why it is no fault here; empty if the author gave no reason, which is a finding by itself.
    pub reason: String,
    /// The comment's place.
    pub span: Span,
    /// The item that it is about: the one it stands in, else the one it follows on its line, else the next one. None
    /// at the end of a file.
    pub item: Option<Span>,
}

/// The suppressions of a file, in their order. A comment may name several codes, separated by commas.
///
/// ```
/// use toolgate::{model::SourceId, syntax};
///
/// let text = "# lint: allow wide-allow: scratch directory\nrule tmp  path within \"/tmp\" => allow\n";
/// let found = syntax::suppressions(&syntax::parse(SourceId(0), text).tree);
/// assert_eq!((found[0].code.as_str(), found[0].reason.as_str()), ("wide-allow", "scratch directory"));
/// ```
pub fn suppressions(tree: &Tree) -> Vec<Suppression> {
    let mut found = Vec::new();
    for comment in &tree.comments {
        let Some((codes, reason)) = read(&comment.text) else { continue };
        let item = item_of(tree, comment);
        for code in codes.split(',').map(str::trim).filter(|code| !code.is_empty()) {
            let (code, reason) = (code.to_owned(), reason.to_owned());
            found.push(Suppression { code, reason, span: comment.span, item });
        }
    }
    found
}

/// The codes and the reason of a comment of this form.
fn read(comment: &str) -> Option<(&str, &str)> {
    let rest = comment.trim_start_matches('#').trim_start().strip_prefix("lint:")?;
    let rest = rest.trim_start().strip_prefix("allow")?;
    let rest = rest.strip_prefix([' ', '\t'])?;
    let (codes, reason) = rest.split_once(':').unwrap_or((rest, ""));
    Some((codes.trim(), reason.trim()))
}

fn item_of(tree: &Tree, comment: &Comment) -> Option<Span> {
    let next = tree.items.partition_point(|item| item.span().start <= comment.span.start);
    let before = next.checked_sub(1).and_then(|last| tree.items.get(last)).map(Item::span);
    let after = tree.items.get(next).map(Item::span);
    match before {
        Some(before) if comment.span.start < before.end || !comment.own_line => Some(before),
        _ => after,
    }
}
