//! Text to tree.

use pest::Parser;

use super::ast::{Comment, Item, Tree};
use super::build::Builder;
use super::grammar::{Grammar, Rule};
use crate::model::{Diagnostic, Severity, SourceId, Span};

/// What a text was parsed to. The tree holds what could be understood; where there are errors the file must not be used
/// to decide anything.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    /// The tree.
    pub tree: Tree,
    /// Every error, in the order of their places.
    pub errors: Vec<Diagnostic>,
}

/// Parses a policy file. Never fails: errors are part of the result.
///
/// ```
/// use toolgate::{model::SourceId, syntax};
///
/// let parsed = syntax::parse(SourceId(0), "rule look  operation is read => allow");
/// assert!(parsed.errors.is_empty());
/// assert_eq!(parsed.tree.items.len(), 1);
/// ```
pub fn parse(source: SourceId, text: &str) -> Parsed {
    let mut tree = Tree { span: Span::new(source, 0, text.len()), ..Tree::default() };
    let mut errors = Vec::new();
    tree.comments = comments(source, text);
    match Grammar::parse(Rule::file, text) {
        Ok(mut pairs) => {
            let builder = Builder { source, base: 0 };
            if let Some(file) = pairs.next() {
                for node in file.into_inner().filter(|node| node.as_rule() != Rule::EOI) {
                    let span = Span::new(source, node.as_span().start(), node.as_span().end());
                    match builder.item(node) {
                        Some(item) => tree.items.push(item),
                        None => {
                            tree.items.push(Item::Broken(span));
                            errors.push(unexpected(span));
                        }
                    }
                }
            }
        }
        Err(error) => {
            let at = match error.location {
                pest::error::InputLocation::Pos(at) => at,
                pest::error::InputLocation::Span((at, _)) => at,
            };
            let span = Span::new(source, at, at + 1);
            tree.items.push(Item::Broken(tree.span));
            errors.push(unexpected(span));
        }
    }
    Parsed { tree, errors }
}

fn unexpected(span: Span) -> Diagnostic {
    Diagnostic {
        code: "unexpected",
        severity: Severity::Error,
        message: "this can't be read".to_owned(),
        span,
        label: "the parser got this far".to_owned(),
        help: None,
        related: Vec::new(),
        fix: None,
    }
}

fn comments(_source: SourceId, _text: &str) -> Vec<Comment> {
    Vec::new()
}
