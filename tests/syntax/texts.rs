//! Texts that are nearly policies.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Puts comments, blank lines and spaces between the tokens of a canonical text.
pub(crate) fn insert_comments(text: &str, places: &[(Index, u8)]) -> String {
    let gaps = gaps(text);
    let mut chosen: Vec<(usize, u8)> = places
        .iter()
        .filter(|_| !gaps.is_empty())
        .map(|(index, kind)| (gaps[index.index(gaps.len())], *kind))
        .collect();
    chosen.sort_unstable();
    chosen.dedup_by_key(|(at, _)| *at);
    let mut out = String::new();
    let mut last = 0;
    for (number, (at, kind)) in chosen.into_iter().enumerate() {
        out += &text[last..at];
        out += &match kind {
            0 => format!(" # comment {number}\n"),
            1 => format!("\n  # own line {number}\n"),
            2 => format!("\n\n\n# far {number}\n\n\n"),
            3 => "\r\n\r\n".to_owned(),
            4 => "\t \r  ".to_owned(),
            _ => format!(" #{number}\r"),
        };
        last = at;
    }
    out + &text[last..]
}

/// The spaces and line ends of a text that stand outside of literals.
fn gaps(text: &str) -> Vec<usize> {
    let mut gaps = Vec::new();
    let mut inside = None;
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        match (inside, character) {
            (Some(_), _) if escaped => escaped = false,
            (Some('"' | '/'), '\\') => escaped = true,
            (Some(quote), _) if quote == character => inside = None,
            (Some(_), _) => {}
            (None, '"' | '/' | '`') => inside = Some(character),
            (None, ' ' | '\n') => gaps.push(at),
            (None, _) => {}
        }
    }
    gaps
}

/// Changes to a text.
#[derive(Clone, Debug)]
pub(crate) struct Edits(Vec<(Index, usize, String)>);

impl Edits {
    /// Cuts out some characters and puts others in.
    pub(crate) fn apply(&self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for (place, cut, put) in &self.0 {
            let at = place.index(characters.len() + 1);
            let end = (at + cut).min(characters.len());
            characters.splice(at..end, put.chars());
        }
        characters.into_iter().collect()
    }
}

pub(crate) fn mutated() -> impl Strategy<Value = Edits> {
    vec((any::<Index>(), 0..6_usize, prop_oneof![fragment(), Just(String::new())]), 1..5).prop_map(Edits)
}

fn fragment() -> impl Strategy<Value = String> {
    let pieces = &[
        "rule",
        "otherwise",
        "policy",
        "use",
        "let",
        "tool",
        "operation",
        "context",
        "assert",
        "redact",
        "hook",
        "test",
        "match",
        "unless",
        "action",
        "risk",
        "reason",
        "hits",
        "remember",
        "set",
        "arg",
        "on",
        "run",
        "with",
        "by",
        "when",
        "for",
        "as",
        "and",
        "or",
        "not",
        "any",
        "is",
        "in",
        "like",
        "within",
        "runs",
        "exists",
        "private",
        "path",
        "command",
        "tool_arg.a",
        "tool_name",
        "root",
        "true",
        "null",
        "allow",
        "deny",
        "x",
        "y",
        "a-b",
        "a.b",
        "a:b",
        "\"t\"",
        "\"",
        "/r/",
        "/",
        "//",
        "/*",
        "`p`",
        "`",
        "'",
        "'q'",
        "1",
        "-2",
        "30s",
        "3x",
        "2026-12-31",
        "2026-99-99",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ",",
        ":",
        ";",
        "=",
        "==",
        "!=",
        "~",
        "!~",
        "<",
        "<=",
        "=>",
        "->",
        "&&",
        "||",
        "!",
        "#",
        "# lint: allow a: b",
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "\\",
        "\\q",
        "\u{feff}",
        "\u{a0}",
        "\u{202e}",
        "\u{0}",
        "\u{e9}",
        "\u{201c}",
        "\u{2192}",
        "[*]",
        "[0]",
        ".",
        "...",
        "~/",
        "--",
    ][..];
    select(pieces).prop_map(str::to_owned)
}

/// Tokens in any order.
pub(crate) fn soup() -> impl Strategy<Value = String> {
    vec((fragment(), select(&[" ", "", "\n", "  "][..])), 0..60)
        .prop_map(|parts| parts.into_iter().map(|(part, gap)| part + gap).collect())
}
