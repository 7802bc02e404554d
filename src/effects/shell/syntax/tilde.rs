//! Tildes: where bash replaces `~` and `~user`.

use super::parser::Parser;
use super::problem::{Reason, Res};
use super::span::Span;
use super::word::{Text, WordPart};

/// What comes after a piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum After {
    /// The end of the word, or a `/`.
    End,
    /// Quotes, or an expansion that is no user's name: then the tilde before it is text.
    Other,
    /// Braces: they would make the name.
    Braces,
}

impl Parser<'_, '_> {
    /// Splits tildes off: at the beginning, and in a value after every colon.
    pub(super) fn tildes(&mut self, parts: Vec<WordPart>, value: bool) -> Res<Vec<WordPart>> {
        self.tildes_before(parts, value, true, After::End)
    }

    fn tildes_before(
        &mut self,
        parts: Vec<WordPart>,
        value: bool,
        mut candidate: bool,
        end: After,
    ) -> Res<Vec<WordPart>> {
        let mut out = Vec::with_capacity(parts.len());
        let mut parts = parts.into_iter().peekable();
        while let Some(part) = parts.next() {
            let after = parts.peek().map_or(end, after);
            match part {
                WordPart::Literal(text) => {
                    let colon = text.text.ends_with(':');
                    if text.text.contains('~') {
                        self.split(text, value, candidate, after, &mut out)?;
                    } else {
                        out.push(WordPart::Literal(text));
                    }
                    candidate = value && colon;
                }
                WordPart::Alternatives { alternatives, span } => {
                    let alternatives = alternatives
                        .into_iter()
                        .map(|parts| self.nested(|p| p.tildes_before(parts, value, candidate, after)))
                        .collect::<Res<_>>()?;
                    out.push(WordPart::Alternatives { alternatives, span });
                    candidate = false;
                }
                part => {
                    candidate = false;
                    out.push(part);
                }
            }
        }
        Ok(out)
    }

    /// Splits the tildes of one text.
    fn split(
        &mut self,
        text: Text,
        value: bool,
        mut candidate: bool,
        after: After,
        out: &mut Vec<WordPart>,
    ) -> Res<()> {
        let mut at = text.span.start as usize;
        // The text between possible places, each with its colon.
        let pieces: Vec<&str> =
            if value { text.text.split_inclusive(':').collect() } else { vec![&text.text] };
        let count = pieces.len();
        for (i, piece) in pieces.into_iter().enumerate() {
            let last = i + 1 == count && !(value && piece.ends_with(':'));
            let name_end = piece.find(['/', ':']).unwrap_or(piece.len());
            let ends_here = name_end < piece.len() || !last;
            let is_tilde = candidate && piece.starts_with('~');
            let follows = if ends_here { After::End } else { after };
            let (tilde, rest) = match (is_tilde, follows) {
                (true, After::End) => piece.split_at_checked(name_end).unwrap_or(("", piece)),
                (true, After::Braces) => {
                    let span = Span::new(at, at + piece.len());
                    out.push(WordPart::Unknown(self.unknown(span, Reason::AmbiguousBraces)));
                    return Ok(());
                }
                (true, After::Other) | (false, _) => ("", piece),
            };
            if let Some(user) = tilde.strip_prefix('~') {
                self.node()?;
                let span = Span::new(at, at + tilde.len());
                out.push(WordPart::Tilde { user: user.to_owned(), span });
            }
            if !rest.is_empty() {
                let begin = at + tilde.len();
                push_text(out, rest, Span::new(begin, begin + rest.len()));
            }
            at += piece.len();
            candidate = true;
        }
        Ok(())
    }
}

fn after(part: &WordPart) -> After {
    match part {
        WordPart::Literal(text) if text.text.starts_with(['/', ':']) => After::End,
        WordPart::Alternatives { .. } | WordPart::Sequence { .. } => After::Braces,
        _ => After::Other,
    }
}

/// Adds text, joined to the text before it.
fn push_text(out: &mut Vec<WordPart>, text: &str, span: Span) {
    if let Some(WordPart::Literal(before)) = out.last_mut()
        && before.span.end == span.start
    {
        before.text.push_str(text);
        before.span = before.span.to(span);
        return;
    }
    out.push(WordPart::Literal(Text { text: text.to_owned(), span }));
}
