//! The resolved policy: names looked up, types checked, lists flattened, negations pushed down to the predicates.
//! What `table`, `lint` and `analysis` read; it has few cases on purpose.

use std::sync::Arc;

use crate::model::{Operation, Risk, Span, Verdict};
use crate::policy::pattern::CommandPattern;
use crate::syntax::ast::{CallLit, Date, Example, Json, Object};

/// One layer: the files of a directory, and all that they use.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// Where it comes from.
    pub kind: LayerKind,
    /// For people: `managed`, `user`, `project`, `project/sub`, `program`.
    pub name: String,
    /// An untrusted layer can refuse and nothing else.
    pub trusted: bool,
    /// It is also judged alone.
    pub closed: bool,
    /// The strictest default that its files write; none if none writes one.
    pub default: Option<DefaultRule>,
    /// `self confirm`, if a file writes it.
    pub self_confirm: Option<Span>,
    /// Rules and `otherwise` rules, those of used files included, each once.
    pub rules: Vec<Rule>,
    /// Tool declarations.
    pub tools: Vec<ToolDecl>,
    /// Declared categories.
    pub operations: Vec<OperationDecl>,
    /// Declared facts.
    pub contexts: Vec<ContextDecl>,
    /// Claims for `prove`.
    pub asserts: Vec<Assert>,
    /// What must not be shown.
    pub redactions: Vec<Redaction>,
    /// Lifecycle hooks.
    pub hooks: Vec<Hook>,
    /// Tests of the layer's own files, and of used ones.
    pub tests: Vec<Test>,
}

/// Which layer it is, outermost first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LayerKind {
    /// The machine's administrator.
    Managed,
    /// The person.
    User,
    /// The repository.
    Project,
    /// Added by the running program.
    Program,
}

/// `default deny` or `default confirm`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefaultRule {
    /// Confirm or deny, never allow.
    pub verdict: Verdict,
    /// Where it is written.
    pub span: Span,
}

/// A rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// The full id: `git-push`, or `git:force-push` from a used file.
    pub id: Arc<str>,
    /// The id's place in its file.
    pub id_span: Span,
    /// The whole rule.
    pub span: Span,
    /// The title.
    pub title: Option<Arc<str>>,
    /// Whether it is an `otherwise` rule.
    pub otherwise: bool,
    /// What must hold, each part with its role; all of them together are the rule's condition.
    pub parts: Vec<Part>,
    /// How much harm is at stake.
    pub risk: Risk,
    /// What it asks for.
    pub action: Verdict,
    /// The `action` or `risk` field that says so.
    pub action_span: Span,
    /// Whether `risk` was written (else it follows from the action).
    pub risk_written: bool,
    /// Whether and how an answer may be remembered.
    pub remember: Remember,
    /// Where `remember` is written, if it is.
    pub remember_span: Option<Span>,
    /// Why.
    pub reason: Option<Arc<str>>,
    /// A safer way.
    pub suggest: Option<Arc<str>>,
    /// Arguments that it changes.
    pub set: Vec<SetArg>,
    /// The mark that a call under it puts on the session.
    pub mark: Option<Arc<str>>,
    /// The last day of an allow rule.
    pub until: Option<(Date, Span)>,
    /// Calls that it must apply to.
    pub hits: Vec<Example>,
    /// Calls that it must not apply to.
    pub misses: Vec<Example>,
    /// For `--tag`.
    pub tags: Vec<Arc<str>>,
}

/// A part of a rule's condition.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Where it was written.
    pub role: Role,
    /// What must hold: for `unless` and `except` already the negation.
    pub condition: Condition,
    /// The condition as written.
    pub span: Span,
}

/// The role of a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// `match`
    Match,
    /// `unless`, negated
    Unless,
    /// `except … when` of a `use`, negated
    Except,
}

/// A condition in negation normal form.
#[derive(Clone, PartialEq, Debug)]
pub enum Condition {
    /// `any`
    Always,
    /// `not any`
    Never,
    /// All of them.
    And(Vec<Condition>),
    /// At least one of them.
    Or(Vec<Condition>),
    /// A predicate or its negation.
    Is(Literal),
}

/// A predicate or its negation.
#[derive(Clone, PartialEq, Debug)]
pub struct Literal {
    /// The predicate in its plain form.
    pub predicate: Arc<Predicate>,
    /// Whether its negation is meant.
    pub negated: bool,
    /// As written.
    pub span: Span,
}

/// A predicate in its plain form. Equal predicates are asked once: equality ignores where they were written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    /// A text, number or truth value is tested.
    Text(TextSubject, TextTest),
    /// `operation is …`: any of these.
    Operation(Vec<Operation>),
    /// `` command runs `…` ``: any of these.
    Command(Vec<CommandPattern>),
    /// `` via runs `…` ``: any of these.
    Via(Vec<CommandPattern>),
    /// `path …`
    Path(PathTest),
    /// `host …`
    Host(HostTest),
    /// `marked NAME`
    Marked(Arc<str>),
    /// `SUBJECT exists` for `command`, `via`, `path`, `host`, `port`.
    Has(Kind),
}

/// What an effect may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// `command`
    Command,
    /// `via`
    Via,
    /// `path`
    Path,
    /// `host`
    Host,
    /// `port`
    Port,
}

/// What a text predicate looks at.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TextSubject {
    /// `tool_name`
    ToolName,
    /// `server`
    Server,
    /// `mode`
    Mode,
    /// `session`
    Session,
    /// `agent`
    Agent,
    /// `scheme`
    Scheme,
    /// `context.NAME`
    Context(Arc<str>),
    /// `tool_arg.NAME…`
    Arg(ArgPath),
    /// `command.program`
    Program,
    /// `command.args[*]`
    Args,
    /// `command.env.NAME`
    Env(Arc<str>),
    /// `via.program`
    ViaProgram,
    /// `path.name`
    PathName,
    /// `path.extension`
    PathExtension,
    /// `path.depth`
    PathDepth,
    /// `port`
    Port,
}

/// `tool_arg.NAME` and what follows it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArgPath {
    /// The argument.
    pub name: Arc<str>,
    /// Steps into it.
    pub steps: Vec<Step>,
}

/// A step into a JSON value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// `.name` or `["name"]`
    Key(Arc<str>),
    /// `[3]`
    Index(u32),
    /// `[*]`: every element
    Star,
}

/// How a text is tested. Lists mean any of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TextTest {
    /// `==` and `in`
    OneOf(Vec<Scalar>),
    /// `like`: `*` any characters, `?` one (for text subjects a `/` is a character like any other)
    Like(Vec<Arc<str>>),
    /// `~`
    Matches(Vec<Regex>),
    /// `starts_with`
    StartsWith(Vec<Arc<str>>),
    /// `ends_with`
    EndsWith(Vec<Arc<str>>),
    /// `contains`: a text within a text, an element of a list
    Contains(Vec<Scalar>),
    /// `< <= > >=`
    Compare(Comparison, Number),
    /// `is a.b` for `agent`: it or dotted below it
    Is(Vec<Operation>),
    /// `exists`
    Exists,
}

/// A literal that is compared.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// A text.
    Text(Arc<str>),
    /// A number.
    Number(Number),
    /// A truth value.
    Bool(bool),
}

/// A finite number; `-0` is `0`. Equality and hash are by bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number(u64);

impl Number {
    /// The number; none if it is not finite.
    pub fn new(value: f64) -> Option<Number> {
        value.is_finite().then(|| Number((if value == 0.0 { 0.0 } else { value }).to_bits()))
    }

    /// Its value.
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// A comparison of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// A regex that compiles.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Regex {
    /// The language's syntax: `\d \w \s \b` are ASCII.
    pub source: Arc<str>,
    /// `/…/i`
    pub ignore_case: bool,
}

/// A test on paths.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PathTest {
    /// Within any of these directories, themselves included.
    Within(Vec<PathText>),
    /// Like any of these globs.
    Like(Vec<PathText>),
    /// One of these paths.
    OneOf(Vec<PathText>),
}

/// A path or glob as a policy writes it, with what it starts from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PathText {
    /// What it starts from.
    pub base: Base,
    /// The rest, relative to the base, without `.` and `..` segments (they are resolved by text); empty for the base.
    pub rest: Arc<str>,
}

/// Where a path of a policy starts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// The project's root.
    Root,
    /// `~`
    Home,
    /// `/`
    Absolute,
}

/// A test on hosts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum HostTest {
    /// One of these, in their one spelling.
    OneOf(Vec<Arc<str>>),
    /// `*` within a label, `**` any depth.
    Like(Vec<Arc<str>>),
    /// One of these domains and their subdomains.
    Within(Vec<Arc<str>>),
    /// Loopback, private, link-local, metadata.
    Private,
}

/// Whether and how an answer may be remembered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Remember {
    /// Ask each time.
    Never,
    /// Remember.
    For {
        /// How long at most.
        scope: Scope,
        /// Seconds, if a duration was written.
        seconds: Option<u64>,
        /// What the answer covers.
        key: Key,
    },
}

/// How long an answer is remembered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Within the session.
    Session,
    /// In this project.
    Project,
    /// Everywhere.
    Always,
}

/// What a remembered answer covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// The same effects.
    Call,
    /// The same command, whatever `...` stands for.
    Command,
    /// The same host and port.
    Host,
    /// Any call of the tool.
    Tool,
}

/// `set tool_arg.X = VALUE`
#[derive(Clone, PartialEq, Debug)]
pub struct SetArg {
    /// The argument.
    pub target: ArgPath,
    /// Its new value.
    pub value: SetValue,
    /// The field.
    pub span: Span,
}

/// A new value of an argument.
#[derive(Clone, PartialEq, Debug)]
pub enum SetValue {
    /// This.
    Json(Json),
    /// The path's place relative to root, in this directory.
    Inside(PathText),
}

/// What the engine must know of a tool.
#[derive(Clone, PartialEq, Debug)]
pub struct ToolDecl {
    /// Which tools.
    pub names: Vec<ToolName>,
    /// Only on this MCP server; on any, and on none, when missing.
    pub server: Option<Arc<str>>,
    /// The tool's own operations.
    pub operations: Vec<Operation>,
    /// Its arguments.
    pub args: Vec<ArgDecl>,
    /// The whole item.
    pub span: Span,
}

/// A tool's name in a declaration.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ToolName {
    /// This name.
    Literal(Arc<str>),
    /// Every name that the regex matches as a whole.
    Regex(Regex),
}

/// What the engine must know of an argument.
#[derive(Clone, PartialEq, Debug)]
pub struct ArgDecl {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: ArgType,
    /// Its own operations, in place of the tool's.
    pub operations: Vec<Operation>,
    /// What it is when the call lacks it.
    pub default: Option<serde_json::Value>,
    /// The declaration.
    pub span: Span,
}

/// The type of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArgType {
    /// A command for a shell.
    Shell(Dialect),
    /// Words of a command, without a shell.
    Argv,
    /// A path, or a list of them.
    Path,
    /// A directory, or a list of them, that the tool goes through (a search): it and everything below it that git does not
    /// ignore.
    Tree,
    /// A URL, or a list of them.
    Url,
    /// A path pattern, or a list of them.
    Glob,
    /// A unified diff or apply-patch envelope.
    Patch,
    /// Text without an effect.
    Text,
    /// Any JSON without an effect.
    Json,
}

impl ArgType {
    /// As policies write it, without a dialect.
    pub fn name(self) -> &'static str {
        match self {
            ArgType::Shell(_) => "shell",
            ArgType::Argv => "argv",
            ArgType::Path => "path",
            ArgType::Tree => "tree",
            ArgType::Url => "url",
            ArgType::Glob => "glob",
            ArgType::Patch => "patch",
            ArgType::Text => "text",
            ArgType::Json => "json",
        }
    }

    /// Whether it carries effects: an allow rule may not test such an argument as text.
    pub fn carries_effects(self) -> bool {
        match self {
            ArgType::Shell(_)
            | ArgType::Argv
            | ArgType::Path
            | ArgType::Tree
            | ArgType::Url
            | ArgType::Glob
            | ArgType::Patch => true,
            ArgType::Text | ArgType::Json => false,
        }
    }
}

/// A shell language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// bash and what it shares with POSIX shells
    Bash,
    /// zsh: what differs from bash is unknown
    Zsh,
    /// PowerShell
    PowerShell,
}

/// `operation NAME`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OperationDecl {
    /// The name.
    pub name: Operation,
    /// What it means.
    pub description: Option<Arc<str>>,
    /// The item.
    pub span: Span,
}

/// `context NAME: TYPE`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContextDecl {
    /// The name.
    pub name: Arc<str>,
    /// The type.
    pub ty: ContextType,
    /// What it means.
    pub description: Option<Arc<str>>,
    /// The item.
    pub span: Span,
}

/// The type of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ContextType {
    /// Text.
    Text,
    /// A number.
    Number,
    /// True or false.
    Bool,
}

impl ContextType {
    /// As policies write it.
    pub fn name(self) -> &'static str {
        match self {
            ContextType::Text => "text",
            ContextType::Number => "number",
            ContextType::Bool => "bool",
        }
    }
}

/// `assert`
#[derive(Clone, PartialEq, Debug)]
pub struct Assert {
    /// What it says.
    pub title: Arc<str>,
    /// What must hold.
    pub claims: Vec<Claim>,
    /// The item.
    pub span: Span,
}

/// A claim about every possible call.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// `never` (else `always`).
    pub never: bool,
    /// The verdict.
    pub verdict: Verdict,
    /// When.
    pub condition: Condition,
    /// The claim.
    pub span: Span,
}

/// What must not reach the log, a prompt or the model.
#[derive(Clone, PartialEq, Debug)]
pub enum Redaction {
    /// Values of variables with such names.
    Env(Regex),
    /// Such text.
    Text(Regex),
    /// This argument.
    Arg(ArgPath),
}

/// A lifecycle hook.
#[derive(Clone, PartialEq, Debug)]
pub struct Hook {
    /// The full id.
    pub id: Arc<str>,
    /// The events.
    pub events: Vec<Arc<str>>,
    /// For which calls; always when missing.
    pub condition: Condition,
    /// What runs.
    pub run: Run,
    /// Seconds.
    pub timeout: u64,
    /// The item.
    pub span: Span,
}

/// What a hook runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Run {
    /// Words, without a shell.
    Argv(Vec<String>),
    /// A shell command.
    Shell(String),
}

/// A test: its calls are turned into `model::Call` by `engine`, which knows the vocabulary.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// Its name.
    pub name: Arc<str>,
    /// Keys of every call.
    pub with: Option<Object>,
    /// Whether it stands in a file of the layer's own directory; the tests of a used file were written for that file
    /// alone, with its own default.
    pub own: bool,
    /// Its cases.
    pub cases: Vec<TestCase>,
    /// The item.
    pub span: Span,
}

/// A case of a test.
#[derive(Clone, PartialEq, Debug)]
pub struct TestCase {
    /// The call.
    pub call: CallLit,
    /// The verdict that it must get.
    pub verdict: Verdict,
    /// The full id of the rule that must decide it, or `default`.
    pub by: Option<(Arc<str>, Span)>,
    /// The case.
    pub span: Span,
}
