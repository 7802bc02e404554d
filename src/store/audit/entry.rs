//! What one row of the log holds.

use rusqlite::Row;
use rusqlite::types::Value as Cell;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::model::{DecidedBy, Risk, Verdict};
use crate::store::Fault;
use crate::store::audit::time;

/// A decision, as the gate hands it over: secrets are out of it already.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The session's id.
    pub session: Option<String>,
    /// The agent that called.
    pub agent: Option<String>,
    /// The tool.
    pub tool: String,
    /// The effects with their verdicts, as in a decision.
    pub effects: Value,
    /// What the policies said.
    pub verdict: Verdict,
    /// What came of it.
    pub outcome: Outcome,
    /// Who decided.
    pub decided_by: Decider,
    /// The person who answered, or the name of the callback that did.
    pub person: Option<String>,
    /// The deciding rule's full id.
    pub rule: Option<String>,
    /// The layer that the rule is in.
    pub layer: Option<String>,
    /// How much harm was at stake.
    pub risk: Option<Risk>,
    /// Why.
    pub reason: Option<String>,
    /// Digest of the policy set.
    pub policy: String,
    /// Digest of the whole call as it came.
    pub digest: String,
    /// Microseconds from the call to its answer.
    pub duration: u64,
    /// The call, so that it can be decided again. None if what came was no call.
    pub call: Option<Value>,
}

/// What came of a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It may run: by the policies, or by an answer remembered.
    Allowed,
    /// It may not run, by the policies.
    Denied,
    /// It may run: a person agreed.
    Confirmed,
    /// It may not run: a person, or nobody to ask, refused.
    Refused,
    /// It may not run: nobody answered in time.
    TimedOut,
    /// It may not run: something went wrong.
    Error,
}

/// Who decided.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Decider {
    /// The policies, without a person.
    Policy(DecidedBy),
    /// A person.
    Person,
}

/// What a row is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A decision.
    Decision,
    /// Old rows were dropped: the row holds where the chain begins since.
    Prune,
}

/// A row of the log.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Record {
    /// Its number, from 1, without gaps.
    pub seq: i64,
    /// What it is about.
    pub kind: Kind,
    /// When it was written: milliseconds since 1970 in UTC, by the clock of that moment.
    #[serde(serialize_with = "as_text")]
    pub time: i64,
    /// The decision.
    #[serde(flatten)]
    pub entry: Entry,
    /// The hash of the row before it: 64 hex digits.
    pub previous: String,
    /// This row's hash.
    pub hash: String,
}

fn as_text<S: Serializer>(millis: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&time::text(*millis))
}

impl Entry {
    /// The call's arguments.
    pub fn arguments(&self) -> Option<&Value> {
        self.call.as_ref()?.get("args")
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("session", &self.session)?;
        map.serialize_entry("agent", &self.agent)?;
        map.serialize_entry("tool", &self.tool)?;
        map.serialize_entry("arguments", &self.arguments())?;
        map.serialize_entry("verdict", &self.verdict)?;
        map.serialize_entry("outcome", self.outcome.as_str())?;
        map.serialize_entry("decided_by", self.decided_by.as_str())?;
        map.serialize_entry("person", &self.person)?;
        map.serialize_entry("rule", &self.rule)?;
        map.serialize_entry("layer", &self.layer)?;
        map.serialize_entry("risk", &self.risk)?;
        map.serialize_entry("reason", &self.reason)?;
        map.serialize_entry("policy", &self.policy)?;
        map.serialize_entry("digest", &self.digest)?;
        map.serialize_entry("duration_us", &self.duration)?;
        map.serialize_entry("effects", &self.effects)?;
        map.serialize_entry("call", &self.call)?;
        map.end()
    }
}

impl Outcome {
    /// All of them.
    pub const ALL: [Outcome; 6] = [
        Outcome::Allowed,
        Outcome::Confirmed,
        Outcome::Denied,
        Outcome::Refused,
        Outcome::TimedOut,
        Outcome::Error,
    ];

    /// The word in the log and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Allowed => "allowed",
            Outcome::Denied => "denied",
            Outcome::Confirmed => "confirmed",
            Outcome::Refused => "refused",
            Outcome::TimedOut => "timed_out",
            Outcome::Error => "error",
        }
    }

    /// The outcome of this word.
    pub fn parse(word: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.as_str() == word)
    }

    /// Whether the call could run.
    pub fn ran(self) -> bool {
        matches!(self, Outcome::Allowed | Outcome::Confirmed)
    }
}

impl Decider {
    /// All of them.
    const ALL: [Decider; 7] = [
        Decider::Person,
        Decider::Policy(DecidedBy::Rule),
        Decider::Policy(DecidedBy::Otherwise),
        Decider::Policy(DecidedBy::Default),
        Decider::Policy(DecidedBy::Memory),
        Decider::Policy(DecidedBy::SelfProtection),
        Decider::Policy(DecidedBy::Error),
    ];

    /// The word in the log and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Decider::Person => "person",
            Decider::Policy(DecidedBy::Rule) => "rule",
            Decider::Policy(DecidedBy::Otherwise) => "otherwise",
            Decider::Policy(DecidedBy::Default) => "default",
            Decider::Policy(DecidedBy::Memory) => "memory",
            Decider::Policy(DecidedBy::SelfProtection) => "self",
            Decider::Policy(DecidedBy::Error) => "error",
        }
    }
}

impl From<DecidedBy> for Decider {
    fn from(by: DecidedBy) -> Decider {
        Decider::Policy(by)
    }
}

impl Kind {
    /// The word in the log and in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Decision => "decision",
            Kind::Prune => "prune",
        }
    }
}

fn risk_word(risk: Risk) -> &'static str {
    match risk {
        Risk::Low => "low",
        Risk::Medium => "medium",
        Risk::High => "high",
        Risk::Critical => "critical",
    }
}

/// The columns, in the order of [`cells`]; the last is the hash over the others.
pub(super) const COLUMNS: &str = "seq, kind, time, latest, duration, session, agent, tool, verdict, outcome, decided_by, \
     person, rule, layer, risk, policy, digest, previous, reason, effects, call, hash";

/// Where a row stands.
pub(super) struct Position<'a> {
    pub(super) seq: i64,
    pub(super) kind: Kind,
    pub(super) time: i64,
    pub(super) latest: i64,
    pub(super) previous: &'a [u8; 32],
}

/// Microseconds, at most eleven days, so that the sum over any number of rows stays an integer.
pub(super) fn duration(entry: &Entry) -> i64 {
    const MOST: i64 = 1_000_000_000_000;
    i64::try_from(entry.duration).unwrap_or(MOST).min(MOST)
}

/// All columns but the hash.
pub(super) fn cells(at: &Position<'_>, entry: &Entry) -> Vec<Cell> {
    let text = |text: &str| Cell::Text(text.to_owned());
    let maybe = |value: &Option<String>| value.clone().map_or(Cell::Null, Cell::Text);
    vec![
        Cell::Integer(at.seq),
        text(at.kind.as_str()),
        Cell::Integer(at.time),
        Cell::Integer(at.latest),
        Cell::Integer(duration(entry)),
        maybe(&entry.session),
        maybe(&entry.agent),
        text(&entry.tool),
        text(entry.verdict.as_str()),
        text(entry.outcome.as_str()),
        text(entry.decided_by.as_str()),
        maybe(&entry.person),
        maybe(&entry.rule),
        maybe(&entry.layer),
        entry.risk.map_or(Cell::Null, |risk| text(risk_word(risk))),
        text(&entry.policy),
        text(&entry.digest),
        Cell::Blob(at.previous.to_vec()),
        maybe(&entry.reason),
        Cell::Text(entry.effects.to_string()),
        entry.call.as_ref().map_or(Cell::Null, |call| Cell::Text(call.to_string())),
    ]
}

/// Reads a row of [`COLUMNS`]. The inner error: a value that this program never writes.
pub(super) fn record(row: &Row<'_>) -> rusqlite::Result<Result<Record, Fault>> {
    let seq: i64 = row.get("seq")?;
    let word = |column: &'static str| row.get::<_, Option<String>>(column);
    let foreign = |column, value: Option<String>| Fault::Foreign {
        seq,
        column,
        value: value.unwrap_or_default().chars().take(100).collect(),
    };
    macro_rules! parsed {
        ($column:literal, $parse:expr) => {{
            let text = word($column)?;
            match text.as_deref().and_then($parse) {
                Some(value) => value,
                None => return Ok(Err(foreign($column, text))),
            }
        }};
    }
    let risk = match word("risk")? {
        None => None,
        Some(text) => match parse_risk(&text) {
            Some(risk) => Some(risk),
            None => return Ok(Err(foreign("risk", Some(text)))),
        },
    };
    let call = match word("call")? {
        None => None,
        Some(text) => match serde_json::from_str(&text) {
            Ok(call) => Some(call),
            Err(_) => return Ok(Err(foreign("call", Some(text)))),
        },
    };
    Ok(Ok(Record {
        seq,
        kind: parsed!("kind", |word| match word {
            "decision" => Some(Kind::Decision),
            "prune" => Some(Kind::Prune),
            _ => None,
        }),
        time: row.get("time")?,
        previous: hex(&row.get::<_, Vec<u8>>("previous")?),
        hash: hex(&row.get::<_, Vec<u8>>("hash")?),
        entry: Entry {
            session: word("session")?,
            agent: word("agent")?,
            tool: row.get("tool")?,
            effects: parsed!("effects", |text| serde_json::from_str(text).ok()),
            verdict: parsed!("verdict", parse_verdict),
            outcome: parsed!("outcome", Outcome::parse),
            decided_by: parsed!("decided_by", |word| Decider::ALL.into_iter().find(|by| by.as_str() == word)),
            person: word("person")?,
            rule: word("rule")?,
            layer: word("layer")?,
            risk,
            reason: word("reason")?,
            policy: row.get("policy")?,
            digest: row.get("digest")?,
            duration: u64::try_from(row.get::<_, i64>("duration")?).unwrap_or(0),
            call,
        },
    }))
}

fn parse_verdict(word: &str) -> Option<Verdict> {
    [Verdict::Allow, Verdict::Confirm, Verdict::Deny].into_iter().find(|verdict| verdict.as_str() == word)
}

fn parse_risk(word: &str) -> Option<Risk> {
    [Risk::Low, Risk::Medium, Risk::High, Risk::Critical].into_iter().find(|risk| risk_word(*risk) == word)
}

pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        // Writing to a String cannot fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}
