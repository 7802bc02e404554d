//! awk programs: `system`, pipes and files (POSIX awk; gawk manual, section 5.6 and 4.10). Not a parser: strings, regexes
//! and comments are left out, and what is left is looked at for the few things that reach outside.

use super::Found;

/// What a program does beside printing. In doubt it may run anything.
pub(super) fn look_into(program: &str) -> Vec<Found> {
    let pieces = pieces(program);
    let mut found = Vec::new();
    // Inside `print` and `printf`, outside of brackets, `>` redirects; elsewhere it compares.
    let (mut printing, mut depth) = (false, 0i32);
    for (at, piece) in pieces.iter().enumerate() {
        let next = pieces.get(at + 1);
        match piece {
            Piece::Name(name) => match name.as_str() {
                "system" => found.push(Found::Runs),
                "print" | "printf" => (printing, depth) = (true, 0),
                "getline" => found.extend(getline(&pieces, at)),
                "ENVIRON" => found.push(Found::Reads("/proc/self/environ".to_owned())),
                _ => {}
            },
            // `@load`, `@include`, and calls of a function whose name is a text.
            Piece::Mark("@") => found.push(Found::Runs),
            Piece::Mark("|" | "|&") => found.push(Found::Runs),
            Piece::Mark("(") => depth += 1,
            Piece::Mark(")") => depth -= 1,
            Piece::Mark(";" | "}" | "{" | "\n") => printing = false,
            Piece::Mark(">" | ">>") if printing && depth <= 0 => match (next, pieces.get(at + 2)) {
                (Some(Piece::Text(name)), end) if ends(end) => {
                    if !matches!(name.as_str(), "/dev/stdout" | "/dev/stderr" | "-" | "/dev/null") {
                        found.push(Found::Writes(name.clone()));
                    }
                }
                // A name that is made when it runs.
                (Some(_) | None, _) => found.push(Found::Runs),
            },
            Piece::Mark(_) | Piece::Text(_) | Piece::Regex => {}
        }
    }
    found
}

/// `getline < "file"`; `cmd | getline` is found by its bar.
fn getline(pieces: &[Piece], at: usize) -> Vec<Found> {
    let after: Vec<&Piece> = pieces.iter().skip(at + 1).take(3).collect();
    let source = match after.as_slice() {
        [Piece::Mark("<"), source, ..] => *source,
        [Piece::Name(_), Piece::Mark("<"), source] => *source,
        _ => return Vec::new(),
    };
    match source {
        Piece::Text(name) if name == "-" => Vec::new(),
        Piece::Text(name) => vec![Found::Reads(name.clone())],
        Piece::Name(_) | Piece::Mark(_) | Piece::Regex => vec![Found::Runs],
    }
}

fn ends(piece: Option<&Piece>) -> bool {
    matches!(piece, None | Some(Piece::Mark(";" | "}" | "\n")))
}

#[derive(PartialEq, Eq, Debug)]
enum Piece {
    Name(String),
    Text(String),
    Regex,
    Mark(&'static str),
}

const MARKS: &[&str] = &[
    "||", "|&", "|", ">>", ">=", ">", "<=", "<", "(", ")", "{", "}", ";", "\n", "@", ",", "[", "]", "!", "~",
    "&&", "=", "+", "-", "*", "%", "^", "?", ":", "$", "/", "&",
];

fn pieces(program: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = program;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or("");
        match c {
            '"' => {
                let (text, end) = quoted(after, '"');
                pieces.push(Piece::Text(text));
                rest = end;
            }
            '#' => rest = after.get(after.find('\n').unwrap_or(after.len())..).unwrap_or(""),
            '/' if regex_may_begin(&pieces) => {
                rest = quoted(after, '/').1;
                pieces.push(Piece::Regex);
            }
            '\\' => rest = after.get(after.chars().next().map_or(0, char::len_utf8)..).unwrap_or(""),
            '\n' => {
                pieces.push(Piece::Mark("\n"));
                rest = after;
            }
            c if c.is_alphanumeric() || c == '_' || c == '.' => {
                let end =
                    rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').unwrap_or(rest.len());
                let (name, end) = rest.split_at(end);
                pieces.push(Piece::Name(name.to_owned()));
                rest = end;
            }
            c if c.is_whitespace() => rest = after,
            _ => match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                Some(mark) => {
                    pieces.push(Piece::Mark(mark));
                    rest = rest.get(mark.len()..).unwrap_or("");
                }
                None => rest = after,
            },
        }
    }
    pieces
}

/// A slash begins a regex where a value can't have ended before it.
fn regex_may_begin(pieces: &[Piece]) -> bool {
    match pieces.last() {
        None | Some(Piece::Regex) => true,
        Some(Piece::Mark(mark)) => !matches!(*mark, ")" | "]" | "$"),
        Some(Piece::Name(name)) => matches!(name.as_str(), "return" | "case" | "in" | "print"),
        Some(Piece::Text(_)) => false,
    }
}

/// The text up to the end mark, escapes left as they are, and what follows.
fn quoted(text: &str, end: char) -> (String, &str) {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == end => {
                return (text.get(..at).unwrap_or("").to_owned(), text.get(at + 1..).unwrap_or(""));
            }
            _ => {}
        }
    }
    (text.to_owned(), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs() {
        for (program, found) in [
            ("{print $1}", vec![]),
            ("/x/{a=1} ; /y/{print a}", vec![]),
            ("$3 > 5 {print $1}", vec![]),
            ("{print ($1 > 2)}", vec![]),
            ("{ system(\"id\") }", vec![Found::Runs]),
            ("{ print \"system(x)\" }", vec![]),
            ("/system(a)/ {print}", vec![]),
            ("{ print | \"sh\" }", vec![Found::Runs]),
            ("{ \"date\" | getline d }", vec![Found::Runs]),
            ("$1 == 1 || $2 == 3", vec![]),
            ("{ print > \"out\" }", vec![Found::Writes("out".into())]),
            ("{ print $1 >> \"out\"; x = 1 }", vec![Found::Writes("out".into())]),
            ("{ print > \"/dev/stderr\" }", vec![]),
            ("{ print > $2 }", vec![Found::Runs]),
            ("{ print > \"a\" b }", vec![Found::Runs]),
            ("BEGIN { while ((getline line < \"f\") > 0) n++ }", vec![Found::Reads("f".into())]),
            ("BEGIN { print ENVIRON[\"HOME\"] }", vec![Found::Reads("/proc/self/environ".into())]),
            ("@load \"filefuncs\"", vec![Found::Runs]),
            ("{ a = b / c; d = e / \"|\" }", vec![]),
            ("# system(x)\n{print}", vec![]),
            ("NR>=10 && NR<=20", vec![]),
        ] {
            assert_eq!(look_into(program), found, "{program}");
        }
    }
}
