//! Any text: parsing ends, every place is in the text, and what parses can be printed, means the same when it is read back,
//! keeps its comments, and is printed the same the second time.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolgate::model::SourceId;
use toolgate::syntax::{format, parse, print, same_meaning, suppressions};

fuzz_target!(|text: &str| {
    let parsed = parse(SourceId(0), text);
    for error in &parsed.errors {
        let related = error.related.iter().map(|(span, _)| *span);
        let edits = error.fix.iter().flat_map(|fix| fix.edits.iter().map(|(span, _)| *span));
        for span in std::iter::once(error.span).chain(related).chain(edits) {
            assert!(text.get(span.range()).is_some(), "{} at {span:?}", error.code);
        }
    }
    suppressions(&parsed.tree);
    let printed = print(&parsed.tree, text);
    if !parsed.errors.is_empty() {
        return;
    }
    let again = parse(SourceId(0), &printed);
    assert!(again.errors.is_empty(), "{printed}");
    assert!(same_meaning(&parsed.tree, &again.tree), "{printed}");
    assert_eq!(parsed.tree.comments.len(), again.tree.comments.len(), "{printed}");
    assert_eq!(format(&printed).as_deref(), Ok(&*printed));
});
