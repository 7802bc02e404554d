//! What can go wrong with the store. Each is a deny for whoever waits for a decision.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use rusqlite::ffi;

/// Why the store could not do what was asked. Nothing of it was done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Nothing has been stored yet.
    #[error("there is no toolgate data in `{0}`")]
    Missing(PathBuf),
    /// Neither `XDG_DATA_HOME` nor `HOME` says where data lives.
    #[error(
        "cannot tell where toolgate's data lives: neither TOOLGATE_DATA, XDG_DATA_HOME nor HOME is an absolute path"
    )]
    NoPlace,
    /// No room left: on the disk, under a quota or a limit of the process.
    #[error("cannot write `{path}`: no room is left ({detail})")]
    Full {
        /// The database.
        path: PathBuf,
        /// What the system says.
        detail: String,
    },
    /// The directory or the file may not be written.
    #[error("cannot write `{path}`: {detail}")]
    ReadOnly {
        /// What can't be written.
        path: PathBuf,
        /// What the system says.
        detail: String,
    },
    /// Others than the owner may enter the directory or read the file, and that can't be changed.
    #[error("`{path}` is open to others than its owner, and that can't be changed: {detail}")]
    Exposed {
        /// The directory or file.
        path: PathBuf,
        /// What the system says.
        detail: String,
    },
    /// Someone else kept the database locked for longer than the time-out.
    #[error("`{path}` stayed locked by another process for {waited_ms} ms")]
    Locked {
        /// The database.
        path: PathBuf,
        /// How long it was waited for.
        waited_ms: u64,
    },
    /// The file is damaged, and has been set aside.
    #[error("`{path}` is damaged ({detail}) and was set aside as `{aside}`")]
    Corrupt {
        /// The database.
        path: PathBuf,
        /// Where it is now.
        aside: PathBuf,
        /// What is wrong with it.
        detail: String,
    },
    /// A damaged file is still where it was set aside.
    #[error("a damaged database was set aside as `{aside}`, and nobody has looked after it yet")]
    SetAside {
        /// Where it is.
        aside: PathBuf,
    },
    /// The file is damaged, and setting it aside failed too.
    #[error("`{path}` is damaged ({detail}) and could not be set aside: {aside}")]
    CorruptInPlace {
        /// The database.
        path: PathBuf,
        /// What is wrong with it.
        detail: String,
        /// Why it is still there.
        aside: String,
    },
    /// Written by a later program.
    #[error("`{path}` has version {found}; this toolgate knows versions up to {known}")]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The greatest version that this program knows.
        known: i64,
    },
    /// A value is larger than a row may be.
    #[error("the record has {bytes} bytes; at most {limit} can be logged")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// A stored value is none that this program writes.
    #[error("row {seq} of the log holds `{value}` as its {column}, which toolgate never writes")]
    Foreign {
        /// The row.
        seq: i64,
        /// The column.
        column: &'static str,
        /// What it holds.
        value: String,
    },
    /// Anything else that the system or SQLite reports.
    #[error("cannot use `{path}`: {detail}")]
    Other {
        /// The database.
        path: PathBuf,
        /// What they say.
        detail: String,
    },
}

impl Fault {
    /// What a person can do about it.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Fault::Missing(_) => "nothing has been decided with `toolgate gate` yet; TOOLGATE_DATA or --data names another directory".into(),
            Fault::NoPlace => "set TOOLGATE_DATA to an absolute path".into(),
            Fault::Full { .. } => "free some room; calls are refused until decisions can be recorded again. `toolgate audit prune` drops old rows".into(),
            Fault::ReadOnly { path, .. } => format!("make `{}` writable for this user, or set TOOLGATE_DATA", path.display()),
            Fault::Exposed { path, .. } => format!("`chmod go= {}` as its owner, or set TOOLGATE_DATA", path.display()),
            Fault::Locked { .. } => "another process holds a transaction open: a backup, an sqlite3 shell, a stopped toolgate; end it and try again".into(),
            Fault::Corrupt { aside, .. } | Fault::SetAside { aside } => format!(
                "every call is refused until a person has looked: to go on from a backup, put it in place of the database; then move `{}` and the files beside it out of that directory. Without a backup a new log begins, and remembered answers and marks of sessions are gone",
                aside.display()
            ),
            Fault::CorruptInPlace { path, .. } => format!("move `{}` out of its directory by hand", path.display()),
            Fault::Newer { .. } => "use the newer toolgate; its data can't be read by this one".into(),
            Fault::TooLarge { .. } => "the call is refused".into(),
            Fault::Foreign { .. } => "`toolgate audit verify` says which rows were changed".into(),
            Fault::Other { .. } => return None,
        })
    }

    /// What SQLite's error means for the database at `path`. `None` if it is damaged: the caller sets it aside.
    pub(super) fn of(error: &rusqlite::Error, path: &Path, waited_ms: u64) -> Option<Fault> {
        let path = path.to_owned();
        let detail = error.to_string();
        let rusqlite::Error::SqliteFailure(sqlite, _) = error else {
            return Some(Fault::Other { path, detail });
        };
        Some(match sqlite.code {
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => return None,
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Fault::Locked { path, waited_ms },
            ErrorCode::DiskFull => Fault::Full { path, detail },
            ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen => {
                Fault::ReadOnly { path, detail }
            }
            // A quota or a limit on the size of files is no full disk to SQLite.
            ErrorCode::SystemIoFailure if writes(sqlite.extended_code) => Fault::Full { path, detail },
            ErrorCode::TooBig => Fault::TooLarge { bytes: 0, limit: super::audit::MAX_RECORD_BYTES },
            _ => Fault::Other { path, detail },
        })
    }
}

fn writes(code: i32) -> bool {
    [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_IOERR_TRUNCATE, ffi::SQLITE_IOERR_SHMSIZE]
        .contains(&code)
}
