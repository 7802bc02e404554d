//! The file system that a call brings along, for `check`, `explain` and `test`.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Call, Case, Entry, Files, FilesError, FsEntry};

/// A file system of a few entries. Parents of what is listed exist as directories, and so do the call's `root`,
/// `home` and `cwd`.
///
/// ```
/// # use toolgate::engine::CaseFiles;
/// # use toolgate::model::{Call, Entry, Files};
/// let call: Call = serde_json::from_str(r#"{"tool":"t","root":"/p","fs":{"/p/src/a.rs":"file"}}"#)?;
/// let files = CaseFiles::of(&call).expect("the call has a file system");
/// assert_eq!(files.entry("/p/src")?, Entry::Dir);
/// assert_eq!(files.entry("/etc/passwd")?, Entry::Missing);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CaseFiles {
    entries: BTreeMap<String, Entry>,
    children: BTreeMap<String, BTreeSet<String>>,
    case_insensitive: bool,
}

impl CaseFiles {
    /// The file system that the call brings; none if it brings none.
    pub fn of(call: &Call) -> Option<CaseFiles> {
        let listed = call.fs.as_ref()?;
        let mut files = CaseFiles { case_insensitive: call.fs_case_insensitive, ..CaseFiles::default() };
        files.add("/", Entry::Dir);
        for dir in [&call.root, &call.home, &call.cwd].into_iter().flatten() {
            files.add(dir, Entry::Dir);
        }
        for (path, entry) in listed {
            let entry = match entry {
                FsEntry::File => Entry::File,
                FsEntry::Dir => Entry::Dir,
                FsEntry::Link(target) => Entry::Link(target.clone()),
            };
            files.add(path, entry);
        }
        Some(files)
    }

    /// Adds an entry and its parents. A later entry takes the place of an earlier one; a parent never does.
    fn add(&mut self, path: &str, entry: Entry) {
        let segments: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        let mut at = String::new();
        for (depth, segment) in segments.iter().enumerate() {
            let parent = if at.is_empty() { "/".to_owned() } else { at.clone() };
            self.children.entry(self.key(&parent)).or_default().insert((*segment).to_owned());
            at.push('/');
            at.push_str(segment);
            let key = self.key(&at);
            if depth + 1 == segments.len() {
                self.entries.insert(key, entry.clone());
            } else {
                self.entries.entry(key).or_insert(Entry::Dir);
            }
        }
        if segments.is_empty() {
            self.entries.insert("/".to_owned(), Entry::Dir);
        }
    }

    fn key(&self, path: &str) -> String {
        let trimmed = path.trim_end_matches('/');
        let path = if trimmed.is_empty() { "/" } else { trimmed };
        if self.case_insensitive { path.to_lowercase() } else { path.to_owned() }
    }
}

impl Files for CaseFiles {
    fn entry(&self, path: &str) -> Result<Entry, FilesError> {
        Ok(self.entries.get(&self.key(path)).cloned().unwrap_or(Entry::Missing))
    }

    fn names(&self, dir: &str) -> Result<Vec<String>, FilesError> {
        let key = self.key(dir);
        match self.entries.get(&key) {
            Some(Entry::Dir) => Ok(self.children.get(&key).into_iter().flatten().cloned().collect()),
            Some(_) => Err(FilesError(format!("`{dir}` is no directory"))),
            None => Err(FilesError(format!("`{dir}` does not exist"))),
        }
    }

    fn case(&self, _dir: &str) -> Case {
        if self.case_insensitive { Case::Insensitive } else { Case::Sensitive }
    }
}
