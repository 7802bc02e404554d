//! What an author gets for texts that are wrong in many ways at once.

use toolgate::model::SourceId;
use toolgate::syntax::parse;

use crate::plain::plain_all;

#[test]
fn diagnostics() {
    let mut shown = String::new();
    for case in include_str!("broken.txt").split("===== ").skip(1) {
        let (name, text) = case.split_once('\n').unwrap_or((case, ""));
        let parsed = parse(SourceId(0), text);
        assert!(!parsed.errors.is_empty(), "{name}");
        shown += &format!("===== {name}\n{}\n", plain_all(text, &parsed.errors));
    }
    insta::assert_snapshot!(shown);
}
