//! The files that come with toolgate, and the policies of public reports: no false alarm on any of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toolgate::model::{SourceId, SourceOrigin, Sources};
use toolgate::policy::typed::LayerKind;
use toolgate::policy::{File, LayerFiles, Library, Missing, Request, resolve_set};

use super::shelf::file;

/// `std:` files read from their directory.
struct Shipped {
    files: Vec<Arc<File>>,
    sources: Sources,
}

impl Shipped {
    fn new() -> Shipped {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("policies/std");
        let mut shipped = Shipped { files: Vec::new(), sources: Sources::new() };
        let mut paths = below(&root);
        paths.sort();
        for path in paths {
            let name = path.strip_prefix(&root).unwrap().with_extension("");
            let name = format!("std:{}", name.display());
            let text = fs::read_to_string(&path).unwrap();
            shipped.add(&name, &text);
        }
        shipped
    }

    fn add(&mut self, name: &str, text: &str) -> Arc<File> {
        let source: SourceId = self.sources.add(name, text, SourceOrigin::Program);
        let file = Arc::new(file(source, name, text));
        self.files.push(Arc::clone(&file));
        file
    }

    fn check(&self, file: &Arc<File>) -> String {
        let files = vec![Arc::clone(file)];
        let layer = LayerFiles { kind: LayerKind::User, name: "user".into(), trusted: true, files };
        let set = resolve_set(&[layer], self);
        set.diagnostics
            .iter()
            .map(|found| format!("{} {}: {}\n", self.sources.display(found.span), found.code, found.message))
            .collect()
    }
}

impl Library for Shipped {
    fn find(&self, request: Request<'_>) -> Result<Arc<File>, Missing> {
        let found = self.files.iter().find(|file| &*file.name == request.target);
        found.cloned().ok_or(Missing::NotFound)
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

fn below(dir: &Path) -> Vec<PathBuf> {
    fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] })
        .collect()
}

#[test]
fn std_files_resolve() {
    let shipped = Shipped::new();
    let found: String = shipped.files.iter().map(|file| shipped.check(file)).collect();
    assert_eq!(found, "");
}

#[test]
fn std_files_resolve_together() {
    let mut shipped = Shipped::new();
    let uses: String = shipped.files.iter().map(|file| format!("use \"{}\"\n", file.name)).collect();
    let all = shipped.add("all.policy", &uses);
    assert_eq!(shipped.check(&all), "");
}
