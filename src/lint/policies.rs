//! What lints look at: the files that people wrote, their rules as written and as resolved.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::engine::{Piece, Set, protection};
use crate::lint::Options;
use crate::model::{SourceId, SourceOrigin, Sources, Span};
use crate::policy::File;
use crate::policy::typed::{Condition, Layer, Literal, Predicate, Rule};
use crate::syntax::ast::{Expr, Field, Item, RuleField, RuleItem};

/// A loaded set, prepared for lints.
pub(super) struct Policies<'a> {
    pub(super) set: &'a Set,
    pub(super) options: &'a Options,
    /// Every file of the set, embedded ones included.
    all: &'a [Arc<File>],
    /// Those that people wrote: what is embedded is not theirs to mend.
    written: BTreeSet<SourceId>,
    /// Every rule that people wrote or use, layer by layer.
    pub(super) rules: Vec<RuleView<'a>>,
}

/// A rule as written and as resolved.
pub(super) struct RuleView<'a> {
    pub(super) file: &'a File,
    pub(super) item: &'a RuleItem,
    pub(super) rule: &'a Rule,
    pub(super) layer: &'a Layer,
    /// What must hold, each part by its key, sorted: equal keys are equal conditions.
    pub(super) conjuncts: Vec<String>,
}

impl<'a> Policies<'a> {
    pub(super) fn new(set: &'a Set, options: &'a Options, all: &'a [Arc<File>]) -> Policies<'a> {
        let written = set
            .sources()
            .iter()
            .filter(|(_, source)| source.origin != SourceOrigin::Std && !protection::is_text(&source.name))
            .map(|(id, _)| id)
            .collect();
        let mut policies = Policies { set, options, all, written, rules: Vec::new() };
        policies.rules = policies.views();
        policies
    }

    fn views(&self) -> Vec<RuleView<'a>> {
        let mut items: HashMap<Span, (&'a File, &'a RuleItem)> = HashMap::new();
        for file in self.all {
            for item in &file.tree.items {
                if let Item::Rule(item) = item {
                    items.insert(item.id.span, (&**file, item));
                }
            }
        }
        let mut keys = Keys::default();
        let mut views = Vec::new();
        for layer in self.set.written_layers() {
            for rule in &layer.rules {
                let Some((file, item)) = items.get(&rule.id_span) else { continue };
                let conjuncts = keys.conjuncts(rule);
                views.push(RuleView { file, item, rule, layer, conjuncts });
            }
        }
        views
    }

    pub(super) fn sources(&self) -> &'a Sources {
        self.set.sources()
    }

    /// The text of a span.
    pub(super) fn slice(&self, span: Span) -> &'a str {
        self.sources().slice(span)
    }

    /// The files that people wrote.
    pub(super) fn files(&self) -> impl Iterator<Item = &'a File> {
        self.all.iter().map(|file| &**file).filter(|file| self.written.contains(&file.source()))
    }

    /// Every file, embedded ones included.
    pub(super) fn all_files(&self) -> impl Iterator<Item = &'a File> {
        self.all.iter().map(|file| &**file)
    }

    /// Whether a file belongs to a layer that no person has trusted.
    pub(super) fn is_untrusted(&self, file: &File) -> bool {
        let Some(source) = self.sources().get(file.source()) else { return false };
        let pieces = self.set.inputs().iter().filter(|input| !input.trusted).flat_map(|input| &input.pieces);
        pieces.into_iter().any(|piece| match (piece, &source.origin) {
            (Piece::Path(path), SourceOrigin::Disk(at)) => at.starts_with(path),
            (Piece::Text { name, .. }, SourceOrigin::Program) => **name == *source.name,
            (Piece::Path(_) | Piece::Text { .. } | Piece::Profiles(_), _) => false,
        })
    }

    /// The rules that people wrote, those that count.
    pub(super) fn own_rules(&self) -> impl Iterator<Item = &RuleView<'a>> {
        self.rules.iter().filter(|view| self.written.contains(&view.file.source()))
    }

    /// The rules as they stand in the files that people wrote, whether or not they count.
    pub(super) fn rule_items(&self) -> impl Iterator<Item = (&'a File, &'a RuleItem)> {
        self.files().flat_map(|file| {
            file.tree.items.iter().filter_map(move |item| match item {
                Item::Rule(item) => Some((file, item)),
                _ => None,
            })
        })
    }

    /// Whether a span holds a comment, or a part of one.
    pub(super) fn has_comment(&self, span: Span) -> bool {
        let Some(file) = self.all.iter().find(|file| file.source() == span.source) else { return false };
        let comments = &file.tree.comments;
        let after = comments.partition_point(|comment| comment.span.end <= span.start);
        comments.get(after).is_some_and(|comment| comment.span.start < span.end)
    }
}

impl RuleView<'_> {
    /// The `match` field.
    pub(super) fn matches(&self) -> Option<&Field<Expr>> {
        matches(self.item)
    }

    /// Whether in every way in which the rule can hold a predicate holds that `test` is true of.
    pub(super) fn always(&self, test: &dyn Fn(&Literal) -> bool) -> bool {
        self.rule.parts.iter().any(|part| always(&part.condition, test))
    }

    /// Whether some predicate of it is one that `test` is true of.
    pub(super) fn mentions(&self, test: &dyn Fn(&Literal) -> bool) -> bool {
        self.literals().into_iter().any(test)
    }

    /// Its predicates.
    pub(super) fn literals(&self) -> Vec<&Literal> {
        let mut found = Vec::new();
        self.rule.parts.iter().for_each(|part| literals(&part.condition, &mut found));
        found
    }

    /// The predicates all of which must hold.
    pub(super) fn required(&self) -> Vec<&Literal> {
        let mut found = Vec::new();
        self.rule.parts.iter().for_each(|part| required(&part.condition, &mut found));
        found
    }
}

/// The `match` field of a rule.
pub(super) fn matches(item: &RuleItem) -> Option<&Field<Expr>> {
    item.fields.iter().find_map(|field| match field {
        RuleField::Match(field) => Some(field),
        _ => None,
    })
}

/// The `unless` field of a rule.
pub(super) fn unless(item: &RuleItem) -> Option<&Field<Expr>> {
    item.fields.iter().find_map(|field| match field {
        RuleField::Unless(field) => Some(field),
        _ => None,
    })
}

/// Whether in every way in which a condition can hold a predicate holds that `test` is true of. Conditions nest no deeper
/// than `policy::limits::DEPTH`.
fn always(condition: &Condition, test: &dyn Fn(&Literal) -> bool) -> bool {
    match condition {
        Condition::Always => false,
        // It holds in no way.
        Condition::Never => true,
        Condition::And(all) => all.iter().any(|one| always(one, test)),
        Condition::Or(all) => all.iter().all(|one| always(one, test)),
        Condition::Is(literal) => test(literal),
    }
}

fn literals<'c>(condition: &'c Condition, found: &mut Vec<&'c Literal>) {
    match condition {
        Condition::Always | Condition::Never => {}
        Condition::And(all) | Condition::Or(all) => all.iter().for_each(|one| literals(one, found)),
        Condition::Is(literal) => found.push(literal),
    }
}

fn required<'c>(condition: &'c Condition, found: &mut Vec<&'c Literal>) {
    match condition {
        Condition::And(all) => all.iter().for_each(|one| required(one, found)),
        Condition::Is(literal) => found.push(literal),
        Condition::Always | Condition::Never | Condition::Or(_) => {}
    }
}

/// Numbers for predicates, so that conditions can be compared by what they say.
#[derive(Default)]
struct Keys<'a>(HashMap<&'a Predicate, usize>);

impl<'a> Keys<'a> {
    /// The parts all of which must hold for a rule.
    fn conjuncts(&mut self, rule: &'a Rule) -> Vec<String> {
        let mut found = Vec::new();
        rule.parts.iter().for_each(|part| self.collect(&part.condition, &mut found));
        found.sort();
        found.dedup();
        found
    }

    fn collect(&mut self, condition: &'a Condition, found: &mut Vec<String>) {
        match condition {
            Condition::And(all) => all.iter().for_each(|one| self.collect(one, found)),
            // It adds nothing.
            Condition::Always => {}
            Condition::Never | Condition::Or(_) | Condition::Is(_) => found.push(self.key(condition)),
        }
    }

    fn key(&mut self, condition: &'a Condition) -> String {
        let (all, sign) = match condition {
            Condition::Always => return "any".to_owned(),
            Condition::Never => return "never".to_owned(),
            Condition::Is(literal) => {
                let next = self.0.len();
                let number = *self.0.entry(&*literal.predicate).or_insert(next);
                return format!("{}{number}", if literal.negated { "!" } else { "" });
            }
            Condition::And(all) => (all, '&'),
            Condition::Or(all) => (all, '|'),
        };
        let mut parts: Vec<String> = all.iter().map(|one| self.key(one)).collect();
        parts.sort();
        parts.dedup();
        format!("{sign}({})", parts.join(","))
    }
}
