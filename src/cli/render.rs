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
        let drawn = Drawn::of(diagnostic, sources);
        // Related places in other files follow as reports of their own: miette would put a severity before them.
        let mut reports = std::iter::once(&drawn).chain(&drawn.elsewhere);
        let written = reports.try_for_each(|report| self.handler.render_report(&mut out, report));
        // Writing to a String fails only if miette does; the message alone is then better than nothing.
        if written.is_err() {
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
}

#[cfg(test)]
mod tests {
    use super::Renderer;
    use crate::model::{Diagnostic, Severity, SourceOrigin, Sources, Span};

    fn sources(texts: &[(&str, &str)]) -> Sources {
        let mut sources = Sources::new();
        for (name, text) in texts {
            sources.add(*name, *text, SourceOrigin::Program);
        }
        sources
    }

    /// The span of `piece` in a text, and the labels of others.
    fn span(sources: &Sources, source: u32, piece: &str) -> Span {
        let id = crate::model::SourceId(source);
        let start = sources.text(id).find(piece).unwrap_or_default();
        Span::new(id, start, start + piece.len())
    }

    fn draw(sources: &Sources, span: Span, related: Vec<(Span, String)>) -> String {
        let diagnostic = Diagnostic {
            code: "some-mistake",
            severity: Severity::Error,
            message: "something is wrong".into(),
            span,
            label: "here".into(),
            help: Some("mend it".into()),
            related,
            fix: None,
        };
        Renderer::new(false, 80).draw(&diagnostic, sources)
    }

    #[test]
    fn one_place() {
        let sources = sources(&[("a.policy", "rule a\nrule b any => wrong\nrule c\n")]);
        insta::assert_snapshot!(draw(&sources, span(&sources, 0, "wrong"), vec![]), @r"
        error[some-mistake]

          × something is wrong
           ╭─[a.policy:2:15]
         1 │ rule a
         2 │ rule b any => wrong
           ·               ──┬──
           ·                 ╰── here
         3 │ rule c
           ╰────
          help: mend it
        ");
    }

    #[test]
    fn places_far_apart_and_in_another_file() {
        let text = format!("first\n{}second\n", "-\n".repeat(20));
        let sources = sources(&[("a.policy", &text), ("b.policy", "third\n")]);
        let related = vec![
            (span(&sources, 0, "first"), "the first one".into()),
            (span(&sources, 1, "third"), "the third one".into()),
        ];
        insta::assert_snapshot!(draw(&sources, span(&sources, 0, "second"), related));
    }

    #[test]
    fn a_text_cannot_reach_the_terminal() {
        let sources = sources(&[("a\u{1b}[2J.policy", "rule \u{202e}evil\u{1b}]0;x\u{7} wrong\n")]);
        let drawn = draw(&sources, span(&sources, 0, "wrong"), vec![]);
        assert!(!drawn.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{drawn}");
        insta::assert_snapshot!(drawn);
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("{}wrong{}", "é".repeat(5000), "ü".repeat(5000));
        let sources = sources(&[("a.policy", &text)]);
        let drawn = draw(&sources, span(&sources, 0, "wrong"), vec![]);
        assert!(drawn.contains("a.policy:1:5001"), "{drawn}");
        assert!(drawn.contains("éwrongü"), "{drawn}");
        assert!(drawn.len() < 1500, "{}", drawn.len());
    }

    #[test]
    fn a_place_over_many_lines_is_shown_by_its_first() {
        let text = format!("{{ begin\n{}", "line\n".repeat(1000));
        let sources = sources(&[("a.policy", &text)]);
        let whole = Span::new(crate::model::SourceId(0), 0, text.len());
        assert!(draw(&sources, whole, vec![]).lines().count() < 12);
    }

    #[test]
    fn the_end_of_a_text_and_no_text_at_all() {
        let sources = sources(&[("a.policy", "rule a\n"), ("b.policy", "")]);
        let end = Span::new(crate::model::SourceId(0), 7, 7);
        assert!(draw(&sources, end, vec![]).contains("a.policy:2:1"), "{}", draw(&sources, end, vec![]));
        let none = Span::new(crate::model::SourceId(1), 0, 0);
        assert_eq!(
            draw(&sources, none, vec![]),
            "error[some-mistake]\n\n  × something is wrong\n  help: mend it\n"
        );
        let unknown = Span::new(crate::model::SourceId(9), 3, 5);
        assert!(draw(&sources, unknown, vec![]).contains("something is wrong"));
    }
}
