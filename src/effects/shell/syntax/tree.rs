//! The tree of commands.

use super::problem::Unknown;
use super::redirection::Redirect;
use super::span::Span;
use super::word::{Arithmetic, Word};

/// Commands that run one after the other: `a; b & c`, or lines.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct List {
    /// The commands, in order.
    pub items: Vec<Item>,
    /// From the first command to the last.
    pub span: Span,
}

/// One entry of a list: pipelines joined by `&&` and `||`.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// The first pipeline; it always runs.
    pub first: Pipeline,
    /// The others, each with what joins it to those before. `&&` and `||` bind equally, to the left.
    pub rest: Vec<(Connector, Pipeline)>,
    /// Whether `&` follows: it runs beside what comes next, in a subshell.
    pub background: bool,
    /// All of it.
    pub span: Span,
}

/// What joins two pipelines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connector {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// Commands joined by `|`. Empty only for a bare `time` or `!`.
#[derive(Clone, PartialEq, Debug)]
pub struct Pipeline {
    /// Whether an odd number of `!` stands before it.
    pub negated: bool,
    /// Whether the reserved word `time` stands before it.
    pub timed: bool,
    /// The commands.
    pub commands: Vec<Command>,
    /// What joins command `i` and `i + 1`; one fewer than commands.
    pub pipes: Vec<Pipe>,
    /// All of it.
    pub span: Span,
}

/// What goes through a pipe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pipe {
    /// `|`: standard output.
    Output,
    /// `|&`: standard error too.
    Both,
}

/// A command and the redirections after it (for a simple command, those anywhere in it), in order.
#[derive(Clone, PartialEq, Debug)]
pub struct Command {
    /// What kind.
    pub kind: CommandKind,
    /// Its redirections, in order.
    pub redirects: Vec<Redirect>,
    /// All of it.
    pub span: Span,
}

/// The kinds of commands.
#[derive(Clone, PartialEq, Debug)]
pub enum CommandKind {
    /// Assignments and words.
    Simple(Simple),
    /// `( … )`: what it changes in the shell ends with it.
    Subshell(List),
    /// `{ …; }`
    Group(List),
    /// `if … then … elif … else … fi`
    If {
        /// Each condition with what runs if it succeeds.
        branches: Vec<Branch>,
        /// After `else`.
        otherwise: Option<List>,
    },
    /// `while … do … done`, `until … do … done`
    While {
        /// Whether it is `until`.
        until: bool,
        /// The condition.
        condition: List,
        /// The body.
        body: List,
    },
    /// `for x in …; do … done` and `select`.
    For(For),
    /// `for ((a; b; c)); do … done`
    ForArithmetic {
        /// The three expressions, as one text with its two semicolons.
        header: Arithmetic,
        /// The body.
        body: List,
    },
    /// `case x in … esac`
    Case(Case),
    /// `(( … ))`
    Arithmetic(Arithmetic),
    /// `[[ … ]]`
    Conditional(Conditional),
    /// `f() …`, `function f …`. Nothing runs here, but when the name is called.
    Function {
        /// The name as written. One that is quoted or holds an expansion is refused by bash when it is defined.
        name: Word,
        /// The body with its redirections.
        body: Box<Command>,
    },
    /// `coproc [NAME] command`
    Coproc {
        /// The name, where one is given.
        name: Option<Word>,
        /// What runs.
        body: Box<Command>,
    },
    /// Text that may run and was not understood.
    Unknown(Unknown),
}

/// One `if` or `elif`.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// The condition.
    pub condition: List,
    /// What runs if it succeeds.
    pub body: List,
}

/// Assignments and words. Either may be empty, not both unless there is a redirection.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Simple {
    /// The assignments before the first word.
    pub assignments: Vec<Assignment>,
    /// The program and its arguments.
    pub words: Vec<Word>,
}

/// `name=value`, `name[i]+=value`, `name=(…)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Assignment {
    /// The name.
    pub name: String,
    /// The subscript.
    pub subscript: Option<Word>,
    /// Whether it is `+=`.
    pub append: bool,
    /// The value; a list in parentheses is a [`WordPart::Array`](super::word::WordPart::Array).
    pub value: Word,
    /// All of it.
    pub span: Span,
}

/// `for` and `select` over words.
#[derive(Clone, PartialEq, Debug)]
pub struct For {
    /// Whether it is `select`.
    pub select: bool,
    /// The variable, as written.
    pub name: Word,
    /// The words after `in`; without `in` it goes over `"$@"`.
    pub words: Option<Vec<Word>>,
    /// The body.
    pub body: List,
}

/// A `case` command.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// What is matched.
    pub subject: Word,
    /// The clauses, in order.
    pub clauses: Vec<Clause>,
}

/// One clause of a `case`.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// The patterns, of which one must match.
    pub patterns: Vec<Word>,
    /// What runs then.
    pub body: List,
    /// What happens after it.
    pub ending: Ending,
}

/// What stands at the end of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// `;;`, or nothing in the last one: the command ends.
    Break,
    /// `;&`: the next body runs too.
    FallThrough,
    /// `;;&`: the next patterns are tried too.
    TryNext,
}

/// What stands in `[[ … ]]`.
#[derive(Clone, PartialEq, Debug)]
pub enum Conditional {
    /// `a && b && …`
    And(Vec<Conditional>),
    /// `a || b || …`
    Or(Vec<Conditional>),
    /// `! a`
    Not(Box<Conditional>),
    /// `-f word`; a word alone is `-n word`.
    Unary {
        /// The operator with its dash.
        operator: String,
        /// The operand.
        operand: Word,
    },
    /// `a == b`. `-eq` and its like evaluate both sides as arithmetic, text of variables included.
    Binary {
        /// The left side.
        left: Word,
        /// The operator.
        operator: String,
        /// The right side: a pattern after `= == !=`, a regular expression after `=~`.
        right: Word,
    },
}
