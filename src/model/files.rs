//! What the engine asks of a file system. The core does no other input or output.

/// What stands at a path, links not followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Nothing.
    Missing,
    /// A file, or anything that is neither a directory nor a link.
    File,
    /// A directory.
    Dir,
    /// A symbolic link with this target text.
    Link(String),
}

/// Whether names that differ only in case or Unicode form are the same file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Case {
    /// They are different files.
    Sensitive,
    /// They are the same file.
    Insensitive,
    /// The file system can't say.
    Unknown,
}

/// The file system could not answer (no permission, a loop, an error of the device, a name that is not UTF-8).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct FilesError(pub String);

/// A file system, as far as deciding needs one. Paths are absolute and `/`-separated.
pub trait Files {
    /// What stands at `path`, without following a link in its last part.
    fn entry(&self, path: &str) -> Result<Entry, FilesError>;

    /// The names in a directory, in any order, without `.` and `..`.
    fn names(&self, dir: &str) -> Result<Vec<String>, FilesError>;

    /// The names in a directory, each with whether it is a directory itself; a link is none.
    fn list(&self, dir: &str) -> Result<Vec<(String, bool)>, FilesError> {
        let of = |name: String| {
            let path = if dir == "/" { format!("/{name}") } else { format!("{dir}/{name}") };
            Ok((name, matches!(self.entry(&path)?, Entry::Dir)))
        };
        self.names(dir)?.into_iter().map(of).collect()
    }

    /// How names are compared in this directory.
    fn case(&self, dir: &str) -> Case;
}
