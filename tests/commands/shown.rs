//! What a command does, as the cases of profiles write it.

use toolgate::effects::profiles::derive::{Deed, Doing, Inner, Target, Touched, derive};
use toolgate::effects::profiles::{Invocation, Profiles};
use toolgate::model::{Certainty, Naming, Walk, Word, WordText};

use crate::words::words;

/// Everything that a line's command does, sorted.
pub(crate) fn shown(profiles: &Profiles, line: &str) -> Vec<String> {
    let words = words(line);
    let name = words[0].as_known().unwrap_or("").rsplit('/').next().unwrap_or("").to_owned();
    let profile = profiles.get(&name);
    let derived = derive(&Invocation::parse(profile.as_deref(), &words));
    let mut all: Vec<String> = derived.deeds.iter().map(deed).collect();
    if derived.plain {
        all.push("plain".into());
    }
    if derived.neutral {
        all.push("neutral".into());
    }
    all.sort();
    all.dedup();
    all
}

fn deed(deed: &Deed) -> String {
    let mut text = String::new();
    if deed.certainty == Certainty::Possible {
        text.push_str("possible ");
    }
    if deed.naming == Naming::Implied {
        text.push_str("implied ");
    }
    text.push_str(&doing(&deed.what));
    for directory in &deed.directories {
        text.push_str(" in ");
        text.push_str(&word(directory));
    }
    text
}

fn doing(what: &Doing) -> String {
    match what {
        Doing::Read(path) => format!("read {}", touched(path)),
        Doing::Write(path) => format!("write {}", touched(path)),
        Doing::Delete(path) => format!("delete {}", touched(path)),
        Doing::Connect { target, send } => {
            let target = match target {
                Target::Url(url) => format!("url {}", word(url)),
                Target::Host(host) => format!("host {}", word(host)),
                Target::Remote(remote) => format!("remote {}", word(remote)),
                Target::Unknown => "unknown".to_owned(),
            };
            format!("{} {target}", if *send { "send" } else { "connect" })
        }
        Doing::Run(inner) => run(inner),
        Doing::Shell { code, arguments, elsewhere } => {
            let arguments =
                if arguments.is_empty() { String::new() } else { format!(" with {}", list(arguments)) };
            format!("shell {}{arguments}{}", list(code), if *elsewhere { " elsewhere" } else { "" })
        }
        Doing::Script { path } => format!("script {}", word(path)),
        Doing::Code { .. } => "code".to_owned(),
        Doing::Stdin { shell: true } => "stdin shell".to_owned(),
        Doing::Stdin { shell: false } => "stdin code".to_owned(),
        Doing::Prints { below, walk: so_far } => format!("prints {}{}", list(below), walk(so_far)),
        Doing::Anything => "anything".to_owned(),
    }
}

fn touched(path: &Touched) -> String {
    let mut text = String::new();
    if let Some(so_far) = &path.below {
        text.push_str("tree ");
        text.push_str(&word(&path.path));
        text.push_str(&walk(so_far));
    } else {
        text.push_str(&word(&path.path));
    }
    if path.link {
        text.push_str(" (link)");
    }
    if path.some {
        text.push_str(" (some)");
    }
    if !path.into.is_empty() {
        text.push_str(" into ");
        text.push_str(&list(&path.into));
    }
    text
}

fn walk(walk: &Walk) -> String {
    let mut text = String::new();
    if !walk.hidden {
        text.push_str(" no-hidden");
    }
    if walk.respects_ignore {
        text.push_str(" ignore");
    }
    if let Some(depth) = walk.max_depth {
        text.push_str(&format!(" depth={depth}"));
    }
    for (name, globs) in
        [("include", &walk.include), ("exclude", &walk.exclude), ("exclude-dir", &walk.exclude_dir)]
    {
        if !globs.is_empty() {
            text.push_str(&format!(" {name}={}", globs.join("|")));
        }
    }
    text
}

fn run(inner: &Inner) -> String {
    let mut text = "run ".to_owned();
    for assignment in &inner.assignments {
        text.push_str(&word(assignment));
        text.push(' ');
    }
    text.push_str(&list(&inner.words));
    if inner.elsewhere {
        text.push_str(" elsewhere");
    }
    text
}

fn list(words: &[Word]) -> String {
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn word(word: &Word) -> String {
    let text = match &word.text {
        WordText::Known(text) => text.clone(),
        WordText::OneOf(all) => format!("{{{}}}", all.join(",")),
        WordText::Glob(glob) => glob.clone(),
        WordText::Unknown { prefix, suffix } => format!("{prefix}…{suffix}"),
    };
    if word.splits { format!("{text}+") } else { text }
}
