//! Every policy that ships compiles without an error or a warning.

use crate::library::{Texts, files_below, repository};

fn complaints(name: &str, text: &str) -> Vec<String> {
    let texts = Texts::default();
    texts.resolve(name, text).diagnostics.iter().map(|found| texts.line(found)).collect()
}

#[test]
fn shipped_policies_compile() {
    let files = files_below(&repository().join("policies"), ".policy");
    assert!(files.len() > 50, "only {} policies were found", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        wrong.extend(complaints(&file.display().to_string(), &text));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_complaint_is_told() {
    assert_eq!(complaints("a", "rule r operation is reed => allow\n").len(), 1);
}

#[test]
fn shipped_policies_are_in_the_canonical_layout() {
    let mut other = Vec::new();
    for file in files_below(&repository().join("policies"), ".policy") {
        let text = std::fs::read_to_string(&file).unwrap();
        if toolgate::syntax::format(&text).as_deref() != Ok(text.as_str()) {
            other.push(file.display().to_string());
        }
    }
    assert!(other.is_empty(), "run `toolgate fmt` on {}", other.join(", "));
}
