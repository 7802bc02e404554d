//! Text in pieces. Whatever is found does not depend on where they are cut: the whole of a text goes the same way.

use std::ops::Range;
use std::sync::Arc;

use crate::redact::Inner;
use crate::redact::finder::{Forms, LONGEST};

/// Bytes before the undecided ones that are kept: whether a token begins inside a word is seen there.
const CONTEXT: usize = 64;

/// Takes secrets out of text that comes in pieces. Some kilobytes are held back until it is known that no secret begins in them.
///
/// ```
/// # use toolgate::redact::Redactor;
/// let redactor = Redactor::builder().secret("TOKEN", "abcdefgh").build();
/// let (mut stream, mut out) = (redactor.stream(), Vec::new());
/// stream.push(b"x abcd", &mut out);
/// stream.push(b"efgh y", &mut out);
/// stream.finish(&mut out);
/// assert_eq!(out, b"x [REDACTED:TOKEN] y");
/// ```
pub struct Stream {
    redactor: Arc<Inner>,
    /// What is not written yet, and a little of what is.
    buffer: Vec<u8>,
    /// Bytes of the text before the buffer's first.
    base: usize,
    /// What begins before this place of the text has been looked for.
    cut: usize,
    /// Everything before this place is written; after `cut` if a secret reaches over it.
    done: usize,
    /// For each pattern: where its last match ended.
    ends: Vec<usize>,
    found: bool,
}

impl std::fmt::Debug for Stream {
    /// Without the text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("done", &self.done).finish_non_exhaustive()
    }
}

/// What a match is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    Value(usize),
    Form(usize),
    Pattern,
}

impl Stream {
    pub(super) fn new(redactor: Arc<Inner>) -> Stream {
        let ends = vec![0; redactor.patterns.len()];
        Stream { redactor, buffer: Vec::new(), base: 0, cut: 0, done: 0, ends, found: false }
    }

    /// The next piece; what is decided of the text goes to `out`.
    pub fn push(&mut self, piece: &[u8], out: &mut Vec<u8>) {
        // In steps, so that a large piece is not held twice, and none is looked through again and again.
        let held = LONGEST.max(self.redactor.values.longest());
        let step = (held * 4).max(256 << 10);
        for piece in piece.chunks(step) {
            self.buffer.extend_from_slice(piece);
            let end = self.base + self.buffer.len();
            if end.saturating_sub(self.cut) >= held * 2 {
                self.write_until(end - held, out);
            }
        }
    }

    /// The end of the text: the rest goes to `out`. Whether any secret was found in the whole text.
    pub fn finish(mut self, out: &mut Vec<u8>) -> bool {
        // One more than the text has, so that what begins at its end counts.
        self.write_until(self.base + self.buffer.len() + 1, out);
        self.found
    }

    /// Writes everything before `cut`, and of a secret that begins before it nothing after it either.
    fn write_until(&mut self, cut: usize, out: &mut Vec<u8>) {
        if self.redactor.values.failed() || self.redactor.forms.failed() {
            return self.write_nothing(out);
        }
        let mut matches = self.matches(cut);
        // Of those that begin at one place the longest names it.
        matches.sort_unstable_by(|(a, of_a), (b, of_b)| (a.start, b.end, of_a).cmp(&(b.start, a.end, of_b)));
        for (range, of) in matches {
            if range.start < self.done {
                self.done = self.done.max(range.end);
                continue;
            }
            out.extend_from_slice(self.slice(self.done..range.start));
            out.extend_from_slice(format!("[REDACTED:{}]", self.label(of)).as_bytes());
            self.found = true;
            self.done = range.end;
        }
        let end = cut.min(self.base + self.buffer.len());
        if self.done < end {
            out.extend_from_slice(self.slice(self.done..end));
            self.done = end;
        }
        self.cut = cut;
        let keep = cut.saturating_sub(CONTEXT).max(self.base);
        self.buffer.drain(..(keep - self.base).min(self.buffer.len()));
        self.base = keep;
    }

    /// All that begins before `cut` and has not been written, as places of the text.
    fn matches(&mut self, cut: usize) -> Vec<(Range<usize>, Of)> {
        let (base, from) = (self.base, self.cut);
        let mut matches = Vec::new();
        let mut add = |range: Range<usize>, of: Of| {
            let range = range.start + base..range.end + base;
            if range.start >= from && range.start < cut && !range.is_empty() {
                matches.push((range, of));
            }
        };
        self.redactor.values.find(&self.buffer, |range, value| add(range, Of::Value(value)));
        self.redactor.forms.find(&self.buffer, from - base, |range, form| add(range, Of::Form(form)));
        for (pattern, end) in self.redactor.patterns.iter().zip(&mut self.ends) {
            let mut at = (*end).max(from);
            while let Some(hit) = pattern.find_at(&self.buffer, (at - base).min(self.buffer.len())) {
                if hit.start() + base >= cut {
                    break;
                }
                add(hit.range(), Of::Pattern);
                // An empty match moves on by one.
                at = base + hit.end().max(hit.start() + 1);
                *end = at;
                if at >= base + self.buffer.len() {
                    break;
                }
            }
        }
        matches
    }

    fn slice(&self, range: Range<usize>) -> &[u8] {
        self.buffer.get(range.start - self.base..range.end - self.base).unwrap_or_default()
    }

    fn label(&self, of: Of) -> &str {
        match of {
            Of::Value(value) => self.redactor.values.label(value),
            Of::Form(form) => Forms::label(form),
            Of::Pattern => "pattern",
        }
    }

    /// Nothing can be looked for, so nothing is let through.
    fn write_nothing(&mut self, out: &mut Vec<u8>) {
        if !self.found {
            out.extend_from_slice(b"[REDACTED:everything]");
        }
        self.found = true;
        self.base += self.buffer.len();
        self.done = self.base;
        self.buffer.clear();
    }
}
