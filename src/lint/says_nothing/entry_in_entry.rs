//! `entry-in-entry`
//!
//! Of directories and paths nothing is said: one below another may be a link that leads elsewhere, and stands for that too.

use std::collections::HashMap;

use crate::lint::finding::{Finding, Findings, without};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On, expr};
use crate::model::{Kind, Severity, Span};
use crate::syntax::ast::{Expr, Operator, Predicate, Value};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "entry-in-entry",
        severity: Severity::Warning,
        summary: "an entry of a list lies within another entry of it",
        why: "a list means any of its entries: the narrower one changes nothing, and whoever takes it out to forbid \
              something is surprised",
        instead: "one of the two: the wide one, or the narrow one",
        example: "rule look  command runs [`git ...`, `git status ...`] => confirm \"git\"\n",
        mended: "rule look  command runs `git status ...` => confirm \"git\"\n",
    },
    silence: "where the wider entry is meant to go one day",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        expr::each(&file.tree, |one| {
            if let Expr::Predicate(predicate) = one
                && let Some(Value::List(values, _)) = &predicate.operand
            {
                list(predicate, values, policies, out);
            }
        });
    }
}

fn list(predicate: &Predicate, values: &[Value], policies: &Policies<'_>, out: &mut Findings<'_>) {
    let entries: Vec<(usize, Entry)> =
        values.iter().enumerate().filter_map(|(at, value)| Some((at, entry(predicate, value)?))).collect();
    let wide: HashMap<&[String], Span> = entries
        .iter()
        .filter_map(|(_, entry)| Some((entry.wide.then_some(&*entry.steps)?, entry.at)))
        .collect();
    let places: Vec<Span> = values.iter().map(Value::span).collect();
    for (at, entry) in &entries {
        // What is not wide lies within an entry of the same steps, too.
        let longest = if entry.wide { entry.steps.len().saturating_sub(1) } else { entry.steps.len() };
        let within = (1..=longest).find_map(|len| wide.get(entry.steps.get(..len)?));
        let Some(within) = within else { continue };
        out.add(
            Finding::new(
                entry.at,
                format!("{} lies within {}", policies.slice(entry.at), policies.slice(*within)),
                "adds nothing",
            )
            .related(*within, "covers it")
            .help("take one of the two out")
            // `remember by command` goes by what stands for the `...` of a pattern.
            .fix(
                predicate.operator.node != Operator::Runs,
                "take the narrower entry out",
                without(&places, *at).into_iter().collect(),
            ),
        );
    }
}

/// An entry as steps, from the general to the particular.
struct Entry {
    steps: Vec<String>,
    /// It covers every entry that begins with its steps.
    wide: bool,
    at: Span,
}

fn entry(predicate: &Predicate, value: &Value) -> Option<Entry> {
    let (steps, wide): (Vec<String>, bool) = match (predicate.operator.node, value) {
        (Operator::Is, Value::Name(name)) => (split(&name.node, '.'), true),
        (Operator::Is, Value::Text(text)) => (split(&text.node, '.'), true),
        (Operator::Within, Value::Text(text)) if expr::is_subject(&predicate.subject, "host") => {
            let mut labels = split(&text.node.to_ascii_lowercase(), '.');
            labels.reverse();
            (labels, true)
        }
        (Operator::Runs, Value::Pattern(pattern)) => words(&pattern.source)?,
        _ => return None,
    };
    (!steps.is_empty()).then_some(Entry { steps, wide, at: value.span() })
}

fn split(text: &str, at: char) -> Vec<String> {
    text.split(at).map(str::to_owned).collect()
}

/// The words with which a pattern begins that are nothing but letters, digits, `-`, `_` and `.`, and whether `...`
/// is all that follows.
fn words(source: &str) -> Option<(Vec<String>, bool)> {
    let plain = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphanumeric())
            && word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
    };
    let all: Vec<&str> = source.split_whitespace().collect();
    let count = all.iter().take_while(|word| plain(word)).count();
    let steps = all.get(..count)?.iter().map(|word| (*word).to_owned()).collect();
    Some((steps, all.get(count..)? == ["..."]))
}
