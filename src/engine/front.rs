//! The front door: an engine that decides.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::Value;

use crate::engine::builder::Builder;
use crate::engine::layers::{LayerInput, Piece};
use crate::engine::ready::{Ready, Source};
use crate::engine::{CaseFiles, Disk, Set};
use crate::explain::Explanation;
use crate::model::{Call, DecidedBy, Decision, Diagnostic, Files, Severity, Sources, Untrusted, Verdict};
use crate::policy::typed::LayerKind;

/// Decides on calls by a set of policies. Cheap to clone; all clones share the set.
///
/// An engine always answers. One whose policies could not be loaded denies every call and says why.
///
/// ```
/// use toolgate::engine::Engine;
/// use toolgate::model::{Call, Verdict};
///
/// let engine = Engine::builder()
///     .text("agent.policy", r#"
///         tool read_file { operation read  arg path: path }
///         rule read-project  operation is read and path within root => allow
///     "#)
///     .load()?;
/// let call: Call = serde_json::from_str(
///     r#"{"tool":"read_file","args":{"path":"src/lib.rs"},"cwd":"/srv/project","root":"/srv/project"}"#,
/// )?;
/// assert_eq!(engine.decide(&call).verdict, Verdict::Allow);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    set: Arc<Set>,
    state: State,
}

#[derive(Clone, Debug)]
pub(super) enum State {
    Ready(Arc<Ready>),
    Failed(Arc<LoadError>),
}

/// Why policies could not be loaded.
#[derive(Clone, Debug)]
pub struct LoadError {
    set: Arc<Set>,
    reason: String,
}

impl LoadError {
    fn new(set: Arc<Set>) -> LoadError {
        let errors = || set.diagnostics().iter().filter(|found| found.severity == Severity::Error);
        // A `use` of a file with errors is an error that only follows from those.
        let first = errors().find(|found| found.code != "broken-use").or_else(|| errors().next());
        let reason = match first {
            Some(first) => {
                // A file that could not be read has no places; its message names it.
                let place = match set.sources().text(first.span.source) {
                    "" => String::new(),
                    _ => format!("{}: ", set.sources().display(first.span)),
                };
                let more = match errors().count() {
                    0 | 1 => String::new(),
                    n => format!(" (and {} more)", n - 1),
                };
                let help = first.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
                format!("the policies do not load: {place}{}{help} [{}]{more}", first.message, first.code)
            }
            None => "the policies do not load".to_owned(),
        };
        LoadError { set, reason: Untrusted(&reason).visible().into_owned() }
    }

    /// Everything that is wrong, with its places.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.set.diagnostics()
    }

    /// What was loaded, errors included.
    pub fn set(&self) -> &Set {
        &self.set
    }

    /// The texts that the places are in.
    pub fn sources(&self) -> &Sources {
        self.set.sources()
    }

    /// An engine that denies every call with this error as the reason.
    pub fn into_denying_engine(self) -> Engine {
        Engine { set: self.set.clone(), state: State::Failed(Arc::new(self)) }
    }
}

impl std::error::Error for LoadError {}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Engine {
    /// Names what to load.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// An engine of a loaded set; an error if the set has errors, or is beyond a limit.
    pub fn new(set: Set) -> Result<Engine, LoadError> {
        let mut set = set;
        if set.is_sound() {
            match Ready::new(&set) {
                Ok(ready) => return Ok(Engine { set: Arc::new(set), state: State::Ready(Arc::new(ready)) }),
                Err(wrong) => set.note(wrong),
            }
        }
        Err(LoadError::new(Arc::new(set)))
    }

    /// The loaded set.
    pub fn set(&self) -> &Set {
        &self.set
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// What is wrong, if the policies could not be loaded.
    pub fn failure(&self) -> Option<&LoadError> {
        match &self.state {
            State::Ready(_) => None,
            State::Failed(error) => Some(error),
        }
    }

    /// Decides on a call. The machine's file system is asked what paths are; a file system that the call brings is not.
    pub fn decide(&self, call: &Call) -> Decision {
        self.decided(call, &Disk, Source::Machine)
    }

    /// The verdict alone, as [`Engine::decide`] gives it, in less time: for callers that ask for the rest only when it is not allow.
    ///
    /// ```
    /// # use toolgate::{Call, Engine, Verdict};
    /// let engine = Engine::builder().text("a.policy", r#"rule look tool_name == "look" => allow"#).load()?;
    /// let call: Call = serde_json::from_str(r#"{"tool":"look"}"#)?;
    /// assert_eq!(engine.verdict(&call), Verdict::Allow);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verdict(&self, call: &Call) -> Verdict {
        let State::Ready(ready) = &self.state else { return Verdict::Deny };
        // INVARIANT: as in `decided`.
        catch_unwind(AssertUnwindSafe(|| ready.verdict(call, &Disk, Source::Machine)))
            .unwrap_or(Verdict::Deny)
    }

    /// Decides on a call as `check` does: where the call brings a file system, that one is asked.
    pub fn try_out(&self, call: &Call) -> Decision {
        match CaseFiles::of(call) {
            Some(files) => self.decide_in(call, &files),
            None => self.decide(call),
        }
    }

    /// Decides on a call with this file system.
    pub fn decide_in(&self, call: &Call, files: &dyn Files) -> Decision {
        self.decided(call, files, Source::Given)
    }

    fn decided(&self, call: &Call, files: &dyn Files, source: Source) -> Decision {
        let ready = match &self.state {
            State::Ready(ready) => ready,
            State::Failed(error) => return self.refusal(call.id.clone(), error.reason.clone()),
        };
        // INVARIANT: deciding changes nothing that outlives a panic but per-call scratch space.
        match catch_unwind(AssertUnwindSafe(|| ready.decide(call, files, source, &self.set))) {
            Ok(decision) => decision,
            Err(_) => self.refusal(call.id.clone(), PANIC.to_owned()),
        }
    }

    /// Why a call gets its verdict. Where the call brings a file system, that one is asked.
    pub fn explain(&self, call: &Call) -> Explanation {
        let ready = match &self.state {
            State::Ready(ready) => ready,
            State::Failed(error) => return self.unexplained(call, error.reason.clone()),
        };
        let files = CaseFiles::of(call);
        let (files, source): (&dyn Files, Source) = match &files {
            Some(files) => (files, Source::Given),
            None => (&Disk, Source::Machine),
        };
        match catch_unwind(AssertUnwindSafe(|| ready.explain(call, files, source, &self.set))) {
            Ok(explanation) => explanation,
            Err(_) => self.unexplained(call, PANIC.to_owned()),
        }
    }

    fn unexplained(&self, call: &Call, reason: String) -> Explanation {
        Explanation::of_refusal(call, self.refusal(call.id.clone(), reason))
    }

    /// The decision when something went wrong: deny, with the reason.
    pub fn refusal(&self, id: Value, reason: String) -> Decision {
        Decision {
            id,
            verdict: Verdict::Deny,
            decided_by: DecidedBy::Error,
            rule: None,
            layer: None,
            risk: None,
            reason: Some(reason),
            suggest: None,
            remember: None,
            effects: Vec::new(),
            policy: self.set.digest().to_string(),
        }
    }

    /// Adds rules at run time, as one more text of the program's own layer; a text of the same name is replaced. The engine
    /// stays as it is when the set does not load with them.
    ///
    /// ```
    /// use toolgate::engine::Engine;
    /// use toolgate::model::{Call, Verdict};
    ///
    /// let mut engine = Engine::builder().text("base.policy", "rule any-tool any => allow").load()?;
    /// engine.add("pause.policy", r#"rule pause any => confirm "the task is paused""#)?;
    /// let call: Call = serde_json::from_str(r#"{"tool":"search"}"#)?;
    /// assert_eq!(engine.decide(&call).verdict, Verdict::Confirm);
    /// assert!(engine.remove("pause.policy")?);
    /// assert_eq!(engine.decide(&call).verdict, Verdict::Allow);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), LoadError> {
        let mut inputs = self.set.inputs().to_vec();
        let piece = Piece::Text { name: name.to_owned(), text: text.to_owned() };
        let program = program_layer(&mut inputs);
        program.pieces.retain(|piece| !is_named(piece, name));
        program.pieces.push(piece);
        *self = Engine::new(self.set.with_inputs(inputs))?;
        Ok(())
    }

    /// Takes away what [`Engine::add`] added under this name; whether there was such a text. The engine stays as it is when
    /// the set does not load without it.
    pub fn remove(&mut self, name: &str) -> Result<bool, LoadError> {
        let mut inputs = self.set.inputs().to_vec();
        let program = program_layer(&mut inputs);
        let before = program.pieces.len();
        program.pieces.retain(|piece| !is_named(piece, name));
        if program.pieces.len() == before {
            return Ok(false);
        }
        *self = Engine::new(self.set.with_inputs(inputs))?;
        Ok(true)
    }
}

/// The reason after a panic.
pub(super) const PANIC: &str = "internal error; the call is refused";

fn is_named(piece: &Piece, wanted: &str) -> bool {
    matches!(piece, Piece::Text { name, .. } if name == wanted)
}

/// The layer of what the running program adds.
fn program_layer(inputs: &mut Vec<LayerInput>) -> &mut LayerInput {
    let at = match inputs.iter().position(|input| input.kind == LayerKind::Program) {
        Some(at) => at,
        None => {
            let name = "program".to_owned();
            inputs.push(LayerInput { kind: LayerKind::Program, name, trusted: true, pieces: Vec::new() });
            inputs.len() - 1
        }
    };
    #[expect(clippy::indexing_slicing, reason = "`at` was just found or pushed")]
    &mut inputs[at]
}
