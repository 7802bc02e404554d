//! Policy files below directories, for commands that work on files rather than on layers.

use std::fs;
use std::path::{Path, PathBuf};

use crate::engine::mistakes::FileMistake;
use crate::engine::read::io_mistake;

/// The ending of a policy file's name.
pub const EXTENSION: &str = "policy";

/// Every policy file that `path` stands for: the file itself, or all below the directory, sorted. Links to directories
/// are not followed; `.git` and `target` are not entered.
pub fn policy_files(path: &Path) -> Result<Vec<PathBuf>, (PathBuf, FileMistake)> {
    let mut files = Vec::new();
    let mut open = vec![path.to_owned()];
    let named = fs::metadata(path).map_err(|e| (path.to_owned(), io_mistake(&e)))?;
    if !named.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).map_err(|e| (dir.clone(), io_mistake(&e)))? {
            let entry = entry.map_err(|e| (dir.clone(), io_mistake(&e)))?;
            let kind = entry.file_type().map_err(|e| (entry.path(), io_mistake(&e)))?;
            if kind.is_dir() {
                if entry.file_name() != ".git" && entry.file_name() != "target" {
                    open.push(entry.path());
                }
            } else if is_policy(&entry.path()) {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Whether a file's name is that of a policy. Hidden files (an editor's, a file manager's) are none.
pub fn is_policy(path: &Path) -> bool {
    let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    !hidden && path.extension().is_some_and(|extension| extension == EXTENSION)
}
