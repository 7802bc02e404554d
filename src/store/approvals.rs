//! Remembered answers (language, section 9). What a key stands for, the gate knows.

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use crate::store::{Fault, Store};

/// How far an answer reaches.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "scope", content = "place")]
pub enum Scope {
    /// This session.
    Session(String),
    /// The project with this root.
    Project(String),
    /// Everywhere.
    Always,
}

/// An answer to remember.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answer {
    /// The full id of the rule that asked.
    pub rule: String,
    /// Digest of that rule as resolved: an answer to another version of it never counts.
    pub digest: String,
    /// How far it reaches.
    #[serde(flatten)]
    pub scope: Scope,
    /// The agent that it is for; empty for a call that names none.
    pub agent: String,
    /// What it covers.
    pub key: String,
    /// Who answered, and how.
    pub source: String,
    /// What the question showed.
    pub shown: String,
    /// When it ends: milliseconds since 1970; never if none.
    pub expires: Option<i64>,
}

/// An answer that is remembered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Remembered {
    /// Its number.
    pub id: i64,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// When it was given: milliseconds since 1970.
    pub made: i64,
    /// When it last let a call pass.
    pub used: Option<i64>,
    /// How often it did.
    pub uses: i64,
}

const COLUMNS: &str = "id, rule, digest, scope, place, agent, key, source, shown, made, expires, used, uses";

impl Store {
    /// Keeps an answer; its number. The same answer given again takes the place of the one before it.
    ///
    /// # Errors
    /// A [`Fault`]: it is not remembered.
    pub fn remember(&self, answer: &Answer) -> Result<i64, Fault> {
        let (scope, place) = answer.scope.columns();
        let now = self.now();
        self.write(|transaction| {
            transaction
                .prepare_cached(
                    "DELETE FROM approvals WHERE digest = ? AND key = ? AND scope = ? AND place = ? AND agent = ?",
                )?
                .execute(params![answer.digest, answer.key, scope, place, answer.agent])?;
            transaction
                .prepare_cached(
                    "INSERT INTO approvals (rule, digest, scope, place, agent, key, source, shown, made, expires)
                     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                )?
                .execute(params![
                    answer.rule, answer.digest, scope, place, answer.agent, answer.key, answer.source,
                    answer.shown, now, answer.expires,
                ])?;
            Ok(transaction.last_insert_rowid())
        })
    }

    /// The answer that covers `key` under the rule of this digest, for this agent, in one of these scopes, if one does now.
    ///
    /// # Errors
    /// A [`Fault`]: nothing is known to be covered.
    pub fn remembered(
        &self,
        digest: &str,
        key: &str,
        agent: &str,
        scopes: &[Scope],
    ) -> Result<Option<Remembered>, Fault> {
        let now = self.now();
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT {COLUMNS} FROM approvals WHERE digest = ? AND key = ? AND scope = ? AND place = ? AND agent = ?
                 AND made <= ? AND (expires IS NULL OR expires > ?)"
            ))?;
            for scope in scopes {
                let (word, place) = scope.columns();
                let found = statement
                    .query_row(params![digest, key, word, place, agent, now, now], remembered)
                    .optional()?;
                if found.is_some() {
                    return Ok(found);
                }
            }
            Ok(None)
        })
    }

    /// Notes that answers have let a call pass.
    ///
    /// # Errors
    /// A [`Fault`]: it is not noted.
    pub fn used(&self, ids: &[i64]) -> Result<(), Fault> {
        let now = self.now();
        self.write(|transaction| {
            let mut statement =
                transaction.prepare_cached("UPDATE approvals SET used = ?, uses = uses + 1 WHERE id = ?")?;
            ids.iter().try_for_each(|id| statement.execute(params![now, id]).map(drop))
        })
    }

    /// Every answer, the newest first, those that have ended too.
    ///
    /// # Errors
    /// A [`Fault`] if they can't be read.
    pub fn approvals(&self) -> Result<Vec<Remembered>, Fault> {
        self.read(|connection| {
            let sql = format!("SELECT {COLUMNS} FROM approvals ORDER BY id DESC");
            connection.prepare_cached(&sql)?.query_map([], remembered)?.collect()
        })
    }

    /// Forgets one answer; whether there was one.
    ///
    /// # Errors
    /// A [`Fault`]: it is still remembered.
    pub fn revoke(&self, id: i64) -> Result<bool, Fault> {
        self.write(|transaction| Ok(transaction.execute("DELETE FROM approvals WHERE id = ?", [id])? > 0))
    }

    /// Forgets the newest answer, which it gives back.
    ///
    /// # Errors
    /// A [`Fault`]: it is still remembered.
    pub fn undo_approval(&self) -> Result<Option<Remembered>, Fault> {
        self.write(|transaction| {
            let sql = format!(
                "DELETE FROM approvals WHERE id = (SELECT max(id) FROM approvals) RETURNING {COLUMNS}"
            );
            transaction.query_row(&sql, [], remembered).optional()
        })
    }

    /// Forgets all answers, or those of one scope or rule; how many.
    ///
    /// # Errors
    /// A [`Fault`]: they are still remembered.
    pub fn clear_approvals(&self, scope: Option<&Scope>, rule: Option<&str>) -> Result<usize, Fault> {
        let (word, place) = scope.map(Scope::columns).unzip();
        self.write(|transaction| {
            transaction.execute(
                "DELETE FROM approvals WHERE (?1 IS NULL OR scope = ?1) AND (?2 IS NULL OR place = ?2) AND (?3 IS NULL OR rule = ?3)",
                params![word, place, rule],
            )
        })
    }

    /// Forgets the answers that have ended; how many.
    ///
    /// # Errors
    /// A [`Fault`]: they are still there, and still do not count.
    pub fn drop_expired(&self) -> Result<usize, Fault> {
        let now = self.now();
        self.write(|transaction| transaction.execute("DELETE FROM approvals WHERE expires <= ?", [now]))
    }
}

impl Scope {
    fn columns(&self) -> (&'static str, &str) {
        match self {
            Scope::Session(id) => ("session", id),
            Scope::Project(root) => ("project", root),
            Scope::Always => ("always", ""),
        }
    }
}

fn remembered(row: &Row<'_>) -> rusqlite::Result<Remembered> {
    let place: String = row.get("place")?;
    let scope = match row.get::<_, String>("scope")?.as_str() {
        "session" => Scope::Session(place),
        "project" => Scope::Project(place),
        "always" => Scope::Always,
        other => {
            let wrong = format!("`{other}` is no scope");
            return Err(rusqlite::Error::FromSqlConversionFailure(
                3,
                rusqlite::types::Type::Text,
                wrong.into(),
            ));
        }
    };
    Ok(Remembered {
        id: row.get("id")?,
        answer: Answer {
            rule: row.get("rule")?,
            digest: row.get("digest")?,
            scope,
            agent: row.get("agent")?,
            key: row.get("key")?,
            source: row.get("source")?,
            shown: row.get("shown")?,
            expires: row.get("expires")?,
        },
        made: row.get("made")?,
        used: row.get("used")?,
        uses: row.get("uses")?,
    })
}
