//! What is said of a command with unknown words holds for every way in which they can turn out: a known command is
//! made first, then some of its words are hidden, and what is found for the hidden one is held against the known one.

use proptest::prelude::*;
use toolgate::effects::profiles::derive::{Deed, Derived, Doing, Target, derive};
use toolgate::effects::profiles::{Invocation, Profiles};
use toolgate::model::profile::{Level, Values};
use toolgate::model::{Certainty, Command, TextSet, Tri, Word, WordText};
use toolgate::policy::pattern::{CommandPattern, runs};

use crate::words::{command, words};

/// Programs of every style, each with a beginning of words that leads to something worth asking.
const STARTS: &[&str] = &[
    "rm",
    "cp",
    "mv",
    "ln",
    "grep",
    "sed",
    "sort",
    "find",
    "xargs",
    "rg",
    "tar",
    "gzip",
    "curl",
    "wget",
    "ssh",
    "scp",
    "rsync",
    "git",
    "git push",
    "git clean",
    "git clone",
    "git add",
    "git -C sub commit",
    "docker run",
    "docker exec",
    "docker build",
    "kubectl",
    "kubectl exec",
    "npm",
    "npm exec",
    "sudo",
    "env",
    "timeout",
    "bash",
    "python",
    "node",
    "dd",
    "chmod",
    "tee",
    "jq",
    "make",
    "terraform",
    "go build",
    "cargo test",
    "aws s3 cp",
    "psql",
    "nosuch",
    "echo",
];

/// Words that mean something to many programs.
const POOL: &[&str] = &[
    "a",
    "b",
    "-",
    "--",
    "x=1",
    "5",
    "src",
    "+main",
    ":main",
    "push",
    "ls",
    "rm",
    "{}",
    ";",
    "+",
    "-c",
    "-r",
    "-f",
    "-x",
    "-rf",
    "-i",
    "--force",
    "--output=o",
    "-o",
    "-n",
    "-C",
    "exec",
    "https://h/x",
    "u@h:p",
    "czf",
    "-exec",
    "-delete",
    "-name",
    "-zz",
    "--unheard-of",
    "--unheard=of",
    "s/a/b/w f",
    "commit",
    "if=a",
    "of=b",
    "777",
    "-x",
];

fn flags_of(level: &Level) -> Vec<String> {
    let mut all = Vec::new();
    for flag in level.flags() {
        for spelling in &flag.spellings {
            let spelling = spelling.replace("NUM", "7").replace('*', "v");
            match flag.values {
                Values::Words(_) | Values::Attached if spelling.starts_with("--") => {
                    all.push(format!("{spelling}=v"));
                }
                Values::Words(_) | Values::Attached => all.push(format!("{spelling}v")),
                Values::None | Values::Maybe | Values::Until(_) | Values::Rest => {}
            }
            all.push(spelling);
        }
    }
    all
}

/// Flags of the level that a beginning leads to.
fn vocabulary(start: &str) -> Vec<String> {
    let mut names = start.split(' ');
    let Some(profile) = names.next().and_then(|name| Profiles::embedded().get(name)) else {
        return Vec::new();
    };
    let mut level = &profile.root;
    for name in names {
        if let Some(sub) = level.sub(name) {
            level = sub.level.get();
        }
    }
    flags_of(level)
}

/// How a run of words is hidden.
#[derive(Clone, Copy, Debug)]
enum Hide {
    /// As one quoted word, of which so many bytes at the beginning are known.
    Word(usize),
    /// As one of itself and another.
    Choice(usize),
    /// As an unquoted expansion that stands for so many words.
    Splits(usize),
}

#[derive(Clone, Debug)]
struct Case {
    known: Vec<String>,
    hidden: Vec<Word>,
}

fn case() -> impl Strategy<Value = (Case, String)> {
    let word = (0..1000usize, any::<bool>());
    let hide = prop_oneof![
        (0..4usize).prop_map(Hide::Word),
        (0..POOL.len()).prop_map(Hide::Choice),
        (0..4usize).prop_map(Hide::Splits),
    ];
    (
        0..STARTS.len(),
        prop::collection::vec(word, 0..6),
        prop::collection::vec((0..8usize, hide), 1..3),
        prop::collection::vec((0..1000usize, 0..5u8), 0..5),
    )
        .prop_map(|(start, picks, hides, pattern)| {
            let start = STARTS[start];
            let flags = vocabulary(start);
            let pick = |(at, from_flags): (usize, bool)| {
                if from_flags && !flags.is_empty() {
                    flags[at % flags.len()].clone()
                } else {
                    POOL[at % POOL.len()].into()
                }
            };
            let mut known: Vec<String> = start.split(' ').map(str::to_owned).collect();
            known.extend(picks.into_iter().map(pick));
            let pattern = pattern_text(&known, &flags, &pattern);
            let hidden = hide_words(&known, &hides);
            (Case { known, hidden }, pattern)
        })
}

fn hide_words(known: &[String], hides: &[(usize, Hide)]) -> Vec<Word> {
    let mut words = vec![Word::known(known[0].as_str())];
    let mut at = 1;
    while at < known.len() {
        let hide = hides.iter().find(|(place, _)| place + 1 == at).map(|(_, hide)| *hide);
        match hide {
            None => {
                words.push(Word::known(known[at].as_str()));
                at += 1;
            }
            Some(Hide::Word(keep)) => {
                let prefix: String = known[at].chars().take(keep).collect();
                let text = WordText::Unknown { prefix, suffix: String::new() };
                words.push(Word { text, splits: false, start: 0, end: 0 });
                at += 1;
            }
            Some(Hide::Choice(other)) => {
                let mut all = vec![known[at].clone(), POOL[other].to_owned()];
                all.sort();
                all.dedup();
                let text = if all.len() == 1 { WordText::Known(all.remove(0)) } else { WordText::OneOf(all) };
                words.push(Word { text, splits: false, start: 0, end: 0 });
                at += 1;
            }
            Some(Hide::Splits(count)) => {
                words.push(Word::unknown());
                // It may stand for no word at all.
                if count == 0 {
                    words.push(Word::known(known[at].as_str()));
                }
                at += count.max(1);
            }
        }
    }
    words
}

/// A pattern made of the command's own words, so that it has a chance to match.
fn pattern_text(known: &[String], flags: &[String], parts: &[(usize, u8)]) -> String {
    let quote = |word: &str| format!("'{}'", word.replace('\'', ""));
    let mut text = quote(&known[0]);
    let mut last = 0;
    for (at, kind) in parts {
        text.push(' ');
        text.push_str(&match kind {
            0 => "...".to_owned(),
            1 => "*".to_owned(),
            2 if !flags.is_empty() => {
                let flag = flags[at % flags.len()].trim_end_matches("=v");
                let plain =
                    flag.starts_with('-') && !flag.contains(['*', '(', ')', '|', '=', '"', '\\', '\'']);
                if plain && flag.len() > 1 { flag.to_owned() } else { "...".to_owned() }
            }
            _ => {
                last = (last + 1 + at % 2).min(known.len() - 1);
                let word = &known[last];
                let flag = word.starts_with('-') && word.len() > 1 && word != "--";
                if flag && word.chars().all(|c| c == '-' || c.is_ascii_alphanumeric()) {
                    word.clone()
                } else {
                    quote(word)
                }
            }
        });
    }
    text
}

fn as_command(words: Vec<Word>) -> Command {
    let name = words[0].as_known().unwrap().to_owned();
    Command { words, ..command(&name) }
}

/// Whether a deed of the known command is one that was foreseen.
fn foresees(hidden: &Deed, known: &Deed) -> bool {
    if hidden.what == Doing::Anything {
        return true;
    }
    let path = |one: &Word, other: &Word| covers(one, other);
    match (&hidden.what, &known.what) {
        (Doing::Read(one), Doing::Read(other))
        | (Doing::Write(one), Doing::Write(other))
        | (Doing::Delete(one), Doing::Delete(other)) => {
            path(&one.path, &other.path) && (one.below.is_some() || other.below.is_none())
        }
        (Doing::Connect { target: one, send }, Doing::Connect { target: other, send: sends }) => {
            send == sends
                && match (one, other) {
                    (Target::Url(one), Target::Url(other))
                    | (Target::Host(one), Target::Host(other))
                    | (Target::Remote(one), Target::Remote(other)) => path(one, other),
                    (Target::Unknown, Target::Unknown) => true,
                    _ => false,
                }
        }
        (Doing::Run(_), Doing::Run(_)) | (Doing::Code { .. }, _) => true,
        (Doing::Shell { .. }, Doing::Shell { .. }) => true,
        (Doing::Script { path: one }, Doing::Script { path: other }) => path(one, other),
        (Doing::Stdin { .. }, Doing::Stdin { .. }) => true,
        (Doing::Prints { .. }, Doing::Prints { .. }) => true,
        _ => false,
    }
}

fn covers(one: &Word, other: &Word) -> bool {
    let Some(text) = other.as_known() else { return true };
    match &one.text {
        WordText::Known(known) => known == text,
        WordText::OneOf(all) => all.iter().any(|known| known == text),
        WordText::Glob(_) => true,
        WordText::Unknown { prefix, suffix } => {
            TextSet::Unknown { prefix, suffix }.may_be(text) || text.starts_with(prefix.as_str())
        }
    }
}

fn derived(command: &Command) -> Derived {
    derive(&Invocation::parse(command.profile.as_deref(), &command.words))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(2_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn patterns_agree_with_every_world((case, pattern) in case()) {
        let Some(pattern) = CommandPattern::new(&pattern) else { return Ok(()) };
        let known = runs(&pattern, &as_command(case.known.iter().map(Word::known).collect()));
        let hidden = runs(&pattern, &as_command(case.hidden.clone()));
        prop_assert!(
            hidden == Tri::Unknown || hidden == known,
            "{pattern}: {hidden:?} for {:?}, {known:?} for {:?}", case.hidden, case.known
        );
    }

    #[test]
    fn deeds_are_foreseen((case, _) in case()) {
        let known = derived(&as_command(case.known.iter().map(Word::known).collect()));
        let hidden = derived(&as_command(case.hidden.clone()));
        prop_assert!(!hidden.plain || known.plain, "plain: {:?} but not {:?}", case.hidden, case.known);
        for deed in known.deeds.iter().filter(|deed| deed.certainty == Certainty::Certain) {
            let found = hidden.deeds.iter().any(|one| foresees(one, deed));
            prop_assert!(found, "{:?} of {:?} is not among {:?} of {:?}", deed.what, case.known, hidden.deeds, case.hidden);
        }
    }
}

#[test]
fn words_of_tests_are_read_as_meant() {
    let all = words("a 'b c' \"$X\" d$X {e,f} g*");
    assert_eq!(all[1].as_known(), Some("b c"));
    assert!(!all[2].splits && all[3].splits);
    assert_eq!(all[4].choices().map(<[String]>::len), Some(2));
    assert_eq!(all[5].text, WordText::Glob("g*".into()));
}
