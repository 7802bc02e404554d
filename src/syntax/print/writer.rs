//! Lines, blank lines and comments.
//!
//! A comment keeps its place among what is printed on lines of its own: items, fields, cases, entries of a list,
//! operands of a chain. One that stands within such a thing, where nothing can be put on a line of its own, moves before
//! it.

use std::ops::Range;

use super::doc::{Chain, Doc, Group};
use crate::model::Span;
use crate::syntax::ast::Comment;

/// Columns that a line may have, where it can be helped.
pub(super) const WIDTH: usize = 110;
/// Columns of one level.
pub(super) const INDENT: usize = 2;

/// The output.
pub(super) struct Writer<'a> {
    /// The source; empty for a tree that was not parsed.
    pub(super) source: &'a str,
    comments: &'a [Comment],
    /// Which comments were written.
    placed: Vec<bool>,
    /// All comments before this one were written.
    next: usize,
    out: String,
    /// Where, in the source, what was written last ends.
    last: usize,
    /// Nothing was written since a bracket was opened.
    fresh: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(source: &'a str, comments: &'a [Comment]) -> Self {
        let placed = vec![false; comments.len()];
        Writer { source, comments, placed, next: 0, out: String::new(), last: 0, fresh: true }
    }

    /// All that was written, with the comments that are left.
    pub(super) fn finish(mut self) -> String {
        self.leading(0, usize::MAX, 0);
        self.out
    }

    pub(super) fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    pub(super) fn indent(&mut self, columns: usize) {
        self.out.extend(std::iter::repeat_n(' ', columns));
    }

    /// Ends a line.
    pub(super) fn end_line(&mut self) {
        self.out.push('\n');
    }

    /// Something was opened: no blank line follows.
    pub(super) fn opened(&mut self, at: usize) {
        (self.fresh, self.last) = (true, at);
    }

    /// Something ended here in the source.
    pub(super) fn ended(&mut self, at: usize) {
        (self.fresh, self.last) = (false, self.last.max(at));
    }

    /// The column that the next character is in.
    pub(super) fn column(&self) -> usize {
        let line = self.out.rfind('\n').map_or(0, |at| at + 1);
        self.out.get(line..).unwrap_or("").chars().count()
    }

    /// The comments that begin in a place, by number.
    fn within(&self, span: Span) -> Range<usize> {
        let first = self.comments.partition_point(|comment| comment.span.start < span.start);
        let last = self.comments.partition_point(|comment| comment.span.start < span.end);
        first..last.max(first)
    }

    /// Whether a comment that is not yet written begins in a place.
    pub(super) fn has_comment(&self, span: Span) -> bool {
        self.within(span).any(|index| self.placed.get(index) == Some(&false))
    }

    /// Whether a blank line or a comment on a line of its own stands in a place of the source.
    pub(super) fn interrupts(&self, start: usize, end: usize) -> bool {
        let first = self.comments.partition_point(|comment| (comment.span.start as usize) < start);
        let comments = self.comments.get(first..).unwrap_or(&[]).iter();
        comments.take_while(|comment| (comment.span.start as usize) < end).any(|comment| comment.own_line)
            || self.source.get(start..end).is_some_and(has_blank_line)
    }

    /// Writes the comments in a part of the source that are not yet written, each on its line.
    pub(super) fn leading(&mut self, from: usize, before: usize, indent: usize) {
        while self.placed.get(self.next) == Some(&true) {
            self.next += 1;
        }
        let begin =
            self.comments.partition_point(|comment| (comment.span.start as usize) < from).max(self.next);
        for index in begin..self.comments.len() {
            let Some(comment) =
                self.comments.get(index).filter(|comment| (comment.span.start as usize) < before)
            else {
                break;
            };
            if self.placed.get(index) == Some(&false) {
                self.blank(comment.span.start as usize);
                self.comment(index, indent);
                self.ended(comment.span.end as usize);
            }
        }
    }

    fn comment(&mut self, index: usize, indent: usize) {
        if let (Some(comment), Some(placed)) = (self.comments.get(index), self.placed.get_mut(index)) {
            *placed = true;
            let text = comment.text.clone();
            self.indent(indent);
            self.push(&text);
            self.end_line();
        }
    }

    /// Keeps a blank line of the source before what begins at a byte.
    pub(super) fn blank(&mut self, start: usize) {
        let blank = self.source.get(self.last..start).is_some_and(has_blank_line);
        if blank && !self.fresh {
            self.blank_line();
        }
    }

    /// One blank line, unless there is one or nothing was written.
    pub(super) fn blank_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.end_line();
        }
    }

    /// Writes something on lines of its own, with the comments around it. The room is where, in the source, what stands
    /// before it ends and what follows it begins.
    pub(super) fn element(
        &mut self,
        span: Span,
        room: Range<usize>,
        indent: usize,
        body: impl FnOnce(&mut Self),
    ) {
        self.leading(room.start, span.start as usize, indent);
        self.blank(span.start as usize);
        let start = self.out.len();
        self.indent(indent);
        body(self);
        self.hoist(span, start, indent);
        self.trailing(span, room.end);
        self.end_line();
        self.ended(span.end as usize);
    }

    /// Begins a block: its head, with the comments in it moved before it.
    pub(super) fn enter(&mut self, span: Span, head_span: Span, head: &Doc) {
        self.leading(0, span.start as usize, 0);
        self.blank(span.start as usize);
        let start = self.out.len();
        self.doc(head, 0, 2);
        self.push(" {");
        self.hoist(head_span, start, 0);
        self.end_line();
        self.opened(head_span.end as usize);
    }

    /// Ends a block.
    pub(super) fn leave(&mut self, span: Span, limit: usize) {
        self.leading(0, span.end as usize, INDENT);
        self.push("}");
        self.trailing(span, limit);
        self.end_line();
        self.ended(span.end as usize);
    }

    /// Whether comments will stand within a doc, so that it takes several lines.
    pub(super) fn breaks(&self, doc: &Doc) -> bool {
        match doc {
            Doc::Text(_) => false,
            Doc::Seq(docs) => docs.iter().any(|doc| self.breaks(doc)),
            Doc::Group(group) => self.has_comment(group.span),
            Doc::Chain(chain) => chain.parts.first().is_some_and(|first| {
                // What stands within the first operand moves before the whole line.
                self.has_comment(Span { start: first.span.end, ..chain.span }) || self.breaks(&first.doc)
            }),
        }
    }

    /// Moves the comments that are left within something before it.
    fn hoist(&mut self, span: Span, start: usize, indent: usize) {
        if !self.has_comment(span) {
            return;
        }
        let rest = self.out.split_off(start);
        for index in self.within(span) {
            if self.placed.get(index) == Some(&false) {
                self.comment(index, indent);
            }
        }
        self.out.push_str(&rest);
    }

    /// Writes the comment that follows something on its line.
    fn trailing(&mut self, span: Span, limit: usize) {
        let end = span.end as usize;
        let index = self.comments.partition_point(|comment| (comment.span.start as usize) < end);
        let Some(comment) = self.comments.get(index).filter(|comment| !comment.own_line) else { return };
        let start = comment.span.start as usize;
        let between = self.source.get(end..start).unwrap_or("\n");
        if start < limit && !between.contains(['\n', '\r']) && self.placed.get(index) == Some(&false) {
            self.push("  ");
            self.push(&comment.text);
            self.ended(comment.span.end as usize);
            if let Some(placed) = self.placed.get_mut(index) {
                *placed = true;
            }
        }
    }

    /// Writes a doc where the line stands. `after` columns follow it on its last line.
    pub(super) fn doc(&mut self, doc: &Doc, indent: usize, after: usize) {
        let room = WIDTH.saturating_sub(self.column() + after);
        match doc {
            Doc::Text(text) => self.push(text),
            Doc::Seq(docs) => {
                for (index, part) in docs.iter().enumerate() {
                    let rest = docs.get(index + 1..).unwrap_or(&[]);
                    let follows =
                        rest.iter().map(|doc| doc.flat(WIDTH).map_or(1, |text| text.chars().count()));
                    self.doc(part, indent, after + follows.sum::<usize>());
                }
            }
            Doc::Group(group) => match doc.flat(room).filter(|_| !self.breaks(doc)) {
                Some(flat) => self.push(&flat),
                None => self.group(group, indent),
            },
            Doc::Chain(chain) => match doc.flat(room).filter(|_| !self.breaks(doc)) {
                Some(flat) => self.push(&flat),
                None => self.chain(chain, after),
            },
        }
    }

    fn group(&mut self, group: &Group, indent: usize) {
        self.push(group.open);
        self.end_line();
        self.opened(group.span.start as usize);
        let mut from = group.span.start as usize;
        for (index, part) in group.parts.iter().enumerate() {
            let limit = group.parts.get(index + 1).map_or(group.span.end, |next| next.span.start);
            self.element(part.span, from..limit as usize, indent + INDENT, |writer| {
                writer.doc(&part.doc, indent + INDENT, usize::from(group.comma));
                if group.comma {
                    writer.push(",");
                }
            });
            from = part.span.end as usize;
        }
        self.leading(from, group.span.end as usize, indent + INDENT);
        self.indent(indent);
        self.push(group.close);
    }

    /// The first operand stands where the line stands, the others below it.
    fn chain(&mut self, chain: &Chain, after: usize) {
        let column = self.column();
        let mut from = chain.span.start as usize;
        for (index, part) in chain.parts.iter().enumerate() {
            let limit = chain.parts.get(index + 1).map_or(chain.span.end, |next| next.span.start) as usize;
            let last = index + 1 == chain.parts.len();
            let mut start = None;
            if index > 0 {
                self.end_line();
                self.opened(part.span.start as usize);
                self.leading(from, part.span.start as usize, column);
                start = Some(self.out.len());
                self.indent(column);
                self.push(chain.word);
                self.push(" ");
            }
            self.doc(&part.doc, column, if last { after } else { 0 });
            if let Some(start) = start {
                self.hoist(part.span, start, column);
            }
            if !last {
                self.trailing(part.span, limit);
            }
            from = part.span.end as usize;
        }
    }
}

/// Whether a text has a line with nothing on it.
fn has_blank_line(text: &str) -> bool {
    let mut ends = 0;
    let mut previous = ' ';
    for character in text.chars() {
        match character {
            '\n' if previous == '\r' => {}
            '\n' | '\r' => ends += 1,
            ' ' | '\t' => {}
            _ => ends = 0,
        }
        if ends == 2 {
            return true;
        }
        previous = character;
    }
    false
}
