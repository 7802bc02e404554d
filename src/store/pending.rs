//! Requests that wait for a person at another terminal. Each is answered once, and its answer is taken once.

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use crate::store::{Fault, Store};

/// A question that waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The session that it comes from.
    pub session: Option<String>,
    /// What is asked, as the gate writes it.
    pub request: String,
    /// When it ends unanswered: milliseconds since 1970.
    pub expires: i64,
}

/// A question in the store.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pending {
    /// Its number; never used again.
    pub id: i64,
    /// The session that it comes from.
    pub session: Option<String>,
    /// What is asked.
    pub request: String,
    /// When it was asked.
    pub made: i64,
    /// When it ends.
    pub expires: i64,
}

/// What became of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// Nobody has answered yet.
    Waiting,
    /// Someone agreed. The question is gone: this answer counts for one call.
    Granted {
        /// Who.
        person: String,
    },
    /// Someone refused. The question is gone.
    Refused {
        /// Who.
        person: String,
    },
    /// It ended unanswered, was taken already, or never was.
    Gone,
}

impl Store {
    /// Asks; the question's number.
    ///
    /// # Errors
    /// A [`Fault`]: nobody will see it.
    pub fn ask(&self, request: &Request) -> Result<i64, Fault> {
        let now = self.now();
        self.write(|transaction| {
            transaction
                .prepare_cached("INSERT INTO pending (session, request, made, expires) VALUES (?, ?, ?, ?)")?
                .execute(params![request.session, request.request, now, request.expires])?;
            Ok(transaction.last_insert_rowid())
        })
    }

    /// The questions that wait now, the oldest first.
    ///
    /// # Errors
    /// A [`Fault`] if they can't be read.
    pub fn pending(&self) -> Result<Vec<Pending>, Fault> {
        let now = self.now();
        self.read(|connection| {
            let sql = "SELECT id, session, request, made, expires FROM pending WHERE granted IS NULL AND expires > ? ORDER BY id";
            connection.prepare_cached(sql)?.query_map([now], pending)?.collect()
        })
    }

    /// Answers a question; whether it still waited. A second answer changes nothing.
    ///
    /// # Errors
    /// A [`Fault`]: it was not answered.
    pub fn answer(&self, id: i64, granted: bool, person: &str) -> Result<bool, Fault> {
        let now = self.now();
        self.write(|transaction| {
            let changed = transaction.execute(
                "UPDATE pending SET granted = ?, person = ?, answered = ? WHERE id = ? AND granted IS NULL AND expires > ?",
                params![granted, person, now, id, now],
            )?;
            Ok(changed > 0)
        })
    }

    /// Takes a question's answer. Of all that try, one gets it. A consent that nobody took before the question ended is
    /// gone with it.
    ///
    /// # Errors
    /// A [`Fault`]: there is no answer.
    pub fn take(&self, id: i64) -> Result<Taken, Fault> {
        let now = self.now();
        // Mostly there is no answer yet: looked up without a lock.
        let answered = self.read(|connection| {
            connection
                .prepare_cached("SELECT granted IS NOT NULL OR expires <= ? FROM pending WHERE id = ?")?
                .query_row(params![now, id], |row| row.get::<_, bool>(0))
                .optional()
        })?;
        match answered {
            None => return Ok(Taken::Gone),
            Some(false) => return Ok(Taken::Waiting),
            Some(true) => {}
        }
        let taken = self.write(|transaction| {
            transaction
                .query_row(
                    "DELETE FROM pending WHERE id = ? RETURNING granted, person, expires",
                    [id],
                    |row| {
                        Ok((
                            row.get::<_, Option<bool>>(0)?,
                            row.get::<_, Option<String>>(1)?,
                            row.get::<_, i64>(2)?,
                        ))
                    },
                )
                .optional()
        })?;
        Ok(match taken {
            Some((Some(true), Some(person), expires)) if expires > now => Taken::Granted { person },
            Some((Some(false), Some(person), _)) => Taken::Refused { person },
            _ => Taken::Gone,
        })
    }

    /// Drops the questions that have ended; how many.
    ///
    /// # Errors
    /// A [`Fault`]: they are still there, and still can't be answered.
    pub fn expire_pending(&self) -> Result<usize, Fault> {
        let now = self.now();
        self.write(|transaction| transaction.execute("DELETE FROM pending WHERE expires <= ?", [now]))
    }
}

fn pending(row: &Row<'_>) -> rusqlite::Result<Pending> {
    Ok(Pending {
        id: row.get(0)?,
        session: row.get(1)?,
        request: row.get(2)?,
        made: row.get(3)?,
        expires: row.get(4)?,
    })
}
