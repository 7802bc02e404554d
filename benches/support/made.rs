//! Rules and calls made for the benchmarks: of ten rules four are about a tool, two about a path, two about an argument by
//! regex, one about a host, one about a name's pattern.

/// Rules in one file: a file may have a megabyte.
const IN_FILE: usize = 5_000;

/// The policies' texts.
pub(crate) fn files(rules: usize) -> Vec<String> {
    let numbers: Vec<usize> = (0..rules).collect();
    let mut files: Vec<String> = numbers
        .chunks(IN_FILE)
        .map(|chunk| chunk.iter().map(|number| rule(*number)).collect::<String>())
        .collect();
    if let Some(first) = files.first_mut() {
        *first = format!("{HEAD}{first}");
    }
    files
}

const HEAD: &str = "policy \"made\" { default confirm }
operation look
tool fetch  { operation network  arg url: url }
tool open   { operation read  arg path: path }
tool search { operation look  arg query: text }
";

/// The text of one rule.
pub(crate) fn rule(number: usize) -> String {
    let action = action(number);
    let id = format!("r{number}");
    match number % 10 {
        0..=3 => format!("rule {id} tool_name == \"tool_{number}\" => {action}\n"),
        4 => format!("rule {id} operation is read and path within \"/srv/area{number}\" => {action}\n"),
        5 => format!("rule {id} operation is read and path like \"/home/*/work{number}/**\" => {action}\n"),
        6 | 7 => format!(
            "rule {id} tool_name == \"search\" and tool_arg.query ~ /^item{number}[0-9]+$/ => {action}\n"
        ),
        8 => format!("rule {id} host within \"site{number}.example\" => {action}\n"),
        _ => format!("rule {id} tool_name like \"group{number}_*\" => {action}\n"),
    }
}

/// What the rule says.
pub(crate) fn action(number: usize) -> &'static str {
    match number % 3 {
        0 => "allow",
        1 => "confirm",
        _ => "deny",
    }
}
