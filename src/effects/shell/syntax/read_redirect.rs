//! Redirections: descriptor, operator, target.

use super::parser::{Parser, ends_word};
use super::problem::Res;
use super::read_word::Reading;
use super::redirection::{Descriptor, Redirect, RedirectOperator, Target};
use super::word::{Word, WordPart};

impl Parser<'_, '_> {
    /// A redirection, if one begins here.
    pub(super) fn redirect(&mut self) -> Res<Option<Redirect>> {
        let start = self.pos;
        let Some(descriptor) = self.descriptor() else {
            self.pos = start;
            return Ok(None);
        };
        self.node()?;
        let (operator, strip_tabs) = self.operator();
        self.skip_blanks();
        let target = match operator {
            RedirectOperator::DuplicateInput | RedirectOperator::DuplicateOutput
                if self.peek() == Some(b'-') =>
            {
                self.bump();
                Target::Close
            }
            _ if self.at_no_word() => return self.unexpected(),
            RedirectOperator::HereDocument => self.here_document(strip_tabs)?,
            RedirectOperator::HereString => Target::Word(self.word(Reading::PLAIN)?),
            _ => {
                let word = self.word(Reading::TARGET)?;
                let duplicates =
                    matches!(operator, RedirectOperator::DuplicateInput | RedirectOperator::DuplicateOutput);
                // In `> 2>f` the 2 is a descriptor, and a file is missing.
                if !duplicates && is_number(&word) && matches!(self.peek(), Some(b'<' | b'>')) {
                    return self.unexpected();
                }
                Target::Word(word)
            }
        };
        Ok(Some(Redirect { descriptor, operator, target, span: self.span(start) }))
    }

    /// What stands before the operator; `None` if no redirection begins here. Leaves the place anywhere then.
    fn descriptor(&mut self) -> Option<Descriptor> {
        let descriptor = match self.peek()? {
            b'&' => return (self.peek_second() == Some(b'>')).then_some(Descriptor::Default),
            b'<' | b'>' => Descriptor::Default,
            b'0'..=b'9' => Descriptor::Number(self.number()?),
            b'{' => {
                self.bump();
                let mut variable = self.name()?;
                if self.peek() == Some(b'[') {
                    self.plain_subscript(&mut variable)?;
                }
                if !self.eat(b'}') {
                    return None;
                }
                Descriptor::Variable(variable)
            }
            _ => return None,
        };
        // `<(` and `>(` begin or continue a word.
        (matches!(self.peek(), Some(b'<' | b'>')) && self.peek_second() != Some(b'(')).then_some(descriptor)
    }

    /// Digits that fit a descriptor; a larger number is a word.
    fn number(&mut self) -> Option<u32> {
        let mut number: u32 = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            number = number.checked_mul(10)?.checked_add(u32::from(digit - b'0'))?;
            self.bump();
        }
        (number <= i32::MAX.unsigned_abs()).then_some(number)
    }

    /// `[…]` in `{a[1]}>f`, where it holds no quotes and no expansions.
    fn plain_subscript(&mut self, variable: &mut String) -> Option<()> {
        loop {
            let byte = self.peek()?;
            let plain = byte.is_ascii_alphanumeric() || matches!(byte, b'[' | b']' | b'_' | b'+' | b'-');
            if !plain {
                return None;
            }
            variable.push(char::from(byte));
            self.bump();
            if byte == b']' {
                return Some(());
            }
        }
    }

    /// Takes the operator; also whether it is `<<-`.
    fn operator(&mut self) -> (RedirectOperator, bool) {
        use RedirectOperator as Op;
        if self.eat(b'&') {
            self.eat(b'>');
            return (if self.eat(b'>') { Op::AppendBoth } else { Op::WriteBoth }, false);
        }
        let input = self.peek() == Some(b'<');
        self.bump();
        let operator = match (input, self.peek()) {
            (true, Some(b'<')) => {
                self.bump();
                if self.eat(b'<') {
                    return (Op::HereString, false);
                }
                return (Op::HereDocument, self.eat(b'-'));
            }
            (true, Some(b'&')) => Op::DuplicateInput,
            (true, Some(b'>')) => Op::ReadWrite,
            (true, _) => return (Op::Read, false),
            (false, Some(b'>')) => Op::Append,
            (false, Some(b'&')) => Op::DuplicateOutput,
            (false, Some(b'|')) => Op::Clobber,
            (false, _) => return (Op::Write, false),
        };
        self.bump();
        (operator, false)
    }
}

fn is_number(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [WordPart::Literal(text)]
        if !text.text.is_empty() && text.text.bytes().all(|b| b.is_ascii_digit() && !ends_word(b)))
}
