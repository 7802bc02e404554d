//! Dropping old rows.

use rusqlite::{OptionalExtension, Transaction, params};
use serde::Serialize;
use serde_json::json;

use crate::model::{DecidedBy, Verdict};
use crate::store::audit::chain::{self, Ends};
use crate::store::audit::entry::hex;
use crate::store::audit::{Decider, Entry, Kind, Outcome, append};
use crate::store::{Fault, Store};

/// What was dropped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pruned {
    /// How many rows.
    pub rows: i64,
    /// The first row now; the chain begins after the one before it.
    pub first: i64,
    /// The digest of the last row that was dropped; none if there was none.
    pub anchor: Option<String>,
}

impl Store {
    /// Drops the rows at the beginning that were written before `before` (milliseconds since 1970), up to the first that was not. A row of its
    /// own records what was dropped, so that the chain still verifies and an unrecorded start is found. `person` is who wants it.
    ///
    /// # Errors
    /// A [`Fault`]: nothing was dropped.
    pub fn prune(&self, before: i64, person: &str) -> Result<Pruned, Fault> {
        let now = self.now();
        let pruned = self.write(|transaction| {
            let mut ends = chain::ends(transaction)?;
            let Some((through, hash)) = last_before(transaction, before)? else {
                return Ok(Pruned { rows: 0, first: ends.anchor_seq + 1, anchor: None });
            };
            let rows = drop_rows(transaction, through)?;
            (ends.anchor_seq, ends.anchor_hash) = (through, hash);
            let entry = row(&ends, rows, person);
            append::insert(transaction, &mut ends, Kind::Prune, now, &entry)?;
            append::set_head(transaction, &ends)?;
            Ok(Pruned { rows, first: through + 1, anchor: Some(format!("sha256:{}", hex(&hash))) })
        })?;
        if pruned.rows > 0 {
            // Gives the room back as far as nobody else is reading; what is dropped should not stay in the file.
            self.read(|connection| connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))?;
        }
        Ok(pruned)
    }
}

/// The last row before the first that must stay.
fn last_before(transaction: &Transaction<'_>, before: i64) -> rusqlite::Result<Option<(i64, [u8; 32])>> {
    let first_kept: Option<i64> = transaction
        .query_row(
            "SELECT seq FROM audit NOT INDEXED WHERE time >= ? ORDER BY seq LIMIT 1",
            [before],
            |row| row.get(0),
        )
        .optional()?;
    transaction
        .query_row(
            "SELECT seq, hash FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT 1",
            [first_kept.unwrap_or(i64::MAX)],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()
}

fn drop_rows(transaction: &Transaction<'_>, through: i64) -> rusqlite::Result<i64> {
    let same: Vec<String> = ["day", "tool", "agent", "rule", "layer", "verdict", "outcome", "decided_by"]
        .iter()
        .map(|column| format!("audit_day.{column} = old.{column}"))
        .collect();
    // Days are those of UTC, before 1970 too: the division of SQL rounds towards zero.
    let sums = format!(
        "WITH old AS MATERIALIZED (
             SELECT (time - ((time % 86400000) + 86400000) % 86400000) / 86400000 AS day, tool, ifnull(agent, '') AS agent,
                    ifnull(rule, '') AS rule, ifnull(layer, '') AS layer, verdict, outcome, decided_by,
                    count(*) AS dropped, sum(audit.duration) AS spent
             FROM audit NOT INDEXED WHERE seq <= ? AND kind = 'decision' GROUP BY 1, 2, 3, 4, 5, 6, 7, 8)
         UPDATE audit_day SET rows = rows - dropped, duration = duration - spent FROM old WHERE {}",
        same.join(" AND ")
    );
    transaction.execute(&sums, [through])?;
    transaction.execute("DELETE FROM audit_day WHERE rows = 0", [])?;
    transaction
        .execute("DELETE FROM audit_text WHERE rowid IN (SELECT seq FROM audit WHERE seq <= ?)", [through])?;
    let rows = transaction.execute("DELETE FROM audit WHERE seq <= ?", params![through])?;
    Ok(i64::try_from(rows).unwrap_or(i64::MAX))
}

fn row(ends: &Ends, rows: i64, person: &str) -> Entry {
    let tool = "toolgate audit prune";
    let reason = format!("{rows} rows up to row {} were dropped", ends.anchor_seq);
    let args = json!({"through": ends.anchor_seq, "hash": hex(&ends.anchor_hash), "rows": rows});
    Entry {
        session: None,
        agent: None,
        tool: tool.into(),
        effects: json!([]),
        verdict: Verdict::Allow,
        outcome: Outcome::Allowed,
        decided_by: Decider::Policy(DecidedBy::SelfProtection),
        person: Some(person.into()),
        rule: None,
        layer: None,
        risk: None,
        reason: Some(reason),
        policy: String::new(),
        digest: String::new(),
        duration: 0,
        call: Some(json!({"tool": tool, "args": args})),
    }
}
