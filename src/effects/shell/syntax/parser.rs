//! The parser's state: a place in a text, what is shared by all texts of one command, and the limits.

use super::dialect::Dialect;
use super::problem::{Limit, Mistake, Reason, Res, Stop, SyntaxError, Unknown};
use super::redirection::{HereDocument, HereDocumentId};
use super::source::Map;
use super::span::Span;
use super::{MAX_DEPTH, MAX_NODES};

/// What the parsers of a command and of the texts inside it (backquotes, here documents) have in common.
#[derive(Debug)]
pub(super) struct Shared {
    /// Steps that may still be made.
    work: usize,
    /// Nodes that may still be built.
    nodes: usize,
    /// Constructs that are open now.
    depth: usize,
    pub(super) here_documents: Vec<HereDocument>,
    pub(super) errors: Vec<SyntaxError>,
    /// Whether an [`Unknown`] was put into the tree.
    pub(super) unknown: bool,
    pub(super) dialect: Dialect,
}

impl Shared {
    pub(super) fn new(bytes: usize) -> Shared {
        Shared {
            // A pass costs one step a byte. Every backquote level, here document and retried parenthesis is another pass over a part.
            work: bytes.saturating_mul(32).saturating_add(4096),
            nodes: MAX_NODES,
            depth: 0,
            here_documents: Vec::new(),
            errors: Vec::new(),
            unknown: false,
            dialect: Dialect::default(),
        }
    }
}

/// What was known before something was tried that may be read again in another way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    errors: usize,
    unknown: bool,
    here_documents: usize,
    pending: usize,
}

/// A parser of one text. `'t` is the text, `'s` what it shares.
#[derive(Debug)]
pub(super) struct Parser<'t, 's> {
    pub(super) text: &'t str,
    /// INVARIANT: at a character boundary of `text`.
    pub(super) pos: usize,
    map: Map,
    pub(super) shared: &'s mut Shared,
    /// Here documents whose bodies begin after the next newline.
    pub(super) pending: Vec<HereDocumentId>,
    /// How many `$(` are open in this text: bash ends a here document there at a line that only begins like its last one.
    pub(super) substitutions: usize,
    /// Whether the last command ended in a way that lets a reserved word follow without `;`.
    pub(super) closed: bool,
    /// Whether a here document began earlier in the innermost substitution.
    pub(super) document_seen: bool,
    /// How many `"…"` and operands of `${…}` are open in this text, substitutions in between counted through.
    pub(super) double_quotes: usize,
    pub(super) operands: usize,
    /// Whether this text is inside another one.
    inside: bool,
}

impl<'t, 's> Parser<'t, 's> {
    pub(super) fn new(text: &'t str, map: Map, shared: &'s mut Shared) -> Self {
        Parser {
            text,
            pos: 0,
            map,
            shared,
            pending: Vec::new(),
            substitutions: 0,
            closed: false,
            document_seen: false,
            double_quotes: 0,
            operands: 0,
            inside: false,
        }
    }

    /// A parser of another text that counts against the same limits.
    pub(super) fn inner<'a, 'b>(&'a mut self, text: &'b str, map: Map) -> Parser<'b, 'a> {
        Parser { inside: true, ..Parser::new(text, map, self.shared) }
    }

    /// A parser of a part of this text, which it takes for the whole.
    pub(super) fn part<'a>(&'a mut self, start: usize, end: usize) -> Parser<'t, 'a> {
        let map = self.map.tail(start);
        let text = self.text.get(start..end).unwrap_or("");
        Parser { inside: true, ..Parser::new(text, map, self.shared) }
    }

    pub(super) fn is_outermost(&self) -> bool {
        !self.inside
    }

    /// The byte at a place, continuations not removed.
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// The next byte as it stands.
    pub(super) fn raw(&self) -> Option<u8> {
        self.byte(self.pos)
    }

    /// The next byte, after any backslash-newline, which bash removes everywhere but in `'…'`, `$'…'` and comments.
    pub(super) fn peek(&mut self) -> Option<u8> {
        while self.raw() == Some(b'\\') && self.byte(self.pos + 1) == Some(b'\n') {
            self.pos += 2;
            self.charge(2);
        }
        self.raw()
    }

    /// The byte after the next one.
    pub(super) fn peek_second(&mut self) -> Option<u8> {
        self.peek()?;
        let here = self.pos;
        self.pos += 1;
        let second = self.peek();
        self.pos = here;
        second
    }

    /// Takes the next byte, which must be ASCII.
    pub(super) fn bump(&mut self) {
        self.pos += 1;
        self.charge(1);
    }

    /// Takes the next byte if it is this one.
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.bump();
        }
        found
    }

    /// Takes the next character as it stands.
    pub(super) fn take(&mut self) -> Option<(char, Span)> {
        let ch = self.text.get(self.pos..)?.chars().next()?;
        let start = self.pos;
        self.pos += ch.len_utf8();
        self.charge(1);
        Some((ch, self.span(start)))
    }

    /// Counts steps. They are compared with the limit by [`Parser::node`], which every construct calls.
    pub(super) fn charge(&mut self, steps: usize) {
        self.shared.work = self.shared.work.saturating_sub(steps);
    }

    /// Counts a node of the tree.
    pub(super) fn node(&mut self) -> Res<()> {
        self.affordable()?;
        self.shared.nodes = self.shared.nodes.checked_sub(1).ok_or(Stop::Limit(Limit::Nodes))?;
        Ok(())
    }

    /// Refuses to go on when the work is used up.
    pub(super) fn affordable(&self) -> Res<()> {
        if self.shared.work == 0 { Err(Stop::Limit(Limit::Work)) } else { Ok(()) }
    }

    /// Parses one level deeper. Whatever can contain itself goes through here, so the stack is bounded.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        if self.shared.depth >= MAX_DEPTH {
            return Err(Stop::Limit(Limit::Depth));
        }
        self.shared.depth += 1;
        let result = parse(self);
        self.shared.depth -= 1;
        result
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            errors: self.shared.errors.len(),
            unknown: self.shared.unknown,
            here_documents: self.shared.here_documents.len(),
            pending: self.pending.len(),
        }
    }

    /// Drops what an attempt found. Its work and nodes stay counted: that is what bounds attempts inside attempts.
    pub(super) fn forget_since(&mut self, mark: Mark) {
        self.shared.errors.truncate(mark.errors);
        self.shared.unknown = mark.unknown;
        self.shared.here_documents.truncate(mark.here_documents);
        self.pending.truncate(mark.pending);
    }

    /// From `start` to the present place, in the outermost text.
    pub(super) fn span(&self, start: usize) -> Span {
        self.span_between(start, self.pos)
    }

    pub(super) fn span_between(&self, start: usize, end: usize) -> Span {
        let from = self.map.outer(start);
        // The byte before the end, since what comes after it may stand somewhere else.
        let to = if end > start { self.map.outer(end - 1) + 1 } else { from };
        Span::new(from, to)
    }

    /// The place in the outermost text.
    pub(super) fn outer(&self, at: usize) -> usize {
        self.map.outer(at)
    }

    pub(super) fn error<T>(&self, kind: Mistake) -> Res<T> {
        let end = if self.pos < self.text.len() { self.pos + 1 } else { self.pos };
        Err(Stop::Syntax(SyntaxError { span: self.span_between(self.pos, end), kind }))
    }

    pub(super) fn unexpected<T>(&self) -> Res<T> {
        self.error(Mistake::Unexpected)
    }

    /// Gives up on the present script.
    pub(super) fn give_up<T>(&self, reason: Reason) -> Res<T> {
        self.error(Mistake::NotUnderstood(reason))
    }

    /// Marks a piece as not understood.
    pub(super) fn unknown(&mut self, span: Span, reason: Reason) -> Unknown {
        self.shared.unknown = true;
        Unknown { span, reason }
    }
}

/// Whether a byte ends a word (the metacharacters and blanks).
pub(super) fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>')
}

pub(super) fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
