//! Profiles: what is known of programs. `docs/profiles.md` says how one is written.
//!
//! In: `profiles/*.toml`, embedded, and a user's own. Out: [`Profile`]s by name, each read when it is first asked for.

pub mod derive;
mod entry;
mod error;
mod languages;
mod lines;
mod scan;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

pub use crate::invocation::Invocation;
pub use crate::model::profile::Profile;
pub use error::ProfileError;

/// Where in the embedded files a program's entry stands.
struct Entry {
    name: &'static str,
    file: usize,
    start: usize,
    end: usize,
}

include!(concat!(env!("OUT_DIR"), "/profiles.rs"));

static CELLS: [OnceLock<Option<Arc<Profile>>>; INDEX.len()] = [const { OnceLock::new() }; INDEX.len()];

/// The profiles that a decision uses.
#[derive(Clone, Debug, Default)]
pub struct Profiles {
    own: BTreeMap<String, Arc<Profile>>,
}

impl Profiles {
    /// Those that toolgate brings along.
    ///
    /// ```
    /// # use toolgate::effects::profiles::Profiles;
    /// let profiles = Profiles::embedded();
    /// assert!(profiles.get("git").is_some());
    /// assert!(profiles.get("no-such-program").is_none());
    /// ```
    pub fn embedded() -> Profiles {
        Profiles::default()
    }

    /// Adds the programs of a user's file; one of them replaces the embedded profile of the same name.
    ///
    /// # Errors
    /// The first thing in the text that is no profile. Nothing is added then.
    pub fn add(&mut self, file: &str, text: &str) -> Result<(), ProfileError> {
        let mut added = Vec::new();
        for (start, program) in entry::programs(file, text)? {
            let (names, profile) =
                entry::read_all(file, program).map_err(|error| error.of_entry(start, program))?;
            let profile = Arc::new(profile);
            added.extend(names.into_iter().map(|name| (name, Arc::clone(&profile))));
        }
        self.own.extend(added);
        Ok(())
    }

    /// The profile of the program with this base name.
    pub fn get(&self, name: &str) -> Option<Arc<Profile>> {
        if let Some(own) = self.own.get(name) {
            return Some(Arc::clone(own));
        }
        let at = INDEX.binary_search_by(|entry| entry.name.cmp(name)).ok()?;
        let (entry, cell) = (INDEX.get(at)?, CELLS.get(at)?);
        cell.get_or_init(|| {
            let (file, text) = FILES.get(entry.file)?;
            // A test reads every embedded entry, so none is left out here.
            let profile = entry::read(file, text.get(entry.start..entry.end)?).ok()?;
            Some(Arc::new(profile))
        })
        .clone()
    }

    /// The names of all programs that have a profile, sorted.
    pub fn names(&self) -> Vec<&str> {
        let embedded = INDEX.iter().map(|entry| entry.name);
        let mut all: Vec<&str> = embedded.chain(self.own.keys().map(String::as_str)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The embedded files, each with its name and text.
    pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
        FILES.iter().copied()
    }

    /// The cases that the entries of a file bring along: a command, `=>`, and what it does.
    ///
    /// # Errors
    /// The first thing in the text that is no profile.
    pub fn cases(file: &str, text: &str) -> Result<Vec<String>, ProfileError> {
        let mut cases = Vec::new();
        for (start, program) in entry::programs(file, text)? {
            cases.extend(entry::cases(file, program).map_err(|error| error.of_entry(start, program))?);
        }
        Ok(cases)
    }
}
