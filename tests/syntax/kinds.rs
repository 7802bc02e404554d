//! Every kind of mistake is found in its own example, alone, and not in the mended one.

use toolgate::model::SourceId;
use toolgate::syntax::{mistakes::KINDS, parse};

use crate::plain::plain_all;

/// Kinds whose examples would be too large to show; they have tests of their own.
const LARGE: &[&str] =
    &["file-too-large", "list-too-long", "literal-too-long", "too-many-errors", "formatter-fault"];

#[test]
fn examples() {
    let mut shown = String::new();
    let mut wrong = Vec::new();
    for kind in KINDS {
        let mended = parse(SourceId(0), kind.mended);
        if !mended.errors.is_empty() {
            wrong.push(format!(
                "{}: mended still has\n{}",
                kind.code,
                plain_all(kind.mended, &mended.errors)
            ));
        }
        if LARGE.contains(&kind.code) {
            continue;
        }
        let parsed = parse(SourceId(0), kind.example);
        let found = plain_all(kind.example, &parsed.errors);
        if parsed.errors.is_empty() || parsed.errors.iter().any(|error| error.code != kind.code) {
            wrong.push(format!("{}: found\n{found}", kind.code));
        }
        shown += &format!("{found}\n");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n----\n"));
    insta::assert_snapshot!(shown);
}
