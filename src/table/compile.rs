//! Layers to a table: predicates interned, rules as rows, rows in the index.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::matchers::path::{PathCheck, PathMatcher};
use crate::model::{Day, Operation, Verdict};
use crate::policy::typed::{ArgPath, Base, Condition, Layer, PathTest, Predicate, Rule, TextSubject};
use crate::table::ask::Ask;
use crate::table::index::Index;
use crate::table::row::{NamesCode, Node, Row, RowId};
use crate::table::stars::Star;

/// More than a table can hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LimitExceeded {
    /// Too many layers.
    #[error("more than {} layers", u16::MAX)]
    Layers,
    /// Too many rules.
    #[error("more than {} rules in a set", u32::MAX)]
    Rules,
    /// A path or glob that does not compile. Policies are checked before; this is the last line of defence.
    #[error("the path pattern `{0}` does not compile: {1}")]
    Pattern(String, String),
}

/// A path pattern of the table.
#[derive(Debug)]
pub(crate) struct PathPattern {
    pub(crate) base: Base,
    pub(crate) matcher: PathMatcher,
}

/// A closed layer, judged alone as well.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed {
    pub(crate) layer: u16,
    pub(crate) default: Verdict,
}

/// A decision table.
#[derive(Debug)]
pub struct Table {
    pub(crate) id: u64,
    pub(crate) layers: Arc<[Layer]>,
    pub(crate) asks: Vec<Ask>,
    pub(crate) numbers: HashMap<Arc<Predicate>, u32>,
    pub(crate) paths: Vec<PathPattern>,
    pub(crate) rows: Vec<Row>,
    pub(crate) index: Index,
    pub(crate) stars: Vec<Star>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) default: Verdict,
    pub(crate) default_layer: Option<u16>,
    pub(crate) closed: Vec<Closed>,
}

static TABLES: AtomicU64 = AtomicU64::new(1);

impl Table {
    /// Compiles layers. Untrusted ones must have been restricted before (`policy::restrict`).
    ///
    /// # Errors
    ///
    /// When there is more than the table's numbers can count, or a pattern does not compile.
    pub fn compile(layers: Arc<[Layer]>) -> Result<Table, LimitExceeded> {
        if layers.len() > usize::from(u16::MAX) {
            return Err(LimitExceeded::Layers);
        }
        let mut building = Building::default();
        for (number, layer) in (0u16..).zip(layers.iter()) {
            for (at, rule) in layer.rules.iter().enumerate() {
                let at = u32::try_from(at).map_err(|_| LimitExceeded::Rules)?;
                let row = building.row(number, at, layer, rule)?;
                building.rows.push(row);
            }
        }
        building.rows.sort_by_key(|row| (row.otherwise, std::cmp::Reverse(row.action)));
        let strictest = (0u16..)
            .zip(layers.iter())
            .filter_map(|(number, layer)| Some((number, layer.default?.verdict)))
            .max_by_key(|(number, verdict)| (*verdict, std::cmp::Reverse(*number)));
        let closed = (0u16..)
            .zip(layers.iter())
            .filter(|(_, layer)| layer.closed && layer.trusted)
            .map(|(layer, of)| Closed {
                layer,
                default: of.default.map_or(Verdict::Deny, |rule| rule.verdict),
            })
            .collect();
        let index = Index::build(&building.rows, &building.asks, &building.paths);
        Ok(Table {
            id: TABLES.fetch_add(1, Ordering::Relaxed),
            layers,
            asks: building.asks,
            numbers: building.numbers,
            paths: building.paths,
            rows: building.rows,
            index,
            stars: building.stars,
            operations: building.operations,
            default: strictest.map_or(Verdict::Deny, |(_, verdict)| verdict),
            default_layer: strictest.map(|(number, _)| number),
            closed,
        })
    }

    /// The layers it was compiled from.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The rows, strictest first, `otherwise` rules last.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The default that counts, and the layer that writes it; deny when none does.
    pub fn default_verdict(&self) -> (Verdict, Option<&Layer>) {
        (self.default, self.default_layer.and_then(|at| self.layers.get(usize::from(at))))
    }

    /// The number of distinct predicates.
    pub fn predicates(&self) -> usize {
        self.asks.len()
    }

    /// The rule of a row, with its layer.
    pub fn rule(&self, row: RowId) -> Option<(&Layer, &Rule)> {
        let row = self.rows.get(row.0 as usize)?;
        let layer = self.layers.get(usize::from(row.layer))?;
        Some((layer, layer.rules.get(row.rule as usize)?))
    }
}

/// The lists whose elements a rule's predicates look at.
#[derive(Default)]
struct Lists {
    stars: u64,
    words: bool,
}

#[derive(Default)]
struct Building {
    numbers: HashMap<Arc<Predicate>, u32>,
    asks: Vec<Ask>,
    /// The patterns of each text, from the first to the one after the last.
    path_numbers: HashMap<(u8, Base, Arc<str>), (u32, u32)>,
    paths: Vec<PathPattern>,
    rows: Vec<Row>,
    stars: Vec<Star>,
    star_numbers: HashMap<Star, usize>,
    operations: Vec<Operation>,
}

impl Building {
    fn row(&mut self, number: u16, at: u32, layer: &Layer, rule: &Rule) -> Result<Row, LimitExceeded> {
        let mut lists = Lists::default();
        let parts: Result<Vec<Node>, LimitExceeded> =
            rule.parts.iter().map(|part| self.node(&part.condition, &mut lists)).collect();
        let mut parts = parts?;
        let condition = match parts.len() {
            1 => parts.pop().unwrap_or(Node::Never),
            _ => Node::And(flat(parts).into_boxed_slice()),
        };
        let positive = rule.parts.iter().map(|part| &part.condition);
        let operations = positive.clone().fold(u64::MAX, |bits, part| bits & self.operation_bits(part));
        let names_code = positive.map(names_code).fold(NamesCode::No, wider);
        Ok(Row {
            layer: number,
            rule: at,
            action: rule.action,
            otherwise: rule.otherwise,
            holds_back: layer.trusted && rule.action != Verdict::Deny,
            names_code,
            operations,
            stars: lists.stars,
            words: lists.words,
            until: rule.until.map(|(date, _)| Day::new(date.year, date.month, date.day)),
            condition,
        })
    }

    fn node(&mut self, condition: &Condition, lists: &mut Lists) -> Result<Node, LimitExceeded> {
        Ok(match condition {
            Condition::Always => Node::Always,
            Condition::Never => Node::Never,
            Condition::And(parts) => Node::And(flat(self.nodes(parts, lists)?).into_boxed_slice()),
            Condition::Or(parts) => Node::Or(self.nodes(parts, lists)?.into_boxed_slice()),
            Condition::Is(literal) => {
                let ask = self.intern(&literal.predicate)?;
                match &*literal.predicate {
                    Predicate::Text(TextSubject::Arg(path), _) => lists.stars |= self.star_bits(path),
                    Predicate::Text(TextSubject::Args, _) => lists.words = true,
                    _ => {}
                }
                Node::Is { ask, negated: literal.negated }
            }
        })
    }

    fn nodes(&mut self, parts: &[Condition], lists: &mut Lists) -> Result<Vec<Node>, LimitExceeded> {
        parts.iter().map(|part| self.node(part, lists)).collect()
    }

    /// Lists beyond the first 64 have no bit: their elements are asked together.
    fn star_bits(&mut self, path: &ArgPath) -> u64 {
        let mut bits = 0;
        for star in Star::of(path) {
            let next = self.stars.len();
            let at = *self.star_numbers.entry(star.clone()).or_insert(next);
            if at == next {
                self.stars.push(star);
            }
            bits |= u32::try_from(at).ok().and_then(|at| 1u64.checked_shl(at)).unwrap_or(0);
        }
        bits
    }

    fn intern(&mut self, predicate: &Arc<Predicate>) -> Result<u32, LimitExceeded> {
        if let Some(number) = self.numbers.get(predicate) {
            return Ok(*number);
        }
        let ask = match &**predicate {
            Predicate::Path(test) => Ask::path(self.path_patterns(test)?),
            Predicate::Text(..)
            | Predicate::Operation(_)
            | Predicate::Command(_)
            | Predicate::Via(_)
            | Predicate::Host(_)
            | Predicate::Marked(_)
            | Predicate::Has(_) => Ask::new(predicate.clone()),
        };
        let number = u32::try_from(self.asks.len()).map_err(|_| LimitExceeded::Rules)?;
        self.asks.push(ask);
        self.numbers.insert(predicate.clone(), number);
        Ok(number)
    }

    fn path_patterns(&mut self, test: &PathTest) -> Result<Vec<u32>, LimitExceeded> {
        let (check, kind, texts) = match test {
            PathTest::Within(texts) => (PathCheck::Within, 0, texts),
            PathTest::Like(texts) => (PathCheck::Like, 1, texts),
            PathTest::OneOf(texts) => (PathCheck::Is, 2, texts),
        };
        let mut numbers = Vec::with_capacity(texts.len());
        for text in texts {
            let key = (kind, text.base, text.rest.clone());
            if let Some((from, to)) = self.path_numbers.get(&key) {
                numbers.extend(*from..*to);
                continue;
            }
            let matchers = PathMatcher::all(check, &text.rest)
                .map_err(|error| LimitExceeded::Pattern(text.rest.to_string(), error.to_string()))?;
            let from = u32::try_from(self.paths.len()).map_err(|_| LimitExceeded::Rules)?;
            self.paths.extend(matchers.into_iter().map(|matcher| PathPattern { base: text.base, matcher }));
            let to = u32::try_from(self.paths.len()).map_err(|_| LimitExceeded::Rules)?;
            self.path_numbers.insert(key, (from, to));
            numbers.extend(from..to);
        }
        Ok(numbers)
    }

    /// The operations that a condition can hold for. Operations beyond the first 63 share one bit.
    fn operation_bits(&mut self, condition: &Condition) -> u64 {
        match condition {
            Condition::And(parts) => {
                parts.iter().fold(u64::MAX, |bits, part| bits & self.operation_bits(part))
            }
            Condition::Or(parts) => parts.iter().fold(0, |bits, part| bits | self.operation_bits(part)),
            Condition::Is(literal) if !literal.negated => match &*literal.predicate {
                Predicate::Operation(all) => all.iter().fold(0, |bits, one| bits | self.operation_bit(one)),
                _ => u64::MAX,
            },
            Condition::Is(_) | Condition::Always | Condition::Never => u64::MAX,
        }
    }

    fn operation_bit(&mut self, operation: &Operation) -> u64 {
        let at = self.operations.iter().position(|known| known == operation).unwrap_or_else(|| {
            self.operations.push(operation.clone());
            self.operations.len() - 1
        });
        1 << at.min(63)
    }
}

impl Table {
    /// The bits of the operations that an effect of this operation is.
    pub(crate) fn bits_of(&self, operation: &Operation) -> u64 {
        let known = self.operations.iter().enumerate();
        known
            .fold(0, |bits, (at, one)| if operation.is(one.as_str()) { bits | 1 << at.min(63) } else { bits })
    }
}

fn flat(parts: Vec<Node>) -> Vec<Node> {
    let mut all = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Node::And(inner) => all.extend(inner),
            other => all.push(other),
        }
    }
    all
}

fn wider(a: NamesCode, b: NamesCode) -> NamesCode {
    match (a, b) {
        (NamesCode::All, _) | (_, NamesCode::All) => NamesCode::All,
        (NamesCode::Fetched, _) | (_, NamesCode::Fetched) => NamesCode::Fetched,
        (NamesCode::No, NamesCode::No) => NamesCode::No,
    }
}

fn names_code(condition: &Condition) -> NamesCode {
    match condition {
        Condition::And(parts) | Condition::Or(parts) => {
            parts.iter().map(names_code).fold(NamesCode::No, wider)
        }
        Condition::Is(literal) if !literal.negated => match &*literal.predicate {
            Predicate::Operation(all) => all.iter().map(names_code_by).fold(NamesCode::No, wider),
            _ => NamesCode::No,
        },
        Condition::Is(_) | Condition::Always | Condition::Never => NamesCode::No,
    }
}

fn names_code_by(operation: &Operation) -> NamesCode {
    if operation.is("exec.code.fetched") {
        NamesCode::Fetched
    } else if operation.is("exec.code") {
        NamesCode::All
    } else {
        NamesCode::No
    }
}
