//! Loading what the arguments name.

use std::path::PathBuf;

use crate::cli::args::{PlaceArgs, PolicyArgs};
use crate::cli::output::{Failure, Output};
use crate::engine::find::Surroundings;
use crate::engine::{Builder, Engine, Set};
use crate::policy::typed::LayerKind;

/// The layers that the arguments name; else those of this machine and directory.
fn builder(args: &PolicyArgs, root: Option<PathBuf>) -> Result<Builder, Failure> {
    let mut builder = Engine::builder();
    for path in &args.policies {
        builder = builder.policies(path);
    }
    for (kind, path) in &args.layers {
        builder = builder.layer(*kind, path);
    }
    for path in &args.profiles {
        builder = builder.profiles(path);
    }
    if !args.policies.is_empty() || !args.layers.is_empty() {
        return Ok(builder);
    }
    let directory = std::env::current_dir()
        .map_err(|e| Failure::new(format!("cannot find the current directory: {e}")))?;
    let root = match root {
        Some(root) => {
            Some(std::path::absolute(&root).map_err(|e| Failure::new(format!("`{}`: {e}", root.display())))?)
        }
        None => None,
    };
    Ok(builder.found(&Surroundings::of_process(directory, root), |_| args.trust_project))
}

/// The set that the arguments name.
pub(crate) fn set(args: &PolicyArgs) -> Result<Set, Failure> {
    Ok(builder(args, None)?.read())
}

/// The engine of what the arguments name. What is wrong is told on stderr; the engine then denies every call.
pub(crate) fn engine(args: &PolicyArgs, place: &PlaceArgs, out: &Output) -> Result<Engine, Failure> {
    let engine = builder(args, place.root.clone())?.load_or_deny();
    // Warnings are `lint`'s to tell: they change no verdict.
    if let Some(error) = engine.failure() {
        out.diagnose_all(error.diagnostics(), error.sources());
    }
    let untrusted =
        engine.set().inputs().iter().find(|input| input.kind == LayerKind::Project && !input.trusted);
    if let Some(input) = untrusted {
        out.notice(&format!(
            "note: the policies of layer `{}` are not trusted: only its deny and confirm rules count (--trust-project \
             takes them as trusted)\n",
            input.name
        ));
    }
    Ok(engine)
}
