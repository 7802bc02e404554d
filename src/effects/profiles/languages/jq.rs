//! jq filters (jq 1.7 manual): the environment (`env`, `$ENV`) and modules (`import`, `include`). A filter can do nothing
//! else outside.

use super::Found;

/// What a filter does beside transforming its input.
pub(super) fn look_into(filter: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut before = ' ';
    let mut rest = filter;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or("");
        if c == '#' {
            rest = after.get(after.find('\n').unwrap_or(after.len())..).unwrap_or("");
            continue;
        }
        if c.is_alphabetic() || c == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (name, end) = rest.split_at(end);
            // Texts are not told from code: a filter may stand in a text (`"\(env)"`). A field of that name is no call.
            match name {
                "env" if before != '.' && before != '$' => found.push(environment()),
                "ENV" if before == '$' => found.push(environment()),
                "import" | "include" if before != '.' => found.push(Found::Runs),
                _ => {}
            }
            before = name.chars().last().unwrap_or(' ');
            rest = end;
            continue;
        }
        before = c;
        rest = after;
    }
    found.dedup();
    found
}

fn environment() -> Found {
    Found::Reads("/proc/self/environ".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters() {
        for (filter, found) in [
            (".name", vec![]),
            (".env.HOME", vec![]),
            ("env.HOME", vec![environment()]),
            ("$ENV.HOME", vec![environment()]),
            ("\"\\(env)\"", vec![environment()]),
            ("import \"a\" as a; .", vec![Found::Runs]),
            ("[.items[] | select(.id == \"a\")]", vec![]),
            (".environment", vec![]),
        ] {
            assert_eq!(look_into(filter), found, "{filter}");
        }
    }
}
