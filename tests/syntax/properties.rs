//! What holds for every tree and every text.

use proptest::prelude::*;
use toolgate::model::SourceId;
use toolgate::syntax::ast::Tree;
use toolgate::syntax::{format, parse, print, same_meaning};

use crate::plain::plain_all;
use crate::texts::{insert_comments, mutated, soup};
use crate::trees::trees;

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_shrink_iters: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_read_back(tree in shown()) {
        let text = print(&tree.0, "");
        let parsed = parse(SourceId(0), &text);
        prop_assert!(parsed.errors.is_empty(), "{text}\n{}", plain_all(&text, &parsed.errors));
        prop_assert!(same_meaning(&tree.0, &parsed.tree), "{text}");
        // Its layout is already canonical but for the lines between items, which a tree without a source lacks.
        let once = print(&parsed.tree, &text);
        prop_assert_eq!(&format(&once), &Ok(once.clone()));
    }

    #[test]
    fn comments_and_white_space_change_nothing(tree in shown(), places in prop::collection::vec((any::<prop::sample::Index>(), 0..6_u8), 0..12)) {
        let text = insert_comments(&print(&tree.0, ""), &places);
        let parsed = parse(SourceId(0), &text);
        prop_assert!(parsed.errors.is_empty(), "{text}\n{}", plain_all(&text, &parsed.errors));
        prop_assert!(same_meaning(&tree.0, &parsed.tree), "{text}");
        // `format` checks that every comment is there.
        let once = format(&text);
        let Ok(once) = once else { return Err(TestCaseError::fail(format!("{text}\n{once:?}"))) };
        let twice = format(&once);
        prop_assert_eq!(twice, Ok(once.clone()), "from\n{}", text);
    }

    #[test]
    fn every_place_is_in_the_text(tree in shown(), edits in mutated()) {
        let text = edits.apply(&print(&tree.0, ""));
        check_total(&text);
    }

    #[test]
    fn any_tokens_are_survived(text in soup()) {
        check_total(&text);
    }

    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        check_total(&text);
    }
}

/// A tree that a failing test shows as a text.
#[derive(Clone)]
struct Shown(Tree);

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&print(&self.0, ""))
    }
}

fn shown() -> impl Strategy<Value = Shown> {
    trees().prop_map(Shown)
}

/// Parsing ends, every place can be shown, and what parses can be laid out, once and for all.
fn check_total(text: &str) {
    let parsed = parse(SourceId(7), text);
    for error in &parsed.errors {
        let related = error.related.iter().map(|(span, _)| *span);
        let edits = error.fix.iter().flat_map(|fix| fix.edits.iter().map(|(span, _)| *span));
        for span in std::iter::once(error.span).chain(related).chain(edits) {
            assert_eq!(span.source, SourceId(7));
            assert!(text.get(span.range()).is_some(), "{span:?} of {} in {text:?}", error.code);
        }
        assert!(!error.message.contains("EOI") && !error.message.contains('\n'), "{}", error.message);
        assert!(!error.label.is_empty() && !error.label.contains('\n'), "{}", error.label);
    }
    assert!(parsed.errors.is_sorted_by_key(|error| error.span.start), "{text:?}");
    check_items(&parsed.tree, text);
    if parsed.errors.is_empty() {
        let once = format(text).unwrap_or_else(|errors| panic!("{text:?}\n{}", plain_all(text, &errors)));
        assert_eq!(format(&once), Ok(once.clone()), "from {text:?}");
    } else {
        // A tree with broken parts can be printed too, for whoever wants to look at it.
        print(&parsed.tree, text);
    }
}

/// Items follow one another, and nothing between them is passed over.
fn check_items(tree: &Tree, text: &str) {
    let mut end = 0;
    for item in &tree.items {
        let span = item.span();
        assert!(span.start as usize >= end && text.get(span.range()).is_some(), "{span:?} in {text:?}");
        end = span.end as usize;
    }
}
