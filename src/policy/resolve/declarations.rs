//! What a set declares: operations, facts and tools. Declarations of all files of all layers add up.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::sync::Arc;

use crate::model::{BUILT_IN, Operation, Span};
use crate::policy::limits;
use crate::policy::mistakes::{
    BuiltInOperation, ContextRedeclared, DefaultRedeclared, DefaultType, DialectWithoutShell,
    DuplicateArgument, OperationsOfText, UnknownArgType, UnknownContextType, UnknownDialect,
    UnknownOperation, WildcardTool,
};
use crate::policy::resolve::gather::Member;
use crate::policy::resolve::operands::regex_of;
use crate::policy::resolve::{Poison, Resolved, calls};
use crate::policy::sink::Sink;
use crate::policy::typed::{
    ArgDecl, ArgType, ContextDecl, ContextType, Dialect, OperationDecl, ToolDecl, ToolName,
};
use crate::policy::values::regex::regex_source;
use crate::syntax::ast::{self, ContextItem, Item, Name, OperationItem, ToolField, ToolItem};

/// The types of arguments, as policies write them.
pub(in crate::policy) const ARG_TYPES: &[&str] =
    &["shell", "argv", "path", "tree", "url", "glob", "patch", "text", "json"];

/// What one layer declares.
#[derive(Debug, Default)]
pub(super) struct Declared {
    pub(super) tools: Vec<ToolDecl>,
    pub(super) operations: Vec<OperationDecl>,
    pub(super) contexts: Vec<ContextDecl>,
}

/// What the whole set declares.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// Every operation, built-in or declared, and every beginning of one.
    pub(super) operations: HashMap<Arc<str>, ()>,
    /// Facts by name.
    pub(super) contexts: HashMap<Arc<str>, ContextDecl>,
    /// Tool declarations of all layers.
    pub(super) tools: Vec<ToolDecl>,
    /// By literal name.
    by_name: HashMap<Arc<str>, Vec<usize>>,
    /// Those with a regex among their names.
    by_regex: Vec<RegexTool>,
    /// By argument: the tool, and the argument's position in it.
    by_arg: HashMap<Arc<str>, Vec<(usize, usize)>>,
    /// By argument: each of its types, with one declaration.
    types: HashMap<Arc<str>, Vec<(ArgType, Span)>>,
    /// Comparisons of names that are left; none when it is used up, and the set is then refused.
    left: Cell<usize>,
    /// Any declaration may be missing, since a part of a file could not be read; what is not declared is then not
    /// reported.
    pub(super) incomplete: bool,
    /// A tool's declaration may be missing, or an argument of it.
    pub(super) tools_incomplete: bool,
    /// A fact's declaration may be missing.
    pub(super) facts_incomplete: bool,
}

#[derive(Debug)]
struct RegexTool {
    tool: usize,
    source: String,
    compiled: OnceCell<Option<regex::Regex>>,
}

impl Vocabulary {
    /// The tools that have an argument of this name.
    pub(super) fn with_arg(&self, name: &str) -> impl Iterator<Item = (&ToolDecl, &ArgDecl)> {
        let found = self.by_arg.get(name).map_or(&[][..], Vec::as_slice);
        self.spend(found.len());
        found.iter().filter_map(|(tool, arg)| {
            let tool = self.tools.get(*tool)?;
            Some((tool, tool.args.get(*arg)?))
        })
    }

    /// One declaration of each type that an argument of this name has.
    pub(super) fn types_of_arg(&self, name: &str) -> &[(ArgType, Span)] {
        self.types.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether any tool declares an argument.
    pub(super) fn has_args(&self) -> bool {
        !self.by_arg.is_empty()
    }

    /// Takes some comparisons from the budget; false when it is used up.
    pub(super) fn spend(&self, comparisons: usize) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(comparisons));
        left > comparisons
    }

    /// Whether the budget was enough.
    pub(super) fn is_overspent(&self) -> bool {
        self.left.get() == 0
    }

    /// The declarations of a tool, on any server.
    pub(super) fn of_tool<'v>(&'v self, name: &'v str) -> impl Iterator<Item = &'v ToolDecl> {
        // Matching with a regex counts as several comparisons.
        self.spend(self.by_regex.len() * 4);
        let literal = self.by_name.get(name).into_iter().flatten().copied();
        let regex = self.by_regex.iter().filter(move |entry| entry.matches(name)).map(|entry| entry.tool);
        literal.chain(regex).filter_map(|tool| self.tools.get(tool))
    }

    /// The literal names of all tools.
    pub(super) fn tool_names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(|name| &**name)
    }

    fn index(&mut self) {
        for (number, tool) in self.tools.iter().enumerate() {
            for name in &tool.names {
                match name {
                    ToolName::Literal(name) => self.by_name.entry(Arc::clone(name)).or_default().push(number),
                    ToolName::Regex(regex) => self.by_regex.push(RegexTool {
                        tool: number,
                        source: format!("^(?:{})$", regex_source(regex)),
                        compiled: OnceCell::new(),
                    }),
                }
            }
            for (position, arg) in tool.args.iter().enumerate() {
                self.by_arg.entry(Arc::clone(&arg.name)).or_default().push((number, position));
                let types = self.types.entry(Arc::clone(&arg.name)).or_default();
                if !types.iter().any(|(known, _)| *known == arg.ty) {
                    types.push((arg.ty, arg.span));
                }
            }
        }
    }
}

impl RegexTool {
    /// Whether the name matches as a whole; a regex that does not compile may match anything.
    fn matches(&self, name: &str) -> bool {
        let compiled = self.compiled.get_or_init(|| regex::Regex::new(&self.source).ok());
        compiled.as_ref().is_none_or(|regex| regex.is_match(name))
    }
}

/// Reads the declarations of all layers.
pub(super) fn declare(layers: &[Vec<Member>], sink: &mut Sink) -> (Vocabulary, Vec<Declared>) {
    let mut vocabulary = Vocabulary { left: Cell::new(limits::TOOL_COMPARISONS), ..Vocabulary::default() };
    for name in BUILT_IN {
        vocabulary.operations.insert(Arc::from(*name), ());
    }
    let mut all = Vec::new();
    for members in layers {
        let mut declared = Declared::default();
        for item in items(members) {
            match item {
                Item::Operation(item) => operation(item, &mut vocabulary, &mut declared, sink),
                Item::Context(item) => context(item, &mut vocabulary, &mut declared, sink),
                _ => {}
            }
        }
        vocabulary.incomplete |= members.iter().any(|member| member.incomplete);
        all.push(declared);
    }
    vocabulary.tools_incomplete = vocabulary.incomplete;
    vocabulary.facts_incomplete |= vocabulary.incomplete;
    for (members, declared) in layers.iter().zip(&mut all) {
        let mut earlier = Earlier::default();
        for member in members {
            for item in &member.file.tree.items {
                let Item::Tool(item) = item else { continue };
                match tool(item, &vocabulary, sink) {
                    Ok(tool) => {
                        earlier.compare(&tool, sink);
                        declared.tools.push(tool);
                    }
                    Err(Poison) => vocabulary.tools_incomplete = true,
                }
                vocabulary.tools_incomplete |= item.poisoned;
            }
        }
        vocabulary.tools.extend(declared.tools.iter().cloned());
    }
    vocabulary.index();
    (vocabulary, all)
}

fn items(members: &[Member]) -> impl Iterator<Item = &Item> {
    members.iter().flat_map(|member| &member.file.tree.items)
}

fn operation(item: &OperationItem, vocabulary: &mut Vocabulary, declared: &mut Declared, sink: &mut Sink) {
    let name = item.name.node.as_str();
    if BUILT_IN.contains(&name) {
        sink.add(&BuiltInOperation { at: item.name.span, name: name.to_owned() });
        return;
    }
    for (at, _) in name.match_indices('.') {
        vocabulary.operations.entry(Arc::from(name.get(..at).unwrap_or(name))).or_default();
    }
    vocabulary.operations.entry(Arc::from(name)).or_default();
    declared.operations.push(OperationDecl {
        name: Operation::new(name),
        description: item.description.as_ref().map(|text| text.node.as_str().into()),
        span: item.span,
    });
}

fn context(item: &ContextItem, vocabulary: &mut Vocabulary, declared: &mut Declared, sink: &mut Sink) {
    let ty = match item.ty.node.as_str() {
        "text" => ContextType::Text,
        "number" => ContextType::Number,
        "bool" => ContextType::Bool,
        other => {
            let nearest = match other {
                "string" | "str" => Some("text".to_owned()),
                "int" | "integer" | "float" => Some("number".to_owned()),
                "boolean" => Some("bool".to_owned()),
                _ => sink.nearest.find(other, ["text", "number", "bool"]),
            };
            sink.add(&UnknownContextType { at: item.ty.span, name: other.to_owned(), nearest });
            vocabulary.facts_incomplete = true;
            return;
        }
    };
    let decl = ContextDecl {
        name: item.name.node.as_str().into(),
        ty,
        description: item.description.as_ref().map(|text| text.node.as_str().into()),
        span: item.span,
    };
    match vocabulary.contexts.get(&decl.name) {
        Some(first) if first.ty != ty => sink.add(&ContextRedeclared {
            at: item.name.span,
            name: item.name.node.clone(),
            ty: ty.name(),
            other: first.ty.name(),
            first: first.span,
        }),
        Some(_) => {}
        None => {
            vocabulary.contexts.insert(Arc::clone(&decl.name), decl.clone());
        }
    }
    declared.contexts.push(decl);
}

fn tool(item: &ToolItem, vocabulary: &Vocabulary, sink: &mut Sink) -> Resolved<ToolDecl> {
    let mut sound = true;
    let mut decl = ToolDecl {
        names: Vec::new(),
        server: item.server.as_ref().map(|server| server.node.as_str().into()),
        operations: Vec::new(),
        args: Vec::new(),
        span: item.span,
    };
    for name in &item.names {
        match name {
            ast::ToolName::Literal { name, .. } => {
                if name.node.contains('*') {
                    sink.add(&WildcardTool { at: name.span, name: name.node.clone() });
                }
                decl.names.push(ToolName::Literal(name.node.as_str().into()));
            }
            ast::ToolName::Regex(literal) => match regex_of(literal, sink) {
                Ok(regex) => decl.names.push(ToolName::Regex(regex)),
                Err(Poison) => sound = false,
            },
        }
    }
    let mut spans: HashMap<&str, Span> = HashMap::new();
    for field in &item.fields {
        match field {
            ToolField::Operation(field) => match operations(&field.value, vocabulary, sink) {
                Ok(found) => decl.operations.extend(found),
                Err(Poison) => sound = false,
            },
            ToolField::Arg(field) => {
                let (name, at) = (field.value.name.node.as_str(), field.value.name.span);
                if let Some(first) = spans.insert(name, at) {
                    sink.add(&DuplicateArgument { at, name: name.to_owned(), first });
                }
                match arg(&field.value, field.span, vocabulary, sink) {
                    Ok(found) => decl.args.push(found),
                    Err(Poison) => sound = false,
                }
            }
        }
    }
    if sound { Ok(decl) } else { Err(Poison) }
}

fn operations(names: &[Name], vocabulary: &Vocabulary, sink: &mut Sink) -> Resolved<Vec<Operation>> {
    let mut sound = true;
    for name in names {
        if vocabulary.operations.contains_key(name.node.as_str()) {
            continue;
        }
        sound = false;
        if !vocabulary.incomplete {
            let nearest = sink.nearest.find(&name.node, vocabulary.operations.keys().map(|known| &**known));
            sink.add(&UnknownOperation { at: name.span, name: name.node.clone(), nearest });
        }
    }
    if sound { Ok(names.iter().map(|name| Operation::new(&name.node)).collect()) } else { Err(Poison) }
}

fn arg(decl: &ast::ArgDecl, span: Span, vocabulary: &Vocabulary, sink: &mut Sink) -> Resolved<ArgDecl> {
    let ty = arg_type(decl, sink);
    let operations = operations(&decl.operations, vocabulary, sink);
    let (ty, operations) = (ty?, operations?);
    if !ty.carries_effects() && !operations.is_empty() {
        sink.add(&OperationsOfText { at: span, name: decl.name.node.clone(), ty: ty.name() });
    }
    let default = decl.default.as_ref().map(calls::json);
    if let (Some(value), Some(written)) = (&default, &decl.default)
        && !fits(ty, value)
    {
        let found = calls::json_kind(value);
        sink.add(&DefaultType {
            at: calls::json_span(written),
            name: decl.name.node.clone(),
            ty: ty.name(),
            found,
        });
    }
    Ok(ArgDecl { name: decl.name.node.as_str().into(), ty, operations, default, span })
}

/// Whether an argument of this type can have this value; `null` stands for none at all.
pub(super) fn fits(ty: ArgType, value: &serde_json::Value) -> bool {
    use serde_json::Value;
    let is_text = |value: &Value| value.is_string();
    match (ty, value) {
        (ArgType::Json, _) | (_, Value::Null) | (_, Value::String(_)) => true,
        (
            ArgType::Argv | ArgType::Path | ArgType::Tree | ArgType::Url | ArgType::Glob,
            Value::Array(values),
        ) => values.iter().all(is_text),
        _ => false,
    }
}

fn arg_type(decl: &ast::ArgDecl, sink: &mut Sink) -> Resolved<ArgType> {
    let name = decl.ty.node.as_str();
    let ty = match name {
        "shell" => return dialect(decl, sink).map(ArgType::Shell),
        "argv" => ArgType::Argv,
        "path" => ArgType::Path,
        "tree" => ArgType::Tree,
        "url" => ArgType::Url,
        "glob" => ArgType::Glob,
        "patch" => ArgType::Patch,
        "text" => ArgType::Text,
        "json" => ArgType::Json,
        other => {
            let near = match other {
                "file" | "filename" => Some("path"),
                "dir" | "directory" | "folder" => Some("tree"),
                "string" | "str" => Some("text"),
                "command" | "bash" | "sh" | "cmd" => Some("shell"),
                "uri" => Some("url"),
                "number" | "bool" | "boolean" | "object" | "any" | "int" | "integer" | "list" | "array" => {
                    Some("json")
                }
                "diff" => Some("patch"),
                _ => None,
            };
            let nearest =
                near.map(str::to_owned).or_else(|| sink.nearest.find(other, ARG_TYPES.iter().copied()));
            sink.add(&UnknownArgType { at: decl.ty.span, name: other.to_owned(), nearest });
            return Err(Poison);
        }
    };
    if let Some(dialect) = &decl.dialect {
        sink.add(&DialectWithoutShell { at: dialect.span, ty: name.to_owned() });
    }
    Ok(ty)
}

fn dialect(decl: &ast::ArgDecl, sink: &mut Sink) -> Resolved<Dialect> {
    let Some(name) = &decl.dialect else { return Ok(Dialect::Bash) };
    match name.node.as_str() {
        "bash" => Ok(Dialect::Bash),
        "zsh" => Ok(Dialect::Zsh),
        "powershell" => Ok(Dialect::PowerShell),
        other => {
            let nearest = match other {
                "sh" | "dash" | "posix" | "ksh" => Some("bash".to_owned()),
                "pwsh" | "ps" | "ps1" => Some("powershell".to_owned()),
                _ => sink.nearest.find(other, ["bash", "zsh", "powershell"]),
            };
            sink.add(&UnknownDialect { at: name.span, name: other.to_owned(), nearest });
            Err(Poison)
        }
    }
}

/// The argument of a tool: server, tool, argument.
type ArgKey = (Option<Arc<str>>, Arc<str>, Arc<str>);

/// What earlier declarations of one layer say of each argument.
#[derive(Default)]
struct Earlier {
    defaults: HashMap<ArgKey, (serde_json::Value, Span)>,
    types: HashMap<ArgKey, (ArgType, Span)>,
}

impl Earlier {
    /// Declarations add up, but two that a file gives one name and two types, or two defaults, are a mistake.
    fn compare(&mut self, tool: &ToolDecl, sink: &mut Sink) {
        for name in &tool.names {
            let ToolName::Literal(name) = name else { continue };
            for arg in &tool.args {
                let key = (tool.server.clone(), Arc::clone(name), Arc::clone(&arg.name));
                match self.types.get(&key) {
                    Some((ty, first)) if *ty != arg.ty && first.source == arg.span.source => {
                        sink.add(&DuplicateArgument {
                            at: arg.span,
                            name: arg.name.to_string(),
                            first: *first,
                        });
                    }
                    Some(_) => {}
                    None => {
                        self.types.insert(key.clone(), (arg.ty, arg.span));
                    }
                }
                let Some(default) = &arg.default else { continue };
                match self.defaults.get(&key) {
                    Some((other, first)) if other != default => sink.add(&DefaultRedeclared {
                        at: arg.span,
                        tool: name.to_string(),
                        name: arg.name.to_string(),
                        first: *first,
                    }),
                    Some(_) => {}
                    None => {
                        self.defaults.insert(key, (default.clone(), arg.span));
                    }
                }
            }
        }
    }
}
