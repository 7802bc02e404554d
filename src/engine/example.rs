//! Calls that policies write down: in `hits`, `misses` and `test` items.

use serde_json::{Map, Number, Value};

use crate::engine::mistakes::ExampleNotACall;
use crate::model::{Call, Span};
use crate::policy::regex_source;
use crate::policy::typed::{ArgType, Layer, Regex, ToolDecl, ToolName};
use crate::syntax::ast::{CallArgs, CallLit, Example, Json, Object};

/// The home directory of an example's call that names none.
pub(crate) const HOME: &str = "/home/dev";
/// The project of an example's call that names none.
pub(crate) const ROOT: &str = "/home/dev/project";

/// The tool that runs a bare text when no policy declares a shell tool.
pub const BUILT_IN_SHELL: &str = "shell";
/// Its argument.
pub(crate) const BUILT_IN_SHELL_ARG: &str = "command";

/// The keys of a call that `with` may set.
const KEYS: &[&str] = &[
    "cwd",
    "root",
    "home",
    "agent",
    "mode",
    "session",
    "server",
    "operations",
    "env",
    "context",
    "marks",
    "fs",
    "fs_case_insensitive",
];

/// Makes calls of what policies write. Knows the tools that the layers declare.
#[derive(Clone, Copy, Debug)]
pub struct Examples<'a> {
    layers: &'a [Layer],
}

impl<'a> Examples<'a> {
    /// With the tools of these layers.
    pub fn new(layers: &'a [Layer]) -> Examples<'a> {
        Examples { layers }
    }

    /// The call that runs `command` in the layers' shell: the first declared tool, by a name, with a `shell` argument that
    /// is on no server; the built-in `shell` if there is none.
    pub fn shell_call(&self, command: &str) -> Call {
        let declared = self.tools().filter(|tool| tool.server.is_none()).find_map(|tool| {
            let arg = tool.args.iter().find(|arg| matches!(arg.ty, ArgType::Shell(_)))?;
            let name = tool.names.iter().find_map(|name| match name {
                ToolName::Literal(name) => Some(name),
                ToolName::Regex(_) => None,
            })?;
            Some((name.to_string(), arg.name.to_string()))
        });
        let (tool, arg) =
            declared.unwrap_or_else(|| (BUILT_IN_SHELL.to_owned(), BUILT_IN_SHELL_ARG.to_owned()));
        Call { tool, args: Map::from_iter([(arg, Value::from(command))]), ..Call::default() }
    }

    /// Whether a declared tool runs a shell.
    pub fn has_shell(&self) -> bool {
        self.tools().any(|tool| {
            tool.server.is_none()
                && tool.args.iter().any(|arg| matches!(arg.ty, ArgType::Shell(_)))
                && tool.names.iter().any(|name| matches!(name, ToolName::Literal(_)))
        })
    }

    /// The call of an example.
    pub fn example(&self, example: &Example) -> Result<Call, ExampleNotACall> {
        match example {
            Example::Shell(text) => Ok(in_place(self.shell_call(&text.node))),
            Example::Call(call) => self.call(call, None),
        }
    }

    /// The call of a test's case; `with` are the keys that the test sets for all its cases.
    pub fn call(&self, written: &CallLit, with: Option<&Object>) -> Result<Call, ExampleNotACall> {
        let mut members = Map::new();
        for object in [with, written.with.as_ref()].into_iter().flatten() {
            for (key, value) in &object.members {
                check_key(&key.node, key.span)?;
                members.insert(key.node.clone(), json(value)?);
            }
        }
        members.insert("tool".into(), Value::from(written.tool.node.as_str()));
        let mut call: Call = serde_json::from_value(Value::Object(members)).map_err(|error| {
            let at = written.with.as_ref().or(with).map_or(written.span, |object| object.span);
            ExampleNotACall::new(
                format!("a key of the call has the wrong type: {error}"),
                "see `docs/schema/call.json`",
                at,
            )
        })?;
        match &written.args {
            CallArgs::Object(object) => {
                for (key, value) in &object.members {
                    call.args.insert(key.node.clone(), json(value)?);
                }
            }
            CallArgs::Text(text) => {
                let name = self.only_argument(&call, text.span)?;
                call.args.insert(name, Value::from(text.node.as_str()));
            }
        }
        Ok(in_place(call))
    }

    /// The tool's only argument that carries an effect.
    fn only_argument(&self, call: &Call, at: Span) -> Result<String, ExampleNotACall> {
        let declared: Vec<&ToolDecl> = self.tools().filter(|tool| declares(tool, call)).collect();
        let mut names: Vec<&str> = declared
            .iter()
            .flat_map(|tool| &tool.args)
            .filter(|arg| arg.ty.carries_effects())
            .map(|arg| &*arg.name)
            .collect();
        names.sort_unstable();
        names.dedup();
        let tool = &call.tool;
        let (message, help) = match names.as_slice() {
            [name] => return Ok((*name).to_owned()),
            [] if declared.is_empty() => (
                format!("no tool `{tool}` is declared"),
                "declare it, or write its arguments by name".to_owned(),
            ),
            [] => (
                format!("tool `{tool}` has no shell, path or url argument"),
                format!("write its arguments by name: `{tool} {{ NAME: \"…\" }}`"),
            ),
            [first, ..] => (
                format!("tool `{tool}` has several arguments that a text could be: `{}`", names.join("`, `")),
                format!("write it by name: `{tool} {{ {first}: \"…\" }}`"),
            ),
        };
        Err(ExampleNotACall::new(message, help, at))
    }

    fn tools(&self) -> impl Iterator<Item = &'a ToolDecl> {
        self.layers.iter().flat_map(|layer| &layer.tools)
    }
}

fn declares(tool: &ToolDecl, call: &Call) -> bool {
    let server = tool.server.is_none() || tool.server.as_deref() == call.server.as_deref();
    server
        && tool.names.iter().any(|name| match name {
            ToolName::Literal(name) => **name == *call.tool,
            ToolName::Regex(regex) => whole_match(regex, &call.tool),
        })
}

fn whole_match(regex: &Regex, text: &str) -> bool {
    const PROGRAM_BYTES: usize = 1 << 20;
    regex::RegexBuilder::new(&format!("^(?:{})$", regex_source(regex)))
        .size_limit(PROGRAM_BYTES)
        .build()
        .is_ok_and(|regex| regex.is_match(text))
}

fn check_key(key: &str, at: Span) -> Result<(), ExampleNotACall> {
    if KEYS.contains(&key) {
        return Ok(());
    }
    let near = KEYS.iter().map(|known| (strsim::damerau_levenshtein(key, known), known)).min();
    let help = match near {
        Some((distance, known)) if distance <= 2 => format!("did you mean `{known}`?"),
        _ => {
            "the keys are cwd, root, home, agent, mode, session, server, operations, env, context, marks, fs"
                .into()
        }
    };
    Err(ExampleNotACall::new(format!("a call has no key `{key}` that `with` could set"), help, at))
}

/// The example's own surroundings: a project in a home directory, with a file system of its own. Directories and names
/// in `fs` that are relative stand below the root, those that begin with `~` below the home directory.
fn in_place(mut call: Call) -> Call {
    let home = call.home.take().unwrap_or_else(|| HOME.to_owned());
    let below = |path: &str, base: &str| match path {
        "." | "" => base.to_owned(),
        "~" => home.clone(),
        path if path.starts_with('/') => path.to_owned(),
        path => match path.strip_prefix("~/") {
            Some(rest) => format!("{home}/{rest}"),
            None => format!("{}/{}", base.trim_end_matches('/'), path.trim_start_matches("./")),
        },
    };
    let root = call.root.take().map_or_else(|| ROOT.to_owned(), |root| below(&root, &home));
    let cwd = call.cwd.take().map_or_else(|| root.clone(), |cwd| below(&cwd, &root));
    let listed = call.fs.take().unwrap_or_default();
    call.fs = Some(listed.into_iter().map(|(path, entry)| (below(&path, &root), entry)).collect());
    call.home = Some(home);
    call.root = Some(root);
    call.cwd = Some(cwd);
    call
}

/// A written value as JSON. Whole numbers are integers.
fn json(written: &Json) -> Result<Value, ExampleNotACall> {
    Ok(match written {
        Json::Null(_) => Value::Null,
        Json::Bool(value) => Value::Bool(value.node),
        Json::Text(text) => Value::String(text.node.clone()),
        Json::Number(number) => Value::Number(whole_or_real(number.node).ok_or_else(|| {
            ExampleNotACall::new("this number can't be written in JSON", "write a finite number", number.span)
        })?),
        Json::List(values, _) => Value::Array(values.iter().map(json).collect::<Result<_, _>>()?),
        Json::Object(object) => {
            let mut members = Map::new();
            for (key, value) in &object.members {
                if members.insert(key.node.clone(), json(value)?).is_some() {
                    let message = format!("the member `{}` is there twice", key.node);
                    return Err(ExampleNotACall::new(message, "take one of them out", key.span));
                }
            }
            Value::Object(members)
        }
    })
}

fn whole_or_real(number: f64) -> Option<Number> {
    // Every whole number up to 2^53 is exact in an f64.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= EXACT {
        // The range was checked, so nothing is lost.
        #[expect(clippy::cast_possible_truncation, reason = "whole and within 2^53")]
        return Some(Number::from(number as i64));
    }
    Number::from_f64(number)
}
