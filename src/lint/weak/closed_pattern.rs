//! `closed-pattern`

use std::collections::HashSet;

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::{Policies, matches};
use crate::lint::{Check, Lint, On, expr};
use crate::model::{Kind, Severity, Wildcard};
use crate::policy::pattern::{CommandPattern, Element};
use crate::syntax::ast::{Expr, Operator, PatternLit, RuleField, RuleItem, Value};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "closed-pattern",
        severity: Severity::Warning,
        summary: "a deny or confirm rule names a command and leaves no room for further words",
        why: "without `...` one more word or flag and the rule does not hold: `git push` is refused, `git push origin` is not",
        instead: "`...` at the end",
        example: "rule push  command runs `git push` => deny \"publishes\"\n",
        mended: "rule push  command runs `git push ...` => deny \"publishes\"\n",
    },
    silence: "where exactly these words are meant: a command that does harm with no more words than these",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for (_, item) in policies.rule_items().filter(|(_, item)| refuses(item)) {
        let Some(field) = matches(item) else { continue };
        let mut all = Vec::new();
        patterns(&field.value, &mut |pattern| {
            all.extend(CommandPattern::new(&pattern.source).map(|read| (pattern, read)));
        });
        // Whoever names a program with words, too, knows what it does without.
        let with_words: HashSet<&Wildcard> = all
            .iter()
            .filter(|(_, read)| !read.elements().is_empty())
            .flat_map(|(_, read)| programs(read))
            .collect();
        for (pattern, read) in all.iter().filter(|(_, read)| is_closed(read)) {
            let told_apart =
                read.elements().is_empty() && programs(read).any(|name| with_words.contains(name));
            if !told_apart {
                out.add(
                    Finding::new(
                        pattern.span,
                        format!("one word more and `{}` does not hold", item.id.node),
                        "no `...` at the end",
                    )
                    .help(format!("write `` `{} ...` ``", pattern.source.trim()))
                    .fix(
                        false,
                        "add `...`",
                        vec![(pattern.span, format!("`{} ...`", pattern.source.trim()))],
                    ),
                );
            }
        }
    }
}

fn programs(pattern: &CommandPattern) -> impl Iterator<Item = &Wildcard> {
    pattern.programs().iter().map(|program| &program.name)
}

fn refuses(item: &RuleItem) -> bool {
    item.fields.iter().any(|field| match field {
        RuleField::Action(field) => matches!(field.value.node.as_str(), "deny" | "confirm"),
        RuleField::Risk(field) => field.value.node != "low",
        _ => false,
    })
}

/// The patterns that must be run for a condition to hold.
fn patterns<'e>(expr: &'e Expr, look: &mut dyn FnMut(&'e PatternLit)) {
    match expr {
        Expr::Paren(inner, _) => patterns(inner, look),
        Expr::And(parts, _) | Expr::Or(parts, _) => parts.iter().for_each(|part| patterns(part, look)),
        Expr::Predicate(predicate) if predicate.operator.node == Operator::Runs && !predicate.negated => {
            if expr::is_subject(&predicate.subject, "command") {
                match &predicate.operand {
                    Some(Value::Pattern(pattern)) => look(pattern),
                    Some(Value::List(values, _)) => values.iter().for_each(|value| {
                        if let Value::Pattern(pattern) = value {
                            look(pattern);
                        }
                    }),
                    _ => {}
                }
            }
        }
        Expr::Predicate(_)
        | Expr::Not(..)
        | Expr::Any(_)
        | Expr::Name(_)
        | Expr::Marked(..)
        | Expr::Broken(_) => {}
    }
}

/// Whether there is no `...` anywhere in a pattern.
fn is_closed(pattern: &CommandPattern) -> bool {
    !pattern.has_gap() && !pattern.elements().iter().any(|element| matches!(element, Element::Terminator))
}
