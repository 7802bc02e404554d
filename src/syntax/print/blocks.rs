//! Items as docs: what stands before a block, and the fields in it.

use super::conditions::{condition, subject};
use super::doc::{Doc, Part};
use super::literals::{
    date, duration, json, list, name_or_text, names, number, object, regex, text, texts, tool_name,
};
use super::writer::WIDTH;
use crate::model::Span;
use crate::syntax::ast::{
    ArgDecl, AssertItem, CallArgs, CallLit, Example, Expr, Field, HookField, HookItem, PolicyField,
    PolicyItem, RedactField, RedactItem, RememberLit, RuleField, RunLit, SetLit, SetValue, TestCase,
    ToolField, ToolItem, ToolName, UseChange, UseItem,
};

/// A block: its head, and its lines.
pub(super) struct Block {
    /// What stands before it.
    pub(super) head: Doc,
    /// The head's place in the source.
    pub(super) head_span: Span,
    /// The whole item's place.
    pub(super) span: Span,
    /// The fields.
    pub(super) lines: Vec<Line>,
    /// How many fields may stand on the head's line.
    pub(super) inline: usize,
    /// Whether what follows the keywords is aligned.
    pub(super) aligned: bool,
}

/// A field.
pub(super) struct Line {
    /// Its place in the source.
    pub(super) span: Span,
    /// What is aligned: the keyword.
    pub(super) keyword: &'static str,
    /// The rest.
    pub(super) doc: Doc,
}

impl Line {
    fn of<T>(field: &Field<T>, keyword: &'static str, doc: Doc) -> Line {
        Line { span: field.span, keyword, doc }
    }
}

/// A list's place: after its field's keyword, to the field's end.
fn value_span<T>(field: &Field<T>) -> Span {
    Span { start: field.keyword.end, ..field.span }
}

pub(super) fn policy(item: &PolicyItem) -> Block {
    let lines = item.fields.iter().map(|field| match field {
        PolicyField::Description(field) => Line::of(field, "description", Doc::text(text(&field.value.node))),
        PolicyField::Language(field) => Line::of(field, "language", Doc::text(number(field.value.node))),
        PolicyField::Default(field) => Line::of(field, "default", Doc::text(&*field.value.node)),
        PolicyField::Root(field) => Line::of(field, "root", Doc::text(text(&field.value.node))),
        PolicyField::Closed(field) => Line::of(field, "closed", Doc::text(field.value.node.to_string())),
        PolicyField::SelfProtection(field) => Line::of(field, "self", Doc::text(&*field.value.node)),
    });
    let head = Doc::text(format!("policy {}", text(&item.name.node)));
    Block {
        head,
        head_span: to(item.span, item.name.span),
        span: item.span,
        lines: lines.collect(),
        inline: 1,
        aligned: true,
    }
}

pub(super) fn use_item(item: &UseItem, source: &str) -> Block {
    let lines = item.changes.iter().map(|change| match change {
        UseChange::Without(field) => Line::of(field, "without", names(value_span(field), &field.value)),
        UseChange::Except(field) => {
            let (id, expr) = &field.value;
            let docs = vec![Doc::text(format!("{} when ", id.node)), condition(expr, source)];
            Line::of(field, "except", Doc::Seq(docs))
        }
    });
    let mut head = format!("use {}", text(&item.target.node));
    let mut end = item.target.span;
    if let Some(alias) = &item.alias {
        head.push_str(&format!(" as {}", alias.node));
        end = alias.span;
    }
    Block {
        head: Doc::text(head),
        head_span: to(item.span, end),
        span: item.span,
        lines: lines.collect(),
        inline: 1,
        aligned: true,
    }
}

pub(super) fn tool(item: &ToolItem) -> Block {
    let lines = item.fields.iter().map(|field| match field {
        ToolField::Operation(field) => Line::of(field, "operation", names(value_span(field), &field.value)),
        ToolField::Arg(field) => Line::of(field, "arg", arg(field)),
    });
    let span_of = |name: &ToolName| match name {
        ToolName::Literal { name, .. } => name.span,
        ToolName::Regex(regex) => regex.span,
    };
    let last = item.names.last().map_or(item.span, span_of);
    let end = item.server.as_ref().map_or(last, |server| server.span);
    let mut head = vec![Doc::text("tool ")];
    match item.names.as_slice() {
        [name] => head.push(Doc::text(tool_name(name))),
        names => {
            // The closing bracket has no place of its own.
            let span = item.names.first().map_or(item.span, span_of).to(last);
            let parts =
                names.iter().map(|name| Part { span: span_of(name), doc: Doc::text(tool_name(name)) });
            head.push(list(span, parts.collect()));
        }
    }
    if let Some(server) = &item.server {
        head.push(Doc::text(format!(" on {}", text(&server.node))));
    }
    Block {
        head: Doc::Seq(head),
        head_span: to(item.span, end),
        span: item.span,
        lines: lines.collect(),
        inline: 3,
        aligned: false,
    }
}

fn arg(field: &Field<ArgDecl>) -> Doc {
    let arg = &field.value;
    let mut head = format!("{}: {}", name_or_text(&arg.name, arg.quoted), arg.ty.node);
    if let Some(dialect) = &arg.dialect {
        head.push_str(&format!("({})", dialect.node));
    }
    let mut docs = vec![Doc::text(head)];
    if let (Some(first), Some(last)) = (arg.operations.first(), arg.operations.last()) {
        docs.push(Doc::text(" is "));
        docs.push(names(first.span.to(last.span), &arg.operations));
    }
    if let Some(default) = &arg.default {
        docs.push(Doc::text(" = "));
        docs.push(json(default));
    }
    Doc::Seq(docs)
}

pub(super) fn rule_fields(fields: &[RuleField], source: &str) -> Vec<Line> {
    fields.iter().map(|field| rule_field(field, source)).collect()
}

fn rule_field(field: &RuleField, source: &str) -> Line {
    match field {
        RuleField::Match(field) => expr("match", field, source),
        RuleField::Unless(field) => expr("unless", field, source),
        RuleField::Risk(field) => Line::of(field, "risk", Doc::text(&*field.value.node)),
        RuleField::Action(field) => Line::of(field, "action", Doc::text(&*field.value.node)),
        RuleField::Remember(field) => Line::of(field, "remember", remember(&field.value)),
        RuleField::Reason(field) => Line::of(field, "reason", Doc::text(text(&field.value.node))),
        RuleField::Suggest(field) => Line::of(field, "suggest", Doc::text(text(&field.value.node))),
        RuleField::Set(field) => Line::of(field, "set", set(&field.value)),
        RuleField::Mark(field) => Line::of(field, "mark", Doc::text(&*field.value.node)),
        RuleField::Until(field) => Line::of(field, "until", Doc::text(date(field.value.node))),
        RuleField::Hits(field) => Line::of(field, "hits", examples(value_span(field), &field.value)),
        RuleField::Misses(field) => Line::of(field, "misses", examples(value_span(field), &field.value)),
        RuleField::Tags(field) => Line::of(field, "tags", texts(value_span(field), &field.value)),
    }
}

fn expr(keyword: &'static str, field: &Field<Expr>, source: &str) -> Line {
    Line::of(field, keyword, condition(&field.value, source))
}

fn remember(remember: &RememberLit) -> Doc {
    let mut out = remember.scope.node.clone();
    if let Some(time) = &remember.duration {
        out.push_str(&format!(" for {}", duration(time.node)));
    }
    if let Some(key) = &remember.key {
        out.push_str(&format!(" by {}", key.node));
    }
    Doc::text(out)
}

fn set(set: &SetLit) -> Doc {
    let target = Doc::text(format!("{} = ", subject(&set.target)));
    Doc::Seq(vec![
        target,
        match &set.value {
            SetValue::Json(value) => json(value),
            SetValue::Inside(directory) => Doc::text(format!("inside {}", text(&directory.node))),
        },
    ])
}

fn examples(span: Span, examples: &[Example]) -> Doc {
    let parts = examples.iter().map(|example| match example {
        Example::Shell(command) => Part { span: command.span, doc: Doc::text(text(&command.node)) },
        Example::Call(example) => Part { span: example.span, doc: call(example) },
    });
    list(span, parts.collect())
}

pub(super) fn assert(item: &AssertItem, source: &str) -> Block {
    let lines = item.claims.iter().map(|claim| {
        let head = format!("{} {} when ", claim.quantifier.node, claim.verdict.node);
        Line {
            span: claim.span,
            keyword: "",
            doc: Doc::Seq(vec![Doc::text(head), condition(&claim.condition, source)]),
        }
    });
    let head = Doc::text(format!("assert {}", text(&item.title.node)));
    Block {
        head,
        head_span: to(item.span, item.title.span),
        span: item.span,
        lines: lines.collect(),
        inline: 0,
        aligned: true,
    }
}

pub(super) fn redact(item: &RedactItem) -> Block {
    let lines = item.fields.iter().map(|field| match field {
        RedactField::Env(field) => Line::of(field, "env", Doc::text(regex(&field.value))),
        RedactField::Text(field) => Line::of(field, "text", Doc::text(regex(&field.value))),
        RedactField::Arg(field) => Line::of(field, "arg", Doc::text(subject(&field.value))),
    });
    let head_span = Span { end: item.span.start, ..item.span };
    Block {
        head: Doc::text("redact"),
        head_span,
        span: item.span,
        lines: lines.collect(),
        inline: 1,
        aligned: true,
    }
}

pub(super) fn hook(item: &HookItem, source: &str) -> Block {
    let lines = item.fields.iter().map(|field| match field {
        HookField::On(field) => Line::of(field, "on", names(value_span(field), &field.value)),
        HookField::Match(field) => expr("match", field, source),
        HookField::Run(field) => {
            let doc = match &field.value {
                RunLit::Argv(words) => texts(value_span(field), words),
                RunLit::Shell(command) => Doc::text(text(&command.node)),
            };
            Line::of(field, "run", doc)
        }
        HookField::Timeout(field) => Line::of(field, "timeout", Doc::text(duration(field.value.node))),
    });
    let head = Doc::text(format!("hook {}", item.id.node));
    Block {
        head,
        head_span: to(item.span, item.id.span),
        span: item.span,
        lines: lines.collect(),
        inline: 0,
        aligned: true,
    }
}

/// A call, as in tests and examples.
pub(super) fn call(call: &CallLit) -> Doc {
    let mut docs = vec![Doc::text(format!("{} ", name_or_text(&call.tool, call.quoted)))];
    docs.push(match &call.args {
        CallArgs::Text(argument) => Doc::text(text(&argument.node)),
        CallArgs::Object(args) => object(args),
    });
    if let Some(with) = &call.with {
        docs.push(Doc::text(" with "));
        docs.push(object(with));
    }
    Doc::Seq(docs)
}

/// `verdict [by ID]`
pub(super) fn outcome(case: &TestCase) -> String {
    match &case.by {
        Some(id) => format!("=> {} by {}", case.verdict.node, id.node),
        None => format!("=> {}", case.verdict.node),
    }
}

/// From an item's beginning to the end of another place in it.
pub(super) fn to(item: Span, end: Span) -> Span {
    Span { end: end.end.max(item.start), ..item }
}

/// A block on its head's line, two spaces between the fields, if it has few of them and they fit.
pub(super) fn one_line(block: &Block) -> Option<String> {
    if block.lines.len() > block.inline || block.lines.is_empty() && block.inline == 0 {
        return None;
    }
    let mut out = format!("{} {{", block.head.flat(WIDTH)?);
    for line in &block.lines {
        let gap = if out.ends_with('{') { " " } else { "  " };
        out.push_str(&format!("{gap}{} {}", line.keyword, line.doc.flat(WIDTH)?));
    }
    out.push_str(if block.lines.is_empty() { "}" } else { " }" });
    (out.chars().count() <= WIDTH).then_some(out)
}
