//! Broken items, as far as they can be understood.

use std::ops::Range;

use super::bounds::Body;
use super::{Part, Piece};
use crate::model::Span;
use crate::syntax::ast::{
    AssertItem, Expr, Field, HookField, HookItem, Item, LetItem, LetValue, PolicyItem, RedactItem, RuleField,
    RuleItem, Spanned, TestItem, ToolItem, UseItem,
};
use crate::syntax::build::{Builder, Node};
use crate::syntax::grammar::Rule;
use crate::syntax::lex::Kind;
use crate::syntax::mistakes::blocks::{MissingBlock, UnclosedBlock};
use crate::syntax::parse::Parser;
use crate::syntax::shape::{ItemKind, Shape};

impl<'t> Parser<'t> {
    /// An item without a block, or whose block is missing.
    pub(super) fn bare_item(&mut self, shape: &'static Shape, at: usize) -> (Item, usize) {
        let end = self.end_of_bare(at, Some(shape.kind));
        let span = self.range(at..end);
        let before = self.lexed.report.len();
        let (rule, part) = match (shape.kind, shape.head) {
            (ItemKind::Rule, _) => (Rule::only_rule, Part::Whole),
            (_, Some(head)) => (head, Part::Head),
            (_, None) => (shape.piece, Part::Whole),
        };
        let piece = Piece { shape, part, owner: None };
        let item = match shape.kind {
            ItemKind::Rule => {
                let rule = self.read(rule, at..end, piece, Builder::rule).value;
                rule.or_else(|| self.named_rule(shape, at))
                    .map(|rule| Item::Rule(RuleItem { span, poisoned: true, ..rule }))
            }
            ItemKind::Let => {
                let item = self.read(rule, at..end, piece, Builder::let_item).value;
                item.or_else(|| self.named_let(at, end)).map(Item::Let)
            }
            ItemKind::Operation => {
                self.read(rule, at..end, piece, Builder::operation).value.map(Item::Operation)
            }
            ItemKind::Context => self.read(rule, at..end, piece, Builder::context).value.map(Item::Context),
            ItemKind::Use => {
                let item = self.read(rule, at..end, piece, Builder::use_head).value;
                item.map(|item| Item::Use(UseItem { span, poisoned: true, ..item }))
            }
            _ => {
                if self.read(rule, at..end, piece, |_, _| Some(())).good {
                    self.lexed.report.push(&MissingBlock {
                        at: span.after(),
                        item: span,
                        keyword: shape.keyword,
                    });
                }
                None
            }
        };
        if self.lexed.wall(at).is_none_or(|wall| wall >= end) {
            self.told(before, span);
        }
        (item.unwrap_or(Item::Broken(span)), end)
    }

    /// A rule of which nothing but the id is known.
    fn named_rule(&self, shape: &Shape, at: usize) -> Option<RuleItem> {
        let name = self.lexed.word(at + 1)?;
        Some(RuleItem {
            otherwise: shape.keyword == "otherwise",
            keyword: self.lexed.span(at),
            id: Spanned { node: name.to_owned(), span: self.lexed.span(at + 1) },
            title: None,
            short: true,
            fields: Vec::new(),
            span: self.lexed.span(at),
            poisoned: true,
        })
    }

    /// A `let` of which nothing but the name is known.
    fn named_let(&self, at: usize, end: usize) -> Option<LetItem> {
        let name = self.lexed.word(at + 1)?;
        let span = self.range(at..end);
        let name = Spanned { node: name.to_owned(), span: self.lexed.span(at + 1) };
        Some(LetItem { name, value: LetValue::Broken(span), span })
    }

    /// An item with a block.
    pub(super) fn block_item(&mut self, shape: &'static Shape, at: usize, open: usize) -> (Item, usize) {
        let before = self.lexed.report.len();
        let mut body = self.body(at, open, shape);
        let (pieces, stop) = self.split(&body, shape);
        if let Some(stop) = stop {
            body.tokens.end = stop;
        }
        let end = body.tokens.end + usize::from(body.closed);
        let span = self.range(at..end);
        let block = Block { shape, head: at..open, pieces };
        let item = match shape.kind {
            ItemKind::Policy => {
                self.block(block, Builder::policy_head, Builder::policy_field, |head, fields| {
                    Item::Policy(PolicyItem { fields, span, poisoned: true, ..head })
                })
            }
            ItemKind::Use => self.block(block, Builder::use_head, Builder::use_change, |head, changes| {
                Item::Use(UseItem { changes, block: true, span, poisoned: true, ..head })
            }),
            ItemKind::Tool => self.block(block, Builder::tool_head, Builder::tool_field, |head, fields| {
                Item::Tool(ToolItem { fields, span, poisoned: true, ..head })
            }),
            ItemKind::Rule => self.block(block, Builder::rule_head, rule_field, |head, fields| {
                Item::Rule(RuleItem { fields, span, poisoned: true, ..head })
            }),
            ItemKind::Assert => self.block(block, Builder::assert_head, Builder::claim, |head, claims| {
                Item::Assert(AssertItem { claims, span, poisoned: true, ..head })
            }),
            ItemKind::Redact => self.block(
                block,
                |_, _| Some(()),
                Builder::redact_field,
                |(), fields| Item::Redact(RedactItem { fields, span, poisoned: true }),
            ),
            ItemKind::Hook => self.block(block, Builder::hook_head, Builder::hook_field, |head, fields| {
                Item::Hook(HookItem { fields, span, poisoned: true, ..head })
            }),
            ItemKind::Test => self.block(block, Builder::test_head, Builder::test_case, |head, cases| {
                Item::Test(TestItem { cases, span, poisoned: true, ..head })
            }),
            ItemKind::Let | ItemKind::Operation | ItemKind::Context => None,
        };
        if !body.closed {
            self.unclosed(shape, at, open, &body);
        }
        if self.lexed.wall(at).is_none_or(|wall| wall >= end) {
            self.told(before, span);
        }
        (item.unwrap_or(Item::Broken(span)), end)
    }

    /// Reads head and fields, each by itself.
    fn block<H, F>(
        &mut self,
        block: Block,
        head: impl Fn(Builder, Node<'t>) -> Option<H>,
        field: impl Fn(Builder, Node<'t>) -> Option<F>,
        item: impl FnOnce(H, Vec<F>) -> Item,
    ) -> Option<Item>
    where
        F: Keep,
    {
        let Block { shape, head: tokens, pieces } = block;
        let owner = Some(self.lexed.span(if tokens.len() > 1 { tokens.start + 1 } else { tokens.start }));
        let piece = Piece { shape, part: Part::Head, owner: None };
        let head = self.read(shape.head?, tokens, piece, head).value;
        let mut fields = Vec::new();
        for tokens in pieces {
            if self.lexed.report.is_full() {
                break;
            }
            let piece = Piece { shape, part: Part::Field, owner };
            let read = self.read(shape.piece, tokens.clone(), piece, &field);
            let keyword = self.lexed.word(tokens.start).unwrap_or("");
            fields.extend(
                read.value.or_else(|| F::keep(keyword, self.lexed.span(tokens.start), self.range(tokens))),
            );
        }
        Some(item(head?, fields))
    }

    /// Reports a block without its closing brace, unless a broken text may have swallowed it.
    fn unclosed(&mut self, shape: &Shape, at: usize, open: usize, body: &Body) {
        let mut bad = body.tokens.clone().filter(|at| self.lexed.kind(*at) == Some(Kind::Bad));
        if bad.any(|at| self.lexed.str(at).contains('}')) {
            return;
        }
        let end = body.tokens.end;
        let next = self.lexed.token(end).map(|_| (self.lexed.span(end), self.lexed.str(end).to_owned()));
        let name = match self.lexed.kind(at + 1) {
            Some(Kind::Word | Kind::Text) if at + 1 < open => self.lexed.str(at + 1).to_owned(),
            _ => String::new(),
        };
        self.lexed.report.push(&UnclosedBlock {
            open: self.lexed.span(open),
            last: self.lexed.span(end.saturating_sub(1)),
            next,
            item: format!("{} {name}", shape.keyword).trim_end().to_owned(),
        });
    }
}

/// The tokens of an item with a block.
struct Block {
    shape: &'static Shape,
    head: Range<usize>,
    pieces: Vec<Range<usize>>,
}

fn rule_field(builder: Builder, node: Node<'_>) -> Option<RuleField> {
    builder.rule_field(node)
}

/// What a field that does not parse leaves behind, so that nobody says it is missing.
trait Keep: Sized {
    fn keep(_keyword: &str, _at: Span, _span: Span) -> Option<Self> {
        None
    }
}

impl Keep for crate::syntax::ast::PolicyField {}
impl Keep for crate::syntax::ast::UseChange {}
impl Keep for crate::syntax::ast::ToolField {}
impl Keep for crate::syntax::ast::Claim {}
impl Keep for crate::syntax::ast::RedactField {}
impl Keep for crate::syntax::ast::TestCase {}

impl Keep for RuleField {
    fn keep(keyword: &str, at: Span, span: Span) -> Option<Self> {
        let field = Field { keyword: at, value: Expr::Broken(span), span };
        match keyword {
            "match" => Some(RuleField::Match(field)),
            "unless" => Some(RuleField::Unless(field)),
            _ => None,
        }
    }
}

impl Keep for HookField {
    fn keep(keyword: &str, at: Span, span: Span) -> Option<Self> {
        (keyword == "match").then_some(HookField::Match(Field {
            keyword: at,
            value: Expr::Broken(span),
            span,
        }))
    }
}
