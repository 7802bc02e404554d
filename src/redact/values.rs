//! Secrets whose values are known.

use aho_corasick::AhoCorasick;
use std::ops::Range;

/// Looks for all values at once.
pub(super) struct Values {
    /// None if there are no values.
    automaton: Option<AhoCorasick>,
    labels: Vec<String>,
    /// The longest value's bytes.
    longest: usize,
    /// There are values, and no automaton could be built for them.
    failed: bool,
}

impl Values {
    pub(super) fn new(secrets: &[(String, String)]) -> Values {
        let mut texts: Vec<String> = Vec::new();
        let mut labels = Vec::new();
        for (label, value) in secrets {
            for text in spellings(value) {
                if !texts.contains(&text) {
                    texts.push(text);
                    labels.push(label.clone());
                }
            }
        }
        let longest = texts.iter().map(String::len).max().unwrap_or(0);
        if texts.is_empty() {
            return Values { automaton: None, labels, longest, failed: false };
        }
        let automaton = AhoCorasick::new(&texts).ok();
        Values { failed: automaton.is_none(), automaton, labels, longest }
    }

    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    pub(super) fn failed(&self) -> bool {
        self.failed
    }

    pub(super) fn label(&self, value: usize) -> &str {
        self.labels.get(value).map_or("secret", String::as_str)
    }

    /// Every occurrence, those that overlap too: the part of a value that another one shares is not left behind.
    pub(super) fn find(&self, text: &[u8], mut found: impl FnMut(Range<usize>, usize)) {
        if let Some(automaton) = &self.automaton {
            for hit in automaton.find_overlapping_iter(text) {
                found(hit.range(), hit.pattern().as_usize());
            }
        }
    }
}

/// A value as it is, without white space around it, and as JSON and URLs write it.
fn spellings(value: &str) -> Vec<String> {
    let value = value.trim();
    let json = serde_json::to_string(value).unwrap_or_default();
    let json = json.trim_start_matches('"');
    let json = json.strip_suffix('"').unwrap_or(json);
    let mut url = String::new();
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    vec![value.to_owned(), if value.starts_with('"') { value.to_owned() } else { json.to_owned() }, url]
}
