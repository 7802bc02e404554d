//! sed scripts (GNU sed manual, chapters 3 to 5): `e` and the `e` flag of `s` run commands, `w` and `W` write, `r` and `R`
//! read files.

use super::Found;

/// What a script does beside editing. What can't be followed may run anything.
pub(super) fn look_into(script: &str) -> Vec<Found> {
    let mut reader = Reader { rest: script, found: Vec::new() };
    if reader.script().is_none() {
        reader.found.push(Found::Runs);
    }
    reader.found
}

struct Reader<'a> {
    rest: &'a str,
    found: Vec<Found>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = self.rest.get(next.len_utf8()..).unwrap_or("");
        Some(next)
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// All commands; none if one can't be followed.
    fn script(&mut self) -> Option<()> {
        loop {
            self.take_while(|c| c.is_whitespace() || c == ';' || c == '}');
            if self.peek().is_none() {
                return Some(());
            }
            self.addresses()?;
            self.take_while(|c| c == ' ' || c == '\t' || c == '!');
            self.command()?;
        }
    }

    fn addresses(&mut self) -> Option<()> {
        if !self.address()? {
            return Some(());
        }
        self.take_while(|c| c == ' ' || c == '\t');
        if self.peek() == Some(',') {
            self.take();
            self.take_while(|c| c == ' ' || c == '\t');
            self.address()?;
        }
        Some(())
    }

    /// An address, if there is one.
    fn address(&mut self) -> Option<bool> {
        match self.peek() {
            Some('/') => {
                self.take();
                self.until('/')?;
                self.take_while(|c| c == 'I' || c == 'M');
            }
            Some('\\') => {
                self.take();
                let delimiter = self.take()?;
                self.until(delimiter)?;
                self.take_while(|c| c == 'I' || c == 'M');
            }
            Some('$') => {
                self.take();
            }
            Some('0'..='9' | '+' | '~') => {
                self.take_while(|c| c.is_ascii_digit() || c == '~' || c == '+');
            }
            Some(_) | None => return Some(false),
        }
        Some(true)
    }

    /// Skips to after the next delimiter that is neither escaped nor in brackets; none if there is none.
    fn until(&mut self, delimiter: char) -> Option<()> {
        let mut bracket = false;
        while let Some(c) = self.take() {
            match c {
                '\\' => {
                    self.take()?;
                }
                // In a bracket expression GNU sed takes the delimiter for an ordinary character only in some versions;
                // where it would end earlier, what follows is read as flags, which is looked at below.
                '[' if !bracket && delimiter != '[' && self.closes_bracket() => {
                    bracket = true;
                    self.take_while(|c| c == '^');
                    if self.peek() == Some(']') {
                        self.take();
                    }
                }
                ']' if bracket => bracket = false,
                c if c == delimiter && !bracket => return Some(()),
                _ => {}
            }
        }
        None
    }

    fn closes_bracket(&self) -> bool {
        self.rest.trim_start_matches('^').get(1..).is_some_and(|rest| rest.contains(']'))
    }

    fn command(&mut self) -> Option<()> {
        match self.take() {
            None
            | Some('{' | '=' | 'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p' | 'P' | 'x' | 'z' | 'F') =>
                {}
            Some('#') => {
                self.take_while(|c| c != '\n');
            }
            Some('q' | 'Q' | 'l' | 'L') => {
                self.take_while(|c| c == ' ' || c.is_ascii_digit());
            }
            Some(':') => {
                self.take_while(|c| c != '\n' && c != ';');
            }
            Some('b' | 't' | 'T' | 'v') => {
                self.take_while(|c| c != '\n' && c != ';' && c != '}');
            }
            Some('a' | 'i' | 'c') => self.text(),
            Some('y') => {
                let delimiter = self.take()?;
                self.until(delimiter)?;
                self.until(delimiter)?;
            }
            Some('s') => self.substitute()?,
            Some('r' | 'R') => {
                let name = self.file_name();
                self.reads(name);
            }
            Some('w' | 'W') => {
                let name = self.file_name();
                self.writes(name);
            }
            Some('e') => {
                self.take_while(|c| c != '\n');
                self.found.push(Found::Runs);
            }
            Some(_) => return None,
        }
        Some(())
    }

    /// The text of `a`, `i`, `c`: up to a line's end that is not escaped.
    fn text(&mut self) {
        while let Some(c) = self.take() {
            match c {
                '\\' => {
                    self.take();
                }
                '\n' => return,
                _ => {}
            }
        }
    }

    fn substitute(&mut self) -> Option<()> {
        let delimiter = self.take()?;
        self.until(delimiter)?;
        self.replacement(delimiter)?;
        loop {
            match self.peek() {
                Some('g' | 'p' | 'i' | 'I' | 'm' | 'M' | '0'..='9') => {
                    self.take();
                }
                Some('e') => {
                    self.take();
                    self.found.push(Found::Runs);
                }
                Some('w') => {
                    self.take();
                    let name = self.file_name();
                    self.writes(name);
                    return Some(());
                }
                Some(';' | '}' | '\n' | ' ' | '\t' | '#') | None => return Some(()),
                Some(_) => return None,
            }
        }
    }

    fn replacement(&mut self, delimiter: char) -> Option<()> {
        while let Some(c) = self.take() {
            match c {
                '\\' => {
                    self.take()?;
                }
                c if c == delimiter => return Some(()),
                _ => {}
            }
        }
        None
    }

    /// A file's name goes on to the line's end.
    fn file_name(&mut self) -> &'a str {
        self.take_while(|c| c == ' ' || c == '\t');
        self.take_while(|c| c != '\n')
    }

    fn reads(&mut self, name: &str) {
        if name != "/dev/stdin" {
            self.found.push(Found::Reads(name.to_owned()));
        }
    }

    fn writes(&mut self, name: &str) {
        if name != "/dev/stdout" && name != "/dev/stderr" {
            self.found.push(Found::Writes(name.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(name: &str) -> Found {
        Found::Reads(name.into())
    }

    fn writes(name: &str) -> Found {
        Found::Writes(name.into())
    }

    #[test]
    fn scripts() {
        for (script, found) in [
            ("s/a|b/c/", vec![]),
            ("s/x/id/e", vec![Found::Runs]),
            ("1e id", vec![Found::Runs]),
            ("s/e/w/g", vec![]),
            ("1,3p", vec![]),
            ("$!N;P;D", vec![]),
            ("/a/,/b/{s#x#y#gI;p}", vec![]),
            ("s/a/b/w out.txt", vec![writes("out.txt")]),
            ("/x/w f", vec![writes("f")]),
            ("r .env", vec![reads(".env")]),
            ("a\\\ne id", vec![]),
            ("a e id\np", vec![]),
            ("y/abc/xyz/", vec![]),
            (":a;N;$!ba;s/\\n/ /g", vec![]),
            ("s/[/]/e/", vec![]),
            ("s/\\/e/x/", vec![]),
            ("/p/!d", vec![]),
            ("5q", vec![]),
            ("0~3d", vec![]),
            ("?", vec![Found::Runs]),
            ("s/a/b", vec![Found::Runs]),
            ("p;e", vec![Found::Runs]),
            ("\\,x,d", vec![]),
        ] {
            assert_eq!(look_into(script), found, "{script}");
        }
    }
}
