//! Rows by path.
//!
//! A pattern is filed under its fixed directory, as a hash of its segments relative to `root`, `~` or `/`; a pattern
//! without one under its last segment or its extension. A path asks for each directory above it. Letters are
//! compared without case here, so that what is found is right for any file system; a path with other than ASCII
//! letters on a file system that may fold them finds everything.

use std::collections::HashMap;

use crate::model::Case;
use crate::policy::typed::Base;
use crate::table::bind::Bound;
use crate::table::compile::PathPattern;

#[derive(Debug, Default)]
pub(super) struct Paths {
    root: HashMap<u64, Vec<u32>>,
    home: HashMap<u64, Vec<u32>>,
    absolute: HashMap<u64, Vec<u32>>,
    names: HashMap<Box<str>, Vec<u32>>,
    extensions: HashMap<Box<str>, Vec<u32>>,
    rest: Vec<u32>,
    all: Vec<u32>,
    by_pattern: HashMap<u32, Vec<u32>>,
}

const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// One more segment (FNV-1a, letters in lower case).
fn step(hash: u64, segment: &str) -> u64 {
    let bytes = segment.bytes().chain(std::iter::once(b'/'));
    bytes
        .fold(hash, |hash, byte| (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0000_01b3))
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

impl Paths {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn add(&mut self, number: u32, patterns: &[PathPattern], row: u32) {
        super::push(&mut self.all, row);
        super::push(self.by_pattern.entry(number).or_default(), row);
        let Some(pattern) = patterns.get(number as usize) else { return super::push(&mut self.rest, row) };
        let fixed = pattern.matcher.fixed();
        if fixed.is_empty() {
            if let Some(name) = pattern.matcher.last_literal().filter(|name| name.is_ascii()) {
                let name = name.to_ascii_lowercase().into_boxed_str();
                return super::push(self.names.entry(name).or_default(), row);
            }
            if let Some(extension) = pattern.matcher.extension().filter(|extension| extension.is_ascii()) {
                let extension = extension.to_ascii_lowercase().into_boxed_str();
                return super::push(self.extensions.entry(extension).or_default(), row);
            }
            if pattern.base == Base::Absolute {
                return super::push(&mut self.rest, row);
            }
        }
        if !fixed.is_ascii() {
            return super::push(&mut self.rest, row);
        }
        let file = match pattern.base {
            Base::Root => &mut self.root,
            Base::Home => &mut self.home,
            Base::Absolute => &mut self.absolute,
        };
        super::push(file.entry(segments(fixed).fold(EMPTY, step)).or_default(), row);
    }

    pub(super) fn everything(&self, found: &mut Vec<u32>) {
        found.extend_from_slice(&self.all);
    }

    pub(super) fn at(&self, path: &str, case: Case, bound: &Bound, found: &mut Vec<u32>) {
        if !path.is_ascii() && case != Case::Sensitive {
            return self.everything(found);
        }
        found.extend_from_slice(&self.rest);
        below(&self.absolute, path, found);
        for (file, bases) in [(&self.root, &bound.root), (&self.home, &bound.home)] {
            if file.is_empty() {
                continue;
            }
            // Without the directory, nothing is known of what lies there.
            if bases.is_empty() {
                file.values().for_each(|rows| found.extend_from_slice(rows));
            }
            for base in bases {
                // A base with other than ASCII letters may be spelled in two forms.
                if !base.is_ascii() && case != Case::Sensitive {
                    file.values().for_each(|rows| found.extend_from_slice(rows));
                } else if let Some(rest) = inside(base, path) {
                    below(file, rest, found);
                }
            }
        }
        if !self.names.is_empty() || !self.extensions.is_empty() {
            let name = path.rsplit('/').next().unwrap_or("");
            self.name(name, found);
        }
        for (place, pattern) in &bound.elsewhere {
            if (inside(place, path).is_some() || !place.is_ascii())
                && let Some(rows) = self.by_pattern.get(pattern)
            {
                found.extend_from_slice(rows);
            }
        }
    }

    fn name(&self, name: &str, found: &mut Vec<u32>) {
        let lower;
        let name = if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            lower = name.to_ascii_lowercase();
            lower.as_str()
        } else {
            name
        };
        if let Some(rows) = self.names.get(name) {
            found.extend_from_slice(rows);
        }
        for (dot, _) in name.match_indices('.') {
            if let Some(rows) = name.get(dot + 1..).and_then(|end| self.extensions.get(end)) {
                found.extend_from_slice(rows);
            }
        }
    }
}

/// The rows of each directory above the path, itself included.
fn below(file: &HashMap<u64, Vec<u32>>, path: &str, found: &mut Vec<u32>) {
    if file.is_empty() {
        return;
    }
    let mut hash = EMPTY;
    if let Some(rows) = file.get(&hash) {
        found.extend_from_slice(rows);
    }
    for segment in segments(path) {
        hash = step(hash, segment);
        if let Some(rows) = file.get(&hash) {
            found.extend_from_slice(rows);
        }
    }
}

/// The rest of a path that is `base` or lies in it, letters compared without case.
fn inside<'a>(base: &str, path: &'a str) -> Option<&'a str> {
    let base = base.trim_end_matches('/');
    let head = path.get(..base.len())?;
    let rest = path.get(base.len()..)?;
    (head.eq_ignore_ascii_case(base) && (rest.is_empty() || rest.starts_with('/'))).then_some(rest)
}
