//! What the parser could not understand, and why.

use super::span::Span;

/// A place where text may run that the parser did not turn into commands. Whoever decides on a command must not allow one
/// that holds such a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// The text that was not understood.
    pub span: Span,
    /// Why not.
    pub reason: Reason,
}

/// Why a piece of text was not understood.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// bash refuses it, or would with the options that are on by default. Earlier lines run all the same.
    Syntax,
    /// A mistake in text that bash parses only when it runs (backquotes, here documents): what stands around it runs all the same, and
    /// of the text itself the lines before the mistake.
    SyntaxWhenRun,
    /// The whole text exceeds a limit of the parser.
    Limit(Limit),
    /// The text holds a NUL byte: bash drops it in a script and can't be given one in an argument.
    Nul,
    /// The bytes are not UTF-8.
    NotUtf8,
    /// An earlier line turned alias expansion on, so words may stand for other text.
    Aliases,
    /// An extended pattern where it is not certain whether `extglob` is on: else this would be a subshell or an error.
    MaybeExtglob,
    /// `${…}` that bash 5.2 refuses and that other versions may run (`${ cmd; }`).
    BadSubstitution,
    /// Text whose end bash finds by one rule (quotes, parentheses) and whose content it reads by another, where the two don't agree.
    Ambiguous,
    /// `$((` of which it is not certain whether bash takes it as arithmetic or as commands.
    AmbiguousArithmetic,
    /// `$'…'` that bash decodes and then expands again.
    DecodedThenExpanded,
    /// A brace expansion beside something whose own braces bash counts too.
    AmbiguousBraces,
    /// bash prints a substitution back after it has parsed it and then runs what it printed. 5.2 misprints two things: after a here
    /// document, `a; b` loses its `;`, so that `b` becomes an argument of `a`; and `coproc a` gets `a` as an argument of a program
    /// `COPROC`.
    Misprinted,
    /// A backslash at the very end: bash keeps it in `-c`, drops it in a file.
    TrailingBackslash,
    /// A here document that begins in a substitution and whose body comes after it, or whose delimiter is no plain text.
    HereDocument,
}

/// A limit of the parser.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// More than [`MAX_BYTES`](super::MAX_BYTES) of text.
    Bytes,
    /// Deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    Depth,
    /// More than [`MAX_NODES`](super::MAX_NODES) words, commands and parts of words.
    Nodes,
    /// More steps than a linear parser needs.
    Work,
}

/// A mistake in the text, as bash would report it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// Where parsing stopped.
    pub span: Span,
    /// What kind of mistake.
    pub kind: Mistake,
}

/// A kind of syntax error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mistake {
    /// A token that cannot stand here.
    Unexpected,
    /// The text ended inside something that began with this character or word.
    Unclosed(&'static str),
    /// This word must follow and does not.
    Missing(&'static str),
    /// A conditional expression (`[[ … ]]`) that bash refuses.
    Conditional,
    /// The parser gives up on purpose: the text may be valid.
    NotUnderstood(Reason),
}

impl std::fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind {
            Mistake::Unexpected => f.write_str("unexpected token"),
            Mistake::Unclosed(what) => write!(f, "`{what}` is never closed"),
            Mistake::Missing(what) => write!(f, "expected `{what}`"),
            Mistake::Conditional => f.write_str("malformed conditional expression"),
            Mistake::NotUnderstood(reason) => write!(f, "not understood: {reason}"),
        }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Reason::Syntax => "syntax error",
            Reason::SyntaxWhenRun => "syntax error in text that is parsed when it runs",
            Reason::Limit(Limit::Bytes) => "the command is too long",
            Reason::Limit(Limit::Depth) => "the command is nested too deep",
            Reason::Limit(Limit::Nodes) => "the command has too many parts",
            Reason::Limit(Limit::Work) => "the command is too costly to parse",
            Reason::Nul => "the command holds a NUL byte",
            Reason::NotUtf8 => "the command is not UTF-8",
            Reason::Aliases => "aliases may change what follows",
            Reason::MaybeExtglob => "an extended pattern that may be a subshell",
            Reason::BadSubstitution => "bad substitution",
            Reason::Ambiguous => "text that can be read in two ways",
            Reason::AmbiguousArithmetic => "arithmetic or commands",
            Reason::DecodedThenExpanded => "decoded text that is expanded again",
            Reason::AmbiguousBraces => "braces that can be read in two ways",
            Reason::Misprinted => "a substitution that bash prints back wrongly",
            Reason::TrailingBackslash => "a backslash at the end",
            Reason::HereDocument => "a here document whose extent is not certain",
        })
    }
}

/// Why parsing of the present construct ended early.
#[derive(Debug)]
pub(super) enum Stop {
    /// The rest of the present script is not understood.
    Syntax(SyntaxError),
    /// Nothing is understood.
    Limit(Limit),
}

pub(super) type Res<T> = Result<T, Stop>;
