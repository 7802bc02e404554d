//! `allow-by-name-pattern`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::wide::allows;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::policy::typed::{Literal, Predicate, TextSubject, TextTest};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "allow-by-name-pattern",
        severity: Severity::Warning,
        summary: "an allow rule goes by a pattern of tool names and does not say whose tools",
        why: "every MCP server chooses its tools' names: `get_secret` and `read_and_send` begin as harmlessly as `get_issue`",
        instead: "the server (`server == \"github\" and …`), the tools by name, or what they do (`operation is read`)",
        example: "rule getters  tool_name like \"get_*\" => allow\n",
        mended: "rule getters  server == \"github\" and tool_name like \"get_*\" => allow\n",
    },
    silence: "where the host has no tools but those that you know",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in allows(policies) {
        let pattern = view.required().into_iter().find(|literal| is_pattern(literal));
        let Some(literal) = pattern.filter(|_| !view.always(&narrows)) else { continue };
        out.add(
            Finding::new(
                literal.span,
                format!("`{}` allows every tool with such a name, whoever offers it", view.rule.id),
                "any server's tool can have such a name",
            )
            .help("say whose tools: `server == \"…\"`, or name them"),
        );
    }
}

fn is_pattern(literal: &Literal) -> bool {
    let Predicate::Text(TextSubject::ToolName, test) = &*literal.predicate else { return false };
    // Some hosts put the server's name before the tool's: `mcp__github__get_issue`.
    let names_server = |text: &str| text.trim_start_matches('^').starts_with("mcp__");
    !literal.negated
        && match test {
            TextTest::Like(all) | TextTest::StartsWith(all) => !all.iter().all(|text| names_server(text)),
            TextTest::Matches(all) => !all.iter().all(|regex| names_server(&regex.source)),
            TextTest::EndsWith(_) => true,
            TextTest::OneOf(_)
            | TextTest::Contains(_)
            | TextTest::Compare(..)
            | TextTest::Is(_)
            | TextTest::Exists => false,
        }
}

/// Whether a predicate says whose tool it is, which one, or what is done.
fn narrows(literal: &Literal) -> bool {
    match &*literal.predicate {
        Predicate::Text(TextSubject::ToolName, TextTest::OneOf(_)) => !literal.negated,
        Predicate::Text(TextSubject::Server, _) => true,
        Predicate::Text(subject, _) => !matches!(
            subject,
            TextSubject::ToolName
                | TextSubject::Mode
                | TextSubject::Session
                | TextSubject::Agent
                | TextSubject::Context(_)
        ),
        Predicate::Marked(_) => false,
        Predicate::Operation(_)
        | Predicate::Command(_)
        | Predicate::Via(_)
        | Predicate::Path(_)
        | Predicate::Host(_)
        | Predicate::Has(_) => true,
    }
}
