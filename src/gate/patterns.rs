//! What a command pattern's own words stand for in a command: all but what `...` stands for.

use crate::invocation::Event;
use crate::model::{Command, Program, Tri, Wildcard};
use crate::policy::pattern::{CommandPattern, Element, Prepared};

/// More words or parts than this are not taken apart.
const MAX: usize = 4096;

/// A command under a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Matched {
    /// The pattern's number among the rule's.
    pub(crate) pattern: usize,
    /// The words that its own parts stand for.
    pub(crate) words: Vec<String>,
    /// Every flag with its value, as written.
    pub(crate) flags: Vec<String>,
}

/// The first of the patterns that certainly names the command, taken apart; none where that can't be done for certain.
pub(crate) fn matched(patterns: &[CommandPattern], command: &Command) -> Option<Matched> {
    let prepared = Prepared::new(command);
    let (words, flags) = read(&prepared)?;
    let number = patterns.iter().position(|pattern| prepared.runs(pattern) == Tri::Yes)?;
    let pattern = patterns.get(number)?;
    let Program::Named(name) = &command.program else { return None };
    let gap = Element::Gap;
    pattern.programs().iter().filter(|program| program.name.matches(name)).find_map(|program| {
        let then: Vec<Element> = program.then.iter().cloned().map(Element::Word).collect();
        let mut parts: Vec<&Element> = then
            .iter()
            .chain(pattern.elements())
            .filter(|element| !matches!(element, Element::Flag(_) | Element::Terminator))
            .collect();
        // Two gaps in a row are one.
        parts.dedup_by(|a, b| **a == gap && **b == gap);
        let mut search = Search {
            parts: &parts,
            words: &words,
            failed: vec![false; (parts.len() + 1) * (words.len() + 1)],
        };
        let mut own = search.from(0, 0)?;
        own.reverse();
        let own = own.into_iter().filter_map(|at| words.get(at)).map(|word| (*word).to_owned()).collect();
        Some(Matched { pattern: number, words: own, flags: flags.clone() })
    })
}

/// The operands and subcommands, and the flags with their values; none where a word can be read in several ways.
fn read<'a>(prepared: &Prepared<'a>) -> Option<(Vec<&'a str>, Vec<String>)> {
    let invocation = prepared.invocation();
    if invocation.lost() || invocation.layers().len() > MAX {
        return None;
    }
    let (mut words, mut flags) = (Vec::new(), Vec::<String>::new());
    for layer in invocation.layers() {
        let [edge] = invocation.edges(layer) else { return None };
        let text = invocation.text(layer, edge).known().filter(|_| !layer.repeat)?;
        let (mut operand, mut flag, mut value) = (false, false, false);
        for event in invocation.events(edge) {
            match event {
                Event::Operand { .. } | Event::Sub { .. } => operand = true,
                Event::Flag { .. } | Event::Meant { .. } | Event::UnknownFlag { .. } | Event::Terminator => {
                    flag = true
                }
                Event::Value { .. } | Event::Inner { .. } | Event::InnerEnd { .. } => value = true,
                Event::AnyFlag { .. } | Event::Skipped { .. } => return None,
            }
        }
        if operand {
            words.push(text);
        }
        match (value, flags.last_mut()) {
            (true, Some(last)) => {
                last.push('\0');
                last.push_str(text);
            }
            (true, None) => return None,
            (false, _) if flag => flags.push(text.to_owned()),
            (false, _) => {}
        }
    }
    Some((words, flags))
}

/// A search for the leftmost way in which the parts stand for the words.
struct Search<'s> {
    parts: &'s [&'s Element],
    words: &'s [&'s str],
    failed: Vec<bool>,
}

impl Search<'_> {
    /// The words that the parts from `part` on stand for, last first. As deep as there are parts: a pattern has at most 127.
    fn from(&mut self, part: usize, word: usize) -> Option<Vec<usize>> {
        let slot = part * (self.words.len() + 1) + word;
        if self.failed.get(slot).copied().unwrap_or(true) {
            return None;
        }
        let found = self.try_from(part, word);
        if found.is_none()
            && let Some(failed) = self.failed.get_mut(slot)
        {
            *failed = true;
        }
        found
    }

    fn try_from(&mut self, part: usize, word: usize) -> Option<Vec<usize>> {
        let Some(element) = self.parts.get(part) else {
            return (word == self.words.len()).then(Vec::new);
        };
        match element {
            Element::Gap => (word..=self.words.len()).find_map(|next| self.from(part + 1, next)),
            Element::Word(pattern) => self.sequence(part, word, std::slice::from_ref(pattern)),
            Element::Group(choices) => choices.iter().find_map(|choice| self.sequence(part, word, choice)),
            Element::Flag(_) | Element::Terminator => self.from(part + 1, word),
        }
    }

    fn sequence(&mut self, part: usize, word: usize, patterns: &[Wildcard]) -> Option<Vec<usize>> {
        let end = word + patterns.len();
        let words = self.words.get(word..end)?;
        if !patterns.iter().zip(words).all(|(pattern, word)| pattern.matches(word)) {
            return None;
        }
        let mut rest = self.from(part + 1, end)?;
        rest.extend((word..end).rev());
        Some(rest)
    }
}
