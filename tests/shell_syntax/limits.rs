//! Limits: whatever is fed in, the answer comes after work that is linear in it, and is never "no commands".

use super::commands::found_in;
use super::syntax::{Limit, MAX_BYTES, MAX_DEPTH, MAX_NODES, Reason, parse, parse_bytes};
use std::time::{Duration, Instant};

/// In a debug build, on a busy machine; the real times are milliseconds. Exponential and quadratic traps take minutes.
const PATIENCE: Duration = Duration::from_secs(3);

/// The text must be refused as a whole, soon.
fn refused(text: &str) -> Reason {
    let started = Instant::now();
    let (parsed, found) = found_in(text);
    assert!(started.elapsed() < PATIENCE, "{:?} for {:?}…", started.elapsed(), text.get(..40));
    assert!(parsed.unknown, "{:?}…", text.get(..40));
    found.unknowns.first().expect("an unknown").reason
}

#[test]
fn nesting_beyond_the_limit_is_refused() {
    let over = [1, 2, 3, 10, 1000, 5000].map(|factor| MAX_DEPTH * factor + 1);
    let pairs = [
        ("( ", " )"),
        ("{ ", "; }"),
        ("$(", ")"),
        ("\"$(", ")\""),
        ("${x:-", "}"),
        ("\"${x:-", "}\""),
        ("$((", "))"),
        ("<(", ")"),
        ("if ", "; then b; fi"),
        ("while ", "; do b; done"),
        ("case x in x) ", ";; esac"),
        ("f() { ", "; }"),
        ("for x in a; do ", "; done"),
        ("$[", "]"),
        ("a=(", ")"),
        ("{x,", "}"),
    ];
    for (open, close) in pairs {
        for n in over {
            let text = format!("echo {}a{}", open.repeat(n), close.repeat(n));
            refused(&text);
            if open != "{x," {
                refused(text.strip_prefix("echo ").expect("as written above"));
            }
        }
    }
}

#[test]
fn negations_and_parentheses_of_conditions_nest_too() {
    for open in ["! ", "( "] {
        let close = if open == "( " { " )" } else { "" };
        let text = format!("[[ {}a{} ]]", open.repeat(5000), close.repeat(5000));
        assert_eq!(refused(&text), Reason::Limit(Limit::Depth));
    }
    let long = format!("[[ {}a ]]", "a && b || ".repeat(1500));
    assert!(!parse(&long).unknown, "chains don't nest");
}

#[test]
fn what_is_never_closed_is_refused_soon() {
    let opens = [
        "(",
        "((",
        "( (",
        "$(",
        "$((",
        "`",
        "\\`",
        "\"",
        "'",
        "\"`",
        "\"$(",
        "${",
        "${x:-",
        "{",
        "{ ",
        "{a,",
        "[[ ",
        "[[ (",
        "<(",
        "<((",
        "a[",
        "a=(",
        "$[",
        "$'",
        "case x in ",
        "if ",
        "<<E\n",
        "$(<<E\n",
        "((a) (",
        "$((a) (",
        "(((a) ",
        "$(( `",
        "\"${x:-'",
        "\"${x:-'$(",
        "((a);",
        "((a) ;(",
        "a[$(",
        "!(",
    ];
    for open in opens {
        for n in [1, 11, 31, 101, 10_001] {
            let text = open.repeat(n);
            let started = Instant::now();
            let parsed = parse(&text);
            assert!(started.elapsed() < PATIENCE, "{:?} for {open:?} × {n}", started.elapsed());
            // A word of braces that are never closed is just that word, and a here document may end with the text.
            let harmless = ["{", "{a,", "<<E\n", "\\`"].contains(&open);
            assert!(parsed.unknown || harmless, "{open:?} × {n}");
        }
    }
}

#[test]
fn wide_text_is_parsed_or_refused_soon() {
    let pieces = [
        "{a,b}",
        "{a,",
        "a,b}",
        "{1..9}",
        "~:",
        "*",
        "[",
        "a=",
        "$x",
        "${x}",
        "\\a",
        "''",
        "\"\"",
        "`a` ",
        "$(a)",
        "a;",
        "a|",
        "a&&",
        "a\n",
        "a<b ",
        "a <<E\n",
        "\\\n",
        "#\n",
        "$((1))",
        "((1));",
        "(a);",
        "[[ a ]];",
        "[[ a && ",
        "! ",
        "time ",
        "x=1 ",
        "<(a)",
        "{",
        "}",
        "{}",
        "é",
        "$'é'",
        "a[1]=2 ",
        "@(a|b)",
        "((a) );",
        "$((a) )",
        "<<-E\n\tE\n",
        "a # b\n",
        "elif a; then ",
        "\"${x:-'a'}\"",
    ];
    for piece in pieces {
        for n in [100, 3000, MAX_BYTES / piece.len()] {
            let text = format!("echo {}", piece.repeat(n));
            let started = Instant::now();
            let parsed = parse(&text);
            assert!(started.elapsed() < PATIENCE, "{:?} for {piece:?} × {n}", started.elapsed());
            assert!(parsed.unknown || !parsed.script.items.is_empty());
        }
    }
}

#[test]
fn each_limit_says_so_and_covers_the_whole_text() {
    let long = format!("echo {}", "a".repeat(MAX_BYTES));
    let deep = format!("{}a{}", "( ".repeat(MAX_DEPTH + 1), " )".repeat(MAX_DEPTH + 1));
    let many = format!("echo {}", "a ".repeat(MAX_NODES));
    let costly = format!("echo {}", "{".repeat(30_000) + &"}".repeat(30_000));
    for (text, limit) in
        [(long, Limit::Bytes), (deep, Limit::Depth), (many, Limit::Nodes), (costly, Limit::Work)]
    {
        let (parsed, found) = found_in(&text);
        assert!(found.commands.is_empty(), "what is before the limit is no answer");
        let [unknown] = found.unknowns.as_slice() else { panic!("{limit:?}: {:?}", found.unknowns) };
        assert_eq!(unknown.reason, Reason::Limit(limit));
        assert_eq!(unknown.span.range(), 0..text.len());
        assert!(parsed.errors.is_empty());
    }
}

#[test]
fn just_below_the_limits_is_understood() {
    let deep = format!("{}a{}", "( ".repeat(MAX_DEPTH - 1), " )".repeat(MAX_DEPTH - 1));
    let (parsed, found) = found_in(&deep);
    assert!(!parsed.unknown && found.commands.len() == 1, "{:?}", found.unknowns);
    let long = format!("echo {}", "a".repeat(MAX_BYTES - 5));
    assert!(!parse(&long).unknown);
    let many = "a;".repeat(MAX_NODES / 2 - 1);
    assert!(!parse(&many).unknown);
}

#[test]
fn a_megabyte_is_refused_at_once() {
    for piece in ["a", "(", "$(", "`", "\"", "{a,b}", "<<E\n"] {
        assert_eq!(refused(&piece.repeat(1_000_000 / piece.len())), Reason::Limit(Limit::Bytes));
    }
}

#[test]
fn what_is_no_text_is_refused() {
    assert_eq!(refused("echo a\0b"), Reason::Nul);
    let parsed = parse_bytes(b"echo \xff");
    assert!(parsed.unknown);
    assert!(!parse_bytes("echo é".as_bytes()).unknown);
}
