//! `not-trusted`

use std::collections::BTreeMap;

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Span};
use crate::syntax::ast::{Item, PolicyField, RuleField, RuleItem};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "not-trusted",
        severity: Severity::Warning,
        summary: "a project that nobody has trusted writes what only a trusted one may",
        why: "policies come with the repository and may be hostile: until a person trusts exactly these files, their deny and confirm \
              rules count and nothing else",
        instead: "look at the files and run `toolgate trust`; for a look at them as they would be then, `--trust-project`",
        example: "# --- project, not trusted\nrule look  operation is read => allow\nrule no-push  command runs `git push ...` => deny \"closed\"\n",
        mended: "# --- project, not trusted\nrule no-push  command runs `git push ...` => deny \"closed\"\n",
    },
    silence: "hardly ever: it tells the person, not the author",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files().filter(|file| policies.is_untrusted(file)) {
        let mut left: BTreeMap<&'static str, (usize, Span)> = BTreeMap::new();
        let mut note = |what: &'static str, at: Span| left.entry(what).or_insert((0, at)).0 += 1;
        for item in &file.tree.items {
            match item {
                Item::Rule(item) => rule(item, &mut note),
                Item::Hook(item) => note("`hook`", item.id.span),
                Item::Redact(item) => note("`redact`", item.span),
                Item::Policy(item) => {
                    for field in &item.fields {
                        match field {
                            PolicyField::Closed(field) if field.value.node => note("`closed`", field.span),
                            PolicyField::Default(field) if field.value.node == "confirm" => {
                                note("`default confirm`", field.span);
                            }
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        for (what, (count, at)) in left {
            let times = if count == 1 { String::new() } else { format!(" ({count} in this file)") };
            out.add(
                Finding::new(
                    at,
                    format!("{what} of a project that nobody has trusted does not count{times}"),
                    "does not count",
                )
                .help("look at the file, then run `toolgate trust`"),
            );
        }
    }
}

fn rule(item: &RuleItem, note: &mut impl FnMut(&'static str, Span)) {
    if item.otherwise {
        return note("an `otherwise`", item.id.span);
    }
    let allows = item.fields.iter().any(|field| match field {
        RuleField::Action(field) => field.value.node == "allow",
        RuleField::Risk(field) => field.value.node == "low",
        _ => false,
    });
    if allows {
        return note("an allow rule", item.id.span);
    }
    for field in &item.fields {
        match field {
            RuleField::Set(field) => note("`set`", field.span),
            RuleField::Mark(field) => note("`mark`", field.span),
            RuleField::Remember(field) if field.value.scope.node != "never" => note("`remember`", field.span),
            _ => {}
        }
    }
}
