//! A compiled set: the table, and what is known of tools and programs.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use crate::effects::effects_of;
use crate::effects::profiles::Profiles;
use crate::effects::shell::Bash;
use crate::effects::shell_seam::Shell;
use crate::effects::vocabulary::{Tool, Vocabulary};
use crate::engine::example::{BUILT_IN_SHELL, BUILT_IN_SHELL_ARG, Examples};
use crate::engine::mistakes::BeyondLimit;
use crate::engine::{Set, answer, checks, protection, why};
use crate::explain::Explanation;
use crate::matchers::tree::Walks;
use crate::model::{
    Budget, Call, Day, Decision, Diagnostic, Effect, Files, Mistake, Operation, Span, Verdict,
};
use crate::policy::typed::{ArgDecl, ArgType, Dialect, Layer, ToolDecl, ToolName};
use crate::table::ask::World;
use crate::table::{Bound, LimitExceeded, Outcome, Scratch, Table};

/// How long it is believed where directories that policies name lead. Within this time a new link is not seen in what
/// a *policy* names; paths of calls are always followed afresh.
const BOUND_FOR: Duration = Duration::from_secs(1);

/// Everything that deciding needs and that no call changes.
pub(crate) struct Ready {
    id: u64,
    pub(crate) table: Table,
    pub(crate) vocabulary: Vocabulary,
    shell: Box<dyn Shell + Send + Sync>,
}

impl std::fmt::Debug for Ready {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ready").field("table", &self.table).finish_non_exhaustive()
    }
}

/// Numbers for compiled sets.
static SETS: AtomicU64 = AtomicU64::new(0);

/// What one thread keeps between decisions.
#[derive(Debug, Default)]
struct Desk {
    scratch: Scratch,
    bound: Option<Kept>,
}

/// A binding, with what it is for.
#[derive(Debug)]
struct Kept {
    of: u64,
    root: Option<String>,
    home: Option<String>,
    since: Instant,
    bound: Arc<Bound>,
}

thread_local! {
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

/// Where the file system comes from, which says how long it may be believed.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    /// The machine: what policies name is looked up once a second.
    Machine,
    /// Another one: it may be another for each call.
    Given,
    /// That of a rule's example, which is no call: no rule has ended for it.
    Example,
}

impl Source {
    fn today(self) -> Option<Day> {
        match self {
            Source::Machine | Source::Given => Some(today()),
            Source::Example => None,
        }
    }
}

/// Today, in UTC. A clock that can't say gives the last of all days: every rule with an end has ended.
fn today() -> Day {
    const DAY: u64 = 86_400;
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(Day::LAST, |since| Day::of_unix_days(since.as_secs() / DAY))
}

/// A call looked at: its effects and the outcome.
pub(crate) struct Seen<'a> {
    pub(crate) call: Cow<'a, Call>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) outcome: Outcome,
}

impl Ready {
    /// Compiles a set without errors, and checks the examples of its rules.
    pub(crate) fn new(set: &Set) -> Result<Ready, Vec<Diagnostic>> {
        let ready = Ready::of_layers(set.layers().into(), set.profiles()).map_err(|limit| {
            let at = set.files().last().map_or_else(Span::default, |file| file.tree.span);
            vec![BeyondLimit::new(limit.to_string(), at).report()]
        })?;
        let wrong = checks::examples(set, &ready);
        if wrong.is_empty() { Ok(ready) } else { Err(wrong) }
    }

    /// Compiles layers alone.
    pub(crate) fn of_layers(layers: Arc<[Layer]>, profiles: &Arc<Profiles>) -> Result<Ready, LimitExceeded> {
        let declared = layers.iter().flat_map(|layer| &layer.tools);
        let has_shell = Examples::new(&layers).has_shell();
        let built_in = (!has_shell).then(built_in_shell);
        let vocabulary = Vocabulary::new(declared.chain(&built_in));
        let table = Table::compile(layers)?;
        Ok(Ready {
            id: SETS.fetch_add(1, Ordering::Relaxed),
            table,
            vocabulary,
            shell: Box::new(Bash::new(Arc::clone(profiles))),
        })
    }

    /// Decides on a call.
    pub(crate) fn decide(&self, call: &Call, files: &dyn Files, source: Source, set: &Set) -> Decision {
        self.look(call, files, source, |seen, _| {
            answer::decision(&seen.call, &seen.effects, &seen.outcome, &self.table, set.digest())
        })
    }

    /// The verdict alone.
    pub(crate) fn verdict(&self, call: &Call, files: &dyn Files, source: Source) -> Verdict {
        let call = with_root(call);
        let budget = Budget::new(Budget::DEFAULT);
        let effects = effects_of(&call, &self.vocabulary, &*self.shell, files, &budget);
        let tool: Tool<'_> = self.vocabulary.tool(&call.tool, call.server.as_deref());
        let mut desk = DESK.take().unwrap_or_default();
        let bound = self.bound(&call, files, source, &budget, &mut desk);
        let walks = Walks::new(files, &budget);
        let world = World {
            call: &call,
            tool: &tool,
            files,
            bound: &bound,
            walks: &walks,
            budget: &budget,
            today: source.today(),
        };
        let verdict = self.table.verdict(&effects, &world, &mut desk.scratch);
        DESK.set(Some(desk));
        verdict
    }

    /// Explains the decision on a call.
    pub(crate) fn explain(&self, call: &Call, files: &dyn Files, source: Source, set: &Set) -> Explanation {
        self.look(call, files, source, |seen, world| why::explanation(self, seen, world, set))
    }

    /// Works out what a call does and decides, and hands that on.
    pub(crate) fn look<R>(
        &self,
        call: &Call,
        files: &dyn Files,
        source: Source,
        then: impl FnOnce(&Seen<'_>, &World<'_>) -> R,
    ) -> R {
        let call = with_root(call);
        let budget = Budget::new(Budget::DEFAULT);
        let effects = effects_of(&call, &self.vocabulary, &*self.shell, files, &budget);
        let tool: Tool<'_> = self.vocabulary.tool(&call.tool, call.server.as_deref());
        // A decision inside a decision, and one after a panic, begin with an empty desk.
        let mut desk = DESK.take().unwrap_or_default();
        let bound = self.bound(&call, files, source, &budget, &mut desk);
        let walks = Walks::new(files, &budget);
        let world = World {
            call: &call,
            tool: &tool,
            files,
            bound: &bound,
            walks: &walks,
            budget: &budget,
            today: source.today(),
        };
        let outcome = self.table.decide(&effects, &world, &mut desk.scratch);
        DESK.set(Some(desk));
        // The world borrows the call: it is handed on as it is.
        let seen = Seen { call: Cow::Borrowed(&*call), effects, outcome };
        then(&seen, &world)
    }

    fn bound(
        &self,
        call: &Call,
        files: &dyn Files,
        source: Source,
        budget: &Budget,
        desk: &mut Desk,
    ) -> Arc<Bound> {
        let bind = || Arc::new(self.table.bind(call.root.as_deref(), call.home.as_deref(), files, budget));
        match source {
            Source::Given | Source::Example => bind(),
            Source::Machine => {
                let kept = desk.bound.as_ref().filter(|kept| {
                    kept.of == self.id
                        && kept.root == call.root
                        && kept.home == call.home
                        && kept.since.elapsed() < BOUND_FOR
                });
                if let Some(kept) = kept {
                    return kept.bound.clone();
                }
                let bound = bind();
                let (root, home) = (call.root.clone(), call.home.clone());
                desk.bound =
                    Some(Kept { of: self.id, root, home, since: Instant::now(), bound: bound.clone() });
                bound
            }
        }
    }
}

/// The call with its project: its own directory where it names none.
fn with_root(call: &Call) -> Cow<'_, Call> {
    match (&call.root, &call.cwd) {
        (None, Some(cwd)) => Cow::Owned(Call { root: Some(cwd.clone()), ..call.clone() }),
        (Some(_), _) | (None, None) => Cow::Borrowed(call),
    }
}

/// The tool that bare shell commands run in, where no policy declares one.
fn built_in_shell() -> ToolDecl {
    ToolDecl {
        names: vec![ToolName::Literal(BUILT_IN_SHELL.into())],
        server: None,
        operations: vec![Operation::new("exec")],
        args: vec![ArgDecl {
            name: BUILT_IN_SHELL_ARG.into(),
            ty: ArgType::Shell(Dialect::Bash),
            operations: Vec::new(),
            default: None,
            span: Span::default(),
        }],
        span: Span::default(),
    }
}

/// Whether a rule is toolgate's protection of itself.
pub(crate) fn is_protection(rule: &str) -> bool {
    rule == protection::RULE
}
