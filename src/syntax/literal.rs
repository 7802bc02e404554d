//! What a literal's spelling means: texts, regexes, numbers, durations, dates.

use super::ast::{Date, Duration, Unit};

/// The text that a quoted spelling stands for; none if an escape stands for no character.
pub(super) fn text(spelling: &str) -> Option<String> {
    let inner = spelling.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains('\\') {
        return Some(inner.to_owned());
    }
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let (character, after) = escape(after)?;
        text.push(character);
        rest = after;
    }
    text.push_str(rest);
    Some(text)
}

/// The character that an escape stands for, and what follows it. `after` begins after the backslash.
pub(super) fn escape(after: &str) -> Option<(char, &str)> {
    let mut characters = after.chars();
    let character = match characters.next()? {
        'n' => '\n',
        't' => '\t',
        '"' => '"',
        '\\' => '\\',
        'u' => {
            let (digits, rest) = characters.as_str().strip_prefix('{')?.split_once('}')?;
            if digits.is_empty() || digits.len() > 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                return None;
            }
            return Some((char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, rest));
        }
        _ => return None,
    };
    Some((character, characters.as_str()))
}

/// A regex's text with `\/` as `/`, and whether it ignores case.
pub(super) fn regex(spelling: &str) -> Option<(String, bool)> {
    let (body, ignore_case) = match spelling.strip_suffix('i') {
        Some(body) => (body, true),
        None => (spelling, false),
    };
    let body = body.strip_prefix('/')?.strip_suffix('/')?;
    let mut source = String::with_capacity(body.len());
    let mut characters = body.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, false) => source.push(character),
            (_, true) => match characters.next()? {
                '/' => source.push('/'),
                other => source.extend(['\\', other]),
            },
        }
    }
    Some((source, ignore_case))
}

/// A finite number.
pub(super) fn number(spelling: &str) -> Option<f64> {
    spelling.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// A count and a unit.
pub(super) fn duration(spelling: &str) -> Option<Duration> {
    let unit = match spelling.chars().next_back()? {
        's' => Unit::Seconds,
        'm' => Unit::Minutes,
        'h' => Unit::Hours,
        'd' => Unit::Days,
        _ => return None,
    };
    let digits = spelling.get(..spelling.len() - 1)?;
    Some(Duration { count: digits.parse().ok()?, unit })
}

/// A date of the calendar, `YYYY-MM-DD`.
pub(super) fn date(spelling: &str) -> Option<Date> {
    let mut parts = spelling.split('-');
    let year = parts.next()?.parse().ok()?;
    let month = parts.next()?.parse().ok()?;
    let day = parts.next()?.parse().ok()?;
    let valid = parts.next().is_none() && day >= 1 && day <= days_of(year, month)?;
    valid.then_some(Date { year, month, day })
}

fn days_of(year: u16, month: u8) -> Option<u8> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 => Some(if leap { 29 } else { 28 }),
        _ => None,
    }
}
