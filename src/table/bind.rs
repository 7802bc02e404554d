//! The table's paths in one project: what `root` and `~` are, and what the directories that policies name resolve to.

use std::collections::HashMap;

use crate::matchers::follow;
use crate::model::{Budget, Files};
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
    /// For each path pattern of the table, the directories that its fixed part stands for.
    pub(crate) places: Vec<Vec<String>>,
    /// Resolved places that lie elsewhere than their written ones: each with its pattern's number.
    pub(crate) elsewhere: Vec<(String, u32)>,
}

impl Table {
    /// Binds the table to a project. A directory named in a policy stands for itself and for what it resolves to;
    /// where that can't be found out, it stands for itself.
    pub fn bind(&self, root: Option<&str>, home: Option<&str>, files: &dyn Files, budget: &Budget) -> Bound {
        let mut known = HashMap::new();
        let mut resolve = |path: &str| -> Option<String> {
            known
                .entry(path.to_owned())
                .or_insert_with(|| follow::real(path, true, files, budget).ok().filter(|real| real != path))
                .clone()
        };
        let mut both = |path: Option<&str>| -> Vec<String> {
            let Some(path) = path else { return Vec::new() };
            let written = follow::written(path, "/");
            let real = resolve(&written);
            std::iter::once(written).chain(real).collect()
        };
        let mut bound = Bound { root: both(root), home: both(home), ..Bound::default() };
        for (number, pattern) in self.paths.iter().enumerate() {
            let bases: &[String] = match pattern.base {
                Base::Root => &bound.root,
                Base::Home => &bound.home,
                Base::Absolute => &[],
            };
            let mut places: Vec<String> = match pattern.base {
                Base::Absolute => vec![join("/", pattern.matcher.fixed())],
                Base::Root | Base::Home => {
                    bases.iter().map(|base| join(base, pattern.matcher.fixed())).collect()
                }
            };
            let written = places.len();
            for at in 0..written {
                let Some(real) = places.get(at).and_then(|place| resolve(place)) else { continue };
                if !places.contains(&real) {
                    bound.elsewhere.push((real.clone(), u32::try_from(number).unwrap_or(u32::MAX)));
                    places.push(real);
                }
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
