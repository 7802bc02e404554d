//! What holds for every command: a wrapper or a separator never loosens, and quoting changes nothing.

use proptest::prelude::*;
use toolgate::{Call, Engine, Verdict};

fn engine() -> &'static Engine {
    static ENGINE: std::sync::OnceLock<Engine> = std::sync::OnceLock::new();
    ENGINE.get_or_init(|| {
        let path = format!("{}/policies/examples/starters/claude-code.policy", env!("CARGO_MANIFEST_DIR"));
        Engine::builder().text("starter.policy", std::fs::read_to_string(path).unwrap()).load().unwrap()
    })
}

fn verdict(command: &str) -> Verdict {
    let call = serde_json::json!({
        "tool": "Bash", "args": { "command": command }, "cwd": "/srv/p", "root": "/srv/p", "home": "/home/u",
        "fs": { "/srv/p/a.txt": "file", "/srv/p/.env": "file", "/srv/p/src/m.rs": "file", "/home/u/.ssh/id_rsa": "file" },
    });
    let call: Call = serde_json::from_value(call).unwrap();
    engine().try_out(&call).verdict
}

/// Words of a simple command.
fn command() -> impl Strategy<Value = Vec<String>> {
    let first = prop::sample::select(vec![
        "cat",
        "rm",
        "git",
        "ls",
        "cp",
        "curl",
        "echo",
        "sh",
        "find",
        "npm",
        "tar",
        "sudo",
        "mv",
        "unknown-program",
        "chmod",
        "python3",
    ]);
    let more = prop::sample::select(vec![
        "a.txt",
        ".env",
        "-rf",
        "-r",
        "/home/u/.ssh/id_rsa",
        "push",
        "--force",
        "status",
        "https://h.example/x",
        "-c",
        "id",
        "src",
        "/",
        "x.py",
        "-exec",
        "install",
        "test",
        "777",
        "-R",
        "b c",
        "*",
        "-o",
        "",
    ]);
    (first, prop::collection::vec(more, 0..4))
        .prop_map(|(first, more)| std::iter::once(first).chain(more).map(str::to_owned).collect())
}

/// A word in one of the ways to quote it.
fn quoted(word: &str, way: u8) -> String {
    match way % 5 {
        0 => format!("'{word}'"),
        1 => format!("\"{word}\""),
        2 if word.chars().all(|c| c.is_ascii_graphic()) && !word.is_empty() => {
            word.chars().flat_map(|c| ['\\', c]).collect()
        }
        3 => format!("$'{}'", word.chars().map(|c| format!("\\x{:02x}", u32::from(c))).collect::<String>()),
        4 if word.is_ascii() && word.len() > 1 => {
            let (start, end) = word.split_at(1);
            format!("'{start}'\"\"\"{end}\"")
        }
        _ => format!("'{word}'''"),
    }
}

fn plainly(words: &[String]) -> String {
    words.iter().map(|word| quoted(word, 0)).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn quoting_changes_nothing(words in command(), ways in prop::collection::vec(any::<u8>(), 5), blanks in prop::sample::select(vec![" ", "  ", "\t", " \\\n"])) {
        let one = plainly(&words);
        let other = words.iter().zip(&ways).map(|(word, way)| quoted(word, *way)).collect::<Vec<_>>().join(blanks);
        prop_assert_eq!(verdict(&one), verdict(&other), "{} | {}", one, other);
    }

    #[test]
    fn a_wrapper_never_loosens(words in command(), wrapper in prop::sample::select(vec![
        "timeout 5 ", "nice ", "nohup ", "env ", "env A=1 ", "command ", "exec ", "stdbuf -o0 ", "setsid ", "time ", "! ", "A=1 ",
        "sudo ", "xargs ", "ionice -c3 ", "timeout 5 nice ", "env -u A timeout -s KILL 1 ",
    ])) {
        let bare = plainly(&words);
        let wrapped = format!("{wrapper}{bare}");
        prop_assert!(verdict(&wrapped) >= verdict(&bare), "{} {:?} | {} {:?}", bare, verdict(&bare), wrapped, verdict(&wrapped));
    }

    #[test]
    fn what_stands_around_never_loosens(words in command(), around in prop::sample::select(vec![
        ("", "; true"), ("true; ", ""), ("true && ", ""), ("false || ", ""), ("(", ")"), ("{ ", "; }"), ("", " &"), ("", " | cat"), ("true | ", ""),
        ("if true; then ", "; fi"), ("while ", "; do break; done"), ("f() { ", "; }; f"), ("echo \"$(", ")\""), ("echo `", "`"), ("cat <(", ")"),
        ("trap \"", "\" EXIT"), ("for i in 1; do ", "; done"), ("case a in a) ", ";; esac"), ("\n\n", "\n"), ("true\n", ""), ("", " 2>&1"), ("", " > /dev/null"),
        ("[[ -n $(", ") ]]"), ("cat <<E\n$(", ")\nE"), ("coproc ", ""),
    ])) {
        let bare = words.iter().map(|word| quoted(word, 0)).collect::<Vec<_>>().join(" ");
        let (before, after) = around;
        let text = format!("{before}{bare}{after}");
        prop_assert!(verdict(&text) >= verdict(&bare), "{} {:?} | {} {:?}", bare, verdict(&bare), text, verdict(&text));
    }

    #[test]
    fn another_shell_never_loosens(words in command(), shell in prop::sample::select(vec!["sh -c", "bash -c", "zsh -c", "eval", "bash -lc", "env bash -c"])) {
        let bare = plainly(&words);
        let text = format!("{shell} '{}'", bare.replace('\'', "'\\''"));
        prop_assert!(verdict(&text) >= verdict(&bare), "{} {:?} | {} {:?}", bare, verdict(&bare), text, verdict(&text));
    }
}
