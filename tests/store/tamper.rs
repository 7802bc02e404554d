//! Whoever changes the log is found out.

use std::path::Path;

use toolgate::store::audit::Finding;

use crate::support::{clocked, confirmed, denied, entry, open, sql, wrong};

/// A log of seven rows.
fn log() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    let (store, _) = clocked(place.path());
    for given in
        [entry("a"), denied("b"), confirmed("c"), entry("d"), denied("e"), confirmed("f"), entry("g")]
    {
        store.append(given).unwrap();
    }
    assert_eq!(wrong(&store), [""; 0]);
    place
}

fn findings(place: &Path) -> Vec<Finding> {
    open(place).verify(None, |_, _| ()).unwrap().findings
}

#[test]
fn a_change_in_any_column_is_found() {
    let columns: Vec<String> = {
        let place = log();
        let connection = rusqlite::Connection::open(place.path().join("toolgate.db")).unwrap();
        let mut statement = connection.prepare("SELECT name FROM pragma_table_info('audit')").unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    assert_eq!(columns.len(), 22);
    for column in columns {
        let (value, also) = match column.as_str() {
            "seq" => ("99", "row 99"),
            "time" | "latest" | "duration" => ("time + 1", "row 3"),
            "hash" | "previous" => ("randomblob(32)", "row"),
            _ => ("'changed'", "row 3"),
        };
        let place = log();
        sql(place.path(), &format!("UPDATE audit SET {column} = {value} WHERE seq = 3"));
        let said = wrong(&open(place.path()));
        assert!(
            said.iter().any(|text| text.contains(also) && text.contains("changed")),
            "{column}: {said:?}"
        );
        for null in ["NULL", "''", "x''"] {
            let place = log();
            let done = rusqlite::Connection::open(place.path().join("toolgate.db"))
                .unwrap()
                .execute(&format!("UPDATE audit SET {column} = {null} WHERE seq = 3"), []);
            // Where the table's own types do not keep it out, verification sees it, unless nothing changed.
            let before = matches!((column.as_str(), null), ("reason", "NULL"));
            assert!(done.is_err() || before || !findings(place.path()).is_empty(), "{column} = {null}");
        }
    }
}

#[test]
fn removed_rows_are_found() {
    let place = log();
    sql(place.path(), "DELETE FROM audit WHERE seq IN (3, 4)");
    let found = findings(place.path());
    assert!(found.contains(&Finding::Missing { from: 3, to: 4 }), "{found:?}");
    // With the rows after them renumbered, as if nothing had been there.
    let place = log();
    sql(
        place.path(),
        "DELETE FROM audit WHERE seq = 3; UPDATE audit SET seq = seq - 1 WHERE seq > 3; UPDATE audit_head SET seq = 6",
    );
    assert!(findings(place.path()).contains(&Finding::Changed { seq: 3 }));
    let place = log();
    sql(place.path(), "DELETE FROM audit WHERE seq = 1");
    assert!(findings(place.path()).contains(&Finding::Missing { from: 1, to: 1 }));
    let place = log();
    sql(place.path(), "DELETE FROM audit");
    assert!(findings(place.path()).contains(&Finding::CutEnd { expected: 7, found: 0 }));
}

#[test]
fn reordered_and_inserted_rows_are_found() {
    let place = log();
    sql(
        place.path(),
        "UPDATE audit SET seq = -3 WHERE seq = 3; UPDATE audit SET seq = 3 WHERE seq = 4; UPDATE audit SET seq = 4 WHERE seq = -3",
    );
    let found = findings(place.path());
    assert!(
        found.contains(&Finding::Changed { seq: 3 }) && found.contains(&Finding::Unlinked { seq: 3 }),
        "{found:?}"
    );
    let place = log();
    sql(
        place.path(),
        "CREATE TEMP TABLE t AS SELECT * FROM audit WHERE seq = 7; UPDATE t SET seq = 8; INSERT INTO audit SELECT * FROM t",
    );
    assert!(findings(place.path()).contains(&Finding::Beyond { expected: 7, found: 8 }));
}

#[test]
fn a_cut_end_is_found_by_the_head_and_a_moved_head_by_a_witness() {
    let place = log();
    sql(place.path(), "DELETE FROM audit WHERE seq > 5");
    assert!(findings(place.path()).contains(&Finding::CutEnd { expected: 7, found: 5 }));

    let place = log();
    let noted = open(place.path()).head().unwrap().hash;
    sql(place.path(), "UPDATE audit_head SET hash = randomblob(32)");
    assert!(findings(place.path()).contains(&Finding::OtherEnd));
    // Whoever moves the head as well, and mends the sums, is found only by what was noted elsewhere.
    sql(
        place.path(),
        "DELETE FROM audit WHERE seq > 5;
         UPDATE audit_head SET (seq, hash) = (SELECT seq, hash FROM audit WHERE seq = 5);
         UPDATE audit_day SET rows = 1, duration = 1500 WHERE outcome = 'confirmed';
         UPDATE audit_day SET rows = 2, duration = 3000 WHERE outcome = 'allowed'",
    );
    let store = open(place.path());
    assert_eq!(wrong(&store), [""; 0]);
    let found = store.verify(Some(&noted), |_, _| ()).unwrap().findings;
    assert_eq!(found, [Finding::Witness { digest: noted }]);
}

#[test]
fn a_start_that_no_row_records_is_found() {
    let place = log();
    sql(
        place.path(),
        "UPDATE audit_head SET (anchor_seq, anchor_hash) = (SELECT seq, hash FROM audit WHERE seq = 3);
         DELETE FROM audit WHERE seq <= 3",
    );
    let found = findings(place.path());
    assert!(found.contains(&Finding::UnrecordedStart { first: 4 }), "{found:?}");
}

#[test]
fn changed_sums_are_found() {
    for change in
        ["UPDATE audit_day SET rows = rows + 1", "DELETE FROM audit_day", "UPDATE audit_day SET tool = 'x'"]
    {
        let place = log();
        sql(place.path(), change);
        assert_eq!(findings(place.path()), [Finding::Sums { day: "2026-12-01".into() }], "{change}");
    }
}

#[test]
fn a_row_that_holds_what_is_never_written_is_a_fault_for_readers() {
    let place = log();
    sql(place.path(), "UPDATE audit SET verdict = 'perhaps' WHERE seq = 2");
    let fault = open(place.path()).record(2).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "row 2 of the log holds `perhaps` as its verdict, which toolgate never writes"
    );
}
