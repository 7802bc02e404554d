//! Looks for tokens of known forms: first for what they begin with, all at once, then for the whole token there.

use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::AhoCorasick;
use regex_automata::meta::Regex;
use regex_automata::util::captures::Captures;
use regex_automata::{Anchored, Input};

use crate::redact::forms::{FORMS, Form};
use crate::redact::private_key;

/// The most bytes that a token has. A form's regex has its own limits below this one.
pub(super) const LONGEST: usize = 16 << 10;

/// The forms, ready to be looked for.
#[derive(Clone, Copy)]
pub(super) struct Forms {
    ready: &'static Ready,
}

struct Ready {
    /// None if it could not be built, which no test has seen: everything is taken out then.
    starts: Option<AhoCorasick>,
    /// For each start: the form.
    forms: Vec<usize>,
    regexes: Vec<OnceLock<Option<Regex>>>,
}

/// What was found, if not a form of the table.
pub(super) const PRIVATE_KEY: usize = FORMS.len();

impl Forms {
    pub(super) fn known() -> Forms {
        static READY: OnceLock<Ready> = OnceLock::new();
        let ready = READY.get_or_init(|| {
            let mut starts: Vec<&str> = Vec::new();
            let mut forms = Vec::new();
            for (at, form) in FORMS.iter().enumerate() {
                starts.extend(form.starts);
                forms.extend(form.starts.iter().map(|_| at));
            }
            starts.push(private_key::START);
            forms.push(PRIVATE_KEY);
            let regexes = FORMS.iter().map(|_| OnceLock::new()).collect();
            Ready { starts: AhoCorasick::new(&starts).ok(), forms, regexes }
        });
        Forms { ready }
    }

    pub(super) fn failed(self) -> bool {
        self.ready.starts.is_none()
    }

    pub(super) fn label(form: usize) -> &'static str {
        FORMS.get(form).map_or("private-key", |form| form.name)
    }

    /// Every token that begins at `from` or later. What stands before `from` is looked at only to see whether a word ends there.
    pub(super) fn find(self, text: &[u8], from: usize, mut found: impl FnMut(Range<usize>, usize)) {
        let Some(starts) = &self.ready.starts else { return };
        let input = aho_corasick::Input::new(text).span(from.min(text.len())..text.len());
        let Ok(hits) = starts.try_find_overlapping_iter(input) else { return };
        for hit in hits {
            let Some(form) = self.ready.forms.get(hit.pattern().as_usize()).copied() else { continue };
            let token = match FORMS.get(form) {
                Some(known) => self.token(form, known, text, hit.start()),
                None => private_key::at(text, hit.start()),
            };
            if let Some(token) = token {
                found(token, form);
            }
        }
    }

    fn token(self, number: usize, form: &Form, text: &[u8], at: usize) -> Option<Range<usize>> {
        let before = at.checked_sub(1).and_then(|at| text.get(at));
        if !form.inside_word && before.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_') {
            return None;
        }
        let regex = self.ready.regexes.get(number)?.get_or_init(|| compiled(form)).as_ref()?;
        let end = text.len().min(at + LONGEST);
        let mut captures = Captures::all(regex.group_info().clone());
        let input = Input::new(text).range(at..end).anchored(Anchored::Yes);
        regex.captures(input, &mut captures);
        let span = captures.get_group(1).or_else(|| captures.get_group(0))?;
        form.check.holds(text.get(span.range())?).then(|| span.range())
    }
}

fn compiled(form: &Form) -> Option<Regex> {
    // Bytes, so that text that is no UTF-8 is looked through as well; every class is ASCII.
    let syntax = regex_automata::util::syntax::Config::new().unicode(false).utf8(false);
    Regex::builder().syntax(syntax).configure(Regex::config().utf8_empty(false)).build(form.regex).ok()
}

#[cfg(test)]
mod tests {
    use super::{FORMS, Forms, compiled};

    #[test]
    fn every_form_compiles_and_is_looked_for() {
        assert!(!Forms::known().failed());
        for form in FORMS {
            assert!(compiled(form).is_some(), "{}", form.name);
            assert!(!form.starts.is_empty(), "{}", form.name);
        }
    }
}
