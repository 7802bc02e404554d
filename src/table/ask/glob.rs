//! `like` for texts: `*` any characters, `?` one; a `/` is a character like any other.

use crate::matchers::sets;
use crate::model::Tri;

/// A glob over a text, in which every character but `*` and `?` means itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TextGlob(Vec<char>);

impl TextGlob {
    pub(super) fn new(glob: &str) -> TextGlob {
        TextGlob(glob.chars().collect())
    }

    /// Whether all, none or some texts with these ends match.
    pub(super) fn matches_ends(&self, prefix: &str, suffix: &str) -> Tri {
        sets::text_glob(&self.0, prefix, suffix)
    }

    /// Whether the whole text matches. Work is at most the product of the lengths: on a mismatch only the last `*` is
    /// tried again, one character further, which is enough since earlier ones can take no more than they must.
    pub(super) fn matches(&self, text: &str) -> bool {
        let mut at = 0;
        let mut rest = text.chars();
        let mut again: Option<(usize, std::str::Chars<'_>)> = None;
        loop {
            let before = rest.clone();
            match (self.0.get(at), rest.next()) {
                (Some('*'), _) => {
                    at += 1;
                    again = Some((at, before.clone()));
                    rest = before;
                }
                (Some('?'), Some(_)) => at += 1,
                (Some(wanted), Some(c)) if *wanted == c => at += 1,
                (None, None) => return true,
                (Some(_) | None, _) => {
                    let Some((star, from)) = &mut again else { return false };
                    if from.next().is_none() {
                        return false;
                    }
                    at = *star;
                    rest = from.clone();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TextGlob;

    #[test]
    fn stars_and_question_marks() {
        for (glob, text, wanted) in [
            ("mcp__*", "mcp__github__get", true),
            ("mcp__*", "mcp_", false),
            ("*", "", true),
            ("a*b*c", "a/x/b/c/c", true),
            ("a*b*c", "a/x/b/c/d", false),
            ("é?", "éé", true),
            ("?", "", false),
            ("*.rs*", "a.rs", true),
            ("", "", true),
            ("", "a", false),
        ] {
            assert_eq!(TextGlob::new(glob).matches(text), wanted, "{glob} {text}");
        }
    }
}
