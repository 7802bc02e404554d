//! `duplicate-entry`

use std::collections::HashMap;

use crate::lint::finding::{Finding, Findings, without};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On, expr};
use crate::model::{Kind, Severity, Span};
use crate::syntax::ast::{Expr, Item, LetValue, RuleField, Value};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "duplicate-entry",
        severity: Severity::Warning,
        summary: "a list holds the same entry twice",
        why: "a list means any of its entries; one of the two was probably meant to be another",
        instead: "the entry once, or the one that was meant",
        example: "rule keys  path within [\"~/.ssh\", \"~/.aws\", \"~/.ssh\"] => deny \"keys\"\n",
        mended: "rule keys  path within [\"~/.ssh\", \"~/.aws\"] => deny \"keys\"\n",
    },
    silence: "hardly ever: the second one can be taken out",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        expr::each(&file.tree, |one| {
            if let Expr::Predicate(predicate) = one
                && let Some(operand) = &predicate.operand
            {
                value(operand, policies, out);
            }
        });
        for item in &file.tree.items {
            match item {
                Item::Let(item) => {
                    if let LetValue::Value(named) = &item.value {
                        value(named, policies, out);
                    }
                }
                Item::Rule(item) => {
                    for field in &item.fields {
                        if let RuleField::Tags(field) = field {
                            let tags = field.value.iter().map(|tag| (tag.node.clone(), tag.span)).collect();
                            list(tags, policies, out);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// A value with the lists in it; the parser limits how deep they nest.
fn value(one: &Value, policies: &Policies<'_>, out: &mut Findings<'_>) {
    if let Value::List(values, _) = one {
        list(values.iter().map(|value| (expr::value(value), value.span())).collect(), policies, out);
        values.iter().for_each(|inner| value(inner, policies, out));
    }
}

fn list(entries: Vec<(String, Span)>, policies: &Policies<'_>, out: &mut Findings<'_>) {
    let places: Vec<Span> = entries.iter().map(|(_, span)| *span).collect();
    let mut seen: HashMap<String, Span> = HashMap::new();
    for (at, (key, span)) in entries.into_iter().enumerate() {
        let Some(first) = seen.get(&key) else {
            seen.insert(key, span);
            continue;
        };
        out.add(
            Finding::new(
                span,
                format!("{} stands twice in this list", policies.slice(span)),
                "the same again",
            )
            .related(*first, "stands here already")
            .help("take it out")
            .safe_fix("take it out", without(&places, at).into_iter().collect()),
        );
    }
}
