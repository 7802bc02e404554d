//! Items other than rules and tests.

use super::{Builder, Children, Node};
use crate::syntax::ast::{
    ArgDecl, AssertItem, Claim, ContextItem, HookField, HookItem, LetItem, Name, OperationItem, PolicyField,
    PolicyItem, RedactField, RedactItem, RunLit, ToolField, ToolItem, ToolName, UseChange, UseItem,
};
use crate::syntax::grammar::Rule;

impl Builder {
    pub(super) fn policy(self, node: Node<'_>) -> Option<PolicyItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let head = self.policy_head(children.next()?)?;
        let fields = children.map(|field| self.policy_field(field)).collect::<Option<_>>()?;
        Some(PolicyItem { fields, span, ..head })
    }

    /// The header before its block.
    pub(in crate::syntax) fn policy_head(self, node: Node<'_>) -> Option<PolicyItem> {
        let span = self.span(&node);
        let name = self.text(&Children::of(node).nth(1)?)?;
        Some(PolicyItem { name, fields: Vec::new(), span, poisoned: false })
    }

    /// A field of the header.
    pub(in crate::syntax) fn policy_field(self, node: Node<'_>) -> Option<PolicyField> {
        Some(match node.as_rule() {
            Rule::description_field => PolicyField::Description(self.field(node, |value| self.text(&value))?),
            Rule::language_field => PolicyField::Language(self.field(node, |value| self.number(&value))?),
            Rule::default_field => PolicyField::Default(self.field(node, |value| Some(self.name(&value)))?),
            Rule::root_field => PolicyField::Root(self.field(node, |value| self.text(&value))?),
            Rule::closed_field => PolicyField::Closed(self.field(node, |value| Some(self.boolean(&value)))?),
            Rule::self_field => {
                PolicyField::SelfProtection(self.field(node, |value| Some(self.name(&value)))?)
            }
            _ => return None,
        })
    }

    pub(super) fn use_item(self, node: Node<'_>) -> Option<UseItem> {
        let span = self.span(&node);
        let block = node.clone().into_inner().any(|child| child.as_rule() == Rule::open);
        let mut children = Children::of(node);
        let head = self.use_head(children.next()?)?;
        let changes = children.map(|change| self.use_change(change)).collect::<Option<_>>()?;
        Some(UseItem { changes, block, span, ..head })
    }

    /// A `use` before its block.
    pub(in crate::syntax) fn use_head(self, node: Node<'_>) -> Option<UseItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        children.next()?;
        let target = self.text(&children.next()?)?;
        let alias = match children.next_if(Rule::kw_as) {
            Some(_) => Some(self.name(&children.next()?)),
            None => None,
        };
        Some(UseItem { target, alias, changes: Vec::new(), block: false, span, poisoned: false })
    }

    /// `without` or `except`.
    pub(in crate::syntax) fn use_change(self, node: Node<'_>) -> Option<UseChange> {
        Some(match node.as_rule() {
            Rule::without_change => UseChange::Without(self.field(node, |ids| self.names(ids))?),
            Rule::except_change => UseChange::Except(self.field_of(node, |mut rest| {
                let id = self.name(&rest.next()?);
                rest.next_if(Rule::kw_when)?;
                Some((id, self.condition(rest.next()?)?))
            })?),
            _ => return None,
        })
    }

    fn names(self, list: Node<'_>) -> Option<Vec<Name>> {
        self.each(list, |builder, name| Some(builder.name(&name)))
    }

    pub(in crate::syntax) fn let_item(self, node: Node<'_>) -> Option<LetItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        children.next()?;
        let name = self.name(&children.next()?);
        Some(LetItem { name, value: self.let_value(children.next()?)?, span })
    }

    pub(super) fn tool(self, node: Node<'_>) -> Option<ToolItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let head = self.tool_head(children.next()?)?;
        let fields = children.map(|field| self.tool_field(field)).collect::<Option<_>>()?;
        Some(ToolItem { fields, span, ..head })
    }

    /// A tool before its block.
    pub(in crate::syntax) fn tool_head(self, node: Node<'_>) -> Option<ToolItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        children.next()?;
        let names = children.next()?;
        let list = names.as_str().starts_with('[');
        let names = self.each(names, |builder, node| match node.as_rule() {
            Rule::regex => Some(ToolName::Regex(builder.regex(&node)?)),
            _ => {
                let (name, quoted) = builder.name_or_text(&node)?;
                Some(ToolName::Literal { name, quoted })
            }
        })?;
        let server = match children.next_if(Rule::kw_on) {
            Some(_) => Some(self.text(&children.next()?)?),
            None => None,
        };
        Some(ToolItem { names, list, server, fields: Vec::new(), span, poisoned: false })
    }

    /// A field of a tool.
    pub(in crate::syntax) fn tool_field(self, node: Node<'_>) -> Option<ToolField> {
        Some(match node.as_rule() {
            Rule::operation_field => ToolField::Operation(self.field(node, |names| self.names(names))?),
            Rule::arg_field => ToolField::Arg(self.field_of(node, |rest| self.arg(rest))?),
            _ => return None,
        })
    }

    fn arg(self, mut rest: Children<'_>) -> Option<ArgDecl> {
        let (name, quoted) = self.name_or_text(&rest.next()?)?;
        let mut ty = Children::of(rest.next()?);
        let (ty, dialect) = (self.name(&ty.next()?), ty.next().map(|dialect| self.name(&dialect)));
        let (mut operations, mut list) = (Vec::new(), false);
        if rest.next_if(Rule::kw_is).is_some() {
            let names = rest.next()?;
            list = names.as_str().starts_with('[');
            operations = self.names(names)?;
        }
        let default = match rest.next() {
            Some(json) => Some(self.json(json)?),
            None => None,
        };
        Some(ArgDecl { name, quoted, ty, dialect, operations, list, default })
    }

    pub(in crate::syntax) fn operation(self, node: Node<'_>) -> Option<OperationItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        children.next()?;
        let name = self.name(&children.next()?);
        Some(OperationItem { name, description: self.optional_text(&mut children)?, span })
    }

    pub(in crate::syntax) fn context(self, node: Node<'_>) -> Option<ContextItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        children.next()?;
        let name = self.name(&children.next()?);
        let ty = self.name(&children.next()?);
        Some(ContextItem { name, ty, description: self.optional_text(&mut children)?, span })
    }

    pub(super) fn assert(self, node: Node<'_>) -> Option<AssertItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let head = self.assert_head(children.next()?)?;
        let claims = children.map(|claim| self.claim(claim)).collect::<Option<_>>()?;
        Some(AssertItem { claims, span, ..head })
    }

    /// An `assert` before its block.
    pub(in crate::syntax) fn assert_head(self, node: Node<'_>) -> Option<AssertItem> {
        let span = self.span(&node);
        let title = self.text(&Children::of(node).nth(1)?)?;
        Some(AssertItem { title, claims: Vec::new(), span, poisoned: false })
    }

    /// A claim of an `assert`.
    pub(in crate::syntax) fn claim(self, node: Node<'_>) -> Option<Claim> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let quantifier = self.name(&children.next()?);
        let verdict = self.name(&children.next()?);
        children.next_if(Rule::kw_when)?;
        Some(Claim { quantifier, verdict, condition: self.condition(children.next()?)?, span })
    }

    pub(super) fn redact(self, node: Node<'_>) -> Option<RedactItem> {
        let span = self.span(&node);
        let fields =
            Children::of(node).skip(1).map(|field| self.redact_field(field)).collect::<Option<_>>()?;
        Some(RedactItem { fields, span, poisoned: false })
    }

    /// A field of `redact`.
    pub(in crate::syntax) fn redact_field(self, node: Node<'_>) -> Option<RedactField> {
        Some(match node.as_rule() {
            Rule::redact_env => RedactField::Env(self.field(node, |regex| self.regex(&regex))?),
            Rule::redact_text => RedactField::Text(self.field(node, |regex| self.regex(&regex))?),
            Rule::redact_arg => RedactField::Arg(self.field(node, |subject| self.subject(subject))?),
            _ => return None,
        })
    }

    pub(super) fn hook(self, node: Node<'_>) -> Option<HookItem> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let head = self.hook_head(children.next()?)?;
        let fields = children.map(|field| self.hook_field(field)).collect::<Option<_>>()?;
        Some(HookItem { fields, span, ..head })
    }

    /// A hook before its block.
    pub(in crate::syntax) fn hook_head(self, node: Node<'_>) -> Option<HookItem> {
        let span = self.span(&node);
        let id = self.name(&Children::of(node).nth(1)?);
        Some(HookItem { id, fields: Vec::new(), span, poisoned: false })
    }

    /// A field of a hook.
    pub(in crate::syntax) fn hook_field(self, node: Node<'_>) -> Option<HookField> {
        Some(match node.as_rule() {
            Rule::on_field => HookField::On(self.field(node, |events| self.names(events))?),
            Rule::match_field => HookField::Match(self.match_field(node)?),
            Rule::run_field => HookField::Run(self.field(node, |run| {
                Some(match run.as_rule() {
                    Rule::texts => RunLit::Argv(self.texts(run)?),
                    _ => RunLit::Shell(self.text(&run)?),
                })
            })?),
            Rule::timeout_field => HookField::Timeout(self.field(node, |value| self.duration(&value))?),
            _ => return None,
        })
    }
}
