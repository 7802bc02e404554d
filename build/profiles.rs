//! Lists `profiles/*.toml` for `src/effects/profiles`, which embeds them, with an index of the programs in them, so that a
//! program's text is found without reading the others.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Writes the list and the index.
pub(crate) fn write() -> io::Result<()> {
    let directory = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("profiles");
    println!("cargo::rerun-if-changed=profiles");
    let mut files: Vec<PathBuf> =
        fs::read_dir(&directory)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let mut index = Vec::new();
    let mut list = String::new();
    for (number, path) in files.iter().enumerate() {
        println!("cargo::rerun-if-changed={}", path.display());
        let text = fs::read_to_string(path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let path = path.to_string_lossy();
        writeln!(list, "    ({name:?}, include_str!({path:?})),").map_err(io::Error::other)?;
        for (names, start, end) in programs(&text) {
            for name in names {
                index.push((name, number, start, end));
            }
        }
    }
    index.sort();
    if let Some(twice) = index.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(io::Error::other(format!("two profiles for `{}`", twice[0].0)));
    }
    let mut out =
        format!("static FILES: &[(&str, &str)] = &[\n{list}];\nstatic INDEX: [Entry; {}] = [\n", index.len());
    for (name, file, start, end) in &index {
        writeln!(out, "    Entry {{ name: {name:?}, file: {file}, start: {start}, end: {end} }},")
            .map_err(io::Error::other)?;
    }
    out.push_str("];\n");
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(Path::new(&target).join("profiles.rs"), out)
}

/// The names of each program in a file, and the bytes of its entry.
fn programs(text: &str) -> Vec<(Vec<String>, usize, usize)> {
    const HEADER: &str = "[[program]]";
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_end() == HEADER {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let entry = |(start, end): (&usize, usize)| {
        let names = text[*start..end].lines().find_map(|line| line.strip_prefix("name = "));
        let names = names.unwrap_or("").trim().trim_matches('"').split_whitespace().map(str::to_owned);
        (names.collect(), *start, end)
    };
    starts.iter().zip(ends).map(entry).collect()
}
