//! The texts of a loaded set, by number: what a `Span` points into.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::model::{SourceId, Span};

/// Every source text of a set. Numbers are given in order and never change.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

/// One source text.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name that people see.
    pub name: Arc<str>,
    /// The whole text; empty if it could not be read.
    pub text: Arc<str>,
    /// Where it came from.
    pub origin: SourceOrigin,
}

/// Where a source text came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourceOrigin {
    /// A file.
    Disk(PathBuf),
    /// A file that is part of toolgate.
    Std,
    /// A text that the program handed over.
    Program,
}

/// A place in a source text as people count: lines and characters from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The character of the line, from 1.
    pub column: u32,
}

impl Sources {
    /// No texts.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text and gives its number.
    pub fn add(
        &mut self,
        name: impl Into<Arc<str>>,
        text: impl Into<Arc<str>>,
        origin: SourceOrigin,
    ) -> SourceId {
        let id = SourceId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(Source { name: name.into(), text: text.into(), origin });
        id
    }

    /// Puts another text in the place of one that nothing points into any more.
    pub fn replace(
        &mut self,
        id: SourceId,
        name: impl Into<Arc<str>>,
        text: impl Into<Arc<str>>,
        origin: SourceOrigin,
    ) {
        if let Some(source) = self.files.get_mut(id.0 as usize) {
            *source = Source { name: name.into(), text: text.into(), origin };
        }
    }

    /// The text with this number; none if it was never given out.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.files.get(id.0 as usize)
    }

    /// The name that people see.
    pub fn name(&self, id: SourceId) -> &str {
        self.get(id).map_or("(unknown source)", |source| &source.name)
    }

    /// The whole text of a file; empty when the number was never given out.
    pub fn text(&self, id: SourceId) -> &str {
        self.get(id).map_or("", |source| &source.text)
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        span.text(self.text(span.source))
    }

    /// All texts with their numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.files
            .iter()
            .enumerate()
            .map(|(at, source)| (SourceId(u32::try_from(at).unwrap_or(u32::MAX)), source))
    }

    /// The number of the file at this path.
    pub fn of_path(&self, path: &Path) -> Option<SourceId> {
        self.iter()
            .find(|(_, source)| matches!(&source.origin, SourceOrigin::Disk(at) if at == path))
            .map(|(id, _)| id)
    }

    /// Where a span begins.
    ///
    /// ```
    /// # use toolgate::model::{Sources, SourceOrigin, Span};
    /// let mut sources = Sources::new();
    /// let id = sources.add("a.policy", "one\ntwø three", SourceOrigin::Program);
    /// let place = sources.place(Span::new(id, 9, 14));
    /// assert_eq!((place.line, place.column), (2, 5));
    /// ```
    pub fn place(&self, span: Span) -> Place {
        place_in(self.text(span.source), span.start as usize)
    }

    /// Where a span ends: the character after its last one.
    pub fn end_place(&self, span: Span) -> Place {
        place_in(self.text(span.source), span.end as usize)
    }

    /// `name:line:column` of a span's beginning; the name alone when the text could not be read.
    pub fn display(&self, span: Span) -> String {
        let name = self.name(span.source);
        if self.text(span.source).is_empty() {
            return name.to_owned();
        }
        let Place { line, column } = self.place(span);
        format!("{name}:{line}:{column}")
    }
}

/// The place of a byte offset; offsets inside a character count as the character's own.
pub fn place_in(text: &str, offset: usize) -> Place {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = text.get(..end).unwrap_or("");
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
    let column = before.get(line_start..).unwrap_or("").chars().count() + 1;
    let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Place { line: clamp(line), column: clamp(column) }
}
