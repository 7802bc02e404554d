//! Conditions.

use super::{Builder, Children, Node};
use crate::model::Span;
use crate::syntax::ast::{Expr, LetValue, Operator, Predicate, Segment, Spanned, Subject, Value};
use crate::syntax::grammar::Rule;

impl Builder {
    /// A condition.
    pub(super) fn condition(self, node: Node<'_>) -> Option<Expr> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let first = self.unary(children.next()?)?;
        let Some(connective) = children.next() else { return Some(first) };
        let mut parts = vec![first, self.unary(children.next()?)?];
        while children.next().is_some() {
            parts.push(self.unary(children.next()?)?);
        }
        Some(match connective.as_rule() {
            Rule::kw_and => Expr::And(parts, span),
            Rule::kw_or => Expr::Or(parts, span),
            _ => return None,
        })
    }

    fn unary(self, node: Node<'_>) -> Option<Expr> {
        let span = self.span(&node);
        Some(match node.as_rule() {
            Rule::any => Expr::Any(span),
            Rule::name => Expr::Name(self.name(&node)),
            Rule::negation => Expr::Not(Box::new(self.unary(Children::of(node).nth(1)?)?), span),
            Rule::group => Expr::Paren(Box::new(self.condition(Children::of(node).next()?)?), span),
            Rule::marked => Expr::Marked(self.name(&Children::of(node).nth(1)?), span),
            Rule::predicate => Expr::Predicate(self.predicate(node)?),
            _ => return None,
        })
    }

    fn predicate(self, node: Node<'_>) -> Option<Predicate> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let subject = self.subject(children.next()?)?;
        let test = children.next()?;
        let (operator, negated) = self.operator(test)?;
        let operand = match children.next() {
            Some(operand) => Some(self.value(operand)?),
            None => None,
        };
        Some(Predicate { subject, operator, negated, operand, span })
    }

    /// The operator in its plain form, and whether it is negated.
    fn operator(self, test: Node<'_>) -> Option<(Spanned<Operator>, bool)> {
        let span = self.span(&test);
        let at = |operator| Spanned { node: operator, span };
        let rule = test.as_rule();
        if rule == Rule::symbol_test {
            let (operator, negated) = symbol(test.as_str())?;
            return Some((at(operator), negated));
        }
        let mut negated = false;
        let mut word = None;
        for child in Children::of(test) {
            match child.as_rule() {
                Rule::kw_not => negated = true,
                Rule::word_operator => word = word_operator(child.as_str()),
                _ => {}
            }
        }
        let operator = match rule {
            Rule::is_test => Operator::Is,
            Rule::private_test => Operator::IsPrivate,
            Rule::exists_test => Operator::Exists,
            Rule::word_test => word?,
            _ => return None,
        };
        Some((at(operator), negated))
    }

    /// A subject.
    pub(super) fn subject(self, node: Node<'_>) -> Option<Subject> {
        let span = self.span(&node);
        let segments = self.each(node, Builder::segment)?;
        Some(Subject { segments, span })
    }

    fn segment(self, node: Node<'_>) -> Option<Segment> {
        Some(match node.as_rule() {
            Rule::ident => Segment::Name(self.name(&node)),
            Rule::subject_field => Segment::Name(self.name(&Children::of(node).next()?)),
            Rule::subject_key => Segment::Key(self.text(&Children::of(node).next()?)?),
            Rule::subject_index => {
                let index = Children::of(node).next()?;
                Segment::Index(Spanned { node: index.as_str().parse().ok()?, span: self.span(&index) })
            }
            Rule::subject_star => Segment::Star(self.span(&node)),
            _ => return None,
        })
    }

    /// What a `let` names: a lone name is a value.
    pub(super) fn let_value(self, node: Node<'_>) -> Option<LetValue> {
        if node.as_rule() != Rule::condition {
            return Some(LetValue::Value(self.value(node)?));
        }
        Some(match self.condition(node)? {
            Expr::Name(name) => LetValue::Value(Value::Name(name)),
            condition => LetValue::Condition(condition),
        })
    }

    /// An empty place at the beginning of a span: the keyword that the short layout leaves out.
    pub(super) fn before(self, span: Span) -> Span {
        Span { end: span.start, ..span }
    }
}

fn symbol(text: &str) -> Option<(Operator, bool)> {
    Some(match text {
        "==" => (Operator::Equals, false),
        "!=" => (Operator::Equals, true),
        "~" => (Operator::Matches, false),
        "!~" => (Operator::Matches, true),
        "<" => (Operator::Less, false),
        "<=" => (Operator::LessOrEqual, false),
        ">" => (Operator::Greater, false),
        ">=" => (Operator::GreaterOrEqual, false),
        _ => return None,
    })
}

fn word_operator(text: &str) -> Option<Operator> {
    Some(match text {
        "in" => Operator::In,
        "like" => Operator::Like,
        "within" => Operator::Within,
        "runs" => Operator::Runs,
        "contains" => Operator::Contains,
        "starts_with" => Operator::StartsWith,
        "ends_with" => Operator::EndsWith,
        _ => return None,
    })
}
