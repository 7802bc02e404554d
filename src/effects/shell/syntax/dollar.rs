//! What begins with `$`.

use super::parser::{Parser, is_name, is_name_start};
use super::parts::Parts;
use super::problem::{Mistake, Reason, Res, Stop};
use super::quotes::{Quoting, Region};
use super::read_word::settle_brackets;
use super::word::{Operator, Parameter, Word, WordPart};

/// Names of one character.
const SPECIAL: &[u8] = b"@*#?-$!";

impl Parser<'_, '_> {
    /// An expansion, or a `$` that is text.
    pub(super) fn dollar(&mut self, parts: &mut Parts, quoting: Quoting) -> Res<()> {
        self.node()?;
        let start = self.pos;
        let Some((dollar, span)) = self.take() else { return Ok(()) };
        let part = match self.peek() {
            Some(b'(') if self.peek_second() == Some(b'(') => {
                self.nested(|p| p.arithmetic_or_commands(start))?
            }
            Some(b'(') => self.nested(|p| p.command_substitution(start))?,
            Some(b'{') => self.nested(|p| p.braced_parameter(start, quoting))?,
            Some(b'[') => self.nested(|p| p.old_arithmetic(start))?,
            Some(b'\'') if matches!(quoting, Quoting::None | Quoting::Inner) => {
                self.decoded_quotes(start, quoting)?
            }
            // `$"…"` is translated, and `$` vanishes.
            Some(b'"') if quoting == Quoting::None => self.double_quotes(Quoting::Double)?,
            Some(byte) if is_name_start(byte) => {
                let name = self.name().unwrap_or_default();
                self.plain_parameter(start, name)
            }
            Some(byte) if byte.is_ascii_digit() || SPECIAL.contains(&byte) => {
                self.bump();
                self.plain_parameter(start, char::from(byte).to_string())
            }
            _ => {
                parts.literal(dollar, span);
                return Ok(());
            }
        };
        parts.push(part);
        Ok(())
    }

    fn plain_parameter(&self, start: usize, name: String) -> WordPart {
        let span = self.span(start);
        WordPart::Parameter(Box::new(Parameter {
            name,
            indirect: false,
            length: false,
            subscript: None,
            operator: None,
            operand: None,
            span,
        }))
    }

    /// `${…}`, at its brace.
    fn braced_parameter(&mut self, start: usize, quoting: Quoting) -> Res<WordPart> {
        self.bump();
        let length = self.peek() == Some(b'#') && self.length_follows();
        if length {
            self.bump();
        }
        // `${!}` and `${!:-x}` are about the parameter `!`.
        let indirect = !length
            && self.peek() == Some(b'!')
            && self.peek_second().is_some_and(|b| is_name(b) || matches!(b, b'@' | b'*' | b'#' | b'?'));
        if indirect {
            self.bump();
        }
        let Some(name) = self.parameter_name() else { return self.bad_substitution(start, quoting) };
        let special = name.bytes().next().is_some_and(|b| !is_name(b));
        let subscript =
            if !special && self.peek() == Some(b'[') { Some(self.braced_subscript()?) } else { None };
        let Some((operator, quotes)) = self.parameter_operator(indirect) else {
            return self.bad_substitution(start, quoting);
        };
        let operand = match operator {
            None | Some(Operator::Transform(_) | Operator::Names) => None,
            Some(Operator::Substring) => Some(self.operand(Quoting::Inner, false)?),
            Some(_) if quoting == Quoting::None => Some(self.operand(Quoting::None, true)?),
            Some(_) => Some(self.operand(Quoting::Inner, quotes)?),
        };
        if !self.eat(b'}') {
            return self.bad_substitution(start, quoting);
        }
        let span = self.span(start);
        let parameter = Parameter { name, indirect, length, subscript, operator, operand, span };
        Ok(WordPart::Parameter(Box::new(parameter)))
    }

    /// `[…]` inside braces. bash finds the brace that closes first, so without a `]` it is only this expansion that fails.
    fn braced_subscript(&mut self) -> Res<Word> {
        match self.nested(Self::subscript) {
            Err(Stop::Syntax(error)) if matches!(error.kind, Mistake::Unclosed("((")) => {
                self.give_up(Reason::BadSubstitution)
            }
            result => result,
        }
    }

    /// Whether the `#` here asks for a length. `${#}`, `${#:-x}` and `${#%x}` are about the parameter `#`.
    fn length_follows(&mut self) -> bool {
        match self.peek_second() {
            Some(b'#' | b'?' | b'-' | b'!' | b'$' | b'@' | b'*') => {
                let here = self.pos;
                self.bump();
                let closes = self.peek_second() == Some(b'}');
                self.pos = here;
                closes
            }
            Some(byte) => is_name(byte),
            None => false,
        }
    }

    fn parameter_name(&mut self) -> Option<String> {
        let byte = self.peek()?;
        if byte.is_ascii_digit() {
            let mut name = String::new();
            while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
                name.push(char::from(digit));
                self.bump();
            }
            return Some(name);
        }
        if SPECIAL.contains(&byte) {
            self.bump();
            return Some(char::from(byte).to_string());
        }
        self.name()
    }

    /// Takes the operator; also whether single quotes in its operand quote even inside double quotes. `None` if it is none.
    fn parameter_operator(&mut self, indirect: bool) -> Option<(Option<Operator>, bool)> {
        let byte = self.peek()?;
        if byte == b'}' {
            return Some((None, false));
        }
        let operator = match byte {
            b':' => {
                self.bump();
                let operator = match self.peek() {
                    Some(b'-') => Operator::Default,
                    Some(b'=') => Operator::Assign,
                    Some(b'?') => Operator::Error,
                    Some(b'+') => Operator::Alternative,
                    _ => return Some((Some(Operator::Substring), false)),
                };
                self.bump();
                return Some((Some(operator), false));
            }
            b'-' => Operator::Default,
            b'=' => Operator::Assign,
            b'?' => Operator::Error,
            b'+' => Operator::Alternative,
            b'#' => Operator::RemovePrefix,
            b'%' => Operator::RemoveSuffix,
            b'/' => Operator::Replace,
            b'^' | b',' | b'~' => Operator::ChangeCase,
            b'@' => return self.at_operator(indirect),
            b'*' if indirect && self.peek_second() == Some(b'}') => Operator::Names,
            _ => return None,
        };
        self.bump();
        let quotes = matches!(
            operator,
            Operator::RemovePrefix | Operator::RemoveSuffix | Operator::Replace | Operator::ChangeCase
        );
        let doubled = if operator == Operator::Replace {
            matches!(self.peek(), Some(b'/' | b'#' | b'%'))
        } else {
            self.peek() == Some(byte)
        };
        if quotes && doubled {
            self.bump();
        }
        Some((Some(operator), quotes))
    }

    /// `@Q`, and the `@` of `${!prefix@}`.
    fn at_operator(&mut self, indirect: bool) -> Option<(Option<Operator>, bool)> {
        self.bump();
        let operator = match self.peek() {
            Some(b'}') if indirect => Operator::Names,
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.bump();
                Operator::Transform(char::from(byte))
            }
            _ => return None,
        };
        Some((Some(operator), false))
    }

    /// What bash 5.2 refuses when it runs, and other versions may run: up to the brace that closes it, which must be found.
    fn bad_substitution(&mut self, start: usize, quoting: Quoting) -> Res<WordPart> {
        let inside = if quoting == Quoting::None { Quoting::None } else { Quoting::Inner };
        self.operand(inside, false)?;
        self.bump();
        Ok(WordPart::Unknown(self.unknown(self.span(start), Reason::BadSubstitution)))
    }

    /// The operand of an operator, up to the brace that closes it, which is not taken. `quotes` says whether `'…'` quotes.
    fn operand(&mut self, quoting: Quoting, quotes: bool) -> Res<Word> {
        self.node()?;
        let start = self.pos;
        let mut parts = Parts::default();
        let mut region = Region::default();
        let plain = quoting == Quoting::None;
        self.operands += 1;
        loop {
            let Some(byte) = self.peek() else { return self.error(Mistake::Unclosed("${")) };
            match byte {
                b'}' if !region.is_open() => break,
                b'\'' if plain || quotes => {
                    let part = self.single_quotes()?;
                    parts.push(part);
                }
                b'\'' => {
                    region.quote(self)?;
                    parts.take_from(self);
                    continue;
                }
                b'"' if !region.is_open() => {
                    let part = self.double_quotes(if plain { Quoting::Double } else { Quoting::Inner })?;
                    parts.push(part);
                }
                b'\\' if plain => self.backslash(&mut parts)?,
                b'\\' => self.backslash_in_quotes(&mut parts, b"$`\"\\}"),
                b'`' => {
                    let part = self.backquotes(if plain { Quoting::None } else { Quoting::Inner })?;
                    parts.push(part);
                }
                b'$' => self.dollar(&mut parts, quoting)?,
                b'<' | b'>' if self.peek_second() == Some(b'(') => {
                    // As if in double quotes bash parses it to find its end, and then takes it as text.
                    if !plain {
                        return self.give_up(Reason::Ambiguous);
                    }
                    let part = self.process_substitution()?;
                    parts.push(part);
                }
                b'*' | b'?' | b'[' if plain || quotes => self.glob(&mut parts)?,
                _ => parts.take_from(self),
            }
            region.check(self)?;
        }
        self.operands -= 1;
        let mut parts = parts.finish();
        settle_brackets(&mut parts);
        Ok(Word { parts, assignment: None, span: self.span(start) })
    }
}
