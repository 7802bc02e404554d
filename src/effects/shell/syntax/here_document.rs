//! Here documents: their delimiters, and their bodies after the next newline.

use super::parser::Parser;
use super::parts::Parts;
use super::problem::{Reason, Res, Stop};
use super::quotes::Quoting;
use super::read_word::Reading;
use super::redirection::{HereDocument, HereDocumentId, Target};
use super::source::Changed;
use super::span::Span;
use super::word::WordPart;

impl Parser<'_, '_> {
    /// The delimiter after `<<`. The body follows the next newline.
    pub(super) fn here_document(&mut self, strip_tabs: bool) -> Res<Target> {
        let start = self.pos;
        let word = self.word(Reading::DELIMITER)?;
        let quoted = word.parts.iter().any(WordPart::is_quoted);
        let delimiter = match delimiter(&word.parts) {
            Some(delimiter) => delimiter,
            // An expansion is not expanded here: `<<$x` ends at a line `$x`.
            None if !quoted => {
                let raw = self.text.get(start..self.pos).unwrap_or("");
                if raw.contains(['\'', '"', '\\', '\n', '`']) {
                    return self.give_up(Reason::HereDocument);
                }
                raw.to_owned()
            }
            None => return self.give_up(Reason::HereDocument),
        };
        let id = HereDocumentId(self.shared.here_documents.len());
        self.shared.here_documents.push(HereDocument {
            delimiter,
            quoted,
            strip_tabs,
            body: Vec::new(),
            span: Span::default(),
            terminated: false,
        });
        self.pending.push(id);
        self.document_seen = true;
        Ok(Target::HereDocument(id))
    }

    /// Reads the bodies that are waiting, at the beginning of a line.
    pub(super) fn read_here_documents(&mut self) -> Res<()> {
        for HereDocumentId(index) in std::mem::take(&mut self.pending) {
            self.node()?;
            let Some(document) = self.shared.here_documents.get(index) else { continue };
            let (delimiter, quoted, strip_tabs) =
                (document.delimiter.clone(), document.quoted, document.strip_tabs);
            let start = self.pos;
            let mut body = Changed::at(self.outer(start));
            let terminated = self.body_lines(&delimiter, quoted, strip_tabs, &mut body)?;
            let span = self.span(start);
            let parts = if quoted { literal_body(&body, span) } else { self.expanded_body(&body, span)? };
            if let Some(document) = self.shared.here_documents.get_mut(index) {
                document.body = parts;
                document.span = span;
                document.terminated = terminated;
            }
        }
        Ok(())
    }

    /// Collects lines up to the delimiter; whether it was found.
    fn body_lines(
        &mut self,
        delimiter: &str,
        quoted: bool,
        strip_tabs: bool,
        body: &mut Changed,
    ) -> Res<bool> {
        while self.pos < self.text.len() {
            self.affordable()?;
            let start = self.pos;
            let mut line = self.body_line(quoted);
            // Its characters are copied one by one, each with its place, and read again.
            self.charge(line.len().saturating_mul(4));
            // A delimiter may itself begin with a tab.
            if strip_tabs && !ends_at(&line, delimiter) {
                let tabs = line.iter().take_while(|(ch, _)| *ch == '\t').count();
                line.drain(..tabs);
            }
            let text: String = line.iter().map(|(ch, _)| *ch).collect();
            let content = text.strip_suffix('\n').unwrap_or(&text);
            if ends_at(&line, delimiter) {
                return Ok(true);
            }
            // In `$(…)` bash 5.2 also ends the body where a line begins with the delimiter and holds a `)` later on; what comes after the
            // delimiter is parsed.
            if self.substitutions > 0
                && let Some(rest) = content.strip_prefix(delimiter)
                && rest.contains(')')
            {
                let begins = line.get(delimiter.chars().count()).map_or(start, |(_, at)| *at);
                self.pos = begins;
                return Ok(true);
            }
            for (ch, at) in line {
                body.push(ch, self.outer(at));
            }
        }
        Ok(false)
    }

    /// One line with its newline. In a body that is expanded, backslash-newline joins lines before they are looked at.
    fn body_line(&mut self, quoted: bool) -> Vec<(char, usize)> {
        let mut line = Vec::new();
        loop {
            if !quoted && self.raw() == Some(b'\\') {
                if self.byte(self.pos + 1) == Some(b'\n') {
                    self.pos += 2;
                    self.charge(2);
                    continue;
                }
                line.push(('\\', self.pos));
                self.bump();
            }
            let at = self.pos;
            let Some((ch, _)) = self.take() else { return line };
            line.push((ch, at));
            if ch == '\n' {
                return line;
            }
        }
    }

    /// The parts of a body that is expanded. bash looks at it only when the command runs, so a mistake in it concerns it alone.
    fn expanded_body(&mut self, body: &Changed, span: Span) -> Res<Vec<WordPart>> {
        let mut parts = Parts::default();
        let mut inner = self.inner(&body.text, body.map());
        match inner.nested(|p| p.body_parts(&mut parts)) {
            Ok(()) => Ok(parts.finish()),
            Err(Stop::Syntax(error)) => {
                let unknown = self.unknown(span, Reason::SyntaxWhenRun);
                self.shared.errors.push(error);
                let mut parts = parts.finish();
                parts.push(WordPart::Unknown(unknown));
                Ok(parts)
            }
            Err(stop @ Stop::Limit(_)) => Err(stop),
        }
    }

    fn body_parts(&mut self, parts: &mut Parts) -> Res<()> {
        while let Some(byte) = self.raw() {
            match byte {
                b'\\' => self.backslash_in_quotes(parts, b"$`\\"),
                b'$' => self.dollar(parts, Quoting::Here)?,
                b'`' => {
                    let part = self.backquotes(Quoting::Here)?;
                    parts.push(part);
                }
                _ => parts.take_from(self),
            }
        }
        Ok(())
    }
}

/// Whether this line is the last one.
fn ends_at(line: &[(char, usize)], delimiter: &str) -> bool {
    line.iter().map(|(ch, _)| *ch).take_while(|ch| *ch != '\n').eq(delimiter.chars())
}

fn literal_body(body: &Changed, span: Span) -> Vec<WordPart> {
    let text = super::word::Text { text: body.text.clone(), span };
    if text.text.is_empty() { Vec::new() } else { vec![WordPart::SingleQuoted(text)] }
}

/// The text of a delimiter that holds nothing but text.
fn delimiter(parts: &[WordPart]) -> Option<String> {
    let mut text = String::new();
    for part in parts {
        match part {
            WordPart::Literal(t) | WordPart::Escaped(t) | WordPart::SingleQuoted(t) => text.push_str(&t.text),
            WordPart::Decoded { bytes, .. } => text.push_str(std::str::from_utf8(bytes).ok()?),
            WordPart::DoubleQuoted { parts, .. } => text.push_str(&delimiter(parts)?),
            _ => return None,
        }
    }
    // A line never holds a newline.
    (!text.contains('\n')).then_some(text)
}
