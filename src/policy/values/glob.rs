//! The syntax of path globs: `*`, `?`, `**` as a whole segment, `[…]`, `{a,b}`, `\x`.

/// What is wrong with a glob.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GlobFault {
    /// `[` without `]`.
    OpenClass,
    /// `{` without `}`.
    OpenBrace,
    /// `}` without `{`.
    StrayBrace,
    /// `{a}`: a group of one.
    LoneAlternative,
    /// `a**`: `**` stands for whole segments.
    StarsInSegment,
    /// `/` between `[` and `]`.
    SlashInClass,
    /// `\` at the end.
    OpenEscape,
    /// `*/..`: where it leads can't be said.
    UpFromWildcard,
    /// `.` or `..` among alternatives.
    DotsInBraces,
    /// `{/a,~/b}`: alternatives that start anew.
    BaseInBraces,
    /// Braces nest too deep, or stand for too many texts.
    TooMany,
}

/// The most that braces may nest.
const NESTING: usize = 8;
/// The most texts that the braces of a glob may stand for: the limit of who matches with it.
const ALTERNATIVES: usize = 256;

/// Checks a glob and splits it at its slashes; those within braces don't count.
pub(crate) fn segments(text: &str) -> Result<Vec<&str>, GlobFault> {
    let mut scan = Scan {
        text,
        at: 0,
        braces: Vec::new(),
        leading: false,
        product: 1,
        segments: Vec::new(),
        segment: 0,
        piece: 0,
    };
    while let Some(c) = scan.next() {
        scan.step(c)?;
    }
    if !scan.braces.is_empty() {
        return Err(GlobFault::OpenBrace);
    }
    scan.segments.push(text.get(scan.segment..).unwrap_or(""));
    Ok(scan.segments)
}

/// Whether a segment can be more than one name.
pub(crate) fn has_wildcard(segment: &str) -> bool {
    let mut chars = segment.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                chars.next();
            }
            '*' | '?' | '[' | '{' => return true,
            _ => {}
        }
    }
    false
}

/// A literal name as a glob.
pub(crate) fn escape(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | ',' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// For each open brace: its alternatives so far.
    braces: Vec<usize>,
    /// The text begins with a brace that is still open.
    leading: bool,
    product: usize,
    segments: Vec<&'a str>,
    /// Where the segment that is being read begins.
    segment: usize,
    /// Where the current piece of an alternative (between slashes, commas and braces) begins.
    piece: usize,
}

impl<'a> Scan<'a> {
    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn step(&mut self, c: char) -> Result<(), GlobFault> {
        let before = self.at - c.len_utf8();
        match c {
            '\\' => {
                self.next().ok_or(GlobFault::OpenEscape)?;
            }
            '[' => self.class()?,
            '{' => {
                if self.braces.len() == NESTING {
                    return Err(GlobFault::TooMany);
                }
                self.leading |= before == 0;
                self.braces.push(1);
                self.begin_alternative()?;
            }
            ',' if !self.braces.is_empty() => {
                self.end_piece(before)?;
                if let Some(count) = self.braces.last_mut() {
                    *count += 1;
                }
                self.begin_alternative()?;
            }
            '}' => {
                self.end_piece(before)?;
                let count = self.braces.pop().ok_or(GlobFault::StrayBrace)?;
                if count < 2 {
                    return Err(GlobFault::LoneAlternative);
                }
                self.product = self.product.saturating_mul(count);
                if self.product > ALTERNATIVES {
                    return Err(GlobFault::TooMany);
                }
                self.leading &= !self.braces.is_empty();
            }
            '/' if self.braces.is_empty() => {
                self.segments.push(self.text.get(self.segment..before).unwrap_or(""));
                self.segment = self.at;
            }
            '/' => self.end_piece(before)?,
            '*' if self.peek() == Some('*') => self.stars(before)?,
            _ => {}
        }
        Ok(())
    }

    fn begin_alternative(&mut self) -> Result<(), GlobFault> {
        self.piece = self.at;
        let anew = self.leading && self.braces.len() == 1 && matches!(self.peek(), Some('/' | '~'));
        if anew { Err(GlobFault::BaseInBraces) } else { Ok(()) }
    }

    /// A piece of an alternative ends here: it must not be `.` or `..`.
    fn end_piece(&mut self, end: usize) -> Result<(), GlobFault> {
        let piece = self.text.get(self.piece..end).unwrap_or("");
        self.piece = self.at;
        if !self.braces.is_empty() && matches!(piece, "." | "..") {
            return Err(GlobFault::DotsInBraces);
        }
        Ok(())
    }

    /// `**` must fill the space between slashes (or between the bounds of an alternative).
    fn stars(&mut self, before: usize) -> Result<(), GlobFault> {
        self.next();
        let bounded = |c: Option<char>| matches!(c, None | Some('/' | ',' | '{' | '}'));
        let previous = self.text.get(..before).and_then(|text| text.chars().next_back());
        if bounded(previous) && bounded(self.peek()) { Ok(()) } else { Err(GlobFault::StarsInSegment) }
    }

    /// `[…]`: a `]` that comes first is literal, as in the shell.
    fn class(&mut self) -> Result<(), GlobFault> {
        if matches!(self.peek(), Some('!' | '^')) {
            self.next();
        }
        let mut first = true;
        loop {
            match self.next().ok_or(GlobFault::OpenClass)? {
                ']' if !first => return Ok(()),
                '/' => return Err(GlobFault::SlashInClass),
                '\\' => {
                    self.next().ok_or(GlobFault::OpenEscape)?;
                }
                _ => {}
            }
            first = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{GlobFault, segments};

    #[test]
    fn good_globs_split_at_their_slashes() {
        for (text, parts) in [
            ("**/*.rs", vec!["**", "*.rs"]),
            ("a/{b/c,d}/e", vec!["a", "{b/c,d}", "e"]),
            ("[]]/[!a-z]", vec!["[]]", "[!a-z]"]),
            (r"a\[b/c", vec![r"a\[b", "c"]),
            ("{a,b}.{c,d}", vec!["{a,b}.{c,d}"]),
            ("{src,**/test}/x", vec!["{src,**/test}", "x"]),
            ("{a,.b,..c}", vec!["{a,.b,..c}"]),
            ("", vec![""]),
        ] {
            assert_eq!(segments(text), Ok(parts), "{text}");
        }
    }

    #[test]
    fn bad_globs_say_why() {
        for (text, fault) in [
            ("[a", GlobFault::OpenClass),
            ("{a,b", GlobFault::OpenBrace),
            ("a}", GlobFault::StrayBrace),
            ("{a}", GlobFault::LoneAlternative),
            ("a**", GlobFault::StarsInSegment),
            ("***", GlobFault::StarsInSegment),
            ("[a/b]", GlobFault::SlashInClass),
            ("a\\", GlobFault::OpenEscape),
            ("{..,a}/x", GlobFault::DotsInBraces),
            ("x/{a,..}", GlobFault::DotsInBraces),
            ("{/a,b}", GlobFault::BaseInBraces),
            ("{a,~/b}", GlobFault::BaseInBraces),
            ("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", GlobFault::TooMany),
        ] {
            assert_eq!(segments(text), Err(fault), "{text}");
        }
    }
}
