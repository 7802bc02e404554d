//! `hook` and `redact`.

use super::{did_you_mean, replace};

mistake! {
    /// An event that does not exist.
    UnknownEvent { name: String, nearest: Option<String> }
    code: "unknown-event", Error;
    summary: "a hook runs on an event that does not exist";
    why: "it would never run";
    instead: "one of the lifecycle events";
    example: "hook tell { on sesion_start  run [\"notify-send\", \"hello\"] }\n";
    mended: "hook tell { on session_start  run [\"notify-send\", \"hello\"] }\n";
    message: |m| format!("unknown event `{}`", m.name);
    label: |_| "never happens".into();
    help: |m| did_you_mean(m.nearest.as_ref(), format!(
        "the events are {}",
        crate::policy::events::EVENTS.iter().map(|event| format!("`{}`", event.name)).collect::<Vec<_>>().join(", "),
    ));
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// A hook without a program.
    EmptyRun { }
    code: "empty-run", Error;
    summary: "a hook runs nothing";
    why: "there is no program of that name";
    instead: "the program and its arguments";
    example: "hook tell { on stop  run \"\" }\n";
    mended: "hook tell { on stop  run \"notify-send done\" }\n";
    message: |_| "there is no program to run".into();
    label: |_| "empty".into();
    help: |_| Some("write `run [\"program\", \"argument\"]`".into());
}

mistake! {
    /// A time-out that is too long.
    LongTimeout { seconds: u64 }
    code: "long-timeout", Error;
    summary: "a hook may run longer than the limit";
    why: "a call waits as long as its hooks run";
    instead: "at most `10m`";
    example: "hook tell { on stop  run \"make\"  timeout 2h }\n";
    mended: "hook tell { on stop  run \"make\"  timeout 10m }\n";
    message: |m| format!("a hook can't run for {} seconds", m.seconds);
    label: |_| format!("at most {} seconds", crate::policy::limits::HOOK_SECONDS);
    help: |_| Some("write at most `10m`, and let long work go on in the background".into());
}

mistake! {
    /// `redact arg` of something else.
    RedactTarget { what: String }
    code: "redact-target", Error;
    summary: "`redact` names something that is no argument";
    why: "only arguments, variables and texts can be hidden";
    instead: "`arg tool_arg.NAME`, `env /RE/` or `text /RE/`";
    example: "redact { arg session }\n";
    mended: "redact { arg tool_arg.password }\n";
    message: |m| format!("`{}` is no argument", m.what);
    label: |_| "expected `tool_arg.NAME`".into();
    help: |_| Some("write `arg tool_arg.NAME`; variables are hidden by `env /RE/`".into());
}
