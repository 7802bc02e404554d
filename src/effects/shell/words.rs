//! Words as written to what they can be.

use crate::effects::shell::state::{Patterns, Value};
use crate::effects::shell::syntax::{self, Glob, Operator, Parameter, Parsed, Word as Written, WordPart};
use crate::effects::shell::walker::Walker;
use crate::model::{Word, WordText};

/// Texts that one word can be, at most; with more it is unknown.
const MAX_CHOICES: usize = 64;
/// Words that braces make of one, at most.
const MAX_WORDS: usize = 256;

/// Variables that the shell sets itself: an assignment to them does not last.
const OWN: &[&str] = &[
    "_",
    "BASH",
    "BASHPID",
    "BASH_ARGC",
    "BASH_ARGV",
    "BASH_ARGV0",
    "BASH_COMMAND",
    "BASH_LINENO",
    "BASH_SOURCE",
    "BASH_SUBSHELL",
    "BASH_VERSINFO",
    "BASH_VERSION",
    "COMP_WORDBREAKS",
    "DIRSTACK",
    "EPOCHREALTIME",
    "EPOCHSECONDS",
    "FUNCNAME",
    "GROUPS",
    "HISTCMD",
    "HOSTNAME",
    "OLDPWD",
    "OPTARG",
    "OPTIND",
    "PIPESTATUS",
    "REPLY",
    "SHLVL",
    "SRANDOM",
];

/// A piece of a word, expansions done.
#[derive(Clone, Debug)]
enum Piece {
    /// Text, of which no character is special.
    Text(String),
    /// One of these.
    Choices(Vec<String>),
    /// A pattern in the language's form, as it stands.
    Pattern(String),
    /// Anything; `splits` if blanks in it end the word.
    Unknown { splits: bool },
}

impl Walker<'_> {
    /// The words that a word becomes, with the effects of what runs in it.
    pub(super) fn word(&mut self, word: &Written, parsed: &Parsed) -> Vec<Word> {
        let place = self.at(word.span);
        let mut all = Vec::new();
        for parts in brace_variants(&word.parts) {
            let Some(parts) = parts else {
                for part in &word.parts {
                    self.part_effects(part, parsed);
                }
                all.push(placed(Word::unknown(), &place));
                continue;
            };
            let mut pieces = Vec::new();
            let mut quoted = false;
            let mut bracket = false;
            for part in &parts {
                quoted |= part.is_quoted();
                self.part(part, false, &mut bracket, &mut pieces, parsed);
            }
            if let Some(word) = whole(pieces, quoted) {
                let mut word = placed(word, &place);
                if matches!(word.text, WordText::Glob(_)) {
                    match self.state.patterns {
                        Patterns::Names => {}
                        Patterns::OrNothing => word.splits = true,
                        Patterns::Unknown => word = placed(Word::unknown(), &place),
                    }
                }
                all.extend(self.dashed_apart(word));
            }
        }
        all
    }

    /// What a word is where it is not split: a value, a pattern, the text of a here string.
    pub(super) fn value(&mut self, word: &Written, parsed: &Parsed) -> Word {
        let mut pieces = Vec::new();
        let mut bracket = false;
        for part in &word.parts {
            self.part(part, true, &mut bracket, &mut pieces, parsed);
        }
        placed(whole(pieces, true).unwrap_or_else(|| Word::known("")), &self.at(word.span))
    }

    /// A here document's body.
    pub(super) fn body(&mut self, parts: &[WordPart], parsed: &Parsed) -> Word {
        let mut pieces = Vec::new();
        let mut bracket = false;
        for part in parts {
            self.part(part, true, &mut bracket, &mut pieces, parsed);
        }
        whole(pieces, true).unwrap_or_else(|| Word::known(""))
    }

    /// The effects of what runs in a part whose text does not matter.
    pub(super) fn part_effects(&mut self, part: &WordPart, parsed: &Parsed) {
        let mut pieces = Vec::new();
        self.part(part, true, &mut false, &mut pieces, parsed);
    }

    fn part(
        &mut self,
        part: &WordPart,
        quoted: bool,
        bracket: &mut bool,
        pieces: &mut Vec<Piece>,
        parsed: &Parsed,
    ) {
        match part {
            WordPart::Literal(text) if *bracket => {
                if let Some((class, rest)) = text.text.split_once(']') {
                    pieces.push(Piece::Pattern(format!("{class}]")));
                    pieces.push(Piece::Text(rest.to_owned()));
                    *bracket = false;
                } else {
                    pieces.push(Piece::Pattern(text.text.clone()));
                }
            }
            WordPart::Literal(text) | WordPart::Escaped(text) | WordPart::SingleQuoted(text) => {
                pieces.push(Piece::Text(text.text.clone()));
            }
            WordPart::Decoded { bytes, .. } => match std::str::from_utf8(bytes) {
                Ok(text) => pieces.push(Piece::Text(text.to_owned())),
                Err(_) => pieces.push(Piece::Unknown { splits: false }),
            },
            WordPart::DoubleQuoted { parts, .. } => {
                for part in parts {
                    self.part(part, true, &mut false, pieces, parsed);
                }
            }
            WordPart::Parameter(parameter) => self.parameter(parameter, quoted, pieces, parsed),
            WordPart::Command { list, .. } => {
                let before = self.state.clone();
                self.list(list, before.clone(), parsed);
                self.state = before;
                match self.printed_glob(list) {
                    Some(glob) if !quoted => pieces.push(Piece::Pattern(glob)),
                    _ => pieces.push(Piece::Unknown { splits: !quoted }),
                }
            }
            WordPart::Process { list, output, .. } => {
                let before = self.state.clone();
                let from = self.effects.len();
                self.list(list, before.clone(), parsed);
                self.state = before;
                let fetched = !output
                    && self
                        .effects
                        .get(from..)
                        .unwrap_or_default()
                        .iter()
                        .any(|effect| effect.operation.is("network"));
                pieces.push(Piece::Text(if fetched { FETCHED } else { PROCESS }.to_owned()));
            }
            WordPart::Arithmetic(arithmetic) => {
                self.arithmetic(arithmetic, parsed);
                pieces.push(Piece::Unknown { splits: false });
            }
            WordPart::Tilde { user, .. } => match (user.as_str(), self.state.variables.get("HOME")) {
                ("", Some(Value::Choices(all))) => pieces.push(Piece::Choices(all.clone())),
                ("+", _) => pieces.push(self.directory_piece()),
                _ => pieces.push(Piece::Unknown { splits: false }),
            },
            WordPart::Glob { glob, .. } => pieces.push(Piece::Pattern(
                match glob {
                    Glob::Star => "*",
                    Glob::Question => "?",
                    Glob::Bracket => {
                        *bracket = true;
                        "["
                    }
                }
                .to_owned(),
            )),
            WordPart::Sequence { .. } => pieces.push(Piece::Unknown { splits: true }),
            WordPart::Extended { alternatives, .. } | WordPart::Alternatives { alternatives, .. } => {
                for part in alternatives.iter().flatten() {
                    self.part_effects(part, parsed);
                }
                pieces.push(Piece::Unknown { splits: true });
            }
            WordPart::Array { elements, .. } => {
                for element in elements {
                    if let Some(subscript) = &element.subscript {
                        self.value(subscript, parsed);
                    }
                    self.value(&element.value, parsed);
                }
                pieces.push(Piece::Unknown { splits: true });
            }
            WordPart::Unknown(_) => pieces.push(Piece::Unknown { splits: true }),
        }
    }

    fn directory_piece(&self) -> Piece {
        let all: Option<Vec<String>> = self.state.directories.iter().cloned().collect();
        match all {
            Some(all) if !all.is_empty() => Piece::Choices(all),
            _ => Piece::Unknown { splits: false },
        }
    }

    fn parameter(&mut self, parameter: &Parameter, quoted: bool, pieces: &mut Vec<Piece>, parsed: &Parsed) {
        let mut all_elements = parameter.name == "@" || parameter.operator == Some(Operator::Names);
        if let Some(subscript) = &parameter.subscript {
            all_elements |= self.value(subscript, parsed).as_known() == Some("@");
            if self.may_be_code(subscript) {
                self.possible_code(self.at(parameter.span));
            }
        }
        if let (Some(Operator::Substring), Some(operand)) = (&parameter.operator, &parameter.operand)
            && self.may_be_code(operand)
        {
            self.possible_code(self.at(parameter.span));
        }
        // Even in quotes `"$@"` is as many words as there are.
        let quoted = quoted && !all_elements;
        let operand = parameter.operand.as_ref().map(|operand| self.value(operand, parsed));
        if parameter.indirect {
            if parameter.operator != Some(Operator::Names) {
                self.possible_code(self.at(parameter.span));
            }
            return pieces.push(Piece::Unknown { splits: !quoted });
        }
        if let Some(Operator::Transform('P')) = parameter.operator {
            self.possible_code(self.at(parameter.span));
        }
        if parameter.length
            || matches!(
                parameter.name.as_str(),
                "?" | "#" | "$" | "!" | "RANDOM" | "SECONDS" | "LINENO" | "EUID" | "UID" | "PPID"
            )
        {
            return pieces.push(Piece::Unknown { splits: false });
        }
        if OWN.contains(&parameter.name.as_str()) {
            return pieces.push(Piece::Unknown { splits: !quoted });
        }
        let known = self.lookup(&parameter.name);
        let known = if parameter.subscript.is_some() { None } else { known };
        match (&parameter.operator, known) {
            (None, Some(piece)) => self.push_value(piece, quoted, pieces),
            // Set and not empty: the default is not taken.
            (Some(Operator::Default | Operator::Assign | Operator::Error), Some(Piece::Choices(all)))
                if all.iter().all(|text| !text.is_empty()) =>
            {
                self.push_value(Piece::Choices(all), quoted, pieces);
            }
            (operator, _) => {
                if operator == &Some(Operator::Assign) {
                    self.state.forget(&parameter.name);
                }
                let _ = operand;
                pieces.push(Piece::Unknown { splits: !quoted });
            }
        }
    }

    /// An unquoted value is split and taken for a pattern; where it holds nothing of the kind it is itself.
    fn push_value(&self, piece: Piece, quoted: bool, pieces: &mut Vec<Piece>) {
        let splits_at_blanks = !self.state.variables.contains_key("IFS");
        let plain = |text: &String| {
            splits_at_blanks
                && !text.is_empty()
                && !text.contains(|c: char| c.is_whitespace() || "*?[\\".contains(c))
        };
        match piece {
            Piece::Choices(all) if quoted || all.iter().all(plain) => pieces.push(Piece::Choices(all)),
            Piece::Choices(_) => pieces.push(Piece::Unknown { splits: true }),
            Piece::Pattern(glob) => pieces.push(Piece::Pattern(glob)),
            other => pieces.push(other),
        }
    }

    fn lookup(&self, name: &str) -> Option<Piece> {
        if name == "PWD" && !self.state.variables.contains_key(name) {
            return Some(self.directory_piece());
        }
        match self.state.variables.get(name)? {
            _ if self.state.anything => None,
            Value::Choices(all) => Some(Piece::Choices(all.clone())),
            Value::Glob(glob) => Some(Piece::Pattern(glob.clone())),
            Value::Number => Some(Piece::Unknown { splits: false }),
            Value::Unknown => None,
        }
    }
}

/// The name under which a command finds the output of `<(…)`.
pub(super) const PROCESS: &str = "/dev/fd/63";
/// The same, where that comes from the network. No program can tell them apart by their names; the engine can.
pub(super) const FETCHED: &str = "/dev/fd/0063";

fn placed(mut word: Word, place: &std::ops::Range<usize>) -> Word {
    word.start = u32::try_from(place.start).unwrap_or(u32::MAX);
    word.end = u32::try_from(place.end).unwrap_or(u32::MAX);
    word
}

/// The parts of each word that braces make; `None` for words that are too many to list.
fn brace_variants(parts: &[WordPart]) -> Vec<Option<Vec<WordPart>>> {
    let mut variants: Vec<Vec<WordPart>> = vec![Vec::new()];
    let braced = |part: &WordPart| matches!(part, WordPart::Alternatives { .. } | WordPart::Sequence { .. });
    if !parts.iter().any(braced) {
        return vec![Some(parts.to_vec())];
    }
    for part in parts {
        let choices: Vec<Vec<WordPart>> = match part {
            WordPart::Alternatives { alternatives, .. } => {
                let mut all = Vec::new();
                for alternative in alternatives {
                    for variant in brace_variants(alternative) {
                        match variant {
                            Some(variant) => all.push(variant),
                            None => return vec![None],
                        }
                    }
                }
                all
            }
            WordPart::Sequence { sequence, span } => match sequence.words(MAX_WORDS) {
                Some(words) => words
                    .into_iter()
                    .map(|text| vec![WordPart::Literal(syntax::Text { text, span: *span })])
                    .collect(),
                None => return vec![None],
            },
            other => vec![vec![other.clone()]],
        };
        if variants.len().saturating_mul(choices.len()) > MAX_WORDS {
            return vec![None];
        }
        let mut next = Vec::with_capacity(variants.len() * choices.len());
        for variant in &variants {
            for choice in &choices {
                next.push(variant.iter().chain(choice).cloned().collect());
            }
        }
        variants = next;
    }
    variants.into_iter().map(|parts| Some(joined_names(parts))).collect()
}

/// Braces come before variables: `$x{a,b}` is `$xa $xb`.
fn joined_names(parts: Vec<WordPart>) -> Vec<WordPart> {
    let mut all: Vec<WordPart> = Vec::with_capacity(parts.len());
    // The last part is a name that grew by all of the text after it.
    let mut grows = false;
    for part in parts {
        let grew = std::mem::take(&mut grows);
        let (Some(WordPart::Parameter(before)), WordPart::Literal(text)) = (all.last_mut(), &part) else {
            all.push(part);
            continue;
        };
        let width = before.span.end.saturating_sub(before.span.start) as usize;
        let named = before.name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let more = text.text.len()
            - text.text.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
        if !named || !(grew || width == before.name.len() + 1) || more == 0 {
            all.push(part);
            continue;
        }
        let (name, rest) = text.text.split_at(more);
        before.name.push_str(name);
        grows = rest.is_empty();
        if !grows {
            all.push(WordPart::Literal(syntax::Text { text: rest.to_owned(), span: text.span }));
        }
    }
    all
}

/// The word that pieces make; none if they are nothing and unquoted.
fn whole(pieces: Vec<Piece>, quoted: bool) -> Option<Word> {
    if pieces.is_empty() && !quoted {
        return None;
    }
    let unknown = pieces.iter().any(|piece| matches!(piece, Piece::Unknown { .. }));
    let pattern = pieces.iter().any(|piece| matches!(piece, Piece::Pattern(_)));
    let text = match (unknown, pattern) {
        (true, _) => ends(&pieces),
        (false, true) => match as_glob(&pieces) {
            Some(glob) => WordText::Glob(glob),
            None => ends(&pieces),
        },
        (false, false) => match choices(&pieces) {
            Some(mut all) => {
                all.sort();
                all.dedup();
                match all.as_slice() {
                    [only] => WordText::Known(only.clone()),
                    _ => WordText::OneOf(all),
                }
            }
            None => ends(&pieces),
        },
    };
    let splits = pieces.iter().any(|piece| matches!(piece, Piece::Unknown { splits: true }));
    Some(Word { text, splits, start: 0, end: 0 })
}

fn choices(pieces: &[Piece]) -> Option<Vec<String>> {
    let mut all = vec![String::new()];
    for piece in pieces {
        let one;
        let options: &[String] = match piece {
            Piece::Text(text) => {
                one = [text.clone()];
                &one
            }
            Piece::Choices(options) => options,
            Piece::Pattern(_) | Piece::Unknown { .. } => return None,
        };
        if all.len() * options.len() > MAX_CHOICES {
            return None;
        }
        all = all.iter().flat_map(|start| options.iter().map(move |end| format!("{start}{end}"))).collect();
    }
    Some(all)
}

fn as_glob(pieces: &[Piece]) -> Option<String> {
    let mut glob = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => escape(text, &mut glob),
            Piece::Choices(all) => match all.as_slice() {
                [only] => escape(only, &mut glob),
                _ => return None,
            },
            Piece::Pattern(pattern) => glob.push_str(pattern),
            Piece::Unknown { .. } => return None,
        }
    }
    // Named classes (`[[:alpha:]]`) are not in the language's globs.
    let named = |open: &str, close: &str| glob.contains(open) && glob.contains(close);
    (!named("[:", ":]") && !named("[=", "=]") && !named("[.", ".]")).then_some(glob)
}

fn escape(text: &str, glob: &mut String) {
    for c in text.chars() {
        if "*?[]{},\\".contains(c) {
            glob.push('\\');
        }
        glob.push(c);
    }
}

/// What a word surely begins and ends with.
fn ends(pieces: &[Piece]) -> WordText {
    let text = |piece: &Piece| match piece {
        Piece::Text(text) => Some(text.clone()),
        Piece::Choices(all) => match all.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        },
        Piece::Pattern(_) | Piece::Unknown { .. } => None,
    };
    let prefix: String = pieces.iter().map_while(text).collect();
    let mut suffix: Vec<String> = pieces.iter().rev().map_while(text).collect();
    suffix.reverse();
    WordText::Unknown { prefix, suffix: suffix.concat() }
}
