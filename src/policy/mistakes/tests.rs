//! `test`, `hits` and `misses`.

use crate::model::Span;

use super::{did_you_mean, replace};

mistake! {
    /// A key that calls don't have.
    UnknownCallKey { key: String, nearest: Option<String> }
    code: "unknown-call-key", Error;
    summary: "`with` sets something that a call does not have";
    why: "the case would be judged without it";
    instead: "a key of a call: `cwd`, `root`, `home`, `agent`, `mode`, `session`, `server`, `operations`, `env`, `context`, \
              `marks`, `fs`, `fs_case_insensitive`";
    example: "test \"t\" with { cdw: \"/home/dev\" } { fetch {} => deny }\n";
    mended: "test \"t\" with { cwd: \"/home/dev\" } { fetch {} => deny }\n";
    message: |m| format!("a call has no `{}`", m.key);
    label: |_| "unknown key".into();
    help: |m| did_you_mean(m.nearest.as_ref(), if m.key == "args" || m.key == "tool" {
        "tool and arguments are written in the call itself".to_owned()
    } else {
        format!("write one of {}", crate::policy::resolve::CALL_KEYS.iter().map(|(key, _)| format!("`{key}`")).collect::<Vec<_>>().join(", "))
    });
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// A value that a call's key can't have.
    BadCallValue { key: String, expected: &'static str }
    code: "bad-call-value", Error;
    summary: "`with` gives a key a value of the wrong type";
    why: "no call looks like this";
    instead: "a value of the type that the message names";
    example: "test \"t\" with { operations: \"read\" } { fetch {} => deny }\n";
    mended: "test \"t\" with { operations: [\"read\"] } { fetch {} => deny }\n";
    message: |m| format!("`{}` takes {}", m.key, m.expected);
    label: |m| format!("expected {}", m.expected);
    help: |m| Some(format!("write {}", m.expected));
}

mistake! {
    /// `Tool "text"` for a tool that nobody declares.
    UnknownTool { name: String, nearest: Option<String> }
    code: "unknown-tool", Error;
    summary: "an example gives a text to a tool that no declaration names";
    why: "which of its arguments the text is can't be known";
    instead: "a `tool` item, or the argument by its name: `Tool { command: \"…\" }`";
    example: "tool Bash { operation exec  arg command: shell }\ntest \"t\" { Bsh \"ls\" => deny }\n";
    mended: "tool Bash { operation exec  arg command: shell }\ntest \"t\" { Bash \"ls\" => deny }\n";
    message: |m| format!("no declaration names a tool `{}`", m.name);
    label: |_| "which argument is the text?".into();
    help: |m| did_you_mean(m.nearest.as_ref(), format!("declare the tool, or name the argument: `{} {{ … }}`", m.name));
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// `Tool "text"` for a tool with several such arguments, or none.
    TextCall { tool: String, args: Vec<String>, declared: Vec<Span> }
    code: "text-call", Error;
    summary: "an example gives a text to a tool that has several arguments for it, or none";
    why: "which of its arguments the text is can't be known";
    instead: "the argument by its name: `Tool { from: \"…\" }`";
    example: "tool copy { operation write  arg from: path  arg to: path }\ntest \"t\" { copy \"a\" => deny }\n";
    mended: "tool copy { operation write  arg from: path  arg to: path }\ntest \"t\" { copy { from: \"a\" } => deny }\n";
    message: |m| if m.args.is_empty() {
        format!("`{}` has no shell, path or url argument", m.tool)
    } else {
        format!("`{}` has {} arguments that the text could be", m.tool, m.args.len())
    };
    label: |_| "which argument is the text?".into();
    help: |m| Some(format!("name the argument: `{} {{ {}: \"…\" }}`", m.tool, m.args.first().map_or("NAME", String::as_str)));
    related: |m| m.declared.iter().map(|at| (*at, "declared here".to_owned())).collect();
}

mistake! {
    /// `by` of a rule that is not there.
    UnknownTestRule { id: String, nearest: Option<String>, left_out: Option<Span> }
    code: "unknown-test-rule", Error;
    summary: "a test expects a rule to decide that does not exist";
    why: "the test could never pass";
    instead: "the id of a rule, with its file's name before it if it is used; `default` if no rule decides";
    example: "rule push  command runs `git push ...` => confirm\ntest \"t\" { fetch {} => deny by psuh }\n";
    mended: "rule push  command runs `git push ...` => confirm\ntest \"t\" { fetch {} => deny by default }\n";
    message: |m| if m.left_out.is_some() {
        format!("rule `{}` is left out", m.id)
    } else {
        format!("there is no rule `{}`", m.id)
    };
    label: |_| "no such rule".into();
    help: |m| did_you_mean(m.nearest.as_ref(), "write the id of a rule, or `default`");
    related: |m| m.left_out.map(|at| (at, "left out here".to_owned())).into_iter().collect();
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// A verdict that the named rule never gives.
    VerdictAgainstRule { verdict: &'static str, id: String, action: &'static str, rule: Span }
    code: "verdict-against-rule", Error;
    summary: "a test expects a verdict of a rule that never gives it";
    why: "an allow rule never denies; a deny rule denies, or asks where it is not sure";
    instead: "the rule's own verdict, or the rule that gives this one";
    example: "rule push  command runs `git push ...` => confirm\ntest \"t\" { fetch {} => deny by push }\n";
    mended: "rule push  command runs `git push ...` => confirm\ntest \"t\" { fetch {} => confirm by push }\n";
    message: |m| format!("rule `{}` never ends in `{}`", m.id, m.verdict);
    label: |m| format!("its action is `{}`", m.action);
    help: |_| Some("mend the verdict, or name the rule that gives it".into());
    related: |m| vec![(m.rule, format!("`{}`", m.action))];
}
