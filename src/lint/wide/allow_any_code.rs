//! `allow-any-code`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::wide::{allows, is_for_other_tools, names_program, shell_names};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::policy::typed::{Literal, Predicate};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "allow-any-code",
        severity: Severity::Warning,
        summary: "an allow rule reaches code that the engine can't see into, whatever runs it",
        why: "`exec.code` is what remains when nothing is known: `eval \"$X\"`, `python3 -c …`, a command whose name is a variable",
        instead: "the program as well: `` operation is exec.code and command runs `python3 ...` ``",
        example: "rule code  operation is exec.code => allow\n",
        mended: "rule code  operation is exec.code and command runs `python3 ...` => allow\n",
    },
    silence: "where something else holds the agent in: a throw-away container without a network and without secrets",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let shells = shell_names(policies);
    let limited = |literal: &Literal| names_program(literal) || is_for_other_tools(literal, &shells);
    for view in allows(policies).filter(|view| !view.always(&limited)) {
        let code = view.required().into_iter().find(|literal| is_code(literal));
        let Some(literal) = code else { continue };
        out.add(
            Finding::new(
                literal.span,
                format!("`{}` allows code that nothing is known of", view.rule.id),
                "whatever runs it",
            )
            .help("name the program, too: `` and command runs `…` ``"),
        );
    }
}

fn is_code(literal: &Literal) -> bool {
    match &*literal.predicate {
        Predicate::Operation(names) => !literal.negated && names.iter().any(|name| name.is("exec.code")),
        _ => false,
    }
}
