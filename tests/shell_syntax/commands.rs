//! What a parsed text runs, reads and writes, in a form that is easy to compare.

use super::syntax::{
    Command, Parsed, Redirect, RedirectOperator, Simple, Target, Unknown, Visitor, Word, WordPart, parse,
};

/// A word: its text, or `None` where it is not fixed.
pub(crate) type Argument = Option<String>;

#[derive(Default, Debug)]
pub(crate) struct Found {
    pub(crate) commands: Vec<Vec<Argument>>,
    pub(crate) reads: Vec<Argument>,
    pub(crate) writes: Vec<Argument>,
    pub(crate) unknowns: Vec<Unknown>,
}

pub(crate) fn found_in(text: &str) -> (Parsed, Found) {
    let parsed = parse(text);
    let mut found = Found::default();
    parsed.visit(&mut found);
    assert_eq!(
        parsed.unknown,
        !found.unknowns.is_empty(),
        "the flag and the tree agree on whether all is understood: {text:?}"
    );
    (parsed, found)
}

/// The commands, for tests that write them as text: words joined by spaces, `?` for what is not fixed.
pub(crate) fn shown(text: &str) -> Vec<String> {
    let (_, found) = found_in(text);
    let show = |words: Vec<Argument>| {
        words.into_iter().map(|word| word.unwrap_or("?".into())).collect::<Vec<_>>().join(" ")
    };
    let mut all: Vec<String> = found.commands.into_iter().map(show).collect();
    all.extend(found.unknowns.iter().map(|unknown| format!("UNKNOWN {:?}", unknown.reason)));
    all
}

fn arguments(word: &Word) -> Vec<Argument> {
    match word.fixed_all(1000) {
        Some(words) => words.into_iter().map(Some).collect(),
        None => vec![None],
    }
}

fn is_descriptor(text: &str) -> bool {
    let digits = text.strip_suffix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

impl Visitor for Found {
    fn simple(&mut self, simple: &Simple, _: &Command) {
        let words: Vec<Argument> = simple.words.iter().flat_map(arguments).collect();
        if !words.is_empty() {
            self.commands.push(words);
        }
    }

    fn redirect(&mut self, redirect: &Redirect) {
        use RedirectOperator as Op;
        let Target::Word(word) = &redirect.target else { return };
        if matches!(word.parts.as_slice(), [WordPart::Process { .. }]) {
            return;
        }
        let text = word.fixed();
        match redirect.operator {
            Op::Read => self.reads.push(text),
            Op::Write | Op::Append | Op::Clobber | Op::WriteBoth | Op::AppendBoth => self.writes.push(text),
            Op::ReadWrite => {
                self.reads.push(text.clone());
                self.writes.push(text);
            }
            Op::DuplicateOutput if text.as_deref().is_some_and(|text| !is_descriptor(text)) => {
                self.writes.push(text);
            }
            Op::DuplicateOutput | Op::DuplicateInput | Op::HereString | Op::HereDocument => {}
        }
    }

    fn unknown(&mut self, unknown: &Unknown) {
        self.unknowns.push(unknown.clone());
    }
}
