//! Rules: risk, action, what is remembered and changed.

use crate::model::Span;

use super::{choice, did_you_mean, replace};

mistake! {
    /// An action that is no verdict.
    UnknownAction { word: String, nearest: Option<String> }
    code: "unknown-action", Error;
    summary: "an action is neither `allow`, `confirm` nor `deny`";
    why: "what should happen to a call can't be known";
    instead: "`allow`, `confirm` or `deny`";
    example: "rule r  any => ask\n";
    mended: "rule r  any => confirm\n";
    message: |m| format!("unknown action `{}`", m.word);
    label: |_| "expected `allow`, `confirm` or `deny`".into();
    help: |m| did_you_mean(m.nearest.as_ref(), "write `allow`, `confirm` or `deny`");
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// A risk that does not exist.
    UnknownRisk { word: String, nearest: Option<String> }
    code: "unknown-risk", Error;
    summary: "a risk is neither `low`, `medium`, `high` nor `critical`";
    why: "what should happen to a call can't be known";
    instead: "`low`, `medium`, `high` or `critical`";
    example: "rule r { match any  risk hihg }\n";
    mended: "rule r { match any  risk high }\n";
    message: |m| format!("unknown risk `{}`", m.word);
    label: |_| "expected `low`, `medium`, `high` or `critical`".into();
    help: |m| did_you_mean(m.nearest.as_ref(), "write `low`, `medium`, `high` or `critical`");
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// A risk and an action that contradict each other.
    RiskAgainstAction { risk: &'static str, action: &'static str, other: Span }
    code: "risk-against-action", Error;
    summary: "a rule's risk and its action contradict each other";
    why: "what is critical is never allowed, and what is routine is not refused: one of the two is not meant";
    instead: "another risk or another action";
    example: "rule r { match any  risk critical  action allow }\n";
    mended: "rule r { match any  risk critical  action deny }\n";
    message: |m| format!("risk `{}` and action `{}` contradict each other", m.risk, m.action);
    label: |m| format!("the action is `{}`", m.action);
    help: |m| Some(match m.risk {
        "critical" => "write `action deny`, or a lower risk".to_owned(),
        _ => "write `action allow`, or a higher risk".to_owned(),
    });
    related: |m| vec![(m.other, format!("the risk is `{}`", m.risk))];
}

mistake! {
    /// `remember` where nobody is asked.
    RememberWithoutConfirm { action: &'static str, action_at: Span }
    code: "remember-without-confirm", Error;
    summary: "a rule that asks nobody remembers an answer";
    why: "only an answer can be remembered, and only `confirm` asks for one";
    instead: "`action confirm`, or no `remember`";
    example: "rule r { match any  action deny  remember session }\n";
    mended: "rule r { match any  action confirm  remember session }\n";
    message: |_| "only a `confirm` rule has an answer to remember".into();
    label: |m| format!("a rule that says `{}` asks nobody", m.action);
    help: |_| Some("leave it out, or write `action confirm`".into());
    related: |m| vec![(m.action_at, format!("`{}`", m.action))];
}

mistake! {
    /// `remember never` with more.
    NeverForOrBy { }
    code: "never-for-or-by", Error;
    summary: "`remember never` says for how long, or by what";
    why: "what is never remembered has neither";
    instead: "`remember never` alone";
    example: "rule r { match any  action confirm  remember never by tool }\n";
    mended: "rule r { match any  action confirm  remember never }\n";
    message: |_| "`remember never` takes neither `for` nor `by`".into();
    label: |_| "nothing is remembered".into();
    help: |_| Some("leave it out, or write `session`, `project` or `always`".into());
}

mistake! {
    /// A duration of nothing.
    ZeroDuration { what: &'static str }
    code: "zero-duration", Error;
    summary: "a duration is zero";
    why: "nothing would be remembered, and nothing could run";
    instead: "a duration such as `30m`";
    example: "rule r { match any  action confirm  remember session for 0s }\n";
    mended: "rule r { match any  action confirm  remember session for 30m }\n";
    message: |m| format!("{} can't be zero", m.what);
    label: |_| "no time at all".into();
    help: |_| Some("write a duration such as `30s`, `10m`, `2h` or `7d`".into());
}

mistake! {
    /// `by command` without a command.
    RememberByCommand { condition: Span }
    code: "remember-by-command", Error;
    summary: "an answer is remembered by command, and the rule's condition has no `command runs`";
    why: "`by command` means: whatever the pattern's `...` stands for";
    instead: "`by call`, or a condition with `` command runs `…` ``";
    example: "rule r { match tool_name == \"Bash\"  action confirm  remember session by command }\n";
    mended: "rule r { match command runs `npm ...`  action confirm  remember session by command }\n";
    message: |_| "`by command` needs a condition with `command runs`".into();
    label: |_| "by which pattern?".into();
    help: |_| Some("write `by call`, or match a command".into());
    related: |m| vec![(m.condition, "there is no pattern in it".into())];
}

mistake! {
    /// `by host` for what is no host.
    RememberByHost { condition: Span }
    code: "remember-by-host", Error;
    summary: "an answer is remembered by host, and the rule never applies to a host";
    why: "there would be nothing to remember the answer by";
    instead: "`by call`, or a condition about hosts";
    example: "rule r { match command runs `npm ...`  action confirm  remember session by host }\n";
    mended: "rule r { match operation is network  action confirm  remember session by host }\n";
    message: |_| "`by host` needs a condition that hosts can satisfy".into();
    label: |_| "by which host?".into();
    help: |_| Some("write `by call`, or match `operation is network`".into());
    related: |m| vec![(m.condition, "no host satisfies this".into())];
}

mistake! {
    /// A field of a rule whose action has no use for it.
    SetOnDeny { action_at: Span }
    code: "set-on-deny", Error;
    summary: "a rule that denies changes an argument";
    why: "a call that does not run is not changed";
    instead: "`action allow` or `confirm`, or no `set`";
    example: "rule r { match any  action deny  set tool_arg.force = false }\n";
    mended: "rule r { match any  action confirm  set tool_arg.force = false }\n";
    message: |_| "a refused call can't be changed".into();
    label: |_| "never happens".into();
    help: |_| Some("leave it out, or write `action confirm`".into());
    related: |m| vec![(m.action_at, "the rule denies".into())];
}

mistake! {
    /// `set` of something that is no argument, or not one that can be set.
    SetTarget { what: String }
    code: "set-target", Error;
    summary: "`set` names something that can't be set";
    why: "only a call's arguments can be changed, each by its name";
    instead: "`set tool_arg.NAME = VALUE`";
    example: "rule r { match any  action confirm  set mode = \"plan\" }\n";
    mended: "rule r { match any  action confirm  set tool_arg.mode = \"plan\" }\n";
    message: |m| format!("`{}` can't be set", m.what);
    label: |_| "expected `tool_arg.NAME`".into();
    help: |_| Some("name one argument of the call: `set tool_arg.NAME = …`".into());
}

mistake! {
    /// `set` of a command.
    SetShell { name: String, declared: Span }
    code: "set-shell", Error;
    summary: "`set` changes a shell command";
    why: "a command put together by a rule is not the one that a person agreed to";
    instead: "a rule that denies, with `suggest`";
    example: "tool Bash { operation exec  arg command: shell }\nrule r { match any  action confirm  set tool_arg.command = \"ls\" }\n";
    mended: "tool Bash { operation exec  arg command: shell }\nrule r { match any  action deny  suggest \"run `ls`\" }\n";
    message: |m| format!("`tool_arg.{}` is a shell command, which can't be set", m.name);
    label: |_| "a `shell` argument".into();
    help: |_| Some("deny the call and say with `suggest` what to run".into());
    related: |m| vec![(m.declared, "declared here".into())];
}

mistake! {
    /// `set` to a value of another type.
    SetType { name: String, ty: &'static str, found: &'static str, declared: Span }
    code: "set-type", Error;
    summary: "`set` gives an argument a value that its type can't have";
    why: "the tool would be called with an argument that it does not understand";
    instead: "a value of the declared type; `inside \"DIR\"` for a path";
    example: "tool save { operation write  arg file: path  arg body: text }\nrule r { match any  action confirm  set tool_arg.body = inside \"safe\" }\n";
    mended: "tool save { operation write  arg file: path  arg body: text }\nrule r { match any  action confirm  set tool_arg.file = inside \"safe\" }\n";
    message: |m| format!("`tool_arg.{}` is `{}`, which can't be {}", m.name, m.ty, m.found);
    label: |m| format!("expected a value of type `{}`", m.ty);
    help: |_| Some("write a value of this type".into());
    related: |m| vec![(m.declared, "declared here".into())];
}

mistake! {
    /// `mark` of a rule that denies.
    MarkOnDeny { action_at: Span }
    code: "mark-on-deny", Error;
    summary: "a rule that denies marks the session";
    why: "a session is marked by calls that proceed, and none proceeds under this rule";
    instead: "`mark` on an allow or confirm rule";
    example: "rule r { match any  action deny  mark untrusted }\n";
    mended: "rule r { match any  action confirm  mark untrusted }\n";
    message: |_| "a refused call marks nothing".into();
    label: |_| "never happens".into();
    help: |_| Some("leave it out, or put it on the rule that lets the call through".into());
    related: |m| vec![(m.action_at, "the rule denies".into())];
}

mistake! {
    /// `until` of a rule that does not allow.
    UntilWithoutAllow { action_at: Span }
    code: "until-without-allow", Error;
    summary: "a rule that does not allow ends on a date";
    why: "a refusal that ends by itself loosens the policy on a day when nobody looks";
    instead: "`until` on an allow rule only";
    example: "rule r { match any  action deny  until 2030-12-31 }\n";
    mended: "rule r { match any  action allow  until 2030-12-31 }\n";
    message: |_| "only an allow rule can end by itself".into();
    label: |_| "would loosen the policy on that day".into();
    help: |_| Some("leave it out".into());
    related: |m| vec![(m.action_at, "the rule does not allow".into())];
}

mistake! {
    /// A verdict that does not exist.
    UnknownVerdict { word: String, nearest: Option<String> }
    code: "unknown-verdict", Error;
    summary: "a verdict is neither `allow`, `confirm` nor `deny`";
    why: "what is expected can't be known";
    instead: "`allow`, `confirm` or `deny`";
    example: "test \"t\" { fetch {} => alow }\n";
    mended: "test \"t\" { fetch {} => allow }\n";
    message: |m| format!("unknown verdict `{}`", m.word);
    label: |_| format!("expected {}", choice(["allow", "confirm", "deny"]));
    help: |m| did_you_mean(m.nearest.as_ref(), "write `allow`, `confirm` or `deny`");
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}
