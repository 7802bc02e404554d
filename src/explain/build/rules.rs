//! The rules that had a say, and those that came close.

use crate::explain::build::Material;
use crate::explain::condition;
use crate::explain::diagnostics::PlaceJson;
use crate::explain::explanation::{AppliedRule, DefaultJson, LineJson, NearRule};
use crate::model::{Effect, Sources, Span, Tri, Verdict};
use crate::policy::typed::{Condition, Role, Rule};
use crate::table::decide::Counted;
use crate::table::{By, EffectOutcome};

/// Near rules that are kept of one effect.
const NEAR: usize = 20;

/// The rules that applied, those that decided first.
pub(super) fn applied(material: Material<'_>, outcome: &EffectOutcome) -> Vec<AppliedRule> {
    let mut applied: Vec<AppliedRule> =
        outcome.counted.iter().filter_map(|counted| applied_rule(material, outcome, counted)).collect();
    applied
        .sort_by_key(|rule| (!rule.decided, std::cmp::Reverse(rule.counts), std::cmp::Reverse(rule.action)));
    applied
}

fn applied_rule(material: Material<'_>, outcome: &EffectOutcome, counted: &Counted) -> Option<AppliedRule> {
    let By::Row(row) = counted.by else { return None };
    let (layer, rule) = material.table.rule(row)?;
    let own = outcome.followed.is_none() && outcome.by == Some(counted.by);
    let decided = match outcome.verdict {
        // An effect that passes: what held for all of it.
        Verdict::Allow => own || (counted.verdict == Verdict::Allow && counted.answer.every() == Tri::Yes),
        strict @ (Verdict::Confirm | Verdict::Deny) => counted.verdict == strict,
    };
    let conditions: Vec<String> = rule.parts.iter().map(|part| part_text(&part.condition, rule)).collect();
    Some(AppliedRule {
        rule: rule.id.to_string(),
        layer: layer.name.clone(),
        action: rule.action,
        counts: counted.verdict,
        risk: rule.risk,
        otherwise: rule.otherwise,
        answer: counted.answer.as_str(),
        decided,
        condition: conditions.join(" and "),
        reason: rule.reason.as_ref().filter(|_| layer.trusted).map(ToString::to_string),
        place: PlaceJson::new(rule.span, material.sources),
        line: line(condition_span(rule), material.sources),
    })
}

fn part_text(part: &Condition, rule: &Rule) -> String {
    let text = condition::condition(part);
    if rule.parts.len() > 1 && matches!(part, Condition::And(_) | Condition::Or(_)) {
        format!("({text})")
    } else {
        text
    }
}

/// What a rule matches, as written.
fn condition_span(rule: &Rule) -> Span {
    rule.parts.iter().find(|part| part.role == Role::Match).map_or(rule.id_span, |part| part.span)
}

/// The first line of a span, and which of its characters the span covers.
pub(super) fn line(span: Span, sources: &Sources) -> LineJson {
    let text = sources.text(span.source);
    let place = sources.place(span);
    let start = text.floor_char_boundary(span.range().start);
    let line_start = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line_end = text.get(start..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| start + at);
    let end = text.ceil_char_boundary(span.range().end).min(line_end);
    let from = text.get(line_start..start).unwrap_or("").chars().count();
    let covered = text.get(start..end).unwrap_or("").trim_end().chars().count();
    LineJson {
        number: place.line,
        text: text.get(line_start..line_end).unwrap_or("").to_owned(),
        underline: [from, from + covered],
    }
}

/// Rules that would have applied but for one condition: something of their `match` holds, or an exception keeps them.
pub(super) fn near(material: Material<'_>, effect: &Effect, at: usize) -> Vec<NearRule> {
    let near = material.table.near(effect, material.world, material.outcome, at);
    let mut found = Vec::new();
    for near in near {
        let Some((layer, rule)) = material.table.rule(near.row) else { continue };
        let excepted = near.failed.role != Role::Match;
        if !excepted && !part_of_match_holds(material, effect, rule) {
            continue;
        }
        let span = near.failed.literal.span;
        let close = NearRule {
            rule: rule.id.to_string(),
            layer: layer.name.clone(),
            action: rule.action,
            failed: condition::literal(near.failed.literal),
            answer: near.failed.answer.as_str(),
            place: PlaceJson::new(span, material.sources),
            line: line(span, material.sources),
        };
        found.push((excepted, close));
        if found.len() == NEAR {
            break;
        }
    }
    // An exception that applied comes first; the order of what held stays.
    found.sort_by_key(|(excepted, _)| !excepted);
    found.into_iter().map(|(_, near)| near).collect()
}

fn part_of_match_holds(material: Material<'_>, effect: &Effect, rule: &Rule) -> bool {
    let traces = material.table.literals(rule, effect, material.world);
    traces.iter().any(|trace| trace.role == Role::Match && trace.answer.some() == Tri::Yes)
}

/// The default, where it counted.
pub(super) fn default(material: Material<'_>, outcome: &EffectOutcome) -> Option<DefaultJson> {
    let counted = outcome
        .counted
        .iter()
        .find(|counted| !matches!(counted.by, By::Row(_)) && counted.verdict == outcome.verdict)
        .filter(|counted| counted.verdict > Verdict::Allow)?;
    let layer = match counted.by {
        By::Default => material.table.default_verdict().1,
        By::ClosedDefault(layer) => material.table.layers().get(usize::from(layer)),
        By::Row(_) => None,
    };
    Some(DefaultJson {
        verdict: counted.verdict,
        layer: layer.map(|layer| layer.name.clone()),
        answer: counted.answer.as_str(),
    })
}
