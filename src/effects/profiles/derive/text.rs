//! Words made of parts of other words.

use super::facts::Texts;
use crate::model::profile::Part;
use crate::model::{TextSet, Tri, Word, WordText};

/// A word with these texts, standing where the given word stands.
pub(super) fn word(texts: &Texts<'_>, at: Option<&Word>) -> Word {
    let (start, end) = at.map_or((0, 0), |word| (word.start, word.end));
    let text = match texts.0.as_slice() {
        [only] => owned(*only),
        several => {
            let known: Option<Vec<String>> =
                several.iter().map(|text| text.known().map(str::to_owned)).collect();
            match known {
                Some(mut all) if all.len() > 1 => {
                    all.sort();
                    all.dedup();
                    WordText::OneOf(all)
                }
                Some(_) | None => WordText::Unknown { prefix: String::new(), suffix: String::new() },
            }
        }
    };
    Word { text, splits: false, start, end }
}

fn owned(text: TextSet<'_>) -> WordText {
    match text {
        TextSet::Known(text) => WordText::Known(text.to_owned()),
        TextSet::Glob(glob) => WordText::Glob(glob.to_owned()),
        TextSet::Unknown { prefix, suffix } => {
            WordText::Unknown { prefix: prefix.to_owned(), suffix: suffix.to_owned() }
        }
    }
}

/// The word with more at its end.
pub(super) fn with(word: Word, more: &str) -> Word {
    let joined = |text: String| text + more;
    let text = match word.text {
        WordText::Known(text) => WordText::Known(joined(text)),
        WordText::OneOf(all) => WordText::OneOf(all.into_iter().map(joined).collect()),
        WordText::Glob(glob) => WordText::Glob(joined(glob)),
        WordText::Unknown { prefix, suffix } => WordText::Unknown { prefix, suffix: joined(suffix) },
    };
    Word { text, ..word }
}

/// The parts of a text, each with whether it is there.
pub(super) fn parts<'a>(steps: &[Part], texts: &Texts<'a>) -> Vec<(Texts<'a>, Tri)> {
    let mut found = vec![(texts.clone(), Tri::Yes)];
    for step in steps {
        let mut next = Vec::new();
        for (texts, there) in found {
            next.extend(step_parts(step, &texts).into_iter().map(|(part, also)| (part, also.and(there))));
        }
        found = next;
    }
    found
}

fn step_parts<'a>(part: &Part, texts: &Texts<'a>) -> Vec<(Texts<'a>, Tri)> {
    if let (Part::Each(separator), [TextSet::Known(text)]) = (part, texts.0.as_slice()) {
        let all = text.split(separator.as_str()).filter(|text| !text.is_empty());
        return all.map(|text| (Texts::one(TextSet::Known(text)), Tri::Yes)).collect();
    }
    let found: Vec<(TextSet<'a>, Tri)> = texts.0.iter().filter_map(|text| one_part(part, *text)).collect();
    if found.is_empty() {
        return Vec::new();
    }
    let all_there = found.len() == texts.0.len() && found.iter().all(|(_, there)| *there == Tri::Yes);
    let there = if all_there { Tri::Yes } else { Tri::Unknown };
    vec![(Texts(found.into_iter().map(|(text, _)| text).collect()), there)]
}

/// The part of one text; none if it is certainly not there.
fn one_part<'a>(part: &Part, text: TextSet<'a>) -> Option<(TextSet<'a>, Tri)> {
    let any = TextSet::Unknown { prefix: "", suffix: "" };
    match (part, text) {
        // What is added at the end is put on when the word is made.
        (Part::With(_), text) => Some((text, Tri::Yes)),
        (Part::After(mark), TextSet::Known(text)) => {
            text.split_once(mark.as_str()).map(|(_, after)| (TextSet::Known(after), Tri::Yes))
        }
        (Part::After(mark), text) => {
            let (prefix, suffix) = text.ends();
            Some(match prefix.split_once(mark.as_str()) {
                Some((_, after)) => (TextSet::Unknown { prefix: after, suffix }, Tri::Yes),
                None => (TextSet::Unknown { prefix: "", suffix: "" }, Tri::Unknown),
            })
        }
        (Part::Before(mark), TextSet::Known(text)) => {
            let before = text.split_once(mark.as_str()).map_or(text, |(before, _)| before);
            Some((TextSet::Known(before), Tri::Yes))
        }
        (Part::Before(mark), text) => {
            let (prefix, _) = text.ends();
            Some(match prefix.split_once(mark.as_str()) {
                Some((before, _)) => (TextSet::Known(before), Tri::Yes),
                None => (TextSet::Unknown { prefix, suffix: "" }, Tri::Yes),
            })
        }
        (Part::Key(key), TextSet::Known(text)) => {
            let value =
                |pair: &'a str| pair.split_once('=').filter(|(name, _)| name == key).map(|(_, value)| value);
            text.split(',').find_map(value).map(|value| (TextSet::Known(value), Tri::Yes))
        }
        (Part::Key(_), _) => Some((any, Tri::Unknown)),
        (Part::Each(_), TextSet::Known(text)) => Some((TextSet::Known(text), Tri::Yes)),
        (Part::Each(_), _) => Some((any, Tri::Yes)),
    }
}
