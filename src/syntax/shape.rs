//! What each item is made of: for recovery, and for messages.

use super::grammar::Rule;

/// The items of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ItemKind {
    Policy,
    Use,
    Let,
    Tool,
    Operation,
    Context,
    Rule,
    Assert,
    Redact,
    Hook,
    Test,
}

/// How an item is parsed piece by piece.
pub(super) struct Shape {
    /// Which item.
    pub(super) kind: ItemKind,
    /// What it begins with.
    pub(super) keyword: &'static str,
    /// What stands before its block; none for items that have no block.
    pub(super) head: Option<Rule>,
    /// A field of its block, or the whole item if it has no block (or, a rule, none in the short layout).
    pub(super) piece: Rule,
    /// The words its fields begin with; none for `test`, whose cases begin with a tool's name.
    pub(super) fields: &'static [&'static str],
    /// How it is written, for people.
    pub(super) form: &'static str,
}

/// Every item, by its keyword.
pub(super) const SHAPES: &[Shape] = &[
    Shape {
        kind: ItemKind::Policy,
        keyword: "policy",
        head: Some(Rule::only_policy_head),
        piece: Rule::only_policy_field,
        fields: &["description", "language", "default", "root", "closed", "self"],
        form: "policy \"name\" { … }",
    },
    Shape {
        kind: ItemKind::Use,
        keyword: "use",
        head: Some(Rule::only_use_head),
        piece: Rule::only_use_change,
        fields: &["without", "except"],
        form: "use \"std:packs/git\"",
    },
    Shape {
        kind: ItemKind::Let,
        keyword: "let",
        head: None,
        piece: Rule::only_let,
        fields: &[],
        form: "let NAME = …",
    },
    Shape {
        kind: ItemKind::Tool,
        keyword: "tool",
        head: Some(Rule::only_tool_head),
        piece: Rule::only_tool_field,
        fields: &["operation", "arg"],
        form: "tool NAME { … }",
    },
    Shape {
        kind: ItemKind::Operation,
        keyword: "operation",
        head: None,
        piece: Rule::only_operation,
        fields: &[],
        form: "operation NAME",
    },
    Shape {
        kind: ItemKind::Context,
        keyword: "context",
        head: None,
        piece: Rule::only_context,
        fields: &[],
        form: "context NAME: text",
    },
    Shape { keyword: "rule", form: "rule ID { … }", ..RULE },
    Shape { keyword: "otherwise", form: "otherwise ID { … }", ..RULE },
    Shape {
        kind: ItemKind::Assert,
        keyword: "assert",
        head: Some(Rule::only_assert_head),
        piece: Rule::only_claim,
        fields: &["never", "always"],
        form: "assert \"title\" { … }",
    },
    Shape {
        kind: ItemKind::Redact,
        keyword: "redact",
        head: Some(Rule::only_redact_head),
        piece: Rule::only_redact_field,
        fields: &["env", "text", "arg"],
        form: "redact { … }",
    },
    Shape {
        kind: ItemKind::Hook,
        keyword: "hook",
        head: Some(Rule::only_hook_head),
        piece: Rule::only_hook_field,
        fields: &["on", "match", "run", "timeout"],
        form: "hook ID { … }",
    },
    Shape {
        kind: ItemKind::Test,
        keyword: "test",
        head: Some(Rule::only_test_head),
        piece: Rule::only_test_case,
        fields: &[],
        form: "test \"name\" { … }",
    },
];

const RULE: Shape = Shape {
    kind: ItemKind::Rule,
    keyword: "rule",
    head: Some(Rule::only_rule_head),
    piece: Rule::only_rule_field,
    fields: &[
        "match", "unless", "risk", "action", "remember", "reason", "suggest", "set", "mark", "until", "hits",
        "misses", "tags",
    ],
    form: "rule ID { … }",
};

/// The item that a word begins.
pub(super) fn of_keyword(word: &str) -> Option<&'static Shape> {
    SHAPES.iter().find(|shape| shape.keyword == word)
}

/// Words that begin a predicate.
pub(super) const SUBJECTS: &[&str] = &[
    "tool_name",
    "tool_arg",
    "server",
    "mode",
    "session",
    "scheme",
    "context",
    "agent",
    "operation",
    "command",
    "via",
    "path",
    "host",
    "port",
    "marked",
];

/// Words that are operators.
pub(super) const OPERATORS: &[&str] =
    &["is", "in", "like", "within", "runs", "contains", "starts_with", "ends_with", "exists", "private"];

/// The first name of a dotted word.
pub(super) fn first_name(word: &str) -> &str {
    word.split('.').next().unwrap_or(word)
}

/// Whether a word begins a predicate.
pub(super) fn is_subject(word: &str) -> bool {
    SUBJECTS.contains(&first_name(word))
}

/// Whether a word is an operator.
pub(super) fn is_operator(word: &str) -> bool {
    OPERATORS.contains(&word)
}

/// Whether a word can't be the name of a `let`.
pub(super) fn is_reserved(word: &str) -> bool {
    is_operator(word)
        || is_subject(word)
        || matches!(word, "and" | "or" | "not" | "any" | "unless" | "root" | "true" | "false")
}
