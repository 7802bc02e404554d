//! Diagnostics for a person's eyes, drawn by miette.
//!
//! The source text is never handed over as it is: what miette sees is an excerpt in which every invisible or
//! controlling character is escaped and long lines are cut, so that a hostile file can neither move the cursor nor
//! fill the screen.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, ThemeCharacters, ThemeStyles};

use crate::cli::excerpt::Excerpt;
use crate::model::{Diagnostic, Severity, SourceId, Sources, Span, Untrusted};

/// How diagnostics are drawn.
#[derive(Clone, Debug)]
pub(crate) struct Renderer {
    handler: GraphicalReportHandler,
}

impl Renderer {
    /// With or without colour, for lines of `width` characters.
    pub(crate) fn new(colour: bool, width: usize) -> Renderer {
        let styles = if colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
        let theme = GraphicalTheme { characters: ThemeCharacters::unicode(), styles };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(width)
            .with_links(false)
            .without_syntax_highlighting();
        Renderer { handler }
    }

    /// The diagnostic as a person sees it, with a line's end.
    pub(crate) fn draw(&self, diagnostic: &Diagnostic, sources: &Sources) -> String {
        let mut out = String::new();
        // Writing to a String fails only if miette does; the message alone is then better than nothing.
        if self.handler.render_report(&mut out, &Drawn::of(diagnostic, sources)).is_err() {
            out = format!("{}: {}\n", diagnostic.code, Untrusted(&diagnostic.message).visible());
        }
        out
    }
}

/// A diagnostic in miette's terms.
#[derive(Debug)]
struct Drawn {
    head: Head,
    help: Option<String>,
    excerpt: Option<Excerpt>,
    labels: Vec<LabeledSpan>,
    elsewhere: Vec<Drawn>,
}

#[derive(Debug)]
enum Head {
    Finding { code: &'static str, severity: Severity, message: String },
    Related { message: String },
}

impl Drawn {
    fn of(diagnostic: &Diagnostic, sources: &Sources) -> Drawn {
        let here = diagnostic.span.source;
        let mut places = vec![(diagnostic.span, diagnostic.label.as_str(), true)];
        places.extend(diagnostic.related.iter().map(|(span, label)| (*span, label.as_str(), false)));
        let (own, other): (Vec<_>, Vec<_>) = places.into_iter().partition(|(span, ..)| span.source == here);
        let message = Untrusted(&diagnostic.message).visible().into_owned();
        let head = Head::Finding { code: diagnostic.code, severity: diagnostic.severity, message };
        let help = diagnostic.help.as_deref().map(|help| Untrusted(help).lines_visible().into_owned());
        let elsewhere = other
            .into_iter()
            .map(|(span, label, _)| {
                let message = Untrusted(label).visible().into_owned();
                Drawn::new(Head::Related { message }, None, span.source, &[(span, "", true)], sources)
            })
            .collect();
        Drawn { elsewhere, ..Drawn::new(head, help, here, &own, sources) }
    }

    fn new(
        head: Head,
        help: Option<String>,
        source: SourceId,
        places: &[(Span, &str, bool)],
        sources: &Sources,
    ) -> Drawn {
        let drawn = Drawn { head, help, excerpt: None, labels: Vec::new(), elsewhere: Vec::new() };
        let Some(text) = sources.get(source).map(|source| &source.text).filter(|text| !text.is_empty())
        else {
            return drawn;
        };
        let spans: Vec<_> = places.iter().map(|(span, ..)| span.range()).collect();
        let (excerpt, ranges) = Excerpt::new(sources.name(source), text, &spans);
        let labels = places
            .iter()
            .zip(ranges)
            .map(|((_, label, primary), range)| {
                let label = (!label.is_empty()).then(|| Untrusted(label).visible().into_owned());
                match primary {
                    true => LabeledSpan::new_primary_with_span(label, range),
                    false => LabeledSpan::new_with_span(label, range),
                }
            })
            .collect();
        Drawn { excerpt: Some(excerpt), labels, ..drawn }
    }
}

impl std::error::Error for Drawn {}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.head {
            Head::Finding { message, .. } | Head::Related { message } => f.write_str(message),
        }
    }
}

impl miette::Diagnostic for Drawn {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        match &self.head {
            Head::Finding { code, severity, .. } => {
                let word = match severity {
                    Severity::Style => "style",
                    Severity::Warning => "warning",
                    Severity::Error => "error",
                };
                Some(Box::new(format!("{word}[{code}]")))
            }
            Head::Related { .. } => None,
        }
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match &self.head {
            Head::Finding { severity: Severity::Error, .. } => miette::Severity::Error,
            Head::Finding { severity: Severity::Warning, .. } => miette::Severity::Warning,
            Head::Finding { severity: Severity::Style, .. } | Head::Related { .. } => {
                miette::Severity::Advice
            }
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty())
            .then(|| Box::new(self.labels.iter().cloned()) as Box<dyn Iterator<Item = LabeledSpan>>)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        (!self.elsewhere.is_empty()).then(|| {
            Box::new(self.elsewhere.iter().map(|drawn| drawn as &dyn miette::Diagnostic))
                as Box<dyn Iterator<Item = &dyn miette::Diagnostic>>
        })
    }
}
