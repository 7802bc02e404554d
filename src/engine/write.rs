//! Writing a file whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Puts `text` in the place of a file's content: the new file is written beside it, with the same permissions, and takes its
/// name at the end. Whoever reads meanwhile finds the old text or the new one. A link is followed: its target is replaced.
pub fn replace_file(path: &Path, text: &str) -> io::Result<()> {
    let real = fs::canonicalize(path)?;
    let permissions = fs::metadata(&real)?.permissions();
    let (mut file, beside) = create_beside(&real)?;
    let written = (|| {
        file.write_all(text.as_bytes())?;
        file.set_permissions(permissions)?;
        file.sync_all()?;
        fs::rename(&beside, &real)
    })();
    if written.is_err() {
        // The first error says what is wrong; a rest that can't be removed is no second one.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// A new file in the same directory, under a name that no policy has.
fn create_beside(real: &Path) -> io::Result<(File, PathBuf)> {
    const TRIES: u32 = 100;
    let name = real.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for number in 0..TRIES {
        let beside = real.with_file_name(format!(".{name}.{}-{number}.new", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((file, beside)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::new(io::ErrorKind::AlreadyExists, "every name for the new file is taken"))
}
