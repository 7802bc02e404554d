//! The words of a command as its program reads them, when all of them are known: a list of all readings. There are
//! several only where a flag that no profile lists, or one whose value may be missing, may take the next word.

use toolgate::model::profile::{Dashes, Flag, Level, Profile, Values};

/// What a word is.
#[derive(Clone, Debug)]
pub enum Read<'a> {
    /// An operand or a subcommand, with its other names and the flags that it means.
    Word { text: String, names: &'a [String], means: Vec<&'a Flag> },
    /// A flag of the level at this depth.
    Flag { flag: &'a Flag, depth: usize, negated: bool, value: Option<String> },
    /// A flag that no profile lists; with the word that it may have taken. `known` says whether there is a profile.
    /// `from` is the byte at which it begins, if listed letters stand before it in the same word. `refused` says that the
    /// profile lists every flag: the program will not run with this one.
    Strange { word: String, from: usize, value: Option<String>, known: bool, refused: bool },
    /// `--`
    Terminator,
}

/// One reading of all words.
#[derive(Clone, Debug)]
pub struct Reading<'a> {
    pub items: Vec<Read<'a>>,
    /// The program and the subcommands that were entered.
    pub levels: Vec<&'a Level>,
}

/// The program's features that are read here. The others (`find -exec`, `tar czf`) have tests of their own.
pub fn is_simple(profile: &Profile) -> bool {
    fn simple(level: &Level) -> bool {
        !level.style.old_bundle
            && level.flags().iter().all(|flag| !matches!(flag.values, Values::Until(_) | Values::Rest))
            && level.subs.iter().all(|sub| simple(sub.level.get()))
    }
    simple(&profile.root)
}

/// All readings of the words after the program.
pub fn readings<'a>(profile: Option<&'a Profile>, words: &[String]) -> Vec<Reading<'a>> {
    let levels = profile.map(|profile| &profile.root).into_iter().collect();
    let start = State { levels, operands: 0, mode: Mode::Open, items: Vec::new() };
    let mut all = Vec::new();
    start.read(words, &mut all);
    all
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// Flags may stand here.
    Open,
    /// After `--`.
    Closed,
    /// The words of another command.
    Other,
}

#[derive(Clone)]
struct State<'a> {
    levels: Vec<&'a Level>,
    operands: usize,
    mode: Mode,
    items: Vec<Read<'a>>,
}

impl<'a> State<'a> {
    fn read(mut self, words: &[String], all: &mut Vec<Reading<'a>>) {
        let [word, rest @ ..] = words else {
            all.push(Reading { items: self.items, levels: self.levels });
            return;
        };
        if self.mode == Mode::Other && word.len() > 1 && word.starts_with('-') && word != "--" {
            self.strange(word, 0, false, rest, all);
            return;
        }
        if self.mode != Mode::Open {
            self.operand(word);
            self.read(rest, all);
            return;
        }
        let Some(level) = self.levels.last().copied() else {
            if word == "--" {
                self.items.push(Read::Terminator);
                self.mode = Mode::Closed;
                self.read(rest, all);
            } else if word.len() > 1 && word.starts_with('-') {
                self.strange(word, 0, false, rest, all);
            } else {
                self.operand(word);
                self.read(rest, all);
            }
            return;
        };
        if let Some((depth, flag)) = self.find(word) {
            return self.flag(depth, flag, false, None, rest, all);
        }
        if word == "--" && level.style.dashes != Dashes::Exact {
            self.items.push(Read::Terminator);
            self.mode = Mode::Closed;
            return self.read(rest, all);
        }
        if let Some((key, value)) = word.split_once('=')
            && let Some((depth, flag)) = self.find(&format!("{key}="))
        {
            return self.flag(depth, flag, false, Some(value.to_owned()), rest, all);
        }
        let looks_like_flag = word.len() > 1 && word.starts_with('-');
        let operand_like = level.operand_like.iter().any(|like| like.matches(word));
        if !looks_like_flag || operand_like || level.style.dashes == Dashes::Exact {
            self.operand(word);
            return self.read(rest, all);
        }
        let letters = level.style.dashes == Dashes::Gnu && !word.starts_with("--");
        if letters
            && word[1..].bytes().all(|byte| byte.is_ascii_digit())
            && let Some((depth, flag)) = self.find("-NUM")
        {
            return self.flag(depth, flag, false, Some(word[1..].to_owned()), rest, all);
        }
        if letters {
            return self.letters(word, rest, all);
        }
        if self.clone().long(level, word, rest, all) {
            return;
        }
        if level.style.unknown_is_operand {
            self.operand(word);
            self.read(rest, all);
        } else {
            self.strange(word, 0, true, rest, all);
        }
    }

    /// The flag with this spelling, at this level or, where flags are inherited, at one above.
    fn find(&self, spelling: &str) -> Option<(usize, &'a Flag)> {
        let other = spelling.strip_prefix('-').map(|rest| match rest.strip_prefix('-') {
            Some(name) => format!("-{name}"),
            None => format!("--{rest}"),
        });
        for (depth, level) in self.levels.iter().enumerate().rev() {
            let go = level.style.dashes == Dashes::Go;
            let spelled = |flag: &&Flag| {
                flag.is_spelled(spelling) || go && other.as_ref().is_some_and(|other| flag.is_spelled(other))
            };
            if let Some(flag) = level.flags().iter().find(spelled) {
                return Some((depth, flag));
            }
            if !level.style.inherit {
                return None;
            }
        }
        None
    }

    fn operand(&mut self, word: &str) {
        let level = self.levels.last().copied();
        if let Some(level) = level
            && self.operands == 0
            && self.mode != Mode::Other
            && let Some(sub) = level.sub(word)
        {
            // Those of its group are spellings of the same subcommand.
            let group = sub.names.iter().find(|group| group.iter().any(|name| name == word));
            let names = group.map_or(&[][..], Vec::as_slice);
            self.items.push(Read::Word { text: word.to_owned(), names, means: Vec::new() });
            self.levels.push(sub.level.get());
            if sub.level.get().style.stop == Some(0) {
                self.mode = Mode::Other;
            }
            return;
        }
        let meant = level.into_iter().flat_map(|level| &level.means);
        let means = meant
            .filter(|(like, _)| like.matches(word))
            .filter_map(|(_, spelling)| self.find(spelling))
            .map(|(_, flag)| flag)
            .collect();
        self.items.push(Read::Word { text: word.to_owned(), names: &[], means });
        self.operands += 1;
        if level.is_some_and(|level| level.style.stop.is_some_and(|stop| self.operands >= usize::from(stop)))
        {
            self.mode = Mode::Other;
        }
    }

    /// A flag, and the words that are its values.
    fn flag(
        mut self,
        depth: usize,
        flag: &'a Flag,
        negated: bool,
        value: Option<String>,
        rest: &[String],
        all: &mut Vec<Reading<'a>>,
    ) {
        let read = |value: Option<String>| Read::Flag { flag, depth, negated, value };
        if flag.stops && !negated {
            self.mode = Mode::Other;
        }
        match &flag.values {
            Values::Maybe if value.is_none() && !negated => {
                if let [next, after @ ..] = rest {
                    let mut taken = self.clone();
                    taken.items.push(read(Some(next.clone())));
                    taken.read(after, all);
                }
                self.items.push(read(None));
                self.read(rest, all);
            }
            Values::Words(count) if !negated => {
                let missing = usize::from(*count) - usize::from(value.is_some());
                let taken = missing.min(rest.len());
                let value = value.or_else(|| rest.first().cloned());
                self.items.push(read(value));
                self.read(&rest[taken..], all);
            }
            Values::Until(_) | Values::Rest => panic!("not read here"),
            Values::None | Values::Attached | Values::Maybe | Values::Words(_) => {
                self.items.push(read(value));
                self.read(rest, all);
            }
        }
    }

    /// A flag that is not listed: it may take the next word.
    fn strange(self, word: &str, from: usize, known: bool, rest: &[String], all: &mut Vec<Reading<'a>>) {
        let refused = known && self.levels.last().is_some_and(|level| level.listed);
        let read =
            |value: Option<String>| Read::Strange { word: word.to_owned(), from, value, known, refused };
        if let [next, after @ ..] = rest
            && !(from == 0 && word.contains('='))
        {
            let mut taken = self.clone();
            taken.items.push(read(Some(next.clone())));
            taken.read(after, all);
        }
        let mut alone = self;
        alone.items.push(read(None));
        alone.read(rest, all);
    }

    /// `-abc`
    fn letters(mut self, word: &str, rest: &[String], all: &mut Vec<Reading<'a>>) {
        let equals = self.levels.last().is_some_and(|level| level.style.equals);
        for (at, letter) in word.char_indices().skip(1) {
            let after = &word[at + letter.len_utf8()..];
            let Some((depth, flag)) = self.find(&format!("-{letter}")) else {
                let from = if at == 1 { 1 } else { at };
                return self.strange(word, from, true, rest, all);
            };
            if flag.values == Values::None {
                self.items.push(Read::Flag { flag, depth, negated: false, value: None });
                if equals && after.starts_with('=') {
                    break;
                }
                continue;
            }
            let attached = if equals { after.strip_prefix('=').unwrap_or(after) } else { after };
            let value = if after.is_empty() { None } else { Some(attached.to_owned()) };
            return self.flag(depth, flag, false, value, rest, all);
        }
        self.read(rest, all);
    }

    /// `--name`, `--name=value`, `--no-name`, `--nam`. False if it is none of these.
    fn long(self, level: &'a Level, word: &str, rest: &[String], all: &mut Vec<Reading<'a>>) -> bool {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word, None),
        };
        if let Some((depth, flag)) = self.find(name) {
            let switch = level.style.equals || level.style.dashes == Dashes::Go;
            let off = ["false", "False", "FALSE", "f", "F", "0", "no"];
            let negated = flag.values == Values::None
                && switch
                && value.as_deref().is_some_and(|value| off.contains(&value));
            self.flag(depth, flag, negated, value, rest, all);
            return true;
        }
        let negatable = |flag: &Flag| level.style.negate || flag.negatable;
        if let Some(bare) = name.strip_prefix("--no-")
            && let Some((depth, flag)) = self.find(&format!("--{bare}"))
            && negatable(flag)
        {
            self.flag(depth, flag, true, value, rest, all);
            return true;
        }
        if !level.style.abbreviate || name.len() <= 2 {
            return false;
        }
        let mut found: Vec<(&'a Flag, bool)> = Vec::new();
        for flag in level.flags() {
            let begins = |start: &str| flag.spellings.iter().any(|spelling| spelling.starts_with(start));
            if begins(name) {
                found.push((flag, false));
            }
            if let Some(bare) = name.strip_prefix("--no-")
                && negatable(flag)
                && begins(&format!("--{bare}"))
            {
                found.push((flag, true));
            }
        }
        let [(flag, negated)] = found.as_slice() else { return false };
        let depth = self.levels.len() - 1;
        if !level.listed {
            self.clone().strange(word, 0, true, rest, all);
        }
        self.flag(depth, flag, *negated, value, rest, all);
        true
    }
}
