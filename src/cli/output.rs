//! Where results and notices go: results to stdout, everything else to stderr.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;

use crate::cli::render::Renderer;
use crate::explain;
use crate::model::{Diagnostic, Severity, Sources, Untrusted, Verdict};

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Colour {
    /// Whether to colour this stream.
    fn on(self, stream: &impl anstream::stream::RawStream) -> bool {
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never,
        }
    }
}

/// Characters of a line when the terminal does not say.
const WIDTH: usize = 100;

/// Both streams, and how to draw on them.
#[derive(Debug)]
pub(crate) struct Output {
    /// Colour on stdout.
    pub(crate) paint: Paint,
    stdout: io::BufWriter<io::Stdout>,
    /// Colour on stderr.
    pub(crate) notices: Paint,
    renderer: Renderer,
    terminal: bool,
}

impl Output {
    pub(crate) fn new(colour: Colour) -> Output {
        let (stdout, stderr) = (io::stdout(), io::stderr());
        let notices = Paint { on: colour.on(&stderr) };
        Output {
            paint: Paint { on: colour.on(&stdout) },
            terminal: stdout.is_terminal(),
            stdout: io::BufWriter::new(stdout),
            renderer: Renderer::new(notices.on, width()),
            notices,
        }
    }

    /// Whether a person sees stdout.
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Characters of a line of stdout.
    pub(crate) fn width(&self) -> usize {
        const WITHOUT_TERMINAL: usize = 160;
        terminal_size::terminal_size_of(io::stdout())
            .map_or(WITHOUT_TERMINAL, |(width, _)| usize::from(width.0))
    }

    /// A line of the result.
    pub(crate) fn line(&mut self, text: impl fmt::Display) -> io::Result<()> {
        writeln!(self.stdout, "{text}")
    }

    /// A piece of the result.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.stdout.write_all(text.as_bytes())
    }

    /// A JSON value on several lines.
    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(value)
            .map_err(|e| Failure::new(format!("cannot write JSON: {e}")))?;
        self.line(text)?;
        Ok(())
    }

    /// A JSON value on one line.
    pub(crate) fn json_line(&mut self, value: &impl serde::Serialize) -> Result<(), Failure> {
        let text =
            serde_json::to_string(value).map_err(|e| Failure::new(format!("cannot write JSON: {e}")))?;
        self.line(text)?;
        Ok(())
    }

    /// Hands over what was written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }

    /// A diagnostic on stderr.
    pub(crate) fn diagnose(&self, diagnostic: &Diagnostic, sources: &Sources) {
        self.notice(&self.renderer.draw(diagnostic, sources));
    }

    /// All diagnostics on stderr, worst last so that it is in sight; of very many only the first.
    pub(crate) fn diagnose_all(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        const SHOWN: usize = 100;
        for diagnostic in diagnostics.iter().take(SHOWN) {
            self.diagnose(diagnostic, sources);
        }
        if let Some(more) = diagnostics.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            self.notice(&format!("… and {more} more\n"));
        }
        let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
        if errors > 1 {
            self.notice(&format!("{errors} errors\n"));
        }
    }

    /// A diagnostic as text for stdout.
    pub(crate) fn drawn(&self, diagnostic: &Diagnostic, sources: &Sources) -> String {
        Renderer::new(self.paint.on, width()).draw(diagnostic, sources)
    }

    /// Text on stderr. A stderr that can't be written to changes nothing of the result.
    pub(crate) fn notice(&self, text: &str) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// An error that ends the command.
    pub(crate) fn failed(&self, failure: &Failure) {
        let word = self.notices.style(Style::new().bold().fg_color(Some(AnsiColor::Red.into())), "error");
        self.notice(&format!("{word}: {}\n", Untrusted(&failure.message).visible()));
        if let Some(help) = &failure.help {
            self.notice(&format!("  help: {}\n", Untrusted(help).visible()));
        }
    }
}

fn width() -> usize {
    terminal_size::terminal_size_of(io::stderr())
        .map_or(WIDTH, |(width, _)| usize::from(width.0).clamp(40, WIDTH + 20))
}

/// Text styles, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paint {
    /// Whether there is colour.
    pub(crate) on: bool,
}

impl Paint {
    /// `text` in this style.
    pub(crate) fn style(self, style: Style, text: impl fmt::Display) -> String {
        if self.on { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    /// A verdict in its colour, on `width` characters.
    pub(crate) fn verdict(self, verdict: Verdict, width: usize) -> String {
        self.in_colour_of(verdict, &format!("{verdict:width$}"))
    }

    /// Text in the colour of a verdict.
    pub(crate) fn in_colour_of(self, verdict: Verdict, text: &str) -> String {
        let colour = match verdict {
            Verdict::Allow => AnsiColor::Green,
            Verdict::Confirm => AnsiColor::Yellow,
            Verdict::Deny => AnsiColor::Red,
        };
        self.style(Style::new().bold().fg_color(Some(colour.into())), text)
    }

    /// Text of lesser weight.
    pub(crate) fn faint(self, text: impl fmt::Display) -> String {
        self.style(Style::new().dimmed(), text)
    }

    /// Text of more weight.
    pub(crate) fn strong(self, text: impl fmt::Display) -> String {
        self.style(Style::new().bold(), text)
    }
}

impl explain::Style for Paint {
    fn verdict(&self, verdict: Verdict, text: &str) -> String {
        self.in_colour_of(verdict, text)
    }

    fn faint(&self, text: &str) -> String {
        Paint::faint(*self, text)
    }

    fn strong(&self, text: &str) -> String {
        Paint::strong(*self, text)
    }
}

/// Why a command could not work.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Failure {
    message: String,
    help: Option<String>,
    silent: bool,
}

impl Failure {
    /// With what is wrong.
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), help: None, silent: false }
    }

    /// With what to do.
    pub(crate) fn help(self, help: impl Into<String>) -> Failure {
        Failure { help: Some(help.into()), ..self }
    }

    /// Whether nobody is left to read about it.
    pub(crate) fn is_silent(&self) -> bool {
        self.silent
    }
}

impl From<io::Error> for Failure {
    /// A result that could not be written. Whoever closed the pipe knows.
    fn from(error: io::Error) -> Failure {
        let silent = error.kind() == io::ErrorKind::BrokenPipe;
        Failure { message: format!("cannot write the result: {error}"), help: None, silent }
    }
}
