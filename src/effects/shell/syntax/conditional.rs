//! `[[ … ]]`.

use super::parser::Parser;
use super::problem::{Mistake, Res};
use super::read_word::Reading;
use super::tree::{CommandKind, Conditional};
use super::word::Word;

const UNARY: [&str; 26] = [
    "-a", "-b", "-c", "-d", "-e", "-f", "-g", "-h", "-k", "-n", "-o", "-p", "-r", "-s", "-t", "-u", "-v",
    "-w", "-x", "-z", "-G", "-L", "-N", "-O", "-R", "-S",
];
const BINARY: [&str; 13] =
    ["=", "==", "!=", "=~", "-nt", "-ot", "-ef", "-eq", "-ne", "-lt", "-le", "-gt", "-ge"];

impl Parser<'_, '_> {
    pub(super) fn conditional_command(&mut self) -> Res<CommandKind> {
        self.eat_token("[[");
        let condition = self.either()?;
        self.skip_blanks();
        if self.unquoted_token(&["]]"]).is_none() {
            return self.malformed();
        }
        self.eat_token("]]");
        Ok(CommandKind::Conditional(condition))
    }

    /// Text inside that ends too early is unclosed, anything else malformed.
    fn malformed<T>(&mut self) -> Res<T> {
        if self.peek().is_none() {
            self.error(Mistake::Unclosed("[["))
        } else {
            self.error(Mistake::Conditional)
        }
    }

    /// `a || b || …`
    fn either(&mut self) -> Res<Conditional> {
        let first = self.both()?;
        let mut terms = vec![first];
        while self.eat_pair(b'|') {
            terms.push(self.both()?);
        }
        Ok(joined(terms, Conditional::Or))
    }

    /// `a && b && …`
    fn both(&mut self) -> Res<Conditional> {
        let first = self.term()?;
        let mut terms = vec![first];
        while self.eat_pair(b'&') {
            terms.push(self.term()?);
        }
        Ok(joined(terms, Conditional::And))
    }

    fn eat_pair(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let found = self.peek() == Some(byte) && self.peek_second() == Some(byte);
        if found {
            self.bump();
            self.peek();
            self.bump();
        }
        found
    }

    /// A test, a negation or a parenthesis.
    fn term(&mut self) -> Res<Conditional> {
        self.node()?;
        self.skip_newlines()?;
        if self.eat(b'(') {
            let inside = self.nested(Self::either)?;
            self.skip_blanks();
            if !self.eat(b')') {
                return self.malformed();
            }
            self.skip_newlines()?;
            return Ok(inside);
        }
        if self.unquoted_token(&["!"]).is_some() {
            self.eat_token("!");
            let inside = self.nested(Self::term)?;
            return Ok(Conditional::Not(Box::new(inside)));
        }
        if let Some(operator) = self.unquoted_token(&UNARY) {
            self.eat_token(operator);
            let operand = self.operand_word(Reading::PLAIN)?;
            self.skip_newlines()?;
            return Ok(Conditional::Unary { operator: operator.to_owned(), operand });
        }
        let left = self.operand_word(Reading::PLAIN)?;
        self.binary(left)
    }

    /// What follows the first word of a test.
    fn binary(&mut self, left: Word) -> Res<Conditional> {
        // A digit right before `<` or `>` is a descriptor, which cannot stand here.
        let glued = matches!(self.peek(), Some(b'<' | b'>'));
        self.skip_blanks();
        let operator = match self.peek() {
            Some(b'<' | b'>') if self.peek_second() != Some(b'(') => {
                let digits = |word: &Word| {
                    matches!(word.parts.as_slice(), [super::word::WordPart::Literal(text)]
                        if text.text.bytes().all(|b| b.is_ascii_digit()))
                };
                let next = self.peek_second();
                if (glued && digits(&left)) || matches!(next, Some(b'<' | b'>' | b'&' | b'|')) {
                    return self.malformed();
                }
                let (ch, _) = self.take().unwrap_or(('<', super::Span::default()));
                ch.to_string()
            }
            _ => match self.unquoted_token(&BINARY) {
                Some(operator) => {
                    self.eat_token(operator);
                    operator.to_owned()
                }
                None if self.ends_test() => {
                    return Ok(Conditional::Unary { operator: "-n".to_owned(), operand: left });
                }
                None => return self.malformed(),
            },
        };
        let reading = match operator.as_str() {
            "=" | "==" | "!=" => Reading::EXTENDED,
            "=~" => Reading::REGEX,
            _ => Reading::PLAIN,
        };
        let right = self.operand_word(reading)?;
        self.skip_newlines()?;
        Ok(Conditional::Binary { left, operator, right })
    }

    /// Whether the test ends after one word. A newline does not end it.
    fn ends_test(&mut self) -> bool {
        match self.peek() {
            Some(b')') => true,
            Some(byte @ (b'&' | b'|')) => self.peek_second() == Some(byte),
            _ => self.unquoted_token(&["]]"]).is_some(),
        }
    }

    fn operand_word(&mut self, how: Reading) -> Res<Word> {
        self.skip_blanks();
        let regex_parenthesis = how.is_regex() && matches!(self.peek(), Some(b'(' | b'|'));
        if self.unquoted_token(&["]]"]).is_some() || (self.at_no_word() && !regex_parenthesis) {
            return self.malformed();
        }
        self.word(how)
    }
}

/// One term stands for itself.
fn joined(mut terms: Vec<Conditional>, join: fn(Vec<Conditional>) -> Conditional) -> Conditional {
    match terms.pop() {
        Some(only) if terms.is_empty() => only,
        Some(last) => {
            terms.push(last);
            join(terms)
        }
        None => join(terms),
    }
}
