//! `use` and what it changes.

use crate::model::Span;

use super::{did_you_mean, replace};

mistake! {
    /// A used file that is not there.
    UnknownFile { target: String, nearest: Option<String> }
    code: "unknown-file", Error;
    summary: "a used file does not exist";
    why: "the rules in it would be missing, perhaps the one that denies";
    instead: "`std:…` with the name of a file that comes with toolgate, or a path relative to the using file";
    example: "use \"std:packs/gti\"\n";
    mended: "use \"std:packs/git\"\n";
    message: |m| format!("there is no policy file `{}`", m.target);
    label: |_| "not found".into();
    help: |m| did_you_mean(m.nearest.as_ref(), if m.target.starts_with("std:") {
        "`std:` names the files that come with toolgate"
    } else {
        "a path is relative to the file that uses it, and ends in `.policy`"
    });
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), format!("\"{near}\"")));
}

mistake! {
    /// A used file that can't be read.
    UnreadableUse { target: String, problem: String }
    code: "unreadable-use", Error;
    summary: "a used file can't be read";
    why: "the rules in it would be missing, perhaps the one that denies";
    instead: "a file that the user of toolgate may read";
    example: "use \"unreadable.policy\"\n";
    mended: "use \"lists-a.policy\"\n";
    message: |m| format!("can't read `{}`: {}", m.target, m.problem);
    label: |_| "used here".into();
    help: |_| Some("every call is denied until it can be read".into());
}

mistake! {
    /// A used file with errors of its own.
    BrokenUse { target: String }
    code: "broken-use", Error;
    summary: "a used file has errors";
    why: "a set that does not compile denies every call";
    instead: "the file mended: its errors are reported at their places";
    example: "use \"broken.policy\"\n";
    mended: "use \"lists-a.policy\"\n";
    message: |m| format!("`{}` has errors", m.target);
    label: |_| "used here".into();
    help: |_| Some("mend the file; its errors are reported with their places in it".into());
}

mistake! {
    /// Files that use each other.
    UseCycle { names: Vec<String>, along: Vec<(Span, String)> }
    code: "use-cycle", Error;
    summary: "a file uses itself, by itself or through others";
    why: "what each adds to the other has no end";
    instead: "a third file for what both need";
    example: "use \"example.policy\"\n";
    mended: "use \"lists-a.policy\"\n";
    message: |m| match m.names.as_slice() {
        [name] => format!("`{name}` uses itself"),
        names => format!("{} use each other", names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")),
    };
    label: |_| "this leads back to where it began".into();
    help: |_| Some("move what both need to a file of its own".into());
    related: |m| m.along.clone();
}

mistake! {
    /// A used file whose name is no id.
    UseNeedsName { stem: String }
    code: "use-needs-name", Error;
    summary: "a used file's name can't stand before its ids";
    why: "an id is letters, digits, `_` and `-`, beginning with a letter";
    instead: "`use \"…\" as NAME`";
    example: "use \"7 rules.policy\"\n";
    mended: "use \"7 rules.policy\" as seven\n";
    message: |m| format!("`{}` can't stand before an id", m.stem);
    label: |_| "its ids need a name before them".into();
    help: |_| Some("write `use \"…\" as NAME`".into());
}

mistake! {
    /// One file under two names.
    UsedAsTwo { target: String, name: String, other: String, first: Span }
    code: "used-as-two", Error;
    summary: "one file is used under two names in a layer";
    why: "a file counts once, so its rules have one id each";
    instead: "one name in all files of the layer";
    example: "use \"lists-a.policy\" as a\nuse \"lists-a.policy\" as b\n";
    mended: "use \"lists-a.policy\" as a\n";
    message: |m| format!("`{}` is used as `{}` and as `{}`", m.target, m.other, m.name);
    label: |m| format!("as `{}`", m.name);
    help: |_| Some("give it the same name wherever this layer uses it".into());
    related: |m| vec![(m.first, format!("as `{}`", m.other))];
}

mistake! {
    /// `without` or `except` of a rule that is not there.
    UnknownRule { id: String, target: String, nearest: Option<String> }
    code: "unknown-rule", Error;
    summary: "`without` or `except` names a rule that the used file does not have";
    why: "the rule that was meant would stay as it is";
    instead: "the id of a rule of the used file, without the file's name before it";
    example: "use \"std:packs/git\" { without claen }\n";
    mended: "use \"std:packs/git\" { without clean }\n";
    message: |m| format!("`{}` has no rule `{}`", m.target, m.id);
    label: |_| "no such rule".into();
    help: |m| did_you_mean(m.nearest.as_ref(), "write the id of one of its rules");
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// `except` on a rule that is left out.
    ExceptWithout { id: String, left_out: Span }
    code: "except-without", Error;
    summary: "an exception is added to a rule that `without` leaves out";
    why: "one of the two is not meant";
    instead: "`without` or `except`";
    example: "use \"std:packs/git\" {\n  without clean\n  except clean when any\n}\n";
    mended: "use \"std:packs/git\" { without clean }\n";
    message: |m| format!("`{}` is left out, so it needs no exception", m.id);
    label: |_| "has no effect".into();
    help: |_| Some("keep one of the two".into());
    related: |m| vec![(m.left_out, "left out here".into())];
}
