//! From a pattern's text to its compiled form.

use super::mistakes::{self, PatternMistake as Wrong};
use super::tokens::{Token, TokenKind, tokens};
use super::{
    Automaton, CommandPattern, Element, FlagPattern, FlagPlace, MAX_FLAGS, MAX_STATES, ProgramPattern, bit,
};
use crate::model::{Diagnostic, SourceId, Span, Wildcard};
use crate::syntax::ast::PatternLit;

impl CommandPattern {
    /// The pattern of a literal. What is wrong with it is added to `diagnostics`; there is no pattern when one of them is
    /// an error.
    pub fn parse(literal: &PatternLit, diagnostics: &mut Vec<Diagnostic>) -> Option<CommandPattern> {
        let (tokens, wrong) = tokens(&literal.source);
        let mut reports = wrong;
        let pattern = if reports.is_empty() { compile(&literal.source, tokens, &mut reports) } else { None };
        let start = literal.span.start as usize + 1;
        for (mistake, at) in reports {
            // A mistake about the whole pattern is shown with its back quotes.
            let span = if at.is_empty() {
                literal.span
            } else {
                Span::new(literal.span.source, start + at.start, start + at.end)
            };
            diagnostics.push(mistakes::report(mistake, span));
        }
        pattern
    }

    /// The pattern of a text without a place in a file; none if something is wrong with it.
    pub fn new(source: &str) -> Option<CommandPattern> {
        let span = Span::new(SourceId::default(), 0, source.len() + 2);
        CommandPattern::parse(&PatternLit { source: source.to_owned(), span }, &mut Vec::new())
    }
}

type Reports = Vec<(Wrong, std::ops::Range<usize>)>;

fn compile(source: &str, tokens: Vec<Token>, reports: &mut Reports) -> Option<CommandPattern> {
    let mut tokens = tokens.into_iter();
    let Some(first) = tokens.next() else {
        reports.push((Wrong::Empty, 0..0));
        return None;
    };
    let mut builder = Builder::default();
    builder.state()?;
    let programs = program(first, reports)?;
    let rest: Vec<Token> = tokens.collect();
    for (at, token) in rest.iter().enumerate() {
        let words_follow = rest.iter().skip(at + 1).any(|later| is_words(&later.kind));
        let next_is_word = rest.get(at + 1).is_some_and(|next| is_one_word(&next.kind));
        if builder.element(&token.kind, words_follow, next_is_word).is_none() {
            reports.push((Wrong::TooLong, 0..0));
            return None;
        }
    }
    builder.words.end = builder.line;
    let mut compiled = Vec::new();
    for (name, then) in programs {
        let Some(start) = builder.chain_into_line(&then) else {
            reports.push((Wrong::TooLong, 0..0));
            return None;
        };
        compiled.push(ProgramPattern { name, then, start });
    }
    let Builder { elements, words, flags, terminator, open, .. } = builder;
    Some(CommandPattern {
        source: source.to_owned(),
        elements,
        programs: compiled,
        words,
        flags,
        terminator,
        open,
    })
}

/// The first token as programs, each with the words that follow it.
fn program(first: Token, reports: &mut Reports) -> Option<Vec<(Wildcard, Vec<Wildcard>)>> {
    let mut programs = Vec::new();
    match first.kind {
        TokenKind::Word(word) => programs.push((word, Vec::new())),
        TokenKind::Group(alternatives) => {
            for alternative in alternatives {
                let mut words = alternative.into_iter();
                programs.push((words.next()?, words.collect()));
            }
        }
        TokenKind::Flag(..) | TokenKind::Terminator => {
            reports.push((Wrong::FlagFirst, first.at));
            return None;
        }
        TokenKind::Gap => {
            reports.push((Wrong::GapFirst, first.at));
            return None;
        }
    }
    for (name, _) in &programs {
        if name.is_any() {
            reports.push((Wrong::AnyProgram, first.at.clone()));
        } else if name.as_literal().is_some_and(is_assignment) {
            reports.push((Wrong::Assignment, first.at));
            return None;
        }
    }
    Some(programs)
}

fn is_assignment(text: &str) -> bool {
    let name = text.split_once('=').map(|(name, _)| name);
    name.is_some_and(|name| !name.is_empty() && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric()))
}

fn is_words(kind: &TokenKind) -> bool {
    matches!(kind, TokenKind::Word(_) | TokenKind::Group(_))
}

/// Whether it stands for exactly one word.
fn is_one_word(kind: &TokenKind) -> bool {
    match kind {
        TokenKind::Word(_) => true,
        TokenKind::Group(alternatives) => alternatives.iter().all(|words| words.len() == 1),
        TokenKind::Flag(..) | TokenKind::Gap | TokenKind::Terminator => false,
    }
}

#[derive(Default)]
struct Builder {
    elements: Vec<Element>,
    words: Automaton,
    flags: Vec<FlagPattern>,
    terminator: bool,
    open: bool,
    /// The last state of the pattern's own line.
    line: u8,
    /// Whether a word was seen that must be there, and whether anything but flags was.
    literal_seen: bool,
    other_seen: bool,
    /// The line's next state, kept free so that the line is numbered without a gap.
    spare: Vec<(u8, Vec<Wildcard>, u8)>,
}

impl Builder {
    fn state(&mut self) -> Option<u8> {
        let id = self.words.edges.len();
        if id >= MAX_STATES {
            return None;
        }
        self.words.edges.push(Vec::new());
        u8::try_from(id).ok()
    }

    fn edge(&mut self, from: u8, word: Wildcard, to: u8) {
        if let Some(edges) = self.words.edges.get_mut(usize::from(from)) {
            edges.push((word, to));
        }
    }

    fn element(&mut self, kind: &TokenKind, words_follow: bool, next_is_word: bool) -> Option<()> {
        match kind {
            TokenKind::Word(word) => {
                let to = self.state()?;
                self.edge(self.line, word.clone(), to);
                self.line = to;
                self.literal_seen |= word.as_literal().is_some();
                self.other_seen = true;
                self.elements.push(Element::Word(word.clone()));
            }
            TokenKind::Group(alternatives) => {
                let from = self.line;
                let to = self.state()?;
                for alternative in alternatives {
                    // Longer alternatives get their inner states when the line is complete.
                    match alternative.as_slice() {
                        [only] => self.edge(from, only.clone(), to),
                        longer => self.spare.push((from, longer.to_vec(), to)),
                    }
                }
                self.line = to;
                self.literal_seen = true;
                self.other_seen = true;
                self.elements.push(Element::Group(alternatives.clone()));
            }
            TokenKind::Gap => {
                self.words.loops |= bit(self.line);
                self.open = true;
                self.other_seen = true;
                self.elements.push(Element::Gap);
            }
            TokenKind::Terminator => {
                self.terminator = true;
                self.elements.push(Element::Terminator);
            }
            TokenKind::Flag(text, value) => {
                let place = match (self.literal_seen, self.other_seen) {
                    (true, _) => FlagPlace::After,
                    (false, false) if words_follow => FlagPlace::First,
                    (false, _) => FlagPlace::Anywhere,
                };
                let next = (value.is_none() && next_is_word).then_some(self.line);
                self.elements.push(Element::Flag(self.flags.len()));
                self.flags.push(FlagPattern { text: text.clone(), value: value.clone(), place, next });
                if self.flags.len() > MAX_FLAGS {
                    return None;
                }
            }
        }
        Some(())
    }

    /// The state from which these words lead to the line's beginning. Also makes the inner states of groups.
    fn chain_into_line(&mut self, then: &[Wildcard]) -> Option<u8> {
        for (from, words, to) in std::mem::take(&mut self.spare) {
            self.chain(from, &words, to)?;
        }
        if then.is_empty() {
            return Some(0);
        }
        let start = self.state()?;
        self.chain(start, then, 0)?;
        Some(start)
    }

    fn chain(&mut self, from: u8, words: &[Wildcard], to: u8) -> Option<()> {
        let mut from = from;
        for (at, word) in words.iter().enumerate() {
            let next = if at + 1 == words.len() { to } else { self.state()? };
            self.edge(from, word.clone(), next);
            from = next;
        }
        Some(())
    }
}
