//! Literals, lists, JSON.

use super::{Builder, Children, Node};
use crate::syntax::ast::{Date, Duration, Json, Object, PatternLit, RegexLit, Spanned, Text, Value};
use crate::syntax::grammar::Rule;
use crate::syntax::literal;

impl Builder {
    /// A value in a condition or a `let`.
    pub(super) fn value(self, node: Node<'_>) -> Option<Value> {
        let span = self.span(&node);
        Some(match node.as_rule() {
            Rule::text => Value::Text(self.text(&node)?),
            Rule::regex => Value::Regex(self.regex(&node)?),
            Rule::pattern => Value::Pattern(self.pattern(&node)?),
            Rule::date => Value::Date(self.date(&node)?),
            Rule::duration => Value::Duration(self.duration(&node)?),
            Rule::number => Value::Number(self.number(&node)?),
            Rule::boolean => Value::Bool(self.boolean(&node)),
            Rule::root => Value::Root(span),
            Rule::name => Value::Name(self.name(&node)),
            Rule::list => Value::List(self.each(node, Builder::value)?, span),
            _ => return None,
        })
    }

    /// Every child, each made by the same function.
    pub(super) fn each<T>(
        self,
        node: Node<'_>,
        make: impl Fn(Builder, Node<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        Children::of(node).map(|child| make(self, child)).collect()
    }

    /// A quoted text, decoded.
    pub(super) fn text(self, node: &Node<'_>) -> Option<Text> {
        Some(Text { node: literal::text(node.as_str())?, span: self.span(node) })
    }

    /// A regex.
    pub(super) fn regex(self, node: &Node<'_>) -> Option<RegexLit> {
        let (source, ignore_case) = literal::regex(node.as_str())?;
        Some(RegexLit { source, ignore_case, span: self.span(node) })
    }

    fn pattern(self, node: &Node<'_>) -> Option<PatternLit> {
        let source = node.as_str().strip_prefix('`')?.strip_suffix('`')?.to_owned();
        Some(PatternLit { source, span: self.span(node) })
    }

    /// A date.
    pub(super) fn date(self, node: &Node<'_>) -> Option<Spanned<Date>> {
        Some(Spanned { node: literal::date(node.as_str())?, span: self.span(node) })
    }

    /// A duration.
    pub(super) fn duration(self, node: &Node<'_>) -> Option<Spanned<Duration>> {
        Some(Spanned { node: literal::duration(node.as_str())?, span: self.span(node) })
    }

    /// A number.
    pub(super) fn number(self, node: &Node<'_>) -> Option<Spanned<f64>> {
        Some(Spanned { node: literal::number(node.as_str())?, span: self.span(node) })
    }

    /// `true` or `false`.
    pub(super) fn boolean(self, node: &Node<'_>) -> Spanned<bool> {
        Spanned { node: node.as_str() == "true", span: self.span(node) }
    }

    /// A JSON value.
    pub(super) fn json(self, node: Node<'_>) -> Option<Json> {
        let span = self.span(&node);
        Some(match node.as_rule() {
            Rule::text => Json::Text(self.text(&node)?),
            Rule::number => Json::Number(self.number(&node)?),
            Rule::boolean => Json::Bool(self.boolean(&node)),
            Rule::null => Json::Null(span),
            Rule::array => Json::List(self.each(node, Builder::json)?, span),
            Rule::object => Json::Object(self.object(node)?),
            _ => return None,
        })
    }

    /// `{ key: value, … }`
    pub(super) fn object(self, node: Node<'_>) -> Option<Object> {
        let span = self.span(&node);
        let members = self.each(node, |builder, member| {
            let mut children = Children::of(member);
            let key = children.next()?;
            let key = if key.as_rule() == Rule::text { builder.text(&key)? } else { builder.name(&key) };
            Some((key, builder.json(children.next()?)?))
        })?;
        Some(Object { members, span })
    }
}
