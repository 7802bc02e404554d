//! What a command does, by its profile: words to paths, hosts and commands.

use std::ops::Range;
use std::sync::Arc;

use crate::effects::paths::{PathReading, Tilde, escaped, glob_subject, subject, with_tree};
use crate::effects::profiles::derive::{Deed, Derived, Doing, Fed, Inner, Source, Target, Touched};
use crate::effects::shell::reads_otherwise;
use crate::effects::shell::redirects::{Input, is_nothing};
use crate::effects::shell::state::Value;
use crate::effects::shell::walker::Walker;
use crate::effects::shell::words::FETCHED;
use crate::effects::urls::{scp_like, url_subject};
use crate::matchers::follow::{real, written};
use crate::matchers::host::canonical;
use crate::model::{
    Case, Certainty, Command, Effect, Entry, Host, HostSubject, Naming, Operation, PathSubject, PathThing,
    Subject, Walk, Word, WordText,
};

impl Walker<'_> {
    /// Adds the effects of a command's deeds. `at` is the position of its `exec` effect.
    pub(super) fn deeds(&mut self, command: &Arc<Command>, derived: &Derived, at: usize, input: &Input) {
        self.via.push(command.clone());
        let mut wrapped = Vec::new();
        for deed in &derived.deeds {
            let from = self.effects.len();
            let outer = self.state.directories.clone();
            self.state.directories = self.deed_directories(deed);
            self.deed(deed, command, at, input, &mut wrapped);
            self.state.directories = outer;
            for effect in self.effects.iter_mut().skip(from) {
                if deed.certainty == Certainty::Possible {
                    effect.certainty = Certainty::Possible;
                }
                if deed.naming == Naming::Implied && effect.follows.is_empty() {
                    effect.naming = Naming::Implied;
                    effect.follows.push(at);
                }
            }
        }
        self.via.pop();
        let carries = |effect: &Effect| {
            let runs_text = derived.deeds.iter().any(|deed| matches!(deed.what, Doing::Shell { .. }));
            matches!(effect.subject, Subject::Command(_)) && (!runs_text || effect.operation.is("exec.plain"))
        };
        if derived.neutral
            && !wrapped.is_empty()
            && let Some(effect) = self.effects.get_mut(at)
            && carries(effect)
        {
            effect.follows = wrapped;
        }
    }

    fn deed_directories(&self, deed: &Deed) -> Vec<Option<String>> {
        let mut all = self.state.directories.clone();
        for word in &deed.directories {
            let Some(texts) = word.choices().filter(|_| !word.splits) else { return vec![None] };
            let mut next = Vec::new();
            for text in texts {
                for directory in &all {
                    let one = match directory {
                        _ if text.starts_with('/') => Some(written(text, "/")),
                        Some(directory) => Some(written(text, directory)),
                        None => None,
                    };
                    if !next.contains(&one) {
                        next.push(one);
                    }
                }
            }
            all = next;
        }
        if all.len() > 4 { vec![None] } else { all }
    }

    fn deed(
        &mut self,
        deed: &Deed,
        command: &Arc<Command>,
        at: usize,
        input: &Input,
        wrapped: &mut Vec<usize>,
    ) {
        let place = self.place_of(deed, command);
        match &deed.what {
            Doing::Read(touched) => self.touched("read", touched, place),
            Doing::Write(touched) => {
                self.touched("write", touched, place);
                self.wrote = true;
            }
            Doing::Delete(touched) => self.touched("write.delete", touched, place),
            Doing::Connect { target, send } => self.connect(target, *send, place),
            Doing::Run(inner) => self.run(inner, input, place, wrapped),
            Doing::Shell { code, elsewhere, .. } => {
                let from = self.effects.len();
                self.shell_code(code, *elsewhere, at, deed, place);
                if deed.certainty == Certainty::Certain {
                    wrapped.extend(self.runs_since(from));
                }
            }
            Doing::Script { path } => self.script_file(path, command, at, deed, place),
            Doing::Code { text } => {
                let fetched = self.fetched || text.as_ref().and_then(Word::as_known) == Some(FETCHED);
                self.unseen_code(fetched, command, at, deed, place);
            }
            Doing::Stdin { shell } => self.standard_input(*shell, command, at, input, deed, place),
            Doing::Prints { below, walk } => self.prints = prints(below, walk),
            Doing::Anything => {
                let mut effect = self.effect(Operation::new("exec.code"), Subject::Command(command.clone()));
                effect.via.pop();
                effect.certainty = Certainty::Possible;
                effect.origin.span = Some(place);
                self.add(effect);
            }
        }
    }

    fn place_of(&self, deed: &Deed, command: &Command) -> Range<usize> {
        let word = deed.word.and_then(|at| command.words.get(at));
        let place = word.map_or(0..0, |word| word.start as usize..word.end as usize);
        match &self.place {
            Some(place) => place.clone(),
            None if place.is_empty() => command.span.clone(),
            None => place,
        }
    }

    /// The command's own effect becomes code that can't be looked into; a possible one is an effect beside it.
    fn unseen_code(
        &mut self,
        fetched: bool,
        command: &Arc<Command>,
        at: usize,
        deed: &Deed,
        place: Range<usize>,
    ) {
        let fetched = fetched || self.fetched;
        let operation = Operation::new(if fetched { "exec.code.fetched" } else { "exec.code" });
        match deed.certainty {
            Certainty::Certain => {
                if let Some(effect) = self.effects.get_mut(at)
                    && !effect.operation.is("exec.code.fetched")
                {
                    effect.operation = operation;
                }
            }
            Certainty::Possible => {
                let mut effect = self.effect(operation, Subject::Command(command.clone()));
                effect.via.pop();
                effect.origin.span = Some(place);
                self.add(effect);
            }
        }
    }

    /// The command's own effect becomes running that file; a possible one, and further files, are effects beside it.
    fn script_file(
        &mut self,
        path: &Word,
        command: &Arc<Command>,
        at: usize,
        deed: &Deed,
        place: Range<usize>,
    ) {
        if let Some(text) = path.as_known().filter(|text| is_nothing(text)) {
            let fetched = text == FETCHED;
            return self.unseen_code(fetched, command, at, deed, place);
        }
        let texts: Vec<Option<&str>> = match path.choices().filter(|_| !path.splits) {
            Some(all) => all.iter().map(|text| Some(text.as_str())).collect(),
            None => vec![None],
        };
        for text in texts {
            let found = match text {
                Some(text) => self.script_path(text),
                None => somewhere("(unknown)"),
            };
            if self.is_written_here(&found) {
                self.unseen_code(false, command, at, deed, place.clone());
                continue;
            }
            let subject = Subject::Script(command.clone(), found);
            let operation = Operation::new("exec.script");
            // Running the file is what the command does: it is no second thing that needs a permission.
            if deed.certainty == Certainty::Certain
                && let Some(own) = self.effects.get_mut(at)
                && matches!(own.subject, Subject::Command(_))
                && !own.operation.is("exec.code")
            {
                own.operation = operation;
                own.subject = subject;
                continue;
            }
            let mut effect = self.effect(operation, subject);
            effect.via.pop();
            effect.origin.span = Some(place.clone());
            self.add(effect);
        }
    }

    fn shell_code(&mut self, code: &[Word], elsewhere: bool, at: usize, deed: &Deed, place: Range<usize>) {
        let texts: Option<Vec<&str>> =
            code.iter().map(|word| if word.splits { None } else { word.as_known() }).collect();
        let outer = (self.elsewhere, self.state.clone());
        self.elsewhere |= elsewhere;
        let program =
            self.via.last().and_then(|command| command.program.name()).unwrap_or_default().to_owned();
        let assigned = self.via.last().map(|command| command.assignments.clone()).unwrap_or_default();
        let in_this_shell = program == "eval";
        if program == "trap" {
            if let Some(text) = texts.as_ref().map(|texts| texts.join(" ")) {
                self.later(&text, place);
                self.elsewhere = outer.0;
                return;
            }
        } else if in_this_shell {
            for (name, value) in &assigned {
                let value =
                    value.as_known().map_or(Value::Unknown, |text| Value::Choices(vec![text.to_owned()]));
                self.state.variables.insert(name.clone(), value);
            }
        } else {
            self.state = self.child_state(self.elsewhere);
        }
        match texts {
            Some(texts) => {
                let text = texts.join(" ");
                let differs = reads_otherwise(&program, &text);
                self.inner_script(&text, place.clone());
                if let Some(reason) = differs {
                    self.not_understood(&text, reason.to_owned(), place);
                }
            }
            None => {
                let fetched = self.fetched;
                if let Some(command) = self.via.last().cloned() {
                    self.unseen_code(fetched, &command, at, deed, place);
                }
            }
        }
        let (was_elsewhere, state) = outer;
        self.elsewhere = was_elsewhere;
        if in_this_shell {
            assigned.iter().for_each(|(name, _)| self.state.forget(name));
        } else {
            self.state = state;
        }
    }

    /// The commands found since then: what the text of a `-c` runs, or that it is not known.
    fn runs_since(&self, from: usize) -> Vec<usize> {
        let new = self.effects.iter().enumerate().skip(from);
        new.filter(|(_, effect)| effect.operation.is("exec")).map(|(at, _)| at).collect()
    }

    fn standard_input(
        &mut self,
        shell: bool,
        command: &Arc<Command>,
        at: usize,
        input: &Input,
        deed: &Deed,
        place: Range<usize>,
    ) {
        match input {
            Input::Text(text) if shell => {
                let before = self.state.clone();
                self.state = self.child_state(self.elsewhere);
                self.inner_script(&text.clone(), place);
                self.state = before;
            }
            Input::Pipe { fetched, .. } => self.unseen_code(*fetched, command, at, deed, place),
            Input::Text(_) | Input::Inherited | Input::Unknown => {
                self.unseen_code(false, command, at, deed, place)
            }
        }
    }

    fn run(&mut self, inner: &Inner, input: &Input, place: Range<usize>, wrapped: &mut Vec<usize>) {
        let mut words = inner.words.clone();
        for fed in &inner.fed {
            if let Some(word) = words.get_mut(fed.position) {
                *word = self.fill(fed, word, input);
            }
        }
        let mut assignments = Vec::new();
        for word in &inner.assignments {
            match word.as_known().and_then(|text| text.split_once('=')) {
                Some((name, value)) => assignments.push((name.to_owned(), Word::known(value))),
                None => match &word.text {
                    WordText::Unknown { prefix, .. } if prefix.contains('=') => {
                        let name = prefix.split('=').next().unwrap_or_default();
                        assignments.push((name.to_owned(), Word { splits: false, ..Word::unknown() }));
                    }
                    _ => self.possible_code(place.clone()),
                },
            }
        }
        let outer = (self.elsewhere, self.depth, self.state.functions.clone());
        self.elsewhere |= inner.elsewhere;
        // Programs that run others know no functions of the shell.
        self.state.functions.clear();
        self.depth += 1;
        if self.depth > 64 {
            self.not_understood("", "commands within commands too deep".to_owned(), place);
        } else if let Some(at) = self.command(words, assignments, input, place) {
            wrapped.push(at);
        }
        (self.elsewhere, self.depth, self.state.functions) = outer;
    }

    fn fill(&self, fed: &Fed, word: &Word, input: &Input) -> Word {
        let glob = match (&fed.source, input) {
            (Source::Below { directories, walk }, _) => prints(directories, walk),
            (Source::Stdin, Input::Pipe { below, .. }) => below.clone(),
            (Source::Stdin, Input::Inherited | Input::Text(_) | Input::Unknown) => None,
        };
        match glob {
            Some(glob) => Word { text: WordText::Glob(glob), splits: true, start: word.start, end: word.end },
            None => Word { start: word.start, end: word.end, ..Word::unknown() },
        }
    }

    fn connect(&mut self, target: &Target, send: bool, place: Range<usize>) {
        let operation = Operation::new(if send { "network.send" } else { "network" });
        let found: Vec<HostSubject> = match target {
            Target::Url(word) => hosts(word, |text| Some(url_subject(text, Some("http")))),
            Target::Host(word) => hosts(word, |text| Some(host(text))),
            Target::Remote(word) => hosts(word, |text| {
                if text.contains("://") {
                    (!text.starts_with("file://")).then(|| url_subject(text, None))
                } else {
                    scp_like(text).map(|(host, _)| host)
                }
            }),
            Target::Unknown => vec![unknown_host()],
        };
        for host in found {
            let mut effect = self.effect(operation.clone(), Subject::Host(host));
            effect.origin.span = Some(place.clone());
            self.add(effect);
        }
    }

    fn touched(&mut self, operation: &str, touched: &Touched, place: Range<usize>) {
        let from = self.effects.len();
        self.path_effects(
            Operation::new(operation),
            &touched.path,
            touched.below.as_ref(),
            !touched.link,
            &touched.into,
            place,
        );
        if touched.some {
            for effect in self.effects.iter_mut().skip(from) {
                let Subject::Path(path) = &mut effect.subject else { continue };
                path.things.iter_mut().for_each(|thing| {
                    if let PathThing::At { path, .. } = thing {
                        *thing = PathThing::Somewhere { within: std::mem::take(path) };
                    }
                });
            }
        }
    }

    /// The effects on what a word names, in each directory that the shell can be in.
    pub(super) fn path_effects(
        &mut self,
        operation: Operation,
        word: &Word,
        below: Option<&Walk>,
        follow_last: bool,
        into: &[Word],
        place: Range<usize>,
    ) {
        if self.elsewhere {
            return;
        }
        for directory in self.state.directories.clone() {
            let mut found = Vec::new();
            match &word.text {
                WordText::Known(text) => {
                    self.named(text, directory.as_deref(), follow_last, into, &mut found)
                }
                WordText::OneOf(all) => {
                    for text in all {
                        self.named(text, directory.as_deref(), follow_last, into, &mut found);
                    }
                }
                WordText::Glob(glob) if glob.contains("**") => {
                    found.push(self.printed(glob, directory.as_deref()))
                }
                WordText::Glob(glob) => found.push(glob_subject(
                    glob,
                    directory.as_deref(),
                    None,
                    !self.wrote,
                    self.context.files,
                    self.context.budget,
                )),
                WordText::Unknown { .. } => found.push(somewhere("(unknown)")),
            }
            for subject in found {
                let subject = match below {
                    Some(walk) => self.tree(subject, walk),
                    None => subject,
                };
                let mut effect = self.effect(operation.clone(), Subject::Path(subject));
                effect.origin.span = Some(place.clone());
                self.add(effect);
            }
        }
    }

    /// The paths that a search hands on: what is below a directory, or the names in it that it looks for, whether they are
    /// there yet or not.
    fn printed(&self, glob: &str, cwd: Option<&str>) -> PathSubject {
        let (files, budget) = (self.context.files, self.context.budget);
        match glob.strip_suffix("/**").filter(|dir| !dir.contains(['*', '?', '[', '{', '\\'])) {
            Some(dir) => {
                let text = if dir.is_empty() { "/" } else { dir };
                let reading =
                    PathReading { text, cwd, home: None, tilde: Tilde::Expanded, follow_last: true };
                with_tree(subject(&reading, files, budget), Walk::all(), files, budget)
            }
            // A search takes what is there; where nothing is, it is what it looks for that may not be read.
            None => {
                let found = glob_subject(glob, cwd, None, !self.wrote, files, budget);
                let itself =
                    |thing: &PathThing| matches!(thing, PathThing::At { path, .. } if path.contains("**"));
                if found.things.iter().all(itself) {
                    return glob_subject(glob, cwd, None, false, files, budget);
                }
                found
            }
        }
    }

    /// What a program goes through. Where it takes only some names, the directory itself is not touched, but whatever is
    /// there by then and has such a name.
    fn tree(&self, subject: PathSubject, walk: &Walk) -> PathSubject {
        let directory = |thing: &PathThing| match thing {
            PathThing::At { path, .. } => {
                (!matches!(self.context.files.entry(path), Ok(Entry::File))).then(|| path.clone())
            }
            PathThing::Below { .. } | PathThing::Matching { .. } | PathThing::Somewhere { .. } => None,
        };
        let directories: Vec<String> = subject.things.iter().filter_map(directory).collect();
        let mut found = with_tree(subject, walk.clone(), self.context.files, self.context.budget);
        if walk.include.is_empty() || directories.is_empty() {
            return found;
        }
        let is_one =
            |thing: &PathThing| matches!(thing, PathThing::At { path, .. } if directories.contains(path));
        found.things.retain(|thing| !is_one(thing));
        // A search takes what is there; where nothing is, it is what it looks for that may not be touched.
        if !self.wrote && found.things.iter().any(|thing| matches!(thing, PathThing::Below { .. })) {
            return found;
        }
        for directory in &directories {
            for name in &walk.include {
                let glob = format!("{}/**/{name}", escaped(directory.trim_end_matches('/')));
                found.things.push(PathThing::Matching { glob, existing: false });
            }
        }
        found
    }

    fn named(
        &self,
        text: &str,
        cwd: Option<&str>,
        follow_last: bool,
        into: &[Word],
        found: &mut Vec<PathSubject>,
    ) {
        if is_nothing(text) {
            return;
        }
        let read = |text: &str| {
            let reading =
                PathReading { text, cwd, home: self.context.home, tilde: Tilde::Expanded, follow_last };
            subject(&reading, self.context.files, self.context.budget)
        };
        let itself = read(text);
        if into.is_empty() {
            return found.push(itself);
        }
        let absolute =
            cwd.map(|cwd| written(text, cwd)).or_else(|| text.starts_with('/').then(|| written(text, "/")));
        let entry = absolute.as_deref().map(|path| {
            let real = real(path, true, self.context.files, self.context.budget)?;
            self.context.files.entry(&real)
        });
        let may_be_directory = match entry {
            Some(Ok(Entry::Dir)) => true,
            Some(Ok(Entry::File | Entry::Link(_))) => return found.push(itself),
            Some(Ok(Entry::Missing)) => {
                found.push(itself);
                self.wrote || text.ends_with('/')
            }
            Some(Err(_)) | None => {
                found.push(itself);
                true
            }
        };
        if !may_be_directory {
            return;
        }
        for word in into {
            match word.choices().filter(|_| !word.splits) {
                Some(all) => {
                    for source in all {
                        let name = source.trim_end_matches('/').rsplit('/').next().unwrap_or("");
                        let plain = !matches!(name, "" | "." | "..");
                        found.push(read(&if plain { format!("{text}/{name}") } else { text.to_owned() }));
                    }
                }
                None => match &absolute {
                    Some(dir) => found.push(PathSubject {
                        shown: text.to_owned(),
                        things: vec![PathThing::Somewhere { within: dir.clone() }],
                        case: Case::Unknown,
                    }),
                    None => found.push(somewhere(text)),
                },
            }
        }
    }
}

fn somewhere(shown: &str) -> PathSubject {
    PathSubject {
        shown: shown.to_owned(),
        things: vec![PathThing::Somewhere { within: "/".to_owned() }],
        case: Case::Unknown,
    }
}

/// The paths that a search prints, as one glob; none where the directories are not known.
fn prints(directories: &[Word], walk: &Walk) -> Option<String> {
    let special = ['*', '?', '[', ']', '{', '}', ',', '\\'];
    let mut all = Vec::new();
    for word in directories {
        let text = word.as_known().filter(|text| !text.contains(special) && !text.starts_with('-'))?;
        all.push(text.trim_end_matches('/').to_owned());
    }
    let dir = match all.as_slice() {
        [] => ".".to_owned(),
        [only] => only.clone(),
        many => format!("{{{}}}", many.join(",")),
    };
    Some(match walk.include.as_slice() {
        [] => format!("{dir}/**"),
        [only] => format!("{dir}/**/{only}"),
        many => format!("{dir}/**/{{{}}}", many.join(",")),
    })
}

fn unknown_host() -> HostSubject {
    HostSubject { url: None, host: Host::Unknown, scheme: None, port: None }
}

/// `host`, `user@host`, `host:port`.
fn host(text: &str) -> HostSubject {
    let place = text.rsplit_once('@').map_or(text, |(_, host)| host);
    let (name, port) = match place.rsplit_once(':') {
        Some((name, port)) if !name.contains(':') || name.ends_with(']') => (name, port.parse().ok()),
        _ => (place, None),
    };
    HostSubject { url: None, host: canonical(name).unwrap_or(Host::Unknown), scheme: None, port }
}

/// The hosts that a word can name. A URL of which only the end is not known has a known host.
fn hosts(word: &Word, read: impl Fn(&str) -> Option<HostSubject>) -> Vec<HostSubject> {
    match &word.text {
        _ if word.splits => vec![unknown_host()],
        WordText::Known(text) => read(text).into_iter().collect(),
        WordText::OneOf(all) => all.iter().filter_map(|text| read(text)).collect(),
        // No file has such a name: the shell hands the word on as it stands.
        WordText::Glob(glob) if glob.contains("://") => read(&glob.replace('\\', "")).into_iter().collect(),
        WordText::Unknown { prefix, .. } if !word.splits && authority_ends(prefix) => {
            vec![read(prefix).unwrap_or_else(unknown_host)]
        }
        WordText::Unknown { .. } | WordText::Glob(_) => vec![unknown_host()],
    }
}

fn authority_ends(prefix: &str) -> bool {
    prefix.split_once("://").is_some_and(|(_, rest)| rest.contains(['/', '?', '#']))
}
