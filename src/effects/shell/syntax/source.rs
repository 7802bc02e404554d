//! Text that was changed before it is parsed, and the way back to where each piece stood.

use std::rc::Rc;

/// Maps places in a (possibly changed) text to the outermost text.
#[derive(Clone, Debug)]
pub(super) struct Map {
    /// (place here, place outside), sorted by the first; in between both grow alike.
    segments: Rc<[(u32, u32)]>,
    /// Added to every place before it is looked up: this text is a tail of the mapped one.
    base: u32,
}

impl Map {
    /// Every place stands for itself.
    pub(super) fn identity() -> Map {
        Map { segments: Rc::from([(0, 0)]), base: 0 }
    }

    /// The map of the part of the text that begins at `offset`.
    pub(super) fn tail(&self, offset: usize) -> Map {
        Map { segments: Rc::clone(&self.segments), base: self.base.saturating_add(clamp(offset)) }
    }

    /// The place outside.
    pub(super) fn outer(&self, at: usize) -> usize {
        let at = self.base.saturating_add(clamp(at));
        let next = self.segments.partition_point(|(here, _)| *here <= at);
        let (here, outside) =
            next.checked_sub(1).and_then(|i| self.segments.get(i)).copied().unwrap_or((0, 0));
        outside.saturating_add(at.saturating_sub(here)) as usize
    }
}

/// A text being put together from pieces of another one.
#[derive(Default, Debug)]
pub(super) struct Changed {
    /// The text so far.
    pub(super) text: String,
    segments: Vec<(u32, u32)>,
    /// The outer place that needs no new segment.
    expected: usize,
}

impl Changed {
    /// Adds a character that stands at `outer` in the outermost text.
    pub(super) fn push(&mut self, ch: char, outer: usize) {
        if self.segments.is_empty() || self.expected != outer {
            self.segments.push((clamp(self.text.len()), clamp(outer)));
        }
        self.text.push(ch);
        self.expected = outer.saturating_add(ch.len_utf8());
    }

    /// The map of this text.
    pub(super) fn map(&self) -> Map {
        if self.segments.is_empty() {
            return Map { segments: Rc::from([(0, clamp(self.expected))]), base: 0 };
        }
        Map { segments: Rc::from(self.segments.as_slice()), base: 0 }
    }

    /// An empty text that stands at `outer`.
    pub(super) fn at(outer: usize) -> Changed {
        Changed { expected: outer, ..Changed::default() }
    }
}

fn clamp(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
