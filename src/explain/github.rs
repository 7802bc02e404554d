//! Diagnostics as workflow commands of GitHub Actions ("Workflow commands for GitHub Actions", GitHub's documentation): each
//! shows at its line of the pull request.

use crate::explain::diagnostics::PlaceJson;
use crate::model::{Diagnostic, Severity, Sources};

/// The command for one diagnostic, without its line's end.
pub fn command(found: &Diagnostic, sources: &Sources) -> String {
    let level = match found.severity {
        Severity::Style => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let place = PlaceJson::new(found.span, sources);
    let mut message = found.message.clone();
    if let Some(help) = &found.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    format!(
        "::{level} file={},line={},endLine={},col={},endColumn={},title={}::{}",
        property(&place.file),
        place.line,
        place.end_line,
        place.column,
        place.end_column,
        property(found.code),
        data(&message),
    )
}

/// Escapes what would end the command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes what would end a property as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::command;
    use crate::model::{Diagnostic, Severity, SourceOrigin, Sources, Span};

    #[test]
    fn nothing_of_a_message_ends_the_command() {
        let mut sources = Sources::new();
        let source = sources.add("a,b:c\n::error::x.policy", "rule x\n", SourceOrigin::Program);
        let found = Diagnostic {
            code: "code",
            severity: Severity::Style,
            message: "100%\n::error::pwned".into(),
            span: Span::new(source, 5, 6),
            label: String::new(),
            help: None,
            related: Vec::new(),
            fix: None,
        };
        assert_eq!(
            command(&found, &sources),
            "::notice file=a%2Cb%3Ac%0A%3A%3Aerror%3A%3Ax.policy,line=1,endLine=1,col=6,endColumn=7,title=code\
             ::100%25%0A::error::pwned"
        );
    }
}
