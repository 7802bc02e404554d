//! The tree of words.

use super::brace::Sequence;
use super::problem::Unknown;
use super::span::Span;
use super::tree::List;

/// A word as written: parts that stand side by side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Word {
    /// The parts, in order. None for an empty value (`x=`).
    pub parts: Vec<WordPart>,
    /// For an argument of the form `name=…`: what stands before the value. `declare` and its like assign it, and tildes are
    /// expanded in it for every command.
    pub assignment: Option<AssignmentPrefix>,
    /// All of it.
    pub span: Span,
}

/// The `name=` at the beginning of an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssignmentPrefix {
    /// The name, without a subscript.
    pub name: String,
    /// Whether a subscript stands after it.
    pub subscripted: bool,
    /// Whether it is `+=`.
    pub append: bool,
    /// How many of the word's parts stand before the value.
    pub parts: usize,
}

/// A part of a word.
#[derive(Clone, PartialEq, Debug)]
pub enum WordPart {
    /// Text without quotes around it. What an expansion would make of it (patterns, braces, tildes) is in parts of its own, so
    /// that this is the text itself.
    Literal(Text),
    /// A character after a backslash.
    Escaped(Text),
    /// `'…'`
    SingleQuoted(Text),
    /// `$'…'`, decoded. Need not be UTF-8.
    Decoded {
        /// What it stands for, up to its first NUL.
        bytes: Vec<u8>,
        /// With its quotes.
        span: Span,
    },
    /// `"…"`, and `$"…"`, whose text is translated where a message catalogue is installed.
    DoubleQuoted {
        /// What is in it.
        parts: Vec<WordPart>,
        /// With its quotes.
        span: Span,
    },
    /// `$x`, `${…}`
    Parameter(Box<Parameter>),
    /// `$(…)`, `` `…` ``
    Command {
        /// The commands. A single `<file` without words reads the file.
        list: List,
        /// With its delimiters.
        span: Span,
    },
    /// `<(…)`, `>(…)`
    Process {
        /// Whether it is `>(…)`.
        output: bool,
        /// The commands.
        list: List,
        /// With its delimiters.
        span: Span,
    },
    /// `$((…))`, `$[…]`
    Arithmetic(Arithmetic),
    /// `~` or `~user` where it is expanded.
    Tilde {
        /// The user's name, empty for one's own; also `+`, `-` and the like.
        user: String,
        /// With the tilde.
        span: Span,
    },
    /// A character that makes a pattern.
    Glob {
        /// Which.
        glob: Glob,
        /// Where.
        span: Span,
    },
    /// `@(a|b)` and its like, where they are patterns.
    Extended {
        /// One of `?*+@!`.
        operator: char,
        /// The patterns between the bars.
        alternatives: Vec<Vec<WordPart>>,
        /// All of it.
        span: Span,
    },
    /// `{a,b}`: the word stands for one word per alternative, each with what is before and after.
    Alternatives {
        /// The alternatives.
        alternatives: Vec<Vec<WordPart>>,
        /// With its braces.
        span: Span,
    },
    /// `{1..9}`: the same, over a sequence.
    Sequence {
        /// The sequence.
        sequence: Sequence,
        /// With its braces.
        span: Span,
    },
    /// `(…)` as the value of an assignment.
    Array {
        /// The elements, in order.
        elements: Vec<Element>,
        /// With its parentheses.
        span: Span,
    },
    /// Text that may run, or be anything, and was not understood.
    Unknown(Unknown),
}

/// A piece of text and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The text, quotes removed.
    pub text: String,
    /// Where, with its quotes.
    pub span: Span,
}

/// Characters that make a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Glob {
    /// `*`
    Star,
    /// `?`
    Question,
    /// `[` with a `]` after it; what is between are ordinary parts.
    Bracket,
}

/// An element of an array value.
#[derive(Clone, PartialEq, Debug)]
pub struct Element {
    /// `[…]` before `=`.
    pub subscript: Option<Word>,
    /// Whether it is `+=`.
    pub append: bool,
    /// The value.
    pub value: Word,
}

/// An arithmetic expression: its text and the expansions inside. bash evaluates the text of every variable that it names as an
/// expression too, and an expression can run commands (`a[$(cmd)]`): only one without names is certain to run nothing else.
#[derive(Clone, PartialEq, Debug)]
pub struct Arithmetic {
    /// The text.
    pub parts: Vec<WordPart>,
    /// With its delimiters.
    pub span: Span,
}

impl Arithmetic {
    /// Whether the text names no variable and holds no expansion: what it evaluates to depends on nothing else.
    pub fn is_constant(&self) -> bool {
        self.parts.iter().all(|part| match part {
            // A name begins with a letter or `_`; hexadecimal and based numbers are taken for names too, which only asks more.
            WordPart::Literal(text) => !text.text.contains(|c: char| c.is_alphabetic() || c == '_'),
            _ => false,
        })
    }
}

/// `$x` or `${…}`.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The name, the number or the special character.
    pub name: String,
    /// Whether it is `${!x}`: the value is itself a name.
    pub indirect: bool,
    /// Whether it is `${#x}`.
    pub length: bool,
    /// `[…]` after the name.
    pub subscript: Option<Word>,
    /// The operator.
    pub operator: Option<Operator>,
    /// What stands after the operator, up to the brace. An offset and a length are arithmetic; a replacement has its pattern and
    /// its text in here, divided by the first literal `/`.
    pub operand: Option<Word>,
    /// All of it.
    pub span: Span,
}

/// What `${…}` does to a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// `-`, `:-`
    Default,
    /// `=`, `:=`: also assigns.
    Assign,
    /// `?`, `:?`
    Error,
    /// `+`, `:+`
    Alternative,
    /// `:offset`, `:offset:length`
    Substring,
    /// `#`, `##`
    RemovePrefix,
    /// `%`, `%%`
    RemoveSuffix,
    /// `/`, `//`, `/#`, `/%`
    Replace,
    /// `^`, `^^`, `,`, `,,`, `~`, `~~`
    ChangeCase,
    /// `@Q` and its like. `@P` expands the value as a prompt, which runs commands in it.
    Transform(char),
    /// `${!prefix*}`, `${!prefix@}`: names, not values.
    Names,
}

impl WordPart {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            WordPart::Literal(text) | WordPart::Escaped(text) | WordPart::SingleQuoted(text) => text.span,
            WordPart::Parameter(parameter) => parameter.span,
            WordPart::Arithmetic(arithmetic) => arithmetic.span,
            WordPart::Unknown(unknown) => unknown.span,
            WordPart::Decoded { span, .. }
            | WordPart::DoubleQuoted { span, .. }
            | WordPart::Command { span, .. }
            | WordPart::Process { span, .. }
            | WordPart::Tilde { span, .. }
            | WordPart::Glob { span, .. }
            | WordPart::Extended { span, .. }
            | WordPart::Alternatives { span, .. }
            | WordPart::Sequence { span, .. }
            | WordPart::Array { span, .. } => *span,
        }
    }

    /// Whether it is quoted: then it makes a word even when it is empty, and no pattern.
    pub fn is_quoted(&self) -> bool {
        matches!(
            self,
            WordPart::Escaped(_)
                | WordPart::SingleQuoted(_)
                | WordPart::Decoded { .. }
                | WordPart::DoubleQuoted { .. }
        )
    }
}
