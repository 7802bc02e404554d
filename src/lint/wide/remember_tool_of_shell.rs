//! `remember-tool-of-shell`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::wide::{named, shell_names};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::policy::typed::{Key, Remember};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "remember-tool-of-shell",
        severity: Severity::Warning,
        summary: "an answer is to be remembered by tool for a tool that runs commands",
        why: "one answer would open the whole shell, so for such a tool it is remembered by call: the rule asks more often than it says",
        instead: "`by command`, with `command runs` in the condition, or `by call`",
        example: "tool Bash { operation exec  arg command: shell }\n\
                  rule shell {\n  match    tool_name == \"Bash\"\n  action   confirm\n  remember session by tool\n  reason   \"runs a command\"\n}\n",
        mended: "tool Bash { operation exec  arg command: shell }\n\
                 rule push {\n  match    command runs `git push ...`\n  action   confirm\n  remember session by command\n  reason   \"publishes\"\n}\n",
    },
    silence: "where the rule is for tools of other kinds as well",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let names = shell_names(policies);
    for view in policies.own_rules() {
        let (Remember::For { key: Key::Tool, .. }, Some(place)) =
            (&view.rule.remember, view.rule.remember_span)
        else {
            continue;
        };
        let Some(name) = view.required().into_iter().find_map(|literal| named(literal, &names)) else {
            continue;
        };
        out.add(
            Finding::new(
                place,
                format!("`{name}` runs commands: answers are remembered by call, whatever is written"),
                "counts as `by call`",
            )
            .help("write `by command`, with `command runs` in the condition, or `by call`"),
        );
    }
}
