//! What built-in commands do to the shell itself.

use crate::effects::shell::assigned::{Assigned, names_in, variables_of};
use crate::effects::shell::state::{After, Patterns, State, Value, join};
use crate::effects::shell::syntax;
use crate::effects::shell::walker::Walker;
use crate::matchers::follow::{real, written};
use crate::model::{Entry, Word, WordText};

/// Programs that change no variables for what they run but those that they are told to.
const HANDS_ON: &[&str] = &[
    "sh", "bash", "dash", "ash", "zsh", "ksh", "timeout", "nice", "ionice", "nohup", "stdbuf", "setsid",
    "time", "command", "exec", "xargs", "find",
];

impl Walker<'_> {
    /// The state after a simple command: functions and aliases stand before builtins.
    pub(super) fn after_words(&mut self, words: &[Word]) -> After {
        let name = words.first().and_then(Word::as_known).unwrap_or_default();
        let (function, perhaps) = (self.state.functions.contains(name), self.state.perhaps.contains(name));
        if function || perhaps {
            self.deferred.clone().apply(&mut self.state);
        }
        if function {
            return After::both(std::mem::take(&mut self.state));
        }
        let otherwise = perhaps.then(|| self.state.clone());
        let after = self.after(words);
        match otherwise {
            Some(state) => {
                let either = join(after.either(), Some(state));
                After { success: either.clone(), failure: either }
            }
            None => after,
        }
    }

    /// The state after a command.
    pub(super) fn after(&mut self, words: &[Word]) -> After {
        let name = words.first().and_then(Word::as_known).unwrap_or_default().to_owned();
        let rest = words.get(1..).unwrap_or_default();
        self.subscripts(&name, rest);
        match name.as_str() {
            "cd" | "pushd" => return self.change_directory(rest),
            "popd" => self.state.directories = vec![None],
            "true" | ":" => return After { success: Some(std::mem::take(&mut self.state)), failure: None },
            "false" => return After { success: None, failure: Some(std::mem::take(&mut self.state)) },
            "export" | "declare" | "typeset" | "local" | "readonly" => self.declare(&name, rest),
            "unset" => {
                self.forget_functions(rest);
                self.forget_named(rest);
            }
            "let" => self.evaluated(rest),
            "read" | "mapfile" | "readarray" | "getopts" | "wait" => self.forget_named(rest),
            "printf"
                if rest
                    .first()
                    .is_some_and(|word| word.as_known().is_none_or(|text| text.starts_with("-v"))) =>
            {
                self.forget_named(rest);
            }
            "eval" | "source" | "." | "shopt" | "set" | "alias" | "enable" | "hash" | "trap" | "bind"
            | "complete" => {
                self.special(&name, rest);
            }
            // Without words `exec` changes where input and output go; a wrapper may stand before any of these.
            "command" | "builtin" => return self.after_wrapper(rest),
            "" => self.state.forget_all(),
            _ => {}
        }
        After::both(std::mem::take(&mut self.state))
    }

    fn after_wrapper(&mut self, rest: &[Word]) -> After {
        let flags =
            rest.iter().take_while(|word| word.as_known().is_some_and(|text| text.starts_with('-'))).count();
        match rest.get(flags..) {
            Some(inner) if !inner.is_empty() => self.after(inner),
            _ => After::both(std::mem::take(&mut self.state)),
        }
    }

    fn special(&mut self, name: &str, rest: &[Word]) {
        let known = rest.iter().all(|word| word.as_known().is_some());
        match name {
            // What it runs was walked in this very state, if it is known; else anything may have been changed.
            "eval" if known => {}
            "trap" | "bind" | "complete" => {}
            "shopt" | "set" if known => self.options(rest),
            "hash" | "enable" if rest.is_empty() => {}
            "alias" if rest.is_empty() => {}
            "alias" => {
                for word in rest {
                    match word.as_known().and_then(|text| text.split_once('=')) {
                        Some((name, text)) => {
                            self.state.perhaps.insert(name.to_owned());
                            // What follows it where it is used comes after its text.
                            let place = self.place.clone().unwrap_or(word.start as usize..word.end as usize);
                            self.later(&format!("{text} $@"), place);
                        }
                        None if word.as_known().is_some() => {}
                        None => self.state.forget_all(),
                    }
                }
            }
            _ => self.state.forget_all(),
        }
    }

    fn declare(&mut self, program: &str, rest: &[Word]) {
        let flags: String =
            rest.iter().filter_map(Word::as_known).filter(|text| text.starts_with(['-', '+'])).collect();
        if flags.contains(['n', 'f', 'F']) {
            // A name that stands for another variable; functions.
            return self.state.forget_all();
        }
        let exports = program == "export" || flags.contains('x');
        let changes = flags.contains(['i', 'l', 'u', 'c', 'a', 'A']);
        let fixes = changes || program == "readonly" || flags.contains('r');
        for word in rest {
            let place = self.place.clone().unwrap_or(word.start as usize..word.end as usize);
            let name = match &word.text {
                WordText::Known(text) if text.starts_with(['-', '+']) => continue,
                WordText::Known(text) => {
                    let name = text.split(['=', '+', '[']).next().unwrap_or(text).to_owned();
                    match text.split_once('=') {
                        Some((written, value)) => {
                            let value = Word { start: word.start, end: word.end, ..Word::known(value) };
                            self.assign(&name, &value, place.clone());
                            if changes || written != name {
                                self.state.forget(&name);
                            }
                        }
                        // It keeps its value, unless it is another variable from here on.
                        None if !changes && matches!(program, "export" | "readonly") => {}
                        None => self.state.forget(&name),
                    }
                    name
                }
                WordText::Unknown { prefix, .. } if prefix.contains('=') => {
                    let name = prefix.split(['=', '+', '[']).next().unwrap_or_default().to_owned();
                    let value = Word { splits: false, ..Word::unknown() };
                    self.assign(&name, &value, place.clone());
                    if flags.contains('i') {
                        self.possible_code(place);
                    }
                    name
                }
                WordText::OneOf(_) | WordText::Glob(_) | WordText::Unknown { .. } => {
                    self.state.forget_all();
                    continue;
                }
            };
            if exports {
                self.state.exported.insert(name.clone());
            }
            if fixes {
                self.state.fixed.insert(name);
            }
        }
    }

    /// Words that name a variable with a subscript: bash evaluates that, and runs what stands in it.
    fn subscripts(&mut self, program: &str, rest: &[Word]) {
        let names: &[Word] = match program {
            "read" | "unset" | "getopts" | "mapfile" | "readarray" | "wait" | "export" | "declare"
            | "typeset" | "local" | "readonly" => rest,
            "printf" | "test" | "[" => {
                let flag = |word: &Word| word.as_known().is_some_and(|text| text.starts_with("-v"));
                match rest.iter().position(flag) {
                    Some(at) => rest.get(at..at + 2).unwrap_or(rest),
                    None => return,
                }
            }
            _ => return,
        };
        let declares = matches!(program, "export" | "declare" | "typeset" | "local" | "readonly");
        for word in names {
            let risky = match &word.text {
                WordText::Known(text) => self.subscript_runs(text),
                WordText::OneOf(all) => all.iter().any(|text| self.subscript_runs(text)),
                WordText::Unknown { prefix, .. } => !(declares && prefix.contains('=')),
                WordText::Glob(_) => true,
            };
            if risky {
                self.possible_code(self.place.clone().unwrap_or(word.start as usize..word.end as usize));
            }
        }
    }

    fn subscript_runs(&self, text: &str) -> bool {
        let name = text.split('=').next().unwrap_or(text);
        let Some((_, subscript)) = name.split_once('[') else { return false };
        text.contains(['$', '`']) || self.may_hold_code(&names_in(subscript))
    }

    /// `let`: each word is an expression.
    fn evaluated(&mut self, rest: &[Word]) {
        for word in rest {
            let place = self.place.clone().unwrap_or(word.start as usize..word.end as usize);
            let Some(text) = word.as_known() else {
                self.possible_code(place);
                self.state.forget_all();
                continue;
            };
            let names = names_in(text);
            if text.contains(['$', '`']) || self.may_hold_code(&names) {
                self.possible_code(place);
            }
            for name in names {
                self.state.forget(&name);
            }
        }
    }

    /// `unset` takes functions away too: what has such a name is a program again.
    fn forget_functions(&mut self, rest: &[Word]) {
        if rest.iter().any(|word| word.as_known().is_none()) {
            self.state.perhaps.append(&mut self.state.functions);
        }
        for name in rest.iter().filter_map(Word::as_known) {
            if self.state.functions.remove(name) {
                self.state.perhaps.insert(name.to_owned());
            }
        }
    }

    /// `set` and `shopt`: what changes how words are read.
    fn options(&mut self, rest: &[Word]) {
        for text in rest.iter().filter_map(Word::as_known) {
            let letters = text.strip_prefix('-').filter(|letters| !letters.starts_with('-')).unwrap_or("");
            let patterns = match text {
                "nullglob" | "failglob" => Patterns::OrNothing,
                "noglob" | "extglob" | "nocaseglob" | "globasciiranges" => Patterns::Unknown,
                _ if letters.contains('f') => Patterns::Unknown,
                // The last command of a pipeline runs in this shell; assignments before a command stay.
                "lastpipe" | "posix" | "compat31" | "keyword" => return self.state.forget_all(),
                _ if letters.contains('k') => return self.state.forget_all(),
                _ => Patterns::Names,
            };
            self.state.patterns = self.state.patterns.max(patterns);
        }
    }

    /// Walks a text that runs at another time, in a state that is not known.
    pub(super) fn later(&mut self, text: &str, place: std::ops::Range<usize>) {
        let before = self.state.clone();
        let assigned = Assigned::of_text(&syntax::parse(text));
        // It may run between any two commands.
        self.state.forget_all();
        self.state.tampered = before.tampered;
        // In the directory of now, or another.
        self.state.directories.splice(0..0, before.directories.iter().filter(|dir| dir.is_some()).cloned());
        self.inner_script(text, place);
        self.state = before;
        self.state.fixed.extend(assigned.names.iter().cloned());
        assigned.apply(&mut self.state);
        self.deferred.add(assigned);
    }

    /// The state of a shell that runs as a program of its own: it has the variables that are handed on, and no functions.
    pub(super) fn child_state(&self, elsewhere: bool) -> State {
        let mut state = self.state.clone();
        state.perhaps.append(&mut state.functions);
        state.patterns = Patterns::Names;
        let own = self.context.env;
        for (name, value) in &mut state.variables {
            let known = name == "HOME" || own.contains_key(name) || state.exported.contains(name);
            if elsewhere || !known {
                *value = Value::Unknown;
            }
        }
        if elsewhere {
            state.directories = vec![None];
            return state;
        }
        for command in &self.via {
            for (name, value) in &command.assignments {
                let value =
                    value.as_known().map_or(Value::Unknown, |text| Value::Choices(vec![text.to_owned()]));
                state.variables.insert(name.clone(), value);
            }
            if !command.program.name().is_some_and(|name| HANDS_ON.contains(&name)) {
                state.variables.values_mut().for_each(|value| *value = Value::Unknown);
            }
        }
        state
    }

    fn forget_named(&mut self, rest: &[Word]) {
        for word in rest {
            match word.as_known() {
                Some(text) => variables_of(text).into_iter().for_each(|name| self.state.forget(name)),
                None => self.state.forget_all(),
            }
        }
        for name in ["REPLY", "MAPFILE", "OPTARG", "OPTIND"] {
            self.state.forget(name);
        }
    }

    fn change_directory(&mut self, rest: &[Word]) -> After {
        let before = std::mem::take(&mut self.state);
        let mut operands = rest.iter().skip_while(|word| {
            word.as_known().is_some_and(|text| text.len() > 1 && text.starts_with('-') && text != "--")
        });
        let mut target = operands.next();
        if target.and_then(Word::as_known) == Some("--") {
            target = operands.next();
        }
        let texts: Option<Vec<String>> = match target {
            None => match before.variables.get("HOME") {
                Some(Value::Choices(all)) => Some(all.clone()),
                Some(Value::Glob(_) | Value::Number | Value::Unknown) | None => None,
            },
            Some(word) if word.splits || word.as_known() == Some("-") => None,
            Some(word) => word.choices().map(<[String]>::to_vec),
        };
        let searches = before.variables.contains_key("CDPATH");
        let mut after = before.clone();
        after.directories = match texts {
            Some(texts) if !searches => self.directories_after(&before, &texts),
            Some(_) | None => vec![None],
        };
        after.variables.remove("PWD");
        let sure = self.surely_there(&after);
        After { success: Some(after), failure: (!sure).then_some(before) }
    }

    fn directories_after(&self, before: &State, texts: &[String]) -> Vec<Option<String>> {
        let mut all: Vec<Option<String>> = Vec::new();
        for text in texts {
            let absolute = text.starts_with('/').then(|| vec![Some(written(text, "/"))]);
            let new = absolute.unwrap_or_else(|| {
                let from = |directory: &Option<String>| {
                    directory.as_deref().map(|directory| written(text, directory))
                };
                before.directories.iter().map(from).collect()
            });
            for directory in new {
                if !all.contains(&directory) {
                    all.push(directory);
                }
            }
        }
        if all.len() > 4 { vec![None] } else { all }
    }

    /// Whether all these directories are there, and nothing in this call can have taken one away.
    fn surely_there(&self, state: &State) -> bool {
        let changed = self
            .effects
            .iter()
            .any(|effect| effect.operation.is("write") || effect.operation.is("exec.code"));
        let there = |directory: &Option<String>| {
            let Some(directory) = directory else { return false };
            let real = real(directory, true, self.context.files, self.context.budget);
            real.is_ok_and(|real| matches!(self.context.files.entry(&real), Ok(Entry::Dir)))
        };
        !changed && state.directories.iter().all(there)
    }
}
