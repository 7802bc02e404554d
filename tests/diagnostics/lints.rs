//! Every lint is found in its own example and not in the mended one; its fixes mend and change no verdict.

use std::collections::BTreeMap;

use toolgate::engine::{Engine, LayerInput, Piece, Set};
use toolgate::lint::{self, Lint, Options};
use toolgate::model::{Diagnostic, SourceId, SourceOrigin, Sources};
use toolgate::policy::typed::LayerKind;
use toolgate::syntax::ast::Date;
use toolgate::{cli, explain};

/// The day on which examples are looked at.
const TODAY: Date = Date { year: 2026, month: 7, day: 1 };

/// What stands before the paths of examples of several files, in what is shown.
const SHOWN: &str = "policies/";

/// The set of an example. Lines that begin with `# ---` part it: into layers (`# --- managed`), or into files of one directory
/// (`# --- file lists.policy`). The directory of files is gone when this returns, and shown as `policies/`.
pub(crate) fn set_of(text: &str) -> Set {
    let mut parts: Vec<(String, String)> = vec![("user".to_owned(), String::new())];
    for line in text.lines() {
        match line.strip_prefix("# --- ") {
            Some(what) => parts.push((what.to_owned(), String::new())),
            None => parts.last_mut().unwrap().1 += &format!("{line}\n"),
        }
    }
    parts.retain(|(_, text)| !text.is_empty());
    let several = parts.len() > 1;
    if parts.iter().any(|(what, _)| what.starts_with("file ")) {
        let dir = tempfile::tempdir().unwrap();
        for (what, text) in &parts {
            std::fs::write(dir.path().join(what.strip_prefix("file ").unwrap_or("example.policy")), text)
                .unwrap();
        }
        return Engine::builder().layer(LayerKind::User, dir.path()).read();
    }
    let mut builder = Engine::builder();
    for (what, text) in parts {
        let layer = what.split(',').next().unwrap();
        let kind = match layer {
            "managed" => LayerKind::Managed,
            "user" => LayerKind::User,
            "project" => LayerKind::Project,
            other => panic!("no layer `{other}`"),
        };
        let name = if several { format!("{layer}.policy") } else { "example.policy".to_owned() };
        let pieces = vec![Piece::Text { name, text }];
        let trusted = !what.ends_with("not trusted");
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
    let text: String = found.iter().map(|found| cli::plain(found, sources)).collect();
    let dirs = sources.iter().filter_map(|(_, source)| match &source.origin {
        SourceOrigin::Disk(path) => path.parent(),
        SourceOrigin::Std | SourceOrigin::Program => None,
    });
    dirs.fold(text, |text, dir| text.replace(&format!("{}/", dir.display()), SHOWN))
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
    for lint in lint::LINTS.iter().filter(|lint| !lint.kind.mended.is_empty()) {
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
        // It has a test of its own.
        let shown = lint.kind.code != "long-file";
        assert_eq!(
            !lint.kind.example.is_empty() && !lint.kind.mended.is_empty(),
            shown,
            "{}",
            lint.kind.code
        );
    }
}

#[test]
fn long_files() {
    let lint = lint::find("long-file").unwrap();
    for (lines, count) in [(1499, 0), (1500, 1)] {
        let set = set_of(&format!("rule look  operation is read => allow\n{}", "#\n".repeat(lines)));
        assert_eq!(found(lint, &set).len(), count);
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
