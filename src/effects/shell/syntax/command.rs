//! Compound commands, functions and coprocesses.

use super::parser::Parser;
use super::problem::{Mistake, Reason, Res};
use super::read_word::Reading;
use super::tree::{Branch, Case, Clause, Command, CommandKind, Ending, For, List};
use super::word::Arithmetic;

impl Parser<'_, '_> {
    /// A command with its redirections.
    pub(super) fn command(&mut self) -> Res<Command> {
        self.node()?;
        self.skip_blanks();
        if self.at_extended_pattern() {
            return self.simple();
        }
        match self.reserved() {
            Some("function") => self.nested(Self::function_keyword),
            Some("coproc") => self.nested(Self::coprocess),
            _ => match self.compound()? {
                Some(command) => Ok(command),
                None => self.simple(),
            },
        }
    }

    /// A compound command with its redirections, if one begins here. A reserved word that begins none is an error.
    pub(super) fn compound(&mut self) -> Res<Option<Command>> {
        self.skip_blanks();
        let start = self.pos;
        let kind = if self.peek() == Some(b'(') {
            self.nested(Self::parenthesis)?
        } else {
            match self.reserved() {
                None | Some("time") => return Ok(None),
                Some("{") => self.nested(Self::group)?,
                Some("if") => self.nested(Self::if_command)?,
                Some("while") => self.nested(|p| p.while_command("while"))?,
                Some("until") => self.nested(|p| p.while_command("until"))?,
                Some("for") => self.nested(Self::for_command)?,
                Some("select") => self.nested(Self::select_command)?,
                Some("case") => self.nested(Self::case_command)?,
                Some("[[") => self.nested(Self::conditional_command)?,
                Some(_) => return self.unexpected(),
            }
        };
        let mut redirects = Vec::new();
        loop {
            // Where the command ends without a redirection, its span must not take in what comes after.
            let end = self.pos;
            self.skip_blanks();
            match self.redirect()? {
                Some(redirect) => redirects.push(redirect),
                None => {
                    self.closed = redirects.is_empty();
                    let span = self.span_between(start, end);
                    return Ok(Some(Command { kind, redirects, span }));
                }
            }
        }
    }

    /// `((` is arithmetic if the parenthesis that closes its second one is followed by another at once; else it is a subshell in a
    /// subshell, and bash reads it again.
    fn parenthesis(&mut self) -> Res<CommandKind> {
        let start = self.pos;
        self.bump();
        if self.peek() == Some(b'(') {
            let again = self.pos;
            let mark = self.mark();
            self.bump();
            let body = self.arithmetic_body(b'(', b')')?;
            match (self.raw(), self.byte(self.pos + 1)) {
                (Some(b')'), _) => {
                    self.bump();
                    return Ok(CommandKind::Arithmetic(Arithmetic {
                        parts: body.parts,
                        span: self.span(start),
                    }));
                }
                // bash 5.2 reports an error here.
                (Some(b'\\'), Some(b'\n')) => return self.unexpected(),
                _ => {}
            }
            self.forget_since(mark);
            self.pos = again;
        }
        let list = self.some_list()?;
        self.close(b')', "(")?;
        Ok(CommandKind::Subshell(list))
    }

    /// Takes a closing character that must follow.
    pub(super) fn close(&mut self, byte: u8, opened: &'static str) -> Res<()> {
        self.skip_blanks();
        if self.eat(byte) {
            return Ok(());
        }
        if self.peek().is_none() { self.error(Mistake::Unclosed(opened)) } else { self.unexpected() }
    }

    fn expect(&mut self, word: &'static str) -> Res<()> {
        if self.eat_reserved(word) { Ok(()) } else { self.error(Mistake::Missing(word)) }
    }

    fn group(&mut self) -> Res<CommandKind> {
        self.eat_token("{");
        let list = self.some_list()?;
        self.expect("}")?;
        Ok(CommandKind::Group(list))
    }

    fn if_command(&mut self) -> Res<CommandKind> {
        self.eat_token("if");
        let mut branches = Vec::new();
        loop {
            let condition = self.some_list()?;
            self.expect("then")?;
            let body = self.some_list()?;
            branches.push(Branch { condition, body });
            if !self.eat_reserved("elif") {
                break;
            }
        }
        let otherwise = if self.eat_reserved("else") { Some(self.some_list()?) } else { None };
        self.expect("fi")?;
        Ok(CommandKind::If { branches, otherwise })
    }

    fn while_command(&mut self, keyword: &'static str) -> Res<CommandKind> {
        self.eat_token(keyword);
        let condition = self.some_list()?;
        self.expect("do")?;
        let body = self.some_list()?;
        self.expect("done")?;
        Ok(CommandKind::While { until: keyword == "until", condition, body })
    }

    fn for_command(&mut self) -> Res<CommandKind> {
        self.eat_token("for");
        self.skip_blanks();
        let start = self.pos;
        if self.peek() == Some(b'(') {
            if self.peek_second() != Some(b'(') {
                return self.unexpected();
            }
            self.eat_token("((");
            let body = self.arithmetic_body(b'(', b')')?;
            if self.raw() != Some(b')') {
                return self.unexpected();
            }
            self.bump();
            if body.semicolons != 2 {
                return self.unexpected();
            }
            let header = Arithmetic { parts: body.parts, span: self.span(start) };
            self.skip_blanks();
            self.eat_single_semicolon();
            self.skip_newlines()?;
            return Ok(CommandKind::ForArithmetic { header, body: self.do_group()? });
        }
        self.for_words(false)
    }

    fn select_command(&mut self) -> Res<CommandKind> {
        self.eat_token("select");
        self.skip_blanks();
        self.for_words(true)
    }

    /// After `for` or `select`: the name, the words and the body.
    fn for_words(&mut self, select: bool) -> Res<CommandKind> {
        if self.peek().is_none_or(super::parser::ends_word) {
            return self.unexpected();
        }
        let name = self.word(Reading::PLAIN)?;
        self.skip_blanks();
        let here = self.pos;
        let mut words = None;
        if self.eat_single_semicolon() {
            self.skip_newlines()?;
        } else {
            self.skip_newlines()?;
            if self.eat_reserved("in") {
                words = Some(self.words_to_line_end()?);
                self.skip_newlines()?;
            } else if self.pos == here && self.reserved() == Some("{") {
                // bash knows `{` here only on a line of its own.
                return self.unexpected();
            }
        }
        let body = self.do_group()?;
        Ok(CommandKind::For(For { select, name, words, body }))
    }

    fn words_to_line_end(&mut self) -> Res<Vec<super::word::Word>> {
        let mut words = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'\n') => {
                    self.newline()?;
                    return Ok(words);
                }
                Some(b';') if self.eat_single_semicolon() => return Ok(words),
                Some(b'<' | b'>') if self.peek_second() == Some(b'(') => {}
                byte if byte.is_none_or(super::parser::ends_word) => return self.unexpected(),
                _ => {}
            }
            words.push(self.word(Reading::ARGUMENT)?);
        }
    }

    fn eat_single_semicolon(&mut self) -> bool {
        let single = self.peek() == Some(b';') && !matches!(self.peek_second(), Some(b';' | b'&'));
        if single {
            self.bump();
        }
        single
    }

    /// `do … done` or `{ … }`.
    fn do_group(&mut self) -> Res<List> {
        let (open, close) = if self.reserved() == Some("{") { ("{", "}") } else { ("do", "done") };
        self.expect(open)?;
        let body = self.some_list()?;
        self.expect(close)?;
        Ok(body)
    }

    fn case_command(&mut self) -> Res<CommandKind> {
        self.eat_token("case");
        self.skip_blanks();
        if self.at_no_word() {
            return self.unexpected();
        }
        let subject = self.word(Reading::PLAIN)?;
        self.skip_newlines()?;
        self.expect("in")?;
        let mut clauses = Vec::new();
        loop {
            self.skip_newlines()?;
            if self.eat_reserved("esac") {
                return Ok(CommandKind::Case(Case { subject, clauses }));
            }
            let patterns = self.case_patterns()?;
            let body = self.list()?;
            let ending = self.case_ending();
            clauses.push(Clause { patterns, body, ending: ending.unwrap_or(Ending::Break) });
            if ending.is_none() {
                self.expect("esac")?;
                return Ok(CommandKind::Case(Case { subject, clauses }));
            }
        }
    }

    fn case_patterns(&mut self) -> Res<Vec<super::word::Word>> {
        self.eat(b'(');
        let mut patterns = Vec::new();
        loop {
            self.skip_blanks();
            if self.at_no_word() {
                return self.unexpected();
            }
            patterns.push(self.word(Reading::PATTERN)?);
            self.skip_blanks();
            if self.eat(b')') {
                return Ok(patterns);
            }
            if !self.eat(b'|') {
                return self.unexpected();
            }
        }
    }

    fn case_ending(&mut self) -> Option<Ending> {
        self.skip_blanks();
        if self.peek() != Some(b';') {
            return None;
        }
        self.bump();
        if self.eat(b'&') {
            return Some(Ending::FallThrough);
        }
        self.eat(b';');
        Some(if self.eat(b'&') { Ending::TryNext } else { Ending::Break })
    }

    /// Whether no word begins here.
    pub(super) fn at_no_word(&mut self) -> bool {
        match self.peek() {
            Some(b'<' | b'>') => self.peek_second() != Some(b'('),
            byte => byte.is_none_or(super::parser::ends_word),
        }
    }

    /// `function name [()] body`
    fn function_keyword(&mut self) -> Res<Command> {
        let start = self.pos;
        self.eat_token("function");
        self.skip_blanks();
        if self.at_no_word() {
            return self.unexpected();
        }
        let name = self.word(Reading::PLAIN)?;
        self.skip_blanks();
        let here = self.pos;
        if self.eat(b'(') {
            self.skip_blanks();
            // Else the parenthesis begins the body.
            if !self.eat(b')') {
                self.pos = here;
            }
        }
        self.function_body(start, name)
    }

    /// The body of a function, after its name and parentheses.
    pub(super) fn function_body(&mut self, start: usize, name: super::word::Word) -> Res<Command> {
        self.skip_newlines()?;
        let Some(body) = self.compound()? else { return self.unexpected() };
        let span = self.span_between(start, start).to(body.span);
        let kind = CommandKind::Function { name, body: Box::new(body) };
        Ok(Command { kind, redirects: Vec::new(), span })
    }

    /// `coproc [NAME] compound` or `coproc simple`. A word is the name if a reserved word or a parenthesis comes next.
    fn coprocess(&mut self) -> Res<Command> {
        let start = self.pos;
        self.eat_token("coproc");
        self.skip_blanks();
        let mut name = None;
        let mut body = match self.reserved() {
            Some("!" | "function" | "coproc") => return self.unexpected(),
            _ => self.compound()?,
        };
        if body.is_none() && !self.at_no_word() && !self.at_assignment() {
            let here = self.pos;
            let mark = self.mark();
            let word = self.word(Reading::ARGUMENT)?;
            self.skip_blanks();
            match self.reserved() {
                Some("!" | "function" | "coproc") => return self.unexpected(),
                _ => body = self.compound()?,
            }
            if body.is_some() {
                name = Some(word);
            } else {
                self.forget_since(mark);
                self.pos = here;
            }
        }
        let body = match body {
            Some(body) => body,
            // bash prints this form back with the name that it did not have, and runs that name.
            None if self.substitutions > 0 => return self.give_up(Reason::Misprinted),
            None => self.simple_without_function()?,
        };
        let span = self.span_between(start, start).to(body.span);
        Ok(Command { kind: CommandKind::Coproc { name, body: Box::new(body) }, redirects: Vec::new(), span })
    }
}
