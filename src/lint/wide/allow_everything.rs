//! `allow-everything`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::wide::allows;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "allow-everything",
        severity: Severity::Warning,
        summary: "an allow rule holds for every call",
        why: "then only what a deny or confirm rule names is stopped, and nobody can name everything",
        instead: "rules for what the agent needs, and `default confirm` for the rest",
        example: "rule all  any => allow\n",
        mended: "policy \"p\" { default confirm }\nrule look  operation is read and path within root => allow\n",
    },
    silence: "where something else holds the agent in: a throw-away container without a network and without secrets",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in allows(policies).filter(|view| view.conjuncts.is_empty()) {
        let place = view.matches().map_or(view.rule.id_span, |field| field.value.span());
        out.add(
            Finding::new(place, format!("`{}` allows every call", view.rule.id), "always holds")
                .help("name what is allowed; `default confirm` asks about the rest"),
        );
    }
}
