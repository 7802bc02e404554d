//! Any text as a patch: the changes' places are in the text, an empty text alone changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolgate::effects::patches::changes;

fuzz_target!(|text: &str| {
    let changes = changes(text);
    assert_eq!(changes.is_empty(), text.trim().is_empty());
    for change in &changes {
        if let Some(span) = &change.span {
            assert!(text.get(span.clone()).is_some(), "{span:?}");
        }
    }
    assert!(changes.len() <= 2 * text.len() + 1);
});
