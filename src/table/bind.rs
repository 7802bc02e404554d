//! The table's paths in one project: what `root` and `~` are, and what the directories that policies name resolve to.

use std::collections::HashMap;

use crate::matchers::follow;
use crate::model::{Budget, Files, FilesError};
use crate::policy::typed::Base;
use crate::table::Table;

/// What the paths of a table stand for, for one root and home.
///
/// What links say can change; whoever keeps a `Bound` across calls decides how old it may be.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// The project's directory, as written and as it resolves; empty when it isn't known.
    pub(crate) root: Vec<String>,
    /// The home directory likewise.
    pub(crate) home: Vec<String>,
    /// For each path pattern of the table, what its fixed part stands for.
    pub(crate) places: Vec<Places>,
    /// Resolved places that lie elsewhere than their written ones: each with its pattern's number.
    pub(crate) elsewhere: Vec<(String, u32)>,
}

/// The directories that the fixed part of a pattern stands for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Places {
    /// Those that are known; none where `root` or `~` is not.
    pub(crate) known: Vec<String>,
    /// Where it leads could not be found out: it may stand for another one too.
    pub(crate) unclear: bool,
}

/// Directories as written and as they resolve.
#[derive(Default)]
struct Resolved {
    dirs: Vec<String>,
    unclear: bool,
}

impl Table {
    /// Binds the table to a project. A directory named in a policy stands for itself and for what it resolves to;
    /// where that can't be found out, it may stand for anything else too.
    pub fn bind(&self, root: Option<&str>, home: Option<&str>, files: &dyn Files, budget: &Budget) -> Bound {
        let mut known: HashMap<String, Result<String, FilesError>> = HashMap::new();
        let mut both = |path: &str| -> Resolved {
            let written = follow::written(path, "/");
            let real =
                known.entry(written.clone()).or_insert_with(|| follow::real(&written, true, files, budget));
            match real {
                Ok(real) if *real == written => Resolved { dirs: vec![written], unclear: false },
                Ok(real) => Resolved { dirs: vec![written, real.clone()], unclear: false },
                Err(_) => Resolved { dirs: vec![written], unclear: true },
            }
        };
        let root = root.map(&mut both).unwrap_or_default();
        let home = home.map(&mut both).unwrap_or_default();
        let top = Resolved { dirs: vec!["/".to_owned()], unclear: false };
        let mut bound = Bound { root: root.dirs.clone(), home: home.dirs.clone(), ..Bound::default() };
        for (number, pattern) in (0u32..).zip(&self.paths) {
            let base = match pattern.base {
                Base::Root => &root,
                Base::Home => &home,
                Base::Absolute => &top,
            };
            let mut places = Places { known: Vec::new(), unclear: base.unclear };
            places.known.extend(base.dirs.iter().map(|dir| join(dir, pattern.matcher.fixed())));
            for at in 0..places.known.len() {
                let Some(place) = places.known.get(at) else { continue };
                let Resolved { dirs, unclear } = both(place);
                places.unclear |= unclear;
                for real in dirs {
                    if !places.known.contains(&real) {
                        bound.elsewhere.push((real.clone(), number));
                        places.known.push(real);
                    }
                }
            }
            if places.unclear {
                bound.elsewhere.push(("/".to_owned(), number));
            }
            bound.places.push(places);
        }
        bound
    }
}

fn join(base: &str, rest: &str) -> String {
    let rest = rest.trim_matches('/');
    match (base, rest) {
        (_, "") => base.to_owned(),
        ("/", _) => format!("/{rest}"),
        _ => format!("{base}/{rest}"),
    }
}
