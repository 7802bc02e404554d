//! Calls from files, stdin and arguments.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value};

use crate::cli::args::PlaceArgs;
use crate::cli::output::Failure;
use crate::engine::json::{self, MAX_CALL_BYTES, NotACall};
use crate::model::Call;

/// One call, described by arguments.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "One call")]
pub(crate) struct OneCall {
    /// The tool's name
    #[arg(long, value_name = "NAME")]
    tool: Option<String>,
    /// An argument of the call: NAME=TEXT, or NAME:=JSON; may be repeated
    #[arg(long = "arg", value_name = "NAME=TEXT", requires = "tool", value_parser = argument)]
    args: Vec<(String, Value)>,
    /// The MCP server that the tool is on
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// The agent that calls
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// The host's permission mode
    #[arg(long, value_name = "NAME")]
    mode: Option<String>,
    /// The session's id
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// A category that the caller marks on the call; may be repeated
    #[arg(long = "operation", value_name = "NAME")]
    operations: Vec<String>,
    /// A mark that the session carries; may be repeated
    #[arg(long = "mark", value_name = "NAME")]
    marks: Vec<String>,
    /// A fact that the caller sends: NAME=TEXT, or NAME:=JSON; may be repeated
    #[arg(long = "context", value_name = "NAME=TEXT", value_parser = argument)]
    context: Vec<(String, Value)>,
    /// A shell command, run with the policies' shell tool; one word is taken as the command's whole text
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "tool")]
    words: Vec<String>,
}

/// `NAME=TEXT` or `NAME:=JSON`.
fn argument(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=TEXT or NAME:=JSON")?;
    match name.strip_suffix(':') {
        Some(name) => {
            let value = json::parse(value.as_bytes()).map_err(|e| format!("`{value}` is not JSON: {e}"))?;
            Ok((name.to_owned(), value))
        }
        None => Ok((name.to_owned(), Value::String(value.to_owned()))),
    }
}

impl OneCall {
    /// The call, if the arguments describe one. `shell` makes a call of a shell command.
    pub(crate) fn call(&self, shell: impl FnOnce(&str) -> Call) -> Result<Option<Call>, Failure> {
        let mut call = match &self.tool {
            Some(tool) => {
                Call { tool: tool.clone(), args: distinct(&self.args, "--arg")?, ..Call::default() }
            }
            None if !self.words.is_empty() => shell(&command_text(&self.words)),
            None => return Ok(None),
        };
        call.server = self.server.clone();
        call.agent = self.agent.clone();
        call.mode = self.mode.clone();
        call.session = self.session.clone();
        call.operations = self.operations.clone();
        call.marks = self.marks.clone();
        call.context = distinct(&self.context, "--context")?.into_iter().collect();
        Ok(Some(call))
    }
}

fn distinct(pairs: &[(String, Value)], option: &str) -> Result<Map<String, Value>, Failure> {
    let mut map = Map::new();
    for (name, value) in pairs {
        if map.insert(name.clone(), value.clone()).is_some() {
            return Err(Failure::new(format!("{option} {name} is given twice")));
        }
    }
    Ok(map)
}

/// Words as the text of a shell command: each quoted where it must be; a single one as it is.
fn command_text(words: &[String]) -> String {
    if let [text] = words {
        return text.clone();
    }
    let quoted: Vec<String> = words.iter().map(|word| quote(word)).collect();
    quoted.join(" ")
}

fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@%+=,".contains(c);
    if !word.is_empty() && word.chars().all(plain) && !word.starts_with('=') {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// What a call says nothing about: taken from the arguments, else from this process.
#[derive(Clone, Debug)]
pub(crate) struct Defaults {
    pub(crate) cwd: String,
    pub(crate) root: Option<String>,
    pub(crate) home: Option<String>,
}

impl Defaults {
    pub(crate) fn new(place: &PlaceArgs) -> Result<Defaults, Failure> {
        let root = place.root.as_deref().map(|root| text(&absolute(root)?)).transpose()?;
        let cwd = match (&place.cwd, &root) {
            (Some(cwd), _) => text(&absolute(cwd)?)?,
            (None, Some(root)) => root.clone(),
            (None, None) => {
                let here = std::env::current_dir();
                text(&here.map_err(|e| Failure::new(format!("cannot find the current directory: {e}")))?)?
            }
        };
        let home = match &place.home {
            Some(home) => Some(text(&absolute(home)?)?),
            None => std::env::var("HOME").ok().filter(|home| home.starts_with('/')),
        };
        Ok(Defaults { cwd, root, home })
    }

    /// Fills in what the call does not say. Its root stays open when it names a directory of its own.
    pub(crate) fn fill(&self, call: &mut Call) {
        if call.root.is_none() {
            call.root = match (&self.root, &call.cwd) {
                (Some(root), _) => Some(root.clone()),
                (None, Some(_)) => None,
                (None, None) => Some(self.cwd.clone()),
            };
        }
        if call.cwd.is_none() {
            call.cwd = Some(self.cwd.clone());
        }
        if call.home.is_none() {
            call.home = self.home.clone();
        }
    }
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|e| Failure::new(format!("`{}`: {e}", path.display())))
}

fn text(path: &Path) -> Result<String, Failure> {
    match path.to_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(Failure::new(format!("`{}` is not UTF-8", path.display()))),
    }
}

/// A line of a file of calls.
#[derive(Debug)]
pub(crate) struct Line {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// The call, or why it is none.
    pub(crate) call: Result<Call, NotACall>,
}

/// Reads calls, one JSON object a line. Blank lines are passed over.
pub(crate) struct Lines {
    input: Box<dyn BufRead>,
    number: usize,
}

impl Lines {
    /// The file's lines; `-` is stdin.
    pub(crate) fn open(name: &str) -> Result<Lines, Failure> {
        let input: Box<dyn BufRead> = if name == "-" {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let meta =
                std::fs::metadata(name).map_err(|e| Failure::new(format!("cannot read `{name}`: {e}")))?;
            if meta.is_dir() {
                return Err(Failure::new(format!("`{name}` is a directory, not a file of calls")));
            }
            let file = File::open(name).map_err(|e| Failure::new(format!("cannot read `{name}`: {e}")))?;
            Box::new(BufReader::new(file))
        };
        Ok(Lines { input, number: 0 })
    }

    /// The next line that is not blank; none at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            // One byte more than a call may have, and its line's end: a longer line is seen to be too long, and is never held whole.
            let limit = MAX_CALL_BYTES as u64 + 2;
            let read = self.input.by_ref().take(limit).read_until(b'\n', &mut bytes)?;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            let whole = bytes.last() == Some(&b'\n');
            if !whole && read as u64 == limit {
                self.skip_line()?;
            }
            if !bytes.iter().all(u8::is_ascii_whitespace) {
                break;
            }
        }
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        Ok(Some(Line { number: self.number, call: json::call(bytes) }))
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok(());
            }
            let end = buffer.iter().position(|b| *b == b'\n');
            let used = end.map_or(buffer.len(), |at| at + 1);
            self.input.consume(used);
            if end.is_some() {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{command_text, quote};

    #[test]
    fn words_are_quoted_where_the_shell_would_change_them() {
        let text = |words: &[&str]| command_text(&words.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(text(&["git", "commit", "-m", "it's done"]), r"git commit -m 'it'\''s done'");
        assert_eq!(text(&["git status && ls"]), "git status && ls");
        assert_eq!(text(&["rm", "-rf", "*"]), "rm -rf '*'");
        assert_eq!(text(&["echo", ""]), "echo ''");
        assert_eq!(quote("~"), "'~'");
    }
}
