//! Names: of values and conditions, of rules.

use crate::model::Span;

use super::{choice, did_you_mean, replace};

mistake! {
    /// A name that stands for nothing.
    UnknownName { name: String, nearest: Option<String>, wanted: &'static str, quoted: bool }
    code: "unknown-name", Error;
    summary: "a name in a condition or list is not the name of a `let`";
    why: "a name that stands for nothing would make a rule that never applies, or one that always does";
    instead: "the name of a `let` of this file or of a file that it uses; a text stands in quotes";
    example: "let secrets = [\"~/.ssh\"]\nrule no-secrets  path within secret => deny\n";
    mended: "let secrets = [\"~/.ssh\"]\nrule no-secrets  path within secrets => deny\n";
    message: |m| format!("`{}` is not the name of a `let`", m.name);
    label: |m| format!("expected {}", m.wanted);
    help: |m| did_you_mean(
        m.nearest.as_ref(),
        if m.quoted {
            format!("a text stands in quotes: `\"{}\"`", m.name)
        } else {
            format!("declare it: `let {} = …`", m.name)
        },
    );
    fix: |m| match (&m.nearest, m.quoted) {
        (Some(nearest), _) => replace(m.at, format!("write `{nearest}`"), nearest.clone()),
        (None, true) => replace(m.at, "put it in quotes", format!("\"{}\"", m.name)),
        (None, false) => None,
    };
}

mistake! {
    /// `let`s that stand for each other.
    LetCycle { names: Vec<String>, declared: Vec<(Span, String)> }
    code: "let-cycle", Error;
    summary: "a `let` stands for itself, by itself or through others";
    why: "there is no value that it could have";
    instead: "a value that does not lead back to the name";
    example: "let a = [b]\nlet b = [a]\nrule r  path within a => deny\n";
    mended: "let a = [b]\nlet b = [\"~/.ssh\"]\nrule r  path within a => deny\n";
    message: |m| match m.names.as_slice() {
        [name] => format!("`{name}` stands for itself"),
        names => format!("{} stand for each other", names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")),
    };
    label: |_| "this leads back to where it began".into();
    help: |_| Some("write the value itself in one of them".into());
    related: |m| m.declared.clone();
}

mistake! {
    /// A second `let` of one name.
    DuplicateLet { name: String, first: Span }
    code: "duplicate-let", Error;
    summary: "two `let`s of a file have one name";
    why: "order does not matter in a policy, so neither could be the one that counts";
    instead: "two names, or one list";
    example: "let keys = \"~/.ssh\"\nlet keys = \"~/.aws\"\nrule r  path within keys => deny\n";
    mended: "let keys = [\"~/.ssh\", \"~/.aws\"]\nrule r  path within keys => deny\n";
    message: |m| format!("`{}` is named twice", m.name);
    label: |_| "named again".into();
    help: |_| Some("give it another name, or make one list of both".into());
    related: |m| vec![(m.first, "named here first".into())];
}

mistake! {
    /// A name that two used files have.
    AmbiguousName { name: String, declared: Vec<(Span, String)> }
    code: "ambiguous-name", Error;
    summary: "two used files have a `let` of this name";
    why: "order does not matter in a policy, so neither could be the one that counts";
    instead: "the name with its file's before it: `git:dirs`";
    example: "use \"lists-a.policy\"\nuse \"lists-b.policy\"\nrule r  path within keys => deny\n";
    mended: "use \"lists-a.policy\"\nuse \"lists-b.policy\"\nrule r  path within lists-a:keys => deny\n";
    message: |m| format!("`{}` is the name of a `let` in two used files", m.name);
    label: |_| "which of them is meant?".into();
    help: |m| Some(format!("write the file's name before it, such as `{}`", m.declared.first().map_or("…", |d| d.1.as_str())));
    related: |m| m.declared.iter().map(|(at, name)| (*at, format!("`{name}`"))).collect();
}

mistake! {
    /// A value where a condition is needed.
    NotACondition { name: String, declared: Span }
    code: "not-a-condition", Error;
    summary: "a name that stands for a value is used as a condition";
    why: "a list of paths says nothing by itself: what about them must hold?";
    instead: "a predicate: `path within NAME`";
    example: "let keys = [\"~/.ssh\"]\nrule r  keys => deny\n";
    mended: "let keys = [\"~/.ssh\"]\nrule r  path within keys => deny\n";
    message: |m| format!("`{}` is a value, not a condition", m.name);
    label: |_| "expected a condition".into();
    help: |m| Some(format!("say what is compared with it: `path within {0}`, `command runs {0}` …", m.name));
    related: |m| vec![(m.declared, "it is named here".into())];
}

mistake! {
    /// A condition where a value is needed.
    NotAValue { name: String, declared: Span }
    code: "not-a-value", Error;
    summary: "a name that stands for a condition is used as a value";
    why: "a condition holds or does not; it is nothing that a subject can be compared with";
    instead: "the condition by itself: `… and NAME`";
    example: "let secret = path within \"~/.ssh\"\nrule r  path within secret => deny\n";
    mended: "let secret = path within \"~/.ssh\"\nrule r  secret => deny\n";
    message: |m| format!("`{}` is a condition, not a value", m.name);
    label: |_| "expected a value".into();
    help: |m| Some(format!("write `{0}` alone, or `… and {0}`", m.name));
    related: |m| vec![(m.declared, "it is named here".into())];
}

mistake! {
    /// A second rule of one id.
    DuplicateId { id: String, first: Span }
    code: "duplicate-id", Error;
    summary: "two rules or hooks of a file have one id";
    why: "the log, remembered answers, `except` and tests name a rule by its id";
    instead: "another id";
    example: "rule push  command runs `git push ...` => confirm\nrule push  command runs `hg push ...` => confirm\n";
    mended: "rule push  command runs `git push ...` => confirm\nrule push-hg  command runs `hg push ...` => confirm\n";
    message: |m| format!("the id `{}` is taken", m.id);
    label: |_| "used again".into();
    help: |_| Some("give it an id of its own".into());
    related: |m| vec![(m.first, "used here first".into())];
}

mistake! {
    /// One id in two files of a layer.
    IdInTwoFiles { id: String, first: Span }
    code: "id-in-two-files", Warning;
    summary: "rules in two files of a layer have one id";
    why: "the log and the prompts name a rule by its id: nobody can tell which of the two is meant";
    instead: "another id; for a used file `use \"…\" as NAME`";
    example: "use \"lists-a.policy\" as lists\nuse \"lists-b.policy\" as lists\n";
    mended: "use \"lists-a.policy\"\nuse \"lists-b.policy\"\n";
    message: |m| format!("`{}` is the id of rules in two files", m.id);
    label: |_| "the second".into();
    help: |_| Some("rename one; for a used file write `use \"…\" as NAME`".into());
    related: |m| vec![(m.first, "the first".into())];
}

mistake! {
    /// An id that means something else.
    ReservedId { id: String }
    code: "reserved-id", Error;
    summary: "a rule's id is a word that decisions use for something else";
    why: "`by default` in a test means that no rule decided";
    instead: "another id";
    example: "rule default  any => confirm\n";
    mended: "rule everything  any => confirm\n";
    message: |m| format!("`{}` can't be a rule's id", m.id);
    label: |_| "reserved".into();
    help: |_| Some("choose an id that says what the rule is about".into());
}

mistake! {
    /// Two ids that look alike.
    ConfusableIds { id: String, other: String, first: Span }
    code: "confusable-ids", Warning;
    summary: "two ids look alike";
    why: "who reads a prompt or a log takes one rule for the other";
    instead: "ids that differ to the eye";
    example: "rule level-1  path within \"a\" => confirm\nrule level-l  path within \"b\" => confirm\n";
    mended: "rule level-one  path within \"a\" => confirm\nrule level-two  path within \"b\" => confirm\n";
    message: |m| format!("`{}` looks like `{}`", m.id, m.other);
    label: |_| "easily taken for the other".into();
    help: |_| Some("rename one of them".into());
    related: |m| vec![(m.first, format!("`{}`", m.other))];
}

mistake! {
    /// A word of letters of two scripts.
    MixedScripts { word: String, letter: char, name: &'static str }
    code: "mixed-scripts", Warning;
    summary: "one word mixes letters of several scripts";
    why: "`еcho` with a Cyrillic `е` looks like `echo` and is another word";
    instead: "letters of one script; what is meant as it is can be written with `\\u{…}`";
    example: "rule r  tool_name == \"еcho\" => deny\n";
    mended: "rule r  tool_name == \"echo\" => deny\n";
    message: |m| format!("`{}` mixes letters of several scripts", m.word);
    label: |m| format!("`{}` is U+{:04X}, {}", m.letter, u32::from(m.letter), m.name);
    help: |m| Some(format!("type the word anew, or write `\\u{{{:x}}}` if the letter is meant", u32::from(m.letter)));
}

mistake! {
    /// A subject that does not exist.
    UnknownSubject { name: String, nearest: Option<String>, is_let: bool }
    code: "unknown-subject", Error;
    summary: "a condition looks at something that effects do not have";
    why: "the rule would never apply";
    instead: "one of the subjects of the language: `tool_name`, `tool_arg.NAME`, `operation`, `command`, `path`, `host` …";
    example: "rule r  file within \"~/.ssh\" => deny\n";
    mended: "rule r  path within \"~/.ssh\" => deny\n";
    message: |m| format!("there is nothing called `{}` to look at", m.name);
    label: |m| if m.is_let { "this is the name of a `let`".into() } else { "unknown subject".into() };
    help: |m| {
        let all = choice(crate::policy::resolve::SUBJECTS.iter().copied());
        did_you_mean(m.nearest.as_ref(), format!("a condition begins with {all}"))
    };
    fix: |m| m.nearest.as_ref().and_then(|near| replace(m.at, format!("write `{near}`"), near.clone()));
}

mistake! {
    /// A subject that is not written to its end, or beyond it.
    SubjectShape { subject: String, expected: &'static str }
    code: "subject-shape", Error;
    summary: "a subject lacks its name, or has a part too many";
    why: "`context` alone names no fact, and a path has no `owner`";
    instead: "the subject as the language's table has it: `context.NAME`, `tool_arg.NAME`, `command.args[*]`";
    example: "context branch: text\nrule r  context == \"main\" => deny\n";
    mended: "context branch: text\nrule r  context.branch == \"main\" => deny\n";
    message: |m| format!("`{}` is not a subject", m.subject);
    label: |_| "this can't be looked at".into();
    help: |m| Some(format!("write {}", m.expected));
}
