//! Rules and their fields.

use super::{Builder, Children, Node};
use crate::syntax::ast::{Example, Expr, Field, RememberLit, RuleField, RuleItem, SetLit, SetValue, Text};
use crate::syntax::grammar::Rule;

impl Builder {
    /// `rule` or `otherwise`.
    pub(in crate::syntax) fn rule(self, node: Node<'_>) -> Option<RuleItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let head = self.rule_head(children.next()?)?;
        let body = children.next()?;
        let short = body.as_rule() == Rule::rule_short;
        let fields = if short { self.short(body)? } else { self.each(body, Builder::rule_field)? };
        Some(RuleItem { short, fields, span, ..head })
    }

    /// A rule before its block or condition.
    pub(in crate::syntax) fn rule_head(self, node: Node<'_>) -> Option<RuleItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let keyword = children.next()?;
        Some(RuleItem {
            otherwise: keyword.as_rule() == Rule::kw_otherwise,
            keyword: self.span(&keyword),
            id: self.name(&children.next()?),
            title: self.optional_text(&mut children)?,
            short: false,
            fields: Vec::new(),
            span,
            poisoned: false,
        })
    }

    /// A text if one follows.
    pub(super) fn optional_text(self, children: &mut Children<'_>) -> Option<Option<Text>> {
        match children.next_if(Rule::text) {
            Some(text) => Some(Some(self.text(&text)?)),
            None => Some(None),
        }
    }

    /// The fields of the short layout, `COND => action "reason"`.
    fn short(self, node: Node<'_>) -> Option<Vec<RuleField>> {
        let mut children = Children::of(node);
        let condition = children.next()?;
        let span = self.span(&condition);
        let value = self.condition(condition)?;
        let arrow = self.span(&children.next_if(Rule::arrow)?);
        let action = self.name(&children.next()?);
        let mut fields = vec![
            RuleField::Match(Field { keyword: self.before(span), value, span }),
            RuleField::Action(Field { keyword: arrow, span: arrow.to(action.span), value: action }),
        ];
        if let Some(reason) = self.optional_text(&mut children)? {
            let span = reason.span;
            fields.push(RuleField::Reason(Field { keyword: self.before(span), value: reason, span }));
        }
        Some(fields)
    }

    /// A field of a rule's block.
    pub(in crate::syntax) fn rule_field(self, node: Node<'_>) -> Option<RuleField> {
        Some(match node.as_rule() {
            Rule::match_field => RuleField::Match(self.match_field(node)?),
            Rule::unless_field => RuleField::Unless(self.match_field(node)?),
            Rule::risk_field => RuleField::Risk(self.field(node, |value| Some(self.name(&value)))?),
            Rule::action_field => RuleField::Action(self.field(node, |value| Some(self.name(&value)))?),
            Rule::remember_field => RuleField::Remember(self.field_of(node, |rest| self.remember(rest))?),
            Rule::reason_field => RuleField::Reason(self.field(node, |value| self.text(&value))?),
            Rule::suggest_field => RuleField::Suggest(self.field(node, |value| self.text(&value))?),
            Rule::set_field => RuleField::Set(self.field_of(node, |rest| self.set(rest))?),
            Rule::mark_field => RuleField::Mark(self.field(node, |value| Some(self.name(&value)))?),
            Rule::until_field => RuleField::Until(self.field(node, |value| self.date(&value))?),
            Rule::hits_field => RuleField::Hits(self.field(node, |list| self.examples(list))?),
            Rule::misses_field => RuleField::Misses(self.field(node, |list| self.examples(list))?),
            Rule::tags_field => RuleField::Tags(self.field(node, |list| self.texts(list))?),
            _ => return None,
        })
    }

    /// A keyword and a condition.
    pub(super) fn match_field(self, node: Node<'_>) -> Option<Field<Expr>> {
        self.field(node, |condition| self.condition(condition))
    }

    /// A list of texts.
    pub(super) fn texts(self, list: Node<'_>) -> Option<Vec<Text>> {
        self.each(list, |builder, text| builder.text(&text))
    }

    fn remember(self, mut rest: Children<'_>) -> Option<RememberLit> {
        let scope = self.name(&rest.next()?);
        let duration = match rest.next_if(Rule::kw_for) {
            Some(_) => Some(self.duration(&rest.next()?)?),
            None => None,
        };
        let key = match rest.next_if(Rule::kw_by) {
            Some(_) => Some(self.name(&rest.next()?)),
            None => None,
        };
        Some(RememberLit { scope, duration, key })
    }

    fn set(self, mut rest: Children<'_>) -> Option<SetLit> {
        let target = self.subject(rest.next()?)?;
        let value = rest.next()?;
        let value = if value.as_rule() == Rule::inside {
            SetValue::Inside(self.text(&Children::of(value).nth(1)?)?)
        } else {
            SetValue::Json(self.json(value)?)
        };
        Some(SetLit { target, value })
    }

    fn examples(self, list: Node<'_>) -> Option<Vec<Example>> {
        self.each(list, |builder, node| {
            Some(match node.as_rule() {
                Rule::text => Example::Shell(builder.text(&node)?),
                Rule::example_call => Example::Call(builder.call(node)?),
                _ => return None,
            })
        })
    }
}
