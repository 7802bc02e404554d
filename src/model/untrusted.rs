//! Text that someone else wrote, on its way to a person's eyes.

use std::borrow::Cow;
use std::fmt::Write;

/// Text from a call, a file or another program. It has no `Display`: what reaches a terminal, a prompt or a log line
/// goes through [`Untrusted::visible`] or [`Untrusted::lines_visible`], where nothing can hide, move the cursor or
/// turn the direction of writing.
///
/// ```
/// # use toolgate::model::Untrusted;
/// assert_eq!(Untrusted("rm -rf /\u{1b}[2K").visible(), r"rm -rf /\u{1b}[2K");
/// assert_eq!(Untrusted("plain").visible(), "plain");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Untrusted<'a>(pub &'a str);

impl<'a> Untrusted<'a> {
    /// For one line: line breaks and tabs are escaped as well.
    pub fn visible(self) -> Cow<'a, str> {
        self.escaped(|_| false)
    }

    /// For text that may take several lines: `\n` and `\t` stay.
    pub fn lines_visible(self) -> Cow<'a, str> {
        self.escaped(|c| c == '\n' || c == '\t')
    }

    /// For one line of limited room: at most `limit` characters, then `…` and how many are left out. The end is kept,
    /// since what is dangerous often stands there.
    ///
    /// ```
    /// # use toolgate::model::Untrusted;
    /// assert_eq!(Untrusted("0123456789abcdef").shortened(8), "0123…(8 more)…cdef");
    /// ```
    pub fn shortened(self, limit: usize) -> Cow<'a, str> {
        let count = self.0.chars().count();
        if count <= limit {
            return self.visible();
        }
        let head: String = self.0.chars().take(limit - limit / 2).collect();
        let tail: String = self.0.chars().skip(count - limit / 2).collect();
        let (head, tail) = (Untrusted(&head).visible(), Untrusted(&tail).visible());
        Cow::Owned(format!("{head}…({} more)…{tail}", count - limit))
    }

    fn escaped(self, keep: impl Fn(char) -> bool) -> Cow<'a, str> {
        if !self.0.chars().any(|c| hides(c) && !keep(c)) {
            return Cow::Borrowed(self.0);
        }
        let mut out = String::with_capacity(self.0.len() + 16);
        for c in self.0.chars() {
            if hides(c) && !keep(c) { push_escape(&mut out, c) } else { out.push(c) }
        }
        Cow::Owned(out)
    }
}

/// Appends the escape that stands for `c`.
pub fn push_escape(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        _ => {
            // Writing to a String cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
    }
}

/// Whether a character is invisible, controls the terminal, or changes how its neighbours are shown: the control
/// characters C0, DEL and C1, and Unicode's marks for direction, width, line and paragraph ends, byte order and tags.
pub fn hides(c: char) -> bool {
    matches!(c,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}
