//! Conditions of resolved policies as text, in the language's own words: names replaced by what they stand for.

use std::fmt::Write;

use crate::policy::typed::{
    ArgPath, Base, Comparison, Condition, HostTest, Kind, Literal, PathTest, PathText, Predicate, Scalar,
    Step, TextSubject, TextTest,
};

/// Entries of a list that are shown.
const ENTRIES: usize = 6;
/// Levels of groups that are shown.
const DEPTH: usize = 8;

/// A condition on one line.
pub fn condition(condition: &Condition) -> String {
    group(condition, 0)
}

fn group(condition: &Condition, depth: usize) -> String {
    let (parts, word) = match condition {
        Condition::Always => return "any".to_owned(),
        Condition::Never => return "not any".to_owned(),
        Condition::Is(one) => return literal(one),
        Condition::And(parts) => (parts, " and "),
        Condition::Or(parts) => (parts, " or "),
    };
    if depth == DEPTH {
        return "(…)".to_owned();
    }
    let parts: Vec<String> = parts
        .iter()
        .map(|part| match part {
            Condition::And(_) | Condition::Or(_) => format!("({})", group(part, depth + 1)),
            Condition::Always | Condition::Never | Condition::Is(_) => group(part, depth + 1),
        })
        .collect();
    parts.join(word)
}

/// A predicate or its negation.
pub fn literal(literal: &Literal) -> String {
    let (subject, operator, operand) = predicate(&literal.predicate);
    let operator = if literal.negated { negation(operator) } else { operator.to_owned() };
    match operand {
        _ if operator.starts_with("marked") => format!("{operator} {}", operand.unwrap_or_default()),
        Some(operand) => format!("{subject} {operator} {operand}"),
        None => format!("{subject} {operator}"),
    }
}

fn negation(operator: &str) -> String {
    match operator {
        "==" => "!=".to_owned(),
        "~" => "!~".to_owned(),
        "is" => "is not".to_owned(),
        "is private" => "is not private".to_owned(),
        "marked" => "not marked".to_owned(),
        other => format!("not {other}"),
    }
}

/// The subject that a predicate is about: for the columns of a table.
pub fn subject(predicate: &Predicate) -> String {
    self::predicate(predicate).0
}

fn predicate(predicate: &Predicate) -> (String, &'static str, Option<String>) {
    match predicate {
        Predicate::Text(subject, test) => {
            let (operator, operand) = text_test(test);
            (text_subject(subject), operator, operand)
        }
        Predicate::Operation(names) => {
            ("operation".into(), "is", Some(list(names.iter().map(ToString::to_string).collect())))
        }
        Predicate::Command(patterns) => {
            ("command".into(), "runs", Some(list(quoted(patterns.iter().map(|p| &*p.source), '`'))))
        }
        Predicate::Via(patterns) => {
            ("via".into(), "runs", Some(list(quoted(patterns.iter().map(|p| &*p.source), '`'))))
        }
        Predicate::Path(test) => {
            let (operator, texts) = match test {
                PathTest::Within(dirs) => ("within", dirs),
                PathTest::Like(globs) => ("like", globs),
                PathTest::OneOf(paths) => (if paths.len() == 1 { "==" } else { "in" }, paths),
            };
            ("path".into(), operator, Some(list(texts.iter().map(path_text).collect())))
        }
        Predicate::Host(test) => {
            let (operator, texts) = match test {
                HostTest::OneOf(hosts) => (if hosts.len() == 1 { "==" } else { "in" }, hosts),
                HostTest::Like(globs) => ("like", globs),
                HostTest::Within(domains) => ("within", domains),
                HostTest::Private => return ("host".into(), "is private", None),
            };
            ("host".into(), operator, Some(list(quoted(texts.iter().map(|t| &**t), '"'))))
        }
        Predicate::Marked(name) => ("marked".into(), "marked", Some(name.to_string())),
        Predicate::Has(kind) => {
            let subject = match kind {
                Kind::Command => "command",
                Kind::Via => "via",
                Kind::Path => "path",
                Kind::Host => "host",
                Kind::Port => "port",
            };
            (subject.into(), "exists", None)
        }
    }
}

fn text_subject(subject: &TextSubject) -> String {
    match subject {
        TextSubject::ToolName => "tool_name".into(),
        TextSubject::Server => "server".into(),
        TextSubject::Mode => "mode".into(),
        TextSubject::Session => "session".into(),
        TextSubject::Agent => "agent".into(),
        TextSubject::Scheme => "scheme".into(),
        TextSubject::Context(name) => format!("context.{name}"),
        TextSubject::Arg(path) => arg_path(path),
        TextSubject::Program => "command.program".into(),
        TextSubject::Args => "command.args[*]".into(),
        TextSubject::Env(name) => format!("command.env.{name}"),
        TextSubject::ViaProgram => "via.program".into(),
        TextSubject::PathName => "path.name".into(),
        TextSubject::PathExtension => "path.extension".into(),
        TextSubject::PathDepth => "path.depth".into(),
        TextSubject::Port => "port".into(),
    }
}

/// `tool_arg.NAME…`
pub fn arg_path(path: &ArgPath) -> String {
    let mut out = format!("tool_arg{}", key(&path.name));
    for step in &path.steps {
        match step {
            Step::Key(name) => out.push_str(&key(name)),
            Step::Index(at) => {
                // Writing to a String cannot fail.
                let _ = write!(out, "[{at}]");
            }
            Step::Star => out.push_str("[*]"),
        }
    }
    out
}

fn key(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(plain) {
        format!(".{name}")
    } else {
        format!("[{name:?}]")
    }
}

fn text_test(test: &TextTest) -> (&'static str, Option<String>) {
    let (operator, operands) = match test {
        TextTest::OneOf(values) => (if values.len() == 1 { "==" } else { "in" }, scalars(values)),
        TextTest::Like(globs) => ("like", quoted(globs.iter().map(|t| &**t), '"')),
        TextTest::Matches(regexes) => (
            "~",
            regexes
                .iter()
                .map(|regex| {
                    format!(
                        "/{}/{}",
                        regex.source.replace('/', "\\/"),
                        if regex.ignore_case { "i" } else { "" }
                    )
                })
                .collect(),
        ),
        TextTest::StartsWith(texts) => ("starts_with", quoted(texts.iter().map(|t| &**t), '"')),
        TextTest::EndsWith(texts) => ("ends_with", quoted(texts.iter().map(|t| &**t), '"')),
        TextTest::Contains(values) => ("contains", scalars(values)),
        TextTest::Compare(comparison, number) => {
            let operator = match comparison {
                Comparison::Less => "<",
                Comparison::LessOrEqual => "<=",
                Comparison::Greater => ">",
                Comparison::GreaterOrEqual => ">=",
            };
            (operator, vec![number.get().to_string()])
        }
        TextTest::Is(names) => ("is", names.iter().map(ToString::to_string).collect()),
        TextTest::Exists => return ("exists", None),
    };
    (operator, Some(list(operands)))
}

fn scalars(values: &[Scalar]) -> Vec<String> {
    values
        .iter()
        .map(|value| match value {
            Scalar::Text(text) => format!("\"{text}\""),
            Scalar::Number(number) => number.get().to_string(),
            Scalar::Bool(value) => value.to_string(),
        })
        .collect()
}

/// A path or glob as a policy writes it.
pub fn path_text(text: &PathText) -> String {
    match (text.base, &*text.rest) {
        (Base::Root, "") => "root".to_owned(),
        (Base::Root, rest) => format!("\"{rest}\""),
        (Base::Home, "") => "\"~\"".to_owned(),
        (Base::Home, rest) => format!("\"~/{rest}\""),
        (Base::Absolute, rest) => format!("\"/{rest}\""),
    }
}

fn quoted<'a>(texts: impl Iterator<Item = &'a str>, quote: char) -> Vec<String> {
    texts.map(|text| format!("{quote}{text}{quote}")).collect()
}

fn list(mut texts: Vec<String>) -> String {
    if texts.len() == 1 {
        return texts.remove(0);
    }
    let more = texts.len().saturating_sub(ENTRIES);
    texts.truncate(ENTRIES);
    let rest = if more > 0 { format!(", … {more} more") } else { String::new() };
    format!("[{}{rest}]", texts.join(", "))
}
