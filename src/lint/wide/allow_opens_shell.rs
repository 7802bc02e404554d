//! `allow-opens-shell`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::wide::{allows, named, says_what, shell_names};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "allow-opens-shell",
        severity: Severity::Warning,
        summary: "an allow rule names a shell tool and nothing that its commands do",
        why: "the tool runs whatever command the agent writes: every program, every file, every host that no other rule names",
        instead: "what may be run: `` command runs [`git status ...`, `cargo test ...`] ``",
        example: "tool Bash { operation exec  arg command: shell }\nrule shell  tool_name == \"Bash\" => allow\n",
        mended: "tool Bash { operation exec  arg command: shell }\nrule shell  command runs `git (status|log) ...` => allow\n",
    },
    silence: "where something else holds the agent in: a throw-away container without a network and without secrets",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let names = shell_names(policies);
    for view in allows(policies).filter(|view| !view.mentions(&says_what)) {
        let Some((literal, name)) =
            view.required().into_iter().find_map(|literal| Some((literal, named(literal, &names)?)))
        else {
            continue;
        };
        out.add(
            Finding::new(
                literal.span,
                format!("`{}` allows whatever command `{name}` is given", view.rule.id),
                "any command",
            )
            .help("name what may be run: `` command runs `…` ``"),
        );
    }
}
