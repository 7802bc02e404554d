//! The few lines of a source text that a diagnostic shows, made safe to print.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::model::{Untrusted, hides, push_escape};

/// Characters of a line that are shown at most.
const LINE_LIMIT: usize = 160;
/// Characters before a span that are kept of a line that is cut.
const BEFORE_SPAN: usize = 40;
/// A span over more lines than this is shown by its first one.
const SPAN_LINES: usize = 6;

/// Lines around some spans, escaped and cut, with their numbers. Offsets are those of the excerpt's own text.
#[derive(Debug)]
pub(crate) struct Excerpt {
    name: String,
    text: String,
    chunks: Vec<Chunk>,
    places: Vec<(usize, usize, usize)>,
}

/// Lines that follow one another: where they stand in the excerpt, the first one's number from 0, and how many.
#[derive(Debug)]
struct Chunk {
    range: Range<usize>,
    first_line: usize,
    lines: usize,
}

/// A span brought into the text, with its lines.
#[derive(Clone, Debug)]
struct Site {
    range: Range<usize>,
    first: usize,
    last: usize,
}

impl Excerpt {
    /// The excerpt of `text` for some spans, and where those stand in it.
    pub(crate) fn new(name: &str, text: &str, spans: &[Range<usize>]) -> (Excerpt, Vec<Range<usize>>) {
        let lines = Lines::of(text);
        let sites: Vec<Site> = spans.iter().map(|span| site(text, &lines, span)).collect();
        let mut excerpt = Excerpt {
            name: Untrusted(name).visible().into_owned(),
            text: String::new(),
            chunks: Vec::new(),
            places: Vec::new(),
        };
        let mut starts = vec![0; sites.len()];
        let mut ends = vec![0; sites.len()];
        for (first, last) in blocks(&sites, lines.count()) {
            let begin = excerpt.text.len();
            for line in first..=last {
                let range = lines.range(line);
                let window = window(text, &range, line, &sites);
                let mut marks: Vec<(usize, &mut usize)> = Vec::new();
                for ((site, start), end) in sites.iter().zip(&mut starts).zip(&mut ends) {
                    if site.first == line {
                        marks.push((site.range.start, start));
                    }
                    if site.last == line {
                        marks.push((site.range.end, end));
                    }
                }
                marks.sort_by_key(|(at, _)| *at);
                push_line(&mut excerpt.text, text, &range, &window, marks);
            }
            let range = begin..excerpt.text.len();
            excerpt.chunks.push(Chunk { range, first_line: first, lines: last - first + 1 });
        }
        for (site, start) in sites.iter().zip(&starts) {
            let line_start = lines.range(site.first).start;
            let column = text.get(line_start..site.range.start).unwrap_or("").chars().count();
            excerpt.places.push((*start, site.first, column));
        }
        let ranges = starts.into_iter().zip(ends).map(|(start, end)| start..end.max(start)).collect();
        (excerpt, ranges)
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let chunk = self
            .chunks
            .iter()
            .find(|chunk| chunk.range.start <= start && start <= chunk.range.end && end <= chunk.range.end)
            .ok_or(MietteError::OutOfBounds)?;
        let (range, line, column) = if before == 0 && after == 0 {
            // Asked for the place that the header names: that of the source, not of the excerpt.
            let place = self.places.iter().find(|(at, ..)| *at == start).ok_or(MietteError::OutOfBounds)?;
            (start..end, place.1, place.2)
        } else {
            (chunk.range.clone(), chunk.first_line, 0)
        };
        let data = self.text.as_bytes().get(range.clone()).ok_or(MietteError::OutOfBounds)?;
        let shown = SourceSpan::from(range);
        Ok(Box::new(MietteSpanContents::new_named(self.name.clone(), data, shown, line, column, chunk.lines)))
    }
}

/// Where the lines of a text begin.
struct Lines {
    starts: Vec<usize>,
    len: usize,
}

impl Lines {
    fn of(text: &str) -> Lines {
        let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1);
        Lines { starts: std::iter::once(0).chain(breaks).collect(), len: text.len() }
    }

    /// How many lines there are; the empty piece after a last line's end is none.
    fn count(&self) -> usize {
        match self.starts.last() {
            Some(last) if *last == self.len => self.starts.len() - 1,
            _ => self.starts.len(),
        }
    }

    fn at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// A line without its end.
    fn range(&self, line: usize) -> Range<usize> {
        let start = self.starts.get(line).copied().unwrap_or(self.len);
        let end = self.starts.get(line + 1).map_or(self.len, |next| next - 1);
        start..end
    }
}

fn site(text: &str, lines: &Lines, span: &Range<usize>) -> Site {
    let start = text.floor_char_boundary(span.start);
    let end = text.ceil_char_boundary(span.end.max(start));
    let first = lines.at(start);
    let last = if end > start { lines.at(end - 1) } else { first };
    if last - first >= SPAN_LINES {
        let end = lines.range(first).end.max(start);
        return Site { range: start..end, first, last: first };
    }
    // The end of a span that takes a line's end in stays on that line.
    let end = end.min(lines.range(last).end.max(start));
    Site { range: start..end, first, last }
}

/// The lines to show, in blocks: each span's own and one before and after.
fn blocks(sites: &[Site], count: usize) -> Vec<(usize, usize)> {
    let after = |site: &Site| (site.last + 1).min(count.saturating_sub(1)).max(site.last);
    let mut wanted: Vec<(usize, usize)> =
        sites.iter().map(|site| (site.first.saturating_sub(1), after(site))).collect();
    wanted.sort_unstable();
    let mut blocks: Vec<(usize, usize)> = Vec::new();
    for (first, last) in wanted {
        match blocks.last_mut() {
            Some(block) if first <= block.1 + 1 => block.1 = block.1.max(last),
            _ => blocks.push((first, last)),
        }
    }
    blocks
}

/// The part of a line that is shown.
fn window(text: &str, line: &Range<usize>, number: usize, sites: &[Site]) -> Range<usize> {
    let shown = text.get(line.clone()).unwrap_or("");
    if shown.len() <= LINE_LIMIT || shown.chars().nth(LINE_LIMIT).is_none() {
        return line.clone();
    }
    let target = sites
        .iter()
        .filter(|site| site.first == number)
        .map(|site| site.range.start)
        .min()
        .unwrap_or(line.start)
        .clamp(line.start, line.end);
    let before = text.get(line.start..target).unwrap_or("");
    let back: usize = before.chars().rev().take(BEFORE_SPAN).map(char::len_utf8).sum();
    let start = target - back;
    let rest = text.get(start..line.end).unwrap_or("");
    let length: usize = rest.chars().take(LINE_LIMIT).map(char::len_utf8).sum();
    start..start + length
}

/// Writes the shown part of a line and its end, and notes where the marked offsets have come to stand.
fn push_line(
    out: &mut String,
    text: &str,
    line: &Range<usize>,
    window: &Range<usize>,
    marks: Vec<(usize, &mut usize)>,
) {
    let mut marks = marks.into_iter().peekable();
    let mut note = |out: &String, at: usize, last: bool| {
        while let Some((_, place)) = marks.next_if(|(offset, _)| *offset <= at || last) {
            *place = out.len();
        }
    };
    if window.start > line.start {
        out.push('…');
    }
    for (at, c) in text.get(window.clone()).unwrap_or("").char_indices() {
        note(out, window.start + at, false);
        if hides(c) && c != '\t' { push_escape(out, c) } else { out.push(c) }
    }
    note(out, window.end, false);
    if window.end < line.end {
        out.push('…');
    }
    note(out, line.end, true);
    out.push('\n');
}
