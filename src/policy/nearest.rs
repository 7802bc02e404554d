//! Did-you-mean.

use std::cell::Cell;

use crate::policy::limits;

/// Finds the name that someone probably meant; the work of one run is limited.
#[derive(Debug)]
pub(crate) struct Nearest {
    left: Cell<usize>,
}

impl Nearest {
    /// With the whole budget of one run.
    pub(crate) fn new() -> Nearest {
        Nearest { left: Cell::new(limits::COMPARISONS) }
    }

    /// The candidate nearest to `name`: at most two changes away, or a third of its length; names that differ only in
    /// case, `-` and `_` are nearest of all.
    pub(crate) fn find<'a>(
        &self,
        name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<String> {
        if name.len() > 64 {
            return None;
        }
        let wanted = plain(name);
        let limit = 2.max(name.chars().count() / 3).min(name.chars().count().saturating_sub(1));
        let mut best: Option<(usize, &str)> = None;
        for candidate in candidates {
            let left = self.left.get();
            if left == 0 {
                break;
            }
            self.left.set(left - 1);
            if candidate == name || candidate.len().abs_diff(name.len()) > limit.max(2) {
                continue;
            }
            let there = plain(candidate);
            let distance =
                if there == wanted { 0 } else { strsim::damerau_levenshtein(&wanted, &there).max(1) };
            if distance <= limit && best.is_none_or(|(found, at)| (distance, candidate) < (found, at)) {
                best = Some((distance, candidate));
            }
        }
        best.map(|(_, found)| found.to_owned())
    }
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| *c != '-' && *c != '_').flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::Nearest;

    #[test]
    fn finds_what_was_meant() {
        let names = ["path", "pattern", "PreToolUse", "write.delete", "x"];
        for (name, found) in [
            ("pth", Some("path")),
            ("paht", Some("path")),
            ("pre_tool_use", Some("PreToolUse")),
            ("write.delte", Some("write.delete")),
            ("y", None),
            ("something", None),
        ] {
            assert_eq!(Nearest::new().find(name, names).as_deref(), found, "{name}");
        }
    }

    #[test]
    fn the_work_ends() {
        let nearest = Nearest::new();
        for _ in 0..1_000 {
            nearest.find("abcdef", (0..1_000).map(|_| "abcdefg"));
        }
        assert_eq!(nearest.find("pth", ["path"]), None);
    }
}
