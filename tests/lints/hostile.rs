//! Policies that are made to be slow.

use std::time::{Duration, Instant};

use super::{found, set_of};

/// What grows with the square of such sizes takes many minutes; this is for telling that apart, on a busy machine too.
const LIMIT: Duration = Duration::from_secs(120);

fn lints_in_time(name: &str, text: &str) {
    let set = set_of(text);
    assert!(set.is_sound(), "{name}: {:?}", set.diagnostics().first());
    let start = Instant::now();
    let count = found(&set).len();
    println!("{name}: {count} findings in {:?}", start.elapsed());
    assert!(start.elapsed() < LIMIT, "{name}: {count} findings in {:?}", start.elapsed());
}

fn listed(count: usize, entry: impl Fn(usize) -> String) -> String {
    (0..count).map(entry).collect::<Vec<_>>().join(", ")
}

#[test]
fn long_lists() {
    let paths = listed(9_000, |n| format!("\"a/{}\"", n % 4_000));
    lints_in_time("paths", &format!("rule r  path within [{paths}] => deny \"a\"\n"));
    let hosts = listed(9_000, |n| format!("\"{}.example.com\"", vec![n.to_string(); 1 + n % 8].join(".")));
    lints_in_time("hosts", &format!("rule r  host within [\"com\", {hosts}] => allow\n"));
    let names = listed(9_000, |n| format!("\"tool_{n}\""));
    lints_in_time("names", &format!("rule r  tool_name in [{names}] => allow\n"));
    let patterns = listed(2_000, |n| format!("`prog{n}`"));
    lints_in_time("patterns", &format!("rule r  command runs [{patterns}] => deny \"a\"\n"));
}

#[test]
fn many_rules() {
    let same: String = (0..4_000).map(|n| format!("rule r{n}  operation is read => allow\n")).collect();
    lints_in_time("the same rule", &same);
    let narrower: String =
        (0..4_000).map(|n| format!("rule r{n}  operation is read and mode == \"m{n}\" => allow\n")).collect();
    lints_in_time("one part in common", &narrower);
    let denied: String = (0..2_000)
        .map(|n| format!("rule a{n}  operation is read and mode == \"m{n}\" => allow\nrule d{n}  operation is read and mode != \"m{n}\" => deny \"a\"\n"))
        .collect();
    lints_in_time("allow and deny", &denied);
    let closed: String = (0..3_000)
        .map(|n| format!("rule a{n}  operation is write and path within \"a{n}\" => allow\nrule d{n}  operation is read and path within \"d{n}\" => deny \"a\"\n"))
        .collect();
    lints_in_time("closed to reading", &closed);
    let any: String =
        (0..3_000).map(|n| format!("rule r{n}  any => deny \"a\"\nrule a{n}  any => allow\n")).collect();
    lints_in_time("any", &any);
}

#[test]
fn long_conditions() {
    let chain = listed(900, |n| format!("mode == \"m{}\"", n % 300)).replace(", ", " or ");
    lints_in_time("a chain", &format!("rule r  {chain} => deny \"a\"\n"));
    let nested = (0..30).fold("mode == \"a\"".to_owned(), |inner, n| {
        format!("({inner}) {} mode == \"m{n}\"", if n % 2 == 0 { "and" } else { "or" })
    });
    lints_in_time("a nest", &format!("rule r  {nested} => deny \"a\"\n"));
    let comments: String = (0..20_000).map(|n| format!("# lint: allow todo-comment: {n}\n")).collect();
    lints_in_time("suppressions", &format!("{comments}rule r  mode == \"a\" => deny \"a\"\n"));
    let unknown: String = (0..20_000).map(|n| format!("# lint: allow no-such-code-{n}: a\n")).collect();
    lints_in_time("unknown codes", &format!("{unknown}rule r  mode == \"a\" => deny \"a\"\n"));
    let cases: String = (0..3_000).map(|n| format!("  t {{ a: {} }} => deny\n", n % 1_000)).collect();
    lints_in_time("cases", &format!("rule r  mode == \"a\" => deny \"a\"\ntest \"t\" {{\n{cases}}}\n"));
}
