//! Whether a call is covered by remembered answers, and keeping new ones (language, section 9).

use crate::engine::{Asking, AskingRule, Examined};
use crate::explain::subject;
use crate::gate::key::{Asked, Covers, Parts};
use crate::gate::memory::{Answer, Memory, MemoryError, Within};
use crate::model::{Call, Untrusted};
use crate::policy::typed::{Key, Remember, Scope};

/// What answers to a call's questions would be, if a person agreed to have them remembered.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// One for each effect and rule that asks.
    pub(crate) answers: Vec<Answer>,
    /// In the policy's words: `session by call`.
    pub(crate) words: String,
}

/// Numbers of the answers that cover all that asks; none if anything is not covered.
pub(crate) fn covered(
    memory: &dyn Memory,
    call: &Call,
    seen: &Examined,
    now: u64,
) -> Result<Option<Vec<u64>>, MemoryError> {
    let mut used = Vec::new();
    for asking in &seen.asking {
        let Some((rule, _)) = rememberable(asking) else { return Ok(None) };
        match answer_for(memory, call, seen, asking, rule, now)? {
            Some(id) => used.push(id),
            None => return Ok(None),
        }
    }
    Ok((!used.is_empty()).then_some(used))
}

fn answer_for(
    memory: &dyn Memory,
    call: &Call,
    seen: &Examined,
    asking: &Asking,
    rule: &AskingRule,
    now: u64,
) -> Result<Option<u64>, MemoryError> {
    let Some(asked) = asked(call, seen, asking, rule) else { return Ok(None) };
    // An answer may have been kept under a narrower key than the rule's own, where others asked as well.
    let mut tried: Vec<Covers> = Vec::new();
    for key in [Key::Call, Key::Command, Key::Host, Key::Tool] {
        let Some(covers) = asked.covers(key).filter(|covers| !tried.contains(covers)) else { continue };
        let digest = rule_digest(rule, seen);
        let found = memory.find(&digest, &covers.key)?.into_iter().find(|answer| {
            answer.holds_at(now)
                && answer.agent == call.agent
                && is_within(&answer.within, call)
                && covers.is_within(&answer.flags)
        });
        if let Some(answer) = found {
            return Ok(Some(answer.id));
        }
        tried.push(covers);
    }
    Ok(None)
}

fn is_within(within: &Within, call: &Call) -> bool {
    match within {
        Within::Session(session) => call.session.as_ref() == Some(session),
        Within::Project(project) => real_root(call).as_ref() == Some(project),
        Within::Always => true,
    }
}

/// The project's real directory.
fn real_root(call: &Call) -> Option<String> {
    let root = call.root.as_deref().or(call.cwd.as_deref())?;
    std::fs::canonicalize(root).ok()?.into_os_string().into_string().ok()
}

fn asked<'a>(call: &'a Call, seen: &'a Examined, asking: &Asking, rule: &'a AskingRule) -> Option<Asked<'a>> {
    let effect = seen.effects.get(asking.effect)?;
    Some(Asked { call, effect, rule, runs_commands: seen.runs_commands })
}

/// What a rule permits: where, for how many seconds, and what is covered.
type Permitted = (Scope, Option<u64>, Key);

/// The rule of a question that may be remembered at all, and how.
fn rememberable(asking: &Asking) -> Option<(&AskingRule, Permitted)> {
    let rule = asking.rule.as_deref().filter(|_| asking.certain)?;
    match rule.remember {
        Remember::Never => None,
        Remember::For { scope, seconds, key } => Some((rule, (scope, seconds, key))),
    }
}

/// A digest of the rule and of what is declared of the tool: when either changes, its answers are forgotten.
fn rule_digest(rule: &AskingRule, seen: &Examined) -> String {
    let mut digest = Parts::new();
    digest.add(&rule.digest);
    digest.add(&seen.tool_digest);
    digest.finish()
}

/// What would be remembered; none if anything that asks may not be, or nothing would be.
pub(crate) fn plan(call: &Call, seen: &Examined, now: u64) -> Option<Plan> {
    let all: Vec<_> =
        seen.asking.iter().map(|asking| Some((asking, rememberable(asking)?))).collect::<Option<_>>()?;
    // For the shortest time and the narrowest place of all that ask.
    let scope = all.iter().map(|(_, (_, (scope, ..)))| *scope).min_by_key(|scope| width(*scope))?;
    let seconds = all.iter().filter_map(|(_, (_, (_, seconds, _)))| *seconds).min();
    let within = match scope {
        Scope::Session => Within::Session(call.session.clone()?),
        Scope::Project => Within::Project(real_root(call)?),
        Scope::Always => Within::Always,
    };
    let mut kinds: Vec<&str> = Vec::new();
    let mut answers = Vec::new();
    for (asking, (rule, (_, _, own))) in &all {
        // Where several rules ask for one effect with different keys, the narrowest is that of the call.
        let same = all
            .iter()
            .filter(|(other, _)| other.effect == asking.effect)
            .all(|(_, (_, (_, _, key)))| key == own);
        let covers = asked(call, seen, asking, rule)?.covers(if same { *own } else { Key::Call })?;
        if !kinds.contains(&covers.kind) {
            kinds.push(covers.kind);
        }
        answers.push(Answer {
            id: 0,
            agent: call.agent.clone(),
            rule: rule.id.to_string(),
            rule_digest: rule_digest(rule, seen),
            within: within.clone(),
            kind: covers.kind.to_owned(),
            key: covers.key,
            flags: covers.flags,
            shown: seen
                .effects
                .get(asking.effect)
                .map(|effect| shown(&subject::doing(effect)))
                .unwrap_or_default(),
            granted: now,
            expires: seconds.map(|seconds| now.saturating_add(seconds)),
            last_used: None,
        });
    }
    let place = match scope {
        Scope::Session => "session",
        Scope::Project => "project",
        Scope::Always => "always",
    };
    let time = seconds.map(|seconds| format!(" for {seconds}s")).unwrap_or_default();
    (!answers.is_empty()).then(|| Plan { answers, words: format!("{place}{time} by {}", kinds.join(", ")) })
}

fn shown(text: &str) -> String {
    const SHOWN: usize = 500;
    Untrusted(text).shortened(SHOWN).into_owned()
}

fn width(scope: Scope) -> u8 {
    match scope {
        Scope::Session => 0,
        Scope::Project => 1,
        Scope::Always => 2,
    }
}

/// What else the answers would allow, for people.
pub(crate) fn would_allow(plan: &Plan) -> Vec<String> {
    let mut lines = Vec::new();
    for answer in &plan.answers {
        let what = match answer.kind.as_str() {
            "command" => {
                format!("`{}` with other words where the rule has `...`, and no further flag", answer.shown)
            }
            "host" => format!("anything of this kind with this host and port: {}", answer.shown),
            "tool" => "every call of this tool under this rule, whatever its arguments".to_owned(),
            _ => format!("the same again: {}", answer.shown),
        };
        let line = format!("{}: {what}", answer.rule);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}
