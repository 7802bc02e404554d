//! The tables, and the steps from each version to the next.

/// Marks the file as toolgate's (`file` shows it): "tgat".
pub(super) const APPLICATION_ID: i64 = 0x7467_6174;

/// Each step's SQL; the version of a database is the number of steps it has had. A step that has been released never changes.
pub(super) const STEPS: &[&str] = &[FIRST];

/// The version that this program writes.
pub(super) fn version() -> i64 {
    i64::try_from(STEPS.len()).unwrap_or(i64::MAX)
}

// Small columns stand first, so that a filter need not read a row's overflow pages.
const FIRST: &str = "
CREATE TABLE audit (
    seq         INTEGER PRIMARY KEY,
    kind        TEXT NOT NULL,
    time        INTEGER NOT NULL,
    latest      INTEGER NOT NULL,
    duration    INTEGER NOT NULL,
    session     TEXT,
    agent       TEXT,
    tool        TEXT NOT NULL,
    verdict     TEXT NOT NULL,
    outcome     TEXT NOT NULL,
    decided_by  TEXT NOT NULL,
    person      TEXT,
    rule        TEXT,
    layer       TEXT,
    risk        TEXT,
    policy      TEXT NOT NULL,
    digest      TEXT NOT NULL,
    previous    BLOB NOT NULL,
    hash        BLOB NOT NULL,
    reason      TEXT,
    effects     TEXT NOT NULL,
    call        TEXT
) STRICT;
CREATE INDEX audit_session ON audit(session) WHERE session IS NOT NULL;
CREATE INDEX audit_agent ON audit(agent) WHERE agent IS NOT NULL;
CREATE INDEX audit_tool ON audit(tool);
CREATE INDEX audit_rule ON audit(rule) WHERE rule IS NOT NULL;
CREATE INDEX audit_outcome ON audit(outcome);
CREATE INDEX audit_verdict ON audit(verdict);
-- Rows that a clock set back has left earlier than one before them: few, if any.
CREATE INDEX audit_back ON audit(time) WHERE time < latest;

-- What the log's text search finds: words only, no copy of the text.
CREATE VIRTUAL TABLE audit_text USING fts5(text, content='', contentless_delete=1, tokenize='unicode61');

-- The end of the chain, and where it begins (a pruned log does not begin at 1).
CREATE TABLE audit_head (
    id           INTEGER PRIMARY KEY CHECK (id = 1),
    seq          INTEGER NOT NULL,
    hash         BLOB NOT NULL,
    latest       INTEGER NOT NULL,
    anchor_seq   INTEGER NOT NULL,
    anchor_hash  BLOB NOT NULL
) STRICT;
INSERT INTO audit_head VALUES (1, 0, zeroblob(32), 0, 0, zeroblob(32));

-- What the rows add up to, kept with each row.
CREATE TABLE audit_day (
    day         INTEGER NOT NULL,
    tool        TEXT NOT NULL,
    agent       TEXT NOT NULL,
    rule        TEXT NOT NULL,
    layer       TEXT NOT NULL,
    verdict     TEXT NOT NULL,
    outcome     TEXT NOT NULL,
    decided_by  TEXT NOT NULL,
    rows        INTEGER NOT NULL,
    duration    INTEGER NOT NULL,
    PRIMARY KEY (day, tool, agent, rule, layer, verdict, outcome, decided_by)
) STRICT, WITHOUT ROWID;

CREATE TABLE approvals (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    rule        TEXT NOT NULL,
    digest      TEXT NOT NULL,
    scope       TEXT NOT NULL,
    place       TEXT NOT NULL,
    agent       TEXT NOT NULL,
    key         TEXT NOT NULL,
    source      TEXT NOT NULL,
    shown       TEXT NOT NULL,
    made        INTEGER NOT NULL,
    expires     INTEGER,
    used        INTEGER,
    uses        INTEGER NOT NULL DEFAULT 0,
    UNIQUE (digest, key, scope, place, agent)
) STRICT;

CREATE TABLE pending (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    session     TEXT,
    request     TEXT NOT NULL,
    made        INTEGER NOT NULL,
    expires     INTEGER NOT NULL,
    granted     INTEGER,
    person      TEXT,
    answered    INTEGER
) STRICT;

CREATE TABLE marks (
    session     TEXT NOT NULL,
    mark        TEXT NOT NULL,
    made        INTEGER NOT NULL,
    PRIMARY KEY (session, mark)
) STRICT, WITHOUT ROWID;

CREATE TABLE trust (
    root        TEXT PRIMARY KEY,
    digest      TEXT NOT NULL,
    person      TEXT NOT NULL,
    made        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
";
