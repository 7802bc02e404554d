//! Command patterns (section 6) against commands: every reading of every way that the words can turn out is tried.

use toolgate::model::profile::{Dashes, Flag, Level, Profile, Values};
use toolgate::model::{Command, Program, Word, WordText};

use super::answer::{T, agreed, and, of, or};
use super::reading::{Read, Reading, readings};

/// A word of a pattern: characters, and `None` for a star.
pub type Star = Vec<Option<char>>;

/// A part of a pattern.
#[derive(Clone, Debug)]
pub enum Part {
    Word(Star),
    Group(Vec<Vec<Star>>),
    Gap,
    Flag(String, Option<Star>),
    Terminator,
}

/// The parts of a pattern. Only correct ones get here.
pub fn parse(pattern: &str) -> Vec<Part> {
    let chars: Vec<char> = pattern.chars().collect();
    let (mut at, mut parts, mut flags) = (0, Vec::new(), true);
    while at < chars.len() {
        if chars[at] == ' ' {
            at += 1;
        } else if chars[at] == '(' {
            at += 1;
            let mut alternatives: Vec<Vec<Star>> = vec![Vec::new()];
            while chars[at] != ')' {
                match chars[at] {
                    ' ' => at += 1,
                    '|' => {
                        at += 1;
                        alternatives.push(Vec::new());
                    }
                    _ => alternatives.last_mut().expect("one").push(word(&chars, &mut at).0),
                }
            }
            at += 1;
            parts.push(Part::Group(alternatives));
        } else {
            let (text, bare) = word(&chars, &mut at);
            let plain: Option<String> = text.iter().copied().collect();
            parts.push(match plain.as_deref() {
                Some("...") if bare => Part::Gap,
                Some("--") if bare && flags => {
                    flags = false;
                    Part::Terminator
                }
                _ if flags && bare && text.first() == Some(&Some('-')) && text.len() > 1 => {
                    match text.iter().position(|c| *c == Some('=')) {
                        Some(equals) => {
                            let name = text[..equals].iter().map(|c| c.expect("a name")).collect();
                            Part::Flag(name, Some(text[equals + 1..].to_vec()))
                        }
                        None => Part::Flag(plain.expect("a name"), None),
                    }
                }
                _ => Part::Word(text),
            });
        }
    }
    parts
}

/// A word, and whether it was written without quotes and escapes.
fn word(chars: &[char], at: &mut usize) -> (Star, bool) {
    let (mut text, mut bare) = (Vec::new(), true);
    while *at < chars.len() && !" |)".contains(chars[*at]) {
        match chars[*at] {
            '\'' => {
                bare = false;
                *at += 1;
                while chars[*at] != '\'' {
                    text.push(Some(chars[*at]));
                    *at += 1;
                }
            }
            '\\' => {
                bare = false;
                *at += 1;
                text.push(Some(chars[*at]));
            }
            '*' => text.push(None),
            c => text.push(Some(c)),
        }
        *at += 1;
    }
    (text, bare)
}

/// Whether a pattern's word matches a word.
pub fn star(pattern: &[Option<char>], text: &str) -> bool {
    fn go(pattern: &[Option<char>], text: &[char]) -> bool {
        match pattern {
            [] => text.is_empty(),
            [None, rest @ ..] => (0..=text.len()).any(|skip| go(rest, &text[skip..])),
            [Some(c), rest @ ..] => text.first() == Some(c) && go(rest, &text[1..]),
        }
    }
    go(pattern, &text.chars().collect::<Vec<_>>())
}

/// A command whose words are known.
pub struct Known<'a> {
    pub program: KnownProgram,
    /// The words after the program.
    pub words: Vec<String>,
    pub profile: Option<&'a Profile>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum KnownProgram {
    /// Run by its name.
    Named(String),
    /// Run by another path, which is as written.
    File(String),
}

/// Whether a command with known words is one that the pattern names.
pub fn runs_known(pattern: &[Part], command: &Known<'_>) -> T {
    let (first, rest) = pattern.split_first().expect("a program");
    let programs: Vec<(&Star, &[Star])> = match first {
        Part::Word(word) => vec![(word, &[])],
        Part::Group(alternatives) => alternatives.iter().map(|words| (&words[0], &words[1..])).collect(),
        Part::Gap | Part::Flag(..) | Part::Terminator => panic!("a pattern begins with a program"),
    };
    let all = readings(command.profile, &command.words);
    programs.into_iter().fold(T::No, |answer, (program, then)| {
        let base = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let by_path = program.contains(&Some('/'));
        let named = match &command.program {
            KnownProgram::Named(name) if !by_path => of(star(program, name)),
            KnownProgram::File(path) if !by_path => and(of(star(program, &base(path))), T::Unknown),
            KnownProgram::File(path) if star(program, path) => T::Yes,
            // Another way to write the path, or a name that may be found there.
            KnownProgram::Named(path) | KnownProgram::File(path) => {
                let last = program.iter().rposition(|c| *c == Some('/')).map_or(0, |at| at + 1);
                and(of(star(&program[last..], &base(path))), T::Unknown)
            }
        };
        if named == T::No {
            return answer;
        }
        let then = then.iter().map(|word| Part::Word(word.clone()));
        let parts: Vec<Part> = then.chain(rest.iter().cloned()).collect();
        or(
            answer,
            and(named, agreed(all.iter().filter_map(|reading| reads(&parts, reading, command.profile)))),
        )
    })
}

/// Whether there is one way to read a command's words. Where there are several, the engine may know less than all of them
/// together say.
pub fn is_plain(command: &Known<'_>) -> bool {
    readings(command.profile, &command.words).len() == 1
}

/// A flag that must be there: its spelling, what its value must be like, and where it stands.
struct Need {
    spelling: String,
    value: Option<Vec<Star>>,
    place: Place,
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Before all words: the program's own, if it has it.
    First,
    Anywhere,
    /// After a word: the innermost subcommand's that has it.
    After,
}

/// Whether a pattern's parts are what a reading says; none if this reading is not one that the pattern leaves open.
fn reads(parts: &[Part], reading: &Reading<'_>, profile: Option<&Profile>) -> Option<T> {
    let open = parts.iter().any(|part| matches!(part, Part::Gap));
    let (needs, positions) = needs(parts, reading);
    let mut words = Vec::new();
    for item in &reading.items {
        match item {
            Read::Word { text, names, .. } => words.push((text.as_str(), *names)),
            // The pattern says that this flag takes a value: it is not there without one.
            Read::Strange { word, from: 0, value: None, .. }
                if !word.contains('=')
                    && reading.has_next(item)
                    && needs.iter().any(|need| need.value.is_some() && need.spelling == *word) =>
            {
                return None;
            }
            _ => {}
        }
    }
    let mut answer = of(words_match(&positions, &words));
    for need in &needs {
        answer = and(answer, need.is_there(reading, &needs));
    }
    if parts.iter().any(|part| matches!(part, Part::Terminator)) {
        answer = and(answer, of(reading.items.iter().any(|item| matches!(item, Read::Terminator))));
    }
    if !open {
        for item in &reading.items {
            answer = and(answer, is_named(item, &needs, reading, profile));
        }
    }
    Some(answer)
}

impl Reading<'_> {
    /// Whether anything follows an item.
    fn has_next(&self, item: &Read<'_>) -> bool {
        self.items.last().is_some_and(|last| !std::ptr::eq(last, item))
    }

    /// The flag with this spelling, at whichever level lists it first.
    fn listed(&self, spelling: &str) -> Option<&Flag> {
        self.levels.iter().find_map(|level| spelled(level, spelling))
    }
}

fn spelled<'a>(level: &'a Level, spelling: &str) -> Option<&'a Flag> {
    let other = match spelling.strip_prefix("--") {
        Some(name) => format!("-{name}"),
        None => format!("-{spelling}"),
    };
    let go = level.style.dashes == Dashes::Go;
    level.flags().iter().find(|flag| flag.is_spelled(spelling) || go && flag.is_spelled(&other))
}

/// The flags of a pattern, letters of bundles apart, and the parts that stand for words.
fn needs(parts: &[Part], reading: &Reading<'_>) -> (Vec<Need>, Vec<Part>) {
    let (mut needs, mut positions): (Vec<Need>, Vec<Part>) = (Vec::new(), Vec::new());
    let mut skip = false;
    for (at, part) in parts.iter().enumerate() {
        if std::mem::take(&mut skip) {
            continue;
        }
        let Part::Flag(name, value) = part else {
            if !matches!(part, Part::Terminator) {
                positions.push(part.clone());
            }
            continue;
        };
        let is_word = |part: &Part| matches!(part, Part::Word(_) | Part::Group(_));
        let literal = |part: &Part| match part {
            Part::Word(word) => word.iter().all(Option::is_some),
            Part::Group(_) => true,
            _ => false,
        };
        let place = if positions.iter().any(literal) {
            Place::After
        } else if positions.is_empty() && parts[at + 1..].iter().any(is_word) {
            Place::First
        } else {
            Place::Anywhere
        };
        let mut letters = bundle(name, reading);
        let last = letters.pop().expect("a flag");
        for (spelling, value) in letters {
            let value = value.map(|value| vec![literal_star(&value)]);
            needs.push(Need { spelling, value, place });
        }
        let (spelling, attached) = last;
        let mut need = Need { spelling, value: None, place };
        need.value = match (attached, value) {
            (Some(attached), _) => Some(vec![literal_star(&attached)]),
            (None, Some(value)) => Some(vec![value.clone()]),
            (None, None) => None,
        };
        // `-X POST`: the word that follows a flag that takes a value is its value.
        let takes =
            reading.listed(&need.spelling).is_some_and(|flag| matches!(flag.values, Values::Words(_)));
        if need.value.is_none() && value.is_none() && takes {
            match parts.get(at + 1) {
                Some(Part::Word(word)) => {
                    need.value = Some(vec![word.clone()]);
                    skip = true;
                }
                Some(Part::Group(all)) if all.iter().all(|words| words.len() == 1) => {
                    need.value = Some(all.iter().map(|words| words[0].clone()).collect());
                    skip = true;
                }
                _ => {}
            }
        }
        needs.push(need);
    }
    (needs, positions)
}

fn literal_star(text: &str) -> Star {
    text.chars().map(Some).collect()
}

/// `-rf` is `-r` and `-f`, where the program reads letters so.
fn bundle(name: &str, reading: &Reading<'_>) -> Vec<(String, Option<String>)> {
    let gnu = reading.levels.first().is_some_and(|level| level.style.dashes == Dashes::Gnu);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits(&name[1..]) && reading.listed(name).is_none() && !reading.levels.is_empty() {
        return vec![("-NUM".to_owned(), Some(name[1..].to_owned()))];
    }
    if !gnu || name.starts_with("--") || name.chars().count() <= 2 || reading.listed(name).is_some() {
        return vec![(name.to_owned(), None)];
    }
    let mut all = Vec::new();
    for (at, letter) in name.char_indices().skip(1) {
        let rest = &name[at + letter.len_utf8()..];
        if digits(&name[at..]) {
            all.push(("-NUM".to_owned(), Some(name[at..].to_owned())));
            break;
        }
        let spelling = format!("-{letter}");
        let takes = reading.listed(&spelling).is_some_and(|flag| flag.values != Values::None);
        if takes && !rest.is_empty() {
            all.push((spelling, Some(rest.to_owned())));
            break;
        }
        all.push((spelling, None));
    }
    all
}

impl Need {
    /// Whether the flag is there.
    fn is_there(&self, reading: &Reading<'_>, needs: &[Need]) -> T {
        // A flag that no profile lists, spelled as another flag of the pattern, is not this one.
        let other = |item: &&Read<'_>| match item {
            Read::Strange { word, from: 0, .. } => {
                let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
                name == self.spelling || needs.iter().all(|need| need.spelling != name)
            }
            _ => true,
        };
        let items = || reading.items.iter().filter(other);
        let itself = items().fold(T::No, |answer, item| or(answer, self.is(item, reading)));
        // A flag that is short for others: those do as well.
        let short_for = reading.listed(&self.spelling).filter(|flag| !flag.means.is_empty() && !flag.implies);
        match short_for {
            Some(flag) if self.value.is_none() => {
                let others = flag.means.iter().map(|spelling| {
                    let need = Need { spelling: spelling.clone(), value: None, place: self.place };
                    items().fold(T::No, |answer, item| or(answer, need.is(item, reading)))
                });
                or(itself, others.fold(T::Yes, and))
            }
            Some(_) | None => itself,
        }
    }

    /// Whether one item is this flag.
    fn is(&self, item: &Read<'_>, reading: &Reading<'_>) -> T {
        match item {
            Read::Terminator => T::No,
            Read::Word { means, .. } => {
                of(self.value.is_none() && means.iter().any(|flag| flag.is_spelled(&self.spelling)))
            }
            Read::Flag { flag, depth, negated, value } => {
                let meant = |spelling: &String| {
                    reading.levels.iter().any(|level| {
                        spelled(level, spelling).is_some_and(|flag| flag.is_spelled(&self.spelling))
                    })
                };
                if self.value.is_none() && flag.means.iter().any(meant) {
                    return T::Yes;
                }
                let level = reading.levels[*depth];
                let named = match spelled(level, &self.spelling) {
                    Some(own) => std::ptr::eq(own, *flag) && !negated,
                    None => {
                        let bare = self.spelling.strip_prefix("--no-");
                        *negated && bare.is_some_and(|bare| flag.is_spelled(&format!("--{bare}")))
                    }
                };
                of(named && self.is_at(*depth, reading) && self.fits(value.as_deref()))
            }
            Read::Strange { word, from, value, known, .. } => {
                if *from > 0 && word.get(1..).is_some_and(|_| *known) {
                    return and(of(self.is_short(reading)), T::Unknown);
                }
                let (name, attached) = match word.split_once('=') {
                    Some((name, attached)) => (name, Some(attached)),
                    None => (word.as_str(), value.as_deref()),
                };
                if name == self.spelling {
                    return of(self.fits(attached));
                }
                let short = |text: &str| text.starts_with('-') && !text.starts_with("--");
                let shares = |text: &str| text[1..].chars().any(|letter| self.spelling[1..].contains(letter));
                let may = *known || short(name) && short(&self.spelling) && shares(name);
                and(of(may), T::Unknown)
            }
        }
    }

    fn is_at(&self, depth: usize, reading: &Reading<'_>) -> bool {
        let has = |level: &&Level| spelled(level, &self.spelling).is_some();
        match self.place {
            Place::Anywhere => true,
            Place::First => depth == 0 || !reading.levels.first().is_some_and(&has),
            Place::After => !reading.levels[depth + 1..].iter().any(has),
        }
    }

    fn fits(&self, value: Option<&str>) -> bool {
        match (&self.value, value) {
            (None, _) => true,
            (Some(all), Some(value)) => all.iter().any(|one| star(one, value)),
            (Some(_), None) => false,
        }
    }

    /// Whether it can be written as a letter.
    fn is_short(&self, reading: &Reading<'_>) -> bool {
        let short = |text: &str| text.starts_with('-') && !text.starts_with("--");
        let positive = self.spelling.strip_prefix("--no-").map(|bare| format!("--{bare}"));
        let negatable =
            |flag: &&Flag| flag.negatable || reading.levels.iter().any(|level| level.style.negate);
        let flag = reading.listed(&self.spelling);
        let flag = flag.or_else(|| reading.listed(&positive?).filter(negatable));
        short(&self.spelling)
            || flag.is_some_and(|flag| flag.spellings.iter().any(|spelling| short(spelling)))
    }
}

/// Without `...` a flag must be one that the pattern names.
fn is_named(item: &Read<'_>, needs: &[Need], reading: &Reading<'_>, _: Option<&Profile>) -> T {
    match item {
        Read::Word { .. } | Read::Terminator => T::Yes,
        Read::Flag { flag, depth, negated, value } => {
            // Without a value it is named even where the pattern asks for one: it is only not what must be there.
            let itself = needs.iter().fold(T::No, |answer, need| {
                let asked = if value.is_none() { None } else { need.value.clone() };
                let need = Need { spelling: need.spelling.clone(), value: asked, place: need.place };
                let alone = Read::Flag { flag, depth: *depth, negated: *negated, value: value.clone() };
                or(answer, need.is(&alone, reading))
            });
            let meant = |spelling: &String| {
                needs
                    .iter()
                    .any(|need| reading.listed(spelling).is_some_and(|flag| flag.is_spelled(&need.spelling)))
            };
            or(itself, of(!flag.implies && !flag.means.is_empty() && flag.means.iter().all(meant)))
        }
        Read::Strange { .. } => needs.iter().fold(T::No, |answer, need| or(answer, need.is(item, reading))),
    }
}

/// Whether the parts for words match the words.
fn words_match(parts: &[Part], words: &[(&str, &[String])]) -> bool {
    let fits = |pattern: &Star, (text, names): &(&str, &[String])| {
        star(pattern, text) || names.iter().any(|name| star(pattern, name))
    };
    match parts {
        [] => words.is_empty(),
        [Part::Gap, rest @ ..] => (0..=words.len()).any(|skip| words_match(rest, &words[skip..])),
        [Part::Word(word), rest @ ..] => {
            words.first().is_some_and(|first| fits(word, first)) && words_match(rest, &words[1..])
        }
        [Part::Group(alternatives), rest @ ..] => alternatives.iter().any(|alternative| {
            alternative.len() <= words.len()
                && alternative.iter().zip(words).all(|(word, text)| fits(word, text))
                && words_match(rest, &words[alternative.len()..])
        }),
        [Part::Flag(..) | Part::Terminator, ..] => panic!("no words"),
    }
}

/// The texts that unknown words are tried with.
pub struct Candidates {
    pub words: Vec<String>,
    /// Programs that an unknown program is tried as.
    pub programs: Vec<String>,
}

/// More ways than these are not gone through.
const WAYS: usize = 4_000;

/// Every way in which a command can turn out; none if there are too many.
pub fn ways<'a>(command: &'a Command, candidates: &Candidates) -> Option<Vec<Known<'a>>> {
    let programs: Vec<KnownProgram> = match &command.program {
        Program::Named(name) => vec![KnownProgram::Named(name.clone())],
        Program::File { path, .. } => vec![KnownProgram::File(path.clone())],
        Program::Unknown(word) => fill_one(word, &with_paths(word, &candidates.programs))
            .into_iter()
            .map(|text| if text.contains('/') { KnownProgram::File(text) } else { KnownProgram::Named(text) })
            .collect(),
    };
    let mut lists: Vec<Vec<String>> = vec![Vec::new()];
    for word in command.words.iter().skip(1) {
        let fillings = fill(word, &candidates.words);
        if lists.len() * fillings.len() > WAYS {
            return None;
        }
        lists = lists
            .iter()
            .flat_map(|list| fillings.iter().map(move |more| [list.as_slice(), more].concat()))
            .collect();
    }
    let unknown = matches!(command.program, Program::Unknown(_));
    let profile = if unknown { None } else { command.profile.as_deref() };
    let all = programs.iter().flat_map(|program| {
        lists.iter().map(move |words| Known { program: program.clone(), words: words.clone(), profile })
    });
    let written: Vec<&str> = command.words.iter().filter_map(Word::as_known).collect();
    let unknown = written.len() < command.words.len();
    Some(all.filter(|way| !unknown || !is_refused(way, &written)).collect())
}

/// Whether a word that was filled in is a flag that the program, whose flags are all known, does not have: it will not
/// run, and does nothing. Where such a flag is written its meaning is unknown, since the program may be newer than its
/// profile.
fn is_refused(way: &Known<'_>, written: &[&str]) -> bool {
    let strange = |reading: &Reading<'_>| {
        let mut written = written.to_vec();
        reading.items.iter().any(|item| match item {
            Read::Strange { word, refused: true, .. } => {
                let known = written.iter().position(|known| *known == word.as_str());
                known.map(|at| written.swap_remove(at)).is_none()
            }
            Read::Strange { .. } | Read::Word { .. } | Read::Flag { .. } | Read::Terminator => false,
        })
    };
    readings(way.profile, &way.words).iter().any(strange)
}

/// Every list of words that a word can be.
pub fn fill(word: &Word, candidates: &[String]) -> Vec<Vec<String>> {
    let one = |all: Vec<String>| all.into_iter().map(|text| vec![text]).collect::<Vec<_>>();
    match (&word.text, word.splits) {
        (WordText::Known(text), false) => vec![vec![text.clone()]],
        (WordText::OneOf(all), false) => one(all.clone()),
        (WordText::Unknown { .. }, false) => one(fill_one(word, candidates)),
        // Names, or the pattern itself where there are none.
        (WordText::Glob(_), splits) => {
            let names = fill_one(word, candidates);
            let mut all = one(names.clone());
            let pairs = names.iter().flat_map(|a| names.iter().map(move |b| vec![a.clone(), b.clone()]));
            all.extend(pairs.take(60));
            if splits {
                all.push(Vec::new());
            }
            all
        }
        (WordText::Known(_) | WordText::OneOf(_) | WordText::Unknown { .. }, true) => {
            let (prefix, suffix) = match &word.text {
                WordText::Unknown { prefix, suffix } => (prefix.as_str(), suffix.as_str()),
                _ => ("", ""),
            };
            let mut all = one(fill_one(word, candidates));
            if prefix.is_empty() && suffix.is_empty() {
                all.push(Vec::new());
            }
            let begins = candidates.iter().filter(|text| text.starts_with(prefix));
            for first in begins {
                let ends = candidates.iter().filter(|text| text.ends_with(suffix));
                all.extend(ends.map(|last| vec![first.clone(), last.clone()]));
            }
            all
        }
    }
}

/// The word as far as its ends are known.
pub fn ends(word: &Word) -> Word {
    match &word.text {
        WordText::Glob(glob) => {
            let wild = |c: char| "*?[]{},\\".contains(c);
            let prefix = glob.split(wild).next().unwrap_or_default().to_owned();
            let suffix = glob.rsplit(wild).next().unwrap_or_default().to_owned();
            Word { text: WordText::Unknown { prefix, suffix }, ..word.clone() }
        }
        _ => word.clone(),
    }
}

/// The programs, and those in a directory whose name begins as the word does.
fn with_paths(word: &Word, programs: &[String]) -> Vec<String> {
    let mut all = programs.to_vec();
    if let WordText::Unknown { prefix, .. } = &word.text {
        all.extend(programs.iter().map(|program| format!("{prefix}zz/{}", program.trim_start_matches("./"))));
    }
    all
}

/// Every text that a word can be, if it is one word.
pub fn fill_one(word: &Word, candidates: &[String]) -> Vec<String> {
    match &word.text {
        WordText::Known(text) => vec![text.clone()],
        WordText::OneOf(all) => all.clone(),
        WordText::Glob(glob) => {
            let matches = |text: &&String| {
                let begins = |start: &str| text.starts_with(start) == glob.starts_with(start);
                begins("/")
                    && begins("./")
                    && !text.is_empty()
                    && super::paths::like(&format!("/{text}"), &format!("/{glob}"), false)
            };
            let mut all: Vec<String> = candidates.iter().filter(matches).cloned().collect();
            all.push(glob.clone());
            all
        }
        WordText::Unknown { prefix, suffix } => {
            let long = |text: &&String| text.len() >= prefix.len() + suffix.len();
            let fits = candidates.iter().filter(long);
            let mut all: Vec<String> = fits
                .filter(|text| text.starts_with(prefix.as_str()) && text.ends_with(suffix.as_str()))
                .cloned()
                .collect();
            for middle in ["", "zz", "-zz", "=zz"] {
                all.push(format!("{prefix}{middle}{suffix}"));
            }
            all.sort();
            all.dedup();
            all
        }
    }
}
