//! Command patterns by themselves: the engine's matcher against the reference's.

use toolgate::policy::pattern::{CommandPattern, runs};

use crate::random::number;
use crate::reference::answer::{T, agreed};
use crate::reference::commands::{self, Candidates, parse, runs_known};
use crate::reference::make::{Dice, calls};
use crate::reference::universe;

/// A random pattern: programs with and without a profile, and what their words are like.
fn pattern(dice: &mut Dice<'_>) -> String {
    let programs: &[(&str, &[&str])] = &[
        ("git", &["push", "fetch", "status", "origin", "main", "wip/*", "*", "'a b'"]),
        ("rm", &["x", "*", "src/*"]),
        ("cat", &["x", "*.rs", "*"]),
        ("head", &["x", "*", "10"]),
        ("curl", &["x", "*", "h/*"]),
        ("grep", &["x", "*", "src/a.rs"]),
        ("frob", &["build", "x", "*", "test"]),
        ("(frob|cat)", &["x", "*"]),
        ("(npm run|frob x)", &["test", "*"]),
        ("./frob", &["x"]),
    ];
    let flags: &[&str] = &[
        "-f",
        "--force",
        "-v",
        "-rf",
        "-n",
        "-n=1*",
        "--lines=*",
        "-o=/tmp/*",
        "--output=*",
        "-e=x",
        "-C",
        "--quiet",
        "-5",
        "--release",
        "--no-force",
        "-d",
        "--delete",
        "-D",
        "-r",
        "-i",
        "--recursive",
    ];
    let (program, words) = *dice.pick(programs);
    let mut text = program.to_owned();
    let mut named: Vec<&str> = Vec::new();
    for _ in 0..dice.below(5) {
        let more = match dice.below(8) {
            0..=2 => dice.text(words),
            3 | 4 => "...".to_owned(),
            5 | 6 => {
                // A flag is named once.
                let flag = dice.word(flags);
                let name = flag.split('=').next().expect("a name");
                if named.contains(&name) {
                    continue;
                }
                named.push(name);
                flag.to_owned()
            }
            _ => format!("({}|{} {})", dice.word(words), dice.word(words), dice.word(words)),
        };
        text.push(' ');
        text.push_str(&more);
    }
    if dice.chance(40) {
        text.push_str(" ...");
    }
    text
}

fn of(tri: toolgate::model::Tri) -> T {
    match tri {
        toolgate::model::Tri::No => T::No,
        toolgate::model::Tri::Unknown => T::Unknown,
        toolgate::model::Tri::Yes => T::Yes,
    }
}

#[test]
fn patterns_match_what_they_say() {
    let count = number("TOOLGATE_PATTERNS", 4_000);
    let (mut wrong, mut answers) = (Vec::new(), [0; 3]);
    for seed in 0..count {
        let mut dice = Dice::Seed(seed ^ 0xc0_ffee);
        let source = pattern(&mut dice);
        let Some(fast) = CommandPattern::new(&source) else { continue };
        let slow = parse(&source);
        for _ in 0..6 {
            let command = calls::command_like(&mut dice, &slow, true);
            let ways = commands::ways(&command, &Candidates { words: Vec::new(), programs: Vec::new() });
            let way = &ways.expect("one way")[0];
            let (told, expected) = (of(runs(&fast, &command)), runs_known(&slow, way));
            answers[expected as usize] += 1;
            if told != expected && (told != T::Unknown || commands::is_plain(way)) {
                wrong.push(format!("`{source}` on {:?}: {told:?}, not {expected:?}", shown(&command)));
            }
            // Unknown words: never more than what all ways agree on.
            let command = calls::command_like(&mut dice, &slow, false);
            let (mut words, mut programs) = (vec!["zz".to_owned()], vec!["zz".to_owned()]);
            universe::of_pattern(&slow, &mut words, &mut programs);
            let Some(ways) = commands::ways(&command, &Candidates { words, programs }) else { continue };
            let told = of(runs(&fast, &command));
            let all = agreed(ways.iter().map(|way| runs_known(&slow, way)));
            if !ways.is_empty() && told != T::Unknown && told != all {
                let way = ways.iter().find(|way| runs_known(&slow, way) != told).expect("one");
                wrong.push(format!(
                    "`{source}` on {:?}: {told:?}, but {:?} is {:?}",
                    shown(&command),
                    way.words,
                    runs_known(&slow, way)
                ));
            }
        }
    }
    println!("answers {answers:?}");
    let shortest = {
        wrong.sort_by_key(|text| (text.len(), text.clone()));
        wrong.dedup();
        wrong.iter().take(number("SHOW", 12) as usize).cloned().collect::<Vec<_>>().join("\n")
    };
    assert!(wrong.is_empty(), "{} wrong:\n{shortest}", wrong.len());
}

fn shown(command: &toolgate::model::Command) -> String {
    crate::shown::command(command)
}
