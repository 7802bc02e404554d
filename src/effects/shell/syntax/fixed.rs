//! What a word certainly stands for.

use super::word::{Word, WordPart};

impl Word {
    /// The one string that the word stands for whatever the shell's state and the file system: quotes removed, escapes decoded. `None`
    /// if anything in it is expanded, if it makes several words, or if it is not UTF-8.
    pub fn fixed(&self) -> Option<String> {
        let mut words = self.fixed_all(1)?;
        if words.len() == 1 { words.pop() } else { None }
    }

    /// The strings that the word stands for, at most `most`: several where it has braces, none where nothing is left (`{,}`).
    pub fn fixed_all(&self, most: usize) -> Option<Vec<String>> {
        let mut words = vec![Partial::default()];
        extend(&mut words, &self.parts, most)?;
        let kept = words.into_iter().filter(|word| word.quoted || !word.bytes.is_empty());
        kept.map(|word| String::from_utf8(word.bytes).ok()).collect()
    }

    /// The text of a value: like [`Word::fixed`], but empty without quotes too.
    pub fn fixed_value(&self) -> Option<String> {
        let mut words = vec![Partial::default()];
        extend(&mut words, &self.parts, 1)?;
        let bytes = words.pop()?.bytes;
        String::from_utf8(bytes).ok()
    }
}

#[derive(Clone, Default)]
struct Partial {
    bytes: Vec<u8>,
    /// Whether quotes make it a word even when it is empty.
    quoted: bool,
}

/// Appends parts to every word so far. The words are never more than `most`.
fn extend(words: &mut Vec<Partial>, parts: &[WordPart], most: usize) -> Option<()> {
    for part in parts {
        let quoted = part.is_quoted();
        match part {
            WordPart::Literal(text) | WordPart::Escaped(text) | WordPart::SingleQuoted(text) => {
                append(words, text.text.as_bytes(), quoted);
            }
            WordPart::Decoded { bytes, .. } => append(words, bytes, true),
            WordPart::DoubleQuoted { parts, .. } => {
                append(words, b"", true);
                extend(words, parts, most)?;
            }
            WordPart::Alternatives { alternatives, .. } => {
                // Before anything is copied: a long prefix times many alternatives is a lot of text.
                if words.len().saturating_mul(alternatives.len()) > most {
                    return None;
                }
                let mut all = Vec::new();
                for alternative in alternatives {
                    let mut with = words.clone();
                    extend(&mut with, alternative, most)?;
                    all.push(with);
                }
                *words = interleave(all, words.len(), most)?;
            }
            WordPart::Sequence { sequence, .. } => {
                let sequence = sequence.words(most.checked_div(words.len()).unwrap_or(0))?;
                let all = sequence.iter().map(|text| {
                    let mut with = words.clone();
                    append(&mut with, text.as_bytes(), false);
                    with
                });
                *words = interleave(all.collect(), words.len(), most)?;
            }
            WordPart::Parameter(_)
            | WordPart::Command { .. }
            | WordPart::Process { .. }
            | WordPart::Arithmetic(_)
            | WordPart::Tilde { .. }
            | WordPart::Glob { .. }
            | WordPart::Extended { .. }
            | WordPart::Array { .. }
            | WordPart::Unknown(_) => return None,
        }
    }
    Some(())
}

fn append(words: &mut [Partial], bytes: &[u8], quoted: bool) {
    for word in words {
        word.bytes.extend(bytes);
        word.quoted |= quoted;
    }
}

/// bash's order: all alternatives with the first prefix, then with the second.
fn interleave(all: Vec<Vec<Partial>>, prefixes: usize, most: usize) -> Option<Vec<Partial>> {
    let total: usize = all.iter().map(Vec::len).sum();
    if total > most {
        return None;
    }
    let shares: Vec<usize> = all.iter().map(|words| words.len().checked_div(prefixes).unwrap_or(0)).collect();
    let mut iterators: Vec<_> = all.into_iter().map(Vec::into_iter).collect();
    let mut words = Vec::with_capacity(total);
    for _ in 0..prefixes {
        for (iterator, share) in iterators.iter_mut().zip(&shares) {
            words.extend(iterator.take(*share));
        }
    }
    Some(words)
}
