//! What an engine is made of.

use std::path::PathBuf;

use crate::engine::Set;
use crate::engine::find::{self, Surroundings};
use crate::engine::front::{Engine, LoadError};
use crate::engine::layers::{LayerInput, Piece};
use crate::policy::typed::LayerKind;

/// Names what to load. Nothing is read before [`Builder::load`].
#[derive(Clone, Debug, Default)]
pub struct Builder {
    inputs: Vec<LayerInput>,
}

impl Builder {
    /// A directory of policies, or one policy file, of the project, which counts as trusted: the program names it.
    #[must_use]
    pub fn policies(self, path: impl Into<PathBuf>) -> Builder {
        self.layer(LayerKind::Project, path)
    }

    /// A directory of policies, or one policy file, of this layer. Several of one layer add up.
    #[must_use]
    pub fn layer(self, kind: LayerKind, path: impl Into<PathBuf>) -> Builder {
        self.piece(kind, Piece::Path(path.into()))
    }

    /// Profiles of programs beside the embedded ones: a file, or a directory of `.toml` files. One that names a program which is known
    /// already replaces what was known.
    #[must_use]
    pub fn profiles(self, path: impl Into<PathBuf>) -> Builder {
        self.piece(LayerKind::Program, Piece::Profiles(path.into()))
    }

    /// A policy text of the program's own layer, under a name that people see in messages.
    #[must_use]
    pub fn text(self, name: impl Into<String>, text: impl Into<String>) -> Builder {
        self.piece(LayerKind::Program, Piece::Text { name: name.into(), text: text.into() })
    }

    /// The layers of this machine and directory. `trusted` says for a layer of the project whether a person trusts exactly what is
    /// in its directory now; one that is not trusted can refuse and nothing else.
    #[must_use]
    pub fn found(mut self, around: &Surroundings, trusted: impl Fn(&find::Found) -> bool) -> Builder {
        for found in find::layers(around) {
            self.inputs.push(LayerInput {
                kind: found.kind,
                trusted: found.kind != LayerKind::Project || trusted(&found),
                pieces: vec![Piece::Path(found.directory)],
                name: found.name,
            });
        }
        for (kind, directory) in find::profiles(around) {
            self = self.piece(kind, Piece::Profiles(directory));
        }
        self
    }

    /// A layer put together by hand.
    #[must_use]
    pub fn input(mut self, input: LayerInput) -> Builder {
        self.inputs.push(input);
        self
    }

    fn piece(mut self, kind: LayerKind, piece: Piece) -> Builder {
        let name = kind_name(kind);
        match self.inputs.iter_mut().find(|input| input.name == name) {
            Some(input) => input.pieces.push(piece),
            None => self.inputs.push(LayerInput {
                kind,
                name: name.to_owned(),
                trusted: true,
                pieces: vec![piece],
            }),
        }
        self
    }

    /// Reads and resolves everything, errors included.
    pub fn read(self) -> Set {
        Set::load(self.inputs)
    }

    /// Reads, resolves and compiles everything.
    pub fn load(self) -> Result<Engine, LoadError> {
        Engine::new(self.read())
    }

    /// The same; when it fails, an engine that denies every call with the error as the reason.
    pub fn load_or_deny(self) -> Engine {
        self.load().unwrap_or_else(LoadError::into_denying_engine)
    }
}

/// A layer's name.
pub(crate) fn kind_name(kind: LayerKind) -> &'static str {
    match kind {
        LayerKind::Managed => "managed",
        LayerKind::User => "user",
        LayerKind::Project => "project",
        LayerKind::Program => "program",
    }
}
