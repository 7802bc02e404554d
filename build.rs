//! Lists the files of `policies/std` for `src/engine/embedded.rs`, which embeds them: a new file needs no line of code.

#![expect(clippy::indexing_slicing, clippy::string_slice, reason = "a build that stops is seen at once")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[path = "build/profiles.rs"]
mod profiles;

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let std_dir = root.join("policies").join("std");
    println!("cargo::rerun-if-changed={}", std_dir.display());
    let mut files = Vec::new();
    if std_dir.is_dir() {
        collect(&std_dir, &mut files)?;
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&std_dir).map_err(io::Error::other)?;
        let name = name.to_string_lossy().replace('\\', "/");
        let name = name.trim_end_matches(".policy");
        let _ = writeln!(list, "    ({name:?}, include_str!({:?})),", file.display().to_string());
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("std_files.rs"), list)?;
    profiles::write()
}

/// Every `.policy` file below `dir`.
fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", dir.display());
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "policy") {
            files.push(path);
        }
    }
    Ok(())
}
