//! Running the tests of policies: `test` items and files of cases.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use crate::engine::{Builder, Engine, Examples, LoadError, json};
use crate::model::{Call, DecidedBy, Decision, Mistake, Span, Verdict};
use crate::policy::typed::Rule;

/// A case that can be run.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The test that it is in, or the file of cases.
    pub test: String,
    /// What people call it: the call as written, or the case's id.
    pub name: String,
    /// Where it stands: `file:line:column`.
    pub place: String,
    /// The call, or why there is none.
    pub call: Result<Call, String>,
    /// What it must come to.
    pub expected: Expected,
}

/// What a case must come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    /// The verdicts that will do.
    pub verdicts: Vec<Verdict>,
    /// The full id of the rule that must decide, `default`, or nothing.
    pub by: Option<String>,
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words: Vec<&str> = self.verdicts.iter().map(|verdict| verdict.as_str()).collect();
        f.write_str(&words.join(" or "))?;
        match &self.by {
            Some(by) => write!(f, " by {by}"),
            None => Ok(()),
        }
    }
}

/// What a case came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Ran {
    /// The case.
    pub case: Case,
    /// The decision; none if there was no call.
    pub decision: Option<Decision>,
    /// Whether that is what was expected.
    pub passed: bool,
}

impl Ran {
    /// What it came to, in words: `allow by git-look`.
    pub fn got(&self) -> String {
        match (&self.decision, &self.case.call) {
            (Some(decision), _) => format!("{} by {}", decision.verdict, decider(decision)),
            (None, Err(why)) => why.clone(),
            (None, Ok(_)) => "not run".to_owned(),
        }
    }
}

/// Who decided: a rule's id, `default`, or what went wrong.
fn decider(decision: &Decision) -> String {
    match decision.decided_by {
        DecidedBy::Default => "default".to_owned(),
        DecidedBy::Error => format!("error: {}", decision.reason.as_deref().unwrap_or("unknown")),
        DecidedBy::Rule | DecidedBy::Otherwise | DecidedBy::Memory | DecidedBy::SelfProtection => {
            decision.rule.clone().unwrap_or_else(|| "toolgate".to_owned())
        }
    }
}

/// Runs a case.
pub fn run(engine: &Engine, case: Case) -> Ran {
    let Ok(call) = &case.call else { return Ran { case, decision: None, passed: false } };
    let decision = engine.try_out(call);
    let verdict =
        case.expected.verdicts.contains(&decision.verdict) && decision.decided_by != DecidedBy::Error;
    let by = case.expected.by.as_ref().is_none_or(|by| decides(by, &decision));
    Ran { passed: verdict && by, decision: Some(decision), case }
}

/// Whether this is the rule that decided. Where several of the same strictness counted, each of them did.
fn decides(by: &str, decision: &Decision) -> bool {
    if by == "default" {
        return decision.decided_by == DecidedBy::Default;
    }
    decision.rule.as_deref() == Some(by)
        || decision.effects.iter().any(|effect| {
            effect.verdict == decision.verdict && effect.rules.first().is_some_and(|rule| rule == by)
        })
}

/// The cases of a set's own `test` items: those of used files are theirs to run. With `tags`, only cases that name a rule
/// which carries one of them.
pub fn cases(engine: &Engine, tags: &[String]) -> Vec<Case> {
    let set = engine.set();
    let examples = Examples::new(set.layers());
    let rules: BTreeMap<&str, &Rule> =
        set.layers().iter().flat_map(|layer| &layer.rules).map(|rule| (&*rule.id, rule)).collect();
    let tagged = |by: &Option<(Arc<str>, Span)>| {
        tags.is_empty()
            || by
                .as_ref()
                .and_then(|(id, _)| rules.get(&**id))
                .is_some_and(|rule| rule.tags.iter().any(|tag| tags.iter().any(|wanted| **wanted == **tag)))
    };
    let mut cases = Vec::new();
    for test in set.layers().iter().flat_map(|layer| &layer.tests).filter(|test| set.is_own(test.span.source))
    {
        for case in test.cases.iter().filter(|case| tagged(&case.by)) {
            cases.push(Case {
                test: test.name.to_string(),
                name: set.sources().slice(case.call.span).split_whitespace().collect::<Vec<_>>().join(" "),
                place: set.sources().display(case.span),
                call: examples.call(&case.call, test.with.as_ref()).map_err(|mistake| {
                    let help = mistake.help().unwrap_or_default();
                    format!("{}; {help}", mistake.message())
                }),
                expected: Expected {
                    verdicts: vec![case.verdict],
                    by: case.by.as_ref().map(|(id, _)| id.to_string()),
                },
            });
        }
    }
    cases
}

/// How often each rule counted in the cases that were run: its id, whether the set's own files write it, and how often.
pub fn coverage(engine: &Engine, ran: &[Ran]) -> Vec<Covered> {
    let set = engine.set();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for rule in ran
        .iter()
        .filter_map(|ran| ran.decision.as_ref())
        .flat_map(|decision| &decision.effects)
        .flat_map(|effect| &effect.rules)
    {
        *counts.entry(rule).or_default() += 1;
    }
    set.layers()
        .iter()
        .flat_map(|layer| &layer.rules)
        .map(|rule| Covered {
            rule: rule.id.to_string(),
            place: set.sources().display(rule.id_span),
            own: set.is_own(rule.id_span.source),
            effects: counts.get(&*rule.id).copied().unwrap_or(0),
        })
        .collect()
}

/// How often a rule counted.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Covered {
    /// The full id.
    pub rule: String,
    /// Where it is written.
    pub place: String,
    /// Whether one of the set's own files writes it, none that they use.
    pub own: bool,
    /// The effects for which it counted, over all cases.
    pub effects: usize,
}

/// A line of a file of cases.
#[derive(Debug, Deserialize)]
struct Line {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    policy: Option<String>,
    call: Value,
    expect: String,
    #[serde(default)]
    by: Option<String>,
}

/// A case of a file, and the policy that it brings along.
#[derive(Debug)]
pub struct FileCase {
    /// The case.
    pub case: Case,
    /// An engine of the line's own policy; none if it has none.
    pub engine: Option<Result<Engine, LoadError>>,
}

/// Reads one line of a file of cases: `{"call": …, "expect": "deny"}`, with `id`, `by` and a `policy` text if it likes. `expect` is a
/// verdict, or `not-allow`.
pub fn file_case(file: &str, number: usize, line: &[u8]) -> Result<FileCase, String> {
    let value = json::parse(line).map_err(|error| format!("it is not JSON: {error}"))?;
    let line: Line = serde_json::from_value(value).map_err(|error| format!("it is not a case: {error}"))?;
    let verdicts = match line.expect.as_str() {
        "allow" => vec![Verdict::Allow],
        "confirm" => vec![Verdict::Confirm],
        "deny" => vec![Verdict::Deny],
        "not-allow" => vec![Verdict::Confirm, Verdict::Deny],
        other => return Err(format!("`expect` is `{other}`, not allow, confirm, deny or not-allow")),
    };
    let call = json::call(line.call.to_string().as_bytes()).map_err(|wrong| wrong.reason);
    let name = match &line.id {
        Value::String(id) => id.clone(),
        Value::Null => format!("line {number}"),
        other => other.to_string(),
    };
    let case = Case {
        test: file.to_owned(),
        name,
        place: format!("{file}:{number}"),
        call,
        expected: Expected { verdicts, by: line.by },
    };
    let engine = line.policy.map(|text| Builder::default().text("case.policy", text).load());
    Ok(FileCase { case, engine })
}
