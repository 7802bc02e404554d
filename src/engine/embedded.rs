//! The policy files that are part of toolgate: `std:packs/git`, `std:tools/claude-code` …
//!
//! A file's name may end in `@N`: `packs/git@2.policy` is version 2 of `std:packs/git`, a file without is version 1.
//! `std:packs/git` means the newest version, `std:packs/git@1` that one.

/// Every embedded file: its name below `policies/std` without `.policy`, and its text. Sorted by name.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/std_files.rs"));

/// An embedded file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StdFile {
    /// Its name without a version, such as `packs/git`.
    pub name: &'static str,
    /// Its version, from 1.
    pub version: u32,
    /// What it says.
    pub text: &'static str,
}

impl StdFile {
    /// How diagnostics, digests and people name it: `std:packs/git@1`.
    pub fn display_name(&self) -> String {
        format!("std:{}@{}", self.name, self.version)
    }
}

/// All embedded files, older versions included.
pub fn all() -> impl Iterator<Item = StdFile> {
    FILES.iter().map(|(file, text)| {
        let (name, version) = split_version(file).unwrap_or((file, 1));
        StdFile { name, version, text }
    })
}

/// The file that `target` (what follows `std:`) names: with `@N` that version, else the newest.
///
/// ```
/// # use toolgate::engine::embedded;
/// assert!(embedded::find("no/such-file").is_none());
/// ```
pub fn find(target: &str) -> Option<StdFile> {
    let (name, version) = match split_version(target) {
        Some((name, version)) => (name, Some(version)),
        None => (target, None),
    };
    all()
        .filter(|file| file.name == name && version.is_none_or(|wanted| wanted == file.version))
        .max_by_key(|file| file.version)
}

/// `packs/git@2` as `packs/git` and 2; none without a version, or with one that is not a number.
fn split_version(name: &str) -> Option<(&str, u32)> {
    let (name, version) = name.rsplit_once('@')?;
    let digits = !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit());
    if !digits || version.starts_with('0') {
        return None;
    }
    Some((name, version.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::split_version;

    #[test]
    fn versions_are_whole_positive_numbers() {
        assert_eq!(split_version("packs/git@2"), Some(("packs/git", 2)));
        for name in ["packs/git", "packs/git@", "packs/git@0", "packs/git@01", "packs/git@-1", "packs/git@x"]
        {
            assert_eq!(split_version(name), None, "{name}");
        }
    }
}
