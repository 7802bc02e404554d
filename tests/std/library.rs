//! Files of the repository and embedded ones, parsed and handed out.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toolgate::engine::embedded;
use toolgate::model::{Diagnostic, SourceId};
use toolgate::policy::typed::LayerKind;
use toolgate::policy::{self, File, LayerFiles, Library, Missing, Request, Set};
use toolgate::syntax;

/// Texts by their numbers, and the files that were parsed from them.
#[derive(Default)]
pub(crate) struct Texts {
    texts: RefCell<Vec<(String, String)>>,
    files: RefCell<HashMap<String, Arc<File>>>,
}

impl Texts {
    /// Parses a text, once.
    pub(crate) fn add(&self, name: &str, stem: &str, text: &str) -> Arc<File> {
        if let Some(file) = self.files.borrow().get(name) {
            return Arc::clone(file);
        }
        let number = u32::try_from(self.texts.borrow().len()).unwrap();
        self.texts.borrow_mut().push((name.to_owned(), text.to_owned()));
        let parsed = syntax::parse(SourceId(number), text);
        let file = Arc::new(File {
            name: name.into(),
            stem: stem.into(),
            tree: parsed.tree,
            diagnostics: parsed.errors,
        });
        self.files.borrow_mut().insert(name.to_owned(), Arc::clone(&file));
        file
    }

    /// A text as the only file of a layer.
    pub(crate) fn resolve(&self, name: &str, text: &str) -> Set {
        let file = self.add(name, "example", text);
        let layer =
            LayerFiles { kind: LayerKind::User, name: "user".into(), trusted: true, files: vec![file] };
        policy::resolve_set(&[layer], self)
    }

    /// A diagnostic as one line.
    pub(crate) fn line(&self, found: &Diagnostic) -> String {
        let texts = self.texts.borrow();
        let (name, text) = texts.get(found.span.source.0 as usize).unwrap();
        let before = text.get(..found.span.start as usize).unwrap();
        let line = before.matches('\n').count() + 1;
        format!("{name}:{line}: {}: {} ({})", found.code, found.message, found.label)
    }
}

impl Library for Texts {
    fn find(&self, request: Request<'_>) -> Result<Arc<File>, Missing> {
        let name = request.target.strip_prefix("std:").ok_or(Missing::NotFound)?;
        let file = embedded::find(name).ok_or(Missing::NotFound)?;
        let stem = file.name.rsplit('/').next().unwrap();
        Ok(self.add(&file.display_name(), stem, file.text))
    }

    fn names(&self) -> Vec<String> {
        embedded::all().map(|file| format!("std:{}", file.name)).collect()
    }
}

/// The repository.
pub(crate) fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a directory whose name ends so, sorted.
pub(crate) fn files_below(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
