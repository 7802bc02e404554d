//! Rules that are added while the program runs.

use std::sync::{Arc, PoisonError};

use crate::engine::{Engine, LoadError};
use crate::gate::Gate;

/// Rules added at run time, and the engine with them.
#[derive(Debug, Default)]
pub(super) struct Texts {
    pub(super) added: Vec<(String, String)>,
    /// The engine as the source gave it, and that with the rules.
    pub(super) built: Option<(Arc<Engine>, Arc<Engine>)>,
}

impl Gate {
    /// The engine of now, with the rules that were added at run time. One that does not load with them denies every call.
    pub fn engine(&self) -> Arc<Engine> {
        let base = (self.source)();
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if texts.added.is_empty() || base.failure().is_some() {
            return base;
        }
        match &texts.built {
            Some((of, built)) if Arc::ptr_eq(of, &base) => built.clone(),
            Some(_) | None => {
                let built =
                    Arc::new(with_texts(&base, &texts.added).unwrap_or_else(LoadError::into_denying_engine));
                texts.built = Some((base, built.clone()));
                built
            }
        }
    }

    /// Adds rules at run time, in the program's own layer; a text of the same name is replaced. Nothing changes when the set does not
    /// load with them.
    pub fn add(&self, name: &str, text: &str) -> Result<(), LoadError> {
        self.change(|added| {
            added.retain(|(known, _)| known != name);
            added.push((name.to_owned(), text.to_owned()));
            true
        })
        .map(drop)
    }

    /// Takes away what was added under this name; whether there was such a text.
    pub fn remove(&self, name: &str) -> Result<bool, LoadError> {
        self.change(|added| {
            let before = added.len();
            added.retain(|(known, _)| known != name);
            added.len() != before
        })
    }

    fn change(&self, act: impl FnOnce(&mut Vec<(String, String)>) -> bool) -> Result<bool, LoadError> {
        let base = (self.source)();
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut added = texts.added.clone();
        if !act(&mut added) {
            return Ok(false);
        }
        let built = Arc::new(with_texts(&base, &added)?);
        *texts = Texts { added, built: Some((base, built)) };
        Ok(true)
    }
}

fn with_texts(base: &Engine, texts: &[(String, String)]) -> Result<Engine, LoadError> {
    let mut engine = base.clone();
    for (name, text) in texts {
        engine.add(name, text)?;
    }
    Ok(engine)
}
