//! Rules that allow more than they seem to, and answers that are remembered for more than was asked.

pub(super) mod allow_any_code;
pub(super) mod allow_by_name_pattern;
pub(super) mod allow_by_sql;
pub(super) mod allow_everything;
pub(super) mod allow_lone_star;
pub(super) mod allow_opens_shell;
pub(super) mod allow_runs_any_script;
pub(super) mod allow_whole_disk;
pub(super) mod exec_without_program;
pub(super) mod host_without_dot;
pub(super) mod remember_always_high;
pub(super) mod remember_tool_of_shell;
pub(super) mod unanchored_allow;

use crate::lint::policies::{Policies, RuleView};
use crate::model::{Operation, Verdict};
use crate::policy::typed::{ArgType, Literal, Predicate, Scalar, TextSubject, TextTest, ToolDecl, ToolName};

/// The rules that people wrote and that allow.
fn allows<'p, 'a>(policies: &'p Policies<'a>) -> impl Iterator<Item = &'p RuleView<'a>> {
    policies.own_rules().filter(|view| view.rule.action == Verdict::Allow)
}

/// Whether a predicate says what an effect does, or to what: anything but the tool's name and who calls it.
fn says_what(literal: &Literal) -> bool {
    match &*literal.predicate {
        Predicate::Text(subject, _) => match subject {
            TextSubject::ToolName
            | TextSubject::Server
            | TextSubject::Mode
            | TextSubject::Session
            | TextSubject::Agent
            | TextSubject::Context(_) => false,
            TextSubject::Scheme
            | TextSubject::Arg(_)
            | TextSubject::Program
            | TextSubject::Args
            | TextSubject::Env(_)
            | TextSubject::ViaProgram
            | TextSubject::PathName
            | TextSubject::PathExtension
            | TextSubject::PathDepth
            | TextSubject::Port => true,
        },
        Predicate::Marked(_) => false,
        Predicate::Operation(_)
        | Predicate::Command(_)
        | Predicate::Via(_)
        | Predicate::Path(_)
        | Predicate::Host(_)
        | Predicate::Has(_) => true,
    }
}

/// Whether a predicate names the program.
fn names_program(literal: &Literal) -> bool {
    matches!(
        &*literal.predicate,
        Predicate::Command(_)
            | Predicate::Via(_)
            | Predicate::Text(
                TextSubject::Program
                    | TextSubject::ViaProgram
                    | TextSubject::Args
                    | TextSubject::Env(_)
                    | TextSubject::Arg(_),
                _
            )
    )
}

/// Whether an operation is one that running a program can have.
fn is_exec(operation: &Operation) -> bool {
    operation.is("exec") && !operation.is("exec.plain")
}

/// The declared tools that run a shell or words of a command.
fn shell_tools<'p>(policies: &'p Policies<'_>) -> impl Iterator<Item = &'p ToolDecl> {
    let tools = policies.set.written_layers().flat_map(|layer| &layer.tools);
    tools.filter(|tool| tool.args.iter().any(|arg| matches!(arg.ty, ArgType::Shell(_) | ArgType::Argv)))
}

/// The literal names of the declared tools that run a shell.
fn shell_names<'p>(policies: &'p Policies<'_>) -> Vec<&'p str> {
    shell_tools(policies)
        .flat_map(|tool| &tool.names)
        .filter_map(|name| match name {
            ToolName::Literal(name) => Some(&**name),
            ToolName::Regex(_) => None,
        })
        .collect()
}

/// A name among these that a test of `tool_name` by plain texts lets through.
fn named<'n>(literal: &Literal, names: &[&'n str]) -> Option<&'n str> {
    let Predicate::Text(TextSubject::ToolName, test) = &*literal.predicate else { return None };
    if literal.negated {
        return None;
    }
    names.iter().copied().find(|name| match test {
        TextTest::OneOf(all) => all.iter().any(|one| matches!(one, Scalar::Text(text) if **text == **name)),
        TextTest::StartsWith(all) => all.iter().any(|start| name.starts_with(&**start)),
        TextTest::EndsWith(all) => all.iter().any(|end| name.ends_with(&**end)),
        TextTest::Like(_)
        | TextTest::Matches(_)
        | TextTest::Contains(_)
        | TextTest::Compare(..)
        | TextTest::Is(_)
        | TextTest::Exists => false,
    })
}

/// Whether a rule is for certain tools, none of which runs a shell, or for one server's.
fn is_for_other_tools(literal: &Literal, shells: &[&str]) -> bool {
    !literal.negated
        && match &*literal.predicate {
            Predicate::Text(TextSubject::ToolName, TextTest::OneOf(_)) => named(literal, shells).is_none(),
            Predicate::Text(TextSubject::Server, TextTest::OneOf(_)) => true,
            _ => false,
        }
}
