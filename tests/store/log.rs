//! What is written is found again.

use toolgate::model::Verdict;
use toolgate::store::audit::{Filter, Order, Page, time};
use toolgate::store::{Entry, Outcome};

use crate::support::{DAY_ONE, all, clocked, commands, confirmed, denied, entry, found, open, wrong};

#[test]
fn an_entry_comes_back_as_it_was() {
    let place = tempfile::tempdir().unwrap();
    let store = open(place.path());
    let bare = Entry {
        session: None,
        agent: None,
        rule: None,
        layer: None,
        risk: None,
        call: None,
        outcome: Outcome::Error,
        verdict: Verdict::Deny,
        reason: Some("line 3 is\0 not a call \u{202e}".into()),
        ..entry("x")
    };
    for given in [entry("git status"), denied("git push -f"), confirmed("git push"), bare] {
        let seq = store.append(given.clone()).unwrap();
        assert_eq!(store.record(seq).unwrap().unwrap().entry, given);
    }
    assert_eq!(store.record(5).unwrap(), None);
    assert_eq!(wrong(&store), [""; 0]);
    let head = store.head().unwrap();
    assert_eq!((head.seq, head.hash), (4, format!("sha256:{}", store.record(4).unwrap().unwrap().hash)));
}

#[test]
fn rows_are_numbered_without_gaps_and_linked() {
    let place = tempfile::tempdir().unwrap();
    for at in 0..5 {
        // Another process each time, as hooks are.
        assert_eq!(open(place.path()).append(entry("ls")).unwrap(), at + 1);
    }
    let rows = all(&open(place.path()));
    assert_eq!(rows[0].previous, "0".repeat(64));
    assert!(rows.windows(2).all(|pair| pair[1].previous == pair[0].hash && pair[1].seq == pair[0].seq + 1));
}

#[test]
fn rows_are_found_by_each_condition_and_by_all_together() {
    let place = tempfile::tempdir().unwrap();
    let (store, clock) = clocked(place.path());
    for (at, given) in [
        entry("git status"),
        denied("git push --force origin main"),
        confirmed("git push origin topic"),
        Entry {
            session: Some("s2".into()),
            agent: Some("codex".into()),
            tool: "shell".into(),
            ..entry("ls -la")
        },
        Entry { rule: None, ..denied("rm -rf \"quo\nted\" *") },
    ]
    .into_iter()
    .enumerate()
    {
        clock.set(DAY_ONE + at as i64 * 1000);
        store.append(given).unwrap();
    }
    let seqs = |filter: Filter| found(&store, &filter).iter().map(|row| row.seq).collect::<Vec<_>>();
    let text = |text: &str| Filter { text: Some(text.into()), ..Filter::default() };
    assert_eq!(seqs(Filter::default()), [1, 2, 3, 4, 5]);
    assert_eq!(seqs(Filter { session: Some("s2".into()), ..Filter::default() }), [4]);
    assert_eq!(seqs(Filter { agent: Some("codex".into()), ..Filter::default() }), [4]);
    assert_eq!(seqs(Filter { tool: Some("Bash".into()), ..Filter::default() }), [1, 2, 3, 5]);
    assert_eq!(seqs(Filter { rule: Some("git-push".into()), ..Filter::default() }), [3]);
    assert_eq!(seqs(Filter { verdict: Some(Verdict::Deny), ..Filter::default() }), [2, 5]);
    assert_eq!(seqs(Filter { outcome: Some(Outcome::Confirmed), ..Filter::default() }), [3]);
    assert_eq!(seqs(Filter { since: Some(DAY_ONE + 2000), ..Filter::default() }), [3, 4, 5]);
    assert_eq!(seqs(Filter { until: Some(DAY_ONE + 2000), ..Filter::default() }), [1, 2]);
    assert_eq!(seqs(Filter { after: Some(3), ..Filter::default() }), [4, 5]);
    assert_eq!(seqs(text("git push")), [2, 3]);
    assert_eq!(seqs(text("PUSH ori")), [3]);
    assert_eq!(seqs(text("force-push")), [2]);
    assert_eq!(seqs(text("others have")), [2, 5]);
    assert_eq!(seqs(text("quo ted")), [5]);
    for hostile in ["\"", "*", "a\" OR \"b", "NEAR(", "text:git", "\0", "", "--", "'; DROP TABLE audit; --"] {
        assert!(seqs(text(hostile)).len() < 5, "{hostile}");
    }
    let many = Filter {
        session: Some("s1".into()),
        tool: Some("Bash".into()),
        verdict: Some(Verdict::Deny),
        rule: Some("git:force-push".into()),
        outcome: Some(Outcome::Denied),
        since: Some(DAY_ONE),
        until: Some(DAY_ONE + 5000),
        text: Some("git".into()),
        ..Filter::default()
    };
    assert_eq!(seqs(many), [2]);
    let page = Page { limit: 2, offset: 1, order: Order::NewestFirst };
    let page: Vec<_> = store.query(&Filter::default(), page).unwrap().iter().map(|row| row.seq).collect();
    assert_eq!(page, [4, 3]);
}

#[test]
fn a_clock_set_back_breaks_neither_order_nor_search() {
    let place = tempfile::tempdir().unwrap();
    let (store, clock) = clocked(place.path());
    let times = [10, 20, 5, 7, 30, 29, 40];
    for at in times {
        clock.set(DAY_ONE + at);
        store.append(entry(&at.to_string())).unwrap();
    }
    assert_eq!(commands(&all(&store)), ["10", "20", "5", "7", "30", "29", "40"]);
    for from in 0..45 {
        for to in from..45 {
            let filter =
                Filter { since: Some(DAY_ONE + from), until: Some(DAY_ONE + to), ..Filter::default() };
            let expected: Vec<_> =
                times.iter().filter(|at| (from..to).contains(*at)).map(ToString::to_string).collect();
            assert_eq!(commands(&found(&store, &filter)), expected, "{from}..{to}");
        }
    }
    assert_eq!(wrong(&store), [""; 0]);
}

#[test]
fn sums_are_those_of_the_rows() {
    let place = tempfile::tempdir().unwrap();
    let (store, clock) = clocked(place.path());
    store.append(entry("a")).unwrap();
    store.append(denied("b")).unwrap();
    clock.advance(time::DAY);
    store.append(confirmed("c")).unwrap();
    store.append(Entry { outcome: Outcome::TimedOut, ..confirmed("d") }).unwrap();
    let stats = store.stats(None, None, 10).unwrap();
    assert_eq!(
        (stats.total.rows, stats.total.allowed, stats.total.denied, stats.total.questions()),
        (4, 1, 1, 2)
    );
    assert_eq!(stats.rules[0].name, "git-push");
    assert_eq!(stats.days.iter().map(|day| day.count.questions()).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(stats.mean_duration_us, 1500);
    let day = DAY_ONE / time::DAY;
    assert_eq!(store.stats(Some(day + 1), Some(day + 1), 10).unwrap().total.rows, 2);
    assert_eq!(store.stats(Some(day + 2), None, 10).unwrap().total.rows, 0);
    assert_eq!(wrong(&store), [""; 0]);
}

#[test]
fn huge_durations_do_not_overflow_the_sums() {
    let place = tempfile::tempdir().unwrap();
    let store = open(place.path());
    for _ in 0..3 {
        store.append(Entry { duration: u64::MAX, ..entry("x") }).unwrap();
    }
    assert_eq!(store.stats(None, None, 1).unwrap().total.rows, 3);
}

#[test]
fn pruning_keeps_what_is_left_verifiable() {
    let place = tempfile::tempdir().unwrap();
    let (store, clock) = clocked(place.path());
    for at in 0..10 {
        clock.set(DAY_ONE + at * time::DAY);
        store.append(if at % 2 == 0 { entry(&at.to_string()) } else { denied(&at.to_string()) }).unwrap();
    }
    let before = store.head().unwrap();
    let pruned = store.prune(DAY_ONE + 4 * time::DAY, "ada").unwrap();
    assert_eq!((pruned.rows, pruned.first), (4, 5));
    assert_eq!(
        commands(&found(&store, &Filter { tool: Some("Bash".into()), ..Filter::default() })),
        ["4", "5", "6", "7", "8", "9"]
    );
    assert_eq!(wrong(&store), [""; 0]);
    assert_eq!(store.stats(None, None, 10).unwrap().total.rows, 6);
    // A head that was noted before is still found, and one that was dropped can't be.
    assert_eq!(store.verify(Some(&before.hash), |_, _| ()).unwrap().findings, []);
    assert_eq!(store.verify(pruned.anchor.as_deref(), |_, _| ()).unwrap().findings, []);
    let text = Filter { text: Some("rewrites".into()), ..Filter::default() };
    assert_eq!(found(&store, &text).len(), 3);
    assert_eq!(store.prune(DAY_ONE + 4 * time::DAY, "ada").unwrap().rows, 0);
    assert_eq!(store.prune(DAY_ONE + 400 * time::DAY, "ada").unwrap().rows, 7);
    assert_eq!(store.append(entry("after")).unwrap(), 13);
    assert_eq!(wrong(&store), [""; 0]);
}
