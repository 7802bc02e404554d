//! Lists, pipelines and compound commands: what runs, in which state.

use crate::effects::shell::assigned::{Assigned, arithmetic_text, names_in};
use crate::effects::shell::redirects::Input;
use crate::effects::shell::state::{After, State, Value, join};
use crate::effects::shell::syntax;
use crate::effects::shell::syntax::{
    Arithmetic, CommandKind, Conditional, Connector, Item, List, Parsed, Pipeline, Simple, Word as Written,
    WordPart,
};
use crate::effects::shell::walker::Walker;
use crate::model::{Certainty, Effect, Operation, Subject};

impl Walker<'_> {
    /// A list: `None` if nothing after it can run.
    pub(super) fn list(&mut self, list: &List, state: State, parsed: &Parsed) -> Option<State> {
        let mut now = Some(state);
        for item in &list.items {
            now = self.item(item, now?, parsed);
        }
        now
    }

    fn item(&mut self, item: &Item, state: State, parsed: &Parsed) -> Option<State> {
        if item.background {
            let apart = state.clone();
            self.joined(item, apart, parsed);
            return Some(state);
        }
        self.joined(item, state, parsed).either()
    }

    fn joined(&mut self, item: &Item, state: State, parsed: &Parsed) -> After {
        let mut after = self.pipeline(&item.first, state, parsed);
        for (connector, next) in &item.rest {
            let (from, stays) = match connector {
                Connector::And => (after.success, after.failure),
                Connector::Or => (after.failure, after.success),
            };
            let Some(from) = from else {
                after = match connector {
                    Connector::And => After { success: None, failure: stays },
                    Connector::Or => After { success: stays, failure: None },
                };
                continue;
            };
            let then = self.pipeline(next, from, parsed);
            after = match connector {
                Connector::And => After { success: then.success, failure: join(stays, then.failure) },
                Connector::Or => After { success: join(stays, then.success), failure: then.failure },
            };
        }
        after
    }

    fn pipeline(&mut self, pipeline: &Pipeline, state: State, parsed: &Parsed) -> After {
        let after = match pipeline.commands.as_slice() {
            [] => After::both(state),
            [only] => self.one(only, state, parsed, &Input::Inherited),
            many => {
                let mut input = Input::Inherited;
                for command in many {
                    let from = self.effects.len();
                    self.one(command, state.clone(), parsed, &input);
                    input = self.output_of(command, from, &input);
                }
                After::both(state)
            }
        };
        if pipeline.negated { After { success: after.failure, failure: after.success } } else { after }
    }

    /// What a command of a pipeline hands to the next.
    fn output_of(&self, command: &syntax::Command, from: usize, input: &Input) -> Input {
        let new = self.effects.get(from..).unwrap_or_default();
        let network = |effect: &Effect| effect.operation.is("network");
        let fetched = new.iter().any(network) || matches!(input, Input::Pipe { fetched: true, .. });
        let text = match &command.kind {
            CommandKind::Simple(simple) if !self.shadows(simple) => printed(simple),
            _ => None,
        };
        let below = self.prints_below(command);
        match text {
            Some(text) => Input::Text(text),
            None => Input::Pipe { fetched, below },
        }
    }

    /// Whether a function or an alias stands before the program of that name.
    fn shadows(&self, simple: &Simple) -> bool {
        let name = simple.words.first().and_then(Written::fixed).unwrap_or_default();
        self.state.tampered || self.state.functions.contains(&name) || self.state.perhaps.contains(&name)
    }

    /// A command in the present state.
    fn one(&mut self, command: &syntax::Command, state: State, parsed: &Parsed, input: &Input) -> After {
        self.state = state;
        let redirected = self.redirects(&command.redirects, parsed);
        let input = redirected.as_ref().unwrap_or(input);
        let place = self.at(command.span);
        match &command.kind {
            CommandKind::Simple(simple) => {
                return self.simple(simple, command, parsed, input);
            }
            CommandKind::Subshell(list) => {
                let before = self.state.clone();
                self.list(list, before.clone(), parsed);
                return After::both(before);
            }
            CommandKind::Group(list) => {
                let state = std::mem::take(&mut self.state);
                return match self.list(list, state, parsed) {
                    Some(state) => After::both(state),
                    None => After { success: None, failure: None },
                };
            }
            CommandKind::If { branches, otherwise } => {
                let mut before = Some(std::mem::take(&mut self.state));
                let mut after = None;
                for branch in branches {
                    let Some(state) = before else { break };
                    let held = self.list(&branch.condition, state, parsed);
                    before = held.clone();
                    if let Some(held) = held {
                        after = join(after, self.list(&branch.body, held, parsed));
                    }
                }
                if let (Some(list), Some(state)) = (otherwise, before.clone()) {
                    before = self.list(list, state, parsed);
                }
                return both(join(after, before));
            }
            CommandKind::While { condition, body, .. } => {
                let start = self.loop_start(&[condition, body], parsed);
                let held = self.list(condition, start.clone(), parsed);
                let ran = held.clone().and_then(|held| self.list(body, held, parsed));
                return both(join(Some(start), join(held, ran)));
            }
            CommandKind::For(over) => {
                let value = self.loop_value(over.words.as_deref(), parsed);
                let mut start = self.loop_start(&[&over.body], parsed);
                let name = over.name.fixed().unwrap_or_default();
                start.variables.insert(name, if over.select { Value::Unknown } else { value });
                let ran = self.list(&over.body, start.clone(), parsed);
                return both(join(Some(start), ran));
            }
            CommandKind::ForArithmetic { header, body } => {
                self.arithmetic(header, parsed);
                let start = self.loop_start(&[body], parsed);
                let ran = self.list(body, start.clone(), parsed);
                return both(join(Some(start), ran));
            }
            CommandKind::Case(case) => {
                self.word(&case.subject, parsed);
                let before = self.state.clone();
                let mut after = Some(before.clone());
                for clause in &case.clauses {
                    self.state = before.clone();
                    for pattern in &clause.patterns {
                        self.word(pattern, parsed);
                    }
                    // With `;&` a body follows on another: either may be what came before.
                    let from = join(after.clone(), Some(before.clone())).unwrap_or_else(|| before.clone());
                    after = join(after, self.list(&clause.body, from, parsed));
                }
                return both(after);
            }
            CommandKind::Arithmetic(arithmetic) => self.arithmetic(arithmetic, parsed),
            CommandKind::Conditional(conditional) => self.conditional(conditional, parsed),
            CommandKind::Function { name, body } => {
                let before = self.state.clone();
                // It runs when it is called: in what state is not known.
                let mut called = before.clone();
                called.forget_all();
                called.tampered = before.tampered;
                called.directories = before.directories.clone();
                let assigned = Assigned::of(body, parsed);
                if assigned.directory || assigned.anything {
                    called.directories = vec![None];
                }
                self.deferred.add(assigned);
                let outer = self.defining.len();
                self.defining.extend(name.fixed());
                self.one(body, called, parsed, &Input::Unknown);
                self.defining.truncate(outer);
                self.state = before;
                let plain = name.parts.iter().all(|part| matches!(part, WordPart::Literal(_)));
                match name.fixed() {
                    // bash refuses a quoted name when it comes to it: a program has that name then.
                    Some(name) if !plain => {
                        self.state.perhaps.insert(name);
                    }
                    Some(name) => {
                        self.state.functions.insert(name);
                    }
                    None => self.not_understood("", "a function whose name is not known".to_owned(), place),
                }
            }
            CommandKind::Coproc { name, body } => {
                let before = self.state.clone();
                self.one(body, before.clone(), parsed, &Input::Unknown);
                self.state = before;
                let name = name.as_ref().and_then(Written::fixed);
                self.state.forget(name.as_deref().unwrap_or("COPROC"));
            }
            CommandKind::Unknown(_) => {
                // What was not understood is an effect of its own already; anything may have been changed.
                self.state.forget_all();
            }
        }
        After::both(std::mem::take(&mut self.state))
    }

    /// The state at the beginning of a loop: what its body assigns is not known.
    fn loop_start(&mut self, bodies: &[&List], parsed: &Parsed) -> State {
        let mut assigned = Assigned::default();
        for body in bodies {
            parsed.visit_list(body, &mut assigned);
        }
        let mut state = std::mem::take(&mut self.state);
        if assigned.calls.iter().any(|name| state.functions.contains(name) || state.perhaps.contains(name)) {
            assigned.add(self.deferred.clone());
        }
        assigned.apply(&mut state);
        state
    }

    fn loop_value(&mut self, words: Option<&[Written]>, parsed: &Parsed) -> Value {
        let Some(words) = words else { return Value::Unknown };
        let mut choices = Vec::new();
        let mut globs = Vec::new();
        let mut unknown = false;
        for word in words {
            for word in self.word(word, parsed) {
                match &word.text {
                    _ if word.splits => unknown = true,
                    crate::model::WordText::Known(text) => choices.push(text.clone()),
                    crate::model::WordText::OneOf(all) => choices.extend(all.iter().cloned()),
                    crate::model::WordText::Glob(glob) => globs.push(glob.clone()),
                    crate::model::WordText::Unknown { .. } => unknown = true,
                }
            }
        }
        choices.sort();
        choices.dedup();
        match (choices.len(), globs.as_slice(), unknown) {
            (1..=32, [], false) => Value::Choices(choices),
            (0, [glob], false) => Value::Glob(glob.clone()),
            (0, [], false) => Value::Choices(vec![String::new()]),
            _ => Value::Unknown,
        }
    }

    /// An arithmetic expression: bash takes the text of its variables for expressions, which can run commands.
    pub(super) fn arithmetic(&mut self, arithmetic: &Arithmetic, parsed: &Parsed) {
        for part in &arithmetic.parts {
            self.part_effects(part, parsed);
        }
        let place = self.at(arithmetic.span);
        let names = names_in(&arithmetic_text(arithmetic));
        let assigns = arithmetic_assigns(arithmetic);
        if self.may_hold_code(&names) {
            self.possible_code(place);
        }
        if assigns {
            for name in names {
                self.state.variables.insert(name, Value::Number);
            }
        }
    }

    /// Whether the text of one of these variables, taken for an expression, may run a command.
    pub(super) fn may_hold_code(&self, names: &[String]) -> bool {
        let plain = |text: &String| text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        self.state.anything && !names.is_empty()
            || names.iter().any(|name| match self.state.variables.get(name) {
                Some(Value::Number) | None => false,
                Some(Value::Choices(all)) => !all.iter().all(plain),
                Some(Value::Glob(_) | Value::Unknown) => true,
            })
    }

    /// The same of a word that is taken for an expression.
    pub(super) fn may_be_code(&self, word: &Written) -> bool {
        let mut names = Vec::new();
        let mut parts: Vec<&WordPart> = word.parts.iter().collect();
        while let Some(part) = parts.pop() {
            match part {
                WordPart::Literal(text) | WordPart::Escaped(text) | WordPart::SingleQuoted(text) => {
                    if text.text.contains(['$', '`']) {
                        return true;
                    }
                    names.extend(names_in(&text.text));
                }
                WordPart::DoubleQuoted { parts: inner, .. } => parts.extend(inner),
                WordPart::Parameter(parameter) => names.push(parameter.name.clone()),
                WordPart::Arithmetic(_) => {}
                _ => return true,
            }
        }
        self.may_hold_code(&names)
    }

    /// Code that may run.
    pub(super) fn possible_code(&mut self, place: std::ops::Range<usize>) {
        let reason = "the text of a variable may run as code".to_owned();
        let mut effect =
            self.effect(Operation::new("exec.code"), Subject::Unknown { programs: Vec::new(), reason });
        effect.certainty = Certainty::Possible;
        effect.origin.span = Some(place);
        self.add(effect);
    }

    fn conditional(&mut self, conditional: &Conditional, parsed: &Parsed) {
        match conditional {
            Conditional::And(parts) | Conditional::Or(parts) => {
                parts.iter().for_each(|part| self.conditional(part, parsed));
            }
            Conditional::Not(inner) => self.conditional(inner, parsed),
            Conditional::Unary { operator, operand } => {
                let words = self.word(operand, parsed);
                let known = words.iter().all(|word| word.as_known().is_some_and(|text| !text.contains('[')));
                if operator == "-v" && !known {
                    self.possible_code(self.at(operand.span));
                }
            }
            Conditional::Binary { left, operator, right } => {
                for side in [left, right] {
                    self.word(side, parsed);
                }
                let compares_files = matches!(operator.as_str(), "-nt" | "-ot" | "-ef");
                if operator.starts_with('-') && !compares_files {
                    for side in [left, right] {
                        if self.may_be_code(side) {
                            self.possible_code(self.at(side.span));
                        }
                    }
                }
            }
        }
    }
}

fn both(state: Option<State>) -> After {
    match state {
        Some(state) => After::both(state),
        None => After { success: None, failure: None },
    }
}

/// What `echo` or `printf` prints, where it is certain.
fn printed(simple: &Simple) -> Option<String> {
    let words: Option<Vec<String>> = simple.words.iter().map(Written::fixed).collect();
    let words = words?;
    match words.split_first()? {
        (program, rest)
            if program == "echo"
                && rest.iter().all(|word| !word.starts_with('-') && !word.contains('\\')) =>
        {
            Some(rest.join(" ") + "\n")
        }
        (program, [text]) if program == "printf" && !text.contains(['%', '\\']) && !text.starts_with('-') => {
            Some(text.clone())
        }
        _ => None,
    }
}

fn arithmetic_assigns(arithmetic: &Arithmetic) -> bool {
    let text = arithmetic_text(arithmetic);
    text.contains('=') || text.contains("++") || text.contains("--")
}
