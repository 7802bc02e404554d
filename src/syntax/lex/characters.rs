//! Characters that have no business in a policy: those that can't be seen, or that change how the rest is shown.

use super::{Kind, Lexed};
use crate::model::Span;
use crate::syntax::mistakes::characters::{BidiControl, ControlCharacter, InvisibleCharacter};

/// Whether a character changes the direction in which text is shown.
pub(super) fn is_bidi(character: char) -> bool {
    matches!(character, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character can't be seen, or looks like a space and is none.
///
/// Unicode 16: default ignorable code points that are not bidi controls, and `White_Space` beyond ASCII.
pub(super) fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\u{0085}'
            | '\u{00A0}'
            | '\u{00AD}'
            | '\u{034F}'
            | '\u{115F}'..='\u{1160}'
            | '\u{1680}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{2000}'..='\u{200D}'
            | '\u{2028}'..='\u{2029}'
            | '\u{202F}'
            | '\u{205F}'..='\u{2065}'
            | '\u{206A}'..='\u{206F}'
            | '\u{2800}'
            | '\u{3000}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// Whether a character is a quotation mark of a word processor.
pub(super) fn is_quote(character: char) -> bool {
    matches!(character, '\u{2018}'..='\u{201F}' | '\u{00AB}' | '\u{00BB}' | '\u{2039}' | '\u{203A}')
}

/// Whether a text can hold a character as it is; else it is written `\u{…}`.
pub(in crate::syntax) fn is_plain(character: char) -> bool {
    !character.is_control() && !is_bidi(character) && !is_hidden(character)
}

/// Whether a character only chooses how the symbol before it is drawn, as in many emoji.
pub(in crate::syntax) fn selects_drawing(before: Option<char>, character: char) -> bool {
    matches!(character, '\u{FE0E}' | '\u{FE0F}')
        && before.is_some_and(|before| !before.is_ascii() && !before.is_alphanumeric() && is_plain(before))
}

/// Reports such characters wherever they stand.
pub(super) fn check(lexed: &mut Lexed<'_>) {
    let skip = if lexed.text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut comments = 0;
    let mut at = skip;
    let bytes = lexed.text.as_bytes();
    while let Some(offset) =
        bytes.get(at..).and_then(|rest| rest.iter().position(|byte| is_suspicious(*byte)))
    {
        at += offset;
        let Some(character) = lexed.text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        let span = Span::new(lexed.source, at, at + character.len_utf8());
        while lexed.comments.get(comments).is_some_and(|comment| comment.span.end as usize <= at) {
            comments += 1;
        }
        let in_comment =
            lexed.comments.get(comments).is_some_and(|comment| comment.span.start as usize <= at);
        if is_bidi(character) {
            lexed.report.push(&BidiControl { at: span, character });
        } else if character.is_control() && character != '\u{85}' {
            lexed.report.push(&ControlCharacter { at: span, character });
        } else if is_hidden(character) && !in_comment && !selects_drawing(previous(lexed.text, at), character)
        {
            let in_literal = is_in_literal(lexed, at);
            lexed.report.push(&InvisibleCharacter { at: span, character, in_literal });
        }
        at = span.end as usize;
        if lexed.report.is_full() {
            return;
        }
    }
}

/// The character before a byte.
fn previous(text: &str, byte: usize) -> Option<char> {
    text.get(..byte)?.chars().next_back()
}

/// Whether a byte can begin such a character.
fn is_suspicious(byte: u8) -> bool {
    matches!(byte, 0..=0x08 | 0x0B | 0x0C | 0x0E..=0x1F | 0x7F..)
}

/// Whether a byte stands inside quotes, where an escape can take its place.
fn is_in_literal(lexed: &Lexed<'_>, byte: usize) -> bool {
    let at = lexed.at_byte(byte);
    lexed.token(at).is_some_and(|token| token.start < byte)
        && matches!(lexed.kind(at), Some(Kind::Text | Kind::Regex | Kind::Pattern))
}
