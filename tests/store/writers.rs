//! Many writers at once, and writers that die.
//!
//! The bigger runs: `TOOLGATE_WRITERS=64 TOOLGATE_THREADS=8 TOOLGATE_ROWS=20 TOOLGATE_KILL_SECONDS=600`.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use toolgate::store::Options;
use toolgate::store::Store;

use crate::support::{all, commands, entry, open, wrong};

fn setting(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// This test program again, running one test as a writer.
fn writer(test: &str, place: &Path, name: &str, threads: usize, rows: usize) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture", "--test-threads", "1"])
        .env("WRITE_TO", place)
        .env("WRITE_AS", name)
        .env("WRITE_THREADS", threads.to_string())
        .env("WRITE_ROWS", rows.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Appends rows and says which were answered. Whether this process is a writer.
fn is_writer() -> bool {
    let Some(place) = std::env::var_os("WRITE_TO") else { return false };
    let name = std::env::var("WRITE_AS").unwrap();
    let options = Options { timeout: Duration::from_secs(60), ..Options::default() };
    let store = Store::open(place, options).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..setting("WRITE_THREADS", 1) {
            let (store, name) = (&store, &name);
            scope.spawn(move || {
                for row in 0..setting("WRITE_ROWS", 1) {
                    let text = format!("{name}-{thread}-{row}");
                    store.append(entry(&text)).unwrap();
                    let mut out = std::io::stdout().lock();
                    writeln!(out, "answered {text}").unwrap();
                    out.flush().unwrap();
                }
            });
        }
    });
    true
}

/// The rows that a writer was answered for. A line that it was killed in the middle of does not count.
fn answered(child: &mut Child) -> Vec<String> {
    let mut out = Vec::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while reader.read_line(&mut line).unwrap() > 0 {
        if let Some(at) = line.find("answered ").filter(|_| line.ends_with('\n')) {
            out.push(line[at + "answered ".len()..].trim_end().to_owned());
        }
        line.clear();
    }
    out
}

#[test]
fn no_row_of_many_writers_is_lost_or_doubled() {
    if is_writer() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let (processes, threads, rows) =
        (setting("TOOLGATE_WRITERS", 8), setting("TOOLGATE_THREADS", 4), setting("TOOLGATE_ROWS", 5));
    // All of them make the database, too.
    let children: Vec<Child> = (0..processes)
        .map(|at| {
            writer(
                "writers::no_row_of_many_writers_is_lost_or_doubled",
                place.path(),
                &format!("w{at}"),
                threads,
                rows,
            )
        })
        .collect();
    let mut expected = BTreeSet::new();
    for mut child in children {
        expected.extend(answered(&mut child));
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(expected.len(), processes * threads * rows);
    let store = open(place.path());
    let rows = all(&store);
    assert_eq!(rows.len(), expected.len());
    assert_eq!(commands(&rows).into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), expected);
    assert_eq!(wrong(&store), [""; 0]);
    let left: Vec<_> = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().contains(".new-")), "{left:?}");
}

#[test]
fn what_was_answered_outlives_writers_that_are_killed() {
    if is_writer() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let until = Instant::now() + Duration::from_secs(setting("TOOLGATE_KILL_SECONDS", 3) as u64);
    let (mut expected, mut kills, mut nap) = (BTreeSet::new(), 0, 7_u64);
    while Instant::now() < until {
        let name = "writers::what_was_answered_outlives_writers_that_are_killed";
        let mut children: Vec<Child> =
            (0..3).map(|at| writer(name, place.path(), &format!("k{kills}-{at}"), 2, 1_000_000)).collect();
        for child in &mut children {
            nap = (nap * 31 + 17) % 97;
            std::thread::sleep(Duration::from_millis(20 + nap));
            child.kill().unwrap();
            kills += 1;
        }
        for mut child in children {
            expected.extend(answered(&mut child));
            child.wait().unwrap();
        }
        let store = open(place.path());
        let rows = all(&store);
        let there: BTreeSet<_> = commands(&rows).into_iter().map(str::to_owned).collect();
        assert_eq!(there.len(), rows.len());
        let lost: Vec<_> = expected.difference(&there).collect();
        assert!(lost.is_empty(), "after {kills} kills: {lost:?}");
        assert_eq!(wrong(&store), [""; 0]);
    }
    assert!(!expected.is_empty());
    println!("{kills} kills, {} rows answered", expected.len());
}
