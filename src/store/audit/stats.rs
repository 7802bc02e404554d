//! What the rows add up to: read from the sums that are kept by day.

use rusqlite::types::Value as Cell;
use rusqlite::{Connection, params_from_iter};
use serde::{Serialize, Serializer};

use crate::store::audit::time;
use crate::store::{Fault, Store};

/// Sums over decisions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stats {
    /// All decisions, and how they ended.
    pub total: Count,
    /// Microseconds from a call to its answer, on average.
    pub mean_duration_us: u64,
    /// By rule, most first; without a name those that no rule decided.
    pub rules: Vec<Count>,
    /// By tool, most first.
    pub tools: Vec<Count>,
    /// By agent, most first.
    pub agents: Vec<Count>,
    /// By who decided, most first.
    pub decided_by: Vec<Count>,
    /// Each day on which something was decided.
    pub days: Vec<Day>,
}

/// How many decisions, by how they ended.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Count {
    /// Of what.
    pub name: String,
    /// All of them.
    pub rows: i64,
    /// Allowed without a question.
    pub allowed: i64,
    /// A person agreed.
    pub confirmed: i64,
    /// Denied by the policies.
    pub denied: i64,
    /// A person refused.
    pub refused: i64,
    /// Nobody answered.
    pub timed_out: i64,
    /// Something went wrong.
    pub error: i64,
}

/// A day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Day {
    /// Which: days since 1970, in UTC.
    #[serde(serialize_with = "as_date")]
    pub day: i64,
    /// Its decisions.
    #[serde(flatten)]
    pub count: Count,
}

fn as_date<S: Serializer>(day: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time::date(*day))
}

impl Count {
    /// How often a person was asked.
    pub fn questions(&self) -> i64 {
        self.confirmed + self.refused + self.timed_out
    }
}

/// The outcomes in the order of [`Count`]'s fields.
const SUMS: &str = "sum(rows), sum(rows * (outcome = 'allowed')), sum(rows * (outcome = 'confirmed')), \
     sum(rows * (outcome = 'denied')), sum(rows * (outcome = 'refused')), sum(rows * (outcome = 'timed_out')), \
     sum(rows * (outcome = 'error'))";

impl Store {
    /// Sums over the decisions of the days from `since` to `until`, both included, as days since 1970 in UTC; at most `most` of each kind
    /// but days.
    ///
    /// # Errors
    /// A [`Fault`] if the log can't be read.
    pub fn stats(&self, since: Option<i64>, until: Option<i64>, most: u32) -> Result<Stats, Fault> {
        let days = [since.unwrap_or(i64::MIN), until.unwrap_or(i64::MAX)];
        self.read(|connection| {
            // One state of the database for all of them.
            let transaction = connection.unchecked_transaction()?;
            let by = |column: &str, order: &str| counts(&transaction, column, order, days, most);
            let stats = Stats {
                total: counts(&transaction, "''", "1", days, 1)?.pop().unwrap_or_default(),
                mean_duration_us: mean(&transaction, days)?,
                rules: by("rule", "2 DESC, 1")?,
                tools: by("tool", "2 DESC, 1")?,
                agents: by("agent", "2 DESC, 1")?,
                decided_by: by("decided_by", "2 DESC, 1")?,
                days: counts(&transaction, "day", "day", days, u32::MAX)?
                    .into_iter()
                    .filter_map(|count| Some(Day { day: count.name.parse().ok()?, count }))
                    .map(|day| Day { count: Count { name: String::new(), ..day.count }, ..day })
                    .collect(),
            };
            transaction.finish()?;
            Ok(stats)
        })
    }
}

fn counts(
    connection: &Connection,
    column: &str,
    order: &str,
    days: [i64; 2],
    most: u32,
) -> rusqlite::Result<Vec<Count>> {
    let sql = format!(
        "SELECT CAST({column} AS TEXT), {SUMS} FROM audit_day WHERE day BETWEEN ? AND ? GROUP BY {column} ORDER BY {order} LIMIT ?"
    );
    let values = [Cell::Integer(days[0]), Cell::Integer(days[1]), Cell::Integer(most.into())];
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map(params_from_iter(values), |row| {
        Ok(Count {
            name: row.get(0)?,
            rows: row.get(1)?,
            allowed: row.get(2)?,
            confirmed: row.get(3)?,
            denied: row.get(4)?,
            refused: row.get(5)?,
            timed_out: row.get(6)?,
            error: row.get(7)?,
        })
    })?;
    rows.collect()
}

fn mean(connection: &Connection, days: [i64; 2]) -> rusqlite::Result<u64> {
    let sql = "SELECT total(duration) / max(total(rows), 1) FROM audit_day WHERE day BETWEEN ? AND ?";
    let mean: f64 = connection.prepare_cached(sql)?.query_row(days, |row| row.get(0))?;
    // Between 0 and eleven days.
    Ok(mean as u64)
}
