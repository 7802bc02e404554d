//! Short commands, each a corner of bash, with what bash 5.2 said of them: whether `bash -n` takes them, and the commands that it then
//! tried to run when every program was missing and every attempt was logged (`command_not_found_handle`).

use super::commands::{Argument, found_in};
use super::syntax::Reason;
use serde_json::Value;

/// Whether these words can be what the command stands for: a word that is not fixed may be any number of words.
pub(crate) fn stands_for(command: &[Argument], words: &[String]) -> bool {
    match command.split_first() {
        None => words.is_empty(),
        Some((Some(text), rest)) => words.first() == Some(text) && stands_for(rest, &words[1..]),
        Some((None, rest)) => (0..=words.len()).any(|taken| stands_for(rest, &words[taken..])),
    }
}

/// Why the parser may refuse what bash takes: it says so instead of guessing. The commands that bash ran must then be hidden by it.
fn on_purpose(reason: Reason) -> bool {
    !matches!(reason, Reason::Syntax)
}

/// bash stops here too, with and without a word.
const REFUSED_SILENTLY: [&str; 4] = ["[[ ! ]]", "[[ ]]", "[[ ]]; rm a", "[[ ]]\nrm a"];
/// bash refuses it for a reserved word after a blank line; taken for the program of that name, which hides nothing.
const MORE_LENIENT: [&str; 1] = ["rm a |\n\n time rm b"];

fn cases() -> Vec<Value> {
    let text = include_str!("../cases/shell_bash.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn bash_ran_nothing_that_the_tree_does_not_show() {
    let mut wrong = Vec::new();
    for case in cases() {
        let text = case["cmd"].as_str().unwrap();
        let (parsed, found) = found_in(text);
        let ran: Vec<Vec<String>> = serde_json::from_value(case["ran"].clone()).unwrap();
        let hidden: Vec<_> = ran
            .iter()
            .filter(|words| !found.commands.iter().any(|command| stands_for(command, words)))
            .collect();
        if !hidden.is_empty() && !parsed.unknown {
            wrong.push(format!("{text:?} ran {hidden:?}, not in {:?}", found.commands));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_bash_refuses_is_not_understood_and_the_rest_is() {
    let mut wrong = Vec::new();
    for case in cases() {
        let text = case["cmd"].as_str().unwrap();
        let (parsed, found) = found_in(text);
        // `bash -n` does not run the line that turns extended patterns on.
        let valid = case["valid"].as_bool().unwrap() || text.starts_with("shopt -s extglob\n");
        let refused = found.unknowns.iter().any(|unknown| !on_purpose(unknown.reason));
        if !valid && !parsed.unknown && !MORE_LENIENT.contains(&text) {
            wrong.push(format!("{text:?} is invalid, yet understood: {:?}", found.commands));
        }
        if valid && refused && !REFUSED_SILENTLY.contains(&text) {
            wrong.push(format!("{text:?} is valid, yet {:?} {:?}", parsed.errors, found.unknowns));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
