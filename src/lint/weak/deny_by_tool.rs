//! `deny-by-tool`

use std::collections::HashSet;

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::{Policies, RuleView};
use crate::lint::weak::{Openings, refusals};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Verdict};
use crate::policy::typed::{ArgType, Literal, PathTest, Predicate, Scalar, TextSubject, TextTest, ToolName};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "deny-by-tool",
        severity: Severity::Warning,
        summary: "a file is closed to one tool, and the shell can open it",
        why: "a rule for `Read` says nothing of `cat`: what is refused to one tool is reached through another",
        instead: "the path alone: it holds for every tool and every program",
        example: "tool Read { operation read  arg path: path }\ntool Bash { operation exec  arg command: shell }\n\
                  rule work  operation is read and path within root => allow\nrule no-env  tool_name == \"Read\" and path like \"/**/.env\" => deny \"secrets\"\n",
        mended: "tool Read { operation read  arg path: path }\ntool Bash { operation exec  arg command: shell }\n\
                 rule work  operation is read and path within root => allow\nrule no-env  path like \"/**/.env\" => deny \"secrets\"\n",
    },
    silence: "where the shell may do it on purpose: a tool that shows more than a command does",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let shells: Vec<&str> = shells(policies);
    if shells.is_empty() {
        return;
    }
    // Paths that a rule for every tool refuses or asks about.
    let closed: HashSet<&PathTest> = policies
        .rules
        .iter()
        .filter(|view| view.rule.action != Verdict::Allow && tool(view).is_none())
        .flat_map(|view| view.literals().into_iter().filter_map(path).collect::<Vec<_>>())
        .collect();
    let openings = Openings::new(policies, "read");
    for view in refusals(policies).filter(|view| view.rule.action == Verdict::Deny) {
        let (Some((literal, names)), Some(path)) = (tool(view), view.required().into_iter().find_map(path))
        else {
            continue;
        };
        let opening = openings.reach(path).filter(|_| !closed.contains(path));
        let shell = shells.iter().find(|shell| !names.contains(shell));
        if let (Some(shell), Some(opening)) = (shell, opening) {
            out.add(
                Finding::new(
                    literal.span,
                    format!(
                        "`{}` closes these files to {}, and `{shell}` can open them",
                        view.rule.id,
                        listed(&names)
                    ),
                    "for this tool alone",
                )
                .related(opening.rule.id_span, "allows it")
                .help("take the tool's name out: the path holds for every tool and program"),
            );
        }
    }
}

fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The shells that are declared by name, on no server.
fn shells<'p>(policies: &'p Policies<'_>) -> Vec<&'p str> {
    let tools = policies.set.written_layers().flat_map(|layer| &layer.tools);
    tools
        .filter(|tool| {
            tool.server.is_none() && tool.args.iter().any(|arg| matches!(arg.ty, ArgType::Shell(_)))
        })
        .flat_map(|tool| &tool.names)
        .filter_map(|name| match name {
            ToolName::Literal(name) => Some(&**name),
            ToolName::Regex(_) => None,
        })
        .collect()
}

/// The names of the tools that a rule is for, where it says so.
fn tool<'v>(view: &'v RuleView<'_>) -> Option<(&'v Literal, Vec<&'v str>)> {
    view.required().into_iter().find_map(|literal| match &*literal.predicate {
        Predicate::Text(TextSubject::ToolName, TextTest::OneOf(all)) if !literal.negated => {
            let name = |one: &'v Scalar| match one {
                Scalar::Text(name) => Some(&**name),
                Scalar::Number(_) | Scalar::Bool(_) => None,
            };
            Some((literal, all.iter().filter_map(name).collect()))
        }
        _ => None,
    })
}

fn path(literal: &Literal) -> Option<&PathTest> {
    match &*literal.predicate {
        Predicate::Path(test) if !literal.negated => Some(test),
        _ => None,
    }
}
