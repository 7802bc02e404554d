//! The escapes of `$'…'` (bash manual, 3.1.2.4).

/// Decodes what stands between the quotes. A NUL ends it, as in bash.
pub(super) fn decode(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'\\' {
            out.push(*first);
            continue;
        }
        let [escape, tail @ ..] = rest else {
            out.push(b'\\');
            break;
        };
        rest = tail;
        match escape {
            b'a' => out.push(0x07),
            b'b' => out.push(0x08),
            b'e' | b'E' => out.push(0x1b),
            b'f' => out.push(0x0c),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'v' => out.push(0x0b),
            b'\\' | b'\'' | b'"' | b'?' => out.push(*escape),
            b'0'..=b'7' => {
                let (value, length) = digits(rest, 8, 2);
                // Three octal digits may exceed a byte; bash keeps the low eight bits.
                let value =
                    u32::from(escape - b'0') * if length == 0 { 1 } else { 8_u32.pow(length) } + value;
                out.push(low_byte(value));
                rest = skip(rest, length);
            }
            b'x' => rest = hexadecimal(rest, &mut out),
            b'u' | b'U' => {
                let (value, length) = digits(rest, 16, if *escape == b'u' { 4 } else { 8 });
                rest = skip(rest, length);
                if length == 0 {
                    out.extend([b'\\', *escape]);
                } else {
                    push_code_point(value, &mut out);
                }
            }
            b'c' => match rest {
                [] => out.extend(b"\\c"),
                [b'\\', b'\\', tail @ ..] => {
                    out.push(b'\\' & 0x1f);
                    rest = tail;
                }
                [b'?', tail @ ..] => {
                    out.push(0x7f);
                    rest = tail;
                }
                [byte, tail @ ..] => {
                    out.push(byte & 0x1f);
                    rest = tail;
                }
            },
            other => out.extend([b'\\', *other]),
        }
    }
    let end = out.iter().position(|byte| *byte == 0).unwrap_or(out.len());
    out.truncate(end);
    out
}

/// `\xHH`, and `\x{H…}`.
fn hexadecimal<'a>(rest: &'a [u8], out: &mut Vec<u8>) -> &'a [u8] {
    if let [b'{', tail @ ..] = rest {
        let (value, length) = digits(tail, 16, u32::MAX);
        if length > 0 {
            out.push(low_byte(value));
            let tail = skip(tail, length);
            return tail.strip_prefix(b"}").unwrap_or(tail);
        }
    }
    let (value, length) = digits(rest, 16, 2);
    if length == 0 {
        out.extend(b"\\x");
    } else {
        out.push(low_byte(value));
    }
    skip(rest, length)
}

/// The number that begins here, of at most so many digits, and how many they are.
fn digits(text: &[u8], radix: u32, most: u32) -> (u32, u32) {
    let mut value: u32 = 0;
    let mut length = 0;
    for byte in text {
        let Some(digit) = char::from(*byte).to_digit(radix).filter(|_| length < most) else { break };
        value = value.wrapping_mul(radix).wrapping_add(digit);
        length += 1;
    }
    (value, length)
}

fn skip(text: &[u8], length: u32) -> &[u8] {
    text.get(length as usize..).unwrap_or_default()
}

fn low_byte(value: u32) -> u8 {
    value.to_le_bytes().first().copied().unwrap_or(0)
}

/// UTF-8, also of values that are no characters, as bash writes them.
fn push_code_point(value: u32, out: &mut Vec<u8>) {
    if let Some(ch) = char::from_u32(value) {
        out.extend(ch.encode_utf8(&mut [0; 4]).as_bytes());
        return;
    }
    let lead = if value < 0x1_0000 { (0xe0, 2) } else { (0xf0, 3) };
    out.push(low_byte(lead.0 | (value >> (6 * lead.1)) & 0x0f));
    for group in (0..lead.1).rev() {
        out.push(low_byte(0x80 | (value >> (6 * group)) & 0x3f));
    }
}
