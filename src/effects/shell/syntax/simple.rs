//! Simple commands, assignments, and functions in the form `f() …`.

use super::parser::Parser;
use super::problem::{Reason, Res};
use super::read_word::Reading;
use super::tree::{Assignment, Command, CommandKind, Simple};
use super::word::{Element, Word, WordPart};

/// Commands whose arguments may be assignments of lists. bash compares the word as written: `\declare a=(1)` is an error.
const DECLARING: [&str; 8] = ["alias", "declare", "eval", "export", "let", "local", "readonly", "typeset"];

impl Parser<'_, '_> {
    /// A simple command, or a function in the form `f() …`.
    pub(super) fn simple(&mut self) -> Res<Command> {
        self.simple_or_function(true)
    }

    pub(super) fn simple_without_function(&mut self) -> Res<Command> {
        self.simple_or_function(false)
    }

    fn simple_or_function(&mut self, functions: bool) -> Res<Command> {
        let start = self.pos;
        let mut end = start;
        let mut simple = Simple::default();
        let mut redirects = Vec::new();
        let mut declaring = false;
        loop {
            self.skip_blanks();
            if let Some(redirect) = self.redirect()? {
                redirects.push(redirect);
                end = self.pos;
                continue;
            }
            if self.peek() == Some(b'(') {
                let lone = functions && redirects.is_empty() && simple.assignments.is_empty();
                let [name] = simple.words.as_slice() else { return self.unexpected() };
                if !lone {
                    return self.unexpected();
                }
                let name = name.clone();
                return self.nested(|p| p.function_parentheses(start, name));
            }
            if self.at_no_word() {
                break;
            }
            if simple.words.is_empty()
                && let Some(assignment) = self.assignment()?
            {
                simple.assignments.push(assignment);
                end = self.pos;
                continue;
            }
            let word = self.word(if declaring { Reading::DECLARATION } else { Reading::ARGUMENT })?;
            declaring |= simple.words.is_empty() && is_declaring(&word);
            simple.words.push(word);
            end = self.pos;
        }
        if simple.words.is_empty() && simple.assignments.is_empty() && redirects.is_empty() {
            return self.unexpected();
        }
        self.closed = false;
        self.shared.dialect.note(&simple);
        Ok(Command { kind: CommandKind::Simple(simple), redirects, span: self.span_between(start, end) })
    }

    fn function_parentheses(&mut self, start: usize, name: Word) -> Res<Command> {
        self.bump();
        self.skip_blanks();
        if !self.eat(b')') {
            return self.unexpected();
        }
        self.function_body(start, name)
    }

    /// Whether an assignment begins here. Leaves the place alone.
    pub(super) fn at_assignment(&mut self) -> bool {
        let here = self.pos;
        let found = self.name().is_some() && {
            // A subscript makes one too, or a word that no coprocess is called by.
            self.peek() == Some(b'[')
                || self.peek() == Some(b'=')
                || (self.peek() == Some(b'+') && self.peek_second() == Some(b'='))
        };
        self.pos = here;
        found
    }

    /// An assignment, if one begins here.
    fn assignment(&mut self) -> Res<Option<Assignment>> {
        let start = self.pos;
        let Some(name) = self.name() else { return Ok(None) };
        let Some((subscript, append)) = self.assignment_operator(start)? else { return Ok(None) };
        let value = self.assigned_value()?;
        Ok(Some(Assignment { name, subscript, append, value, span: self.span(start) }))
    }

    /// `[subscript]`, then `=` or `+=`. Without the operator it goes back to `start`.
    fn assignment_operator(&mut self, start: usize) -> Res<Option<(Option<Word>, bool)>> {
        let mark = self.mark();
        let subscript = if self.peek() == Some(b'[') { Some(self.nested(Self::subscript)?) } else { None };
        if self.eat(b'=') {
            return Ok(Some((subscript, false)));
        }
        if self.peek() == Some(b'+') && self.peek_second() == Some(b'=') {
            self.eat_token("+=");
            return Ok(Some((subscript, true)));
        }
        // In this position bash takes blanks inside the brackets into the word even without a `=`.
        if subscript.is_some_and(|word| word.parts.iter().any(holds_metacharacter)) {
            return self.give_up(Reason::Ambiguous);
        }
        self.forget_since(mark);
        self.pos = start;
        Ok(None)
    }

    /// What stands after the `=` of an assignment.
    fn assigned_value(&mut self) -> Res<Word> {
        if self.peek() == Some(b'(') { self.array() } else { self.word(Reading::VALUE) }
    }

    /// `(…)`: the elements of an array. Newlines and comments may stand between them.
    pub(super) fn array(&mut self) -> Res<Word> {
        let start = self.pos;
        self.bump();
        let mut elements = Vec::new();
        loop {
            self.skip_newlines()?;
            if self.eat(b')') {
                break;
            }
            if self.at_no_word() {
                return self.unexpected();
            }
            elements.push(self.nested(Self::element)?);
        }
        let span = self.span(start);
        // bash lets the word go on after it; nobody writes that.
        if !self.at_no_word() {
            return self.give_up(Reason::Ambiguous);
        }
        Ok(Word { parts: vec![WordPart::Array { elements, span }], assignment: None, span })
    }

    fn element(&mut self) -> Res<Element> {
        let start = self.pos;
        if self.peek() == Some(b'[')
            && let Some((subscript, append)) = self.assignment_operator(start)?
        {
            return Ok(Element { subscript, append, value: self.word(Reading::VALUE)? });
        }
        Ok(Element { subscript: None, append: false, value: self.word(Reading::ARGUMENT)? })
    }
}

fn is_declaring(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [WordPart::Literal(text)] if DECLARING.contains(&text.text.as_str()))
}

fn holds_metacharacter(part: &WordPart) -> bool {
    matches!(part, WordPart::Literal(text) if text.text.bytes().any(super::parser::ends_word))
}
