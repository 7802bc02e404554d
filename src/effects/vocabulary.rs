//! What is known of tools: their declarations, added up.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::model::{Declared, Operation};
use crate::policy::regex_source;
use crate::policy::typed::{ArgDecl, ToolDecl, ToolName};

/// All tool declarations of a set.
#[derive(Debug, Default)]
pub struct Vocabulary {
    declarations: Vec<ToolDecl>,
    by_name: HashMap<Arc<str>, Vec<usize>>,
    by_regex: Vec<(OnceLock<Option<regex::Regex>>, String, usize)>,
}

/// What is known of one tool. Declarations of several places add up; none takes anything away.
#[derive(Clone, Debug)]
pub struct Tool<'a> {
    declarations: Vec<&'a ToolDecl>,
    /// A declaration may be meant for this tool, but its regex could not be compiled.
    pub unclear: bool,
}

impl Vocabulary {
    /// The vocabulary of these declarations.
    pub fn new<'a>(declarations: impl IntoIterator<Item = &'a ToolDecl>) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for declaration in declarations {
            let at = vocabulary.declarations.len();
            vocabulary.declarations.push(declaration.clone());
            for name in &declaration.names {
                match name {
                    ToolName::Literal(name) => vocabulary.by_name.entry(name.clone()).or_default().push(at),
                    ToolName::Regex(regex) => {
                        let whole = format!("^(?:{})$", regex_source(regex));
                        vocabulary.by_regex.push((OnceLock::new(), whole, at));
                    }
                }
            }
        }
        vocabulary
    }

    /// What is known of a tool. A declaration `on` a server is meant for that server's tool alone, one without for a
    /// tool of that name wherever it is.
    pub fn tool(&self, name: &str, server: Option<&str>) -> Tool<'_> {
        let mut unclear = false;
        let mut found: Vec<usize> = self.by_name.get(name).cloned().unwrap_or_default();
        for (compiled, source, at) in &self.by_regex {
            let compiled = compiled.get_or_init(|| {
                regex::RegexBuilder::new(source).size_limit(4 << 20).dfa_size_limit(4 << 20).build().ok()
            });
            match compiled {
                Some(regex) if regex.is_match(name) => found.push(*at),
                Some(_) => {}
                None => unclear = true,
            }
        }
        found.sort_unstable();
        found.dedup();
        let declarations = found.into_iter().filter_map(|at| self.declarations.get(at));
        let here = |declaration: &&ToolDecl| {
            declaration.server.as_deref().is_none_or(|wanted| server == Some(wanted))
        };
        Tool { declarations: declarations.filter(here).collect(), unclear }
    }

    /// All declarations.
    pub fn declarations(&self) -> &[ToolDecl] {
        &self.declarations
    }
}

impl<'a> Tool<'a> {
    /// Whether any declaration is about it.
    pub fn is_declared(&self) -> bool {
        !self.declarations.is_empty()
    }

    /// The tool's own operations, each once.
    pub fn operations(&self) -> Vec<Operation> {
        let mut all = Vec::new();
        for operation in self.declarations.iter().flat_map(|declaration| &declaration.operations) {
            if !all.contains(operation) {
                all.push(operation.clone());
            }
        }
        all
    }

    /// Each declared argument, with the operations that it carries in its declaration: its own, else the tool's.
    pub fn args(&self) -> impl Iterator<Item = (&'a ArgDecl, &'a [Operation])> + '_ {
        self.declarations.iter().flat_map(|declaration| {
            declaration.args.iter().map(|arg| {
                let own = if arg.operations.is_empty() { &declaration.operations } else { &arg.operations };
                (arg, own.as_slice())
            })
        })
    }

    /// What the declarations say of an argument. Where one gives a default and another does not, a call that lacks it
    /// may mean either: it is unknown.
    pub fn declared(&self, name: &str) -> Declared<'a> {
        let mut found = Declared::No;
        for arg in self.declarations.iter().flat_map(|declaration| &declaration.args) {
            if *arg.name != *name {
                continue;
            }
            found = match (found, &arg.default) {
                (_, None) | (Declared::Required, _) => Declared::Required,
                (Declared::No, Some(default)) => Declared::Default(default),
                (Declared::Default(before), Some(default)) if before == default => Declared::Default(default),
                (Declared::Default(_), Some(_)) => Declared::Required,
            };
        }
        found
    }

    /// The value that an argument has in a call: its own, or its default.
    pub fn value(&self, args: &'a serde_json::Map<String, Value>, arg: &'a ArgDecl) -> Option<&'a Value> {
        args.get(&*arg.name).filter(|value| !value.is_null()).or(arg.default.as_ref())
    }
}
