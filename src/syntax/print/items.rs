//! Items, one after the other.

use super::blocks::{self, Block};
use super::conditions::condition;
use super::doc::Doc;
use super::literals::{self, text};
use super::writer::{INDENT, WIDTH, Writer};
use crate::model::Span;
use crate::syntax::ast::{
    ContextItem, Item, LetItem, LetValue, OperationItem, RuleField, RuleItem, TestItem, Tree,
};

/// Columns that are aligned at most: what is wider stands by itself.
const ALIGNED: usize = 60;

/// How an item is laid out.
enum Plan<'a> {
    /// A rule in the short layout: aligned with those beside it.
    Short(Short),
    /// On a line of its own, several if it does not fit.
    Line(Span, Doc),
    /// A block.
    Block(Block),
    /// A test.
    Test(&'a TestItem),
}

/// A rule on one line.
struct Short {
    span: Span,
    head: String,
    condition: String,
    /// From `=>` on.
    tail: String,
}

/// All items.
pub(super) fn items(tree: &Tree, writer: &mut Writer<'_>) {
    let plans: Vec<Plan> = tree.items.iter().map(|item| plan(item, writer)).collect();
    let mut several = false;
    let mut widths = Widths::default();
    for (index, plan) in plans.iter().enumerate() {
        let limit = plans.get(index + 1).map_or(usize::MAX, |next| next.span().start as usize);
        let long = plan.is_long(writer);
        if index > 0 && (several || long) {
            writer.blank_line();
        }
        several = long;
        match plan {
            Plan::Short(short) => {
                if index == 0 || !joins(plans.get(index - 1), short, writer) {
                    widths = Widths::of(plans.get(index..).unwrap_or(&[]), writer);
                }
                writer.element(short.span, 0..limit, 0, |writer| writer.push(&widths.line(short)));
            }
            Plan::Line(span, doc) => writer.element(*span, 0..limit, 0, |writer| writer.doc(doc, 0, 0)),
            Plan::Block(block) => self::block(writer, block, limit),
            Plan::Test(item) => test(writer, item, limit),
        }
    }
}

impl Plan<'_> {
    fn span(&self) -> Span {
        match self {
            Plan::Short(short) => short.span,
            Plan::Line(span, _) => *span,
            Plan::Block(block) => block.span,
            Plan::Test(item) => item.span,
        }
    }

    /// Whether it takes several lines.
    fn is_long(&self, writer: &Writer<'_>) -> bool {
        match self {
            Plan::Short(_) => false,
            Plan::Line(_, doc) => writer.breaks(doc) || doc.flat(WIDTH).is_none(),
            Plan::Block(_) | Plan::Test(_) => true,
        }
    }
}

fn plan<'a>(item: &'a Item, writer: &Writer<'_>) -> Plan<'a> {
    let source = writer.source;
    let block = match item {
        Item::Rule(rule) => return plan_rule(rule, writer),
        Item::Let(item) => return Plan::Line(item.span, let_item(item, source)),
        Item::Operation(item) => return Plan::Line(item.span, Doc::text(operation(item))),
        Item::Context(item) => return Plan::Line(item.span, Doc::text(context(item))),
        Item::Test(test) => return Plan::Test(test),
        Item::Broken(span) => return Plan::Line(*span, Doc::text(span.text(source))),
        Item::Use(item) if item.changes.is_empty() => {
            return Plan::Line(item.span, blocks::use_item(item, source).head);
        }
        Item::Use(item) => blocks::use_item(item, source),
        Item::Policy(item) => blocks::policy(item),
        Item::Tool(item) => blocks::tool(item),
        Item::Assert(item) => blocks::assert(item, source),
        Item::Redact(item) => blocks::redact(item),
        Item::Hook(item) => blocks::hook(item, source),
    };
    match blocks::one_line(&block).filter(|_| !holds_comments(&block, writer)) {
        Some(line) => Plan::Line(block.span, Doc::Text(line)),
        None => Plan::Block(block),
    }
}

/// Whether comments stand between the fields of a block; those in its head move before it.
fn holds_comments(block: &Block, writer: &Writer<'_>) -> bool {
    writer.has_comment(Span { start: block.head_span.end, ..block.span }) || writer.breaks(&block.head)
}

/// Short if it says no more than condition, action and reason, and fits on a line. Comments between the fields of a
/// block keep it a block.
fn plan_rule<'a>(rule: &RuleItem, writer: &Writer<'_>) -> Plan<'a> {
    let keyword = if rule.otherwise { "otherwise" } else { "rule" };
    let mut head = format!("{keyword} {}", rule.id.node);
    let mut end = rule.id.span;
    if let Some(title) = &rule.title {
        head.push_str(&format!(" {}", text(&title.node)));
        end = title.span;
    }
    let head_span = blocks::to(rule.span, end);
    let inside = Span { start: head_span.end, ..rule.span };
    let roomy = rule.short || !writer.has_comment(inside);
    if let Some(short) = short(rule, &head, writer.source).filter(|_| roomy) {
        return Plan::Short(short);
    }
    let lines = blocks::rule_fields(&rule.fields, writer.source);
    Plan::Block(Block { head: Doc::Text(head), head_span, span: rule.span, lines, inline: 0, aligned: true })
}

fn short(rule: &RuleItem, head: &str, source: &str) -> Option<Short> {
    let (mut matches, mut action, mut reason) = (None, None, None);
    for field in &rule.fields {
        let again = match field {
            RuleField::Match(field) => matches.replace(&field.value).is_some(),
            RuleField::Action(field) => action.replace(&field.value).is_some(),
            RuleField::Reason(field) => reason.replace(&field.value).is_some(),
            _ => return None,
        };
        if again {
            return None;
        }
    }
    let condition = condition(matches?, source).flat(WIDTH)?;
    let mut tail = format!("=> {}", action?.node);
    if let Some(reason) = reason {
        tail.push_str(&format!(" {}", text(&reason.node)));
    }
    let width = head.chars().count() + 2 + condition.chars().count() + 1 + tail.chars().count();
    (width <= WIDTH).then(|| Short { span: rule.span, head: head.to_owned(), condition, tail })
}

/// Whether a short rule stands right below another.
fn joins(previous: Option<&Plan<'_>>, short: &Short, writer: &Writer<'_>) -> bool {
    match previous {
        Some(Plan::Short(previous)) => {
            let between = writer.interrupts(previous.span.end as usize, short.span.start as usize);
            !between && !writer.has_comment(short.span)
        }
        _ => false,
    }
}

/// The columns of a run of short rules.
#[derive(Default)]
struct Widths {
    head: usize,
    condition: usize,
}

impl Widths {
    /// Of the rules at the beginning that stand right below one another.
    fn of(plans: &[Plan<'_>], writer: &Writer<'_>) -> Widths {
        let mut widths = Widths::default();
        let mut previous = None;
        for plan in plans {
            let Plan::Short(short) = plan else { break };
            if previous.is_some() && !joins(previous, short, writer) {
                break;
            }
            widths.head = aligned(widths.head, &short.head);
            widths.condition = aligned(widths.condition, &short.condition);
            previous = Some(plan);
        }
        widths
    }

    fn line(&self, short: &Short) -> String {
        let Widths { head, condition } = *self;
        format!("{:head$}  {:condition$} {}", short.head, short.condition, short.tail)
    }
}

/// The wider of a column and a text, if that is narrow enough to be aligned.
fn aligned(width: usize, text: &str) -> usize {
    let columns = text.chars().count();
    if columns <= ALIGNED { width.max(columns) } else { width }
}

fn let_item(item: &LetItem, source: &str) -> Doc {
    let head = Doc::text(format!("let {} = ", item.name.node));
    Doc::Seq(vec![
        head,
        match &item.value {
            LetValue::Value(value) => literals::value(value, source),
            LetValue::Condition(expr) => condition(expr, source),
            LetValue::Broken(span) => Doc::text(span.text(source)),
        },
    ])
}

fn operation(item: &OperationItem) -> String {
    match &item.description {
        Some(description) => format!("operation {} {}", item.name.node, text(&description.node)),
        None => format!("operation {}", item.name.node),
    }
}

fn context(item: &ContextItem) -> String {
    match &item.description {
        Some(description) => {
            format!("context {}: {} {}", item.name.node, item.ty.node, text(&description.node))
        }
        None => format!("context {}: {}", item.name.node, item.ty.node),
    }
}

/// A block, its keywords aligned.
fn block(writer: &mut Writer<'_>, block: &Block, limit: usize) {
    writer.enter(block.span, block.head_span, &block.head);
    let width = block.lines.iter().map(|line| line.keyword.len()).max().unwrap_or(0);
    for (index, line) in block.lines.iter().enumerate() {
        let next = block.lines.get(index + 1).map_or(block.span.end, |next| next.span.start);
        writer.element(line.span, 0..next as usize, INDENT, |writer| {
            let keyword = line.keyword;
            match (width, block.aligned) {
                (0, _) => {}
                (_, true) => writer.push(&format!("{keyword:width$} ")),
                (_, false) => writer.push(&format!("{keyword} ")),
            }
            writer.doc(&line.doc, INDENT, 0);
        });
    }
    writer.leave(block.span, limit);
}

/// A test, the arrows of cases right below one another aligned.
fn test(writer: &mut Writer<'_>, item: &TestItem, limit: usize) {
    let mut head = vec![Doc::text(format!("test {}", text(&item.name.node)))];
    let mut end = item.name.span;
    if let Some(with) = &item.with {
        head.push(Doc::text(" with "));
        head.push(literals::object(with));
        end = with.span;
    }
    writer.enter(item.span, blocks::to(item.span, end), &Doc::Seq(head));
    let calls: Vec<Doc> = item.cases.iter().map(|case| blocks::call(&case.call)).collect();
    let flats: Vec<Option<String>> =
        calls.iter().map(|call| call.flat(WIDTH - INDENT).filter(|_| !writer.breaks(call))).collect();
    let mut width = 0;
    for (index, case) in item.cases.iter().enumerate() {
        let next = item.cases.get(index + 1).map_or(item.span.end, |next| next.span.start);
        let joined = index.checked_sub(1).is_some_and(|last| below(writer, item, &flats, last));
        if !joined {
            width = run_width(writer, item, &flats, index);
        }
        writer.element(case.span, 0..next as usize, INDENT, |writer| {
            let outcome = blocks::outcome(case);
            match (flats.get(index), calls.get(index)) {
                (Some(Some(flat)), _) => writer.push(&format!("{flat:width$} ")),
                (_, Some(call)) => {
                    writer.doc(call, INDENT, outcome.len() + 1);
                    writer.push(" ");
                }
                _ => {}
            }
            writer.push(&outcome);
        });
    }
    writer.leave(item.span, limit);
}

/// Whether the case after this one stands right below it, each on one line.
fn below(writer: &Writer<'_>, item: &TestItem, flats: &[Option<String>], index: usize) -> bool {
    let flat = |index: usize| flats.get(index).is_some_and(Option::is_some);
    match (item.cases.get(index), item.cases.get(index + 1)) {
        (Some(case), Some(next)) if flat(index) && flat(index + 1) => {
            !writer.interrupts(case.span.end as usize, next.span.start as usize)
                && !writer.has_comment(next.span)
        }
        _ => false,
    }
}

/// The widest call of the run that begins with a case.
fn run_width(writer: &Writer<'_>, item: &TestItem, flats: &[Option<String>], first: usize) -> usize {
    let mut width = 0;
    for (index, flat) in flats.iter().enumerate().skip(first) {
        if index > first && !below(writer, item, flats, index - 1) {
            break;
        }
        width = flat.as_ref().map_or(width, |flat| aligned(width, flat));
    }
    width
}
