//! Profiles of programs that a person adds to those that are embedded: read with the layers, checked like policies.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::effects::profiles::Profiles;
use crate::engine::layers::{self, LayerInput, Piece};
use crate::engine::library::Shelves;
use crate::engine::mistakes::BadProfile;
use crate::model::{Diagnostic, Mistake, Span};

/// What is known of programs, and the texts it came from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Programs {
    pub(crate) profiles: Arc<Profiles>,
    /// Each file's name and text, for the digest.
    pub(crate) texts: Vec<(String, String)>,
}

/// Reads the profile files of all layers that are trusted: a profile says what a program does *not* do, so it can loosen.
pub(crate) fn read(inputs: &[LayerInput], shelves: &Shelves) -> (Programs, Vec<Diagnostic>) {
    let mut profiles = Profiles::embedded();
    let (mut texts, mut wrong) = (Vec::new(), Vec::new());
    for path in inputs.iter().filter(|input| input.trusted).flat_map(|input| &input.pieces).filter_map(path) {
        for file in files(path, shelves, &mut wrong) {
            match shelves.profile(&file) {
                Ok((source, text)) => {
                    let name = file.display().to_string();
                    if let Err(error) = profiles.add(&name, &text) {
                        let at = Span::new(source, error.at.start, error.at.end);
                        wrong.push(BadProfile::new(error.program, error.what, at).report());
                    }
                    texts.push((name, text));
                }
                Err(unreadable) => wrong.push(*unreadable),
            }
        }
    }
    (Programs { profiles: Arc::new(profiles), texts }, wrong)
}

fn path(piece: &Piece) -> Option<&Path> {
    match piece {
        Piece::Profiles(path) => Some(path),
        Piece::Path(_) | Piece::Text { .. } => None,
    }
}

/// The file, or the `.toml` files of the directory.
fn files(path: &Path, shelves: &Shelves, wrong: &mut Vec<Diagnostic>) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    match layers::listed(path, &|file| file.extension().is_some_and(|extension| extension == "toml")) {
        Ok(files) => files,
        Err(mistake) => {
            wrong.push(shelves.mistaken(path, mistake));
            Vec::new()
        }
    }
}
