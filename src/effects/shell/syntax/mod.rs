//! The shell language: text in, a tree of commands with the place of everything out.
//!
//! Reads a command as bash 5.2 does for `bash -c`. It never fails: what it does not understand is an [`Unknown`] in the tree, and
//! [`Parsed::unknown`] says whether there is one. It must not know what commands do: no program, file or variable has a meaning
//! here (but the few shell options that change how later lines are read).

mod arithmetic;
mod brace;
mod command;
mod conditional;
mod decode;
mod dialect;
mod dollar;
mod fixed;
mod here_document;
mod lex;
mod list;
mod parser;
mod parts;
mod problem;
mod quotes;
mod read_redirect;
mod read_word;
mod redirection;
mod simple;
mod source;
mod span;
mod substitution;
mod tilde;
mod tree;
mod walk;
mod word;

pub use brace::Sequence;
pub use problem::{Limit, Mistake, Reason, SyntaxError, Unknown};
pub use redirection::{Descriptor, HereDocument, HereDocumentId, Redirect, RedirectOperator, Target};
pub use span::Span;
pub use tree::{
    Assignment, Branch, Case, Clause, Command, CommandKind, Conditional, Connector, Ending, For, Item, List,
    Pipe, Pipeline, Simple,
};
pub use walk::Visitor;
pub use word::{Arithmetic, AssignmentPrefix, Element, Glob, Operator, Parameter, Text, Word, WordPart};

use parser::{Parser, Shared};
use problem::Stop;
use source::Map;

/// The longest text that is parsed, in bytes.
pub const MAX_BYTES: usize = 64 * 1024;
/// How deep constructs may nest.
pub const MAX_DEPTH: usize = 64;
/// How many commands, words and parts of words there may be.
pub const MAX_NODES: usize = 10_000;

/// What a text was understood as.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    /// The commands. Where a line is not understood, it and all after it are one [`CommandKind::Unknown`].
    pub script: List,
    /// The mistakes that were found; a substitution that bash parses only when it runs has its own.
    pub errors: Vec<SyntaxError>,
    /// Whether anything was not understood. Then the tree is not all that may run.
    pub unknown: bool,
    here_documents: Vec<HereDocument>,
}

impl Parsed {
    /// The here document that a redirection names.
    pub fn here_document(&self, id: HereDocumentId) -> Option<&HereDocument> {
        self.here_documents.get(id.0)
    }

    fn not_understood(text_length: usize, reason: Reason) -> Parsed {
        let mut shared = Shared::new(0);
        let span = Span::new(0, text_length);
        let item = Parser::new("", Map::identity(), &mut shared).unknown_item(span, reason);
        Parsed {
            script: List { items: vec![item], span },
            errors: Vec::new(),
            unknown: true,
            here_documents: Vec::new(),
        }
    }
}

/// Parses a command.
///
/// Works in time linear in its length; a text over a limit is one [`Unknown`].
pub fn parse(text: &str) -> Parsed {
    if text.len() > MAX_BYTES {
        return Parsed::not_understood(text.len(), Reason::Limit(Limit::Bytes));
    }
    if text.contains('\0') {
        return Parsed::not_understood(text.len(), Reason::Nul);
    }
    let mut shared = Shared::new(text.len());
    match Parser::new(text, Map::identity(), &mut shared).script() {
        Ok(script) => Parsed {
            script,
            errors: shared.errors,
            unknown: shared.unknown,
            here_documents: shared.here_documents,
        },
        Err(Stop::Limit(limit)) => Parsed::not_understood(text.len(), Reason::Limit(limit)),
        Err(Stop::Syntax(error)) => {
            Parsed { errors: vec![error], ..Parsed::not_understood(text.len(), Reason::Syntax) }
        }
    }
}

/// Parses bytes that may not be text.
pub fn parse_bytes(bytes: &[u8]) -> Parsed {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text),
        Err(_) => Parsed::not_understood(bytes.len(), Reason::NotUtf8),
    }
}
