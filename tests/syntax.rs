//! The language's text: parsing, errors, layout.

#![expect(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "tests"
)]

#[path = "support/plain.rs"]
mod plain;

#[path = "support/trees.rs"]
mod trees;

#[path = "syntax/broken.rs"]
mod broken;

#[path = "syntax/files.rs"]
mod files;

#[path = "syntax/kinds.rs"]
mod kinds;

#[path = "syntax/limits.rs"]
mod limits;

#[path = "syntax/properties.rs"]
mod properties;

#[path = "syntax/texts.rs"]
mod texts;

use toolgate::model::SourceId;
use toolgate::syntax;

/// The first policy of the language page.
const FIRST: &str = include_str!("syntax/first.policy");

#[test]
fn the_first_policy_of_the_language_page_parses() {
    let parsed = syntax::parse(SourceId(0), FIRST);
    assert_eq!(parsed.errors, []);
    assert_eq!(parsed.tree.items.len(), 13);
}

#[test]
fn every_item_and_field_parses() {
    let parsed = syntax::parse(SourceId(0), include_str!("syntax/everything.policy"));
    assert_eq!(parsed.errors, []);
    assert_eq!(parsed.tree.items.len(), 22);
}
