//! What differs between two texts, line by line.

/// Lines around a change that are shown.
const CONTEXT: usize = 3;
/// Beyond this many pairs of lines the whole middle counts as changed: the comparison would take too long.
const PAIRS: usize = 4_000_000;

/// One line of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line<'a> {
    /// In both.
    Same(&'a str),
    /// Only in the old text.
    Old(&'a str),
    /// Only in the new text.
    New(&'a str),
}

/// Compares two texts line by line: a shortest list of changes, where that can be found in bounded time.
///
/// ```
/// use toolgate::explain::diff::{Line, lines};
///
/// assert_eq!(lines("a\nb\n", "a\nc\n"), [Line::Same("a"), Line::Old("b"), Line::New("c")]);
/// ```
pub fn lines<'a>(old: &'a str, new: &'a str) -> Vec<Line<'a>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = (old.get(head..).unwrap_or_default(), new.get(head..).unwrap_or_default());
    let tail = rest.0.iter().rev().zip(rest.1.iter().rev()).take_while(|(a, b)| a == b).count();
    let middle_old = rest.0.get(..rest.0.len() - tail).unwrap_or_default();
    let middle_new = rest.1.get(..rest.1.len() - tail).unwrap_or_default();
    let mut out: Vec<Line<'a>> = old.iter().take(head).map(|line| Line::Same(line)).collect();
    out.extend(changes(middle_old, middle_new));
    out.extend(old.iter().skip(old.len() - tail).map(|line| Line::Same(line)));
    out
}

/// The changes between two lists of lines, by the longest common part.
fn changes<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    if old.len().saturating_mul(new.len()) > PAIRS {
        return old
            .iter()
            .map(|line| Line::Old(line))
            .chain(new.iter().map(|line| Line::New(line)))
            .collect();
    }
    let width = new.len() + 1;
    // longest[i * width + j]: lines that old[i..] and new[j..] have in common.
    let mut longest = vec![0u32; (old.len() + 1) * width];
    let at = |table: &[u32], i: usize, j: usize| table.get(i * width + j).copied().unwrap_or(0);
    for (i, old_line) in old.iter().enumerate().rev() {
        for (j, new_line) in new.iter().enumerate().rev() {
            let length = if old_line == new_line {
                at(&longest, i + 1, j + 1) + 1
            } else {
                at(&longest, i + 1, j).max(at(&longest, i, j + 1))
            };
            if let Some(cell) = longest.get_mut(i * width + j) {
                *cell = length;
            }
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut out = Vec::new();
    loop {
        match (old.get(i), new.get(j)) {
            (Some(old_line), Some(new_line)) if old_line == new_line => {
                out.push(Line::Same(old_line));
                (i, j) = (i + 1, j + 1);
            }
            (Some(old_line), new_line)
                if new_line.is_none() || at(&longest, i + 1, j) >= at(&longest, i, j + 1) =>
            {
                out.push(Line::Old(old_line));
                i += 1;
            }
            (_, Some(new_line)) => {
                out.push(Line::New(new_line));
                j += 1;
            }
            (_, None) => return out,
        }
    }
}

/// A unified diff, as `patch` reads it; empty when the texts do not differ.
pub fn unified(name: &str, old: &str, new: &str) -> String {
    let lines = lines(old, new);
    let changed: Vec<usize> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !matches!(line, Line::Same(_)))
        .map(|(at, _)| at)
        .collect();
    let mut hunks: Vec<(usize, usize)> = Vec::new();
    for at in changed {
        let (first, last) = (at.saturating_sub(CONTEXT), (at + CONTEXT).min(lines.len().saturating_sub(1)));
        match hunks.last_mut() {
            Some(hunk) if first <= hunk.1 + 1 => hunk.1 = last,
            _ => hunks.push((first, last)),
        }
    }
    if hunks.is_empty() {
        return String::new();
    }
    let mut out = format!("--- {name}\n+++ {name}\n");
    for (first, last) in hunks {
        let hunk = lines.get(first..=last).unwrap_or_default();
        let before = lines.get(..first).unwrap_or_default();
        out.push_str(&format!(
            "@@ -{},{} +{},{} @@\n",
            count(before, Side::Old) + 1,
            count(hunk, Side::Old),
            count(before, Side::New) + 1,
            count(hunk, Side::New),
        ));
        for line in hunk {
            let (sign, text) = match line {
                Line::Same(text) => (' ', text),
                Line::Old(text) => ('-', text),
                Line::New(text) => ('+', text),
            };
            out.push(sign);
            out.push_str(text);
            out.push('\n');
        }
    }
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Old,
    New,
}

/// How many of these lines the old or the new text has.
fn count(lines: &[Line], side: Side) -> usize {
    let has = |line: &&Line| match line {
        Line::Same(_) => true,
        Line::Old(_) => side == Side::Old,
        Line::New(_) => side == Side::New,
    };
    lines.iter().filter(has).count()
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn far_changes_are_hunks_of_their_own() {
        let old: String = (1..=20).map(|n| format!("{n}\n")).collect();
        let new = old.replace("2\n", "two\n").replace("19\n", "nineteen\n");
        // "12\n" became "1two\n" as well: three changes, the last two near each other.
        let diff = unified("f", &old, &new);
        assert!(diff.starts_with("--- f\n+++ f\n@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n"), "{diff}");
        assert_eq!(diff.matches("@@ -").count(), 2, "{diff}");
        assert_eq!(unified("f", &old, &old), "");
    }

    #[test]
    fn very_long_texts_end_soon() {
        let old: String = (0..10_000).map(|n| format!("old {n}\n")).collect();
        let new: String = (0..10_000).map(|n| format!("new {n}\n")).collect();
        assert_eq!(unified("f", &old, &new).lines().count(), 20_003);
    }
}
