//! Which rows: conditions as SQL, and where to begin looking.

use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OptionalExtension};

use crate::model::Verdict;
use crate::store::audit::Outcome;
use crate::store::audit::chain::{self, Ends};

/// Which rows. All that is given must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Of this session.
    pub session: Option<String>,
    /// Of this agent.
    pub agent: Option<String>,
    /// Of this tool.
    pub tool: Option<String>,
    /// Decided by this rule: its full id.
    pub rule: Option<String>,
    /// With this verdict.
    pub verdict: Option<Verdict>,
    /// With this outcome.
    pub outcome: Option<Outcome>,
    /// Written at this time or later: milliseconds since 1970.
    pub since: Option<i64>,
    /// Written before this time.
    pub until: Option<i64>,
    /// With these words, one after the other, in the tool, the rule, the reason or the arguments; the last may be a word's beginning.
    pub text: Option<String>,
    /// After this row.
    pub after: Option<i64>,
}

/// In which order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The last row first.
    NewestFirst,
    /// As they were written.
    OldestFirst,
}

/// Which part of the rows found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// At most so many.
    pub limit: u32,
    /// After so many.
    pub offset: u32,
    /// In this order.
    pub order: Order,
}

/// What follows SELECT … of a query: a table, an index that fits, conditions.
pub(super) struct Plan {
    pub(super) from: String,
    pub(super) conditions: Vec<String>,
    pub(super) values: Vec<Cell>,
}

impl Filter {
    pub(super) fn plan(&self, connection: &Connection) -> rusqlite::Result<Plan> {
        let ends = chain::ends(connection)?;
        let mut plan = Plan { from: String::new(), conditions: Vec::new(), values: Vec::new() };
        let first = match self.since {
            Some(since) => first_since(connection, &ends, since)?,
            None => ends.anchor_seq + 1,
        };
        plan.add(
            "audit.seq >= ?",
            Cell::Integer(first.max(self.after.map_or(i64::MIN, |after| after.saturating_add(1)))),
        );
        if let Some(since) = self.since {
            plan.add("audit.time >= ?", Cell::Integer(since));
        }
        if let Some(until) = self.until {
            plan.add("audit.seq <= ?", Cell::Integer(last_until(connection, &ends, until)?));
            plan.add("audit.time < ?", Cell::Integer(until));
        }
        let named = self.named();
        for (column, value) in &named {
            plan.add(&format!("audit.{column} = ?"), Cell::Text((*value).to_owned()));
        }
        plan.from = match &self.text {
            Some(text) => {
                plan.add("audit_text MATCH ?", Cell::Text(phrase(text)));
                "audit_text CROSS JOIN audit ON audit.seq = audit_text.rowid".into()
            }
            None => match rarest(connection, &named)? {
                Some(column) => format!("audit INDEXED BY audit_{column}"),
                None => "audit NOT INDEXED".into(),
            },
        };
        Ok(plan)
    }

    /// The columns that must have a certain value.
    fn named(&self) -> Vec<(&'static str, &str)> {
        [
            ("session", self.session.as_deref()),
            ("agent", self.agent.as_deref()),
            ("tool", self.tool.as_deref()),
            ("rule", self.rule.as_deref()),
            ("verdict", self.verdict.map(Verdict::as_str)),
            ("outcome", self.outcome.map(Outcome::as_str)),
        ]
        .into_iter()
        .filter_map(|(column, value)| Some((column, value?)))
        .collect()
    }
}

impl Plan {
    fn add(&mut self, condition: &str, value: Cell) {
        self.conditions.push(condition.to_owned());
        self.values.push(value);
    }
}

/// The column by whose value the fewest rows are found. The sums by day know how many; a session is taken to have few.
fn rarest(connection: &Connection, named: &[(&'static str, &str)]) -> rusqlite::Result<Option<&'static str>> {
    if let [(only, _)] = named {
        return Ok(Some(only));
    }
    let mut best = None;
    for (column, value) in named {
        if *column == "session" {
            return Ok(Some(column));
        }
        let sql = format!("SELECT total(rows) FROM audit_day WHERE {column} = ?");
        let rows: f64 = connection.prepare_cached(&sql)?.query_row([value], |row| row.get(0))?;
        if best.is_none_or(|(fewest, _)| rows < fewest) {
            best = Some((rows, *column));
        }
    }
    Ok(best.map(|(_, column)| column))
}

/// No row before this one is of `since` or later: `latest` never falls, so it can be searched by halves.
fn first_since(connection: &Connection, ends: &Ends, since: i64) -> rusqlite::Result<i64> {
    partition(connection, ends, |latest| latest >= since)
}

/// No row after this one is of before `until`, but for those that `audit_back` has.
fn last_until(connection: &Connection, ends: &Ends, until: i64) -> rusqlite::Result<i64> {
    let last = partition(connection, ends, |latest| latest >= until)? - 1;
    let back: Option<i64> = connection
        .prepare_cached("SELECT max(seq) FROM audit INDEXED BY audit_back WHERE time < latest AND time < ?")?
        .query_row([until], |row| row.get(0))?;
    Ok(last.max(back.unwrap_or(last)))
}

/// The first row whose `latest` is past the point; one more than the last row if none is.
fn partition(connection: &Connection, ends: &Ends, past: impl Fn(i64) -> bool) -> rusqlite::Result<i64> {
    let mut statement =
        connection.prepare_cached("SELECT latest FROM audit WHERE seq >= ? ORDER BY seq LIMIT 1")?;
    let (mut low, mut high) = (ends.anchor_seq + 1, ends.seq + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        let latest: Option<i64> = statement.query_row([middle], |row| row.get(0)).optional()?;
        // A row that someone has removed does not keep the others from being found.
        if latest.is_none_or(&past) { high = middle } else { low = middle + 1 }
    }
    Ok(low)
}

/// Words as FTS5's phrase: `"git pu" *`. Quoted, so that none of them is an operator.
fn phrase(text: &str) -> String {
    format!("\"{}\" *", text.replace(['\0', '"'], " "))
}
