//! Whether two trees say the same, whatever they look like.

use super::ast::*;
use crate::model::Span;

/// Whether two trees mean the same: places, comments and layout do not count.
///
/// Layout is: the short or the block form of a rule and the order of its fields, one name or a list of one, quotes around a
/// name, a block with nothing in it.
pub fn same_meaning(a: &Tree, b: &Tree) -> bool {
    plain(a) == plain(b)
}

/// The tree without places, comments and layout.
fn plain(tree: &Tree) -> Tree {
    let mut tree = tree.clone();
    tree.comments.clear();
    tree.plain();
    tree
}

/// What has places or layout.
///
/// Depth is that of the text it was parsed from, which is limited.
trait Plain {
    /// Makes all places and layout the same.
    fn plain(&mut self);
}

/// Every part of a struct is made plain.
macro_rules! parts {
    ($($type:ty { $($part:ident),* })*) => {
        $(impl Plain for $type {
            fn plain(&mut self) {
                $(self.$part.plain();)*
            }
        })*
    };
}

/// What a variant holds is made plain.
macro_rules! variants {
    ($($type:ident { $($variant:ident($($part:ident),*)),* })*) => {
        $(impl Plain for $type {
            fn plain(&mut self) {
                match self {
                    $($type::$variant($($part),*) => { $($part.plain();)* })*
                }
            }
        })*
    };
}

impl Plain for Span {
    fn plain(&mut self) {
        *self = Span::default();
    }
}

impl Plain for bool {
    fn plain(&mut self) {
        *self = false;
    }
}

impl<T> Plain for Spanned<T> {
    fn plain(&mut self) {
        self.span.plain();
    }
}

impl<T: Plain> Plain for Field<T> {
    fn plain(&mut self) {
        self.keyword.plain();
        self.span.plain();
        self.value.plain();
    }
}

impl<T: Plain> Plain for Vec<T> {
    fn plain(&mut self) {
        self.iter_mut().for_each(T::plain);
    }
}

impl<T: Plain> Plain for Option<T> {
    fn plain(&mut self) {
        self.iter_mut().for_each(T::plain);
    }
}

impl<T: Plain> Plain for Box<T> {
    fn plain(&mut self) {
        (**self).plain();
    }
}

impl<A: Plain, B: Plain> Plain for (A, B) {
    fn plain(&mut self) {
        self.0.plain();
        self.1.plain();
    }
}

parts! {
    Tree { items, span }
    PolicyItem { name, fields, span, poisoned }
    UseItem { target, alias, changes, block, span, poisoned }
    LetItem { name, value, span }
    ToolItem { names, list, server, fields, span, poisoned }
    ArgDecl { name, quoted, ty, dialect, operations, list, default }
    OperationItem { name, description, span }
    ContextItem { name, ty, description, span }
    RememberLit { scope, duration, key }
    SetLit { target, value }
    CallLit { tool, quoted, args, with, span }
    AssertItem { title, claims, span, poisoned }
    Claim { quantifier, verdict, condition, span }
    RedactItem { fields, span, poisoned }
    HookItem { id, fields, span, poisoned }
    TestItem { name, with, cases, span, poisoned }
    TestCase { call, verdict, by, span }
    Subject { segments, span }
    RegexLit { span }
    PatternLit { span }
    Object { members, span }
}

variants! {
    Item {
        Policy(item), Use(item), Let(item), Tool(item), Operation(item), Context(item), Rule(item), Assert(item),
        Redact(item), Hook(item), Test(item), Broken(span)
    }
    PolicyField {
        Description(field), Language(field), Default(field), Root(field), Closed(field), SelfProtection(field)
    }
    UseChange { Without(field), Except(field) }
    LetValue { Value(value), Condition(expr), Broken(span) }
    ToolField { Operation(field), Arg(field) }
    RuleField {
        Match(field), Unless(field), Risk(field), Action(field), Remember(field), Reason(field), Suggest(field), Set(field),
        Mark(field), Until(field), Hits(field), Misses(field), Tags(field)
    }
    SetValue { Json(value), Inside(text) }
    Example { Shell(text), Call(call) }
    CallArgs { Text(text), Object(object) }
    RedactField { Env(field), Text(field), Arg(field) }
    HookField { On(field), Match(field), Run(field), Timeout(field) }
    RunLit { Argv(words), Shell(text) }
    Expr {
        Any(span), Name(name), Not(inner, span), And(parts, span), Or(parts, span), Paren(inner, span),
        Predicate(predicate), Marked(name, span), Broken(span)
    }
    Segment { Name(name), Key(key), Index(index), Star(span) }
    Value {
        Text(text), Regex(regex), Pattern(pattern), Number(number), Bool(value), Duration(duration), Date(date),
        List(values, span), Name(name), Root(span), Broken(span)
    }
    Json { Null(span), Bool(value), Number(number), Text(text), List(entries, span), Object(object) }
}

impl Plain for RuleItem {
    fn plain(&mut self) {
        self.keyword.plain();
        self.id.plain();
        self.title.plain();
        self.short.plain();
        self.fields.plain();
        self.span.plain();
        self.poisoned.plain();
        self.fields.sort_by_key(order);
    }
}

/// Fields of a rule mean the same in any order, those that may stand several times (`set`) among themselves too: each names
/// another argument.
fn order(field: &RuleField) -> (u8, String) {
    let place = match field {
        RuleField::Match(_) => 0,
        RuleField::Unless(_) => 1,
        RuleField::Risk(_) => 2,
        RuleField::Action(_) => 3,
        RuleField::Remember(_) => 4,
        RuleField::Reason(_) => 5,
        RuleField::Suggest(_) => 6,
        RuleField::Set(set) => return (7, format!("{:?}", set.value.target)),
        RuleField::Mark(_) => 8,
        RuleField::Until(_) => 9,
        RuleField::Hits(_) => 10,
        RuleField::Misses(_) => 11,
        RuleField::Tags(_) => 12,
    };
    (place, String::new())
}

impl Plain for ToolName {
    fn plain(&mut self) {
        match self {
            ToolName::Literal { name, quoted } => {
                name.plain();
                quoted.plain();
            }
            ToolName::Regex(regex) => regex.plain(),
        }
    }
}

impl Plain for Predicate {
    fn plain(&mut self) {
        self.subject.plain();
        self.operator.plain();
        self.operand.plain();
        self.span.plain();
    }
}
