//! `deny-by-text`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::weak::refusals;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::policy::typed::{ArgType, Literal, Predicate, Scalar, TextSubject, TextTest};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "deny-by-text",
        severity: Severity::Warning,
        summary: "a deny or confirm rule goes by the text of a command, a path or a URL",
        why: "the same thing can be spelled in a hundred ways: `rm -rf` is also `rm -r -f`, `/bin/rm -fr`, `r''m -rf` and `$X -rf`",
        instead: "what the call does: `command runs`, `path within`, `host ==`",
        example: "tool Bash { operation exec  arg command: shell }\nrule no-rm  tool_arg.command ~ /rm -rf/ => deny \"deletes\"\n",
        mended: "tool Bash { operation exec  arg command: shell }\nrule no-rm  command runs `rm ... -rf ...` => deny \"deletes\"\n",
    },
    silence: "where the text itself is meant (a marker, a name that must not be written), and another rule covers what is done",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let tools = || policies.set.written_layers().flat_map(|layer| &layer.tools);
    let named = |wanted: fn(ArgType) -> bool| -> Vec<&str> {
        tools().flat_map(|tool| &tool.args).filter(|arg| wanted(arg.ty)).map(|arg| &*arg.name).collect()
    };
    let shells = named(|ty| matches!(ty, ArgType::Shell(_)));
    // Of a URL there is more to test than its host.
    let paths = named(|ty| matches!(ty, ArgType::Path | ArgType::Tree));
    // A name that some tool has for a plain text may be meant so.
    let texts: Vec<&str> = tools()
        .flat_map(|tool| &tool.args)
        .filter(|arg| !arg.ty.carries_effects())
        .map(|arg| &*arg.name)
        .collect();
    for view in refusals(policies) {
        for literal in view.required() {
            let Some(name) = by_text(literal).filter(|name| !texts.contains(name)) else { continue };
            let program = || policies.set.profiles().get(&first_word(literal)).is_some();
            if !(paths.contains(&name) || shells.contains(&name) && program()) {
                continue;
            }
            out.add(
                Finding::new(
                    literal.span,
                    format!("`{}` goes by how `{name}` is spelled", view.rule.id),
                    "can be spelled in other ways",
                )
                .help("test what the call does: `command runs`, `path within`, `host ==`"),
            );
        }
    }
}

/// The argument whose text is searched for a part.
fn by_text(literal: &Literal) -> Option<&str> {
    let Predicate::Text(TextSubject::Arg(path), test) = &*literal.predicate else { return None };
    let part = match test {
        TextTest::Matches(_)
        | TextTest::Like(_)
        | TextTest::StartsWith(_)
        | TextTest::EndsWith(_)
        | TextTest::Contains(_)
        | TextTest::OneOf(_) => true,
        TextTest::Compare(..) | TextTest::Is(_) | TextTest::Exists => false,
    };
    (part && !literal.negated && path.steps.is_empty()).then_some(&*path.name)
}

/// The word that a test of text begins with: a program's name, if it is about commands.
fn first_word(literal: &Literal) -> String {
    let Predicate::Text(_, test) = &*literal.predicate else { return String::new() };
    let text: Option<&str> = match test {
        TextTest::Matches(all) => all.first().map(|regex| &*regex.source),
        TextTest::Like(all) | TextTest::StartsWith(all) | TextTest::EndsWith(all) => {
            all.first().map(|text| &**text)
        }
        TextTest::OneOf(all) | TextTest::Contains(all) => all.first().and_then(|one| match one {
            Scalar::Text(text) => Some(&**text),
            Scalar::Number(_) | Scalar::Bool(_) => None,
        }),
        TextTest::Compare(..) | TextTest::Is(_) | TextTest::Exists => None,
    };
    let text = text.unwrap_or("").replace("\\b", " ").replace("\\s", " ");
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    text.trim_start_matches(|c| !word(c)).chars().take_while(|c| word(*c)).collect()
}
