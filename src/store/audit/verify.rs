//! Whether the log is as it was written.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use serde::Serialize;
use serde_json::Value;

use crate::store::audit::chain::{self, Ends};
use crate::store::audit::entry::{COLUMNS, hex};
use crate::store::audit::time;
use crate::store::{Fault, Store};

/// What verification found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verified {
    /// Rows read.
    pub rows: u64,
    /// The number of the first row that should be there.
    pub first: i64,
    /// The number of the last one.
    pub last: i64,
    /// The digest of the last one, as `audit head` prints it.
    pub head: String,
    /// What is wrong, in the order of the rows; the first thousand.
    pub findings: Vec<Finding>,
    /// How many more there are.
    pub more: u64,
}

/// Something that toolgate has not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Finding {
    /// The row's columns do not give its hash.
    #[error("row {seq} was changed, or moved here")]
    Changed {
        /// The row.
        seq: i64,
    },
    /// The row does not follow on the one before it.
    #[error(
        "row {seq} does not follow on the row before it: rows were removed, put in or reordered, or that row was changed"
    )]
    Unlinked {
        /// The row.
        seq: i64,
    },
    /// Rows are not there.
    #[error("rows {from} to {to} are missing")]
    Missing {
        /// The first of them.
        from: i64,
        /// The last of them.
        to: i64,
    },
    /// The log ends before its recorded end.
    #[error("the end is cut off: row {expected} should be the last, {found} is")]
    CutEnd {
        /// The recorded last row.
        expected: i64,
        /// The last row.
        found: i64,
    },
    /// Rows stand after the recorded end.
    #[error("rows stand after the end: row {expected} should be the last, {found} is")]
    Beyond {
        /// The recorded last row.
        expected: i64,
        /// The last row.
        found: i64,
    },
    /// The last row is not the recorded one.
    #[error("the last row is not the one that the log's end records")]
    OtherEnd,
    /// The log begins in the middle, and no row says that it was pruned there.
    #[error("the log begins with row {first}, but no row records that it was pruned there")]
    UnrecordedStart {
        /// The first row.
        first: i64,
    },
    /// The sums that `stats` shows are not those of the rows.
    #[error("the sums of {day} are not those of its rows")]
    Sums {
        /// The day.
        day: String,
    },
    /// The row that was named from outside is not in the log.
    #[error("no row has the digest {digest}: the log was cut off or written anew since it was noted")]
    Witness {
        /// The digest.
        digest: String,
    },
    /// SQLite's own check of the file.
    #[error("the file: {text}")]
    Structure {
        /// What it says.
        text: String,
    },
}

const MOST: usize = 1000;

impl Verified {
    fn find(&mut self, finding: Finding) {
        if self.findings.len() < MOST { self.findings.push(finding) } else { self.more += 1 }
    }
}

impl Store {
    /// Reads the whole log and says what in it is not as it was written. `witness` is a digest of `audit head` that was noted
    /// elsewhere: some row must have it. `progress` is called now and then with rows read and rows in all.
    ///
    /// Whoever can write the file can write a whole new chain: without a witness that shows nothing.
    ///
    /// # Errors
    /// A [`Fault`] if the log can't be read.
    pub fn verify(&self, witness: Option<&str>, progress: impl FnMut(u64, u64)) -> Result<Verified, Fault> {
        let structure = self.structure()?;
        let mut verified = self.read(|connection| {
            let transaction = connection.unchecked_transaction()?;
            let ends = chain::ends(&transaction)?;
            let verified = Pass::new(&ends, witness).run(&transaction, progress)?;
            transaction.finish()?;
            Ok(verified)
        })?;
        structure.into_iter().for_each(|text| verified.find(Finding::Structure { text }));
        Ok(verified)
    }
}

/// One reading of the log.
struct Pass<'a> {
    ends: &'a Ends,
    witness: Option<&'a str>,
    seen: bool,
    /// The last row: its number and hash.
    seq: i64,
    hash: [u8; 32],
    /// What the last prune row says of where the log begins.
    start: Option<(i64, String)>,
    sums: HashMap<u64, (i64, i64, i64)>,
    verified: Verified,
}

impl<'a> Pass<'a> {
    fn new(ends: &'a Ends, witness: Option<&'a str>) -> Pass<'a> {
        let verified = Verified {
            rows: 0,
            first: ends.anchor_seq + 1,
            last: ends.seq,
            head: format!("sha256:{}", hex(&ends.hash)),
            findings: Vec::new(),
            more: 0,
        };
        let witness = witness.map(|digest| digest.strip_prefix("sha256:").unwrap_or(digest));
        let seen = witness.is_none_or(|digest| hex(&ends.anchor_hash).eq_ignore_ascii_case(digest));
        Pass {
            ends,
            witness,
            seen,
            seq: ends.anchor_seq,
            hash: ends.anchor_hash,
            start: None,
            sums: HashMap::new(),
            verified,
        }
    }

    fn run(
        mut self,
        connection: &Connection,
        mut progress: impl FnMut(u64, u64),
    ) -> rusqlite::Result<Verified> {
        let all = u64::try_from(self.ends.seq - self.ends.anchor_seq).unwrap_or(0);
        let mut statement =
            connection.prepare(&format!("SELECT {COLUMNS} FROM audit NOT INDEXED ORDER BY seq"))?;
        let hash_column = statement.column_count() - 1;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            self.row(row, hash_column)?;
            self.verified.rows += 1;
            if self.verified.rows.is_multiple_of(4096) {
                progress(self.verified.rows, all);
            }
        }
        progress(self.verified.rows, all.max(self.verified.rows));
        self.end();
        self.compare_sums(connection)?;
        Ok(self.verified)
    }

    fn row(&mut self, row: &Row<'_>, hash_column: usize) -> rusqlite::Result<()> {
        let seq: i64 = row.get(0)?;
        if seq > self.seq + 1 {
            self.verified.find(Finding::Missing { from: self.seq + 1, to: seq - 1 });
        }
        let previous = row.get_ref("previous")?;
        if previous != ValueRef::Blob(&self.hash) || seq <= self.seq {
            self.verified.find(Finding::Unlinked { seq });
        }
        let computed = chain::hash_of_row(row, hash_column)?;
        let stored = row.get_ref(hash_column)?;
        if stored != ValueRef::Blob(&computed) {
            self.verified.find(Finding::Changed { seq });
        }
        // Go on from what the row says, so that one change is not found in every row after it.
        self.hash = match stored {
            ValueRef::Blob(bytes) => bytes.try_into().unwrap_or(computed),
            _ => computed,
        };
        self.seq = seq;
        self.seen |= self.witness.is_some_and(|digest| hex(&self.hash).eq_ignore_ascii_case(digest));
        match row.get_ref("kind")? {
            ValueRef::Text(b"prune") => self.start = start_of(row)?.or(self.start.take()),
            _ => self.add(row)?,
        }
        Ok(())
    }

    fn end(&mut self) {
        let (expected, found) = (self.ends.seq, self.seq);
        if found < expected {
            self.verified.find(Finding::CutEnd { expected, found });
        } else if found > expected {
            self.verified.find(Finding::Beyond { expected, found });
        } else if self.hash != self.ends.hash {
            self.verified.find(Finding::OtherEnd);
        }
        let anchor = (self.ends.anchor_seq, hex(&self.ends.anchor_hash));
        let recorded = match &self.start {
            Some(start) => *start == anchor,
            None => anchor == (0, hex(&[0; 32])),
        };
        if !recorded {
            self.verified.find(Finding::UnrecordedStart { first: self.ends.anchor_seq + 1 });
        }
        if let Some(digest) = self.witness.filter(|_| !self.seen) {
            self.verified.find(Finding::Witness { digest: format!("sha256:{digest}") });
        }
    }

    fn add(&mut self, row: &Row<'_>) -> rusqlite::Result<()> {
        let ValueRef::Integer(time) = row.get_ref("time")? else { return Ok(()) };
        let day = time.div_euclid(time::DAY);
        let duration = match row.get_ref("duration")? {
            ValueRef::Integer(duration) => duration,
            _ => 0,
        };
        let sum = self.sums.entry(key(row, day)?).or_insert((day, 0, 0));
        sum.1 += 1;
        sum.2 = sum.2.saturating_add(duration);
        Ok(())
    }

    fn compare_sums(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let mut statement = connection.prepare("SELECT * FROM audit_day")?;
        let mut rows = statement.query([])?;
        let mut wrong = std::collections::BTreeSet::new();
        while let Some(row) = rows.next()? {
            let day: i64 = row.get("day")?;
            let kept = (day, row.get("rows")?, row.get("duration")?);
            if self.sums.remove(&key(row, day)?) != Some(kept) {
                wrong.insert(day);
            }
        }
        wrong.extend(self.sums.values().map(|(day, _, _)| *day));
        wrong.into_iter().for_each(|day| self.verified.find(Finding::Sums { day: time::date(day) }));
        Ok(())
    }
}

/// What rows of one sum have in common.
fn key(row: &Row<'_>, day: i64) -> rusqlite::Result<u64> {
    let mut hasher = DefaultHasher::new();
    day.hash(&mut hasher);
    for column in ["tool", "agent", "rule", "layer", "verdict", "outcome", "decided_by"] {
        match row.get_ref(column)? {
            ValueRef::Text(text) => text.hash(&mut hasher),
            _ => b"".as_slice().hash(&mut hasher),
        }
    }
    Ok(hasher.finish())
}

/// What a prune row says: the last row that was dropped, and its hash.
fn start_of(row: &Row<'_>) -> rusqlite::Result<Option<(i64, String)>> {
    let Some(text) = row.get::<_, Option<String>>("call")? else { return Ok(None) };
    let Ok(call) = serde_json::from_str::<Value>(&text) else { return Ok(None) };
    let args = call.get("args");
    let through = args.and_then(|args| args.get("through")?.as_i64());
    let hash = args.and_then(|args| args.get("hash")?.as_str());
    Ok(through.zip(hash.map(str::to_owned)))
}
