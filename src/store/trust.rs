//! Which projects' policies a person has trusted, and in which state (language, section 8).

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use crate::store::{Fault, Store};

/// A project's trust.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Trusted {
    /// The project's root.
    pub root: String,
    /// Digest of all that was trusted; with any other the project is not trusted.
    pub digest: String,
    /// Who trusted it.
    pub person: String,
    /// When: milliseconds since 1970.
    pub made: i64,
}

impl Store {
    /// Trusts a project's policies in this state, and in no other from now on.
    ///
    /// # Errors
    /// A [`Fault`]: nothing has changed.
    pub fn trust(&self, root: &str, digest: &str, person: &str) -> Result<(), Fault> {
        let now = self.now();
        self.write(|transaction| {
            transaction
                .execute(
                    "INSERT OR REPLACE INTO trust VALUES (?, ?, ?, ?)",
                    params![root, digest, person, now],
                )
                .map(drop)
        })
    }

    /// What is trusted of this project.
    ///
    /// # Errors
    /// A [`Fault`]: it is not known to be trusted.
    pub fn trusted(&self, root: &str) -> Result<Option<Trusted>, Fault> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT root, digest, person, made FROM trust WHERE root = ?")?
                .query_row([root], trusted)
                .optional()
        })
    }

    /// Every project with trust, sorted.
    ///
    /// # Errors
    /// A [`Fault`] if they can't be read.
    pub fn all_trusted(&self) -> Result<Vec<Trusted>, Fault> {
        self.read(|connection| {
            connection
                .prepare_cached("SELECT root, digest, person, made FROM trust ORDER BY root")?
                .query_map([], trusted)?
                .collect()
        })
    }

    /// Takes a project's trust away; whether it had any.
    ///
    /// # Errors
    /// A [`Fault`]: nothing has changed.
    pub fn distrust(&self, root: &str) -> Result<bool, Fault> {
        self.write(|transaction| Ok(transaction.execute("DELETE FROM trust WHERE root = ?", [root])? > 0))
    }
}

fn trusted(row: &Row<'_>) -> rusqlite::Result<Trusted> {
    Ok(Trusted { root: row.get(0)?, digest: row.get(1)?, person: row.get(2)?, made: row.get(3)? })
}
