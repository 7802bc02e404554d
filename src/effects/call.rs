//! A call to its effects (effects page, "Tools").

use serde_json::Value;

use crate::effects::arguments;
use crate::effects::shell_seam::{Shell, ShellContext, ShellDialect};
use crate::effects::vocabulary::Vocabulary;
use crate::model::{Budget, Call, Certainty, Effect, Files, Naming, Operation, Origin, Subject};
use crate::policy::typed::{ArgDecl, ArgType, Dialect};

/// What is needed to read an argument.
pub(crate) struct Reading<'a> {
    pub(crate) call: &'a Call,
    pub(crate) shell: &'a dyn Shell,
    pub(crate) files: &'a dyn Files,
    pub(crate) budget: &'a Budget,
}

impl Reading<'_> {
    /// The directory that relative paths start from: the call's, else the project's.
    pub(crate) fn cwd(&self) -> Option<&str> {
        self.call.cwd.as_deref().or(self.call.root.as_deref())
    }

    pub(crate) fn context(&self, dialect: Dialect) -> ShellContext<'_> {
        ShellContext {
            cwd: self.cwd(),
            root: self.call.root.as_deref(),
            home: self.call.home.as_deref(),
            env: &self.call.env,
            dialect: match dialect {
                Dialect::Bash => ShellDialect::Bash,
                Dialect::Zsh => ShellDialect::Zsh,
                Dialect::PowerShell => ShellDialect::PowerShell,
            },
            files: self.files,
            budget: self.budget,
        }
    }
}

/// Everything that a call does; at least one effect.
pub fn effects_of(
    call: &Call,
    vocabulary: &Vocabulary,
    shell: &dyn Shell,
    files: &dyn Files,
    budget: &Budget,
) -> Vec<Effect> {
    let tool = vocabulary.tool(&call.tool, call.server.as_deref());
    let reading = Reading { call, shell, files, budget };
    let mut effects = Vec::new();
    let mut read: Vec<(&ArgDecl, &[Operation])> = Vec::new();
    for (arg, operations) in tool.args() {
        // Declarations of several places may say the same.
        let same = |(other, before): &(&ArgDecl, &[Operation])| {
            other.name == arg.name
                && other.ty == arg.ty
                && other.default == arg.default
                && *before == operations
        };
        if arg.ty.carries_effects() && !read.iter().any(same) {
            read.push((arg, operations));
            add(&mut effects, argument(arg, operations, &reading));
        }
    }
    let from_arguments = !effects.is_empty();
    for category in &call.operations {
        effects.push(plain(Operation::new(category), Subject::Call));
    }
    // A tool with an operation and no argument that carries it has an effect of that operation all the same.
    let carried = tool.args().any(|(arg, _)| arg.ty.carries_effects());
    if !from_arguments && (call.operations.is_empty() || (!carried && !tool.operations().is_empty())) {
        let own = tool.operations();
        if own.is_empty() && call.operations.is_empty() {
            effects.push(plain(Operation::new("call"), Subject::Call));
        }
        if call.operations.is_empty() {
            effects.extend(own.into_iter().map(|operation| plain(operation, Subject::Call)));
        }
    }
    if tool.unclear {
        let reason = "a tool declaration that may be meant for this tool could not be compiled".to_owned();
        effects.push(plain(Operation::new("call"), Subject::Unknown { programs: Vec::new(), reason }));
    }
    effects
}

/// An effect that is certain, named, and came through nothing.
pub(crate) fn plain(operation: Operation, subject: Subject) -> Effect {
    Effect {
        operation,
        subject,
        via: Vec::new(),
        certainty: Certainty::Certain,
        naming: Naming::Named,
        follows: Vec::new(),
        origin: Origin::default(),
    }
}

/// Adds effects whose positions (`follows`) are among themselves.
fn add(effects: &mut Vec<Effect>, more: Vec<Effect>) {
    let base = effects.len();
    effects.extend(more.into_iter().map(|mut effect| {
        effect.follows.iter_mut().for_each(|at| *at += base);
        effect
    }));
}

fn argument(arg: &ArgDecl, operations: &[Operation], reading: &Reading<'_>) -> Vec<Effect> {
    let value = reading.call.args.get(&*arg.name).filter(|value| !value.is_null()).or(arg.default.as_ref());
    let call = [Operation::new("call")];
    let operations = if operations.is_empty() { &call } else { operations };
    match arg.ty {
        ArgType::Shell(dialect) => arguments::shell(value, arg, dialect, operations, reading),
        ArgType::Argv => arguments::argv(value, arg, operations, reading),
        ArgType::Path => each_text(value, arg, operations, |text| arguments::path(text, false, reading)),
        ArgType::Tree => each_text(value, arg, operations, |text| arguments::path(text, true, reading)),
        ArgType::Glob => each_text(value, arg, operations, |text| arguments::glob(text, reading)),
        ArgType::Url => each_text(value, arg, operations, arguments::url),
        ArgType::Patch => arguments::patch(value, arg, operations, reading),
        ArgType::Text | ArgType::Json => Vec::new(),
    }
}

/// A text, or each text of a list; what is neither is unknown.
fn each_text(
    value: Option<&Value>,
    arg: &ArgDecl,
    operations: &[Operation],
    subject: impl Fn(Option<&str>) -> Subject,
) -> Vec<Effect> {
    let texts: Vec<Option<&str>> = match value {
        Some(Value::String(text)) => vec![Some(text)],
        Some(Value::Array(items)) => items.iter().map(Value::as_str).collect(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => vec![None],
    };
    let mut effects = Vec::new();
    for text in texts {
        for operation in operations {
            let origin = Origin { arg: Some(arg.name.to_string()), span: text.map(|text| 0..text.len()) };
            effects.push(Effect { origin, ..plain(operation.clone(), subject(text)) });
        }
    }
    effects
}
