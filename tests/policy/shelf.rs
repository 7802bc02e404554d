//! A library of sample files, and a short way to resolve a text.

use std::sync::Arc;

use toolgate::model::SourceOrigin;
use toolgate::model::{Diagnostic, Severity, SourceId, Sources};
use toolgate::policy::typed::{Layer, LayerKind};
use toolgate::policy::{File, LayerFiles, Library, Missing, Request, Set, resolve_set};
use toolgate::syntax;

/// Files that examples can use, by name.
const FILES: &[(&str, &str)] = &[
    (
        "std:packs/git",
        "rule clean  command runs `git clean ...` => deny\n\
         rule force-push  command runs `git push ... --force ...` => deny\n",
    ),
    ("lists-a.policy", "let keys = \"~/.ssh\"\nrule a  path within keys => deny\n"),
    ("lists-b.policy", "let keys = \"~/.aws\"\nrule a  path within keys => deny\n"),
    ("team.policy", "use \"std:packs/git\"\nlet tmp = \"/tmp\"\nrule team  path within tmp => confirm\n"),
    ("loop.policy", "use \"pool.policy\"\n"),
    ("pool.policy", "use \"loop.policy\"\n"),
    ("broken.policy", "rule b  path within nothing => deny\n"),
    ("7 rules.policy", "rule seven  path within \"a\" => deny\n"),
];

/// The files above, and the one that is tried.
pub(crate) struct Shelf {
    files: Vec<Arc<File>>,
    /// All texts.
    pub(crate) sources: Sources,
}

impl Shelf {
    /// With `example.policy` saying `text`.
    pub(crate) fn new(text: &str) -> Shelf {
        let mut shelf = Shelf { files: Vec::new(), sources: Sources::new() };
        shelf.add("example.policy", text);
        for (name, text) in FILES {
            shelf.add(name, text);
        }
        shelf
    }

    /// One more file.
    pub(crate) fn add(&mut self, name: &str, text: &str) -> Arc<File> {
        let source = self.sources.add(name, text, SourceOrigin::Program);
        let file = Arc::new(file(source, name, text));
        self.files.push(Arc::clone(&file));
        file
    }

    /// The file that is tried.
    pub(crate) fn example(&self) -> Arc<File> {
        Arc::clone(&self.files[0])
    }

    /// A layer of one kind with the file that is tried.
    pub(crate) fn layer(&self, kind: LayerKind) -> LayerFiles {
        LayerFiles { kind, name: "layer".into(), trusted: true, files: vec![self.example()] }
    }
}

/// A parsed file.
pub(crate) fn file(source: SourceId, name: &str, text: &str) -> File {
    let parsed = syntax::parse(source, text);
    let stem = name.rsplit(['/', ':']).next().unwrap().trim_end_matches(".policy");
    File { name: name.into(), stem: stem.into(), tree: parsed.tree, diagnostics: parsed.errors }
}

impl Library for Shelf {
    fn find(&self, request: Request<'_>) -> Result<Arc<File>, Missing> {
        let target = request.target.trim_end_matches("@1");
        if !request.trusted && target.starts_with("..") {
            return Err(Missing::LeftOut);
        }
        if target == "unreadable.policy" {
            return Err(Missing::Unreadable("permission denied".into()));
        }
        self.files.iter().find(|file| &*file.name == target).cloned().ok_or(Missing::NotFound)
    }

    fn names(&self) -> Vec<String> {
        self.files.iter().map(|file| file.name.to_string()).collect()
    }
}

/// Resolves a text alone, as a user's policy.
pub(crate) fn resolve(text: &str) -> (Set, Shelf) {
    resolve_as(LayerKind::User, text)
}

/// Resolves a text alone, as a layer of this kind.
pub(crate) fn resolve_as(kind: LayerKind, text: &str) -> (Set, Shelf) {
    let shelf = Shelf::new(text);
    let set = resolve_set(&[shelf.layer(kind)], &shelf);
    (set, shelf)
}

/// The layer of a text without errors.
pub(crate) fn sound(text: &str) -> Layer {
    let (set, shelf) = resolve(text);
    let errors: Vec<_> = set.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{text}\n{}", listed(&set.diagnostics, &shelf));
    set.layers.into_iter().next().unwrap()
}

/// Diagnostics, a line each: place, code, message, help.
pub(crate) fn listed(diagnostics: &[Diagnostic], shelf: &Shelf) -> String {
    let mut out = String::new();
    for found in diagnostics {
        let place = shelf.sources.place(found.span);
        let name = shelf.sources.name(found.span.source);
        out += &format!(
            "{name}:{}:{} {}: {} | {} | {}\n",
            place.line,
            place.column,
            found.code,
            found.message,
            found.label,
            found.help.as_deref().unwrap_or("-"),
        );
    }
    out
}
