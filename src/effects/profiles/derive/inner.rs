//! Commands within commands: their words, and what fills them.

use super::acts::{About, Deriver};
use super::{Fed, Inner, Source};
use crate::model::profile::Pick;
use crate::model::{Word, WordText};

impl<'a> Deriver<'_, 'a> {
    /// The command that begins with the word at hand, or that a flag holds.
    pub(super) fn inner(&self, pick: &Pick, about: About<'_, 'a>) -> Option<Inner> {
        let mut words = match about.flag {
            Some(flag) if flag.layer.is_none() => vec![Word::unknown()],
            Some(flag) if flag.flag.stops => {
                let values = flag.values.iter().filter_map(|(_, at)| self.invocation.words().get(*at));
                values.cloned().chain(self.words_from(about)).collect()
            }
            Some(_) => self.flag_words(about),
            None => self.words_from(about),
        };
        if let Some(program) = &pick.program {
            words.insert(0, Word::known(program.as_str()));
        }
        if words.is_empty() {
            return None;
        }
        let mut inner = Inner {
            words,
            fed: Vec::new(),
            assignments: self.assignments.clone(),
            elsewhere: self.elsewhere,
        };
        self.fill(pick, about, &mut inner);
        Some(inner)
    }

    /// The operands from the word at hand on.
    pub(super) fn words_from(&self, about: About<'_, 'a>) -> Vec<Word> {
        let mut at: Vec<usize> = self
            .facts
            .operands
            .iter()
            .filter(|operand| {
                operand.place == about.place && about.word.is_none_or(|word| operand.word >= word)
            })
            .map(|operand| operand.word)
            .collect();
        at.dedup();
        at.into_iter().filter_map(|at| self.invocation.words().get(at).cloned()).collect()
    }

    /// The words that follow a flag up to the end of its command.
    fn flag_words(&self, about: About<'_, 'a>) -> Vec<Word> {
        let Some(flag) = about.flag else { return Vec::new() };
        let Some(start) = flag.layer else { return vec![Word::unknown()] };
        let mut expected = start + 1;
        let mut words: Vec<usize> = Vec::new();
        for inner in &self.facts.inner {
            let mine = (inner.place, inner.flag) == (flag.place, flag.number) && inner.layer > start;
            if !mine || inner.layer < expected {
                continue;
            }
            if inner.layer != expected {
                break;
            }
            expected += 1;
            if words.last() != Some(&inner.word) {
                words.push(inner.word);
            }
        }
        words.into_iter().filter_map(|at| self.invocation.words().get(at).cloned()).collect()
    }

    /// Marks the words that are filled in when the command runs.
    fn fill(&self, pick: &Pick, about: About<'_, 'a>, inner: &mut Inner) {
        let source = || if pick.fill_below { self.source_below(about.place) } else { Source::Stdin };
        let named = pick.fill_flag.as_deref().map(|spelling| self.value_of(about, spelling));
        let mark = match named {
            // `-I` with a text of its own, or one that is not known.
            Some(Some(value)) => Some(value),
            Some(None) | None => pick.fill.clone().map(Some),
        };
        match mark {
            Some(Some(mark)) if !mark.is_empty() => {
                for (position, word) in inner.words.iter_mut().enumerate() {
                    if let Some(filled) = filled(word, &mark, self.only_directory(pick, about).as_deref()) {
                        *word = filled;
                        inner.fed.push(Fed { position, source: source() });
                    }
                }
            }
            Some(_) => {
                // What is filled in can't be told: any word may be another.
                for (position, word) in inner.words.iter_mut().enumerate() {
                    *word = Word { splits: false, start: word.start, end: word.end, ..Word::unknown() };
                    inner.fed.push(Fed { position, source: source() });
                }
            }
            None => {}
        }
        if pick.append && inner.fed.is_empty() {
            inner.fed.push(Fed { position: inner.words.len(), source: source() });
            inner.words.push(Word::unknown());
        }
    }

    /// The value of a flag with this spelling: none if it is not there; within, none if it is not known.
    fn value_of(&self, about: About<'_, 'a>, spelling: &str) -> Option<Option<String>> {
        let (place, flag) = self.invocation.lookup(about.place, spelling)?;
        let used = self.facts.uses.iter().find(|one| (one.place, one.flag) == (place, flag))?;
        if let Some(texts) = &used.attached {
            return Some(known(texts));
        }
        let value = self.facts.values.iter().find(|value| (value.place, value.flag) == (place, flag));
        value.map(|value| known(&value.texts))
    }

    /// The one directory below which the paths are that fill a word, if there is only one.
    fn only_directory(&self, pick: &Pick, about: About<'_, 'a>) -> Option<String> {
        if !pick.fill_below {
            return None;
        }
        let mut operands = self.facts.operands.iter().filter(|operand| operand.place == about.place);
        let Some(first) = operands.next() else { return Some(".".to_owned()) };
        match (operands.next(), first.certain) {
            (None, true) => known(&first.texts),
            (Some(_), _) | (None, false) => None,
        }
    }
}

fn known(texts: &super::facts::Texts<'_>) -> Option<String> {
    match texts.0.as_slice() {
        [only] => only.known().map(str::to_owned),
        _ => None,
    }
}

/// The word with the mark filled in; none if the mark is not in it. `start` is how every filling begins.
fn filled(word: &Word, mark: &str, start: Option<&str>) -> Option<Word> {
    let text = match &word.text {
        WordText::Known(text) => {
            let (before, _) = text.split_once(mark)?;
            let (_, after) = text.rsplit_once(mark)?;
            WordText::Unknown { prefix: format!("{before}{}", start.unwrap_or("")), suffix: after.to_owned() }
        }
        WordText::Unknown { prefix, suffix } => {
            let (before, _) =
                prefix.split_once(mark).or_else(|| suffix.split_once(mark).map(|_| (prefix.as_str(), "")))?;
            WordText::Unknown { prefix: before.to_owned(), suffix: String::new() }
        }
        WordText::OneOf(all) if all.iter().any(|text| text.contains(mark)) => Word::unknown().text,
        WordText::Glob(glob) if glob.contains(mark) => Word::unknown().text,
        WordText::OneOf(_) | WordText::Glob(_) => return None,
    };
    Some(Word { text, splits: word.splits, start: word.start, end: word.end })
}
