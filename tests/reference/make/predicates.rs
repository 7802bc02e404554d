//! Random predicates over few literals, so that they meet often.

use super::Dice;

/// The kind of effect that a condition is about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum About {
    Command,
    Path,
    Host,
    Call,
}

/// Which arguments may be tested.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rights {
    /// Those without effects.
    Declared,
    Any,
}

pub fn about(dice: &mut Dice<'_>) -> About {
    *dice.pick(&[About::Path, About::Path, About::Command, About::Command, About::Host, About::Call])
}

pub const DIRS: &[&str] = &[
    "src",
    ".",
    "sub/src",
    "~",
    "~/.ssh",
    "/etc",
    "/",
    "/tmp",
    "/home/dev",
    "build",
    "link",
    "/home/dev/project/src",
    "~/keys",
];

const GLOBS: &[&str] = &[
    "**/*.rs",
    "src/*",
    "src/**",
    "**/.env",
    "/**/.env",
    "~/.*/**",
    "/etc/*",
    "{src,build}/**",
    "src/[a-c].rs",
    "/home/*/project/**",
    "**/[!a]*",
    "/**",
    "link/*",
    "src/?.rs",
    "/home/dev/.ssh/id",
];

pub const FILES: &[&str] =
    &["src/a.rs", "~/.ssh/id", "/etc/passwd", ".env", "src", "/tmp/x", "link/passwd", "SRC/A.rs"];

pub const HOSTS: &[&str] =
    &["example.com", "api.example.com", "localhost", "10.0.0.1", "::1", "evil.test", "xample.com"];

const HOST_GLOBS: &[&str] = &["*.example.com", "**.example.com", "**", "api.*.com", "10.*.*.*", "*.test"];

/// Command patterns.
pub const PATTERNS: &[&str] = &[
    "git ...",
    "git status",
    "git (push|fetch) ...",
    "git push ... --force ...",
    "git push origin *",
    "rm ...",
    "rm ... -rf ...",
    "rm -f *",
    "cat *",
    "cat ... -n ...",
    "(cat|head) ...",
    "head -n=1* ...",
    "head -n 10 *",
    "curl ... --output=/tmp/* ...",
    "curl ... -o=* ...",
    "grep ... -e=x ...",
    "cp ... src/* ...",
    "cp -- * *",
    "frob",
    "frob ...",
    "frob build ... --release ...",
    "frob ... -v ...",
    "(npm run|frob) test",
    "./frob ...",
    "ls ... -la ...",
];

const TOOLS: &[&str] = &["Bash", "Read", "refund", "mail_send", "other"];

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// A list, or one of them alone.
pub fn list(dice: &mut Dice<'_>, all: &[&str], most: usize) -> String {
    let some = dice.some(all, most);
    let mut texts: Vec<String> = some.iter().map(|text| quoted(text)).collect();
    texts.dedup();
    match texts.as_slice() {
        [one] => one.clone(),
        _ => format!("[{}]", texts.join(", ")),
    }
}

fn not(dice: &mut Dice<'_>) -> &'static str {
    if dice.chance(20) { "not " } else { "" }
}

/// A test of a text subject.
fn text_test(dice: &mut Dice<'_>, subject: &str, all: &[&str]) -> String {
    let one = dice.text(all);
    let part: String = one.chars().skip(dice.below(2)).take(3).collect();
    let not = not(dice);
    match dice.below(9) {
        0 => format!("{subject} == {}", quoted(&one)),
        1 => format!("{subject} != {}", quoted(&one)),
        2 => format!(
            "{subject} {not}in [{}]",
            dice.some(all, 3).iter().map(|t| quoted(t)).collect::<Vec<_>>().join(", ")
        ),
        3 => format!("{subject} {not}like \"{}*\"", &one[..one.len().min(2)]),
        4 => format!("{subject} {not}like \"*{part}?*\""),
        5 => format!("{subject} {not}starts_with {}", quoted(&one[..one.len().min(2)])),
        6 => format!("{subject} {not}ends_with {}", quoted(&one[one.len().saturating_sub(2)..])),
        7 => format!(
            "{subject} {}~ /{}/{}",
            if not.is_empty() { "" } else { "!" },
            regex(dice, &part),
            dice.text(&["", "i"])
        ),
        _ => format!("{subject} {not}exists"),
    }
}

fn regex(dice: &mut Dice<'_>, part: &str) -> String {
    let plain: String = part.chars().filter(char::is_ascii_alphanumeric).collect();
    match dice.below(4) {
        0 => format!("^{plain}"),
        1 => format!("{plain}$"),
        2 => format!("{plain}|zz"),
        _ => "^[a-m]".to_owned(),
    }
}

fn number_test(dice: &mut Dice<'_>, subject: &str, all: &[&str]) -> String {
    let operator = dice.text(&["==", "!=", "<", "<=", ">", ">="]);
    format!("{subject} {operator} {}", dice.pick(all))
}

/// A predicate that an effect of this kind can satisfy.
pub fn predicate(dice: &mut Dice<'_>, about: About, rights: Rights) -> String {
    if dice.chance(30) {
        return general(dice, about, rights);
    }
    match about {
        About::Call => general(dice, about, rights),
        About::Path => path(dice),
        About::Host => host(dice),
        About::Command => command(dice),
    }
}

fn path(dice: &mut Dice<'_>) -> String {
    let not = not(dice);
    match dice.below(14) {
        0..=3 => format!("path {not}within {}", list(dice, DIRS, 3)),
        4 => format!("path {not}within root"),
        5..=7 => format!("path {not}like {}", list(dice, GLOBS, 2)),
        8 => format!("path == {}", list(dice, FILES, 1)),
        9 => format!("path {not}in [{}, \"/tmp/x\"]", list(dice, FILES, 1)),
        10 => text_test(dice, "path.name", &["a.rs", ".env", "passwd", "id", "src"]),
        11 => text_test(dice, "path.extension", &["rs", "txt", "env"]),
        12 => number_test(dice, "path.depth", &["0", "1", "3", "5"]),
        _ => via(dice),
    }
}

fn via(dice: &mut Dice<'_>) -> String {
    let not = not(dice);
    match dice.below(4) {
        0 => text_test(dice, "via.program", &["git", "rm", "sudo", "frob"]),
        1 => format!("via {not}exists"),
        _ => format!("via {not}runs `{}`", dice.pick(PATTERNS)),
    }
}

fn host(dice: &mut Dice<'_>) -> String {
    let not = not(dice);
    match dice.below(9) {
        0 | 1 => format!("host == {}", list(dice, HOSTS, 1)),
        2 => format!("host {not}in [{}, \"evil.test\"]", list(dice, HOSTS, 1)),
        3 => format!("host {not}within {}", list(dice, &HOSTS[..3], 2)),
        4 => format!("host {not}like {}", list(dice, HOST_GLOBS, 2)),
        5 => format!("host is {not}private"),
        6 => number_test(dice, "port", &["80", "443", "8080"]),
        7 => text_test(dice, "scheme", &["https", "http", "ssh"]),
        _ => format!("host {not}exists"),
    }
}

fn command(dice: &mut Dice<'_>) -> String {
    let not = not(dice);
    match dice.below(12) {
        0..=5 => format!("command {not}runs `{}`", dice.pick(PATTERNS)),
        6 => {
            let all: Vec<String> =
                dice.some(PATTERNS, 3).iter().map(|pattern| format!("`{pattern}`")).collect();
            format!("command {not}runs [{}]", all.join(", "))
        }
        7 => text_test(dice, "command.program", &["git", "rm", "frob", "cat"]),
        8 => text_test(dice, "command.args[*]", &["push", "-f", "src/a.rs", "origin"]),
        9 => text_test(dice, "command.env.FOO", &["1", "on", ""]),
        10 => format!("command {not}exists"),
        _ => via(dice),
    }
}

fn general(dice: &mut Dice<'_>, about: About, rights: Rights) -> String {
    let not = not(dice);
    match dice.below(16) {
        0 | 1 => {
            let names: &[&str] = match about {
                About::Command => {
                    &["exec", "exec.plain", "exec.code", "exec.code.fetched", "[exec.plain, exec.code]"]
                }
                About::Path => &["read", "write", "write.delete", "[read, write.delete]"],
                About::Host => &["network", "network.send"],
                About::Call => &["call", "payment", "payment.refund", "[payment.refund, call]"],
            };
            format!("operation is {not}{}", dice.pick(names))
        }
        2 => text_test(dice, "tool_name", TOOLS),
        3 => text_test(dice, "server", &["bank", "mail"]),
        4 => text_test(dice, "mode", &["plan", "default", "yolo"]),
        5 => text_test(dice, "session", &["s1", "s2"]),
        6 => match dice.below(3) {
            0 => text_test(dice, "agent", &["claude-code", "claude-code.reviewer"]),
            _ => format!("agent is {not}{}", dice.pick(&["claude-code", "claude-code.reviewer", "codex"])),
        },
        7 => text_test(dice, "context.branch", &["main", "dev"]),
        8 => number_test(dice, "context.replicas", &["1", "3"]),
        9 => format!("context.interactive == {}", dice.pick(&["true", "false"])),
        10 => format!("{not}marked {}", dice.pick(&["untrusted", "seen"])),
        11 => match dice.below(4) {
            0 => number_test(dice, "tool_arg.amount", &["10", "50.5"]),
            1 => format!("tool_arg.amount {not}in [10, \"ten\", true]"),
            2 => number_test(dice, "tool_arg.limit", &["10", "100"]),
            _ => format!("tool_arg.amount {not}exists"),
        },
        12 => match dice.below(4) {
            0 => text_test(dice, "tool_arg.items[*].kind", &["gift", "book"]),
            1 => number_test(dice, "tool_arg.items[*].price", &["5", "20"]),
            2 => text_test(dice, "tool_arg.items[*].tags[*]", &["red", "blue"]),
            _ => text_test(dice, "tool_arg.items[0].kind", &["gift", "book"]),
        },
        13 => match dice.below(3) {
            0 => text_test(dice, "tool_arg.to[*]", &["a@x.org", "b@y.org"]),
            1 => format!("tool_arg.to {not}contains \"a@x.org\""),
            _ => text_test(dice, "tool_arg.to", &["a@x.org", "b@y.org"]),
        },
        14 => text_test(dice, "tool_arg.note", &["hello", "secret"]),
        _ if rights == Rights::Any => match dice.below(2) {
            0 => text_test(dice, "tool_arg.command", &["git push", "rm -rf x"]),
            _ => text_test(dice, "tool_arg.path", &["src/a.rs", "/etc/passwd"]),
        },
        _ => text_test(dice, "tool_arg.body", &["hello", "secret"]),
    }
}
