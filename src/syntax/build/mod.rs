//! From pest's pairs to the tree.
//!
//! A function gives `None` where a literal has no value (a number too large, an escape that is no character): whoever
//! asked then takes the piece for broken. The lexer has reported such literals.

mod conditions;
mod items;
mod rules;
mod tests;
mod values;

use pest::iterators::{Pair, Pairs};

use super::ast::{Field, Item, Name};
use super::grammar::Rule;
use crate::model::{SourceId, Span};

/// A parsed piece of text.
pub(super) type Node<'t> = Pair<'t, Rule>;

/// Makes the tree's nodes of pest's, with places in the whole file.
#[derive(Clone, Copy)]
pub(super) struct Builder {
    /// The file.
    pub(super) source: SourceId,
    /// Where the parsed piece begins in the file.
    pub(super) base: usize,
}

impl Builder {
    /// The node's place.
    pub(super) fn span(self, node: &Node<'_>) -> Span {
        Span::new(self.source, self.base + node.as_span().start(), self.base + end(node))
    }

    /// A name as written.
    fn name(self, node: &Node<'_>) -> Name {
        Name { node: node.as_str().to_owned(), span: self.span(node) }
    }

    /// A field of a keyword and one more node.
    fn field<T>(self, node: Node<'_>, value: impl FnOnce(Node<'_>) -> Option<T>) -> Option<Field<T>> {
        self.field_of(node, |mut rest| value(rest.next()?))
    }

    /// A field of a keyword and several nodes.
    fn field_of<T>(self, node: Node<'_>, value: impl FnOnce(Children<'_>) -> Option<T>) -> Option<Field<T>> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let keyword = self.span(&children.next()?);
        Some(Field { keyword, value: value(children)?, span })
    }

    /// An item.
    pub(super) fn item(self, node: Node<'_>) -> Option<Item> {
        Some(match node.as_rule() {
            Rule::policy_item => Item::Policy(self.policy(node)?),
            Rule::use_item => Item::Use(self.use_item(node)?),
            Rule::let_item => Item::Let(self.let_item(node)?),
            Rule::tool_item => Item::Tool(self.tool(node)?),
            Rule::operation_item => Item::Operation(self.operation(node)?),
            Rule::context_item => Item::Context(self.context(node)?),
            Rule::rule_item => Item::Rule(self.rule(node)?),
            Rule::assert_item => Item::Assert(self.assert(node)?),
            Rule::redact_item => Item::Redact(self.redact(node)?),
            Rule::hook_item => Item::Hook(self.hook(node)?),
            Rule::test_item => Item::Test(self.test(node)?),
            _ => return None,
        })
    }
}

/// Where a node ends. Pest counts the white space and comments before a missing optional part as the node's own; every
/// token has a node, so the last one tells.
fn end(node: &Node<'_>) -> usize {
    let span = node.as_span();
    let own = span.end();
    // Only at the end of all can a comment be followed by no white space.
    if !matches!(span.as_str().as_bytes().last(), Some(b' ' | b'\t' | b'\r' | b'\n'))
        && own < span.get_input().len()
    {
        return own;
    }
    match node.as_rule() {
        // These are single tokens that hold others.
        Rule::subject | Rule::subject_field | Rule::subject_key | Rule::subject_index => own,
        _ => node.clone().into_inner().next_back().map_or(own, |last| end(&last)),
    }
}

/// The children of a node, in order, without brackets and separators.
pub(super) struct Children<'t>(Pairs<'t, Rule>);

impl<'t> Children<'t> {
    /// The children of a node.
    fn of(node: Node<'t>) -> Self {
        Children(node.into_inner())
    }

    /// The next one if it is of this rule.
    fn next_if(&mut self, rule: Rule) -> Option<Node<'t>> {
        self.skip_punctuation();
        if self.0.peek()?.as_rule() == rule { self.0.next() } else { None }
    }

    fn skip_punctuation(&mut self) {
        while self.0.peek().is_some_and(|node| is_punctuation(node.as_rule())) {
            self.0.next();
        }
    }
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        self.0.by_ref().find(|node| !is_punctuation(node.as_rule()))
    }
}

fn is_punctuation(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::open
            | Rule::close
            | Rule::bracket
            | Rule::tekcarb
            | Rule::paren
            | Rule::nerap
            | Rule::comma
            | Rule::colon
            | Rule::equals
            | Rule::EOI
    )
}
