//! `exec-without-program`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::wide::{allows, is_exec, is_for_other_tools, names_program, shell_names};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::policy::typed::{Literal, Predicate};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "exec-without-program",
        severity: Severity::Warning,
        summary: "an allow rule lets programs run and does not say which",
        why: "`exec` is every program that there is, those that toolgate knows nothing about included",
        instead: "the programs (`` command runs [`git status ...`, `cargo test ...`] ``), or `exec.plain`: those of which every \
                  effect is known",
        example: "rule run  operation is exec => allow\n",
        mended: "rule run  operation is exec.plain => allow\n",
    },
    silence: "where something else holds the agent in: a throw-away container without a network and without secrets",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let shells = shell_names(policies);
    for view in allows(policies) {
        let exec = view.required().into_iter().find(|literal| is_open(literal));
        let limited = |literal: &Literal| {
            names_program(literal)
                || is_for_other_tools(literal, &shells)
                || matches!(&*literal.predicate, Predicate::Path(_) | Predicate::Host(_))
        };
        let Some(literal) = exec.filter(|_| !view.always(&limited)) else { continue };
        out.add(
            Finding::new(literal.span, format!("`{}` allows every program", view.rule.id), "whichever it is")
                .help("name the programs: `` command runs `…` ``, or write `exec.plain`"),
        );
    }
}

/// Whether running any program, or any file, is among the operations; code is another lint's.
fn is_open(literal: &Literal) -> bool {
    match &*literal.predicate {
        Predicate::Operation(names) => {
            !literal.negated && names.iter().any(|name| is_exec(name) && !name.is("exec.code"))
        }
        _ => false,
    }
}
