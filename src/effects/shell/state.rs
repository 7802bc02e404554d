//! What the shell knows while it runs, as far as it is known before.

use std::collections::{BTreeMap, BTreeSet};

/// Values that a variable can have, at most; with more it is unknown.
const MAX_CHOICES: usize = 32;
/// Directories that the shell can be in, at most; with more it is unknown.
const MAX_DIRECTORIES: usize = 4;

/// What a variable holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// One of these.
    Choices(Vec<String>),
    /// A name that this glob matches.
    Glob(String),
    /// A number, which one is not known.
    Number,
    /// Anything.
    Unknown,
}

impl Value {
    fn or(self, other: Value) -> Value {
        match (self, other) {
            (Value::Choices(mut a), Value::Choices(b)) => {
                a.extend(b);
                a.sort();
                a.dedup();
                if a.len() > MAX_CHOICES { Value::Unknown } else { Value::Choices(a) }
            }
            (a, b) if a == b => a,
            _ => Value::Unknown,
        }
    }
}

/// What the shell makes of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum Patterns {
    /// The names that it matches, or itself.
    #[default]
    Names,
    /// The names that it matches, or nothing (`nullglob`).
    OrNothing,
    /// It is not known.
    Unknown,
}

/// The shell's state.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct State {
    /// Variables that this call assigned, and those that the caller passes.
    pub(super) variables: BTreeMap<String, Value>,
    /// The directories it can be in; `None` for one that isn't known.
    pub(super) directories: Vec<Option<String>>,
    /// Functions that are certainly defined.
    pub(super) functions: BTreeSet<String>,
    /// Functions and aliases that may be defined.
    pub(super) perhaps: BTreeSet<String>,
    /// `PATH`, or another variable that changes what runs, was changed.
    pub(super) tampered: bool,
    /// Variables that programs and other shells are handed as well.
    pub(super) exported: BTreeSet<String>,
    /// Variables that do not take what is assigned as it stands (`declare -i`, `readonly`), or that change by themselves.
    pub(super) fixed: BTreeSet<String>,
    /// What the shell makes of a pattern.
    pub(super) patterns: Patterns,
    /// Any variable may have been changed (`source`, `eval` of something unknown).
    pub(super) anything: bool,
}

impl State {
    /// The state after one of two ways.
    pub(super) fn join(self, other: State) -> State {
        if self == other {
            return self;
        }
        let mut variables = BTreeMap::new();
        let names: BTreeSet<&String> = self.variables.keys().chain(other.variables.keys()).collect();
        for name in names {
            let of = |state: &State| state.variables.get(name).cloned().unwrap_or(Value::Unknown);
            variables.insert(name.clone(), of(&self).or(of(&other)));
        }
        let mut directories = self.directories;
        for directory in other.directories {
            if !directories.contains(&directory) {
                directories.push(directory);
            }
        }
        if directories.len() > MAX_DIRECTORIES {
            directories = vec![None];
        }
        let functions = self.functions.intersection(&other.functions).cloned().collect();
        let perhaps =
            [self.functions, other.functions, self.perhaps, other.perhaps].into_iter().flatten().collect();
        State {
            variables,
            directories,
            functions,
            perhaps,
            exported: self.exported.intersection(&other.exported).cloned().collect(),
            fixed: self.fixed.into_iter().chain(other.fixed).collect(),
            patterns: self.patterns.max(other.patterns),
            tampered: self.tampered || other.tampered,
            anything: self.anything || other.anything,
        }
    }

    /// Forgets what a variable holds.
    pub(super) fn forget(&mut self, name: &str) {
        self.variables.insert(name.to_owned(), Value::Unknown);
    }

    /// Anything may have been changed.
    pub(super) fn forget_all(&mut self) {
        self.variables.values_mut().for_each(|value| *value = Value::Unknown);
        self.anything = true;
        self.directories = vec![None];
        self.perhaps.append(&mut self.functions);
        self.exported.clear();
        self.tampered = true;
    }
}

/// What follows a command: the state if it succeeded, and the state if it failed. `None` for what can't be.
#[derive(Clone, Debug)]
pub(super) struct After {
    pub(super) success: Option<State>,
    pub(super) failure: Option<State>,
}

impl After {
    /// The same state either way.
    pub(super) fn both(state: State) -> After {
        After { success: Some(state.clone()), failure: Some(state) }
    }

    /// What follows, whichever it was.
    pub(super) fn either(self) -> Option<State> {
        match (self.success, self.failure) {
            (Some(a), Some(b)) => Some(a.join(b)),
            (one, other) => one.or(other),
        }
    }
}

/// The states of both ways, where one may be impossible.
pub(super) fn join(a: Option<State>, b: Option<State>) -> Option<State> {
    After { success: a, failure: b }.either()
}
