//! Every kind is found in its own example, and nothing is found in the mended one.

use std::collections::HashSet;

use toolgate::model::{Diagnostic, Kind, Severity};
use toolgate::policy::typed::LayerKind;
use toolgate::{cli, engine, lint, policy, syntax};

use super::lints;
use super::shelf::{Shelf, resolve, resolve_as};

/// Every registry, with what its kinds are found by.
pub(crate) fn registries() -> Vec<(&'static str, Vec<&'static Kind>)> {
    vec![
        ("the parser", syntax::mistakes::KINDS.to_vec()),
        ("command patterns", policy::pattern::KINDS.to_vec()),
        ("names and types", policy::KINDS.to_vec()),
        ("files and examples", engine::mistakes::KINDS.to_vec()),
        ("lints", lint::kinds().collect()),
    ]
}

/// Kinds that are found by other means than parsing and resolving; their rooms test them.
fn found_elsewhere(code: &str) -> bool {
    engine::mistakes::KINDS.iter().any(|kind| kind.code == code) || lint::find(code).is_some()
}

/// All kinds.
pub(crate) fn all() -> impl Iterator<Item = &'static Kind> {
    registries().into_iter().flat_map(|(_, kinds)| kinds)
}

/// What a person sees of a kind's example; none if it can't be shown in a few lines.
pub(crate) fn seen(kind: &Kind) -> Option<(String, Vec<Diagnostic>)> {
    if let Some(lint) = lint::find(kind.code).filter(|lint| !lint.kind.example.is_empty()) {
        return Some(lints::seen(lint));
    }
    if kind.example.lines().all(|line| line.starts_with('#')) || found_elsewhere(kind.code) {
        return None;
    }
    // Most are a user's policies; this one is a mistake in a project's.
    let layer = if kind.code == "self-without-effect" { LayerKind::Project } else { LayerKind::User };
    let (set, shelf) = resolve_as(layer, kind.example);
    Some((drawn(&set.diagnostics, &shelf), set.diagnostics))
}

fn drawn(diagnostics: &[Diagnostic], shelf: &Shelf) -> String {
    diagnostics.iter().map(|found| cli::plain(found, &shelf.sources)).collect()
}

#[test]
fn codes_are_unique_and_well_formed() {
    let mut seen = HashSet::new();
    for kind in all() {
        assert!(seen.insert(kind.code), "`{}` is the code of two kinds", kind.code);
        assert!(
            kind.code.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
            "{}",
            kind.code
        );
        for text in [kind.summary, kind.why, kind.instead] {
            assert!(!text.is_empty(), "{}", kind.code);
        }
    }
}

#[test]
fn each_example_shows_its_mistake_alone() {
    let mut wrong = String::new();
    for kind in all() {
        let Some((text, found)) = seen(kind) else { continue };
        // A file that is used and broken is told of where it is used, too.
        let others = found.iter().any(|one| one.code != kind.code && kind.code != "broken-use");
        let there = found.iter().any(|one| one.code == kind.code && one.severity == kind.severity);
        if others || !there {
            wrong += &format!("--- {}: {}\n{text}\n", kind.code, kind.example);
        }
        insta::with_settings!({
            snapshot_path => "snapshots",
            prepend_module_to_snapshot => false,
            omit_expression => true,
            description => kind.example,
        }, {
            insta::assert_snapshot!(kind.code, text);
        });
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn each_mended_text_is_clean() {
    let mut wrong = String::new();
    for kind in all() {
        if kind.mended.is_empty() || found_elsewhere(kind.code) {
            continue;
        }
        let (set, shelf) = resolve(kind.mended);
        if !set.diagnostics.is_empty() {
            wrong += &format!("--- {}: {}\n{}\n", kind.code, kind.mended, drawn(&set.diagnostics, &shelf));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn fixes_mend() {
    for kind in all() {
        if lint::find(kind.code).is_some() {
            // `lints` applies those together.
            continue;
        }
        let Some((_, found)) = seen(kind) else { continue };
        for one in found.iter().filter(|one| one.code == kind.code) {
            let Some(fix) = &one.fix else { continue };
            let mut text = kind.example.to_owned();
            let mut edits = fix.edits.clone();
            edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
            for (span, new) in edits {
                assert_eq!(span.source.0, 0, "{}: a fix of another file", kind.code);
                text.replace_range(span.range(), &new);
            }
            let (set, shelf) = resolve(&text);
            let still: Vec<_> =
                set.diagnostics.iter().filter(|left| left.code == kind.code).cloned().collect();
            // One fix mends one place.
            assert!(still.len() < found.len(), "{}: {text}\n{}", kind.code, drawn(&still, &shelf));
        }
    }
}

/// Messages are lower case, without a full stop, one line, and never empty; errors say what to type.
#[test]
fn texts_have_one_style() {
    let mut wrong = String::new();
    for kind in all() {
        let Some((_, found)) = seen(kind) else { continue };
        for one in &found {
            let texts = [Some(&one.message), Some(&one.label), one.help.as_ref()];
            for text in texts.into_iter().flatten() {
                let bad = text.is_empty()
                    || text.contains('\n')
                    || text.ends_with('.') && !text.ends_with("...")
                    || text.starts_with(|c: char| c.is_uppercase());
                if bad {
                    wrong += &format!("{}: {text:?}\n", one.code);
                }
            }
            // Of what was not foreseen, the label says what was expected.
            if one.severity == Severity::Error && one.help.is_none() && one.code != "unexpected" {
                wrong += &format!("{}: no help\n", one.code);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
