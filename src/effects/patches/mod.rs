//! What a patch does to which files.

use std::collections::HashSet;
use std::ops::Range;

/// One change of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// `write` or `write.delete`.
    pub operation: &'static str,
    /// The path as the patch has it; none for a part that was not understood.
    pub path: Option<String>,
    /// Bytes of the patch.
    pub span: Option<Range<usize>>,
}

/// The changes of a unified diff (plain or git's) or an apply-patch envelope. A text that is neither, or a line in it that
/// should name a file and can't be read, is a change of an unknown file. An empty text changes nothing.
pub fn changes(text: &str) -> Vec<Change> {
    let mut changes = Vec::new();
    if text.lines().any(|line| line.trim_end() == "*** Begin Patch") {
        envelope(text, &mut changes);
    } else {
        unified(text, &mut changes);
    }
    if changes.is_empty() && !text.trim().is_empty() {
        changes.push(Change { operation: "write", path: None, span: None });
    }
    changes
}

/// Each line with its place.
fn lines(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        (start..start + line.len(), line)
    })
}

fn envelope(text: &str, changes: &mut Vec<Change>) {
    for (span, line) in lines(text) {
        // Some readers allow blanks before the stars.
        let Some(rest) = line.trim_start().strip_prefix("*** ") else { continue };
        let (operation, path) = if let Some(path) = rest.strip_prefix("Add File:") {
            ("write", path)
        } else if let Some(path) = rest.strip_prefix("Update File:") {
            ("write", path)
        } else if let Some(path) = rest.strip_prefix("Delete File:") {
            ("write.delete", path)
        } else if let Some(path) = rest.strip_prefix("Move to:") {
            ("write", path)
        } else if matches!(rest.trim(), "Begin Patch" | "End Patch" | "End of File") {
            continue;
        } else {
            ("write", "")
        };
        let path = path.trim();
        if rest.starts_with("Move to:")
            && let Some(before) = changes.last_mut()
        {
            // What is moved is no longer where it was.
            before.operation = "write.delete";
        }
        changes.push(Change {
            operation,
            path: (!path.is_empty()).then(|| path.to_owned()),
            span: Some(span),
        });
    }
}

fn unified(text: &str, changes: &mut Vec<Change>) {
    let mut seen = HashSet::new();
    let mut add = |operation, name: &str, span: Range<usize>, prefixed: bool| {
        let Some(paths) = names(name, prefixed) else { return };
        for path in paths {
            if seen.insert((operation, path.clone(), span.start)) {
                changes.push(Change { operation, path, span: Some(span.clone()) });
            }
        }
    };
    let mut deleting = false;
    for (span, line) in lines(text) {
        if let Some(rest) = line.strip_prefix("diff --git ") {
            deleting = false;
            git_header(rest, &span, &mut add);
        } else if line.starts_with("deleted file mode") {
            deleting = true;
        } else if let Some(name) = line.strip_prefix("--- ") {
            add(if deleting { "write.delete" } else { "write" }, name, span, true);
        } else if let Some(name) = line.strip_prefix("+++ ") {
            deleting = name.trim() == "/dev/null";
            add("write", name, span, true);
        } else if let Some(name) = line.strip_prefix("*** ").filter(|name| name.contains(['/', '.', '\t'])) {
            add("write", name, span, true);
        } else if let Some(name) = line.strip_prefix("rename from ") {
            add("write.delete", name, span, false);
        } else if let Some(name) = line.strip_prefix("rename to ").or_else(|| line.strip_prefix("copy to ")) {
            add("write", name, span, false);
        } else if let Some(name) = line.strip_prefix("Index: ") {
            add("write", name, span, false);
        }
    }
}

/// `a/x b/x`: where the two names are alike, they are told apart by that; else every part is one.
fn git_header(rest: &str, span: &Range<usize>, add: &mut impl FnMut(&'static str, &str, Range<usize>, bool)) {
    let half = rest.len() / 2;
    match (rest.get(..half), rest.get(half..).and_then(|second| second.strip_prefix(' '))) {
        (Some(first), Some(second)) if first.get(2..) == second.get(2..) && !rest.starts_with('"') => {
            add("write", second, span.clone(), true);
        }
        _ => {
            let mut read = rest;
            while !read.is_empty() {
                let (name, after) = match read.strip_prefix('"') {
                    Some(quoted) => {
                        let end = closing(quoted).unwrap_or(quoted.len());
                        (read.get(..end + 2).unwrap_or(read), quoted.get(end + 1..).unwrap_or(""))
                    }
                    None => read.split_once(' ').unwrap_or((read, "")),
                };
                if !name.is_empty() {
                    add("write", name, span.clone(), true);
                }
                read = after.trim_start_matches(' ');
            }
        }
    }
}

/// Where the closing quote is.
fn closing(quoted: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in quoted.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at),
            _ => {}
        }
    }
    None
}

/// The paths that a name in a header can be: as written, and without the `a/` or `b/` that `patch -p1` takes away.
/// No file for `/dev/null`.
fn names(name: &str, prefixed: bool) -> Option<Vec<Option<String>>> {
    let name = name.split('\t').next().unwrap_or("").trim_end();
    if name == "/dev/null" {
        return None;
    }
    let name = match name.strip_prefix('"') {
        Some(quoted) => match closing(quoted).and_then(|end| unquoted(quoted.get(..end)?)) {
            Some(name) => name,
            None => return Some(vec![None]),
        },
        None => name.to_owned(),
    };
    if name.is_empty() {
        return Some(vec![None]);
    }
    let stripped = name.split_once('/').filter(|(first, rest)| {
        prefixed
            && matches!(*first, "a" | "b" | "c" | "i" | "o" | "w" | "old" | "new" | "orig")
            && !rest.is_empty()
    });
    Some(match stripped {
        Some((_, rest)) => vec![Some(rest.to_owned())],
        None => vec![Some(name)],
    })
}

/// A name in git's C quoting.
fn unquoted(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        match chars.next()? {
            'n' => bytes.push(b'\n'),
            't' => bytes.push(b'\t'),
            'r' => bytes.push(b'\r'),
            'a' => bytes.push(7),
            'b' => bytes.push(8),
            'f' => bytes.push(12),
            'v' => bytes.push(11),
            c @ ('"' | '\\') => bytes.push(c as u8),
            first @ '0'..='7' => {
                let mut value = first.to_digit(8)?;
                for _ in 0..2 {
                    let digit = chars.peek().and_then(|c| c.to_digit(8))?;
                    chars.next();
                    value = value * 8 + digit;
                }
                bytes.push(u8::try_from(value).ok()?);
            }
            _ => return None,
        }
    }
    String::from_utf8(bytes).ok()
}
