//! What built-in commands do to the shell itself.

use crate::effects::shell::state::{After, State, Value};
use crate::effects::shell::walker::Walker;
use crate::matchers::follow::{real, written};
use crate::model::{Entry, Word, WordText};

impl Walker<'_> {
    /// The state after a command.
    pub(super) fn after(&mut self, words: &[Word]) -> After {
        let name = words.first().and_then(Word::as_known).unwrap_or_default().to_owned();
        let rest = words.get(1..).unwrap_or_default();
        match name.as_str() {
            "cd" | "pushd" => return self.change_directory(rest),
            "popd" => self.state.directories = vec![None],
            "true" | ":" => return After { success: Some(std::mem::take(&mut self.state)), failure: None },
            "false" => return After { success: None, failure: Some(std::mem::take(&mut self.state)) },
            "export" | "declare" | "typeset" | "local" | "readonly" => self.declare(rest),
            "read" | "mapfile" | "readarray" | "getopts" | "let" | "unset" | "wait" => {
                self.forget_named(rest)
            }
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
            "shopt" | "set" if known => {}
            "hash" | "enable" if rest.is_empty() => {}
            "alias" if rest.is_empty() => {}
            "alias" => {
                for word in rest {
                    match word.as_known().and_then(|text| text.split_once('=')) {
                        Some((name, _)) => {
                            self.state.perhaps.insert(name.to_owned());
                        }
                        None if word.as_known().is_some() => {}
                        None => self.state.forget_all(),
                    }
                }
            }
            _ => self.state.forget_all(),
        }
    }

    fn declare(&mut self, rest: &[Word]) {
        for word in rest {
            match &word.text {
                WordText::Known(text) if text.starts_with('-') || text.starts_with('+') => {}
                WordText::Known(text) => {
                    if let Some((name, value)) = text.split_once('=') {
                        let value = Word { start: word.start, end: word.end, ..Word::known(value) };
                        let place = word.start as usize..word.end as usize;
                        self.assign(name.trim_end_matches('+'), &value, self.place.clone().unwrap_or(place));
                        if name.ends_with('+') || name.contains('[') {
                            self.state.forget(name.split(['+', '[']).next().unwrap_or(name));
                        }
                    } else {
                        // Declared without a value: it keeps the one that it has, or gets one by its attributes.
                        self.state.forget(text);
                    }
                }
                WordText::Unknown { prefix, .. } if prefix.contains('=') => {
                    let name = prefix.split(['=', '+', '[']).next().unwrap_or_default().to_owned();
                    let place = word.start as usize..word.end as usize;
                    let value = Word { splits: false, ..Word::unknown() };
                    self.assign(&name, &value, self.place.clone().unwrap_or(place));
                }
                WordText::OneOf(_) | WordText::Glob(_) | WordText::Unknown { .. } => self.state.forget_all(),
            }
        }
    }

    fn forget_named(&mut self, rest: &[Word]) {
        for word in rest {
            match word.as_known() {
                Some(text) => {
                    let name = text.trim_start_matches("-v").split(['=', '[', '+']).next().unwrap_or(text);
                    self.state.forget(name);
                }
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
