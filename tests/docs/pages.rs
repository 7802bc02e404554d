//! Pages and their fenced blocks.

use std::fs;
use std::path::{Path, PathBuf};

/// A page.
pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) blocks: Vec<Block>,
}

/// A fenced block.
pub(crate) struct Block {
    /// The line of its first line of text, from 1.
    pub(crate) line: usize,
    pub(crate) language: String,
    /// What stands after the language.
    pub(crate) words: Vec<String>,
    pub(crate) text: String,
}

impl Block {
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|given| given == word)
    }

    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
    }
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README and every page below `docs`.
pub(crate) fn pages() -> Vec<Page> {
    let mut paths = vec![root().join("README.md")];
    let mut open = vec![root().join("docs")];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).expect("docs can be read") {
            let path = entry.expect("docs can be read").path();
            // The pages of diagnostics are written from the registries; their own test holds their examples.
            if path.is_dir() && !path.ends_with("docs/diagnostics") {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.into_iter().map(page).collect()
}

fn page(path: PathBuf) -> Page {
    let text = fs::read_to_string(&path).expect("a page is UTF-8");
    let name = path.strip_prefix(root()).expect("a page of the project").display().to_string();
    let mut blocks = Vec::new();
    let mut open: Option<(String, Block)> = None;
    for (at, line) in text.lines().enumerate() {
        match &mut open {
            Some((fence, block)) => {
                if line.trim_end() == fence.as_str() {
                    blocks.extend(open.take().map(|(_, block)| block));
                } else {
                    block.text.push_str(line);
                    block.text.push('\n');
                }
            }
            None => {
                let ticks = line.len() - line.trim_start_matches('`').len();
                if ticks >= 3 {
                    let mut words = line[ticks..].split_whitespace().map(str::to_owned);
                    let language = words.next().unwrap_or_default();
                    let block = Block { line: at + 2, language, words: words.collect(), text: String::new() };
                    open = Some(("`".repeat(ticks), block));
                }
            }
        }
    }
    assert!(open.is_none(), "{name}: a block is not closed");
    Page { name, path, text, blocks }
}
