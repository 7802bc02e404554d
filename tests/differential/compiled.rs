//! A policy set, compiled by the engine and resolved by the reference.

use std::collections::BTreeMap;
use std::sync::Arc;

use toolgate::model::{Severity, SourceId};
use toolgate::policy::typed::LayerKind;
use toolgate::policy::{self, LayerFiles, Library, Missing, Request};
use toolgate::syntax::{self, ast::Tree};

use crate::reference::make::policies::{File, Policies};
use crate::reference::policy as slow;

/// Both views of a set.
pub struct Compiled {
    pub fast: policy::Set,
    pub slow: slow::Set,
}

/// The files that others use.
struct Shelf(BTreeMap<String, Arc<policy::File>>);

impl Library for Shelf {
    fn find(&self, request: Request<'_>) -> Result<Arc<policy::File>, Missing> {
        self.0.get(request.target).cloned().ok_or(Missing::NotFound)
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Reads texts.
#[derive(Default)]
struct Reader {
    count: u32,
    errors: Vec<String>,
}

impl Reader {
    fn read(&mut self, file: &File, text: &str) -> (Arc<policy::File>, Tree) {
        self.count += 1;
        let parsed = syntax::parse(SourceId(self.count), text);
        self.errors.extend(parsed.errors.iter().map(|error| format!("{}: {}", error.code, error.message)));
        let stem = file.name.trim_end_matches(".policy").into();
        let name = file.name.as_str().into();
        let tree = parsed.tree.clone();
        (Arc::new(policy::File { name, stem, tree: parsed.tree, diagnostics: parsed.errors }), tree)
    }
}

/// Compiles a set; the codes of its mistakes if it has some. `text` writes a file.
pub fn compile(policies: &Policies, text: &dyn Fn(&File) -> String) -> Result<Compiled, Vec<String>> {
    let mut reader = Reader::default();
    let (mut shelf, mut library) = (BTreeMap::new(), BTreeMap::new());
    for file in &policies.library {
        let (read, tree) = reader.read(file, &text(file));
        shelf.insert(file.name.clone(), read);
        library.insert(file.name.clone(), tree);
    }
    let (mut fast, mut layers) = (Vec::new(), Vec::new());
    for (at, layer) in policies.layers.iter().enumerate() {
        let (mut files, mut trees) = (Vec::new(), Vec::new());
        for file in &layer.files {
            let (read, tree) = reader.read(file, &text(file));
            files.push(read);
            trees.push(tree);
        }
        let kind = if at == 0 && layer.trusted { LayerKind::User } else { LayerKind::Project };
        fast.push(LayerFiles { kind, name: format!("layer{at}"), trusted: layer.trusted, files });
        layers.push(slow::WrittenLayer { trusted: layer.trusted, files: trees });
    }
    if !reader.errors.is_empty() {
        return Err(reader.errors);
    }
    let mut fast = policy::resolve_set(&fast, &Shelf(shelf));
    let errors: Vec<String> = fast
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .map(|found| format!("{}: {}", found.code, found.message))
        .collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    fast.layers = fast.layers.into_iter().map(policy::restrict).collect();
    Ok(Compiled { fast, slow: slow::resolve(&slow::Written { layers, library }) })
}
