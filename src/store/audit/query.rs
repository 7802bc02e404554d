//! Reading rows.

use rusqlite::types::Value as Cell;
use rusqlite::{OptionalExtension, params_from_iter};

use crate::store::audit::entry::{self, COLUMNS};
use crate::store::audit::{Filter, Order, Page, Record};
use crate::store::{Fault, Store};

impl Store {
    /// The rows that `filter` names.
    ///
    /// # Errors
    /// A [`Fault`] if the log can't be read, or a row holds what toolgate never writes.
    pub fn query(&self, filter: &Filter, page: Page) -> Result<Vec<Record>, Fault> {
        let rows = self.read(|connection| {
            let mut plan = filter.plan(connection)?;
            // The text index gives its own rows in order, at no cost.
            let key = if filter.text.is_some() { "audit_text.rowid" } else { "audit.seq" };
            let direction = match page.order {
                Order::NewestFirst => "DESC",
                Order::OldestFirst => "ASC",
            };
            let columns: Vec<String> = COLUMNS.split(", ").map(|name| format!("audit.{name}")).collect();
            let sql = format!(
                "SELECT {} FROM {} WHERE {} ORDER BY {key} {direction} LIMIT ? OFFSET ?",
                columns.join(", "),
                plan.from,
                plan.conditions.join(" AND "),
            );
            plan.values.push(Cell::Integer(page.limit.into()));
            plan.values.push(Cell::Integer(page.offset.into()));
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map(params_from_iter(plan.values), entry::record)?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        })?;
        rows.into_iter().collect()
    }

    /// The row of this number.
    ///
    /// # Errors
    /// As [`Store::query`].
    pub fn record(&self, seq: i64) -> Result<Option<Record>, Fault> {
        let found = self.read(|connection| {
            let sql = format!("SELECT {COLUMNS} FROM audit WHERE seq = ?");
            connection.prepare_cached(&sql)?.query_row([seq], entry::record).optional()
        })?;
        found.transpose()
    }

    /// Every row that `filter` names, as they were written, in pieces: a long reading holds no one up.
    ///
    /// # Errors
    /// As [`Store::query`], and what `each` gives.
    pub fn each<E: From<Fault>>(
        &self,
        filter: &Filter,
        mut each: impl FnMut(Record) -> Result<(), E>,
    ) -> Result<(), E> {
        const PIECE: u32 = 1000;
        let mut filter = filter.clone();
        loop {
            let page = Page { limit: PIECE, offset: 0, order: Order::OldestFirst };
            let rows = self.query(&filter, page)?;
            let Some(last) = rows.last() else { return Ok(()) };
            filter.after = Some(last.seq);
            rows.into_iter().try_for_each(&mut each)?;
        }
    }
}
