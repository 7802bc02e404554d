//! Parsed files, and who hands out those that others `use`.

use std::sync::Arc;

use crate::model::{Diagnostic, Severity, SourceId};
use crate::policy::typed::LayerKind;
use crate::syntax::ast::Tree;

/// A parsed policy file.
#[derive(Clone, PartialEq, Debug)]
pub struct File {
    /// Its canonical name (`std:packs/git@1`, or a path with links resolved): two files of a set are the same exactly if
    /// their names are equal.
    pub name: Arc<str>,
    /// What stands before its ids where it is used: the last part of its name, without version and `.policy`.
    pub stem: Arc<str>,
    /// What it says.
    pub tree: Tree,
    /// What reading and parsing it had to say. Handed on, once, with the resolver's own diagnostics.
    pub diagnostics: Vec<Diagnostic>,
}

impl File {
    /// The number of its text.
    pub fn source(&self) -> SourceId {
        self.tree.span.source
    }

    /// Whether it was read and parsed without an error.
    pub fn is_sound(&self) -> bool {
        self.diagnostics.iter().all(|found| found.severity != Severity::Error)
    }
}

/// One `use`, for a [`Library`].
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// As written: `std:…`, `std:…@1`, or a path relative to the using file.
    pub target: &'a str,
    /// The using file.
    pub from: &'a File,
    /// Whether the layer is trusted: an untrusted one uses nothing but `std:` and files below its own directory, and
    /// nothing else may be opened for it.
    pub trusted: bool,
}

/// Hands out used files. The same file is handed out under the same name, each time.
pub trait Library {
    /// The file that a `use` means.
    fn find(&self, request: Request<'_>) -> Result<Arc<File>, Missing>;

    /// The `std:` names that exist, for did-you-mean.
    fn names(&self) -> Vec<String>;
}

/// Why a used file can't be handed out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// There is no such file.
    NotFound,
    /// It is there and can't be read: why.
    Unreadable(String),
    /// An untrusted layer may not use it. The `use` is left out without an error.
    LeftOut,
}

/// No files: every `use` is an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLibrary;

impl Library for NoLibrary {
    fn find(&self, _: Request<'_>) -> Result<Arc<File>, Missing> {
        Err(Missing::NotFound)
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A layer before it is resolved.
#[derive(Clone, Debug)]
pub struct LayerFiles {
    /// Where it comes from.
    pub kind: LayerKind,
    /// For people: `managed`, `user`, `project`, `project/sub`, `program`.
    pub name: String,
    /// Whether a person trusts it.
    pub trusted: bool,
    /// The files of its directory.
    pub files: Vec<Arc<File>>,
}
