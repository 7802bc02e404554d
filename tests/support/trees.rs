//! Strategies for whole trees that a correct file can have. Places are left at their defaults: print a tree to get a text.

#![allow(dead_code, reason = "each test binary uses its part")]

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use toolgate::model::Span;
use toolgate::syntax::ast::*;

/// A whole file.
pub(crate) fn trees() -> impl Strategy<Value = Tree> {
    vec(items(), 0..8).prop_map(|items| Tree { items, ..Tree::default() })
}

/// Any item.
pub(crate) fn items() -> impl Strategy<Value = Item> {
    prop_oneof![
        1 => policies().prop_map(Item::Policy),
        1 => uses().prop_map(Item::Use),
        2 => lets().prop_map(Item::Let),
        2 => tools().prop_map(Item::Tool),
        1 => (dotted(), option::of(texts()))
            .prop_map(|(name, description)| Item::Operation(OperationItem { name, description, span: at() })),
        1 => (idents(), idents(), option::of(texts()))
            .prop_map(|(name, ty, description)| Item::Context(ContextItem { name, ty, description, span: at() })),
        6 => rules().prop_map(Item::Rule),
        1 => asserts().prop_map(Item::Assert),
        1 => redacts().prop_map(Item::Redact),
        1 => hooks().prop_map(Item::Hook),
        2 => tests().prop_map(Item::Test),
    ]
}

fn at() -> Span {
    Span::default()
}

fn spanned<T>(node: T) -> Spanned<T> {
    Spanned { node, span: at() }
}

fn field<T>(value: T) -> Field<T> {
    Field { keyword: at(), value, span: at() }
}

/// Words that can't be names of values and conditions.
const RESERVED: &[&str] = &[
    "and",
    "or",
    "not",
    "any",
    "unless",
    "root",
    "true",
    "false",
    "in",
    "is",
    "like",
    "within",
    "runs",
    "contains",
    "starts_with",
    "ends_with",
    "exists",
    "private",
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

/// Words that mean something somewhere: the names most likely to be misread.
const KEYWORDS: &[&str] = &[
    "rule",
    "otherwise",
    "match",
    "action",
    "risk",
    "reason",
    "allow",
    "deny",
    "confirm",
    "when",
    "with",
    "by",
    "for",
    "as",
    "on",
    "use",
    "let",
    "tool",
    "test",
    "hook",
    "policy",
    "except",
    "without",
    "null",
    "inside",
    "env",
    "text",
    "arg",
    "i",
];

/// Any name, keywords among them.
pub(crate) fn idents() -> impl Strategy<Value = Name> {
    prop_oneof![
        "[a-z][a-z0-9_-]{0,8}",
        select(KEYWORDS).prop_map(str::to_owned),
        select(RESERVED).prop_map(str::to_owned)
    ]
    .prop_map(spanned)
}

/// A name that a value or condition can have.
pub(crate) fn free_names() -> impl Strategy<Value = Name> {
    prop_oneof!["[a-z][a-z0-9_-]{0,8}", select(KEYWORDS).prop_map(str::to_owned)]
        .prop_filter("reserved", |name| !RESERVED.contains(&name.as_str()))
        .prop_map(spanned)
}

fn dotted() -> impl Strategy<Value = Name> {
    (free_names(), vec(idents(), 0..3)).prop_map(|(first, rest)| {
        spanned(rest.iter().fold(first.node, |name, part| format!("{name}.{}", part.node)))
    })
}

fn qualified() -> impl Strategy<Value = Name> {
    (idents(), option::of(idents())).prop_map(|(first, second)| {
        spanned(second.map_or(first.node.clone(), |second| format!("{}:{}", first.node, second.node)))
    })
}

/// Any text, also with characters that must be escaped.
pub(crate) fn texts() -> impl Strategy<Value = Text> {
    prop_oneof![
        "[a-zA-Z0-9 ./~*_-]{0,24}",
        "[a-z\"\\\\#/`'{}\n\t\r\u{0}\u{7f}\u{e9}\u{200b}\u{202e}\u{fe0f}\u{1f600}\u{4e2d} ]{0,12}",
        any::<String>(),
    ]
    .prop_map(spanned)
}

fn regexes() -> impl Strategy<Value = RegexLit> {
    // Pairs of a backslash and a character stay together, as in anything that was parsed.
    let part = prop_oneof![
        "[a-zA-Z0-9 .*+?(){}|^$#\"`'-]",
        Just("/".to_owned()),
        select(&["\\\\", "\\d", "\\w", "\\.", "\\[", "\\b"][..]).prop_map(str::to_owned),
    ];
    (vec(part, 1..8), any::<bool>())
        .prop_map(|(parts, ignore_case)| RegexLit { source: parts.concat(), ignore_case, span: at() })
        .prop_filter("begins no regex", |regex| !regex.source.starts_with('*'))
}

fn patterns() -> impl Strategy<Value = PatternLit> {
    "[a-z]{1,6}( ([a-z-]{1,6}|\\.\\.\\.|\\*|'[^'`\r\n\\p{C}]{0,4}'|\\(a\\|b\\))){0,4}"
        .prop_filter("invisible", |source| source.chars().all(|c| c.is_ascii() && !c.is_control()))
        .prop_map(|source| PatternLit { source, span: at() })
}

fn numbers() -> impl Strategy<Value = Spanned<f64>> {
    prop_oneof![
        (-1000_i32..1000).prop_map(f64::from),
        (-1000_i32..1000).prop_map(|n| f64::from(n) / 8.0),
        any::<f64>()
    ]
    .prop_filter("finite", |number| number.is_finite())
    .prop_map(spanned)
}

fn durations() -> impl Strategy<Value = Spanned<Duration>> {
    let units = select(&[Unit::Seconds, Unit::Minutes, Unit::Hours, Unit::Days][..]);
    (any::<u32>(), units).prop_map(|(count, unit)| spanned(Duration { count, unit }))
}

fn dates() -> impl Strategy<Value = Spanned<Date>> {
    (0_u16..=9999, 1_u8..=12, 1_u8..=28).prop_map(|(year, month, day)| spanned(Date { year, month, day }))
}

/// A value in a condition.
pub(crate) fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => texts().prop_map(Value::Text),
        2 => regexes().prop_map(Value::Regex),
        2 => patterns().prop_map(Value::Pattern),
        1 => numbers().prop_map(Value::Number),
        1 => any::<bool>().prop_map(|value| Value::Bool(spanned(value))),
        1 => durations().prop_map(Value::Duration),
        1 => dates().prop_map(Value::Date),
        2 => dotted().prop_map(Value::Name),
        1 => Just(Value::Root(at())),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| vec(inner, 1..5).prop_map(|values| Value::List(values, at())))
}

/// `path`, `tool_arg.a["b"][0][*]`
pub(crate) fn subjects() -> impl Strategy<Value = Subject> {
    let first = prop_oneof![
        select(&["tool_name", "tool_arg", "path", "command", "operation", "host", "context", "agent"][..])
            .prop_map(|word| spanned(word.to_owned())),
        free_names(),
    ];
    let segment = prop_oneof![
        3 => idents().prop_map(Segment::Name),
        1 => texts().prop_map(Segment::Key),
        1 => any::<u32>().prop_map(|index| Segment::Index(spanned(index))),
        1 => Just(Segment::Star(at())),
    ];
    (first, vec(segment, 0..4)).prop_map(|(first, rest)| {
        let segments = std::iter::once(Segment::Name(first)).chain(rest).collect();
        Subject { segments, span: at() }
    })
}

fn predicates() -> impl Strategy<Value = Predicate> {
    let operators = select(
        &[
            Operator::Equals,
            Operator::In,
            Operator::Is,
            Operator::IsPrivate,
            Operator::Like,
            Operator::Within,
            Operator::Runs,
            Operator::Contains,
            Operator::StartsWith,
            Operator::EndsWith,
            Operator::Matches,
            Operator::Exists,
            Operator::Less,
            Operator::LessOrEqual,
            Operator::Greater,
            Operator::GreaterOrEqual,
        ][..],
    );
    (subjects(), operators, any::<bool>(), values()).prop_map(|(subject, operator, negated, operand)| {
        use Operator::{Greater, GreaterOrEqual, Less, LessOrEqual};
        // The four comparisons have no negated form.
        let negated = negated && !matches!(operator, Less | LessOrEqual | Greater | GreaterOrEqual);
        let alone = matches!(operator, Operator::Exists | Operator::IsPrivate);
        let operand = (!alone).then_some(operand);
        Predicate { subject, operator: spanned(operator), negated, operand, span: at() }
    })
}

/// A condition.
pub(crate) fn conditions() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        1 => Just(Expr::Any(at())),
        1 => free_names().prop_map(Expr::Name),
        1 => idents().prop_map(|name| Expr::Marked(name, at())),
        6 => predicates().prop_map(Expr::Predicate),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        let tight = inner.prop_map(|expr| match expr {
            Expr::And(..) | Expr::Or(..) => Expr::Paren(Box::new(expr), at()),
            expr => expr,
        });
        prop_oneof![
            tight.clone().prop_map(|expr| Expr::Not(Box::new(expr), at())),
            tight.clone().prop_map(|expr| Expr::Paren(Box::new(expr), at())),
            vec(tight.clone(), 2..5).prop_map(|parts| Expr::And(parts, at())),
            vec(tight, 2..5).prop_map(|parts| Expr::Or(parts, at())),
        ]
    })
}

fn policies() -> impl Strategy<Value = PolicyItem> {
    let fields = (texts(), numbers(), idents(), texts(), any::<bool>(), idents()).prop_map(
        |(description, language, default, root, closed, own)| {
            vec![
                PolicyField::Description(field(description)),
                PolicyField::Language(field(language)),
                PolicyField::Default(field(default)),
                PolicyField::Root(field(root)),
                PolicyField::Closed(field(spanned(closed))),
                PolicyField::SelfProtection(field(own)),
            ]
        },
    );
    (texts(), some(fields)).prop_map(|(name, fields)| PolicyItem {
        name,
        fields,
        span: at(),
        poisoned: false,
    })
}

/// Some of them, in their order.
fn some<T: Clone + std::fmt::Debug + 'static>(
    all: impl Strategy<Value = Vec<T>>,
) -> impl Strategy<Value = Vec<T>> {
    all.prop_flat_map(|all| {
        let most = all.len();
        subsequence(all, 0..=most)
    })
}

fn uses() -> impl Strategy<Value = UseItem> {
    let change = prop_oneof![
        vec(qualified(), 1..4).prop_map(|ids| UseChange::Without(field(ids))),
        (qualified(), conditions()).prop_map(|change| UseChange::Except(field(change))),
    ];
    (texts(), option::of(idents()), vec(change, 0..3), any::<bool>()).prop_map(
        |(target, alias, changes, block)| {
            let block = block || !changes.is_empty();
            UseItem { target, alias, changes, block, span: at(), poisoned: false }
        },
    )
}

fn lets() -> impl Strategy<Value = LetItem> {
    let value = prop_oneof![
        values().prop_map(LetValue::Value),
        // A lone name is a value.
        conditions()
            .prop_filter("a name", |expr| !matches!(expr, Expr::Name(_)))
            .prop_map(LetValue::Condition),
    ];
    (free_names(), value).prop_map(|(name, value)| LetItem { name, value, span: at() })
}

fn tools() -> impl Strategy<Value = ToolItem> {
    let name = prop_oneof![
        3 => dotted().prop_map(|name| ToolName::Literal { name, quoted: false }),
        1 => texts().prop_map(|name| ToolName::Literal { name, quoted: true }),
        1 => regexes().prop_map(ToolName::Regex),
    ];
    let field_of = prop_oneof![
        1 => vec(dotted(), 1..3).prop_map(|names| ToolField::Operation(field(names))),
        3 => args().prop_map(|arg| ToolField::Arg(field(arg))),
    ];
    (vec(name, 1..3), option::of(texts()), vec(field_of, 0..4)).prop_map(|(names, server, mut fields)| {
        let mut operation = false;
        fields.retain(|field| {
            !matches!(field, ToolField::Operation(_)) || !std::mem::replace(&mut operation, true)
        });
        ToolItem { list: names.len() > 1, names, server, fields, span: at(), poisoned: false }
    })
}

fn args() -> impl Strategy<Value = ArgDecl> {
    let name = prop_oneof![idents().prop_map(|name| (name, false)), texts().prop_map(|name| (name, true))];
    (name, idents(), option::of(idents()), vec(dotted(), 0..3), option::of(jsons())).prop_map(
        |((name, quoted), ty, dialect, operations, default)| {
            let list = operations.len() > 1;
            ArgDecl { name, quoted, ty, dialect, operations, list, default }
        },
    )
}

/// A JSON value.
pub(crate) fn jsons() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null(at())),
        any::<bool>().prop_map(|value| Json::Bool(spanned(value))),
        numbers().prop_map(Json::Number),
        texts().prop_map(Json::Text),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|entries| Json::List(entries, at())),
            vec((keys(), inner), 0..4).prop_map(|members| Json::Object(object_of(members))),
        ]
    })
}

fn keys() -> impl Strategy<Value = Name> {
    prop_oneof![3 => idents(), 1 => texts()]
}

fn object_of(mut members: Vec<(Name, Json)>) -> Object {
    let mut seen = std::collections::HashSet::new();
    members.retain(|(key, _)| seen.insert(key.node.clone()));
    Object { members, span: at() }
}

fn objects() -> impl Strategy<Value = Object> {
    vec((keys(), jsons()), 0..4).prop_map(object_of)
}

/// A rule, short or not.
pub(crate) fn rules() -> impl Strategy<Value = RuleItem> {
    let head = (any::<bool>(), idents(), option::of(texts()));
    let short = (conditions(), idents(), option::of(texts())).prop_map(|(condition, action, reason)| {
        let fields = [RuleField::Match(field(condition)), RuleField::Action(field(action))];
        (
            true,
            fields
                .into_iter()
                .chain(reason.map(|reason| RuleField::Reason(field(reason))))
                .collect::<Vec<_>>(),
        )
    });
    let block = blocks().prop_map(|fields| (false, fields));
    (head, prop_oneof![short, block]).prop_map(|((otherwise, id, title), (short, fields))| RuleItem {
        otherwise,
        keyword: at(),
        id,
        title,
        short,
        fields,
        span: at(),
        poisoned: false,
    })
}

/// The fields of a rule's block, in any order.
fn blocks() -> impl Strategy<Value = Vec<RuleField>> {
    let conditions = (conditions(), conditions()).prop_map(|(matches, unless)| {
        vec![RuleField::Match(field(matches)), RuleField::Unless(field(unless))]
    });
    let words =
        (idents(), idents(), idents(), texts(), texts()).prop_map(|(risk, action, mark, reason, suggest)| {
            vec![
                RuleField::Risk(field(risk)),
                RuleField::Action(field(action)),
                RuleField::Mark(field(mark)),
                RuleField::Reason(field(reason)),
                RuleField::Suggest(field(suggest)),
            ]
        });
    let remember = (idents(), option::of(durations()), option::of(idents()))
        .prop_map(|(scope, duration, key)| RuleField::Remember(field(RememberLit { scope, duration, key })));
    let set_value = prop_oneof![jsons().prop_map(SetValue::Json), texts().prop_map(SetValue::Inside)];
    let set =
        (subjects(), set_value).prop_map(|(target, value)| RuleField::Set(field(SetLit { target, value })));
    let lists = (vec(examples(), 1..4), vec(examples(), 1..3), vec(texts(), 1..3), dates()).prop_map(
        |(hits, misses, tags, until)| {
            vec![
                RuleField::Hits(field(hits)),
                RuleField::Misses(field(misses)),
                RuleField::Tags(field(tags)),
                RuleField::Until(field(spanned(until.node))),
            ]
        },
    );
    let rest = (remember, set, lists).prop_map(|(remember, set, lists)| {
        std::iter::once(remember).chain([set]).chain(lists).collect::<Vec<_>>()
    });
    (conditions, some(words), some(rest), any::<bool>(), any::<prop::sample::Index>()).prop_map(
        |(mut fields, words, rest, unless, turn)| {
            fields.truncate(if unless { 2 } else { 1 });
            fields.extend(words);
            fields.extend(rest);
            if !fields.iter().any(|found| matches!(found, RuleField::Risk(_) | RuleField::Action(_))) {
                fields.push(RuleField::Action(field(spanned("deny".to_owned()))));
            }
            let turn = turn.index(fields.len());
            fields.rotate_left(turn);
            fields
        },
    )
}

fn examples() -> impl Strategy<Value = Example> {
    prop_oneof![
        2 => texts().prop_map(Example::Shell),
        // In a list a tool's name in quotes takes its arguments by name.
        1 => calls().prop_filter("two texts", |call| !(call.quoted && matches!(call.args, CallArgs::Text(_)))).prop_map(Example::Call),
    ]
}

/// A call.
pub(crate) fn calls() -> impl Strategy<Value = CallLit> {
    let tool =
        prop_oneof![3 => dotted().prop_map(|name| (name, false)), 1 => texts().prop_map(|name| (name, true))];
    let args = prop_oneof![texts().prop_map(CallArgs::Text), objects().prop_map(CallArgs::Object)];
    (tool, args, option::of(objects())).prop_map(|((tool, quoted), args, with)| CallLit {
        tool,
        quoted,
        args,
        with,
        span: at(),
    })
}

fn asserts() -> impl Strategy<Value = AssertItem> {
    let quantifier = select(&["never", "always"][..]).prop_map(|word| spanned(word.to_owned()));
    let claim = (quantifier, idents(), conditions()).prop_map(|(quantifier, verdict, condition)| Claim {
        quantifier,
        verdict,
        condition,
        span: at(),
    });
    (texts(), vec(claim, 1..3)).prop_map(|(title, claims)| AssertItem {
        title,
        claims,
        span: at(),
        poisoned: false,
    })
}

fn redacts() -> impl Strategy<Value = RedactItem> {
    let part = prop_oneof![
        regexes().prop_map(|regex| RedactField::Env(field(regex))),
        regexes().prop_map(|regex| RedactField::Text(field(regex))),
        subjects().prop_map(|subject| RedactField::Arg(field(subject))),
    ];
    vec(part, 0..4).prop_map(|fields| RedactItem { fields, span: at(), poisoned: false })
}

fn hooks() -> impl Strategy<Value = HookItem> {
    let run = prop_oneof![vec(texts(), 1..4).prop_map(RunLit::Argv), texts().prop_map(RunLit::Shell)];
    (idents(), vec(dotted(), 1..3), run, option::of(conditions()), option::of(durations())).prop_map(
        |(id, on, run, matches, timeout)| {
            let mut fields = vec![HookField::On(field(on)), HookField::Run(field(run))];
            fields.extend(matches.map(|condition| HookField::Match(field(condition))));
            fields.extend(timeout.map(|timeout| HookField::Timeout(field(timeout))));
            HookItem { id, fields, span: at(), poisoned: false }
        },
    )
}

fn tests() -> impl Strategy<Value = TestItem> {
    let case = (calls(), idents(), option::of(qualified())).prop_map(|(call, verdict, by)| TestCase {
        call,
        verdict,
        by,
        span: at(),
    });
    (texts(), option::of(objects()), vec(case, 0..5)).prop_map(|(name, with, cases)| TestItem {
        name,
        with,
        cases,
        span: at(),
        poisoned: false,
    })
}
