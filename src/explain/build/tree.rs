//! The commands that run, each with those that it runs.

use std::collections::HashMap;
use std::sync::Arc;

use crate::explain::build::Material;
use crate::explain::explanation::{CommandNode, WordJson};
use crate::explain::subject;
use crate::model::{Command, Subject, Verdict};

/// Levels that are shown below one another; what runs deeper stands at the last.
const DEPTH: usize = 40;

/// A command while the tree is built.
struct Node {
    command: Arc<Command>,
    parent: Option<usize>,
    depth: usize,
    effect: Option<usize>,
    effects: Vec<usize>,
}

#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    known: HashMap<*const Command, usize>,
}

impl Tree {
    /// The node of a command; `chain` are the commands that it came through, outermost first.
    fn node(&mut self, command: &Arc<Command>, chain: &[Arc<Command>]) -> usize {
        if let Some(at) = self.known.get(&Arc::as_ptr(command)) {
            return *at;
        }
        let mut parent = None;
        for outer in chain {
            let next = self.known.get(&Arc::as_ptr(outer)).copied();
            parent = Some(next.unwrap_or_else(|| self.add(outer, parent)));
        }
        self.add(command, parent)
    }

    fn add(&mut self, command: &Arc<Command>, parent: Option<usize>) -> usize {
        let at = self.nodes.len();
        // Past the last level a command stands beside the one that runs it.
        let parent = match parent.and_then(|parent| Some((parent, self.nodes.get(parent)?))) {
            Some((_, node)) if node.depth >= DEPTH => node.parent,
            Some((parent, _)) => Some(parent),
            None => None,
        };
        let depth = parent.and_then(|parent| self.nodes.get(parent)).map_or(0, |node| node.depth + 1);
        self.nodes.push(Node { command: command.clone(), parent, depth, effect: None, effects: Vec::new() });
        self.known.insert(Arc::as_ptr(command), at);
        at
    }
}

/// The tree of a call's commands, in the order in which they are met.
pub(super) fn commands(material: Material<'_>) -> Vec<CommandNode> {
    let mut tree = Tree::default();
    for (at, effect) in material.effects.iter().enumerate() {
        let number = at + 1;
        let (node, own) = match (&effect.subject, effect.via.split_last()) {
            (Subject::Command(command) | Subject::Script(command, _), _) => {
                (tree.node(command, &effect.via), true)
            }
            (
                Subject::Path(_) | Subject::Host(_) | Subject::Call | Subject::Unknown { .. },
                Some((last, chain)),
            ) => (tree.node(last, chain), false),
            (Subject::Path(_) | Subject::Host(_) | Subject::Call | Subject::Unknown { .. }, None) => continue,
        };
        if let Some(node) = tree.nodes.get_mut(node) {
            if own && node.effect.is_none() { node.effect = Some(number) } else { node.effects.push(number) }
        }
    }
    assemble(tree, material)
}

/// Nodes to a tree: from the last to the first, since a parent always stands before its children.
fn assemble(tree: Tree, material: Material<'_>) -> Vec<CommandNode> {
    let mut below: HashMap<Option<usize>, Vec<CommandNode>> = HashMap::new();
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        let mut runs = below.remove(&Some(at)).unwrap_or_default();
        runs.reverse();
        let numbers = node.effect.iter().chain(&node.effects);
        let own = numbers
            .filter_map(|number| material.outcome.effects.get(number - 1))
            .map(|effect| effect.verdict);
        let verdict = own.chain(runs.iter().map(|run| run.verdict)).max().unwrap_or(Verdict::Allow);
        let done = CommandNode {
            words: words(&node.command),
            span: [node.command.span.start, node.command.span.end],
            effect: node.effect,
            effects: node.effects.clone(),
            verdict,
            runs,
        };
        below.entry(node.parent).or_default().push(done);
    }
    let mut roots = below.remove(&None).unwrap_or_default();
    roots.reverse();
    roots
}

fn words(command: &Command) -> Vec<WordJson> {
    let assignments = command.assignments.iter().map(|(name, value)| WordJson {
        text: format!("{name}={}", subject::word(value)),
        known: value.as_known().is_some(),
    });
    let words = command
        .words
        .iter()
        .map(|word| WordJson { text: subject::word(word), known: word.as_known().is_some() });
    assignments.chain(words).collect()
}
