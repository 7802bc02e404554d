//! The gate itself.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::engine::{Engine, Examined};
use crate::gate::ask::{Ask, Question, Reply};
use crate::gate::builder::GateBuilder;
use crate::gate::log::{Log, LogError, Record};
use crate::gate::memory::{Answer, Memory, MemoryError};
use crate::gate::outcome::{Decider, Outcome};
use crate::gate::remember::{self, Plan};
use crate::gate::texts::Texts;
use crate::gate::{Redact, change, now, timed};
use crate::model::{Call, Effect, Verdict};

/// Stands before a tool: decides on a call, asks a person where the policies say so, remembers, marks and records.
///
/// ```
/// use toolgate::gate::{Gate, Reply};
/// use toolgate::{Call, Engine};
///
/// let engine = Engine::builder().text("agent.policy", r#"
///     rule look    tool_name == "look" => allow
///     rule publish tool_name == "publish" => confirm "others will see it"
/// "#).load()?;
/// let gate = Gate::builder(engine).session("s1").ask(|question: &toolgate::gate::Question| {
///     assert_eq!(question.reason, "others will see it");
///     Reply::No(None)
/// }).build();
///
/// let call: Call = serde_json::from_str(r#"{"tool":"publish"}"#)?;
/// let outcome = gate.decide(&call);
/// assert!(!outcome.proceed);
/// assert_eq!(outcome.message(), "refused: a person said no: others will see it (rule publish)");
/// assert_eq!(gate.records(10)?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Gate {
    pub(super) source: Box<dyn Fn() -> Arc<Engine> + Send + Sync>,
    pub(super) texts: Mutex<Texts>,
    pub(super) memory: Arc<dyn Memory>,
    pub(super) log: Arc<dyn Log>,
    pub(super) asker: Option<Arc<dyn Ask>>,
    pub(super) redact: Option<Arc<dyn Redact>>,
    pub(super) session: Option<String>,
    pub(super) agent: Option<String>,
    pub(super) timeout: Duration,
    pub(super) changes: bool,
    /// The marks of calls that have no session: for the life of the gate.
    pub(super) marks: Mutex<BTreeSet<String>>,
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gate").field("session", &self.session).finish_non_exhaustive()
    }
}

/// What came of a call so far.
#[derive(Debug)]
pub enum Step {
    /// It is decided.
    Done(Box<Outcome>),
    /// A person must be asked; [`Gate::finish`] takes the reply.
    Ask(Box<Asked>),
}

/// A call that waits for a person.
#[derive(Debug)]
pub struct Asked {
    /// What to ask.
    pub question: Question,
    arrived: Arrived,
    seen: Examined,
    plan: Option<Plan>,
    engine: Arc<Engine>,
}

/// A call on its way through the gate.
#[derive(Debug)]
pub(super) struct Arrived {
    since: Instant,
    /// The call as it would run.
    pub(super) call: Call,
    /// A rule changed its arguments.
    changed: bool,
}

/// Who decided, with words and arguments of their own.
struct Ended {
    proceed: bool,
    by: Decider,
    reason: Option<String>,
    remembered: Option<String>,
}

impl Ended {
    fn refused(by: Decider, reason: impl Into<String>) -> Ended {
        Ended { proceed: false, by, reason: Some(reason.into()), remembered: None }
    }
}

impl Gate {
    /// A gate with this engine.
    pub fn builder(engine: Engine) -> GateBuilder {
        let engine = Arc::new(engine);
        Gate::watching(move || engine.clone())
    }

    /// A gate that asks for the engine of now at each call: one that reloads hands out another when its policies changed.
    pub fn watching(source: impl Fn() -> Arc<Engine> + Send + Sync + 'static) -> GateBuilder {
        GateBuilder::new(Box::new(source))
    }

    /// Decides on a call: asks where the policies say so and waits for the answer, remembers, marks and records. Always answers;
    /// whatever goes wrong is a refusal with its reason.
    pub fn decide(&self, call: &Call) -> Outcome {
        match self.begin(call) {
            Step::Done(outcome) => *outcome,
            Step::Ask(asked) => {
                let reply = match &self.asker {
                    Some(asker) => timed::ask(asker, &asked.question),
                    None => Reply::Nobody("no way to ask is set up".into()),
                };
                self.finish(*asked, reply)
            }
        }
    }

    /// The first half of [`Gate::decide`], for those who ask in their own way: across an `await`, on a web page.
    pub fn begin(&self, call: &Call) -> Step {
        let since = Instant::now();
        // INVARIANT: what a panic leaves behind is a call that was not recorded, and it is refused here.
        catch_unwind(AssertUnwindSafe(|| self.begun(call, since))).unwrap_or_else(|_| {
            let engine = catch_unwind(AssertUnwindSafe(|| self.engine())).unwrap_or_else(|_| nothing());
            let seen = Examined::refused(engine.refusal(call.id.clone(), INTERNAL.to_owned()));
            let arrived = Arrived { since, call: call.clone(), changed: false };
            Step::Done(Box::new(self.end(arrived, &seen, Ended::refused(Decider::Error, INTERNAL))))
        })
    }

    /// The second half of [`Gate::decide`]. A yes that comes after the question's deadline is a time-out.
    pub fn finish(&self, asked: Asked, reply: Reply) -> Outcome {
        let late = asked.question.remaining().is_zero() && !matches!(reply, Reply::No(_));
        let reply = if late { Reply::TimedOut } else { reply };
        let Asked { question, arrived, seen, plan, engine } = asked;
        let Arrived { since, call, changed } = arrived;
        let again = Arrived { since, call: call.clone(), changed };
        let ended = catch_unwind(AssertUnwindSafe(|| {
            self.replied(&question, Arrived { since, call, changed }, seen, plan, &engine, reply)
        }));
        ended.unwrap_or_else(|_| {
            let seen = Examined::refused(engine.refusal(again.call.id.clone(), INTERNAL.to_owned()));
            self.end(again, &seen, Ended::refused(Decider::Error, INTERNAL))
        })
    }

    fn begun(&self, call: &Call, since: Instant) -> Step {
        let engine = self.engine();
        let mut call = call.clone();
        call.session = call.session.or_else(|| self.session.clone());
        call.agent = call.agent.or_else(|| self.agent.clone());
        if call.root.is_none() {
            call.root.clone_from(&call.cwd);
        }
        let done = |arrived: Arrived, seen: &Examined, ended: Ended| {
            Step::Done(Box::new(self.end(arrived, seen, ended)))
        };
        let marks = match self.marks_of(call.session.as_deref()) {
            Ok(marks) => marks,
            Err(error) => {
                let reason = format!("the session's marks can't be read: {error}");
                let seen = Examined::refused(engine.refusal(call.id.clone(), reason.clone()));
                return done(
                    Arrived { since, call, changed: false },
                    &seen,
                    Ended::refused(Decider::Error, reason),
                );
            }
        };
        for mark in marks {
            if !call.marks.contains(&mark) {
                call.marks.push(mark);
            }
        }
        let seen = engine.examine(&call);
        let (arrived, seen) = match self.changed(&engine, call, seen, since) {
            Ok(changed) => changed,
            Err((arrived, seen, reason)) => {
                return done(arrived, &seen, Ended::refused(Decider::Error, reason));
            }
        };
        let by = seen.decision.decided_by.into();
        match seen.decision.verdict {
            Verdict::Allow => done(
                arrived,
                &seen,
                Ended { proceed: true, by, reason: seen.decision.reason.clone(), remembered: None },
            ),
            Verdict::Deny => {
                let ended =
                    Ended { proceed: false, by, reason: seen.decision.reason.clone(), remembered: None };
                done(arrived, &seen, ended)
            }
            Verdict::Confirm => self.confirm(arrived, seen, engine),
        }
    }

    /// Makes the changes of the rules that count, and decides again on what comes of them.
    #[expect(clippy::result_large_err, reason = "used once, just above")]
    fn changed(
        &self,
        engine: &Engine,
        call: Call,
        seen: Examined,
        since: Instant,
    ) -> Result<(Arrived, Examined), (Arrived, Examined, String)> {
        if seen.changes.is_empty() || seen.decision.verdict == Verdict::Deny {
            return Ok((Arrived { since, call, changed: false }, seen));
        }
        let refuse = |call: Call, seen: Examined, reason: String| {
            Err((Arrived { since, call, changed: false }, seen, reason))
        };
        if !self.changes {
            let why = "a rule changes the call's arguments, and this host runs calls as they are".to_owned();
            return refuse(call, seen, why);
        }
        let changed = match change::apply(&call, &seen.changes) {
            Ok(changed) => changed,
            Err(why) => return refuse(call, seen, why),
        };
        let differs = changed.args != call.args;
        let mut again = engine.examine(&changed);
        again.marks.extend(seen.marks.iter().cloned());
        again.marks.sort();
        again.marks.dedup();
        // The stricter of both: what asked before it was changed still asks, of what the changed call does.
        if seen.decision.verdict > again.decision.verdict {
            let effects = again.effects.len();
            again.decision.effects.extend(seen.decision.effects.iter().cloned());
            again.effects.extend(seen.effects.iter().cloned());
            again.asking.extend(seen.asking.into_iter().map(|mut asking| {
                asking.effect += effects;
                asking
            }));
            let (before, effects) = (seen.decision, again.decision.effects);
            again.decision = crate::model::Decision { effects, ..before };
        }
        Ok((Arrived { since, call: changed, changed: differs }, again))
    }

    fn confirm(&self, arrived: Arrived, seen: Examined, engine: Arc<Engine>) -> Step {
        let remembered = now().and_then(|now| {
            let used = remember::covered(&*self.memory, &arrived.call, &seen, now)?;
            if let Some(ids) = &used {
                self.memory.used(ids, now)?;
            }
            Ok((used, remember::plan(&arrived.call, &seen, now)))
        });
        match remembered {
            Err(error) => {
                let reason = format!("what is remembered can't be read: {error}");
                Step::Done(Box::new(self.end(arrived, &seen, Ended::refused(Decider::Error, reason))))
            }
            Ok((Some(_), _)) => {
                let reason = seen.decision.reason.clone();
                let ended = Ended { proceed: true, by: Decider::Memory, reason, remembered: None };
                Step::Done(Box::new(self.end(arrived, &seen, ended)))
            }
            Ok((None, plan)) => {
                let question = self.question(&arrived, &seen, plan.as_ref());
                Step::Ask(Box::new(Asked { question, arrived, seen, plan, engine }))
            }
        }
    }

    fn replied(
        &self,
        question: &Question,
        arrived: Arrived,
        seen: Examined,
        plan: Option<Plan>,
        engine: &Arc<Engine>,
        reply: Reply,
    ) -> Outcome {
        let reason = &question.reason;
        let refused = |by: Decider, why: String| Ended::refused(by, why);
        let ended = match reply {
            Reply::No(None) => refused(Decider::Person, format!("a person said no: {reason}")),
            Reply::No(Some(said)) => refused(Decider::Person, format!("a person said no: {said}")),
            Reply::TimedOut => {
                refused(Decider::Timeout, format!("a person must agree, and none answered in time: {reason}"))
            }
            Reply::Nobody(why) => refused(
                Decider::Nobody,
                format!("a person must agree, and there is none to ask ({why}): {reason}"),
            ),
            Reply::Failed(why) => {
                refused(Decider::Error, format!("a person must agree, and asking failed ({why}): {reason}"))
            }
            Reply::YesWith(args) => return self.with_arguments(arrived, args, engine),
            Reply::Yes | Reply::Remember => {
                if let Err(why) = self.still_so(&arrived.call, &seen) {
                    refused(Decider::Error, why)
                } else {
                    let keep = plan.filter(|_| reply == Reply::Remember);
                    let remembered = keep.and_then(|plan| self.keep(&plan, &arrived.call));
                    Ended { proceed: true, by: Decider::Person, reason: Some(reason.clone()), remembered }
                }
            }
        };
        self.end(arrived, &seen, ended)
    }

    /// The call with a person's arguments: decided again, and what is denied stays denied. The person agreed to what may ask.
    fn with_arguments(&self, arrived: Arrived, args: Map<String, Value>, engine: &Arc<Engine>) -> Outcome {
        let arrived = Arrived { call: Call { args, ..arrived.call }, changed: true, ..arrived };
        let seen = engine.examine(&arrived.call);
        let reason = seen.decision.reason.clone();
        let ended = if !self.changes {
            Ended::refused(
                Decider::Error,
                "a person changed the arguments, and this host runs calls as they are",
            )
        } else if seen.decision.verdict == Verdict::Deny {
            Ended { proceed: false, by: seen.decision.decided_by.into(), reason, remembered: None }
        } else {
            Ended { proceed: true, by: Decider::Person, reason, remembered: None }
        };
        self.end(arrived, &seen, ended)
    }

    /// Whether the call still does what the person agreed to: links and policies can change while they think.
    fn still_so(&self, call: &Call, seen: &Examined) -> Result<(), String> {
        let again = self.engine().examine(call);
        if again.decision.verdict == Verdict::Deny {
            let reason = again.decision.reason.unwrap_or_default();
            return Err(format!("it was refused while the person thought: {reason}"));
        }
        let shown = |effects: &[Effect]| -> Vec<String> {
            effects.iter().map(|effect| format!("{effect:?}")).collect()
        };
        let (now, before) = (shown(&again.effects), shown(&seen.effects));
        if now.iter().all(|effect| before.contains(effect)) {
            Ok(())
        } else {
            Err("what the call would do changed while the person was asked; ask again".to_owned())
        }
    }

    /// Keeps a person's answer, and says so only if the same call would pass by it now.
    fn keep(&self, plan: &Plan, call: &Call) -> Option<String> {
        let now = now().ok()?;
        let answers: Vec<Answer> =
            plan.answers.iter().map(|answer| Answer { granted: now, ..answer.clone() }).collect();
        let ids = self.memory.keep(&answers).ok()?;
        let again = self.engine().examine(call);
        let covered = remember::covered(&*self.memory, call, &again, now);
        if again.decision.verdict == Verdict::Confirm && matches!(covered, Ok(Some(_))) {
            return Some(plan.words.clone());
        }
        // It would not help: then it is not remembered either. If even that fails, the person is not told that it was.
        let _ = self.memory.forget(&ids);
        None
    }

    /// Marks the session, records, and makes the outcome. What can't be marked or recorded is refused.
    fn end(&self, arrived: Arrived, seen: &Examined, ended: Ended) -> Outcome {
        let Ended { mut proceed, mut by, mut reason, remembered } = ended;
        let mut marks: Vec<String> = Vec::new();
        if proceed {
            marks = seen.marks.iter().map(ToString::to_string).collect();
            if let Err(error) = self.mark(arrived.call.session.as_deref(), &marks) {
                (proceed, by) = (false, Decider::Error);
                reason = Some(format!("the session can't be marked: {error}"));
                marks.clear();
            }
        }
        let record = self.record(&arrived, seen, proceed, by, reason.clone());
        if let Err(error) = self.logged(&record) {
            // Of a refusal the caller is told its own reason; of an allow, that it is none.
            if proceed {
                (proceed, by) = (false, Decider::Error);
                reason = Some(format!(
                    "the decision can't be recorded, and what is not recorded is refused: {error}"
                ));
            }
        }
        let decision = &seen.decision;
        Outcome {
            id: arrived.call.id.clone(),
            proceed,
            verdict: decision.verdict,
            decided_by: by,
            rule: decision.rule.clone(),
            layer: decision.layer.clone(),
            risk: decision.risk,
            reason,
            suggest: decision.suggest.clone().filter(|_| !proceed),
            args: arrived.changed.then_some(arrived.call.args).filter(|_| proceed),
            remembered: remembered.filter(|_| proceed),
            marks,
            effects: decision.effects.clone(),
            policy: decision.policy.clone(),
        }
    }

    /// Records; a log that panics has not recorded.
    fn logged(&self, record: &Record) -> Result<(), LogError> {
        catch_unwind(AssertUnwindSafe(|| self.log.record(record)))
            .unwrap_or_else(|_| Err(LogError::new("internal error")))
    }

    fn record(
        &self,
        arrived: &Arrived,
        seen: &Examined,
        proceed: bool,
        by: Decider,
        reason: Option<String>,
    ) -> Record {
        let call = &arrived.call;
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let whole = serde_json::to_vec(call).unwrap_or_default();
        let digest: String = Sha256::digest(&whole).iter().map(|byte| format!("{byte:02x}")).collect();
        Record {
            time: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            session: call.session.clone(),
            agent: call.agent.clone(),
            tool: call.tool.clone(),
            server: call.server.clone(),
            args: Value::Object(self.redacted_call(call).args),
            cwd: call.cwd.clone(),
            root: call.root.clone(),
            effects: seen.decision.effects.iter().map(|effect| self.redacted_effect(effect)).collect(),
            verdict: seen.decision.verdict,
            proceed,
            decided_by: by,
            rule: seen.decision.rule.clone(),
            risk: seen.decision.risk,
            reason: reason.map(|reason| self.redact(&reason)),
            policy: seen.decision.policy.clone(),
            duration: u64::try_from(arrived.since.elapsed().as_micros()).unwrap_or(u64::MAX),
            call: format!("sha256:{digest}"),
        }
    }

    fn marks_of(&self, session: Option<&str>) -> Result<Vec<String>, MemoryError> {
        match session {
            Some(session) => self.memory.marks(session),
            None => Ok(self.marks.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()),
        }
    }

    fn mark(&self, session: Option<&str>, marks: &[String]) -> Result<(), MemoryError> {
        if marks.is_empty() {
            return Ok(());
        }
        match session {
            Some(session) => self.memory.mark(session, marks),
            None => {
                self.marks.lock().unwrap_or_else(PoisonError::into_inner).extend(marks.iter().cloned());
                Ok(())
            }
        }
    }

    /// The last records, oldest first: copies.
    pub fn records(&self, limit: usize) -> Result<Vec<Record>, LogError> {
        self.log.last(limit)
    }

    /// The remembered answers: copies.
    pub fn answers(&self) -> Result<Vec<Answer>, MemoryError> {
        self.memory.list()
    }

    /// Forgets every remembered answer; how many there were.
    pub fn clear_answers(&self) -> Result<usize, MemoryError> {
        let ids: Vec<u64> = self.memory.list()?.iter().map(|answer| answer.id).collect();
        self.memory.forget(&ids)
    }
}

/// The reason after a panic.
const INTERNAL: &str = "internal error; the call is refused";

/// An engine of no policies, which denies every call.
fn nothing() -> Arc<Engine> {
    Arc::new(Engine::builder().load_or_deny())
}
