//! Writing rows.
//!
//! Threads of a process that append at once share a transaction: whoever holds the connection writes what the others have queued.

use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::types::{Value as Cell, ValueRef};
use rusqlite::{Connection, params, params_from_iter};
use serde_json::Value;

use crate::store::audit::chain::{self, Ends};
use crate::store::audit::entry::{self, Position};
use crate::store::audit::{Entry, Kind, time};
use crate::store::{Fault, Store};

/// The most bytes that one row may have. A call has at most 16 MiB, and its effects repeat parts of it.
pub const MAX_RECORD_BYTES: usize = 64 << 20;

/// The most rows of one transaction.
const BATCH: usize = 256;

/// The most bytes of a row's text that text search knows.
const SEARCHED_BYTES: usize = 64 << 10;

/// Rows that wait to be written.
#[derive(Debug, Default)]
pub(in crate::store) struct Queue {
    waiting: Mutex<Vec<Waiting>>,
}

#[derive(Clone, Debug)]
struct Waiting {
    entry: Arc<Entry>,
    answer: Arc<Mutex<Option<Result<i64, Fault>>>>,
}

impl Waiting {
    fn answer(&self) -> Option<Result<i64, Fault>> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn set(&self, answer: Result<i64, Fault>) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
    }
}

impl Store {
    /// Writes a decision; its number. It is on the disk when this returns.
    ///
    /// # Errors
    /// A [`Fault`]: the row was not written, and the call must not run.
    pub fn append(&self, entry: Entry) -> Result<i64, Fault> {
        let bytes = size(&entry);
        if bytes > MAX_RECORD_BYTES {
            return Err(Fault::TooLarge { bytes, limit: MAX_RECORD_BYTES });
        }
        let mine = Waiting { entry: Arc::new(entry), answer: Arc::default() };
        self.waiting(|waiting| waiting.push(mine.clone()));
        loop {
            let mut connection = self.lock();
            if let Some(answer) = mine.answer() {
                return answer;
            }
            let batch: Vec<Waiting> =
                self.waiting(|waiting| waiting.drain(..waiting.len().min(BATCH)).collect());
            if batch.is_empty() {
                // Whoever took it from the queue panicked before it was written.
                let detail = "writing to the log was interrupted".to_owned();
                return Err(Fault::Other { path: self.path().to_owned(), detail });
            }
            self.write_batch(&mut connection, &batch);
        }
    }

    fn waiting<T>(&self, act: impl FnOnce(&mut Vec<Waiting>) -> T) -> T {
        act(&mut self.queue.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn write_batch(&self, connection: &mut Connection, batch: &[Waiting]) {
        let done = self.write_on(connection, |transaction| {
            let mut ends = chain::ends(transaction)?;
            let mut numbers = Vec::with_capacity(batch.len());
            for waiting in batch {
                numbers.push(insert(transaction, &mut ends, Kind::Decision, self.now(), &waiting.entry)?);
            }
            set_head(transaction, &ends)?;
            Ok(numbers)
        });
        match done {
            Ok(numbers) => batch.iter().zip(numbers).for_each(|(waiting, seq)| waiting.set(Ok(seq))),
            Err(fault) => batch.iter().for_each(|waiting| waiting.set(Err(fault.clone()))),
        }
    }
}

/// Writes one row after `ends`, which it moves; the caller writes them back with [`set_head`].
pub(super) fn insert(
    connection: &Connection,
    ends: &mut Ends,
    kind: Kind,
    now: i64,
    entry: &Entry,
) -> rusqlite::Result<i64> {
    let (seq, latest) = (ends.seq + 1, ends.latest.max(now));
    let at = Position { seq, kind, time: now, latest, previous: &ends.hash };
    let mut cells = entry::cells(&at, entry);
    let hash = chain::hash(cells.iter().map(ValueRef::from));
    cells.push(Cell::Blob(hash.to_vec()));
    let marks = vec!["?"; cells.len()].join(", ");
    let sql = format!("INSERT INTO audit ({}) VALUES ({marks})", entry::COLUMNS);
    connection.prepare_cached(&sql)?.execute(params_from_iter(cells))?;
    connection
        .prepare_cached("INSERT INTO audit_text (rowid, text) VALUES (?, ?)")?
        .execute(params![seq, searched(entry)])?;
    if kind == Kind::Decision {
        count(connection, now, entry)?;
    }
    (ends.seq, ends.hash, ends.latest) = (seq, hash, latest);
    Ok(seq)
}

pub(super) fn set_head(connection: &Connection, ends: &Ends) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE audit_head SET seq = ?, hash = ?, latest = ?, anchor_seq = ?, anchor_hash = ? WHERE id = 1",
        )?
        .execute(params![ends.seq, ends.hash, ends.latest, ends.anchor_seq, ends.anchor_hash])?;
    Ok(())
}

fn count(connection: &Connection, now: i64, entry: &Entry) -> rusqlite::Result<()> {
    let none = String::new();
    connection
        .prepare_cached(
            "INSERT INTO audit_day VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?)
             ON CONFLICT DO UPDATE SET rows = rows + 1, duration = duration + excluded.duration",
        )?
        .execute(params![
            now.div_euclid(time::DAY),
            entry.tool,
            entry.agent.as_ref().unwrap_or(&none),
            entry.rule.as_ref().unwrap_or(&none),
            entry.layer.as_ref().unwrap_or(&none),
            entry.verdict.as_str(),
            entry.outcome.as_str(),
            entry.decided_by.as_str(),
            entry::duration(entry),
        ])?;
    Ok(())
}

/// What text search finds a row by: the tool, the rule, the reason and every text in the arguments.
fn searched(entry: &Entry) -> String {
    let mut out = String::new();
    let mut add = |text: &str| {
        if out.len() < SEARCHED_BYTES {
            out.extend(text.chars().take(SEARCHED_BYTES));
            out.push('\n');
        }
    };
    add(&entry.tool);
    entry.rule.iter().chain(&entry.reason).for_each(|text| add(text));
    let mut open: Vec<&Value> = entry.arguments().into_iter().collect();
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => add(text),
            Value::Array(values) => open.extend(values.iter().rev()),
            Value::Object(map) => open.extend(map.values().rev()),
            Value::Number(number) => add(&number.to_string()),
            Value::Null | Value::Bool(_) => {}
        }
    }
    out
}

/// Some bytes more than the entry's texts have.
fn size(entry: &Entry) -> usize {
    let texts = [&entry.session, &entry.agent, &entry.person, &entry.rule, &entry.layer, &entry.reason];
    let texts: usize = texts.into_iter().flatten().map(String::len).sum();
    let json = entry.effects.to_string().len() + entry.call.as_ref().map_or(0, |call| call.to_string().len());
    texts + json + entry.tool.len() + entry.policy.len() + entry.digest.len() + 512
}
