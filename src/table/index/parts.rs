//! Rows by a text that stands somewhere in what they look at: all texts are looked for in one pass.

use std::collections::HashMap;
use std::sync::OnceLock;

use aho_corasick::AhoCorasick;

#[derive(Debug, Default)]
pub(super) struct Parts {
    by_part: HashMap<Box<[u8]>, Vec<u32>>,
    all: Vec<u32>,
    /// Made when it is first asked.
    made: OnceLock<Option<Made>>,
}

/// The automaton, and the rows of each of its patterns.
#[derive(Debug)]
struct Made {
    automaton: AhoCorasick,
    rows: Vec<Box<[u32]>>,
}

impl Parts {
    pub(super) fn add(&mut self, part: Box<[u8]>, row: u32) {
        super::push(self.by_part.entry(part).or_default(), row);
        super::push(&mut self.all, row);
    }

    pub(super) fn everything(&self, found: &mut Vec<u32>) {
        found.extend_from_slice(&self.all);
    }

    /// The rows whose text is a part of this one.
    pub(super) fn of(&self, text: &str, found: &mut Vec<u32>) {
        match self.made.get_or_init(|| self.make()) {
            Some(made) => {
                for hit in made.automaton.find_overlapping_iter(text) {
                    if let Some(rows) = made.rows.get(hit.pattern().as_usize()) {
                        found.extend_from_slice(rows);
                    }
                }
            }
            // Too much for an automaton: every row is looked at.
            None => self.everything(found),
        }
    }

    fn make(&self) -> Option<Made> {
        let (parts, rows): (Vec<&[u8]>, Vec<Box<[u32]>>) =
            self.by_part.iter().map(|(part, rows)| (&**part, rows.clone().into_boxed_slice())).unzip();
        AhoCorasick::new(parts).ok().map(|automaton| Made { automaton, rows })
    }
}
