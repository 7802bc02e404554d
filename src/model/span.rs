//! Where something stands in a source text.

/// One source file of a loaded set, by number. What the number stands for is kept by whoever loaded the files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SourceId(pub u32);

/// A half-open range of bytes in one source file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// The file that the range is in.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// A range in a file; an `end` before the `start` is moved to it.
    ///
    /// ```
    /// # use toolgate::model::{SourceId, Span};
    /// let span = Span::new(SourceId(0), 4, 9);
    /// assert_eq!(span.len(), 5);
    /// ```
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { source, start: clamp(start), end: clamp(end.max(start)) }
    }

    /// The number of bytes.
    pub fn len(self) -> usize {
        (self.end.saturating_sub(self.start)) as usize
    }

    /// Whether it holds no byte (a place between two).
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The range as `usize`, for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest range that holds both; of `self`'s file.
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty range just after this one.
    pub fn after(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// The text of this range in its file's text; empty if the range is not in it.
    pub fn text(self, source: &str) -> &str {
        source.get(self.range()).unwrap_or("")
    }
}
