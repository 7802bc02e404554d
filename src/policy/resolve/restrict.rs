//! What counts of a layer that no person has trusted.

use crate::model::Verdict;
use crate::policy::typed::{Layer, Remember, Rule};

/// What is left of a layer while it is untrusted (language, section 8): its deny and confirm rules, by `match`, `unless`
/// and action alone, `default deny`, and its declarations of tools, operations and facts. It can refuse and nothing else,
/// and no text of its own reaches a person or a model.
///
/// That it uses nothing but `std:` and files below its own directory is seen to when it is resolved; that it only raises
/// verdicts, and holds no default back, when it is compiled: its `trusted` says so.
pub fn restrict(layer: Layer) -> Layer {
    if layer.trusted {
        return layer;
    }
    let rules = layer.rules.into_iter().filter(|rule| !rule.otherwise).filter_map(bare).collect();
    let mut operations = layer.operations;
    for operation in &mut operations {
        operation.description = None;
    }
    let mut contexts = layer.contexts;
    for context in &mut contexts {
        context.description = None;
    }
    Layer {
        kind: layer.kind,
        name: layer.name,
        trusted: false,
        closed: false,
        default: layer.default.filter(|default| default.verdict == Verdict::Deny),
        self_confirm: None,
        rules,
        tools: layer.tools,
        operations,
        contexts,
        asserts: Vec::new(),
        redactions: Vec::new(),
        hooks: Vec::new(),
        tests: Vec::new(),
    }
}

fn bare(rule: Rule) -> Option<Rule> {
    match rule.action {
        Verdict::Allow => return None,
        Verdict::Confirm | Verdict::Deny => {}
    }
    Some(Rule {
        id: rule.id,
        id_span: rule.id_span,
        span: rule.span,
        title: None,
        otherwise: false,
        parts: rule.parts,
        risk: rule.risk,
        action: rule.action,
        action_span: rule.action_span,
        risk_written: rule.risk_written,
        remember: Remember::Never,
        remember_span: None,
        reason: None,
        suggest: None,
        set: Vec::new(),
        mark: None,
        until: None,
        hits: Vec::new(),
        misses: Vec::new(),
        tags: Vec::new(),
    })
}
