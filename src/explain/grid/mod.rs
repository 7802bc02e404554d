//! The decision table for people: rules down, conditions across.

mod html;
mod markdown;
mod plain;

pub use html::html;
pub use markdown::markdown;
pub use plain::plain;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::explain::condition;
use crate::explain::diagnostics::PlaceJson;
use crate::model::{Risk, Sources, Verdict};
use crate::policy::typed::{Condition, Layer, Part, Predicate, Role, Rule, TextSubject};

/// Rules of all layers, in the order in which the law looks at them: what can deny first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grid {
    /// The schema's version.
    pub version: u32,
    /// The columns that hold anything, in order.
    pub columns: Vec<Column>,
    /// One row a rule.
    pub rows: Vec<GridRow>,
    /// What counts where no rule holds.
    pub default: DefaultRow,
}

/// What a condition is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Column {
    /// `tool_name`, `server`
    Tool,
    /// `operation`
    Operation,
    /// `command`, `via`
    Command,
    /// `path`
    Path,
    /// `host`, `port`, `scheme`
    Host,
    /// `tool_arg`
    Arguments,
    /// `agent`, `mode`, `session`, `context`, `marked`
    Situation,
    /// Alternatives over several subjects.
    Either,
    /// `unless` and `except`
    Unless,
}

impl Column {
    /// The column's head.
    pub fn title(self) -> &'static str {
        match self {
            Column::Tool => "tool",
            Column::Operation => "operation",
            Column::Command => "command",
            Column::Path => "path",
            Column::Host => "host",
            Column::Arguments => "arguments",
            Column::Situation => "situation",
            Column::Either => "either",
            Column::Unless => "unless",
        }
    }
}

/// A rule.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GridRow {
    /// The full id.
    pub id: String,
    /// The title.
    pub title: Option<String>,
    /// Its layer's name.
    pub layer: String,
    /// Whether it is an `otherwise` rule.
    pub otherwise: bool,
    /// Whether its layer is trusted. Of one that is not, allow and `otherwise` rules do not count.
    pub trusted: bool,
    /// What must hold, by column: all of them.
    pub cells: Vec<Cell>,
    /// What it asks for.
    pub action: Verdict,
    /// How much harm is at stake.
    pub risk: Risk,
    /// Whether an allow rule reaches code that the engine can't see into.
    pub reaches_code: bool,
    /// Why.
    pub reason: Option<String>,
    /// A safer way.
    pub suggest: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// Where it is written.
    pub place: PlaceJson,
}

/// Conditions of one column: all must hold.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// The column.
    pub column: Column,
    /// Each a line.
    pub conditions: Vec<String>,
}

/// The default.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DefaultRow {
    /// The strictest that a layer writes; deny if none does.
    pub verdict: Verdict,
    /// The layers that write one.
    pub layers: Vec<String>,
}

impl GridRow {
    /// The conditions of a column; none where any value will do.
    pub fn cell(&self, column: Column) -> &[String] {
        self.cells.iter().find(|cell| cell.column == column).map_or(&[], |cell| &cell.conditions)
    }
}

impl Grid {
    /// The table of these layers. With `tags`, only rules that carry one of them.
    pub fn new(layers: &[&Layer], sources: &Sources, tags: &[String]) -> Grid {
        let wanted =
            |rule: &Rule| tags.is_empty() || rule.tags.iter().any(|tag| tags.iter().any(|t| **tag == **t));
        let mut rows: Vec<GridRow> = layers
            .iter()
            .flat_map(|layer| layer.rules.iter().filter(|rule| wanted(rule)).map(move |rule| (layer, rule)))
            .map(|(layer, rule)| row(layer, rule, sources))
            .collect();
        // Stable: within one action the order of the files stays.
        rows.sort_by_key(|row| (row.otherwise, std::cmp::Reverse(row.action)));
        let columns: BTreeSet<Column> =
            rows.iter().flat_map(|row| &row.cells).map(|cell| cell.column).collect();
        Grid { version: 1, columns: columns.into_iter().collect(), rows, default: default(layers) }
    }
}

fn default(layers: &[&Layer]) -> DefaultRow {
    let written = || layers.iter().filter_map(|layer| Some((layer, layer.default?.verdict)));
    let counted = || written().filter(|(layer, verdict)| layer.trusted || *verdict == Verdict::Deny);
    DefaultRow {
        verdict: counted().map(|(_, verdict)| verdict).max().unwrap_or(Verdict::Deny),
        layers: counted().map(|(layer, _)| layer.name.clone()).collect(),
    }
}

fn row(layer: &Layer, rule: &Rule, sources: &Sources) -> GridRow {
    let mut cells: Vec<Cell> = Vec::new();
    let mut add = |column: Column, text: String| match cells.iter_mut().find(|cell| cell.column == column) {
        Some(cell) => cell.conditions.push(text),
        None => cells.push(Cell { column, conditions: vec![text] }),
    };
    for part in &rule.parts {
        match part.role {
            Role::Match => conjuncts(&part.condition, &mut |one| add(column(one), shown(one))),
            // Written as what it excludes; the condition itself is already the negation.
            Role::Unless | Role::Except => add(Column::Unless, exception(part, sources)),
        }
    }
    cells.sort_by_key(|cell| cell.column);
    let texts = |text: &Option<std::sync::Arc<str>>| text.as_ref().map(ToString::to_string);
    GridRow {
        id: rule.id.to_string(),
        title: texts(&rule.title),
        layer: layer.name.clone(),
        otherwise: rule.otherwise,
        trusted: layer.trusted,
        cells,
        action: rule.action,
        risk: rule.risk,
        reaches_code: rule.action == Verdict::Allow
            && rule.parts.iter().any(|part| names_code(&part.condition)),
        reason: texts(&rule.reason),
        suggest: texts(&rule.suggest),
        tags: rule.tags.iter().map(ToString::to_string).collect(),
        place: PlaceJson::new(rule.span, sources),
    }
}

/// The source text of an `unless` or `except`, on one line.
fn exception(part: &Part, sources: &Sources) -> String {
    sources.slice(part.span).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What must hold all together, each by itself.
fn conjuncts(condition: &Condition, out: &mut impl FnMut(&Condition)) {
    match condition {
        Condition::And(parts) => parts.iter().for_each(|part| conjuncts(part, out)),
        Condition::Always => {}
        Condition::Never | Condition::Or(_) | Condition::Is(_) => out(condition),
    }
}

/// A condition in its column, whose head need not be said again.
fn shown(one: &Condition) -> String {
    let text = condition::condition(one);
    let column = column(one).title();
    match (one, text.strip_prefix(column).and_then(|rest| rest.strip_prefix(' '))) {
        (Condition::Is(_), Some(rest)) => rest.to_owned(),
        _ => text,
    }
}

/// The column of a condition: that of its predicates, if it is the same for all.
fn column(condition: &Condition) -> Column {
    let mut columns = BTreeSet::new();
    literals(condition, &mut |predicate| {
        columns.insert(column_of(predicate));
    });
    match (columns.pop_first(), columns.is_empty()) {
        (Some(only), true) => only,
        _ => Column::Either,
    }
}

fn literals(condition: &Condition, out: &mut impl FnMut(&Predicate)) {
    match condition {
        Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| literals(part, out)),
        Condition::Is(literal) => out(&literal.predicate),
        Condition::Always | Condition::Never => {}
    }
}

/// Whether a condition names `exec.code`, without which an allow rule does not reach it.
fn names_code(condition: &Condition) -> bool {
    let mut found = false;
    literals(condition, &mut |predicate| {
        if let Predicate::Operation(names) = predicate {
            found |= names.iter().any(|name| name.is("exec.code"));
        }
    });
    found
}

fn column_of(predicate: &Predicate) -> Column {
    match predicate {
        Predicate::Operation(_) => Column::Operation,
        Predicate::Command(_) | Predicate::Via(_) => Column::Command,
        Predicate::Path(_) => Column::Path,
        Predicate::Host(_) => Column::Host,
        Predicate::Marked(_) => Column::Situation,
        Predicate::Has(kind) => match kind {
            crate::policy::typed::Kind::Command | crate::policy::typed::Kind::Via => Column::Command,
            crate::policy::typed::Kind::Path => Column::Path,
            crate::policy::typed::Kind::Host | crate::policy::typed::Kind::Port => Column::Host,
        },
        Predicate::Text(subject, _) => match subject {
            TextSubject::ToolName | TextSubject::Server => Column::Tool,
            TextSubject::Mode | TextSubject::Session | TextSubject::Agent | TextSubject::Context(_) => {
                Column::Situation
            }
            TextSubject::Scheme | TextSubject::Port => Column::Host,
            TextSubject::Arg(_) => Column::Arguments,
            TextSubject::Program | TextSubject::Args | TextSubject::Env(_) | TextSubject::ViaProgram => {
                Column::Command
            }
            TextSubject::PathName | TextSubject::PathExtension | TextSubject::PathDepth => Column::Path,
        },
    }
}
