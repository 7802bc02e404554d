//! The machine's own file system.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::model::{Case, Entry, Files, FilesError};

/// The file system of this machine, as it is now. What it says can change before the call runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn entry(&self, path: &str) -> Result<Entry, FilesError> {
        let meta = match fs::symlink_metadata(path) {
            Ok(meta) => meta,
            // A file where a directory is expected: nothing can stand below it.
            Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(Entry::Missing);
            }
            Err(e) => return Err(failed(path, &e)),
        };
        if meta.is_dir() {
            return Ok(Entry::Dir);
        }
        if !meta.file_type().is_symlink() {
            return Ok(Entry::File);
        }
        let target = fs::read_link(path).map_err(|e| failed(path, &e))?;
        match target.into_os_string().into_string() {
            Ok(text) => Ok(Entry::Link(text)),
            Err(_) => Err(FilesError(format!("the link `{path}` leads to a name that is not UTF-8"))),
        }
    }

    fn names(&self, dir: &str) -> Result<Vec<String>, FilesError> {
        Ok(self.list(dir)?.into_iter().map(|(name, _)| name).collect())
    }

    /// The kinds come with the names, so no entry is asked by itself.
    fn list(&self, dir: &str) -> Result<Vec<(String, bool)>, FilesError> {
        let mut names = Vec::new();
        for entry in fs::read_dir(dir).map_err(|e| failed(dir, &e))? {
            let entry = entry.map_err(|e| failed(dir, &e))?;
            let is_dir = entry.file_type().map_err(|e| failed(dir, &e))?.is_dir();
            let name = entry
                .file_name()
                .into_string()
                .map_err(|_| FilesError(format!("`{dir}` holds a name that is not UTF-8")))?;
            names.push((name, is_dir));
        }
        Ok(names)
    }

    /// Asks whether the directory can be reached by its own name in another case. Where it has no letters, its
    /// parents are asked.
    fn case(&self, dir: &str) -> Case {
        let mut at = Path::new(dir);
        loop {
            if let Some(case) = case_of(at) {
                return case;
            }
            match at.parent() {
                Some(parent) => at = parent,
                None => return Case::Unknown,
            }
        }
    }
}

fn failed(path: &str, error: &std::io::Error) -> FilesError {
    FilesError(format!("`{path}`: {error}"))
}

/// Whether `path`'s last name, its case swapped, is the same directory; none when it has no letter or is missing.
fn case_of(path: &Path) -> Option<Case> {
    let name = path.file_name()?.to_str()?;
    let swapped: String = name
        .chars()
        .map(|c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
        .collect();
    if swapped == name {
        return None;
    }
    let own = fs::symlink_metadata(path).ok()?;
    Some(match fs::symlink_metadata(path.with_file_name(&swapped)) {
        Ok(other) if same_file(&own, &other) => Case::Insensitive,
        Ok(_) => Case::Sensitive,
        Err(e) if e.kind() == ErrorKind::NotFound => Case::Sensitive,
        Err(_) => Case::Unknown,
    })
}

#[cfg(unix)]
fn same_file(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.ino() == other.ino() && one.dev() == other.dev()
}

/// Without a file's identity any answer of the file system for the other spelling counts as the same file.
#[cfg(not(unix))]
fn same_file(_one: &fs::Metadata, _other: &fs::Metadata) -> bool {
    true
}
