//! A file system of a few entries, some of which can't be read.

use std::collections::{BTreeMap, BTreeSet};

use toolgate::model::{Case, Entry, Files, FilesError};

use super::Dice;
use crate::reference::paths;

/// A few entries. Parents of what is listed are directories.
#[derive(Clone, Debug)]
pub struct Tiny {
    pub entries: BTreeMap<String, Entry>,
    /// Paths that nothing can be said of.
    pub broken: BTreeSet<String>,
    pub case: Case,
}

impl Tiny {
    pub fn new(case: Case) -> Tiny {
        Tiny { entries: BTreeMap::new(), broken: BTreeSet::new(), case }
    }

    /// Adds an entry and its parents, unless something else stands there.
    pub fn add(&mut self, path: &str, entry: Entry) {
        let segments = paths::segments(path);
        for count in 0..segments.len() {
            let parent = format!("/{}", segments[..count].join("/"));
            if self.entries.entry(parent).or_insert(Entry::Dir) != &Entry::Dir {
                return;
            }
        }
        self.entries.entry(paths::clean(path)).or_insert(entry);
    }

    /// The entry's own path, in the case in which it is stored.
    fn stored(&self, path: &str) -> String {
        if self.case == Case::Insensitive {
            let same = |known: &&String| known.to_lowercase() == path.to_lowercase();
            return self.entries.keys().find(same).cloned().unwrap_or_else(|| path.to_owned());
        }
        path.to_owned()
    }

    fn ask(&self, path: &str) -> Result<String, FilesError> {
        let path = self.stored(path);
        if self.broken.contains(&path) { Err(FilesError(format!("`{path}` is broken"))) } else { Ok(path) }
    }
}

impl Files for Tiny {
    fn entry(&self, path: &str) -> Result<Entry, FilesError> {
        Ok(self.entries.get(&self.ask(path)?).cloned().unwrap_or(Entry::Missing))
    }

    fn names(&self, dir: &str) -> Result<Vec<String>, FilesError> {
        let dir = self.ask(dir)?;
        if self.entries.get(&dir) != Some(&Entry::Dir) {
            return Err(FilesError(format!("`{dir}` is no directory")));
        }
        let start = if dir == "/" { "/".to_owned() } else { format!("{dir}/") };
        let below = self.entries.keys().filter_map(|path| path.strip_prefix(&start));
        Ok(below.filter(|name| !name.is_empty() && !name.contains('/')).map(str::to_owned).collect())
    }

    fn case(&self, _: &str) -> Case {
        self.case
    }
}

/// Paths that the literals of policies are about.
pub const PATHS: &[&str] = &[
    "/home/dev/project/src/a.rs",
    "/home/dev/project/src/b/c.rs",
    "/home/dev/project/src/.env",
    "/home/dev/project/.env",
    "/home/dev/project/sub/src/a.rs",
    "/home/dev/project/build/out",
    "/home/dev/.ssh/id",
    "/home/dev/.aws/keys",
    "/etc/passwd",
    "/tmp/x",
    "/data/project/src/a.rs",
];

/// Some entries, links among them.
pub fn files(dice: &mut Dice<'_>) -> Tiny {
    let case = match dice.below(12) {
        10 => Case::Insensitive,
        11 => Case::Unknown,
        _ => Case::Sensitive,
    };
    let mut tiny = Tiny::new(case);
    for link in
        ["/home/dev/project/link", "/home/dev/project/src/l", "/home/dev/keys", "/home/dev/project/build"]
    {
        if dice.chance(15) {
            let targets = ["/etc", "../.ssh", "src", "/home/dev/.ssh", "link", "../../..", "/data/project"];
            tiny.add(link, Entry::Link(dice.text(&targets)));
        }
    }
    if dice.chance(8) {
        tiny.add("/home/dev/project", Entry::Link("/data/project".to_owned()));
    }
    for path in PATHS {
        if dice.chance(60) {
            tiny.add(path, Entry::File);
        }
    }
    tiny.add("/home/dev/project", Entry::Dir);
    if dice.chance(5) {
        let broken: Vec<String> = tiny.entries.keys().cloned().collect();
        tiny.broken.insert(dice.pick(&broken).clone());
    }
    tiny
}
