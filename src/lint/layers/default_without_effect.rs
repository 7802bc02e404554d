//! `default-without-effect`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Span};
use crate::syntax::ast::{Item, PolicyField};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "default-without-effect",
        severity: Severity::Warning,
        summary: "`default confirm` stands beside a `default deny` of another file or layer",
        why: "of all defaults the strictest counts: this one never does",
        instead: "one default, in the layer that is meant to decide it; an `otherwise` rule asks where no rule holds",
        example: "# --- managed\npolicy \"company\" { default deny }\n# --- user\npolicy \"mine\" { default confirm }\n",
        mended: "# --- managed\npolicy \"company\" { default deny }\n# --- user\npolicy \"mine\" { description \"no default\" }\n",
    },
    silence: "where the file is used without the other one, too",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    // A closed layer is judged alone as well, by its own default.
    let layers: Vec<_> = policies.set.written_layers().collect();
    let open = |at: Span| {
        let closed = layers.iter().filter(|layer| layer.closed);
        !closed.flat_map(|layer| &layer.default).any(|default| default.span.source == at.source)
    };
    let defaults: Vec<(&str, Span)> = policies
        .files()
        .filter(|file| policies.set.is_own(file.source()) && !policies.is_untrusted(file))
        .flat_map(|file| &file.tree.items)
        .filter_map(|item| match item {
            Item::Policy(item) => Some(&item.fields),
            _ => None,
        })
        .flatten()
        .filter_map(|field| match field {
            PolicyField::Default(field) => Some((field.value.node.as_str(), field.span)),
            _ => None,
        })
        .collect();
    let Some((_, strict)) = defaults.iter().find(|(word, _)| *word == "deny") else { return };
    for (_, at) in defaults.iter().filter(|(word, at)| *word == "confirm" && open(*at)) {
        out.add(
            Finding::new(*at, "this default never counts: another one is stricter", "has no effect")
                .related(*strict, "counts instead")
                .help("write an `otherwise` rule for what is to be asked"),
        );
    }
}
