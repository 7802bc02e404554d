//! The chain: each row's hash covers all its columns and, through `previous`, every row before it.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use sha2::{Digest, Sha256};

use crate::store::{Fault, Store};

/// The end of the log: whoever keeps it elsewhere can tell later that nothing before it was changed.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Head {
    /// The last row's number; 0 if there is none.
    pub seq: i64,
    /// The last row's hash: `sha256:` and 64 hex digits.
    pub hash: String,
}

/// What the database keeps of both ends.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    pub(super) seq: i64,
    pub(super) hash: [u8; 32],
    /// The latest time of all rows.
    pub(super) latest: i64,
    /// The row before the first one.
    pub(super) anchor_seq: i64,
    pub(super) anchor_hash: [u8; 32],
}

pub(super) fn ends(connection: &Connection) -> rusqlite::Result<Ends> {
    let mut statement = connection
        .prepare_cached("SELECT seq, hash, latest, anchor_seq, anchor_hash FROM audit_head WHERE id = 1")?;
    statement.query_row([], |row| {
        Ok(Ends {
            seq: row.get(0)?,
            hash: row.get(1)?,
            latest: row.get(2)?,
            anchor_seq: row.get(3)?,
            anchor_hash: row.get(4)?,
        })
    })
}

/// The hash of a row's columns.
///
/// Each is written as its type, its length and its bytes, so that no two rows have the same encoding.
pub(super) fn hash<'a>(cells: impl Iterator<Item = ValueRef<'a>>) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(b"toolgate audit row 1\0");
    for cell in cells {
        match cell {
            ValueRef::Null => hasher.update([0]),
            ValueRef::Integer(number) => {
                hasher.update([1]);
                hasher.update(number.to_be_bytes());
            }
            // None of the columns holds one; a changed row might.
            ValueRef::Real(number) => {
                hasher.update([2]);
                hasher.update(number.to_bits().to_be_bytes());
            }
            ValueRef::Text(bytes) => sized(&mut hasher, 3, bytes),
            ValueRef::Blob(bytes) => sized(&mut hasher, 4, bytes),
        }
    }
    hasher.finalize().into()
}

fn sized(hasher: &mut Sha256, kind: u8, bytes: &[u8]) {
    hasher.update([kind]);
    hasher.update((bytes.len() as u64).to_be_bytes());
    hasher.update(bytes);
}

/// The hash that a stored row should have: of its columns but the last.
pub(super) fn hash_of_row(row: &Row<'_>, columns: usize) -> rusqlite::Result<[u8; 32]> {
    let cells: Vec<ValueRef<'_>> = (0..columns).map(|at| row.get_ref(at)).collect::<rusqlite::Result<_>>()?;
    Ok(hash(cells.into_iter()))
}

impl Store {
    /// The end of the log.
    ///
    /// # Errors
    /// A [`Fault`] if the log can't be read.
    pub fn head(&self) -> Result<Head, Fault> {
        let ends = self.read(ends)?;
        Ok(Head { seq: ends.seq, hash: format!("sha256:{}", super::entry::hex(&ends.hash)) })
    }
}
