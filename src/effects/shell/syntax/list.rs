//! Scripts, lists and pipelines.

use super::parser::Parser;
use super::problem::{Mistake, Reason, Res, Stop};
use super::span::Span;
use super::tree::{Command, CommandKind, Connector, Item, List, Pipe, Pipeline};

impl Parser<'_, '_> {
    /// Parses the text as bash does: line by line. An error keeps the lines before it, which bash has run by then, and
    /// makes the rest unknown.
    pub(super) fn script(&mut self) -> Res<List> {
        let mut items = Vec::new();
        loop {
            self.skip_newlines()?;
            if self.peek().is_none() {
                break;
            }
            let start = self.pos;
            if self.shared.dialect.aliases {
                items.push(self.rest_unknown(start, Reason::Aliases));
                break;
            }
            match self.line() {
                Ok(line) => {
                    // What a substitution's text changes, it changes in a subshell: not certain for what comes after.
                    let certain = if self.is_outermost() { line.as_slice() } else { &[] };
                    self.shared.dialect.line_ends(certain);
                    items.extend(line);
                }
                Err(Stop::Syntax(error)) => {
                    let reason = match error.kind {
                        Mistake::NotUnderstood(reason) => reason,
                        _ if self.is_outermost() => Reason::Syntax,
                        _ => Reason::SyntaxWhenRun,
                    };
                    items.push(self.rest_unknown(start, reason));
                    self.shared.errors.push(error);
                    break;
                }
                Err(stop @ Stop::Limit(_)) => return Err(stop),
            }
        }
        Ok(list_of(items))
    }

    /// One line: what bash reads before it runs anything. It is longer than a line of text where a construct is.
    fn line(&mut self) -> Res<Vec<Item>> {
        let mut items = Vec::new();
        loop {
            let mut item = self.item()?;
            self.skip_blanks();
            let separated = self.separator(&mut item)?;
            items.push(item);
            self.skip_blanks();
            match self.peek() {
                None => {
                    self.read_here_documents()?;
                    return Ok(items);
                }
                Some(b'\n') => {
                    self.newline()?;
                    return Ok(items);
                }
                Some(_) if separated => {}
                Some(_) => return self.unexpected(),
            }
        }
    }

    /// Takes `;` or `&` after a command.
    fn separator(&mut self, item: &mut Item) -> Res<bool> {
        match self.peek() {
            Some(b'&') => {
                self.bump();
                item.background = true;
                Ok(true)
            }
            Some(b';') => match self.peek_second() {
                Some(b';' | b'&') => Ok(false),
                _ => {
                    self.bump();
                    Ok(true)
                }
            },
            _ => Ok(false),
        }
    }

    /// A list inside a construct: up to something that cannot begin a command. It may be empty; who calls knows what must follow.
    pub(super) fn list(&mut self) -> Res<List> {
        let mut items = Vec::new();
        self.skip_newlines()?;
        while !self.list_ends() {
            let documents = self.shared.here_documents.len();
            let seen = self.document_seen;
            let mut item = self.item()?;
            self.skip_blanks();
            let semicolon = self.peek() == Some(b';');
            let separated = self.separator(&mut item)?;
            let own = self.shared.here_documents.len() > documents;
            let misprinted = seen || (own && !is_lone_simple(&item));
            if self.substitutions > 0 && semicolon && separated && misprinted {
                return self.give_up(Reason::Misprinted);
            }
            self.document_seen |= own;
            items.push(item);
            let newline = self.peek() == Some(b'\n');
            // Without a separator the next word must be one that closes, where bash knows it as reserved.
            if !separated && !newline && !(self.list_ends() && (self.closed || !self.at_word())) {
                return self.unexpected();
            }
            self.skip_newlines()?;
        }
        Ok(list_of(items))
    }

    /// A list that must not be empty.
    pub(super) fn some_list(&mut self) -> Res<List> {
        let list = self.list()?;
        if list.items.is_empty() { self.unexpected() } else { Ok(list) }
    }

    fn at_word(&mut self) -> bool {
        self.peek().is_some_and(|byte| !super::parser::ends_word(byte))
    }

    /// Whether no command can begin here.
    fn list_ends(&mut self) -> bool {
        match self.peek() {
            None | Some(b')') => true,
            Some(b';') => matches!(self.peek_second(), Some(b';' | b'&')),
            _ => matches!(
                self.reserved(),
                Some("then" | "else" | "elif" | "fi" | "do" | "done" | "esac" | "}" | "in")
            ),
        }
    }

    /// Pipelines joined by `&&` and `||`.
    fn item(&mut self) -> Res<Item> {
        let start = self.pos;
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            self.skip_blanks();
            let connector = match (self.peek(), self.peek_second()) {
                (Some(b'&'), Some(b'&')) => Connector::And,
                (Some(b'|'), Some(b'|')) => Connector::Or,
                _ => break,
            };
            self.eat_token("&&");
            self.skip_newlines()?;
            rest.push((connector, self.pipeline()?));
        }
        let end = rest.last().map_or(first.span, |(_, pipeline)| pipeline.span);
        let span = self.span_between(start, start).to(first.span).to(end);
        Ok(Item { first, rest, background: false, span })
    }

    fn pipeline(&mut self) -> Res<Pipeline> {
        self.skip_blanks();
        let start = self.pos;
        let mut pipeline = Pipeline {
            negated: false,
            timed: false,
            commands: Vec::new(),
            pipes: Vec::new(),
            span: Span::default(),
        };
        let prefixed = self.pipeline_prefix(&mut pipeline);
        // `time` and `!` alone are commands, before a newline, a `;` or the end only.
        // In a substitution its end counts as the end.
        let ends = matches!(self.peek(), None | Some(b'\n' | b';'))
            || (self.substitutions > 0 && self.peek() == Some(b')'));
        let bare = prefixed && ends;
        if bare {
            self.node()?;
            self.closed = false;
        } else {
            pipeline.commands.push(self.command()?);
            while let Some(pipe) = self.pipe() {
                self.skip_newlines()?;
                pipeline.pipes.push(pipe);
                pipeline.commands.push(self.command()?);
            }
        }
        let end = pipeline.commands.last().map_or(self.span(start), |command| command.span);
        pipeline.span = self.span_between(start, start).to(end);
        Ok(pipeline)
    }

    /// Takes any number of `!` and `time [-p] [--]`.
    fn pipeline_prefix(&mut self, pipeline: &mut Pipeline) -> bool {
        let mut found = false;
        loop {
            match self.reserved() {
                Some("!") if !self.at_extended_pattern() => {
                    self.eat_token("!");
                    pipeline.negated = !pipeline.negated;
                }
                Some("time") => {
                    self.eat_token("time");
                    pipeline.timed = true;
                    for option in ["-p", "--"] {
                        self.skip_blanks();
                        if self.unquoted_token(&["-p", "--"]) == Some(option) {
                            self.eat_token(option);
                        }
                    }
                }
                _ => return found,
            }
            found = true;
            self.skip_blanks();
        }
    }

    /// Takes `|` or `|&`.
    fn pipe(&mut self) -> Option<Pipe> {
        self.skip_blanks();
        if self.peek() != Some(b'|') {
            return None;
        }
        match self.peek_second() {
            Some(b'|') => None,
            Some(b'&') => {
                self.eat_token("|&");
                Some(Pipe::Both)
            }
            _ => {
                self.bump();
                Some(Pipe::Output)
            }
        }
    }

    /// Everything from `start` on as one command that is not understood.
    fn rest_unknown(&mut self, start: usize, reason: Reason) -> Item {
        let span = self.span_between(start, self.text.len());
        self.pos = self.text.len();
        self.unknown_item(span, reason)
    }

    pub(super) fn unknown_item(&mut self, span: Span, reason: Reason) -> Item {
        let unknown = self.unknown(span, reason);
        let command = Command { kind: CommandKind::Unknown(unknown), redirects: Vec::new(), span };
        let first =
            Pipeline { negated: false, timed: false, commands: vec![command], pipes: Vec::new(), span };
        Item { first, rest: Vec::new(), background: false, span }
    }
}

/// Whether an entry is one simple command.
fn is_lone_simple(item: &Item) -> bool {
    let [command] = item.first.commands.as_slice() else { return false };
    item.rest.is_empty() && matches!(command.kind, CommandKind::Simple(_))
}

pub(super) fn list_of(items: Vec<Item>) -> List {
    let span = match (items.first(), items.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::default(),
    };
    List { items, span }
}
