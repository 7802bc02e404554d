//! Paths, globs and directories, the slow way: braces are written out, segments are compared one by one, what a `**`
//! stands for is tried out.

use toolgate::model::{Entry, Files, FilesError, Walk};
use unicode_normalization::UnicodeNormalization;

/// The segments of a path, `.` and `..` resolved by text.
pub fn segments(path: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                all.pop();
            }
            name => all.push(name.to_owned()),
        }
    }
    all
}

/// An absolute path without anything to resolve by text.
pub fn clean(path: &str) -> String {
    format!("/{}", segments(path).join("/"))
}

/// A path joined to a directory; an absolute one stays.
pub fn join(dir: &str, path: &str) -> String {
    if path.starts_with('/') { clean(path) } else { clean(&format!("{dir}/{path}")) }
}

/// A name as the file system compares it.
fn folded(name: &str, ignore_case: bool) -> String {
    if !ignore_case {
        return name.to_owned();
    }
    name.nfd().flat_map(char::to_lowercase).nfd().collect()
}

/// Whether `path` is `dir` or below it.
pub fn within(path: &str, dir: &str, ignore_case: bool) -> bool {
    let (path, dir) = (segments(&folded(path, ignore_case)), segments(&folded(dir, ignore_case)));
    path.len() >= dir.len() && path.iter().zip(&dir).all(|(a, b)| a == b)
}

/// Whether two paths are the same.
pub fn same(one: &str, other: &str, ignore_case: bool) -> bool {
    segments(&folded(one, ignore_case)) == segments(&folded(other, ignore_case))
}

/// Whether an absolute glob matches the whole of a path.
pub fn like(path: &str, glob: &str, ignore_case: bool) -> bool {
    let path = segments(&folded(path, ignore_case));
    braces(glob).iter().any(|glob| {
        let parts: Vec<&str> = glob.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        segments_like(&path, &parts, ignore_case)
    })
}

fn segments_like(path: &[String], glob: &[&str], ignore_case: bool) -> bool {
    match glob {
        [] => path.is_empty(),
        ["**", rest @ ..] => (0..=path.len()).any(|skip| segments_like(&path[skip..], rest, ignore_case)),
        [first, rest @ ..] => match path {
            [] => false,
            [name, names @ ..] => {
                name_like(name, first, ignore_case) && segments_like(names, rest, ignore_case)
            }
        },
    }
}

/// Whether a glob without braces and slashes matches a name (that is folded where case does not count).
pub fn name_like(name: &str, glob: &str, ignore_case: bool) -> bool {
    let name: Vec<char> = name.chars().collect();
    let glob: Vec<char> = glob.chars().collect();
    chars_like(&name, &glob, ignore_case)
}

fn chars_like(name: &[char], glob: &[char], ignore_case: bool) -> bool {
    match glob {
        [] => name.is_empty(),
        ['*', rest @ ..] => (0..=name.len()).any(|skip| chars_like(&name[skip..], rest, ignore_case)),
        ['?', rest @ ..] => !name.is_empty() && chars_like(&name[1..], rest, ignore_case),
        ['[', ..] => {
            let (holds, rest) = class(glob, name.first().copied(), ignore_case);
            holds && chars_like(&name[1..], rest, ignore_case)
        }
        ['\\', literal, rest @ ..] | [literal, rest @ ..] => {
            let literal = folded(&literal.to_string(), ignore_case);
            let literal: Vec<char> = literal.chars().collect();
            name.starts_with(&literal) && chars_like(&name[literal.len()..], rest, ignore_case)
        }
    }
}

/// Whether a bracket expression holds a character, and what follows it.
fn class(glob: &[char], c: Option<char>, ignore_case: bool) -> (bool, &[char]) {
    let mut at = 1;
    let negated = matches!(glob[at], '!' | '^');
    at += usize::from(negated);
    let (mut holds, mut first) = (false, true);
    while first || glob[at] != ']' {
        first = false;
        let take = |at: &mut usize| {
            *at += usize::from(glob[*at] == '\\');
            *at += 1;
            glob[*at - 1]
        };
        let low = take(&mut at);
        let high = if glob[at] == '-' && glob[at + 1] != ']' {
            at += 1;
            take(&mut at)
        } else {
            low
        };
        let between = |c: char| low <= c && c <= high;
        holds |= c.is_some_and(|c| {
            between(c) || ignore_case && (c.to_lowercase().any(between) || c.to_uppercase().any(between))
        });
    }
    (c.is_some() && holds != negated, &glob[at + 1..])
}

/// A glob with its braces written out.
pub fn braces(glob: &str) -> Vec<String> {
    let chars: Vec<char> = glob.chars().collect();
    let Some(open) = special(&chars, 0, '{') else { return vec![glob.to_owned()] };
    let (mut depth, mut at, mut from) = (0, open + 1, open + 1);
    let mut alternatives: Vec<&[char]> = Vec::new();
    let close = loop {
        match chars[at] {
            '\\' => at += 1,
            '[' => at = class_end(&chars, at),
            '{' => depth += 1,
            '}' if depth == 0 => break at,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                alternatives.push(&chars[from..at]);
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    };
    alternatives.push(&chars[from..close]);
    let text = |part: &[char]| part.iter().collect::<String>();
    alternatives
        .iter()
        .flat_map(|middle| braces(&(text(&chars[..open]) + &text(middle) + &text(&chars[close + 1..]))))
        .collect()
}

/// The place of a special character that is neither escaped nor in brackets.
fn special(chars: &[char], mut at: usize, wanted: char) -> Option<usize> {
    while at < chars.len() {
        match chars[at] {
            c if c == wanted => return Some(at),
            '\\' => at += 1,
            '[' => at = class_end(chars, at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The place of the `]` that ends a bracket expression.
fn class_end(chars: &[char], mut at: usize) -> usize {
    at += 1;
    at += usize::from(matches!(chars[at], '!' | '^'));
    let first = at;
    while at == first || chars[at] != ']' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    at
}

/// Whether a glob holds anything but literal characters.
pub fn is_wild(glob: &str) -> bool {
    let chars: Vec<char> = glob.chars().collect();
    ['*', '?', '[', '{'].iter().any(|c| special_anywhere(&chars, *c))
}

fn special_anywhere(chars: &[char], wanted: char) -> bool {
    let mut at = 0;
    while at < chars.len() {
        if chars[at] == wanted {
            return true;
        }
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    false
}

/// A glob's text for a literal name.
pub fn escaped(name: &str) -> String {
    name.chars().flat_map(|c| if "*?[]{},\\".contains(c) { vec!['\\', c] } else { vec![c] }).collect()
}

/// A literal glob's name.
pub fn unescaped(glob: &str) -> String {
    let mut chars = glob.chars();
    let mut name = String::new();
    while let Some(c) = chars.next() {
        name.push(if c == '\\' { chars.next().expect("an escaped character") } else { c });
    }
    name
}

/// Follows links as the kernel does; what does not exist is appended.
pub fn real(files: &dyn Files, path: &str) -> Result<String, FilesError> {
    let mut todo: Vec<String> = path.split('/').rev().map(str::to_owned).collect();
    let mut at: Vec<String> = Vec::new();
    let mut links = 0;
    while let Some(name) = todo.pop() {
        match name.as_str() {
            "" | "." => continue,
            ".." => {
                at.pop();
                continue;
            }
            _ => at.push(name),
        }
        let here = format!("/{}", at.join("/"));
        if let Entry::Link(target) = files.entry(&here)? {
            links += 1;
            if links > 40 {
                return Err(FilesError("too many links".to_owned()));
            }
            at.pop();
            if target.starts_with('/') {
                at.clear();
            }
            todo.extend(target.split('/').rev().map(str::to_owned));
        }
    }
    Ok(format!("/{}", at.join("/")))
}

/// What stands below a directory, as far as a program goes.
pub struct Found {
    /// The paths.
    pub paths: Vec<String>,
    /// Whether these are all.
    pub complete: bool,
}

/// Goes through a directory. Links below it are things, and are not followed.
pub fn below(files: &dyn Files, dir: &str, walk: &Walk) -> Found {
    let mut found = Found { paths: Vec::new(), complete: true };
    go(files, dir, walk, 1, &mut found);
    found
}

fn go(files: &dyn Files, dir: &str, walk: &Walk, depth: u32, found: &mut Found) {
    if walk.max_depth.is_some_and(|max| depth > max) {
        return;
    }
    let Ok(names) = files.names(dir) else {
        found.complete = false;
        return;
    };
    let any = |globs: &[String], name: &str| globs.iter().any(|glob| like(name, glob, false));
    for name in names {
        let path = if dir == "/" { format!("/{name}") } else { format!("{dir}/{name}") };
        if name.starts_with('.') && !walk.hidden {
            continue;
        }
        match files.entry(&path) {
            Ok(Entry::Dir) if any(&walk.exclude_dir, &name) => {}
            Ok(Entry::Dir) => {
                go(files, &path, walk, depth + 1, found);
                // It is gone through, not touched, where only some names are taken.
                if walk.include.is_empty() || any(&walk.include, &name) {
                    found.paths.push(path);
                }
            }
            Ok(Entry::Missing | Entry::File | Entry::Link(_)) => {
                let included = walk.include.is_empty() || any(&walk.include, &name);
                if included && !any(&walk.exclude, &name) {
                    found.paths.push(path);
                }
            }
            Err(_) => found.complete = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs() {
        for (glob, path, yes) in [
            ("/**/.env", "/.env", true),
            ("/**/.env", "/a/b/.env", true),
            ("/**/.env", "/a/b.env", false),
            ("/a/*", "/a/.x", true),
            ("/a/*", "/a/b/c", false),
            ("/a/**", "/a", true),
            ("/a/{b/c,d}", "/a/b/c", true),
            ("/[!a-c]x", "/dx", true),
            ("/[!a-c]x", "/bx", false),
            ("/[]]", "/]", true),
            (r"/\*", "/*", true),
            (r"/\*", "/a", false),
            ("/{a,b{c,d}}", "/bd", true),
        ] {
            assert_eq!(like(path, glob, false), yes, "{glob} {path}");
        }
        assert!(like("/SRC/x", "/src/X", true));
        assert!(within("/a/b", "/a", false) && !within("/ab", "/a", false) && within("/a", "/a", false));
        assert!(within("/A/\u{e9}", "/a/e\u{301}", true) && !within("/\u{e9}", "/e\u{301}", false));
    }
}
