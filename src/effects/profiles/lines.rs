//! The small notation of profiles: lines of flags, operands, acts and conditions (`docs/profiles.md`).

use std::collections::BTreeMap;

use super::scan::{Piece, Scan, Wrong};
use crate::model::Wildcard;
use crate::model::profile::{
    Act, Condition, Count, Flag, Language, Part, Pick, Site, Slot, Subject, Tree, Values, Verb, WalkChange,
};

/// Flag lines and conditions that a program names once and uses in several places.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    pub(super) groups: BTreeMap<String, String>,
    pub(super) conditions: BTreeMap<String, String>,
}

/// Groups within groups, and conditions within conditions, that are followed.
const MAX_DEPTH: u8 = 8;

/// The flags of a text with one on each line.
pub(super) fn flags(text: &str, terms: &Terms) -> Result<Vec<Flag>, Wrong> {
    let mut flags = Vec::new();
    add_flags(text, terms, MAX_DEPTH, &mut flags)?;
    Ok(flags)
}

fn add_flags(text: &str, terms: &Terms, depth: u8, flags: &mut Vec<Flag>) -> Result<(), Wrong> {
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        let name =
            line.strip_prefix('@').filter(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'));
        let Some(name) = name else {
            flags.push(flag(line, terms)?);
            continue;
        };
        let group = terms.groups.get(name).filter(|_| depth > 0);
        let group = group.ok_or_else(|| Wrong(format!("there is no group `{name}`")))?;
        add_flags(group, terms, depth - 1, flags)?;
    }
    Ok(())
}

/// One line: `SPELLINGS [VALUES] [stops] [is|implies FLAGS] [: ACTS]`.
fn flag(line: &str, terms: &Terms) -> Result<Flag, Wrong> {
    let (left, right) = line.split_once(" : ").map_or((line, ""), |(left, right)| (left, right));
    let mut flag = Flag::default();
    let mut words = left.split_whitespace();
    let mut count = 0u8;
    while let Some(word) = words.next() {
        if word == "stops" {
            flag.stops = true;
        } else if word == "is" || word == "implies" {
            flag.implies = word == "implies";
            flag.means = words.by_ref().map(str::to_owned).collect();
        } else if flag.spellings.is_empty() || word.starts_with(['-', '+']) {
            count += spelling(word, &mut flag)?;
        } else if let Some(ends) = word.split_once("...").map(|(_, ends)| ends) {
            let ends: Vec<String> = ends.chars().map(String::from).collect();
            flag.values = if ends.is_empty() { Values::Rest } else { Values::Until(ends) };
        } else if word.starts_with('[') {
            flag.values = Values::Maybe;
        } else if word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || "_.:".contains(c)) {
            count += 1;
        } else {
            return Err(Wrong(format!("`{word}` in `{line}` is no flag, and no value in capitals")));
        }
    }
    if count > 0 {
        flag.values = Values::Words(count);
    }
    flag.acts = acts(right, terms).map_err(|wrong| Wrong(format!("{} in `{line}`", wrong.0)))?;
    Ok(flag)
}

/// Adds a spelling; how many values it says the flag takes.
fn spelling(word: &str, flag: &mut Flag) -> Result<u8, Wrong> {
    let mut word = word.to_owned();
    let mut count = 0;
    if let Some((name, _)) = word.split_once("[=") {
        word = name.to_owned();
        flag.values = Values::Attached;
    } else if let Some((name, value)) = word.split_once('=').filter(|(name, _)| !name.is_empty()) {
        if value.is_empty() {
            return Err(Wrong(format!("`{word}` names no value")));
        }
        count = u8::from(flag.values != Values::Words(1));
        // A word such as `if=FILE` is no flag without its `=`.
        word = if name.starts_with(['-', '+']) { name.to_owned() } else { format!("{name}=") };
    }
    if let Some(rest) = word.strip_prefix("--[no-]") {
        flag.negatable = true;
        word = format!("--{rest}");
    }
    flag.spellings.push(word);
    Ok(count)
}

/// Operands, one a text: `NAME[?|...] [like "…"] [: ACTS]`.
pub(super) fn slots(texts: &[String], terms: &Terms) -> Result<Vec<Slot>, Wrong> {
    texts.iter().map(|text| slot(text, terms)).collect()
}

fn slot(text: &str, terms: &Terms) -> Result<Slot, Wrong> {
    let (left, right) = match text.split_once(':') {
        Some((left, right)) => (left, right),
        None => (text, ""),
    };
    let mut scan = Scan::new(left);
    let Some(Piece::Word(name)) = scan.next()? else {
        return Err(Wrong(format!("an operand without a name: `{text}`")));
    };
    let (name, count) = if let Some(name) = name.strip_suffix("...") {
        (name, Count::Many)
    } else if let Some(name) = name.strip_suffix('?') {
        (name, Count::Optional)
    } else {
        (name, Count::One)
    };
    let like = if scan.word("like")? { Some(Wildcard::new(scan.quoted()?)) } else { None };
    if !scan.is_empty() {
        return Err(Wrong(format!("expected `:` in the operand `{text}`")));
    }
    Ok(Slot { name: name.to_owned(), count, like, acts: acts(right, terms)? })
}

/// Acts, separated by `;`.
pub(super) fn acts(text: &str, terms: &Terms) -> Result<Vec<Act>, Wrong> {
    let mut scan = Scan::new(text);
    let mut acts = Vec::new();
    while !scan.is_empty() {
        act(&mut scan, terms, &mut acts)?;
        if !scan.mark(';')? && !scan.is_empty() {
            return Err(Wrong(format!("expected `;` or the end, found {:?}", scan.peek()?)));
        }
    }
    Ok(acts)
}

/// What may follow a verb.
struct Rest {
    subject: Subject,
    part: Vec<Part>,
    tree: Tree,
    pick: Pick,
    operands: bool,
    implied: bool,
    condition: Condition,
}

fn act(scan: &mut Scan<'_>, terms: &Terms, acts: &mut Vec<Act>) -> Result<(), Wrong> {
    let Some(Piece::Word(word)) = scan.next()? else {
        return Err(Wrong("expected a verb such as `read`".into()));
    };
    let argument = match word {
        "connect" | "send" | "walk" | "stdin" => match scan.next()? {
            Some(Piece::Word(argument)) => argument,
            other => return Err(Wrong(format!("`{word}` needs a word after it, not {other:?}"))),
        },
        _ => "",
    };
    let rest = rest(scan, terms)?;
    let mut push = |verb: Verb, rest: &Rest| {
        let (subject, part, condition) = (rest.subject.clone(), rest.part.clone(), rest.condition.clone());
        acts.push(Act { verb, subject, part, condition, implied: rest.implied });
    };
    let verb = match word {
        "read" => Verb::Read(rest.tree.clone()),
        "write" => Verb::Write(rest.tree.clone()),
        "delete" => Verb::Delete(rest.tree.clone()),
        "move" => {
            let tree = Tree { below: Condition::Always, link: Condition::Always, into: false, some: false };
            push(Verb::Read(tree.clone()), &rest);
            Verb::Delete(tree)
        }
        "connect" => Verb::Connect(site(argument)?),
        "send" => Verb::Send(site(argument)?),
        "run" => Verb::Run(rest.pick.clone()),
        "shell" => Verb::Shell,
        "script" => Verb::Script,
        "code" => Verb::Code,
        "sed" => Verb::Language(Language::Sed),
        "awk" => Verb::Language(Language::Awk),
        "jq" => Verb::Language(Language::Jq),
        "chdir" => Verb::ChangeDirectory { operands: rest.operands },
        "prints" => Verb::Prints,
        "stdin" if argument == "shell" => Verb::RunStdin { shell: true },
        "stdin" if argument == "code" => Verb::RunStdin { shell: false },
        "walk" => Verb::Walk(walk(argument)?),
        "assign" => Verb::Assign,
        "elsewhere" => Verb::Elsewhere,
        "other" => Verb::Other,
        _ => return Err(Wrong(format!("`{word} {argument}` is nothing that a program does"))),
    };
    push(verb, &rest);
    Ok(())
}

fn rest(scan: &mut Scan<'_>, terms: &Terms) -> Result<Rest, Wrong> {
    let mut rest = Rest {
        subject: Subject::This(u8::MAX),
        part: Vec::new(),
        tree: Tree::alone(),
        pick: Pick::default(),
        operands: false,
        implied: false,
        condition: Condition::Always,
    };
    loop {
        match scan.peek()? {
            Some(Piece::Quoted(text)) => rest.subject = Subject::Fixed(text.to_owned()),
            Some(Piece::Word("if")) => {
                scan.next()?;
                rest.condition = any(scan, terms, MAX_DEPTH)?;
                return Ok(rest);
            }
            Some(Piece::Word(word)) => {
                scan.next()?;
                modifier(scan, terms, word, &mut rest)?;
                continue;
            }
            Some(Piece::Mark(_)) | None => return Ok(rest),
        }
        scan.next()?;
    }
}

fn modifier(scan: &mut Scan<'_>, terms: &Terms, word: &str, rest: &mut Rest) -> Result<(), Wrong> {
    match word {
        "tree" => rest.tree.below = in_brackets(scan, terms)?,
        "link" => rest.tree.link = in_brackets(scan, terms)?,
        "into" => rest.tree.into = true,
        "some" => rest.tree.some = true,
        "after" => rest.part.push(Part::After(scan.quoted()?.to_owned())),
        "before" => rest.part.push(Part::Before(scan.quoted()?.to_owned())),
        "key" => rest.part.push(Part::Key(scan.quoted()?.to_owned())),
        "with" => rest.part.push(Part::With(scan.quoted()?.to_owned())),
        "each" => rest.part.push(Part::Each(scan.quoted()?.to_owned())),
        "value" => match scan.next()? {
            Some(Piece::Word(digit)) => {
                let nth = digit.parse().map_err(|_| Wrong(format!("`{digit}` is no number of a value")))?;
                rest.subject = Subject::This(nth);
            }
            other => return Err(Wrong(format!("`value` needs a number, not {other:?}"))),
        },
        "nothing" => rest.subject = Subject::None,
        "unknown" => rest.subject = Subject::Unknown,
        "append" => rest.pick.append = true,
        "fill" => rest.pick.fill = Some(scan.quoted()?.to_owned()),
        "fill-flag" => rest.pick.fill_flag = Some(scan.quoted()?.to_owned()),
        "below" => rest.pick.fill_below = true,
        "as" => rest.pick.program = Some(scan.quoted()?.to_owned()),
        "operands" => rest.operands = true,
        "implied" => rest.implied = true,
        _ => return Err(Wrong(format!("`{word}` says nothing about an act"))),
    }
    Ok(())
}

/// A condition in brackets; none is always.
fn in_brackets(scan: &mut Scan<'_>, terms: &Terms) -> Result<Condition, Wrong> {
    if !scan.mark('(')? {
        return Ok(Condition::Always);
    }
    let condition = any(scan, terms, MAX_DEPTH)?;
    if scan.mark(')')? { Ok(condition) } else { Err(Wrong("a `(` is not closed".into())) }
}

fn site(word: &str) -> Result<Site, Wrong> {
    match word {
        "url" => Ok(Site::Url),
        "host" => Ok(Site::Host),
        "remote" => Ok(Site::Remote),
        "unknown" => Ok(Site::Unknown),
        _ => Err(Wrong(format!("`{word}` is no way to name a host: url, host, remote, unknown"))),
    }
}

fn walk(word: &str) -> Result<WalkChange, Wrong> {
    match word {
        "no-hidden" => Ok(WalkChange::NoHidden),
        "hidden" => Ok(WalkChange::Hidden),
        "ignore" => Ok(WalkChange::Ignore),
        "no-ignore" => Ok(WalkChange::NoIgnore),
        "depth" => Ok(WalkChange::Depth),
        "include" => Ok(WalkChange::Include),
        "exclude" => Ok(WalkChange::Exclude),
        "exclude-dir" => Ok(WalkChange::ExcludeDir),
        _ => Err(Wrong(format!("`{word}` changes nothing about a walk"))),
    }
}

/// A whole condition.
pub(super) fn condition(text: &str, terms: &Terms) -> Result<Condition, Wrong> {
    condition_in(text, terms, MAX_DEPTH)
}

fn condition_in(text: &str, terms: &Terms, depth: u8) -> Result<Condition, Wrong> {
    let mut scan = Scan::new(text);
    let condition = any(&mut scan, terms, depth)?;
    if scan.is_empty() { Ok(condition) } else { Err(Wrong(format!("`{text}` goes on after the condition"))) }
}

/// `A | B`
fn any(scan: &mut Scan<'_>, terms: &Terms, depth: u8) -> Result<Condition, Wrong> {
    let mut all = vec![both(scan, terms, depth)?];
    while scan.mark('|')? {
        all.push(both(scan, terms, depth)?);
    }
    Ok(if all.len() == 1 { all.remove(0) } else { Condition::Any(all) })
}

/// `A & B`
fn both(scan: &mut Scan<'_>, terms: &Terms, depth: u8) -> Result<Condition, Wrong> {
    let mut all = vec![atom(scan, terms, depth)?];
    while scan.mark('&')? {
        all.push(atom(scan, terms, depth)?);
    }
    Ok(if all.len() == 1 { all.remove(0) } else { Condition::All(all) })
}

fn atom(scan: &mut Scan<'_>, terms: &Terms, depth: u8) -> Result<Condition, Wrong> {
    let Some(depth) = depth.checked_sub(1) else {
        return Err(Wrong("a condition is nested too deep".into()));
    };
    match scan.next()? {
        Some(Piece::Mark('!')) => Ok(Condition::Not(Box::new(atom(scan, terms, depth)?))),
        Some(Piece::Mark('(')) => {
            let inner = any(scan, terms, depth)?;
            if scan.mark(')')? { Ok(inner) } else { Err(Wrong("a `(` is not closed".into())) }
        }
        Some(Piece::Word("~")) => Ok(Condition::Like(likes(scan.quoted()?))),
        // For flags that are no words of this notation: `flag "!"`.
        Some(Piece::Word("flag")) => Ok(Condition::Flag(scan.quoted()?.to_owned())),
        Some(Piece::Word("operands")) => Ok(Condition::Operands(1)),
        Some(Piece::Word(word)) => word_atom(scan, terms, depth, word),
        other => Err(Wrong(format!("expected a condition, found {other:?}"))),
    }
}

fn word_atom(scan: &mut Scan<'_>, terms: &Terms, depth: u8, word: &str) -> Result<Condition, Wrong> {
    if let Some(name) = word.strip_prefix('@') {
        let text = terms.conditions.get(name);
        return condition_in(
            text.ok_or_else(|| Wrong(format!("there is no condition `{name}`")))?,
            terms,
            depth,
        );
    }
    if let Some(count) = word.strip_prefix("operands>") {
        let count: u8 = count.parse().map_err(|_| Wrong(format!("`{count}` is no number of operands")))?;
        return Ok(Condition::Operands(count.saturating_add(1)));
    }
    if let Some(position) = word.strip_prefix('$') {
        let position: u8 = position.parse().map_err(|_| Wrong(format!("`${position}` is no operand")))?;
        if !scan.word("~")? {
            return Err(Wrong(format!("expected `~` after `${position}`")));
        }
        return Ok(Condition::Operand(position.saturating_sub(1), likes(scan.quoted()?)));
    }
    if let Some(flag) = word.strip_suffix('=').filter(|flag| flag.starts_with('-')) {
        return Ok(Condition::FlagValue(flag.to_owned(), likes(scan.quoted()?)));
    }
    if word.starts_with(['-', '+']) || word.ends_with('=') {
        return Ok(Condition::Flag(word.to_owned()));
    }
    Err(Wrong(format!("`{word}` is no condition")))
}

/// Patterns separated by blanks, or, where there are none, by `|`.
fn likes(text: &str) -> Vec<Wildcard> {
    let separator = if text.contains(' ') { ' ' } else { '|' };
    text.split(separator).filter(|like| !like.is_empty()).map(Wildcard::new).collect()
}
