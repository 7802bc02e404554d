//! Answers, requests, marks, trust.

use std::sync::atomic::{AtomicUsize, Ordering};

use toolgate::store::{Answer, Request, Scope, Taken};

use crate::support::{DAY_ONE, clocked, open};

fn answer(key: &str, scope: Scope, expires: Option<i64>) -> Answer {
    Answer {
        rule: "git-push".into(),
        digest: "d1".into(),
        scope,
        agent: "a".into(),
        key: key.into(),
        source: "terminal, ada".into(),
        shown: "git push".into(),
        expires,
    }
}

#[test]
fn an_answer_covers_its_rule_key_agent_and_scope_alone_and_only_until_it_ends() {
    let place = tempfile::tempdir().unwrap();
    let (store, clock) = clocked(place.path());
    let session = Scope::Session("s1".into());
    let id = store.remember(&answer("k", session.clone(), Some(DAY_ONE + 100))).unwrap();
    let covers = |digest: &str, key: &str, agent: &str, scope: &Scope| {
        store.remembered(digest, key, agent, &[Scope::Always, scope.clone()]).unwrap().map(|found| found.id)
    };
    assert_eq!(covers("d1", "k", "a", &session), Some(id));
    assert_eq!(covers("d2", "k", "a", &session), None);
    assert_eq!(covers("d1", "K", "a", &session), None);
    assert_eq!(covers("d1", "k", "b", &session), None);
    assert_eq!(covers("d1", "k", "a", &Scope::Session("s2".into())), None);
    assert_eq!(covers("d1", "k", "a", &Scope::Project("s1".into())), None);
    store.used(&[id]).unwrap();
    assert_eq!(store.approvals().unwrap()[0].uses, 1);
    clock.set(DAY_ONE - 1);
    assert_eq!(
        covers("d1", "k", "a", &session),
        None,
        "a clock set back makes no answer of the future count"
    );
    clock.set(DAY_ONE + 100);
    assert_eq!(covers("d1", "k", "a", &session), None);
    assert_eq!(store.drop_expired().unwrap(), 1);
}

#[test]
fn answers_are_replaced_revoked_undone_and_cleared() {
    let place = tempfile::tempdir().unwrap();
    let store = open(place.path());
    let first = store.remember(&answer("k", Scope::Always, None)).unwrap();
    let second = store.remember(&answer("k", Scope::Always, None)).unwrap();
    assert_ne!(first, second);
    assert_eq!(store.approvals().unwrap().len(), 1);
    assert!(store.revoke(second).unwrap() && !store.revoke(second).unwrap());
    for key in ["a", "b", "c"] {
        store.remember(&answer(key, Scope::Project("/p".into()), None)).unwrap();
    }
    assert_eq!(store.undo_approval().unwrap().unwrap().answer.key, "c");
    store.remember(&answer("x", Scope::Always, None)).unwrap();
    assert_eq!(store.clear_approvals(Some(&Scope::Project("/q".into())), None).unwrap(), 0);
    assert_eq!(store.clear_approvals(Some(&Scope::Project("/p".into())), Some("git-push")).unwrap(), 2);
    assert_eq!(store.clear_approvals(None, Some("other")).unwrap(), 0);
    assert_eq!(store.clear_approvals(None, None).unwrap(), 1);
    assert_eq!(store.undo_approval().unwrap(), None);
}

#[test]
fn a_request_is_answered_once_and_taken_once() {
    let place = tempfile::tempdir().unwrap();
    let (store, clock) = clocked(place.path());
    let request = Request { session: Some("s".into()), request: "{}".into(), expires: DAY_ONE + 100 };
    let id = store.ask(&request).unwrap();
    assert_eq!(store.take(id).unwrap(), Taken::Waiting);
    assert_eq!(store.pending().unwrap()[0].request, "{}");
    // Another terminal.
    let other = open(place.path());
    drop(other);
    assert!(store.answer(id, true, "ada").unwrap());
    assert!(!store.answer(id, false, "bob").unwrap());
    assert_eq!(store.pending().unwrap(), []);
    let granted = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| match store.take(id).unwrap() {
                Taken::Granted { person } => {
                    assert_eq!(person, "ada");
                    granted.fetch_add(1, Ordering::SeqCst);
                }
                gone => assert_eq!(gone, Taken::Gone),
            });
        }
    });
    assert_eq!(granted.into_inner(), 1);

    let refused = store.ask(&request).unwrap();
    assert!(refused > id);
    assert!(store.answer(refused, false, "bob").unwrap());
    assert_eq!(store.take(refused).unwrap(), Taken::Refused { person: "bob".into() });

    let (late, never) = (store.ask(&request).unwrap(), store.ask(&request).unwrap());
    assert!(store.answer(late, true, "ada").unwrap());
    clock.set(DAY_ONE + 100);
    assert!(!store.answer(never, true, "ada").unwrap());
    assert_eq!((store.take(late).unwrap(), store.expire_pending().unwrap()), (Taken::Gone, 1));
    assert_eq!(store.take(never).unwrap(), Taken::Gone);
}

#[test]
fn marks_grow_and_trust_is_for_one_state() {
    let place = tempfile::tempdir().unwrap();
    let store = open(place.path());
    for mark in ["untrusted", "secret", "untrusted"] {
        store.mark("s1", mark).unwrap();
    }
    assert_eq!(open(place.path()).marks("s1").unwrap(), ["secret", "untrusted"]);
    assert_eq!(store.marks("s2").unwrap(), [""; 0]);

    store.trust("/p", "sha256:1", "ada").unwrap();
    store.trust("/p", "sha256:2", "ada").unwrap();
    assert_eq!(store.trusted("/p").unwrap().unwrap().digest, "sha256:2");
    assert_eq!(store.trusted("/p/q").unwrap(), None);
    assert_eq!(store.all_trusted().unwrap().len(), 1);
    assert!(store.distrust("/p").unwrap() && !store.distrust("/p").unwrap());
}
