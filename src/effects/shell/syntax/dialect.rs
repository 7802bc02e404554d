//! What earlier lines may have changed about how later lines are read.

use super::tree::{Assignment, CommandKind, Item, Simple};
use super::word::{Word, WordPart};

/// Whether extended patterns are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Extglob {
    /// As bash starts.
    #[default]
    Off,
    /// An earlier line certainly ran `shopt -s extglob`.
    On,
    /// An earlier line may have changed it.
    Maybe,
}

/// How the present line is read, and what it does to the next.
#[derive(Debug, Default)]
pub(super) struct Dialect {
    pub(super) extglob: Extglob,
    /// Whether earlier lines may have turned alias expansion on.
    pub(super) aliases: bool,
    mentions_extglob: bool,
    mentions_aliases: bool,
}

impl Dialect {
    /// Looks at a simple command, wherever it stands: bash takes a change into account from the next line on.
    pub(super) fn note(&mut self, simple: &Simple) {
        for Assignment { name, .. } in &simple.assignments {
            // Assigning it turns POSIX mode on, and with it aliases.
            self.mentions_aliases |= name == "POSIXLY_CORRECT";
        }
        let mut words = simple.words.iter().map(fixed_text);
        let Some((program, _)) = words.next() else { return };
        for (text, dynamic) in words {
            let option = dynamic && matches!(program.as_str(), "shopt" | "set" | "builtin" | "command");
            self.mentions_extglob |= option || text.contains("extglob");
            self.mentions_aliases |= option
                || text.contains("expand_aliases")
                || text.contains("POSIXLY_CORRECT")
                || text.contains("-o posix")
                || (text == "posix" && program != "echo");
        }
    }

    /// Whether the present line may turn aliases on.
    pub(super) fn mentions_aliases(&self) -> bool {
        self.mentions_aliases
    }

    /// A line is complete: what it did counts from here on.
    pub(super) fn line_ends(&mut self, items: &[Item]) {
        if self.mentions_extglob {
            self.extglob = if items.iter().any(turns_extglob_on) { Extglob::On } else { Extglob::Maybe };
        }
        self.aliases |= self.mentions_aliases;
        self.mentions_extglob = false;
        self.mentions_aliases = false;
    }
}

/// Whether this entry of a list runs `shopt -s extglob` for certain, in this shell.
fn turns_extglob_on(item: &Item) -> bool {
    let [command] = item.first.commands.as_slice() else { return false };
    let CommandKind::Simple(simple) = &command.kind else { return false };
    let words: Vec<_> = simple.words.iter().map(fixed_text).collect();
    let fixed = words.iter().all(|(_, dynamic)| !dynamic);
    let texts: Vec<&str> = words.iter().map(|(text, _)| text.as_str()).collect();
    !item.background
        && fixed
        && simple.assignments.is_empty()
        && command.redirects.is_empty()
        && matches!(texts.as_slice(), ["shopt", "-s", names @ ..] if names.contains(&"extglob"))
}

/// The text of a word, what is not fixed left out, and whether anything was.
fn fixed_text(word: &Word) -> (String, bool) {
    let mut text = String::new();
    let dynamic = add_text(&word.parts, &mut text);
    (text, dynamic)
}

fn add_text(parts: &[WordPart], text: &mut String) -> bool {
    let mut dynamic = false;
    for part in parts {
        match part {
            WordPart::Literal(t) | WordPart::Escaped(t) | WordPart::SingleQuoted(t) => text.push_str(&t.text),
            WordPart::Decoded { bytes, .. } => text.push_str(&String::from_utf8_lossy(bytes)),
            WordPart::DoubleQuoted { parts, .. } => dynamic |= add_text(parts, text),
            // Its alternatives are words of their own: one of them may be the option.
            WordPart::Alternatives { alternatives, .. } => {
                for alternative in alternatives {
                    text.push(' ');
                    add_text(alternative, text);
                }
                dynamic = true;
            }
            WordPart::Glob { .. } => {}
            _ => dynamic = true,
        }
    }
    dynamic
}
