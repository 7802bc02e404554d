//! Private keys in PEM and OpenPGP armour: from `-----BEGIN` to the line that ends them, or as far as they go.

use std::ops::Range;

use crate::redact::finder::LONGEST;

/// What such a block begins with.
pub(super) const START: &str = "-----BEGIN ";

/// The bytes without a gap that make it a key: a page that only names the line is left as it is.
const BODY: usize = 24;

/// The block that begins at `at`, if it is one.
pub(super) fn at(text: &[u8], at: usize) -> Option<Range<usize>> {
    let block = text.get(at..text.len().min(at + LONGEST))?;
    let head = head(block)?;
    let (mut run, mut is_key) = (0, false);
    let mut end = head;
    while let Some(byte) = block.get(end).copied() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' | b'=' => run += 1,
            b'-' if block.get(end..)?.starts_with(b"-----END ") => {
                // The end's line, if it is one; what follows is not the key's.
                let rest = block.get(end + 9..)?;
                let line =
                    rest.iter().position(|b| !(b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b' '));
                let closed =
                    line.filter(|line| rest.get(*line..).is_some_and(|rest| rest.starts_with(b"-----")));
                if is_key {
                    return Some(at..at + closed.map_or(end, |line| end + 9 + line + 5));
                }
                return None;
            }
            // White space, `\n` as JSON writes it, and the headers of old forms (`DEK-Info: AES-128-CBC,0A1B…`).
            b' ' | b'\t' | b'\r' | b'\n' | b'\\' | b':' | b',' | b'-' | b'.' | b'(' | b')' | b'"' | b'>' => {
                run = 0
            }
            _ => break,
        }
        is_key |= run >= BODY;
        end += 1;
    }
    is_key.then_some(at..at + end)
}

/// Where the first line of a private key ends.
fn head(block: &[u8]) -> Option<usize> {
    let rest = block.get(START.len()..)?;
    let words =
        rest.iter().take(48).position(|b| !(b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b' '))?;
    let name = rest.get(..words)?;
    let is_private = name.ends_with(b"PRIVATE KEY") || name.ends_with(b"PRIVATE KEY BLOCK");
    let closed = rest.get(words..)?.starts_with(b"-----");
    (is_private && closed).then_some(START.len() + words + 5)
}
