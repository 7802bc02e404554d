//! What is printed, before it is known what fits on a line.

use crate::model::Span;

/// A piece of a line, or of several.
pub(super) enum Doc {
    /// As it is.
    Text(String),
    /// One after the other.
    Seq(Vec<Doc>),
    /// Brackets with something between them: on one line, or each part on a line of its own.
    Group(Group),
    /// `a and b and c`: on one line, or each operand on a line of its own.
    Chain(Chain),
}

/// Brackets.
pub(super) struct Group {
    /// What opens it, on one line and on several.
    pub(super) open: &'static str,
    /// What closes it.
    pub(super) close: &'static str,
    /// Space inside the brackets when on one line.
    pub(super) pad: bool,
    /// Whether a comma follows each part.
    pub(super) comma: bool,
    /// Its place in the source.
    pub(super) span: Span,
    /// The parts.
    pub(super) parts: Vec<Part>,
}

/// A chain of operands.
pub(super) struct Chain {
    /// `and` or `or`.
    pub(super) word: &'static str,
    /// Its place in the source.
    pub(super) span: Span,
    /// The operands.
    pub(super) parts: Vec<Part>,
}

/// A part of a group or chain.
pub(super) struct Part {
    /// Its place in the source.
    pub(super) span: Span,
    /// What is printed.
    pub(super) doc: Doc,
}

impl Doc {
    /// A text.
    pub(super) fn text(text: impl Into<String>) -> Doc {
        Doc::Text(text.into())
    }

    /// The doc on one line, if it is no wider than so many characters. What is wider is not written to its end.
    pub(super) fn flat(&self, width: usize) -> Option<String> {
        let mut line = Line { text: String::new(), left: width };
        line.doc(self).then_some(line.text)
    }
}

/// A line with room for so many more characters.
struct Line {
    text: String,
    left: usize,
}

impl Line {
    /// Writes a doc; false if there is no room for it.
    fn doc(&mut self, doc: &Doc) -> bool {
        match doc {
            Doc::Text(text) => self.push(text),
            Doc::Seq(docs) => docs.iter().all(|doc| self.doc(doc)),
            Doc::Group(group) => {
                let pad = if group.pad && !group.parts.is_empty() { " " } else { "" };
                self.push(group.open)
                    && self.push(pad)
                    && self.parts(&group.parts, if group.comma { ", " } else { " " })
                    && self.push(pad)
                    && self.push(group.close)
            }
            Doc::Chain(chain) => self.parts(&chain.parts, if chain.word == "and" { " and " } else { " or " }),
        }
    }

    fn parts(&mut self, parts: &[Part], between: &str) -> bool {
        parts
            .iter()
            .enumerate()
            .all(|(index, part)| (index == 0 || self.push(between)) && self.doc(&part.doc))
    }

    fn push(&mut self, text: &str) -> bool {
        let Some(left) = self.left.checked_sub(text.chars().count()) else { return false };
        self.left = left;
        self.text.push_str(text);
        true
    }
}
