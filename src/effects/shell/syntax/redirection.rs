//! The tree of redirections.

use super::span::Span;
use super::word::{Word, WordPart};

/// One redirection.
#[derive(Clone, PartialEq, Debug)]
pub struct Redirect {
    /// What is redirected.
    pub descriptor: Descriptor,
    /// How.
    pub operator: RedirectOperator,
    /// To or from what.
    pub target: Target,
    /// All of it (for a here document, without its body).
    pub span: Span,
}

/// The left side of a redirection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Descriptor {
    /// None is written: 0 for `<` and its like, 1 for `>`, both 1 and 2 for `&>`.
    Default,
    /// A number.
    Number(u32),
    /// `{name}`: bash takes a free descriptor and assigns its number to the variable (or closes the one that it holds).
    Variable(String),
}

/// The operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RedirectOperator {
    /// `<`
    Read,
    /// `>`
    Write,
    /// `>>`
    Append,
    /// `>|`
    Clobber,
    /// `<>`: reads and writes.
    ReadWrite,
    /// `<&`
    DuplicateInput,
    /// `>&`: with a word that is neither a number nor `-` it writes that file, as `&>` does.
    DuplicateOutput,
    /// `&>`
    WriteBoth,
    /// `&>>`
    AppendBoth,
    /// `<<`, `<<-`
    HereDocument,
    /// `<<<`
    HereString,
}

/// The right side of a redirection.
#[derive(Clone, PartialEq, Debug)]
pub enum Target {
    /// A word: a file, a descriptor (`2`, `2-` after `<&` and `>&`), the text of a here string.
    Word(Word),
    /// `-` after `<&` or `>&`.
    Close,
    /// The body is kept beside the tree, because it comes after it in the text:
    /// [`Parsed::here_document`](super::Parsed::here_document).
    HereDocument(HereDocumentId),
}

/// Which here document of a parsed text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HereDocumentId(pub(super) usize);

/// A here document.
#[derive(Clone, PartialEq, Debug)]
pub struct HereDocument {
    /// The line that ends it, quotes removed.
    pub delimiter: String,
    /// Whether any of the delimiter was quoted: then nothing in the body is expanded.
    pub quoted: bool,
    /// Whether it is `<<-`: tabs at the beginning of lines are removed.
    pub strip_tabs: bool,
    /// The body, tabs and continuations removed. Quotes in it are literal.
    pub body: Vec<WordPart>,
    /// Where the body stands.
    pub span: Span,
    /// Whether its last line was found; bash runs the command without it too, with a warning.
    pub terminated: bool,
}
