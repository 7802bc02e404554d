//! Byte order marks, line ends, places, comments, suppressions.

use toolgate::model::SourceId;
use toolgate::syntax::ast::{Item, RuleField};
use toolgate::syntax::{format, parse, suppressions};

use crate::plain::plain_all;

#[test]
fn byte_order_mark_and_line_ends_are_white_space() {
    let text = "\u{feff}# one\r\nrule a any => deny\r\n# two\rrule b any => deny\r# three";
    let parsed = parse(SourceId(0), text);
    assert_eq!(parsed.errors, []);
    assert_eq!(parsed.tree.items.len(), 2);
    let comments: Vec<(&str, bool)> =
        parsed.tree.comments.iter().map(|comment| (comment.text.as_str(), comment.own_line)).collect();
    assert_eq!(comments, [("# one", true), ("# two", true), ("# three", true)]);
    assert_eq!(
        format(text).as_deref(),
        Ok("# one\nrule a  any => deny\n# two\nrule b  any => deny\n# three\n")
    );
    assert_eq!(parse(SourceId(0), "rule a any => deny\u{feff}").errors[0].code, "invisible-character");
}

#[test]
fn an_empty_file_is_correct() {
    for text in ["", "\n", "# only a comment", "\u{feff}"] {
        let parsed = parse(SourceId(0), text);
        assert_eq!((parsed.errors.len(), parsed.tree.items.len()), (0, 0), "{text:?}");
    }
    assert_eq!(format("").as_deref(), Ok(""));
    assert_eq!(format("\n\n# c  \n\n\n# d").as_deref(), Ok("# c\n\n# d\n"));
}

#[test]
fn places_end_where_the_text_ends() {
    let text = "rule a # one\n  path within root # two\n  => deny # three\n\nrule b { match any # four\n action deny }";
    let tree = parse(SourceId(3), text).tree;
    let (Item::Rule(a), Item::Rule(b)) = (&tree.items[0], &tree.items[1]) else { panic!("{tree:?}") };
    assert_eq!(a.span.text(text), "rule a # one\n  path within root # two\n  => deny");
    assert_eq!(b.span.text(text), "rule b { match any # four\n action deny }");
    let (RuleField::Match(condition), RuleField::Action(action)) = (&a.fields[0], &a.fields[1]) else {
        panic!("{a:?}")
    };
    assert_eq!((condition.span.text(text), condition.keyword.text(text)), ("path within root", ""));
    assert_eq!((action.span.text(text), action.keyword.text(text)), ("=> deny", "=>"));
    let RuleField::Match(condition) = &b.fields[0] else { panic!("{b:?}") };
    assert_eq!((condition.span.text(text), condition.keyword.text(text)), ("match any", "match"));
    assert_eq!(condition.value.span().text(text), "any");
    assert_eq!(a.span.source, SourceId(3));
}

#[test]
fn suppressions_belong_to_items() {
    let text = "\
# lint: allow one: above
rule a any => deny   # lint: allow two: beside
rule b {
  match any  # lint: allow three, four: within
  action deny
}
#lint:allow five
# lint: allowed no
# lint: allow six: at the end: really";
    let tree = parse(SourceId(0), text).tree;
    let found: Vec<(String, String, &str)> = suppressions(&tree)
        .into_iter()
        .map(|found| (found.code, found.reason, found.item.map_or("", |item| &item.text(text)[..6])))
        .collect();
    let expected = [
        ("one", "above", "rule a"),
        ("two", "beside", "rule a"),
        ("three", "within", "rule b"),
        ("four", "within", "rule b"),
        ("five", "", ""),
        ("six", "at the end: really", ""),
    ];
    let expected = expected.map(|(code, reason, item)| (code.to_owned(), reason.to_owned(), item));
    assert_eq!(found, expected);
}

#[test]
fn emoji_may_choose_how_they_are_drawn() {
    let text = "rule a  any => deny \"\u{26a0}\u{fe0f} careful\"\n";
    assert_eq!(format(text).as_deref(), Ok(text));
    assert_eq!(
        parse(SourceId(0), "rule a  path within \"a\u{fe0f}\" => deny").errors[0].code,
        "invisible-character"
    );
}

/// Every policy that ships parses, and can be laid out.
#[test]
fn shipped_policies_can_be_laid_out() {
    let mut directories = vec![std::path::PathBuf::from("policies")];
    let mut seen = 0;
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "policy") {
                let text = std::fs::read_to_string(&path).unwrap();
                let once = format(&text)
                    .unwrap_or_else(|errors| panic!("{}\n{}", path.display(), plain_all(&text, &errors)));
                assert_eq!(format(&once), Ok(once.clone()), "{}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "{seen}");
}
