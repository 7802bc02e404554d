//! Limits, and texts that would take long or much if they were not kept.

use toolgate::model::SourceId;
use toolgate::syntax::ast::Item;
use toolgate::syntax::limits::{ERRORS, FILE_BYTES, LIST, LITERAL_BYTES, NESTING};
use toolgate::syntax::{format, parse};

fn codes(text: &str) -> Vec<&'static str> {
    let parsed = parse(SourceId(0), text);
    for error in &parsed.errors {
        assert!(text.get(error.span.range()).is_some(), "{error:?}");
    }
    parsed.errors.iter().map(|error| error.code).collect()
}

#[test]
fn files() {
    let rule = "rule r any => deny\n";
    let fits = rule.to_owned() + &"#".repeat(FILE_BYTES - rule.len());
    assert_eq!(codes(&fits), [""; 0]);
    assert_eq!(codes(&(fits + "#")), ["file-too-large"]);
    assert_eq!(codes(&" ".repeat(100 << 20)), ["file-too-large"]);
}

#[test]
fn nesting() {
    let nested = |levels: usize| format!("rule r {} any {} => deny", "(".repeat(levels), ")".repeat(levels));
    assert_eq!(codes(&nested(NESTING)), [""; 0]);
    assert_eq!(codes(&nested(NESTING + 1)), ["nesting-too-deep"]);
    assert_eq!(codes(&nested(100_000)), ["nesting-too-deep"]);
    // A block is a level.
    let block = |levels: usize| {
        format!("rule r {{ match {} any {} action deny }}", "(".repeat(levels), ")".repeat(levels))
    };
    assert_eq!(codes(&block(NESTING - 1)), [""; 0]);
    assert_eq!(codes(&block(NESTING)), ["nesting-too-deep"]);
    // `not` is a level until its operand ends.
    assert_eq!(codes(&format!("rule r {} any => deny", "not ".repeat(NESTING))), [""; 0]);
    assert_eq!(codes(&format!("rule r {} any => deny", "not ".repeat(NESTING + 1))), ["nesting-too-deep"]);
    assert_eq!(codes(&format!("rule r {} any {} => deny", "not (".repeat(32), ")".repeat(32))), [""; 0]);
    assert_eq!(
        codes(&format!("rule r {} any {} => deny", "not (".repeat(33), ")".repeat(33))),
        ["nesting-too-deep"]
    );
    assert_eq!(
        codes(&format!("rule r not any and {} => deny", vec!["not any"; 1000].join(" and "))),
        [""; 0]
    );
    // Lists and objects.
    assert_eq!(
        codes(&format!("let x = {}1{}", "[".repeat(100_000), "]".repeat(100_000))),
        ["nesting-too-deep"]
    );
    let objects =
        format!("test \"t\" {{ Bash {}1{} => deny }}", "{ a: ".repeat(100_000), "}".repeat(100_000));
    assert_eq!(codes(&objects), ["nesting-too-deep"]);
    assert_eq!(codes(&"(".repeat(FILE_BYTES)).first(), Some(&"stray-text"));
}

#[test]
fn what_stands_beside_a_nesting_too_deep_is_read() {
    let deep = format!("rule a {} any {} => deny\n", "(".repeat(1000), ")".repeat(1000));
    let text =
        format!("rule before any => deny\n{deep}rule after any => deny\nrule wrong path = \"x\" => deny\n");
    assert_eq!(codes(&text), ["nesting-too-deep", "single-equals"]);
    let items = parse(SourceId(0), &text).tree.items;
    let ids: Vec<&str> = items
        .iter()
        .filter_map(|item| if let Item::Rule(rule) = item { Some(rule.id.node.as_str()) } else { None })
        .collect();
    assert_eq!(ids, ["before", "a", "after", "wrong"]);
}

#[test]
fn lists() {
    let list = |entries: usize| format!("let x = [{}]", vec!["1"; entries].join(","));
    assert_eq!(codes(&list(LIST)), [""; 0]);
    assert_eq!(codes(&list(LIST).replace(']', ",]")), [""; 0]);
    assert_eq!(codes(&list(LIST + 1)), ["list-too-long"]);
    assert_eq!(codes(&list(LIST * 20)), ["list-too-long"]);
}

#[test]
fn literals() {
    let text = |bytes: usize| format!("let x = \"{}\"", "a".repeat(bytes - 2));
    assert_eq!(codes(&text(LITERAL_BYTES)), [""; 0]);
    assert_eq!(codes(&text(LITERAL_BYTES + 1)), ["literal-too-long"]);
    assert_eq!(codes(&format!("let x = /{}/", "a".repeat(LITERAL_BYTES))), ["literal-too-long"]);
    assert_eq!(codes(&format!("let x = `{}`", "a".repeat(LITERAL_BYTES))), ["literal-too-long"]);
}

#[test]
fn errors() {
    let wrong = "rule r path = 1 => deny\n";
    assert_eq!(codes(&wrong.repeat(ERRORS)).len(), ERRORS);
    let more = codes(&wrong.repeat(ERRORS + 1));
    assert_eq!((more.len(), more.last()), (ERRORS + 1, Some(&"too-many-errors")));
}

/// Each of these is as large as a file may be and takes long if anything looks at it more often than a few times.
#[test]
fn hostile_texts_are_answered() {
    let patterns = [
        "rule a { ",
        "rule a { match ",
        "rule a {\n",
        "test \"a\" {\n",
        "test \"a\" { Bash \"x\" => ",
        "tool a {\noperation a\n",
        "use \"x\" => allow\n",
        "let a = ",
        "let a = b ",
        "rule a any => deny ",
        "a ",
        "a.",
        "a:",
        "\"",
        "\"\\",
        "/",
        "`",
        "'",
        "“",
        "// ",
        "/* ",
        "# \n",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "( ) ",
        "[ ] ",
        "{ } ",
        "not ",
        "and ",
        "or ",
        "any and ",
        "=>",
        "= ",
        "; ",
        ", ",
        "1 ",
        "1",
        "-",
        "30s",
        "2026-01-01 ",
        "\u{a0}",
        "\u{202e}",
        "\u{0}",
        "\u{feff}",
        "é",
        "match any\n",
        "rule\n",
        "rul\n",
        "rule a any\n",
        "rule a {}\n",
        "rule a { match any action deny reason }\n",
        "hits [\"a\" ",
        "tool_arg[\"a\"]",
        "tool_arg[0].a",
        "policy \"a\" { default ",
        "assert \"a\" { never ",
        "hook a { on ",
        "redact { env ",
        "context a ",
        "operation a ",
        "use \"a\" as ",
        "rule a path within ",
        "rule a path within [",
        "rule a (path within \"a\" and ",
        "\r",
        "\t",
        " ",
        "~/",
        "./",
        "std:a/",
    ];
    for pattern in patterns {
        let text = pattern.repeat((FILE_BYTES / 8) / pattern.len());
        parse(SourceId(0), &text);
        // Once more as the field of a rule, and between correct items.
        let text = format!("rule x {{ match any\n{text}\naction deny }}\nrule y any => deny\n");
        parse(SourceId(0), &text);
    }
}

#[test]
fn large_correct_files_are_read_and_laid_out() {
    let rule =
        "rule r { match path within [\"a\", \"b\"] and not (tool_name == \"x\" or any) action deny } # c\n";
    let text = rule.repeat(FILE_BYTES / 4 / rule.len());
    assert_eq!(codes(&text), [""; 0]);
    let chain =
        format!("rule r {{ match {} action deny }}", vec!["(any or any)"; 10_000].join(" # c\n and "));
    assert!(format(&chain).is_ok());
}
