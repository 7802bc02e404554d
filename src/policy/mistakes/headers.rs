//! The header of a file.

use crate::model::Span;

use super::{choice, did_you_mean, replace};

mistake! {
    /// A second header.
    SecondHeader { first: Span }
    code: "second-header", Error;
    summary: "a file has two `policy` headers";
    why: "order does not matter in a policy, so neither could be the one that counts";
    instead: "one header";
    example: "policy \"a\" { default deny }\npolicy \"b\" { default confirm }\n";
    mended: "policy \"a\" { default confirm }\n";
    message: |_| "a file has one `policy` header".into();
    label: |_| "the second".into();
    help: |_| Some("put its fields into the first one".into());
    related: |m| vec![(m.first, "the first".into())];
}

mistake! {
    /// `default allow`.
    DefaultAllow { }
    code: "default-allow", Error;
    summary: "a policy allows what no rule speaks of";
    why: "what nobody thought of would be allowed";
    instead: "`default confirm`, and rules that allow what is harmless";
    example: "policy \"p\" { default allow }\n";
    mended: "policy \"p\" { default confirm }\n";
    message: |_| "the default can't be `allow`".into();
    label: |_| "would allow everything that nobody thought of".into();
    help: |_| Some("write `default confirm`, and allow what is harmless by rules".into());
}

mistake! {
    /// A default that is no verdict.
    UnknownDefault { word: String, nearest: Option<String> }
    code: "unknown-default", Error;
    summary: "the default is neither `deny` nor `confirm`";
    why: "what happens to a call that no rule speaks of could not be said";
    instead: "`default deny` or `default confirm`";
    example: "policy \"p\" { default ask }\n";
    mended: "policy \"p\" { default confirm }\n";
    message: |m| format!("unknown default `{}`", m.word);
    label: |_| "expected `deny` or `confirm`".into();
    help: |m| did_you_mean(m.nearest.as_ref(), "write `default deny` or `default confirm`");
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// A version of the language that this program does not know.
    UnsupportedLanguage { version: String }
    code: "unsupported-language", Error;
    summary: "a file is written in a version of the language that this program does not know";
    why: "its rules could mean something else";
    instead: "`language 1`, or a newer toolgate";
    example: "policy \"p\" { language 2 }\n";
    mended: "policy \"p\" { language 1 }\n";
    message: |m| format!("version {} of the language is not known", m.version);
    label: |_| "this toolgate knows version 1".into();
    help: |_| Some("write `language 1`, or install a newer toolgate".into());
}

mistake! {
    /// A root that is not below the project's.
    BadRoot { text: String }
    code: "bad-root", Error;
    summary: "the `root` of a file does not lie in the project";
    why: "`root` says where in the project the file's relative paths begin";
    instead: "`root \".\"`, or a directory below it";
    example: "policy \"p\" { root \"/srv/app\" }\n";
    mended: "policy \"p\" { root \"app\" }\n";
    message: |m| format!("`{}` is not a directory of the project", m.text.escape_debug());
    label: |_| "expected a relative path without `..`".into();
    help: |_| Some("write `root \".\"` or a directory below it; absolute paths need no root".into());
}

mistake! {
    /// `self` with another word.
    UnknownSelf { word: String, nearest: Option<String> }
    code: "unknown-self", Error;
    summary: "`self` is neither `confirm` nor `deny`";
    why: "toolgate's protection of itself can be softened to a question; nothing turns it off";
    instead: "`self confirm`, or no `self`";
    example: "policy \"p\" { self allow }\n";
    mended: "policy \"p\" { self confirm }\n";
    message: |m| format!("`self` can't be `{}`", m.word);
    label: |_| "expected `confirm` or `deny`".into();
    help: |m| did_you_mean(m.nearest.as_ref(), "write `self confirm`; nothing turns the protection off");
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// `self confirm` where it does not count.
    SelfWithoutEffect { }
    code: "self-without-effect", Warning;
    summary: "`self confirm` stands in a policy where it does not count";
    why: "only the machine's administrator and the person may soften the protection; a repository may not";
    instead: "the same in a managed or user policy";
    example: "policy \"p\" { self confirm }\n";
    mended: "policy \"p\" { default confirm }\n";
    message: |_| "`self confirm` has no effect here".into();
    label: |_| "counts in managed and user policies only".into();
    help: |_| Some("move it to a file of your user policies".into());
}

mistake! {
    /// A word out of a fixed list.
    UnknownWord { what: &'static str, word: String, words: &'static [&'static str], nearest: Option<String> }
    code: "unknown-word", Error;
    summary: "a field takes one of a few words, and this is none of them";
    why: "what is meant can't be known";
    instead: "one of the words that the message lists";
    example: "rule r { match any  action confirm  remember sesion }\n";
    mended: "rule r { match any  action confirm  remember session }\n";
    message: |m| format!("{} can't be `{}`", m.what, m.word);
    label: |m| format!("expected {}", choice(m.words.iter().copied()));
    help: |m| did_you_mean(m.nearest.as_ref(), format!("write {}", choice(m.words.iter().copied())));
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}
