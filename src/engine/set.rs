//! A loaded set of policies: everything that was read, resolved, and what is wrong with it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::effects::profiles::Profiles;
use crate::engine::layers::{self, LayerInput, Piece};
use crate::engine::library::{Shelf, Shelves};
use crate::engine::mistakes::{FileMistake, UnreadableFile};
use crate::engine::programs::{self, Programs};
use crate::engine::protection;
use crate::model::{Diagnostic, Severity, SourceId, SourceOrigin, Sources, Span};
use crate::policy::typed::Layer;
use crate::policy::{self, File};

/// A loaded set. It may hold errors: then it decides nothing, and an engine of it denies every call.
#[derive(Clone, Debug)]
pub struct Set {
    shelf: Shelf,
    inputs: Vec<LayerInput>,
    layers: Vec<Layer>,
    diagnostics: Vec<Diagnostic>,
    digest: Arc<str>,
    /// The files of the layers themselves.
    own: BTreeSet<SourceId>,
    programs: Programs,
}

impl Set {
    /// Reads, parses and resolves layers, outermost first.
    pub fn load(inputs: Vec<LayerInput>) -> Set {
        Set::load_onto(Shelf::default(), inputs, None)
    }

    /// The same set with other layers; files that were read are not read again.
    pub(crate) fn with_inputs(&self, inputs: Vec<LayerInput>) -> Set {
        let mut shelf = self.shelf.clone();
        shelf.drop_program_texts();
        Set::load_onto(shelf, inputs, Some(self.programs.clone()))
    }

    /// The same set with other texts for some of its files. Nothing is written, and files that were read are not read again.
    pub fn with_texts(&self, texts: &BTreeMap<SourceId, String>) -> Set {
        let mut inputs = self.inputs.clone();
        let mut shelf = self.shelf.clone();
        for (source, new) in texts {
            let name = shelf.sources.name(*source).to_owned();
            shelf.rewrite(*source, new);
            for piece in inputs.iter_mut().flat_map(|input| &mut input.pieces) {
                match piece {
                    Piece::Text { name: of, text } if *of == name => new.clone_into(text),
                    Piece::Text { .. } | Piece::Path(_) | Piece::Profiles(_) => {}
                }
            }
        }
        shelf.drop_program_texts();
        Set::load_onto(shelf, inputs, Some(self.programs.clone()))
    }

    fn load_onto(shelf: Shelf, mut inputs: Vec<LayerInput>, known: Option<Programs>) -> Set {
        inputs.sort_by_key(|input| input.kind);
        let shelves = Shelves::from(shelf);
        let nothing =
            inputs.iter().flat_map(|input| &input.pieces).all(|piece| matches!(piece, Piece::Profiles(_)));
        let protection = protection::input();
        let read: Vec<_> =
            std::iter::once(&protection).chain(&inputs).map(|input| layers::read(input, &shelves)).collect();
        let own = read.iter().skip(1).flat_map(|layer| &layer.files).map(|file| file.source()).collect();
        let resolved = policy::resolve_set(&read, &shelves);
        let unread: Vec<_> = inputs.iter().flat_map(|input| layers::unread(input, &shelves)).collect();
        let (programs, unknown) =
            known.map_or_else(|| programs::read(&inputs, &shelves), |known| (known, vec![]));
        let unread: Vec<Diagnostic> = unread.iter().map(|dir| shelves.not_loaded(dir)).collect();
        let mut shelf = shelves.into_shelf();
        let mut layers: Vec<Layer> = resolved.layers.into_iter().map(policy::restrict).collect();
        protection::finish(&mut layers);
        let mut diagnostics = resolved.diagnostics;
        diagnostics.extend(unread);
        diagnostics.extend(unknown);
        if nothing {
            let source = shelf.sources.add("(no policies)", "", SourceOrigin::Program);
            diagnostics
                .push(UnreadableFile::new("", FileMistake::NothingFound, Span::new(source, 0, 0)).report());
        }
        let digest = digest(&inputs, &shelf, &programs);
        Set { shelf, inputs, layers, diagnostics, digest, own, programs }
    }

    /// The texts that spans point into.
    pub fn sources(&self) -> &Sources {
        &self.shelf.sources
    }

    /// Every file that was read, used ones included.
    pub fn files(&self) -> Vec<Arc<File>> {
        self.shelf.files()
    }

    /// What was asked for.
    pub fn inputs(&self) -> &[LayerInput] {
        &self.inputs
    }

    /// The resolved layers, outermost first; the very first is toolgate's protection of itself.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The layers that people wrote: those without toolgate's protection of itself.
    pub fn written_layers(&self) -> impl Iterator<Item = &Layer> {
        self.layers.iter().filter(|layer| !protection::is_own(layer))
    }

    /// What is known of programs: the embedded profiles and those that a person added.
    pub fn profiles(&self) -> &Arc<Profiles> {
        &self.programs.profiles
    }

    /// What is wrong.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether a text is one of the layers' own files, not one that they use.
    pub fn is_own(&self, source: SourceId) -> bool {
        self.own.contains(&source)
    }

    /// Adds what a later step found wrong.
    pub(crate) fn note(&mut self, found: impl IntoIterator<Item = Diagnostic>) {
        self.diagnostics.extend(found);
    }

    /// Whether there is no error.
    pub fn is_sound(&self) -> bool {
        self.diagnostics.iter().all(|found| found.severity != Severity::Error)
    }

    /// `sha256:…` over every text, their layers and the version of the embedded files.
    pub fn digest(&self) -> &Arc<str> {
        &self.digest
    }
}

/// Each piece is preceded by its length, so that no two sets give the same bytes. The order of files means nothing.
fn digest(inputs: &[LayerInput], shelf: &Shelf, programs: &Programs) -> Arc<str> {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    add(env!("CARGO_PKG_VERSION").as_bytes());
    for input in inputs {
        add(input.name.as_bytes());
        add(&[u8::from(input.trusted)]);
    }
    let files = shelf.files();
    let mut texts: Vec<(&str, &str)> = files
        .iter()
        .filter_map(|file| shelf.sources.get(file.source()))
        .filter(|source| &*source.name != protection::FILE)
        .map(|source| (source.name.rsplit('/').next().unwrap_or(&source.name), &*source.text))
        .collect();
    texts.sort_unstable();
    for (name, text) in texts {
        add(name.as_bytes());
        add(text.as_bytes());
    }
    // The order of profiles means something: a later one of a name replaces the earlier.
    for (name, text) in &programs.texts {
        add(name.as_bytes());
        add(text.as_bytes());
    }
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{digits}").into()
}
