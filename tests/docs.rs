//! The pages are tests: every `policy` block compiles (or gives the error it names), every `console` block runs.
//!
//! A `console` block is lines of `$ command`, each followed by what it prints, stdout and stderr together, and `? N` when it
//! exits with another code than 0. `...` alone stands for any lines, `[..]` for any text in a line. Each page has a directory of its own,
//! in which `file=NAME` blocks are written; `policies` and `examples` are the project's. `UPDATE_DOCS=1` writes what was printed into the pages.

#![expect(clippy::expect_used, clippy::panic, clippy::string_slice, reason = "tests")]

#[path = "docs/console.rs"]
mod console;
#[path = "docs/pages.rs"]
mod pages;

use pages::{Block, pages};
use toolgate::engine::{LayerInput, Piece, Set};
use toolgate::model::Severity;
use toolgate::policy::typed::LayerKind;

#[test]
fn every_policy_of_the_pages_compiles() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for page in pages() {
        for block in page.blocks.iter().filter(|block| block.language == "policy" && !block.has("fragment")) {
            seen += 1;
            if let Err(problem) = compiles(block) {
                wrong.push(format!("{}:{}: {problem}", page.name, block.line));
            }
        }
    }
    assert!(seen > 0, "no page has a policy");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn compiles(block: &Block) -> Result<(), String> {
    let piece = Piece::Text { name: "page.policy".into(), text: block.text.clone() };
    let input =
        LayerInput { kind: LayerKind::Project, name: "project".into(), trusted: true, pieces: vec![piece] };
    let set = Set::load(vec![input]);
    let errors: Vec<_> = set.diagnostics().iter().filter(|found| found.severity == Severity::Error).collect();
    match block.value("error") {
        Some(code) if errors.iter().any(|error| error.code == code) => Ok(()),
        Some(code) => Err(format!(
            "it should give `{code}`, and gives {:?}",
            errors.iter().map(|e| e.code).collect::<Vec<_>>()
        )),
        None => match errors.first() {
            None => Ok(()),
            Some(error) => {
                Err(format!("{}: {} ({})", set.sources().display(error.span), error.message, error.code))
            }
        },
    }
}

#[test]
fn every_command_of_the_pages_prints_what_they_say() {
    let wrong: Vec<String> = pages().iter().flat_map(console::check).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n\n"));
}
