//! Where a path leads.

use crate::model::{Budget, Entry, Files, FilesError};

/// Links that the kernel follows in one path before it gives up (`path_resolution(7)`: 40 on Linux).
const MAX_LINKS: usize = 40;
/// The longest path that a kernel takes (`PATH_MAX`).
const MAX_LENGTH: usize = 4096;

/// The absolute path with `.`, `..` and `//` resolved by text alone. `cwd` is absolute.
///
/// ```
/// # use toolgate::matchers::follow::written;
/// assert_eq!(written("../b//c/.", "/srv/a"), "/srv/b/c");
/// assert_eq!(written("/../..", "/srv"), "/");
/// ```
pub fn written(path: &str, cwd: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let base = if path.starts_with('/') { "" } else { cwd };
    for part in base.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    absolute(&parts)
}

fn absolute(parts: &[&str]) -> String {
    let mut path = String::with_capacity(parts.iter().map(|part| part.len() + 1).sum::<usize>().max(1));
    for part in parts {
        path.push('/');
        path.push_str(part);
    }
    if path.is_empty() { "/".to_owned() } else { path }
}

/// The path that the kernel finds: one part at a time, a link replaced by its target *before* a later `..` is taken; from
/// the first part that does not exist on, the rest is appended. `path` is absolute. `follow_last` says whether a link
/// in the last part is followed.
///
/// # Errors
///
/// When the file system can't say, or the path leads where only the process that opens it can know (`/proc/self/cwd`,
/// `/dev/fd/3`), or in a circle.
pub fn real(path: &str, follow_last: bool, files: &dyn Files, budget: &Budget) -> Result<String, FilesError> {
    if path.contains('\0') {
        return Err(FilesError("a path with a NUL byte".to_owned()));
    }
    if path.len() > MAX_LENGTH {
        return Err(FilesError(format!("a path of more than {MAX_LENGTH} bytes")));
    }
    let follow_last = follow_last || path.ends_with('/') || path.ends_with("/.");
    let mut todo: Vec<String> = path.split('/').rev().map(str::to_owned).collect();
    let mut here: Vec<String> = Vec::new();
    let mut links = 0;
    let mut missing = false;
    while let Some(part) = todo.pop() {
        match part.as_str() {
            "" | "." => continue,
            ".." => {
                // Below what does not exist there is nothing to go up from; the kernel would stop. By text it leads
                // back into what exists, and from there on is looked at again.
                here.pop();
                missing = false;
                continue;
            }
            _ => {}
        }
        here.push(part);
        let now = absolute(&here.iter().map(String::as_str).collect::<Vec<_>>());
        if let Some(found) = process_link(&now) {
            match found {
                ProcessLink::Root => here.clear(),
                ProcessLink::Unknown => {
                    return Err(FilesError(format!("`{now}` leads where only the running process knows")));
                }
            }
            continue;
        }
        let last = todo.iter().all(|rest| rest.is_empty() || rest == ".");
        if missing || (last && !follow_last) {
            continue;
        }
        if !budget.spend(1) {
            return Err(FilesError("the decision costs more than it may".to_owned()));
        }
        match files.entry(&now)? {
            Entry::Missing => missing = true,
            Entry::File | Entry::Dir => {}
            Entry::Link(target) => {
                links += 1;
                if links > MAX_LINKS {
                    return Err(FilesError(format!("`{path}` goes through more than {MAX_LINKS} links")));
                }
                if target.starts_with('/') {
                    here.clear();
                } else {
                    here.pop();
                }
                if todo.iter().map(String::len).sum::<usize>() + target.len() > MAX_LENGTH {
                    return Err(FilesError(format!(
                        "`{path}` leads to a path of more than {MAX_LENGTH} bytes"
                    )));
                }
                todo.extend(target.split('/').rev().map(str::to_owned));
            }
        }
    }
    Ok(absolute(&here.iter().map(String::as_str).collect::<Vec<_>>()))
}

enum ProcessLink {
    Root,
    Unknown,
}

/// The links of `proc(5)` that differ from process to process.
fn process_link(path: &str) -> Option<ProcessLink> {
    if path.starts_with("/dev/fd/") {
        return Some(ProcessLink::Unknown);
    }
    let rest = path.strip_prefix("/proc/")?;
    let mut parts = rest.split('/');
    let who = parts.next()?;
    if who != "self" && who != "thread-self" && !who.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut what = parts.next()?;
    if what == "task" {
        parts.next()?;
        what = parts.next()?;
    }
    match (what, parts.next()) {
        ("root", None) => Some(ProcessLink::Root),
        ("cwd" | "exe", None) => Some(ProcessLink::Unknown),
        ("fd" | "map_files", Some(_)) => Some(ProcessLink::Unknown),
        _ => None,
    }
}

/// The rest of a path that is `base` or lies in it, by whole segments; without a `/` before it.
///
/// ```
/// # use toolgate::matchers::follow::inside;
/// assert_eq!(inside("/data/allowed", "/data/allowed/a/b"), Some("a/b"));
/// assert_eq!(inside("/data/allowed", "/data/allowed-evil"), None);
/// ```
pub fn inside<'a>(base: &str, path: &'a str) -> Option<&'a str> {
    let rest = path.strip_prefix(base.trim_end_matches('/'))?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}
