//! Patterns whose names may look like flags.

use crate::effects::shell::walker::Walker;
use crate::matchers::follow::real;
use crate::matchers::glob::Glob;
use crate::model::{Word, WordText};

/// Names that begin with a dash and are listed as words of their own, at most.
const MAX_DASHED: usize = 16;

impl Walker<'_> {
    /// The words that a pattern makes, by the names that are there: those that begin with a dash, which the program takes for
    /// flags, one by one; the pattern for the others. The pattern alone where the names aren't known.
    pub(super) fn dashed_apart(&self, word: Word) -> Vec<Word> {
        let apart = match &word.text {
            WordText::Glob(glob) if !self.wrote && !self.elsewhere && !self.state.anything => {
                self.apart(glob).map(|(dashed, rest)| (dashed, WordText::Glob(rest)))
            }
            _ => None,
        };
        let Some((dashed, rest)) = apart else { return vec![word] };
        let (start, end) = (word.start, word.end);
        let mut all: Vec<Word> =
            dashed.into_iter().map(|name| Word { start, end, ..Word::known(name) }).collect();
        all.push(Word { text: rest, ..word });
        all
    }

    /// The names that begin with a dash, and the pattern for those that don't.
    fn apart(&self, glob: &str) -> Option<(Vec<String>, String)> {
        // `*x` matches the name `x` too, `*.x` no name `.x`: a leading dot must be written.
        let rest = match glob.strip_prefix('*') {
            Some(rest) if rest.is_empty() || rest.starts_with(['/', '.']) => format!("[!-]*{rest}"),
            Some(_) => return None,
            None => format!("[!-]{}", glob.strip_prefix('?')?),
        };
        let mut dashed = Vec::new();
        for directory in &self.state.directories {
            let real = real(directory.as_deref()?, true, self.context.files, self.context.budget).ok()?;
            for name in self.context.files.names(&real).ok()? {
                if !name.starts_with('-') {
                    continue;
                }
                let parsed = Glob::parse(&format!("/{glob}")).ok()?;
                if glob.contains('/') || dashed.len() >= MAX_DASHED {
                    return None;
                }
                if parsed.matches(&format!("/{name}")) && !dashed.contains(&name) {
                    dashed.push(name);
                }
            }
        }
        // In another directory it is not there.
        if !dashed.is_empty() && self.state.directories.len() > 1 {
            return None;
        }
        dashed.sort();
        Some((dashed, rest))
    }
}
