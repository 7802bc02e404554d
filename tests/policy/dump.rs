//! A resolved layer in few words.

use std::fmt::Write;

use toolgate::policy::typed::{
    ArgPath, Base, Condition, HostTest, Layer, PathTest, PathText, Predicate, Role, Scalar, SetValue, Step,
    TextSubject, TextTest,
};

/// Every rule, declaration, hook and test of a layer.
pub(crate) fn dump(layer: &Layer) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "layer {:?} default {:?} closed {} self {}",
        layer.kind,
        layer.default.map(|default| default.verdict),
        layer.closed,
        layer.self_confirm.is_some()
    );
    for tool in &layer.tools {
        let _ =
            writeln!(out, "tool {:?} on {:?} is {}", tool.names, tool.server, operations(&tool.operations));
        for arg in &tool.args {
            let _ = writeln!(
                out,
                "  {}: {:?} is {} = {:?}",
                arg.name,
                arg.ty,
                operations(&arg.operations),
                arg.default
            );
        }
    }
    for fact in &layer.contexts {
        let _ = writeln!(out, "context {}: {:?}", fact.name, fact.ty);
    }
    for operation in &layer.operations {
        let _ = writeln!(out, "operation {}", operation.name);
    }
    for rule in &layer.rules {
        let kind = if rule.otherwise { "otherwise" } else { "rule" };
        let _ = writeln!(out, "{kind} {} {:?} {:?} {:?}", rule.id, rule.action, rule.risk, rule.remember);
        for part in &rule.parts {
            let role = match part.role {
                Role::Match => "match",
                Role::Unless => "unless",
                Role::Except => "except",
            };
            let _ = writeln!(out, "  {role} {}", condition(&part.condition));
        }
        for set in &rule.set {
            let value = match &set.value {
                SetValue::Json(_) => "a literal".to_owned(),
                SetValue::Inside(dir) => format!("inside {}", path(dir)),
            };
            let _ = writeln!(out, "  set {} = {value}", arg(&set.target));
        }
        if let Some(mark) = &rule.mark {
            let _ = writeln!(out, "  mark {mark}");
        }
    }
    for assert in &layer.asserts {
        for claim in &assert.claims {
            let word = if claim.never { "never" } else { "always" };
            let _ = writeln!(out, "{word} {} when {}", claim.verdict, condition(&claim.condition));
        }
    }
    for redaction in &layer.redactions {
        let _ = writeln!(out, "redact {redaction:?}");
    }
    for hook in &layer.hooks {
        let _ = writeln!(
            out,
            "hook {} {:?} {} {:?} {}s",
            hook.id,
            hook.events,
            condition(&hook.condition),
            hook.run,
            hook.timeout
        );
    }
    for test in &layer.tests {
        for case in &test.cases {
            let by = case.by.as_ref().map(|(id, _)| &**id);
            let _ = writeln!(out, "test {:?} own {} {} by {by:?}", test.name, test.own, case.verdict);
        }
    }
    out
}

fn operations(names: &[toolgate::model::Operation]) -> String {
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// A condition in prefix form.
pub(crate) fn condition(condition: &Condition) -> String {
    let list = |all: &[Condition]| all.iter().map(self::condition).collect::<Vec<_>>().join(" ");
    match condition {
        Condition::Always => "always".into(),
        Condition::Never => "never".into(),
        Condition::And(all) => format!("(and {})", list(all)),
        Condition::Or(all) => format!("(or {})", list(all)),
        Condition::Is(literal) => {
            let not = if literal.negated { "!" } else { "" };
            format!("{not}[{}]", predicate(&literal.predicate))
        }
    }
}

fn predicate(predicate: &Predicate) -> String {
    let patterns = |all: &[toolgate::policy::pattern::CommandPattern]| {
        all.iter().map(|one| format!("`{}`", one.source)).collect::<Vec<_>>().join(" ")
    };
    let paths = |all: &[PathText]| all.iter().map(path).collect::<Vec<_>>().join(" ");
    match predicate {
        Predicate::Text(subject, test) => format!("{} {}", text_subject(subject), text_test(test)),
        Predicate::Operation(names) => format!("operation is {}", operations(names)),
        Predicate::Command(all) => format!("command runs {}", patterns(all)),
        Predicate::Via(all) => format!("via runs {}", patterns(all)),
        Predicate::Path(PathTest::Within(all)) => format!("path within {}", paths(all)),
        Predicate::Path(PathTest::Like(all)) => format!("path like {}", paths(all)),
        Predicate::Path(PathTest::OneOf(all)) => format!("path == {}", paths(all)),
        Predicate::Host(HostTest::Private) => "host is private".into(),
        Predicate::Host(HostTest::OneOf(all)) => format!("host == {}", all.join(" ")),
        Predicate::Host(HostTest::Like(all)) => format!("host like {}", all.join(" ")),
        Predicate::Host(HostTest::Within(all)) => format!("host within {}", all.join(" ")),
        Predicate::Marked(name) => format!("marked {name}"),
        Predicate::Has(kind) => format!("has {kind:?}"),
    }
}

fn path(text: &PathText) -> String {
    let base = match text.base {
        Base::Root => "<root>/",
        Base::Home => "~/",
        Base::Absolute => "/",
    };
    format!("{base}{}", text.rest)
}

fn arg(path: &ArgPath) -> String {
    let mut out = format!("tool_arg.{}", path.name);
    for step in &path.steps {
        out += &match step {
            Step::Key(key) => format!(".{key}"),
            Step::Index(index) => format!("[{index}]"),
            Step::Star => "[*]".into(),
        };
    }
    out
}

fn text_subject(subject: &TextSubject) -> String {
    match subject {
        TextSubject::Arg(path) => arg(path),
        TextSubject::Context(name) => format!("context.{name}"),
        TextSubject::Env(name) => format!("env.{name}"),
        other => format!("{other:?}"),
    }
}

fn text_test(test: &TextTest) -> String {
    let scalars = |all: &[Scalar]| {
        all.iter()
            .map(|one| match one {
                Scalar::Text(text) => format!("{text:?}"),
                Scalar::Number(number) => number.get().to_string(),
                Scalar::Bool(value) => value.to_string(),
            })
            .collect::<Vec<_>>()
            .join(" ")
    };
    match test {
        TextTest::OneOf(all) => format!("== {}", scalars(all)),
        TextTest::Like(all) => format!("like {all:?}"),
        TextTest::Matches(all) => {
            all.iter().map(|regex| format!("~ /{}/ {}", regex.source, regex.ignore_case)).collect()
        }
        TextTest::StartsWith(all) => format!("starts_with {all:?}"),
        TextTest::EndsWith(all) => format!("ends_with {all:?}"),
        TextTest::Contains(all) => format!("contains {}", scalars(all)),
        TextTest::Compare(comparison, number) => format!("{comparison:?} {}", number.get()),
        TextTest::Is(all) => format!("is {}", operations(all)),
        TextTest::Exists => "exists".into(),
    }
}
