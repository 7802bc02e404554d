//! A whole set: layers, each resolved against what all of them declare.

use std::sync::Arc;

use crate::model::{Diagnostic, Severity, Span};
use crate::policy::mistakes::{BrokenUse, SetTooLarge, Unresolved};
use crate::policy::resolve::declarations::{Declared, Vocabulary, declare};
use crate::policy::resolve::gather::{Member, gather};
use crate::policy::resolve::headers::{Header, header};
use crate::policy::resolve::ids::Ids;
use crate::policy::resolve::names::Scope;
use crate::policy::resolve::never::Worlds;
use crate::policy::resolve::rules::Checks;
use crate::policy::resolve::{Poison, arguments::Arguments, lookalikes, others, rules, tests};
use crate::policy::sink::Sink;
use crate::policy::source::{File, LayerFiles, Library};
use crate::policy::typed::{DefaultRule, Layer, LayerKind};
use crate::syntax::ast::Item;

/// A resolved set. While one of its diagnostics is an error its layers are incomplete, and nothing may be decided by
/// them but deny.
#[derive(Clone, PartialEq, Debug)]
pub struct Set {
    /// The layers, in the order in which they were given.
    pub layers: Vec<Layer>,
    /// For each layer the canonical names of all its files, used ones included.
    pub files: Vec<Vec<Arc<str>>>,
    /// What reading, parsing and resolving had to say, by file and place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Set {
    /// Whether it compiles.
    pub fn is_sound(&self) -> bool {
        self.diagnostics.iter().all(|found| found.severity != Severity::Error)
    }
}

/// Resolves layers together: what one declares (tools, operations, facts) all of them know. Untrusted layers are
/// resolved whole; [`restrict`](crate::policy::restrict) says what counts of them.
///
/// ```
/// # use std::sync::Arc;
/// # use toolgate::{model::SourceId, policy, policy::{File, LayerFiles, NoLibrary, typed::LayerKind}, syntax};
/// let parsed = syntax::parse(SourceId(0), "rule look  operation is read => allow");
/// let file = File {
///     name: "a.policy".into(),
///     stem: "a".into(),
///     tree: parsed.tree,
///     diagnostics: parsed.errors,
/// };
/// let layer = LayerFiles {
///     kind: LayerKind::User,
///     name: "user".into(),
///     trusted: true,
///     files: vec![Arc::new(file)],
/// };
/// let set = policy::resolve_set(&[layer], &NoLibrary);
/// assert!(set.is_sound());
/// assert_eq!(&*set.layers[0].rules[0].id, "look");
/// ```
pub fn resolve_set(layers: &[LayerFiles], library: &dyn Library) -> Set {
    let mut sink = Sink::new();
    let members: Vec<Vec<Member>> = layers.iter().map(|layer| gather(layer, library, &mut sink)).collect();
    let (vocabulary, declared) = declare(&members, &mut sink);
    let ids: Vec<Ids<'_>> = members.iter().map(|members| Ids::new(members, &mut sink)).collect();
    let checks = Checks { arguments: Arguments::new(&vocabulary), worlds: Worlds::new(&vocabulary) };
    let mut spent = 0;
    let mut resolved = Vec::new();
    for (number, (layer, declared)) in layers.iter().zip(declared).enumerate() {
        let Some(members) = members.get(number) else { continue };
        let work = Work { layer, members, vocabulary: &vocabulary, number, ids: &ids, checks: &checks };
        resolved.push(work.resolve(declared, &mut spent, &mut sink));
    }
    if vocabulary.is_overspent() {
        // Something was not compared: the set must not pass.
        let at = members.iter().flatten().next().map_or(Span::default(), |member| member.file.tree.span);
        sink.add(&SetTooLarge { at: Span { end: at.start, ..at } });
    }
    for members in &members {
        broken_uses(members, &mut sink);
    }
    let files = members
        .iter()
        .map(|members| members.iter().map(|member| Arc::clone(&member.file.name)).collect())
        .collect();
    Set { layers: resolved, files, diagnostics: sink.finish() }
}

/// Resolves one layer alone, with every diagnostic.
pub fn resolve_layer(
    kind: LayerKind,
    name: &str,
    trusted: bool,
    files: &[Arc<File>],
    library: &dyn Library,
) -> (Layer, Vec<Diagnostic>) {
    let input = LayerFiles { kind, name: name.to_owned(), trusted, files: files.to_vec() };
    let set = resolve_set(&[input], library);
    let layer = set.layers.into_iter().next().unwrap_or_else(|| empty(kind, name, trusted));
    (layer, set.diagnostics)
}

/// A layer without anything in it.
fn empty(kind: LayerKind, name: &str, trusted: bool) -> Layer {
    Layer {
        kind,
        name: name.to_owned(),
        trusted,
        closed: false,
        default: None,
        self_confirm: None,
        rules: Vec::new(),
        tools: Vec::new(),
        operations: Vec::new(),
        contexts: Vec::new(),
        asserts: Vec::new(),
        redactions: Vec::new(),
        hooks: Vec::new(),
        tests: Vec::new(),
    }
}

/// One layer at work.
struct Work<'a> {
    layer: &'a LayerFiles,
    members: &'a [Member],
    vocabulary: &'a Vocabulary,
    number: usize,
    ids: &'a [Ids<'a>],
    checks: &'a Checks<'a>,
}

impl Work<'_> {
    fn resolve(&self, declared: Declared, spent: &mut usize, sink: &mut Sink) -> Layer {
        let mut layer = empty(self.layer.kind, &self.layer.name, self.layer.trusted);
        layer.tools = declared.tools;
        layer.operations = declared.operations;
        layer.contexts = declared.contexts;
        let mut roots = Vec::new();
        for member in self.members {
            lookalikes::tree(&member.file.tree, sink);
            let header = header(&member.file.tree, self.layer.kind, member.own, sink);
            add_header(&mut layer, &header);
            roots.push(header.root);
        }
        let Some(ids) = self.ids.get(self.number) else { return layer };
        let mut scope = Scope::new(self.members, self.vocabulary, roots, sink, spent);
        for (file, member) in self.members.iter().enumerate() {
            for item in &member.file.tree.items {
                scope.poisoned = is_poisoned(item);
                if self.item(&mut scope, file, item, ids, &mut layer) == Err(Poison) {
                    // Poison means that an error was reported. Should one be forgotten, the set must not pass for sound
                    // without this item.
                    let at = item_span(item);
                    if !scope.sink.has_errors() {
                        scope.sink.add(&Unresolved { at });
                    }
                }
            }
        }
        scope.poisoned = false;
        scope.finish_lets();
        layer
    }

    fn item(
        &self,
        scope: &mut Scope<'_>,
        file: usize,
        item: &Item,
        ids: &Ids<'_>,
        layer: &mut Layer,
    ) -> Result<(), Poison> {
        match item {
            Item::Rule(item) => {
                if !ids.is_left_out(file, &item.id.node) {
                    let exceptions = ids.exceptions(file, &item.id.node);
                    layer.rules.push(rules::rule(scope, file, item, exceptions, self.checks)?);
                }
            }
            Item::Assert(item) => layer.asserts.push(others::assert(scope, file, item, self.checks)?),
            Item::Redact(item) => layer.redactions.extend(others::redact(scope, item)?),
            Item::Hook(item) => layer.hooks.push(others::hook(scope, file, item, self.checks)?),
            Item::Test(item) => layer.tests.push(tests::test(scope, file, item, ids, self.ids)?),
            Item::Broken(_) => return Err(Poison),
            // Read before: headers, uses and declarations; on first need: names.
            Item::Policy(_)
            | Item::Use(_)
            | Item::Let(_)
            | Item::Tool(_)
            | Item::Operation(_)
            | Item::Context(_) => {}
        }
        Ok(())
    }
}

fn is_poisoned(item: &Item) -> bool {
    match item {
        Item::Policy(item) => item.poisoned,
        Item::Use(item) => item.poisoned,
        Item::Tool(item) => item.poisoned,
        Item::Rule(item) => item.poisoned,
        Item::Assert(item) => item.poisoned,
        Item::Redact(item) => item.poisoned,
        Item::Hook(item) => item.poisoned,
        Item::Test(item) => item.poisoned,
        Item::Let(_) | Item::Operation(_) | Item::Context(_) => false,
        Item::Broken(_) => true,
    }
}

fn item_span(item: &Item) -> Span {
    match item {
        Item::Policy(item) => item.span,
        Item::Use(item) => item.span,
        Item::Let(item) => item.span,
        Item::Tool(item) => item.span,
        Item::Operation(item) => item.span,
        Item::Context(item) => item.span,
        Item::Rule(item) => item.span,
        Item::Assert(item) => item.span,
        Item::Redact(item) => item.span,
        Item::Hook(item) => item.span,
        Item::Test(item) => item.span,
        Item::Broken(span) => *span,
    }
}

/// The headers of all files of a layer add up: the strictest default, and closed if one is. What only loosens
/// (`self confirm`) counts from the layer's own files alone.
fn add_header(layer: &mut Layer, header: &Header) {
    layer.closed |= header.closed;
    layer.self_confirm = layer.self_confirm.or(header.self_confirm);
    let stricter = |new: &DefaultRule| layer.default.is_none_or(|old| new.verdict > old.verdict);
    if let Some(new) = header.default.filter(stricter) {
        layer.default = Some(new);
    }
}

/// One error at each `use` of a file with errors of its own.
fn broken_uses(members: &[Member], sink: &mut Sink) {
    let broken: Vec<bool> = members
        .iter()
        .map(|member| !member.file.is_sound() || sink.is_broken(member.file.source()))
        .collect();
    for member in members {
        for (item, target) in member.use_items() {
            let same_file = members.get(target).is_none_or(|used| used.file.source() == member.file.source());
            if broken.get(target) == Some(&true) && !same_file {
                let target = item.target.node.clone();
                sink.add(&BrokenUse { at: item.target.span, target });
            }
        }
    }
}
