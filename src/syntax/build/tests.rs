//! Test blocks and the calls in them.

use super::{Builder, Children, Node};
use crate::syntax::ast::{CallArgs, CallLit, Name, Object, TestCase, TestItem};
use crate::syntax::grammar::Rule;

impl Builder {
    /// `test`.
    pub(super) fn test(self, node: Node<'_>) -> Option<TestItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let head = self.test_head(children.next()?)?;
        let cases = children.map(|case| self.test_case(case)).collect::<Option<_>>()?;
        Some(TestItem { cases, span, ..head })
    }

    /// A test before its block.
    pub(in crate::syntax) fn test_head(self, node: Node<'_>) -> Option<TestItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        children.next()?;
        let name = self.text(&children.next()?)?;
        Some(TestItem { name, with: self.with(&mut children)?, cases: Vec::new(), span, poisoned: false })
    }

    /// A case of a test.
    pub(in crate::syntax) fn test_case(self, node: Node<'_>) -> Option<TestCase> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let call = self.call(children.next()?)?;
        children.next_if(Rule::arrow)?;
        let verdict = self.name(&children.next()?);
        let by = match children.next_if(Rule::kw_by) {
            Some(_) => Some(self.name(&children.next()?)),
            None => None,
        };
        Some(TestCase { call, verdict, by, span })
    }

    /// `with { … }` if it follows.
    pub(super) fn with(self, children: &mut Children<'_>) -> Option<Option<Object>> {
        match children.next_if(Rule::kw_with) {
            Some(_) => Some(Some(self.object(children.next()?)?)),
            None => Some(None),
        }
    }

    /// A call of a tool.
    pub(super) fn call(self, node: Node<'_>) -> Option<CallLit> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let (tool, quoted) = self.name_or_text(&children.next()?)?;
        let args = children.next()?;
        let args = match args.as_rule() {
            Rule::text => CallArgs::Text(self.text(&args)?),
            Rule::object => CallArgs::Object(self.object(args)?),
            _ => return None,
        };
        Some(CallLit { tool, quoted, args, with: self.with(&mut children)?, span })
    }

    /// A name, and whether it was written in quotes.
    pub(super) fn name_or_text(self, node: &Node<'_>) -> Option<(Name, bool)> {
        if node.as_rule() == Rule::text {
            Some((self.text(node)?, true))
        } else {
            Some((self.name(node), false))
        }
    }
}
