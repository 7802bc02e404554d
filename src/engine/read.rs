//! Reading a policy file: size before text, and everything wrong with it said at its place.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::engine::mistakes::FileMistake;

/// The most bytes that one policy file may have: 1 MiB.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// What is wrong with a file, and the bytes of its (lossy) text where that shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// What is wrong.
    pub mistake: FileMistake,
    /// The text, as far as it can be shown; empty if there is none.
    pub text: String,
    /// The bytes of `text` to point at.
    pub at: std::ops::Range<usize>,
}

impl From<FileMistake> for ReadError {
    fn from(mistake: FileMistake) -> ReadError {
        ReadError { mistake, text: String::new(), at: 0..0 }
    }
}

/// How strictly a text is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnds {
    /// A carriage return or a byte order mark is an error.
    Strict,
    /// They are taken away: for `fmt`, which mends them.
    Mend,
}

/// Reads a policy file.
pub fn read_policy(path: &Path, line_ends: LineEnds) -> Result<String, ReadError> {
    let bytes = read_limited(path, MAX_FILE_BYTES)?;
    policy_text(bytes, line_ends)
}

/// Reads a regular file of at most `limit` bytes; never more than one byte above the limit is read.
pub fn read_limited(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    // Asked before opening: opening a pipe waits for its writer.
    check_regular(&fs::metadata(path).map_err(|e| io_mistake(&e))?, limit)?;
    let file = File::open(path).map_err(|e| io_mistake(&e))?;
    check_regular(&file.metadata().map_err(|e| io_mistake(&e))?, limit)?;
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|e| io_mistake(&e))?;
    if bytes.len() as u64 > limit {
        return Err(FileMistake::TooLarge { limit }.into());
    }
    Ok(bytes)
}

fn check_regular(meta: &fs::Metadata, limit: u64) -> Result<(), ReadError> {
    if meta.is_dir() {
        return Err(FileMistake::Directory.into());
    }
    if !meta.is_file() {
        return Err(FileMistake::Special.into());
    }
    if meta.len() > limit {
        return Err(FileMistake::TooLarge { limit }.into());
    }
    Ok(())
}

/// The system's refusal as a mistake.
pub fn io_mistake(error: &io::Error) -> FileMistake {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => FileMistake::Missing,
        ErrorKind::PermissionDenied => FileMistake::CannotRead("permission denied".into()),
        _ => FileMistake::CannotRead(error.to_string()),
    }
}

/// The text of a policy's bytes.
pub fn policy_text(bytes: Vec<u8>, line_ends: LineEnds) -> Result<String, ReadError> {
    if let Some(at) = bytes.iter().position(|b| *b == 0) {
        return Err(in_bytes(FileMistake::Binary, &bytes, at));
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            return Err(in_bytes(FileMistake::NotUtf8, error.as_bytes(), at));
        }
    };
    let text = match line_ends {
        LineEnds::Strict => strict_text(text)?,
        LineEnds::Mend => text.trim_start_matches('\u{feff}').replace("\r\n", "\n"),
    };
    if text.trim().is_empty() {
        return Err(FileMistake::Empty.into());
    }
    Ok(text)
}

fn strict_text(text: String) -> Result<String, ReadError> {
    if text.starts_with('\u{feff}') {
        let at = 0..'\u{feff}'.len_utf8();
        return Err(ReadError { mistake: FileMistake::ByteOrderMark, text, at });
    }
    if let Some(at) = text.find('\r') {
        return Err(ReadError { mistake: FileMistake::CarriageReturn, text, at: at..at + 1 });
    }
    Ok(text)
}

/// A mistake at a byte of what is no text: the lines around it are shown with replacement characters.
fn in_bytes(mistake: FileMistake, bytes: &[u8], at: usize) -> ReadError {
    let before = String::from_utf8_lossy(bytes.get(..at).unwrap_or_default());
    let after = String::from_utf8_lossy(bytes.get(at..).unwrap_or_default());
    let first = after.chars().next().map_or(0, char::len_utf8);
    let range = before.len()..before.len() + first;
    ReadError { mistake, text: format!("{before}{after}"), at: range }
}
