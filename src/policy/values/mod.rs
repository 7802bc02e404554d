//! Texts that have a syntax of their own: regexes, paths, globs, hosts.
//!
//! Each file says what is wrong with such a text, as data; `resolve` turns that into a diagnostic with a place.

pub(crate) mod glob;
pub(crate) mod host;
pub(crate) mod path;
pub(crate) mod regex;
