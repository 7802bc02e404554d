//! `tool`, `operation` and `context`.

use crate::model::Span;

use super::{choice, did_you_mean, replace};

mistake! {
    /// A type that arguments don't have.
    UnknownArgType { name: String, nearest: Option<String> }
    code: "unknown-arg-type", Error;
    summary: "an argument is declared with a type that does not exist";
    why: "the engine would not know which effects it carries";
    instead: "`shell`, `argv`, `path`, `tree`, `url`, `glob`, `patch`, `text` or `json`";
    example: "tool read { operation read  arg file: file }\n";
    mended: "tool read { operation read  arg file: path }\n";
    message: |m| format!("unknown type `{}`", m.name);
    label: |_| "not a type of arguments".into();
    help: |m| did_you_mean(m.nearest.as_ref(), format!("write {}", choice(crate::policy::resolve::ARG_TYPES.iter().copied())));
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// A shell that is not known.
    UnknownDialect { name: String, nearest: Option<String> }
    code: "unknown-dialect", Error;
    summary: "a `shell` argument is declared for a shell that is not known";
    why: "its commands would be read with another shell's rules";
    instead: "`shell` for bash, `shell(zsh)` or `shell(powershell)`";
    example: "tool run { operation exec  arg command: shell(fish) }\n";
    mended: "tool run { operation exec  arg command: shell(zsh) }\n";
    message: |m| format!("unknown shell `{}`", m.name);
    label: |_| "expected `bash`, `zsh` or `powershell`".into();
    help: |m| did_you_mean(m.nearest.as_ref(), "write `shell` for bash and POSIX shells, `shell(zsh)` or `shell(powershell)`");
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// `path(zsh)`.
    DialectWithoutShell { ty: String }
    code: "dialect-without-shell", Error;
    summary: "a type other than `shell` has a word in parentheses";
    why: "only a command is written in a shell's language";
    instead: "the type alone";
    example: "tool read { operation read  arg file: path(bash) }\n";
    mended: "tool read { operation read  arg file: path }\n";
    message: |m| format!("`{}` takes nothing in parentheses", m.ty);
    label: |_| "only `shell` has a dialect".into();
    help: |m| Some(format!("write `{}`", m.ty));
}

mistake! {
    /// An argument that one tool declares twice.
    DuplicateArgument { name: String, first: Span }
    code: "duplicate-argument", Error;
    summary: "a tool declares an argument twice, in two ways";
    why: "which of the two is meant can't be known";
    instead: "one declaration; another file may add to it";
    example: "tool read { operation read  arg file: path  arg file: text }\n";
    mended: "tool read { operation read  arg file: path }\n";
    message: |m| format!("the argument `{}` is declared twice", m.name);
    label: |_| "declared again".into();
    help: |_| Some("keep one of them".into());
    related: |m| vec![(m.first, "declared here first".into())];
}

mistake! {
    /// Two defaults of one argument.
    DefaultRedeclared { tool: String, name: String, first: Span }
    code: "default-redeclared", Error;
    summary: "two declarations of a tool give an argument different defaults";
    why: "declarations add up, but a call that lacks the argument has one value in its place";
    instead: "the default in one declaration";
    example: "tool find { operation read  arg dir: path = \".\" }\ntool find { arg dir: path = \"src\" }\n";
    mended: "tool find { operation read  arg dir: path = \".\" }\n";
    message: |m| format!("`{}` of `{}` has two defaults", m.name, m.tool);
    label: |_| "another default".into();
    help: |_| Some("keep one of them".into());
    related: |m| vec![(m.first, "the first".into())];
}

mistake! {
    /// A default that its argument's type can't have.
    DefaultType { name: String, ty: &'static str, found: &'static str }
    code: "default-type", Error;
    summary: "an argument's default is of another type than the argument";
    why: "a call that lacks the argument would be judged by a value that it can't have";
    instead: "a text or a list of texts; for `json` anything";
    example: "tool find { operation read  arg dir: path = 1 }\n";
    mended: "tool find { operation read  arg dir: path = \".\" }\n";
    message: |m| format!("`{}` is `{}`, so its default can't be {}", m.name, m.ty, m.found);
    label: |m| format!("expected a value of type `{}`", m.ty);
    help: |_| Some("write a text, or a list of texts".into());
}

mistake! {
    /// Operations of an argument that has no effect.
    OperationsOfText { name: String, ty: &'static str }
    code: "operations-of-text", Error;
    summary: "an argument without effects is given operations";
    why: "`text` and `json` are not looked into, so nothing would have the operation";
    instead: "a type with effects, or the operation on the tool";
    example: "tool mail { arg body: text is network.send }\n";
    mended: "tool mail { operation network.send  arg body: text }\n";
    message: |m| format!("`{}` is `{}`, which has no effect that could have an operation", m.name, m.ty);
    label: |_| "no effect".into();
    help: |_| Some("give the operation to the tool: `operation OP`".into());
}

mistake! {
    /// A star in a tool's name.
    WildcardTool { name: String }
    code: "wildcard-tool", Error;
    summary: "a `tool` item has a wildcard in its name";
    why: "a name in quotes is taken as it is, and no tool is called `get_*`";
    instead: "a regex over the whole name: `/get_.*/`";
    example: "tool \"get_*\" { operation read }\n";
    mended: "tool /get_.*/ { operation read }\n";
    message: |m| format!("`{}` is taken as it is: no tool has this name", m.name);
    label: |_| "`*` is an ordinary character here".into();
    help: |m| Some(format!("write a regex over the whole name: `/{}/`", m.name.replace('*', ".*")));
}

mistake! {
    /// A built-in operation declared anew.
    BuiltInOperation { name: String }
    code: "built-in-operation", Error;
    summary: "an operation is declared that is built in";
    why: "it has its meaning already, and a declaration can't change it";
    instead: "a name of its own, perhaps below it: `write.config`";
    example: "operation write \"changes something\"\n";
    mended: "operation write.config \"changes a configuration\"\n";
    message: |m| format!("`{}` is built in", m.name);
    label: |_| "needs no declaration".into();
    help: |m| Some(format!("leave it out, or declare a kind of it: `operation {}.…`", m.name));
}

mistake! {
    /// A fact with two types.
    ContextRedeclared { name: String, ty: &'static str, other: &'static str, first: Span }
    code: "context-redeclared", Error;
    summary: "a fact is declared with two types";
    why: "callers send one value, and it is of one type";
    instead: "one type";
    example: "context n: number\ncontext n: text\n";
    mended: "context n: number\n";
    message: |m| format!("`{}` is declared as `{}` and as `{}`", m.name, m.other, m.ty);
    label: |m| format!("`{}`", m.ty);
    help: |_| Some("declare it once, or with one type".into());
    related: |m| vec![(m.first, format!("`{}`", m.other))];
}

mistake! {
    /// A type that facts don't have.
    UnknownContextType { name: String, nearest: Option<String> }
    code: "unknown-context-type", Error;
    summary: "a fact is declared with a type that does not exist";
    why: "what callers may send could not be said";
    instead: "`text`, `number` or `bool`";
    example: "context branch: string\n";
    mended: "context branch: text\n";
    message: |m| format!("unknown type `{}`", m.name);
    label: |_| "expected `text`, `number` or `bool`".into();
    help: |m| did_you_mean(m.nearest.as_ref(), "write `text`, `number` or `bool`");
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}
