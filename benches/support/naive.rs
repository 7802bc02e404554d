//! A linear engine, as one would write it in an afternoon: every rule is asked in turn, the strictest wins.

use regex::Regex;
use toolgate::{Call, Verdict};

use crate::made;

enum Test {
    Tool(String),
    Within(String),
    Like(Regex),
    Query(Regex),
    Host(String),
    Name(String),
}

/// All rules, in a row.
pub(crate) struct Linear {
    rules: Vec<(Test, Verdict)>,
}

impl Linear {
    pub(crate) fn new(rules: usize) -> Linear {
        Linear { rules: (0..rules).map(|number| (test(number), verdict(number))).collect() }
    }

    pub(crate) fn verdict(&self, call: &Call) -> Verdict {
        let text = |name: &str| call.args.get(name).and_then(|value| value.as_str()).unwrap_or_default();
        let host = url::Url::parse(text("url"))
            .ok()
            .and_then(|url| url.host_str().map(str::to_owned))
            .unwrap_or_default();
        let path = text("path");
        let holds = |test: &Test| match test {
            Test::Tool(name) => call.tool == *name,
            Test::Within(directory) => path
                .strip_prefix(directory.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            Test::Like(regex) => regex.is_match(path),
            Test::Query(regex) => call.tool == "search" && regex.is_match(text("query")),
            Test::Host(name) => {
                host.strip_suffix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            }
            Test::Name(prefix) => call.tool.starts_with(prefix.as_str()),
        };
        let strictest = self.rules.iter().filter(|(test, _)| holds(test)).map(|(_, verdict)| *verdict).max();
        strictest.unwrap_or(Verdict::Confirm)
    }
}

fn verdict(number: usize) -> Verdict {
    match made::action(number) {
        "allow" => Verdict::Allow,
        "confirm" => Verdict::Confirm,
        _ => Verdict::Deny,
    }
}

fn test(number: usize) -> Test {
    let regex = |text: String| Regex::new(&text).expect("a regex");
    match number % 10 {
        0..=3 => Test::Tool(format!("tool_{number}")),
        4 => Test::Within(format!("/srv/area{number}")),
        5 => Test::Like(regex(format!("^/home/[^/]+/work{number}(/|$)"))),
        6 | 7 => Test::Query(regex(format!("^item{number}[0-9]+$"))),
        8 => Test::Host(format!("site{number}.example")),
        _ => Test::Name(format!("group{number}_")),
    }
}
