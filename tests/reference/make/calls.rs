//! Random calls and effects, made of a policy's own literals.

use std::sync::Arc;

use serde_json::{Value, json};
use toolgate::effects::profiles::Profiles;
use toolgate::model::{
    Call, Case, Certainty, Command, Effect, Host, HostSubject, Naming, Operation, Origin, PathForm,
    PathSubject, PathThing, Program, Subject, Walk, Word, WordText,
};

use super::Dice;
use super::predicates::{FILES, HOSTS, PATTERNS};
use super::tiny::{PATHS, Tiny};
use crate::reference::commands::{self, Part, Star};
use crate::reference::{paths, reading};

/// What is decided.
#[derive(Clone, Debug)]
pub struct Decided {
    pub call: Call,
    pub effects: Vec<Effect>,
    pub files: Tiny,
}

/// How much of a call may be unknown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Knowledge {
    /// All is known, and each effect touches one thing.
    Exact,
    /// Anything goes.
    Any,
}

/// A random call with its effects.
pub fn case(dice: &mut Dice<'_>, knowledge: Knowledge, files: Tiny) -> Decided {
    let mut call = call(dice);
    if knowledge == Knowledge::Exact {
        call.home.get_or_insert_with(|| "/home/dev".to_owned());
        call.cwd.get_or_insert_with(|| "/home/dev/project".to_owned());
    }
    let count = 1 + dice.below(3);
    let mut effects: Vec<Effect> = Vec::new();
    for _ in 0..count {
        let more = effect(dice, knowledge, &call, &files, &effects);
        effects.push(more);
    }
    Decided { call, effects, files }
}

fn call(dice: &mut Dice<'_>) -> Call {
    let mut call = Call {
        tool: dice.text(&["Bash", "Read", "refund", "mail_send", "other"]),
        home: Some("/home/dev".to_owned()),
        root: Some("/home/dev/project".to_owned()),
        cwd: Some("/home/dev/project".to_owned()),
        ..Call::default()
    };
    if dice.chance(10) {
        call.home = None;
    }
    match dice.below(12) {
        9 => call.root = None,
        10 => (call.root, call.cwd) = (None, None),
        11 => call.root = Some("/data/project".to_owned()),
        _ => {}
    }
    let maybe = |dice: &mut Dice<'_>, all: &[&str]| dice.chance(60).then(|| dice.text(all));
    call.mode = maybe(dice, &["plan", "default", "yolo", "other"]);
    call.session = maybe(dice, &["s1", "s2", "zz"]);
    call.agent = maybe(dice, &["claude-code", "claude-code.reviewer", "claude-codex", "codex"]);
    call.server = maybe(dice, &["bank", "mail", "zz"]);
    for mark in ["untrusted", "seen"] {
        if dice.chance(30) {
            call.marks.push(mark.to_owned());
        }
    }
    let facts: [(&str, &[Value]); 3] = [
        ("branch", &[json!("main"), json!("dev"), json!("zz"), json!(3)]),
        ("replicas", &[json!(1), json!(2), json!(3.5), json!("3")]),
        ("interactive", &[json!(true), json!(false), json!("true")]),
    ];
    for (name, values) in facts {
        if dice.chance(60) {
            call.context.insert(name.to_owned(), dice.pick(values).clone());
        }
    }
    let text = |text: &str| json!(text);
    let args: Vec<(&str, Vec<Value>)> = vec![
        ("command", ["git push", "git push origin main", "rm -rf x", "zz"].map(text).to_vec()),
        ("note", vec![text("hello"), text("a secret"), json!(7), json!(null)]),
        ("path", vec![text("src/a.rs"), text("/etc/passwd"), json!(["src/a.rs", ".env"]), json!({})]),
        ("limit", vec![json!(10), json!(100.0), text("10"), json!(-1)]),
        ("amount", vec![json!(10), json!(50.5), text("ten"), json!(true), json!(null), json!([10])]),
        ("body", vec![text("hello"), text("secret"), text("")]),
    ];
    for (name, values) in args {
        if dice.chance(50) {
            call.args.insert(name.to_owned(), dice.pick(&values).clone());
        }
    }
    if dice.chance(60) {
        let item = |dice: &mut Dice<'_>| match dice.below(8) {
            0 => json!({}),
            1 => json!("gift"),
            2 => json!({"kind": "gift", "price": 3, "tags": []}),
            3 => json!({"kind": "book", "price": "5", "tags": ["red"]}),
            4 => json!({"kind": "gift", "price": 30, "tags": ["red", "blue"]}),
            5 => json!({"kind": "book", "price": 5}),
            6 => json!({"kind": 3, "tags": "red"}),
            _ => json!({"kind": "gift", "price": 5, "tags": ["blue"]}),
        };
        let items = match dice.below(10) {
            0 => json!([]),
            1 => json!("gift"),
            2 => json!(null),
            _ => (0..1 + dice.below(3)).map(|_| item(dice)).collect(),
        };
        call.args.insert("items".to_owned(), items);
    }
    if dice.chance(60) {
        let to = match dice.below(7) {
            0 => json!([]),
            1 => json!("a@x.org"),
            2 => json!(["a@x.org", "b@y.org"]),
            3 => json!(["b@y.org"]),
            4 => json!([3, "a@x.org"]),
            5 => json!({"a": 1}),
            _ => json!(["a@x.org"]),
        };
        call.args.insert("to".to_owned(), to);
    }
    call
}

fn effect(dice: &mut Dice<'_>, knowledge: Knowledge, call: &Call, files: &Tiny, before: &[Effect]) -> Effect {
    let exact = knowledge == Knowledge::Exact;
    let (names, subject): (&[&str], Subject) = match dice.below(12) {
        0..=3 => {
            (&["read", "write", "write.delete", "read"], Subject::Path(path(dice, knowledge, call, files)))
        }
        4..=6 => (
            &["exec", "exec.plain", "exec.plain", "exec.code", "exec.code.fetched"],
            Subject::Command(Arc::new(command(dice, exact))),
        ),
        7 => {
            let script = Arc::new(command(dice, exact));
            (&["exec.script"], Subject::Script(script, path(dice, knowledge, call, files)))
        }
        8 | 9 => (&["network", "network.send"], Subject::Host(host(dice, exact))),
        10 if !exact && dice.chance(40) => {
            let programs = if dice.chance(50) { vec!["git".to_owned()] } else { Vec::new() };
            (
                &["exec.code", "write", "exec"],
                Subject::Unknown { programs, reason: "not understood".to_owned() },
            )
        }
        _ => (&["call", "payment", "payment.refund", "payments"], Subject::Call),
    };
    let via = if dice.chance(25) {
        (0..1 + dice.below(2)).map(|_| Arc::new(command(dice, exact))).collect()
    } else {
        Vec::new()
    };
    let follows =
        if !before.is_empty() && dice.chance(15) { vec![dice.below(before.len())] } else { Vec::new() };
    Effect {
        operation: Operation::new(dice.word(names)),
        subject,
        via,
        certainty: if !exact && dice.chance(15) { Certainty::Possible } else { Certainty::Certain },
        naming: if follows.is_empty() || dice.chance(50) { Naming::Named } else { Naming::Implied },
        follows,
        origin: Origin::default(),
    }
}

/// An absolute path out of a policy's literals, and what lies around them.
fn literal(dice: &mut Dice<'_>, call: &Call) -> String {
    let root = call.root.as_deref().or(call.cwd.as_deref()).unwrap_or("/home/dev/project");
    let absolute = |text: &str| match text.strip_prefix('~') {
        Some(rest) => paths::clean(&format!("{}/{rest}", call.home.as_deref().unwrap_or("/home/dev"))),
        None => paths::join(root, text),
    };
    let path = match dice.below(4) {
        0 => absolute(dice.word(FILES)),
        1 => absolute(dice.word(super::predicates::DIRS)),
        _ => dice.text(PATHS),
    };
    match dice.below(10) {
        7 => paths::join(&path, ".."),
        8 => paths::join(&path, dice.word(&["zz", "a.rs", ".env", "b/c.rs"])),
        9 => path.to_uppercase(),
        _ => path,
    }
}

fn path(dice: &mut Dice<'_>, knowledge: Knowledge, call: &Call, files: &Tiny) -> PathSubject {
    let case = match files.case {
        Case::Unknown if knowledge == Knowledge::Exact => Case::Sensitive,
        case => case,
    };
    let written = literal(dice, call);
    let at = |path: String, form: PathForm| PathThing::At { path, form };
    let real = paths::real(files, &written).unwrap_or_else(|_| written.clone());
    if knowledge == Knowledge::Exact {
        return PathSubject { shown: written, things: vec![at(real, PathForm::Real)], case };
    }
    let form = if real == written { PathForm::Written } else { PathForm::Link };
    let mut things = vec![at(written.clone(), form)];
    if real != written {
        things.push(at(real.clone(), PathForm::Real));
    }
    match dice.below(10) {
        4 | 5 => things.push(PathThing::Below { dir: real, walk: walk(dice) }),
        6 | 7 => {
            let globs = ["src/*", "**/*.rs", "*", ".*", "src/[ab]*", "{src,build}/*", "**", "src/a.rs"];
            let dir = if dice.chance(70) { "/home/dev/project".to_owned() } else { written.clone() };
            let escaped: Vec<String> = dir.split('/').map(paths::escaped).collect();
            let glob = paths_joined(&escaped.join("/"), dice.word(&globs));
            things = vec![PathThing::Matching { glob, existing: dice.chance(60) }];
        }
        8 => {
            let within = if dice.chance(30) { "/".to_owned() } else { real };
            things = vec![PathThing::Somewhere { within }];
        }
        _ => {}
    }
    PathSubject { shown: written, things, case }
}

fn paths_joined(dir: &str, rest: &str) -> String {
    format!("{}/{rest}", dir.trim_end_matches('/'))
}

fn walk(dice: &mut Dice<'_>) -> Walk {
    let mut walk = Walk::all();
    walk.hidden = !dice.chance(25);
    walk.respects_ignore = dice.chance(20);
    walk.max_depth = dice.chance(20).then(|| dice.below(3) as u32);
    if dice.chance(15) {
        walk.include.push(dice.text(&["*.rs", "*", ".env"]));
    }
    if dice.chance(15) {
        walk.exclude_dir.push(dice.text(&["src", "b*", ".ssh"]));
    }
    if dice.chance(15) {
        walk.exclude.push(dice.text(&["*.rs", "p*", ".*"]));
    }
    walk
}

fn host(dice: &mut Dice<'_>, exact: bool) -> HostSubject {
    let name = dice.text(HOSTS);
    let name = match dice.below(8) {
        5 => format!("deep.{name}"),
        6 => "93.184.216.34".to_owned(),
        7 => "169.254.169.254".to_owned(),
        _ => name,
    };
    let host = match name.parse() {
        Ok(address) => Host::Address(address),
        Err(_) if name.ends_with(":1") || name.ends_with("10.0.0.1") => Host::Address([10, 0, 0, 1].into()),
        Err(_) => Host::Name(name),
    };
    let host = if !exact && dice.chance(15) { Host::Unknown } else { host };
    let unknown = |dice: &mut Dice<'_>| !exact && dice.chance(15);
    HostSubject {
        url: None,
        host,
        scheme: if unknown(dice) { None } else { Some(dice.text(&["https", "http", "ssh"])) },
        port: if unknown(dice) { None } else { Some(*dice.pick(&[443, 80, 8080, 22])) },
    }
}

/// A command that a pattern names, or almost.
pub fn command(dice: &mut Dice<'_>, exact: bool) -> Command {
    let parts = commands::parse(dice.word(PATTERNS));
    command_like(dice, &parts, exact)
}

/// A command that this pattern names, or almost.
pub fn command_like(dice: &mut Dice<'_>, parts: &[Part], exact: bool) -> Command {
    let mut words: Vec<String> = Vec::new();
    for part in parts {
        match part {
            Part::Word(word) => words.push(text(dice, word)),
            Part::Group(alternatives) => {
                let alternative = dice.pick(alternatives).clone();
                words.extend(alternative.iter().map(|word| text(dice, word)));
            }
            Part::Gap => {
                for _ in 0..dice.below(3) {
                    words.push(other(dice));
                }
            }
            Part::Flag(name, None) => words.push(name.clone()),
            Part::Flag(name, Some(value)) => {
                let value = text(dice, value);
                match dice.below(3) {
                    0 => words.extend([name.clone(), value]),
                    1 if !name.starts_with("--") => words.push(format!("{name}{value}")),
                    _ => words.push(format!("{name}={value}")),
                }
            }
            Part::Terminator => words.push("--".to_owned()),
        }
    }
    if words.len() > 1 && dice.chance(35) {
        let at = 1 + dice.below(words.len() - 1);
        match dice.below(4) {
            0 => {
                words.remove(at);
            }
            1 => words.insert(at, other(dice)),
            2 => words[at] = other(dice),
            _ => dice.shuffle(&mut words[1..]),
        }
    }
    let mut words: Vec<Word> = words.into_iter().map(Word::known).collect();
    if !exact && dice.chance(25) {
        let at = dice.below(words.len());
        words[at] = unknown(dice, at > 0);
    }
    let program = program(&words[0]);
    let profile = match &program {
        Program::Named(name) => Profiles::embedded().get(name).filter(|profile| reading::is_simple(profile)),
        Program::File { .. } | Program::Unknown(_) => None,
    };
    let mut assignments = Vec::new();
    if dice.chance(15) {
        let value = if !exact && dice.chance(30) {
            unknown(dice, false)
        } else {
            Word::known(dice.text(&["1", "on", ""]))
        };
        assignments.push((dice.text(&["FOO", "BAR"]), value));
    }
    let directory = Some("/home/dev/project".to_owned());
    Command { program, words, assignments, profile, directory, elsewhere: false, span: 0..0 }
}

fn program(word: &Word) -> Program {
    match word.as_known() {
        Some(text) => match text.rsplit_once('/') {
            Some((_, name)) => Program::File { path: text.to_owned(), name: name.to_owned() },
            None => Program::Named(text.to_owned()),
        },
        None => Program::Unknown(word.clone()),
    }
}

fn text(dice: &mut Dice<'_>, star: &Star) -> String {
    let fill = dice.text(&["x", "", "a/b"]);
    star.iter().map(|c| c.map_or(fill.clone(), String::from)).collect()
}

fn other(dice: &mut Dice<'_>) -> String {
    let all = [
        "x",
        "main",
        "-f",
        "--force",
        "-v",
        "-rf",
        "-fr",
        "+main",
        "--",
        "src/a.rs",
        "-C",
        "push",
        "--forc",
        "-n",
        "-x",
        "--unheard",
        "--unheard=of",
        "-o/tmp/x",
        "origin",
        "-5",
        "--no-force",
        "-",
        "-R",
        "--quiet",
    ];
    dice.text(&all)
}

fn unknown(dice: &mut Dice<'_>, splits: bool) -> Word {
    let ends = ["", "", "-", "p", "x", "--for", "src/", "+"];
    let text = match dice.below(5) {
        0 => WordText::OneOf({
            let mut all = vec![other(dice), other(dice), "zz".to_owned()];
            all.sort();
            all.dedup();
            all
        }),
        1 => WordText::Glob(dice.text(&["*", "src/*", "[a-m]*", "./*", "*.rs"])),
        _ => WordText::Unknown { prefix: dice.text(&ends), suffix: dice.text(&["", "", "x", "main"]) },
    };
    let splits = splits && !matches!(text, WordText::OneOf(_)) && dice.chance(50);
    Word { text, splits, start: 0, end: 0 }
}

/// The same with unknown parts filled in at random. `policy` is its text: a fact that it asks for with `exists` stays as
/// it is, since that is exact.
pub fn filled(dice: &mut Dice<'_>, case: &Decided, policy: &str) -> Decided {
    let mut filled = case.clone();
    let other = call(dice);
    let exact = |name: &str| {
        policy.contains(&format!("{name} exists")) || policy.contains(&format!("{name} not exists"))
    };
    let fill = |name: &str, here: &mut Option<String>, there: Option<String>| {
        if here.is_none() && !exact(name) {
            *here = there;
        }
    };
    fill("mode", &mut filled.call.mode, other.mode);
    fill("session", &mut filled.call.session, other.session);
    fill("agent", &mut filled.call.agent, other.agent);
    fill("home", &mut filled.call.home, other.home);
    for (name, value) in other.context {
        if !exact(&format!("context.{name}")) {
            filled.call.context.entry(name).or_insert(value);
        }
    }
    for effect in &mut filled.effects {
        match &mut effect.subject {
            Subject::Command(command) => *command = Arc::new(known(dice, command)),
            Subject::Script(command, paths) => {
                *command = Arc::new(known(dice, command));
                settle(dice, paths);
            }
            Subject::Path(paths) => settle(dice, paths),
            Subject::Host(host) => {
                if host.host == Host::Unknown {
                    host.host = self::host(dice, true).host;
                }
            }
            Subject::Call | Subject::Unknown { .. } => {}
        }
        for command in &mut effect.via {
            *command = Arc::new(known(dice, command));
        }
    }
    filled
}

fn known(dice: &mut Dice<'_>, command: &Command) -> Command {
    let mut command = command.clone();
    for word in &mut command.words {
        let filled = match &word.text {
            WordText::Known(_) => continue,
            WordText::OneOf(all) => dice.pick(all).clone(),
            WordText::Glob(glob) => glob.replace('*', "x").replace("[a-m]", "b"),
            WordText::Unknown { prefix, suffix } => {
                format!("{prefix}{}{suffix}", dice.word(&["", "x", "orce", "main", "f"]))
            }
        };
        *word = Word::known(filled);
    }
    if let Program::Unknown(_) = command.program {
        command.program = program(&command.words[0]);
    }
    for (_, value) in &mut command.assignments {
        if value.as_known().is_none() {
            *value = Word::known(dice.text(&["1", "on", ""]));
        }
    }
    command
}

/// Paths that could be anywhere, somewhere.
fn settle(dice: &mut Dice<'_>, subject: &mut PathSubject) {
    for thing in &mut subject.things {
        if let PathThing::Somewhere { within } = thing {
            let path = paths::join(within, dice.word(&["zz", "src/a.rs", ".env", ".", "id"]));
            *thing = PathThing::At { path, form: PathForm::Real };
        }
    }
    if subject.case == Case::Unknown {
        subject.case = *dice.pick(&[Case::Sensitive, Case::Insensitive]);
    }
}
