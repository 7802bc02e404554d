//! Policy files: read once, checked, parsed, and handed out to those that `use` them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::engine::embedded::{self, StdFile};
use crate::engine::mistakes::{FileMistake, UnreadableFile};
use crate::engine::permissions::{self, Place};
use crate::engine::read::{LineEnds, ReadError, io_mistake, read_policy};
use crate::model::{Diagnostic, Source, SourceId, SourceOrigin, Sources, Span};
use crate::policy::{File, Library, Missing, Request};
use crate::syntax::{self, ast::Tree};

/// What stands before the path of an embedded file.
const STD: &str = "std:";
/// What stands before the name of a text of the running program.
const PROGRAM: &str = "program:";

/// All files that were read, by their canonical names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shelf {
    /// Their texts.
    pub(crate) sources: Sources,
    files: HashMap<Arc<str>, Held>,
    /// Numbers of texts that were taken away.
    free: Vec<SourceId>,
}

/// A file and where it belongs.
#[derive(Clone, Debug)]
struct Held {
    file: Arc<File>,
    /// The path that people see, for the names of the files it uses.
    shown: PathBuf,
    /// The real directory of the layer that it was first read for; none for embedded files and texts.
    root: Option<Arc<Path>>,
}

/// A shelf that grows while files are resolved.
#[derive(Debug, Default)]
pub(crate) struct Shelves(RefCell<Shelf>);

impl Shelf {
    /// Every file, in the order of their numbers.
    pub(crate) fn files(&self) -> Vec<Arc<File>> {
        let mut files: Vec<_> = self.files.values().map(|held| held.file.clone()).collect();
        files.sort_by_key(|file| file.source());
        files
    }

    /// Puts another text in the place of a file's own, as if it had been read so.
    pub(crate) fn rewrite(&mut self, source: SourceId, text: &str) {
        let Some(held) = self.files.values_mut().find(|held| held.file.source() == source) else { return };
        let Some(Source { name, origin, .. }) = self.sources.get(source).cloned() else { return };
        held.file = Arc::new(parsed(held.file.name.clone(), &held.file.stem, source, text));
        self.sources.replace(source, name, text, origin);
    }

    /// Takes the running program's texts away.
    pub(crate) fn drop_program_texts(&mut self) {
        let free = &mut self.free;
        let sources = &mut self.sources;
        self.files.retain(|name, held| {
            let stays = !name.starts_with(PROGRAM);
            if !stays {
                sources.replace(held.file.source(), "", "", SourceOrigin::Program);
                free.push(held.file.source());
            }
            stays
        });
        free.sort_by(|a, b| b.cmp(a));
    }
}

impl From<Shelf> for Shelves {
    fn from(shelf: Shelf) -> Shelves {
        Shelves(RefCell::new(shelf))
    }
}

impl Shelves {
    /// The shelf with all that was read.
    pub(crate) fn into_shelf(self) -> Shelf {
        self.0.into_inner()
    }

    /// A text of the running program.
    pub(crate) fn text(&self, name: &str, text: &str) -> Arc<File> {
        let canonical: Arc<str> = format!("{PROGRAM}{name}").into();
        let origin = SourceOrigin::Program;
        let mut shelf = self.0.borrow_mut();
        let source = match shelf.free.pop() {
            Some(id) => {
                shelf.sources.replace(id, name, text, origin);
                id
            }
            None => shelf.sources.add(name, text, origin),
        };
        drop(shelf);
        let file = Arc::new(parsed(canonical, name, source, text));
        self.keep(&file, PathBuf::from(name), None);
        file
    }

    /// A file of a layer. `root` is the layer's real directory.
    pub(crate) fn disk(&self, path: &Path, root: Option<&Arc<Path>>, place: Place) -> Arc<File> {
        match self.open(path, path, root, place) {
            Ok(file) => file,
            Err(mistake) => self.broken(path, mistake.into()),
        }
    }

    /// Whether a file below this directory was read.
    pub(crate) fn has_below(&self, dir: &Path) -> bool {
        let Ok(real) = fs::canonicalize(dir) else { return false };
        self.0.borrow().files.keys().any(|name| Path::new(&**name).starts_with(&real))
    }

    /// Notes a directory whose policies nobody reads.
    pub(crate) fn not_loaded(&self, dir: &Path) -> Diagnostic {
        self.mistaken(dir, FileMistake::NotLoaded)
    }

    /// The text of a file of profiles, as one more source.
    pub(crate) fn profile(&self, path: &Path) -> Result<(SourceId, String), Box<Diagnostic>> {
        let read = fs::metadata(path)
            .map_err(|e| io_mistake(&e))
            .and_then(|meta| permissions::check(&meta, Place::Itself))
            .map_err(ReadError::from)
            .and_then(|()| read_policy(path, LineEnds::Strict));
        let display = path.display().to_string();
        let origin = SourceOrigin::Disk(path.to_owned());
        let mut shelf = self.0.borrow_mut();
        match read {
            Ok(text) => Ok((shelf.sources.add(display.as_str(), text.as_str(), origin), text)),
            Err(error) => {
                let source = shelf.sources.add(display.as_str(), error.text.as_str(), origin);
                let at = Span::new(source, error.at.start, error.at.end);
                Err(Box::new(UnreadableFile::new(display, error.mistake, at).report()))
            }
        }
    }

    /// A mistake about a directory.
    pub(crate) fn mistaken(&self, path: &Path, mistake: FileMistake) -> Diagnostic {
        let display = path.display().to_string();
        let origin = SourceOrigin::Disk(path.to_owned());
        let source = self.0.borrow_mut().sources.add(display.as_str(), "", origin);
        UnreadableFile::new(display, mistake, Span::new(source, 0, 0)).report()
    }

    /// A mistake about a file or directory that has no text to show.
    pub(crate) fn broken(&self, path: &Path, error: ReadError) -> Arc<File> {
        self.unreadable(path.display().to_string().into(), path, error)
    }

    /// Reads a file, unless it was read before under its real name.
    fn open(
        &self,
        path: &Path,
        shown: &Path,
        root: Option<&Arc<Path>>,
        place: Place,
    ) -> Result<Arc<File>, FileMistake> {
        let real = fs::canonicalize(path).map_err(|e| io_mistake(&e))?;
        let name: Arc<str> =
            real.to_str().ok_or_else(|| FileMistake::CannotRead("its name is not UTF-8".into()))?.into();
        if let Some(held) = self.0.borrow().files.get(&name) {
            return Ok(held.file.clone());
        }
        let meta = fs::metadata(&real).map_err(|e| io_mistake(&e))?;
        if meta.is_file() {
            permissions::check(&meta, Place::Itself)?;
        }
        if place == Place::Around
            && let Some(dir) = real.parent()
        {
            permissions::check(&fs::metadata(dir).map_err(|e| io_mistake(&e))?, Place::Around)?;
        }
        let text = match read_policy(&real, LineEnds::Strict) {
            Ok(text) => text,
            Err(error) => return Ok(self.unreadable(name, shown, error)),
        };
        let display = shown.display().to_string();
        let source = self.0.borrow_mut().sources.add(
            display.as_str(),
            text.as_str(),
            SourceOrigin::Disk(path.to_owned()),
        );
        let file = Arc::new(parsed(name, &stem(&real), source, &text));
        self.keep(&file, shown.to_owned(), root.cloned());
        Ok(file)
    }

    fn unreadable(&self, name: Arc<str>, shown: &Path, error: ReadError) -> Arc<File> {
        let display = shown.display().to_string();
        let origin = SourceOrigin::Disk(shown.to_owned());
        let source = self.0.borrow_mut().sources.add(display.as_str(), error.text.as_str(), origin);
        let span = Span::new(source, error.at.start, error.at.end);
        let tree = Tree { span: Span::new(source, 0, error.text.len()), ..Tree::default() };
        let diagnostics = vec![UnreadableFile::new(display.as_str(), error.mistake, span).report()];
        let file = Arc::new(File { name, stem: stem(shown).into(), tree, diagnostics });
        self.keep(&file, shown.to_owned(), None);
        file
    }

    fn std(&self, found: StdFile) -> Arc<File> {
        let name: Arc<str> = found.display_name().into();
        if let Some(held) = self.0.borrow().files.get(&name) {
            return held.file.clone();
        }
        let source = self.0.borrow_mut().sources.add(name.clone(), found.text, SourceOrigin::Std);
        let shown = PathBuf::from(&*name);
        let file =
            Arc::new(parsed(name, found.name.rsplit('/').next().unwrap_or(found.name), source, found.text));
        self.keep(&file, shown, None);
        file
    }

    fn keep(&self, file: &Arc<File>, shown: PathBuf, root: Option<Arc<Path>>) {
        let held = Held { file: file.clone(), shown, root };
        self.0.borrow_mut().files.insert(file.name.clone(), held);
    }

    fn relative(&self, request: Request<'_>) -> Result<Arc<File>, Missing> {
        let held = self.0.borrow().files.get(&request.from.name).cloned().ok_or(Missing::NotFound)?;
        let Some(directory) = Path::new(&*request.from.name).parent().filter(|dir| dir.is_absolute()) else {
            return Err(Missing::Unreadable("a text of the program can use nothing but `std:` files".into()));
        };
        if Path::new(request.target).is_absolute() {
            return Err(Missing::Unreadable("write a path relative to this file".into()));
        }
        let path = directory.join(request.target);
        if !request.trusted {
            let root = held.root.as_deref().ok_or(Missing::LeftOut)?;
            let real = fs::canonicalize(&path).map_err(|_| Missing::LeftOut)?;
            if !real.starts_with(root) {
                return Err(Missing::LeftOut);
            }
        }
        let shown = clean(&held.shown.parent().unwrap_or(Path::new("")).join(request.target));
        self.open(&path, &shown, held.root.as_ref(), Place::Around).map_err(|mistake| match mistake {
            FileMistake::Missing => Missing::NotFound,
            other => Missing::Unreadable(
                UnreadableFile::new(shown.display().to_string(), other, Span::default()).to_string(),
            ),
        })
    }
}

impl Library for Shelves {
    fn find(&self, request: Request<'_>) -> Result<Arc<File>, Missing> {
        match request.target.strip_prefix(STD) {
            Some(name) => embedded::find(name).map(|found| self.std(found)).ok_or(Missing::NotFound),
            None if request.from.name.starts_with(STD) => Err(Missing::NotFound),
            None => self.relative(request),
        }
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = embedded::all().map(|file| format!("{STD}{}", file.name)).collect();
        names.dedup();
        names
    }
}

fn parsed(name: Arc<str>, stem: &str, source: SourceId, text: &str) -> File {
    let parsed = syntax::parse(source, text);
    File { name, stem: stem.into(), tree: parsed.tree, diagnostics: parsed.errors }
}

/// What stands before a file's ids where it is used: its name without `.policy`.
fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// A path without `.` and without `dir/..`, for people.
fn clean(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}
