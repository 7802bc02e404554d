//! The tree of a policy file: what was written, with the place of each piece and every comment, so that it can be
//! printed back. Names are not resolved and types are not checked here.

use crate::model::Span;

/// A whole file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tree {
    /// The items in their order.
    pub items: Vec<Item>,
    /// Every comment, in order, `#` included.
    pub comments: Vec<Comment>,
    /// The whole text's place.
    pub span: Span,
}

/// A comment, from `#` to the end of its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// The text with its `#`, without the line's end.
    pub text: String,
    /// Its place.
    pub span: Span,
    /// Whether nothing but white space stands before it on its line.
    pub own_line: bool,
}

/// A value with the place it was written at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub node: T,
    /// Its place.
    pub span: Span,
}

/// A name, dotted where dots are allowed (`payment.refund`), or a qualified id (`git:force-push`).
pub type Name = Spanned<String>;
/// A quoted text, escapes decoded.
pub type Text = Spanned<String>;

/// One item.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// `policy "name" { … }`
    Policy(PolicyItem),
    /// `use "…" [as NAME] [{ … }]`
    Use(UseItem),
    /// `let NAME = …`
    Let(LetItem),
    /// `tool NAMES [on "server"] { … }`
    Tool(ToolItem),
    /// `operation NAME ["…"]`
    Operation(OperationItem),
    /// `context NAME: TYPE ["…"]`
    Context(ContextItem),
    /// `rule …` and `otherwise …`
    Rule(RuleItem),
    /// `assert "…" { … }`
    Assert(AssertItem),
    /// `redact { … }`
    Redact(RedactItem),
    /// `hook ID { … }`
    Hook(HookItem),
    /// `test "…" [with { … }] { … }`
    Test(TestItem),
    /// Text that is no item; it was reported.
    Broken(Span),
}

impl Item {
    /// Its place.
    pub fn span(&self) -> Span {
        match self {
            Item::Policy(item) => item.span,
            Item::Use(item) => item.span,
            Item::Let(item) => item.span,
            Item::Tool(item) => item.span,
            Item::Operation(item) => item.span,
            Item::Context(item) => item.span,
            Item::Rule(item) => item.span,
            Item::Assert(item) => item.span,
            Item::Redact(item) => item.span,
            Item::Hook(item) => item.span,
            Item::Test(item) => item.span,
            Item::Broken(span) => *span,
        }
    }
}

/// A field of a block: its keyword's place and its value. A field that was written wrongly is reported and left out,
/// and the item is marked as poisoned.
#[derive(Clone, PartialEq, Debug)]
pub struct Field<T> {
    /// The keyword's place.
    pub keyword: Span,
    /// The value.
    pub value: T,
    /// From the keyword to the value's end.
    pub span: Span,
}

/// The header.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyItem {
    /// The set's name.
    pub name: Text,
    /// Its fields in their order.
    pub fields: Vec<PolicyField>,
    /// The whole item.
    pub span: Span,
    /// Some part of it was reported by the parser.
    pub poisoned: bool,
}

/// A field of the header.
#[derive(Clone, PartialEq, Debug)]
pub enum PolicyField {
    /// `description "…"`
    Description(Field<Text>),
    /// `language 1`
    Language(Field<Spanned<f64>>),
    /// `default deny` (`allow` parses; it is an error later)
    Default(Field<Name>),
    /// `root "…"`
    Root(Field<Text>),
    /// `closed true`
    Closed(Field<Spanned<bool>>),
    /// `self confirm`
    SelfProtection(Field<Name>),
}

/// `use`.
#[derive(Clone, PartialEq, Debug)]
pub struct UseItem {
    /// `std:…` or a relative path.
    pub target: Text,
    /// `as NAME`: the name before its ids, instead of the file's own.
    pub alias: Option<Name>,
    /// `without` and `except`, in their order.
    pub changes: Vec<UseChange>,
    /// Whether it was written with a block.
    pub block: bool,
    /// The whole item.
    pub span: Span,
    /// Some part of it was reported by the parser.
    pub poisoned: bool,
}

/// A change to what a `use` brings in.
#[derive(Clone, PartialEq, Debug)]
pub enum UseChange {
    /// `without ID` (also a list of ids)
    Without(Field<Vec<Name>>),
    /// `except ID when COND`
    Except(Field<(Name, Expr)>),
}

/// `let`.
#[derive(Clone, PartialEq, Debug)]
pub struct LetItem {
    /// The new name.
    pub name: Name,
    /// What it stands for.
    pub value: LetValue,
    /// The whole item.
    pub span: Span,
}

/// What a `let` names. A lone name may be either; it is parsed as a value.
#[derive(Clone, PartialEq, Debug)]
pub enum LetValue {
    /// A value.
    Value(Value),
    /// A condition.
    Condition(Expr),
    /// Reported by the parser.
    Broken(Span),
}

/// `tool`.
#[derive(Clone, PartialEq, Debug)]
pub struct ToolItem {
    /// Literal names and regexes over the whole name.
    pub names: Vec<ToolName>,
    /// Whether the names were written as a list.
    pub list: bool,
    /// `on "server"`
    pub server: Option<Text>,
    /// Its fields in their order.
    pub fields: Vec<ToolField>,
    /// The whole item.
    pub span: Span,
    /// Some part of it was reported by the parser.
    pub poisoned: bool,
}

/// A tool's name in a declaration.
#[derive(Clone, PartialEq, Debug)]
pub enum ToolName {
    /// A name; `quoted` if it was written as a text.
    Literal {
        /// The name.
        name: Name,
        /// Written in quotes.
        quoted: bool,
    },
    /// A regex over the whole name.
    Regex(RegexLit),
}

/// A field of a tool.
#[derive(Clone, PartialEq, Debug)]
pub enum ToolField {
    /// `operation OP` (or a list of them)
    Operation(Field<Vec<Name>>),
    /// `arg NAME: TYPE [is OPS] [= default]`
    Arg(Field<ArgDecl>),
}

/// The declaration of an argument.
#[derive(Clone, PartialEq, Debug)]
pub struct ArgDecl {
    /// The argument's name; `quoted` if it was written as a text.
    pub name: Name,
    /// Written in quotes.
    pub quoted: bool,
    /// The type's name: `shell`, `argv`, `path`, `tree`, `url`, `glob`, `patch`, `text`, `json` …
    pub ty: Name,
    /// `shell(zsh)`: the word in parentheses.
    pub dialect: Option<Name>,
    /// `is OPS`
    pub operations: Vec<Name>,
    /// Whether the operations were written as a list.
    pub list: bool,
    /// `= VALUE`
    pub default: Option<Json>,
}

/// `operation`.
#[derive(Clone, PartialEq, Debug)]
pub struct OperationItem {
    /// The dotted name.
    pub name: Name,
    /// What it means.
    pub description: Option<Text>,
    /// The whole item.
    pub span: Span,
}

/// `context`.
#[derive(Clone, PartialEq, Debug)]
pub struct ContextItem {
    /// The fact's name.
    pub name: Name,
    /// `text`, `number` or `bool`.
    pub ty: Name,
    /// What it means.
    pub description: Option<Text>,
    /// The whole item.
    pub span: Span,
}

/// `rule` or `otherwise`.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleItem {
    /// Whether it counts only where no allow or confirm rule holds.
    pub otherwise: bool,
    /// The keyword's place.
    pub keyword: Span,
    /// The id.
    pub id: Name,
    /// The title.
    pub title: Option<Text>,
    /// Written in the short layout (`COND => action "reason"`); its pieces are fields all the same.
    pub short: bool,
    /// The fields in their order.
    pub fields: Vec<RuleField>,
    /// The whole item.
    pub span: Span,
    /// Some part of it was reported by the parser.
    pub poisoned: bool,
}

/// A field of a rule.
#[derive(Clone, PartialEq, Debug)]
pub enum RuleField {
    /// `match COND`
    Match(Field<Expr>),
    /// `unless COND`
    Unless(Field<Expr>),
    /// `risk low|medium|high|critical` (not checked here)
    Risk(Field<Name>),
    /// `action allow|confirm|deny` (not checked here)
    Action(Field<Name>),
    /// `remember …`
    Remember(Field<RememberLit>),
    /// `reason "…"`
    Reason(Field<Text>),
    /// `suggest "…"`
    Suggest(Field<Text>),
    /// `set tool_arg.X = VALUE`
    Set(Field<SetLit>),
    /// `mark NAME`
    Mark(Field<Name>),
    /// `until DATE`
    Until(Field<Spanned<Date>>),
    /// `hits [...]`
    Hits(Field<Vec<Example>>),
    /// `misses [...]`
    Misses(Field<Vec<Example>>),
    /// `tags [...]`
    Tags(Field<Vec<Text>>),
}

/// `remember never | session | project | always [for DURATION] [by call | command | host | tool]`
#[derive(Clone, PartialEq, Debug)]
pub struct RememberLit {
    /// `never`, `session`, `project`, `always` (not checked here).
    pub scope: Name,
    /// `for DURATION`
    pub duration: Option<Spanned<Duration>>,
    /// `by KEY` (not checked here)
    pub key: Option<Name>,
}

/// `set tool_arg.X = VALUE`
#[derive(Clone, PartialEq, Debug)]
pub struct SetLit {
    /// The argument.
    pub target: Subject,
    /// The new value.
    pub value: SetValue,
}

/// What an argument is set to.
#[derive(Clone, PartialEq, Debug)]
pub enum SetValue {
    /// A literal.
    Json(Json),
    /// `inside "DIR"`
    Inside(Text),
}

/// An example call in `hits` and `misses`, or a test's call.
#[derive(Clone, PartialEq, Debug)]
pub enum Example {
    /// A bare text: a shell command.
    Shell(Text),
    /// A call of a tool.
    Call(CallLit),
}

/// `Tool "text"` or `Tool { arg: value }`, optionally `with { … }`.
#[derive(Clone, PartialEq, Debug)]
pub struct CallLit {
    /// The tool's name; `quoted` if it was written as a text.
    pub tool: Name,
    /// Written in quotes.
    pub quoted: bool,
    /// Its arguments.
    pub args: CallArgs,
    /// `with { … }` of this call alone.
    pub with: Option<Object>,
    /// The whole call.
    pub span: Span,
}

/// The arguments of a call in a test.
#[derive(Clone, PartialEq, Debug)]
pub enum CallArgs {
    /// For the tool's only shell, path or url argument.
    Text(Text),
    /// By name.
    Object(Object),
}

/// `assert`.
#[derive(Clone, PartialEq, Debug)]
pub struct AssertItem {
    /// What it says.
    pub title: Text,
    /// What must hold.
    pub claims: Vec<Claim>,
    /// The whole item.
    pub span: Span,
    /// Some part of it was reported by the parser.
    pub poisoned: bool,
}

/// `never allow when COND`, `always deny when COND`, `always allow when COND`.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// `never` or `always`.
    pub quantifier: Name,
    /// The verdict's word.
    pub verdict: Name,
    /// The condition.
    pub condition: Expr,
    /// The whole claim.
    pub span: Span,
}

/// `redact`.
#[derive(Clone, PartialEq, Debug)]
pub struct RedactItem {
    /// What must not be shown.
    pub fields: Vec<RedactField>,
    /// The whole item.
    pub span: Span,
    /// Some part of it was reported by the parser.
    pub poisoned: bool,
}

/// A field of `redact`; may stand more than once.
#[derive(Clone, PartialEq, Debug)]
pub enum RedactField {
    /// `env /re/`: variables by name
    Env(Field<RegexLit>),
    /// `text /re/`
    Text(Field<RegexLit>),
    /// `arg tool_arg.NAME`
    Arg(Field<Subject>),
}

/// `hook`.
#[derive(Clone, PartialEq, Debug)]
pub struct HookItem {
    /// The id.
    pub id: Name,
    /// Its fields in their order.
    pub fields: Vec<HookField>,
    /// The whole item.
    pub span: Span,
    /// Some part of it was reported by the parser.
    pub poisoned: bool,
}

/// A field of a hook.
#[derive(Clone, PartialEq, Debug)]
pub enum HookField {
    /// `on EVENT`
    On(Field<Vec<Name>>),
    /// `match COND`
    Match(Field<Expr>),
    /// `run ["prog", "arg"]` without a shell, or `run "…"` with one
    Run(Field<RunLit>),
    /// `timeout 30s`
    Timeout(Field<Spanned<Duration>>),
}

/// What a hook runs.
#[derive(Clone, PartialEq, Debug)]
pub enum RunLit {
    /// Words, without a shell.
    Argv(Vec<Text>),
    /// A shell command.
    Shell(Text),
}

/// `test`.
#[derive(Clone, PartialEq, Debug)]
pub struct TestItem {
    /// Its name.
    pub name: Text,
    /// `with { … }`
    pub with: Option<Object>,
    /// The cases in their order.
    pub cases: Vec<TestCase>,
    /// The whole item.
    pub span: Span,
    /// Some part of it was reported by the parser.
    pub poisoned: bool,
}

/// `call => verdict [by ID]`
#[derive(Clone, PartialEq, Debug)]
pub struct TestCase {
    /// The call.
    pub call: CallLit,
    /// The verdict's word (not checked here).
    pub verdict: Name,
    /// `by ID`: the rule that must decide (`default` for the default).
    pub by: Option<Name>,
    /// The whole case.
    pub span: Span,
}

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// `any`
    Any(Span),
    /// The name of a `let` condition.
    Name(Name),
    /// `not C`
    Not(Box<Expr>, Span),
    /// `A and B and …` (two or more)
    And(Vec<Expr>, Span),
    /// `A or B or …` (two or more)
    Or(Vec<Expr>, Span),
    /// `( C )`
    Paren(Box<Expr>, Span),
    /// `SUBJECT OPERATOR OPERAND`
    Predicate(Predicate),
    /// `marked NAME`; negated as `not marked NAME`, which is a [`Expr::Not`].
    Marked(Name, Span),
    /// Reported by the parser.
    Broken(Span),
}

impl Expr {
    /// Its place.
    pub fn span(&self) -> Span {
        match self {
            Expr::Any(span)
            | Expr::Not(_, span)
            | Expr::And(_, span)
            | Expr::Or(_, span)
            | Expr::Paren(_, span)
            | Expr::Marked(_, span)
            | Expr::Broken(span) => *span,
            Expr::Name(name) => name.span,
            Expr::Predicate(predicate) => predicate.span,
        }
    }
}

/// `SUBJECT OPERATOR OPERAND`
#[derive(Clone, PartialEq, Debug)]
pub struct Predicate {
    /// What is looked at.
    pub subject: Subject,
    /// How; the plain form even where it is negated.
    pub operator: Spanned<Operator>,
    /// Whether it is the negated form (`is not`, `not in`, `!=`, `!~`, `not exists` …).
    pub negated: bool,
    /// With what; none for `exists` and `is private`.
    pub operand: Option<Value>,
    /// The whole predicate.
    pub span: Span,
}

/// Operators, each in its plain form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// `==` and `!=`
    Equals,
    /// `in`
    In,
    /// `is`
    Is,
    /// `is private`
    IsPrivate,
    /// `like`
    Like,
    /// `within`
    Within,
    /// `runs`
    Runs,
    /// `contains`
    Contains,
    /// `starts_with`
    StartsWith,
    /// `ends_with`
    EndsWith,
    /// `~` and `!~`
    Matches,
    /// `exists`
    Exists,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// What a predicate looks at: `path`, `tool_arg.items[*].name`, `context.branch`, `command.env.PATH`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// The first name and what follows it: at least one.
    pub segments: Vec<Segment>,
    /// The whole subject.
    pub span: Span,
}

/// A piece of a subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Segment {
    /// The first name, or `.name`
    Name(Name),
    /// `["any key"]`
    Key(Text),
    /// `[0]`
    Index(Spanned<u32>),
    /// `[*]`
    Star(Span),
}

/// A value in a condition or a `let`.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `"…"`
    Text(Text),
    /// `/…/` or `/…/i`
    Regex(RegexLit),
    /// `` `…` ``
    Pattern(PatternLit),
    /// A number.
    Number(Spanned<f64>),
    /// `true` or `false`
    Bool(Spanned<bool>),
    /// `30s`
    Duration(Spanned<Duration>),
    /// `2026-12-31`
    Date(Spanned<Date>),
    /// `[a, b]`, nested ones not yet flattened
    List(Vec<Value>, Span),
    /// A `let`'s name, a dotted operation name (`write.delete`), an agent's name (`is claude-code.reviewer`).
    Name(Name),
    /// `root`
    Root(Span),
    /// Reported by the parser.
    Broken(Span),
}

impl Value {
    /// Its place.
    pub fn span(&self) -> Span {
        match self {
            Value::Text(text) => text.span,
            Value::Regex(regex) => regex.span,
            Value::Pattern(pattern) => pattern.span,
            Value::Number(number) => number.span,
            Value::Bool(value) => value.span,
            Value::Duration(duration) => duration.span,
            Value::Date(date) => date.span,
            Value::Name(name) => name.span,
            Value::List(_, span) | Value::Root(span) | Value::Broken(span) => *span,
        }
    }
}

/// A regex as written between its slashes (`\/` still escaped).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegexLit {
    /// The text between the slashes, with `\/` as `/`.
    pub source: String,
    /// `/…/i`
    pub ignore_case: bool,
    /// With its slashes and flag.
    pub span: Span,
}

/// A command pattern as written between its back quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternLit {
    /// The text between the back quotes, raw.
    pub source: String,
    /// With its back quotes.
    pub span: Span,
}

/// A duration: a count of one unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Duration {
    /// How many.
    pub count: u32,
    /// Of what.
    pub unit: Unit,
}

/// A unit of time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unit {
    /// `s`
    Seconds,
    /// `m`
    Minutes,
    /// `h`
    Hours,
    /// `d`
    Days,
}

impl Duration {
    /// The length in seconds.
    pub fn seconds(self) -> u64 {
        let unit = match self.unit {
            Unit::Seconds => 1,
            Unit::Minutes => 60,
            Unit::Hours => 3600,
            Unit::Days => 86_400,
        };
        u64::from(self.count) * unit
    }
}

/// A calendar date.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    /// Year, four digits.
    pub year: u16,
    /// Month, 1 to 12.
    pub month: u8,
    /// Day, 1 to 31, valid for its month.
    pub day: u8,
}

/// `{ key: value, … }` in tests.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// The members in their order.
    pub members: Vec<(Name, Json)>,
    /// The whole object.
    pub span: Span,
}

/// A JSON value written in a policy.
#[derive(Clone, PartialEq, Debug)]
pub enum Json {
    /// `null`
    Null(Span),
    /// `true` or `false`
    Bool(Spanned<bool>),
    /// A number.
    Number(Spanned<f64>),
    /// A text.
    Text(Text),
    /// A list.
    List(Vec<Json>, Span),
    /// An object.
    Object(Object),
}
