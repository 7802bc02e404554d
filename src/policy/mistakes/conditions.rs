//! Conditions: operators, types, what no effect can satisfy.

use crate::model::Span;

use super::{did_you_mean, replace};

mistake! {
    /// An operator that its subject does not have.
    WrongOperator { subject: String, operator: &'static str, allowed: &'static str, hint: Option<String> }
    code: "wrong-operator", Error;
    summary: "an operator stands with a subject that does not have it";
    why: "a path is compared by segments, a host by labels, a command by words: each has its own operators";
    instead: "one of the subject's operators";
    example: "rule r  path ~ /\\.env$/ => deny\n";
    mended: "rule r  path like \"/**/*.env\" => deny\n";
    message: |m| format!("`{}` can't be tested with `{}`", m.subject, m.operator);
    label: |m| format!("`{}` takes {}", m.subject, m.allowed);
    help: |m| m.hint.clone();
}

mistake! {
    /// A value of the wrong type.
    WrongType { subject: String, operator: &'static str, expected: &'static str, found: &'static str, hint: Option<String>, fix: Option<String> }
    code: "wrong-type", Error;
    summary: "a value is of another type than its operator takes";
    why: "a number is never equal to a text; the rule would never apply";
    instead: "a value of the type that the message names";
    example: "rule r  operation is \"read\" => allow\n";
    mended: "rule r  operation is read => allow\n";
    message: |m| format!("`{} {}` takes {}, not {}", m.subject, m.operator, m.expected, m.found);
    label: |m| format!("expected {}", m.expected);
    help: |m| m.hint.clone();
    fix: |m| m.fix.as_ref().and_then(|text| replace(m.at, format!("write {text}"), text.clone()));
}

mistake! {
    /// An operation that nobody declares.
    UnknownOperation { name: String, nearest: Option<String> }
    code: "unknown-operation", Error;
    summary: "an operation is neither built in nor declared";
    why: "no effect has it, so the rule would never apply";
    instead: "a built-in operation (`read`, `write`, `exec` …), or `operation NAME` to declare a category that callers mark";
    example: "rule r  operation is wirte => deny\n";
    mended: "rule r  operation is write => deny\n";
    message: |m| format!("unknown operation `{}`", m.name);
    label: |_| "neither built in nor declared".into();
    help: |m| did_you_mean(m.nearest.as_ref(), format!("declare it: `operation {}`", m.name));
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// A fact that nobody declares.
    UnknownContext { name: String, nearest: Option<String>, subject: bool }
    code: "unknown-context", Error;
    summary: "a fact is tested that no `context` declares";
    why: "callers would not know to send it, and a misspelt name would never match";
    instead: "`context NAME: text`, `number` or `bool`";
    example: "context branch: text\nrule r  context.brunch == \"main\" => deny\n";
    mended: "context branch: text\nrule r  context.branch == \"main\" => deny\n";
    message: |m| format!("unknown fact `context.{}`", m.name);
    label: |_| "not declared".into();
    help: |m| did_you_mean(m.nearest.as_ref(), format!("declare it: `context {}: text`", m.name));
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), if m.subject { format!("context.{near}") } else { near.clone() }));
}

mistake! {
    /// A fact of one type compared with a value of another.
    ContextType { name: String, ty: &'static str, expected: &'static str, declared: Span }
    code: "context-type", Error;
    summary: "a fact is tested as another type than it was declared with";
    why: "a fact of another type is unknown to the predicate, so the rule would never apply";
    instead: "a test that fits the type, or another type in the declaration";
    example: "context replicas: number\nrule r  context.replicas == \"3\" => deny\n";
    mended: "context replicas: number\nrule r  context.replicas == 3 => deny\n";
    message: |m| format!("`context.{}` is a {}", m.name, m.ty);
    label: |m| format!("expected {}", m.expected);
    help: |_| Some("mend the test, or the type in the declaration".into());
    related: |m| vec![(m.declared, "declared here".into())];
}

mistake! {
    /// An argument that no tool has.
    UnknownArgument { /// What stands after the name.
        steps: bool, name: String, tool: Option<String>, nearest: Option<String>, declared: Vec<(Span, String)> }
    code: "unknown-argument", Error;
    summary: "an argument is tested that no declaration of the tool has";
    why: "a misspelt argument is never there, so the rule would never apply";
    instead: "an argument that a `tool` declares";
    example: "tool read_file { operation read  arg path: path }\nrule r  tool_arg.pth like \"*.env\" => deny\n";
    mended: "tool read_file { operation read  arg path: path }\nrule r  tool_arg.path like \"*.env\" => deny\n";
    message: |m| match &m.tool {
        Some(tool) => format!("tool `{tool}` has no argument `{}`", m.name),
        None => format!("no tool has an argument `{}`", m.name),
    };
    label: |_| "not declared".into();
    help: |m| did_you_mean(m.nearest.as_ref(), "declare it in the tool: `arg NAME: TYPE`");
    related: |m| m.declared.clone();
    fix: |m| match &m.nearest {
        // What stands after the name would be lost.
        Some(near) if !m.steps => replace(m.at, format!("write `{near}`"), format!("tool_arg.{near}")),
        _ => None,
    };
}

mistake! {
    /// An argument tested as something that its type can't be.
    ArgumentType { name: String, ty: &'static str, found: String, declared: Span }
    code: "argument-type", Error;
    summary: "an argument is tested as another type than it was declared with";
    why: "a value of another type is unknown to the predicate, so the rule would never apply";
    instead: "a test that fits the type, or `json` in the declaration, which may be anything";
    example: "tool pay { operation exec  arg amount: text }\nrule r  tool_arg.amount > 100 => deny\n";
    mended: "tool pay { operation exec  arg amount: json }\nrule r  tool_arg.amount > 100 => deny\n";
    message: |m| format!("`tool_arg.{}` is `{}`, which is never {}", m.name, m.ty, m.found);
    label: |_| "this never holds".into();
    help: |_| Some("declare it as `json` if it may be of another type".into());
    related: |m| vec![(m.declared, "declared here".into())];
}

mistake! {
    /// A condition that no effect can satisfy.
    NeverHolds { whole: bool, first: String, second: String, other: Option<Span>, hint: Option<String> }
    code: "never-holds", Error;
    summary: "a condition that no effect can satisfy";
    why: "an effect is of one kind: a program that runs, a path, or a host. A rule that asks for two of them at once never \
          applies, and its negation is never more than `maybe`";
    instead: "`via` for the command that an effect came through; two rules for two kinds of effects";
    example: "rule r  command runs `rm ...` and path within \"/etc\" => deny\n";
    mended: "rule r  via runs `rm ...` and path within \"/etc\" => deny\n";
    message: |m| if m.second.is_empty() {
        format!("no effect satisfies `{}`", m.first)
    } else {
        format!("no effect satisfies both `{}` and `{}`", m.first, m.second)
    };
    label: |m| if m.whole { "the condition never holds".into() } else { "this part never holds".into() };
    help: |m| m.hint.clone();
    related: |m| m.other.map(|at| (at, "together with this".to_owned())).into_iter().collect();
}

mistake! {
    /// An allow rule that rests on text.
    AllowByText { name: String, ty: &'static str, instead: &'static str, declared: Span, used: Option<Span> }
    code: "allow-by-text", Error;
    summary: "an allow rule tests an argument with effects as text";
    why: "text can be spelled in many ways, and says more than it shows: `ls; rm -rf ~` begins with `ls`";
    instead: "a test of what the call does: `command runs`, `path within`, `host ==`";
    example: "tool Bash { operation exec  arg command: shell }\nrule r  tool_arg.command ~ /^ls/ => allow\n";
    mended: "tool Bash { operation exec  arg command: shell }\nrule r  command runs `ls ...` => allow\n";
    message: |m| format!("an allow rule can't rest on the text of `tool_arg.{}`", m.name);
    label: |m| format!("`{}` is a `{}` argument", m.name, m.ty);
    help: |m| Some(format!("test what the call does: {}", m.instead));
    related: |m| {
        let mut places = vec![(m.declared, "declared here".to_owned())];
        places.extend(m.used.map(|at| (at, "the allow rule".to_owned())));
        places
    };
}
