//! Generated commands.
//!
//! `TOOLGATE_BASH_CASES` says how many (of each kind), `TOOLGATE_BASH_SEED` with which one to begin.

use crate::found::Engine;
use crate::sandbox::Sandbox;
use crate::{generate, syntax};

/// Stubs that generated commands call.
const PROGRAMS: &[&str] = &[
    "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "o1", "o2", "P1", "P2", "env", "timeout", "nice",
    "nohup", "xargs", "find", "sudo", "sh", "bash", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8",
    "c9", "c10", "c11", "c12", "c13", "c14", "c15", "c16", "c17", "c18", "c19", "c20",
];

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// What came of comparing.
#[derive(Default)]
pub(crate) struct Compared {
    pub(crate) judged: usize,
    pub(crate) ran: usize,
    pub(crate) hidden: usize,
    pub(crate) wrong: Vec<String>,
}

/// Runs each text with both answers of its programs, and compares. `false` without a bash that can judge.
pub(crate) fn compare(
    programs: &[&str],
    texts: &(dyn Fn(u64) -> Option<String> + Sync),
    from: u64,
    to: u64,
) -> Option<Compared> {
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get() as u64).min(8);
    let results: Vec<Option<Compared>> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..workers)
            .map(|worker| {
                scope.spawn(move || {
                    compare_some(programs, texts, (from + worker..to).step_by(workers as usize))
                })
            })
            .collect();
        all.into_iter().map(|one| one.join().expect("a worker")).collect()
    });
    let mut sum = Compared::default();
    for result in results {
        let result = result?;
        sum.judged += result.judged;
        sum.ran += result.ran;
        sum.hidden += result.hidden;
        sum.wrong.extend(result.wrong);
    }
    // The shortest are the easiest to understand.
    sum.wrong.sort_by_key(String::len);
    Some(sum)
}

fn compare_some(
    programs: &[&str],
    texts: &(dyn Fn(u64) -> Option<String> + Sync),
    numbers: impl Iterator<Item = u64>,
) -> Option<Compared> {
    let sandbox = Sandbox::new(programs)?;
    let engine = Engine::new(&sandbox.work());
    let mut sum = Compared::default();
    for number in numbers {
        let Some(text) = texts(number) else { continue };
        let effects = engine.effects(&text);
        // It would not end.
        if effects.iter().any(|effect| effect.operation.is("exec.code.recursive")) {
            continue;
        }
        sum.judged += 1;
        let mut hidden = false;
        let mut missed = Vec::new();
        // Where nothing asks whether a program succeeded, one answer is enough.
        let asks =
            ["|", "&&", "if", "while", "until", "!", "ERR", "-e"].iter().any(|part| text.contains(part));
        for status in if asks { &[0, 1][..] } else { &[0] } {
            let ran = sandbox.run(&text, *status);
            sum.ran += ran.commands.len();
            let (now, covered) = engine.missed(&effects, &ran);
            hidden |= covered;
            missed.extend(now);
        }
        missed.sort();
        missed.dedup();
        sum.hidden += usize::from(hidden);
        if !missed.is_empty() {
            sum.wrong.push(format!("{number}: {}\n{text}", missed.join("; ")));
        }
    }
    Some(sum)
}

fn check(name: &str, make: &(dyn Fn(u64) -> Option<String> + Sync), cases: u64) {
    let from = number("TOOLGATE_BASH_SEED", 1);
    let Some(compared) = compare(PROGRAMS, make, from, from + number("TOOLGATE_BASH_CASES", cases)) else {
        eprintln!("no bash 5.2 here: nothing was compared");
        return;
    };
    report(name, &compared);
}

pub(crate) fn report(name: &str, compared: &Compared) {
    println!(
        "{name}: {} commands judged, {} programs ran, {} covered by code that can't be looked into",
        compared.judged, compared.ran, compared.hidden
    );
    let shown: Vec<&str> = compared.wrong.iter().take(40).map(String::as_str).collect();
    assert!(compared.wrong.is_empty(), "{} wrong\n{}", compared.wrong.len(), shown.join("\n----\n"));
}

#[test]
fn scripts_with_state() {
    check("scripts", &|seed| Some(generate::script(seed)), 1200);
}

#[test]
fn scripts_of_all_syntax() {
    // `c0` to `c20` are stubs; what is called otherwise is not found, and runs nothing.
    // Seeds of shallow texts: deep ones call more programs than there are stubs.
    check("syntax", &|seed| Some(syntax::command(seed * 4 + seed % 2)), 800);
}
