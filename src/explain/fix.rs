//! Putting fixes into source texts.

use std::collections::BTreeMap;

use crate::model::{Fix, SourceId, Sources, Span};

/// Applies fixes, each whole or not at all: one whose edits overlap those of an earlier one is left for the next run. The
/// changed texts by their files, and how many fixes were made.
pub fn apply(fixes: &[&Fix], sources: &Sources) -> (BTreeMap<SourceId, String>, usize) {
    let mut edits: BTreeMap<SourceId, Vec<(Span, &str)>> = BTreeMap::new();
    let mut made = 0;
    for fix in fixes {
        let fits = fix.edits.iter().all(|(span, _)| {
            let valid = sources.text(span.source).get(span.range()).is_some();
            let taken = edits
                .get(&span.source)
                .is_some_and(|taken| taken.iter().any(|(other, _)| overlap(*span, *other)));
            valid && !taken
        });
        if !fits || fix.edits.is_empty() {
            continue;
        }
        made += 1;
        for (span, text) in &fix.edits {
            edits.entry(span.source).or_default().push((*span, text));
        }
    }
    let texts =
        edits.into_iter().map(|(source, edits)| (source, edited(sources.text(source), edits))).collect();
    (texts, made)
}

fn edited(text: &str, mut edits: Vec<(Span, &str)>) -> String {
    edits.sort_by_key(|(span, _)| *span);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, new) in edits {
        out.push_str(text.get(at..span.range().start).unwrap_or(""));
        out.push_str(new);
        at = span.range().end;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

/// Whether two edits of one file touch. Two insertions at one place do: which comes first would matter.
fn overlap(one: Span, other: Span) -> bool {
    one.start < other.end && other.start < one.end || one.start == other.start
}

#[cfg(test)]
mod tests {
    use super::apply;
    use crate::model::{Fix, SourceOrigin, Sources, Span};

    #[test]
    fn overlapping_fixes_wait() {
        let mut sources = Sources::new();
        let source = sources.add("a", "one two three", SourceOrigin::Program);
        let fix = |start, end, text: &str| Fix {
            title: String::new(),
            safe: true,
            edits: vec![(Span::new(source, start, end), text.to_owned())],
        };
        let (first, second, third) = (fix(8, 13, "3"), fix(4, 9, "x"), fix(0, 3, "1"));
        let (texts, made) = apply(&[&first, &second, &third], &sources);
        assert_eq!(made, 2);
        assert_eq!(texts.get(&source).map(String::as_str), Some("1 two 3"));
    }
}
