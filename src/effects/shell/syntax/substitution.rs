//! Commands inside words: `$(…)`, `` `…` ``, `<(…)`, `>(…)`.

use super::parser::Parser;
use super::problem::{Mistake, Reason, Res};
use super::quotes::Quoting;
use super::source::Changed;
use super::tree::List;
use super::word::WordPart;

impl Parser<'_, '_> {
    /// `$(…)`, at its parenthesis.
    pub(super) fn command_substitution(&mut self, start: usize) -> Res<WordPart> {
        let list = self.parenthesised()?;
        Ok(WordPart::Command { list, span: self.span(start) })
    }

    /// `<(…)` or `>(…)`.
    pub(super) fn process_substitution(&mut self) -> Res<WordPart> {
        self.node()?;
        let start = self.pos;
        let output = self.peek() == Some(b'>');
        self.bump();
        self.peek();
        if self.peek_second() == Some(b'(') {
            return self.nested(|p| p.counted_process(start, output));
        }
        let list = self.nested(Self::parenthesised)?;
        Ok(WordPart::Process { output, list, span: self.span(start) })
    }

    /// `<((`: as after `$((`, bash first counts parentheses to find the end, and parses what is between when it runs.
    fn counted_process(&mut self, start: usize, output: bool) -> Res<WordPart> {
        self.bump();
        let inside = self.pos;
        let mark = self.mark();
        let body = self.arithmetic_body(b'(', b')')?;
        self.forget_since(mark);
        let span = self.span(start);
        if body.unpaired {
            return Ok(WordPart::Unknown(self.unknown(span, Reason::Ambiguous)));
        }
        let list = self.part(inside, body.end).script()?;
        Ok(WordPart::Process { output, list, span })
    }

    /// A list in parentheses that may be empty. Here documents that wait outside go on waiting.
    fn parenthesised(&mut self) -> Res<List> {
        let waiting = std::mem::take(&mut self.pending);
        let (closed, document_seen) = (self.closed, std::mem::take(&mut self.document_seen));
        let aliases = self.shared.dialect.mentions_aliases();
        self.substitutions += 1;
        self.bump();
        let list = self.list()?;
        self.close(b')', "$(")?;
        self.substitutions -= 1;
        (self.closed, self.document_seen) = (closed, document_seen);
        if !aliases && self.shared.dialect.mentions_aliases() {
            // bash parses the text once more, line by line, when it runs it.
            return self.give_up(Reason::Aliases);
        }
        if !self.pending.is_empty() {
            // bash takes the body from the lines after the substitution.
            return self.give_up(Reason::HereDocument);
        }
        self.pending = waiting;
        Ok(list)
    }

    /// `` `…` ``: bash finds the end, unescapes the text and parses it only when it runs, so a mistake in it concerns it alone.
    pub(super) fn backquotes(&mut self, quoting: Quoting) -> Res<WordPart> {
        self.node()?;
        let start = self.pos;
        self.bump();
        let mut inside = Changed::at(self.outer(self.pos));
        let mut uncertain = false;
        loop {
            let Some(byte) = self.peek() else {
                self.pos = start;
                return self.error(Mistake::Unclosed("`"));
            };
            match byte {
                b'`' => break,
                b'\\' => {
                    let next = self.byte(self.pos + 1);
                    uncertain |= quoting == Quoting::Inner && next == Some(b'"');
                    let removed = matches!(next, Some(b'$' | b'`' | b'\\'))
                        || (next == Some(b'"') && quoting == Quoting::Double);
                    if !removed {
                        inside.push('\\', self.outer(self.pos));
                    }
                    self.bump();
                    self.copy(&mut inside);
                }
                _ => self.copy(&mut inside),
            }
        }
        self.bump();
        let span = self.span(start);
        if uncertain {
            return Ok(WordPart::Unknown(self.unknown(span, Reason::Ambiguous)));
        }
        let map = inside.map();
        let list = self.nested(|p| p.inner(&inside.text, map).script())?;
        Ok(WordPart::Command { list, span })
    }

    /// Copies one character.
    fn copy(&mut self, into: &mut Changed) {
        let at = self.outer(self.pos);
        if let Some((ch, _)) = self.take() {
            into.push(ch, at);
        }
    }
}
