//! Asking on the terminal that the process belongs to: `/dev/tty`, whatever stdin and stdout are.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::getpgrp;
use rustix::termios::{QueueSelector, tcflush, tcgetpgrp, tcgetwinsize};

use crate::gate::ask::{Ask, Question, Reply};
use crate::gate::prompt::{self, Coloured};
use crate::model::Untrusted;

/// Bytes of an answer's line that are looked at.
const MAX_LINE: usize = 256;

/// Asks the person at the terminal. Where there is none, or another program has it, nobody is asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terminal;

impl Ask for Terminal {
    fn ask(&self, question: &Question) -> Reply {
        let tty = match OpenOptions::new().read(true).write(true).open("/dev/tty") {
            Ok(tty) => tty,
            Err(_) => return Reply::Nobody("there is no terminal".into()),
        };
        match tcgetpgrp(&tty) {
            // Whoever reads from the background is stopped, and answers nothing.
            Ok(group) if group != getpgrp() => {
                return Reply::Nobody("the terminal is another program's".into());
            }
            Ok(_) => {}
            Err(_) => return Reply::Nobody("there is no terminal".into()),
        }
        Conversation { tty, question }
            .hold()
            .unwrap_or_else(|error| Reply::Failed(format!("the terminal: {error}")))
    }
}

struct Conversation<'a> {
    tty: File,
    question: &'a Question,
}

/// What was typed, as far as it is an answer.
enum Line {
    Typed(String),
    Late,
    Closed,
}

impl Conversation<'_> {
    fn hold(mut self) -> io::Result<Reply> {
        self.show(&prompt::text(self.question, &Coloured))?;
        loop {
            let remember = match &self.question.remember {
                Some(words) => format!(", [r]emember ({})", Untrusted(words).visible()),
                None => String::new(),
            };
            let seconds = self.question.remaining().as_secs();
            let answer = self.line(&format!(
                "Allow? [y]es, [n]o{remember}, [e]xplain (no answer in {seconds} s refuses): "
            ))?;
            match answer {
                Line::Late => {
                    self.tty.write_all(b"\nno answer in time: refused\n")?;
                    return Ok(Reply::TimedOut);
                }
                Line::Closed => return Ok(Reply::Nobody("the terminal was closed".into())),
                Line::Typed(text) => match text.trim().to_ascii_lowercase().as_str() {
                    "y" | "yes" => return Ok(Reply::Yes),
                    "n" | "no" => return Ok(Reply::No(None)),
                    "r" | "remember" if self.question.remember.is_some() && self.remember()? => {
                        return Ok(Reply::Remember);
                    }
                    "e" | "explain" => {
                        let text = serde_json::to_string_pretty(self.question).map_err(io::Error::other)?;
                        self.show(&format!("{}\n", Untrusted(&text).lines_visible()))?;
                    }
                    _ => {}
                },
            }
        }
    }

    /// Shows what else remembering would allow, and asks whether that is meant.
    fn remember(&mut self) -> io::Result<bool> {
        let mut text = String::from("Remembered, this would also pass without a question:\n");
        for line in &self.question.would_allow {
            text.push_str(&format!("  {}\n", Untrusted(line).visible()));
        }
        self.show(&text)?;
        Ok(
            matches!(self.line("Remember it? [y]es, [n]o: ")?, Line::Typed(text) if matches!(text.trim(), "y" | "Y" | "yes")),
        )
    }

    /// Writes a text, a screen at a time.
    fn show(&mut self, text: &str) -> io::Result<()> {
        const ROWS: usize = 24;
        let rows = tcgetwinsize(&self.tty).map_or(ROWS, |size| usize::from(size.ws_row)).max(6) - 2;
        let lines: Vec<&str> = text.lines().collect();
        for (at, screen) in lines.chunks(rows).enumerate() {
            if at > 0 {
                let left = lines.len() - at * rows;
                match self.line(&format!("-- {left} more lines, Enter goes on --"))? {
                    Line::Typed(_) => {}
                    Line::Late | Line::Closed => return Ok(()),
                }
            }
            for line in screen {
                writeln!(self.tty, "{line}")?;
            }
        }
        Ok(())
    }

    /// One line, typed after it was asked for: what was typed before is no answer.
    fn line(&mut self, asking: &str) -> io::Result<Line> {
        tcflush(&self.tty, QueueSelector::IFlush)?;
        self.tty.write_all(asking.as_bytes())?;
        self.tty.flush()?;
        let mut typed = Vec::new();
        loop {
            let left = self.question.remaining();
            if left.is_zero() {
                return Ok(Line::Late);
            }
            if !self.readable(left)? {
                continue;
            }
            let mut buffer = [0; 64];
            let read = match self.tty.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if read == 0 {
                return Ok(Line::Closed);
            }
            typed.extend_from_slice(buffer.get(..read).unwrap_or_default());
            if typed.contains(&b'\n') || typed.len() > MAX_LINE {
                return Ok(Line::Typed(String::from_utf8_lossy(&typed).into_owned()));
            }
        }
    }

    fn readable(&self, left: Duration) -> io::Result<bool> {
        let mut fds = [PollFd::new(&self.tty, PollFlags::IN)];
        let time = Timespec {
            tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: left.subsec_nanos().into(),
        };
        match poll(&mut fds, Some(&time)) {
            Ok(ready) => Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}
