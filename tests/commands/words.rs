//! A command line for tests as words: quotes and backslashes as in a shell, `$X` for what is not known (`"$X"` for one
//! word), `a$X` with a known beginning, `{a,b}` for one of several, and words with `*` or `?` for globs.

use toolgate::effects::profiles::Profiles;
use toolgate::model::{Command, Program, Word, WordText};

/// The words of a line.
pub(crate) fn words(line: &str) -> Vec<Word> {
    let mut all = Vec::new();
    let mut chars = line.chars().peekable();
    loop {
        while chars.next_if(|c| c.is_whitespace()).is_some() {}
        if chars.peek().is_none() {
            return all;
        }
        all.push(word(&mut chars));
    }
}

fn word(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Word {
    let (mut text, mut glob, mut splits, mut quote) = (String::new(), false, false, None);
    let mut unknown: Option<String> = None;
    while let Some(c) = chars.next_if(|c| quote.is_some() || !c.is_whitespace()) {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(q)) if c == q => quote = None,
            ('\\', None) => text.extend(chars.next()),
            ('$', None | Some('"')) => {
                while chars.next_if(|c| c.is_ascii_alphanumeric()).is_some() {}
                splits |= quote.is_none();
                let before = std::mem::take(&mut text);
                unknown.get_or_insert(before);
            }
            (c, quote) => {
                glob |= quote.is_none() && "*?]".contains(c) && (c != ']' || text.contains('['));
                text.push(c);
            }
        }
    }
    let text = match unknown {
        Some(prefix) => WordText::Unknown { prefix, suffix: text },
        None if text.starts_with('{') && text.ends_with('}') && text.contains(',') => {
            let mut all: Vec<String> = text[1..text.len() - 1].split(',').map(str::to_owned).collect();
            all.sort();
            WordText::OneOf(all)
        }
        None if glob => WordText::Glob(text),
        None => WordText::Known(text),
    };
    Word { text, splits, start: 0, end: 0 }
}

/// The command of a line, with the embedded profile of its program.
pub(crate) fn command(line: &str) -> Command {
    let words = words(line);
    let program = match &words[0].text {
        WordText::Known(text) => match text.rsplit_once('/') {
            None => Program::Named(text.clone()),
            Some(("/bin" | "/usr/bin" | "/usr/local/bin" | "/sbin" | "/usr/sbin", name)) => {
                Program::Named(name.into())
            }
            Some((_, name)) => Program::File { path: text.clone(), name: name.into() },
        },
        _ => Program::Unknown(words[0].clone()),
    };
    let profile = match &program {
        Program::Named(name) => Profiles::embedded().get(name),
        Program::File { .. } | Program::Unknown(_) => None,
    };
    Command {
        program,
        words,
        assignments: Vec::new(),
        profile,
        directory: None,
        elsewhere: false,
        span: 0..line.len(),
    }
}
