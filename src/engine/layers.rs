//! Layers before they are resolved: what they are made of, and reading it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::engine::library::Shelves;
use crate::engine::mistakes::FileMistake;
use crate::engine::permissions::{self, Place};
use crate::engine::read::io_mistake;
use crate::engine::walk::is_policy;
use crate::policy::typed::LayerKind;
use crate::policy::{File, LayerFiles};

/// The most entries that a layer's directory may have.
const MAX_ENTRIES: usize = 10_000;

/// One layer, as it is asked for.
#[derive(Clone, Debug)]
pub struct LayerInput {
    /// Which layer it is.
    pub kind: LayerKind,
    /// For people: `managed`, `user`, `project`, `project/sub`, `program`.
    pub name: String,
    /// Whether a person trusts it. An untrusted layer can refuse and nothing else.
    pub trusted: bool,
    /// Its pieces.
    pub pieces: Vec<Piece>,
}

/// A piece of a layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A directory of `.policy` files (those below its directories are read where they are used), or one file.
    Path(PathBuf),
    /// A file of program profiles, or a directory of such `.toml` files.
    Profiles(PathBuf),
    /// A text with a name.
    Text {
        /// The name that people see.
        name: String,
        /// The policy.
        text: String,
    },
}

/// Reads and parses the files of a layer. What can't be read becomes a file with a mistake.
pub(crate) fn read(input: &LayerInput, shelves: &Shelves) -> LayerFiles {
    let mut files = Vec::new();
    for piece in &input.pieces {
        match piece {
            Piece::Text { name, text } => files.push(shelves.text(name, text)),
            Piece::Path(path) => read_path(path, input.trusted, shelves, &mut files),
            // Read by `programs`.
            Piece::Profiles(_) => {}
        }
    }
    LayerFiles { kind: input.kind, name: input.name.clone(), trusted: input.trusted, files }
}

fn read_path(path: &Path, trusted: bool, shelves: &Shelves, files: &mut Vec<Arc<File>>) {
    let meta = match fs::metadata(path) {
        Ok(meta) => meta,
        Err(error) => return files.push(shelves.broken(path, io_mistake(&error).into())),
    };
    if !meta.is_dir() {
        return files.push(shelves.disk(path, parent(path).as_ref(), Place::Around));
    }
    match directory(path, &meta) {
        Ok(listed) => {
            let root = fs::canonicalize(path).ok().map(Arc::from);
            for file in listed {
                files.push(match leads_out(&file, root.as_deref(), trusted) {
                    None => shelves.disk(&file, root.as_ref(), Place::Itself),
                    Some(mistake) => shelves.broken(&file, mistake.into()),
                });
            }
        }
        Err(mistake) => files.push(shelves.broken(path, mistake.into())),
    }
}

fn parent(file: &Path) -> Option<Arc<Path>> {
    Some(fs::canonicalize(file).ok()?.parent()?.into())
}

/// Directories directly below a layer's that hold policies, none of which was read. Those that can't be looked at are none:
/// this is a hint, and decides nothing.
pub(crate) fn unread(input: &LayerInput, shelves: &Shelves) -> Vec<PathBuf> {
    let mut unread = Vec::new();
    for piece in &input.pieces {
        let Piece::Path(path) = piece else { continue };
        for entry in fs::read_dir(path).into_iter().flatten().flatten().take(MAX_ENTRIES) {
            let below = entry.path();
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if hidden || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                continue;
            }
            let mut policies = fs::read_dir(&below).into_iter().flatten().flatten().take(MAX_ENTRIES);
            if policies.any(|entry| is_policy(&entry.path())) && !shelves.has_below(&below) {
                unread.push(below);
            }
        }
    }
    unread.sort();
    unread
}

/// The policy files of a directory, sorted by name.
fn directory(path: &Path, meta: &fs::Metadata) -> Result<Vec<PathBuf>, FileMistake> {
    permissions::check(meta, Place::Itself)?;
    let listed = entries(path, &is_policy)?;
    if listed.is_empty() { Err(FileMistake::NoPolicies) } else { Ok(listed) }
}

/// The files of a directory that are wanted, sorted by name, if nobody else may write there.
pub(crate) fn listed(path: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>, FileMistake> {
    permissions::check(&fs::metadata(path).map_err(|e| io_mistake(&e))?, Place::Itself)?;
    entries(path, wanted)
}

fn entries(path: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>, FileMistake> {
    let mut listed = Vec::new();
    for (count, entry) in fs::read_dir(path).map_err(|e| io_mistake(&e))?.enumerate() {
        if count == MAX_ENTRIES {
            return Err(FileMistake::TooMany { limit: "10,000 entries" });
        }
        let entry = entry.map_err(|e| io_mistake(&e))?;
        if wanted(&entry.path()) {
            listed.push(entry.path());
        }
    }
    listed.sort();
    Ok(listed)
}

/// A link that leads out of an untrusted layer is not opened: what it leads to would show in an error.
fn leads_out(file: &Path, root: Option<&Path>, trusted: bool) -> Option<FileMistake> {
    if trusted {
        return None;
    }
    let real = fs::canonicalize(file).map_err(|e| io_mistake(&e));
    match (real, root) {
        (Err(mistake), _) => Some(mistake),
        (Ok(real), Some(root)) if real.starts_with(root) => None,
        (Ok(_), root) => {
            Some(FileMistake::Outside { directory: root.unwrap_or(Path::new("")).display().to_string() })
        }
    }
}
