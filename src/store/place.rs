//! Where data lives, and that its owner alone can reach it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::store::Fault;

/// The directory of toolgate's data: `TOOLGATE_DATA`, else `$XDG_DATA_HOME/toolgate`, else `~/.local/share/toolgate`.
///
/// `variable` gives environment variables; a program hands in `|name| std::env::var_os(name)`. Relative paths do not count, as
/// the XDG base directory specification has it: they would make the place depend on the agent's directory.
///
/// ```
/// # use toolgate::store::data_directory;
/// let home = |name: &str| (name == "HOME").then(|| "/home/dev".into());
/// assert_eq!(data_directory(home), Ok("/home/dev/.local/share/toolgate".into()));
/// ```
///
/// # Errors
/// [`Fault::NoPlace`] if no variable names an absolute path.
pub fn data_directory(variable: impl Fn(&str) -> Option<OsString>) -> Result<PathBuf, Fault> {
    let path = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    path("TOOLGATE_DATA")
        .or_else(|| path("XDG_DATA_HOME").map(|base| base.join("toolgate")))
        .or_else(|| path("HOME").map(|home| home.join(".local/share/toolgate")))
        .ok_or(Fault::NoPlace)
}

/// Makes the directory if it is missing, and takes others' rights to it away.
pub(super) fn own_directory(path: &Path) -> Result<(), Fault> {
    let unwritable = |error: io::Error| Fault::ReadOnly { path: path.to_owned(), detail: error.to_string() };
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => close_to_others(path, &meta, 0o700),
        Ok(_) => Err(Fault::ReadOnly { path: path.to_owned(), detail: "it is not a directory".into() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut builder = fs::DirBuilder::new();
            builder.recursive(true);
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.create(path).map_err(unwritable)
        }
        Err(error) => Err(unwritable(error)),
    }
}

/// Takes others' rights to a file away.
pub(super) fn own_file(path: &Path) -> Result<(), Fault> {
    let meta = fs::metadata(path)
        .map_err(|error| Fault::ReadOnly { path: path.to_owned(), detail: error.to_string() })?;
    close_to_others(path, &meta, 0o600)
}

#[cfg(unix)]
fn close_to_others(path: &Path, meta: &fs::Metadata, mode: u32) -> Result<(), Fault> {
    use std::os::unix::fs::PermissionsExt;
    if meta.permissions().mode() & 0o077 == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
        .map_err(|error| Fault::Exposed { path: path.to_owned(), detail: error.to_string() })
}

/// Other systems give a user's data directory to that user alone.
#[cfg(not(unix))]
fn close_to_others(_path: &Path, _meta: &fs::Metadata, _mode: u32) -> Result<(), Fault> {
    Ok(())
}

/// A new empty file that its owner alone can read; it must not exist.
pub(super) fn create_file(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
