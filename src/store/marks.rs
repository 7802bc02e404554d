//! Marks of sessions (language, section 10). They only grow.

use rusqlite::params;

use crate::store::{Fault, Store};

impl Store {
    /// Marks a session; it stays marked.
    ///
    /// # Errors
    /// A [`Fault`]: it is not marked, and the call that would mark it must not run.
    pub fn mark(&self, session: &str, mark: &str) -> Result<(), Fault> {
        let now = self.now();
        self.write(|transaction| {
            transaction
                .prepare_cached("INSERT INTO marks VALUES (?, ?, ?) ON CONFLICT DO NOTHING")?
                .execute(params![session, mark, now])
                .map(drop)
        })
    }

    /// A session's marks, sorted.
    ///
    /// # Errors
    /// A [`Fault`]: which marks it has is not known.
    pub fn marks(&self, session: &str) -> Result<Vec<String>, Fault> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT mark FROM marks WHERE session = ? ORDER BY mark")?;
            statement.query_map([session], |row| row.get(0))?.collect()
        })
    }
}
