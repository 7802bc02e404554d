//! What would change a verdict.

use std::collections::BTreeSet;

use crate::explain::build::Material;
use crate::explain::explanation::ExplainedEffect;
use crate::explain::subject;
use crate::model::{Decision, Effect, Host, Program, Subject, Verdict};

/// Rules that are tried away, and near rules that are named.
const SHOWN: usize = 4;

/// Decides the call again as if some rules were not there.
pub trait Without {
    /// The decision without the rules of these full ids; none if it can't be found out.
    fn without(&self, rules: &[&str]) -> Option<Decision>;
}

/// What would change the verdict, a sentence each; none for a call that is allowed.
pub(super) fn changes(
    material: Material<'_>,
    effects: &[ExplainedEffect],
    without: &dyn Without,
) -> Vec<String> {
    let verdict = material.decision.verdict;
    if verdict == Verdict::Allow {
        return Vec::new();
    }
    let mut changes = Vec::new();
    let deciding = || effects.iter().filter(|effect| effect.verdict == verdict);
    let rules: BTreeSet<&str> = deciding()
        .flat_map(|effect| &effect.applied)
        .filter(|rule| rule.decided)
        .map(|rule| rule.rule.as_str())
        .collect();
    let rules: Vec<&str> = rules.into_iter().collect();
    // One rule less is said where that changes something; else what it takes to be without all of them.
    let single = rules.iter().take(SHOWN).filter_map(|rule| changed(verdict, &[rule], without));
    changes.extend(single);
    if changes.is_empty() && !rules.is_empty() {
        let together = changed(verdict, &rules, without);
        changes.push(together.unwrap_or_else(|| format!("without {}: still {verdict}", named(&rules))));
    }
    let unanswered = deciding().filter(|effect| effect.default.is_some());
    for effect in unanswered.take(SHOWN) {
        changes.extend(allowing(material, effect));
    }
    changes
}

/// What the call would come to without some rules, if that is another verdict.
fn changed(verdict: Verdict, rules: &[&str], without: &dyn Without) -> Option<String> {
    let decision = without.without(rules).filter(|decision| decision.verdict != verdict)?;
    Some(format!("without {}: {}, {}", named(rules), decision.verdict, who(&decision)))
}

fn named(rules: &[&str]) -> String {
    match rules {
        [rule] => format!("rule {rule}"),
        rules => format!("the rules {}", rules.join(", ")),
    }
}

/// Who decided, in words.
fn who(decision: &Decision) -> String {
    match &decision.rule {
        Some(rule) => format!("by rule {rule}"),
        None if decision.verdict == Verdict::Allow => "since nothing else refuses it".to_owned(),
        None => "by default".to_owned(),
    }
}

/// What would allow an effect that no rule allows: near rules, then a rule that could be written.
fn allowing(material: Material<'_>, effect: &ExplainedEffect) -> Vec<String> {
    let doing = match &effect.subject {
        Some(subject) => format!("{} {subject}", effect.operation),
        None => effect.operation.clone(),
    };
    let mut changes: Vec<String> = effect
        .near
        .iter()
        .filter(|near| near.action == Verdict::Allow)
        .take(2)
        .map(|near| {
            format!("`{doing}` would be allowed by rule {} if `{}` held for it", near.rule, near.failed)
        })
        .collect();
    if let Some(rule) = material.effects.get(effect.number - 1).and_then(|of| written(of, material)) {
        changes.push(format!("`{doing}` would be allowed by a rule: {rule}"));
    }
    changes
}

/// A rule that would allow an effect, as narrow as can be told from one call.
fn written(effect: &Effect, material: Material<'_>) -> Option<String> {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let condition = match &effect.subject {
        Subject::Command(command) => {
            let Program::Named(name) = &command.program else { return None };
            let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.+".contains(c));
            let first = command.words.get(1).and_then(|word| word.as_known());
            let sub = first.filter(|word| {
                word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with('-')
            });
            if !plain {
                return None;
            }
            let pattern =
                [Some(name.as_str()), sub, Some("...")].into_iter().flatten().collect::<Vec<_>>().join(" ");
            if effect.operation.is("exec.code") {
                format!("operation is {} and command runs `{pattern}`", effect.operation)
            } else {
                format!("command runs `{pattern}`")
            }
        }
        Subject::Path(path) => {
            let root = material.call.root.as_deref().unwrap_or("/");
            let at = subject::things(effect).into_iter().next().unwrap_or_else(|| path.shown.clone());
            let place = match at.strip_prefix(root) {
                Some(rest) if rest.starts_with('/') || rest.is_empty() => "root".to_owned(),
                _ => {
                    quoted(at.rsplit_once('/').map_or("/", |(dir, _)| if dir.is_empty() { "/" } else { dir }))
                }
            };
            format!("operation is {} and path within {place}", effect.operation)
        }
        Subject::Host(host) => match &host.host {
            Host::Name(name) => format!("operation is {} and host == {}", effect.operation, quoted(name)),
            Host::Address(address) => format!("operation is {} and host == \"{address}\"", effect.operation),
            Host::Unknown => return None,
        },
        Subject::Call => format!("tool_name == {}", quoted(&material.call.tool)),
        Subject::Script(..) | Subject::Unknown { .. } => return None,
    };
    Some(format!("rule ID  {condition} => allow"))
}
