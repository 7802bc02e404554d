//! What is below a directory that would be deleted, counted.

use std::fs;
use std::path::PathBuf;

/// Entries that are counted; beyond it the count is "more than".
const MAX: usize = 20_000;

/// `12 files and 3 directories`; none if it can't be looked at.
pub(crate) fn below(dir: &str) -> Option<String> {
    let (mut files, mut dirs) = (0usize, 0usize);
    let mut open = vec![PathBuf::from(dir)];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).ok()? {
            let entry = entry.ok()?;
            // Links are not followed, as deleting does not follow them.
            if entry.file_type().ok()?.is_dir() {
                dirs += 1;
                open.push(entry.path());
            } else {
                files += 1;
            }
            if files + dirs >= MAX {
                return Some(format!("more than {MAX} entries"));
            }
        }
    }
    let plural = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    Some(format!("{} and {}", plural(files, "file", "files"), plural(dirs, "directory", "directories")))
}
