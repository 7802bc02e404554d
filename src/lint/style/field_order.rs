//! `field-order`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Span};
use crate::syntax::ast::RuleField;

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "field-order",
        severity: Severity::Style,
        summary: "a rule's fields do not stand in the usual order: what it is for, what it does, why, examples",
        why: "whoever reads many rules looks for the condition at the top and for the examples at the end",
        instead: "`match`, `unless`; `set`, `risk`, `action`, `remember` and what else it does; `reason`, `suggest`; `tags`, `hits`, `misses`",
        example: "rule push {\n  risk  medium\n  match command runs `git push ...`\n  reason \"publishes\"\n}\n",
        mended: "rule push {\n  match  command runs `git push ...`\n  risk   medium\n  reason \"publishes\"\n}\n",
    },
    silence: "where another order tells the story better",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for (_, item) in policies.rule_items().filter(|(_, item)| !item.short) {
        let places: Vec<(u8, Span)> = item.fields.iter().map(place).collect();
        let Some([_, (_, late)]) = places.array_windows().find(|[(a, _), (b, _)]| a > b) else { continue };
        let mut sorted = places.clone();
        sorted.sort_by_key(|(group, _)| *group);
        let moved = places.iter().zip(&sorted).filter(|((_, to), (_, from))| to != from);
        let edits = moved.map(|((_, to), (_, from))| (*to, policies.slice(*from).to_owned())).collect();
        // A comment belongs to the field after it, or before it: moving fields would part them.
        let edits = if policies.has_comment(item.span) { Vec::new() } else { edits };
        let help = "write `match` and `unless` first, then what the rule does, why, and examples";
        out.add(
            Finding::new(*late, format!("a field of `{}` stands late", item.id.node), "belongs further up")
                .help(help)
                .safe_fix("put the fields in order", edits),
        );
    }
}

/// The group that a field belongs to, and where it stands.
fn place(field: &RuleField) -> (u8, Span) {
    match field {
        RuleField::Match(field) => (0, field.span),
        RuleField::Unless(field) => (1, field.span),
        RuleField::Risk(field) => (2, field.span),
        RuleField::Action(field) => (2, field.span),
        RuleField::Remember(field) => (2, field.span),
        RuleField::Set(field) => (2, field.span),
        RuleField::Mark(field) => (2, field.span),
        RuleField::Until(field) => (2, field.span),
        RuleField::Reason(field) => (3, field.span),
        RuleField::Suggest(field) => (3, field.span),
        RuleField::Tags(field) => (4, field.span),
        RuleField::Hits(field) => (4, field.span),
        RuleField::Misses(field) => (4, field.span),
    }
}
