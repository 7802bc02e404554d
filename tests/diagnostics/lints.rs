//! Every lint is found in its own example and not in the mended one; its fixes mend and change no verdict.

use std::collections::BTreeMap;

use toolgate::engine::{Engine, LayerInput, Piece, Set};
use toolgate::lint::{self, Lint, Options};
use toolgate::model::{Diagnostic, SourceId, Sources};
use toolgate::policy::typed::LayerKind;
use toolgate::syntax::ast::Date;
use toolgate::{cli, explain};

/// The day on which examples are looked at.
const TODAY: Date = Date { year: 2026, month: 7, day: 1 };

/// The set of an example. Those that are about layers say so in their comments: `# managed` begins the text of that layer.
pub(crate) fn set_of(text: &str) -> Set {
    let mut layers: Vec<(LayerKind, bool, String)> = vec![(LayerKind::User, true, String::new())];
    for line in text.lines() {
        match line {
            "# --- managed" => layers.push((LayerKind::Managed, true, String::new())),
            "# --- user" => layers.push((LayerKind::User, true, String::new())),
            "# --- project" => layers.push((LayerKind::Project, true, String::new())),
            "# --- project, not trusted" => layers.push((LayerKind::Project, false, String::new())),
            _ => layers.last_mut().unwrap().2 += &format!("{line}\n"),
        }
    }
    let several = layers.len() > 1;
    let mut builder = Engine::builder();
    for (kind, trusted, text) in layers.into_iter().filter(|(_, _, text)| !text.is_empty()) {
        let layer = match kind {
            LayerKind::Managed => "managed",
            LayerKind::User => "user",
            LayerKind::Project => "project",
            LayerKind::Program => "program",
        };
        let name = if several { format!("{layer}.policy") } else { "example.policy".to_owned() };
        let pieces = vec![Piece::Text { name, text }];
        builder = builder.input(LayerInput { kind, name: layer.to_owned(), trusted, pieces });
    }
    builder.read()
}

/// What a lint alone finds in a text.
fn found(lint: &Lint, set: &Set) -> Vec<Diagnostic> {
    let only = vec![lint.kind.code.to_owned()];
    lint::run(set, &Options { today: Some(TODAY), only, ..Options::default() })
}

fn drawn(found: &[Diagnostic], sources: &Sources) -> String {
    found.iter().map(|found| cli::plain(found, sources)).collect()
}

/// What a person sees of a lint's example.
pub(crate) fn seen(lint: &Lint) -> (String, Vec<Diagnostic>) {
    let set = set_of(lint.kind.example);
    // What silences something is seen only beside what it silences.
    let only =
        if lint.kind.code.contains("suppression") { Vec::new() } else { vec![lint.kind.code.to_owned()] };
    let mut found = lint::run(&set, &Options { today: Some(TODAY), only, ..Options::default() });
    found.retain(|one| one.code == lint.kind.code || one.severity == toolgate::model::Severity::Error);
    (drawn(&found, set.sources()), found)
}

#[test]
fn mended_examples_are_clean() {
    let mut wrong = String::new();
    for lint in lint::LINTS {
        let set = set_of(lint.kind.mended);
        let left = found(lint, &set);
        if !left.is_empty() || !set.diagnostics().is_empty() {
            wrong += &format!("--- {}\n{}\n", lint.kind.code, drawn(&left, set.sources()));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_lint_says_when_to_silence_it() {
    for lint in lint::LINTS {
        assert!(!lint.silence.is_empty() && !lint.silence.ends_with('.'), "{}", lint.kind.code);
        assert!(!lint.kind.example.is_empty() && !lint.kind.mended.is_empty(), "{}", lint.kind.code);
    }
}

/// All fixes of a lint's example are applied until there is none.
fn fixed(lint: &Lint, safe: bool) -> Option<(Set, Set)> {
    let before = set_of(lint.kind.example);
    let mut now = before.clone();
    let mut any = false;
    for _ in 0..10 {
        let found = found(lint, &now);
        let fixes: Vec<_> =
            found.iter().filter_map(|one| one.fix.as_ref()).filter(|fix| fix.safe || !safe).collect();
        let (texts, made): (BTreeMap<SourceId, String>, usize) = explain::fix::apply(&fixes, now.sources());
        if made == 0 {
            return any.then_some((before, now));
        }
        any = true;
        now = if safe { lint::rewrite(&now, &texts).unwrap() } else { now.with_texts(&texts) };
        let broken = drawn(now.diagnostics(), now.sources());
        assert!(now.is_sound(), "{}: {broken}", lint.kind.code);
    }
    panic!("{}: fixing does not end", lint.kind.code);
}

#[test]
fn fixes_mend_and_end() {
    let mut safe = 0;
    for lint in lint::LINTS {
        for only_safe in [true, false] {
            let Some((_, after)) = fixed(lint, only_safe) else { continue };
            let left = found(lint, &after);
            let open = left.iter().filter(|one| one.fix.as_ref().is_some_and(|fix| fix.safe || !only_safe));
            assert_eq!(open.count(), 0, "{}", lint.kind.code);
            safe += usize::from(only_safe);
        }
    }
    assert!(safe >= 6, "only {safe} lints have an example with a safe fix");
}
