//! The engine's verdict on a case.

use toolgate::effects::vocabulary::Vocabulary;
use toolgate::matchers::tree::Walks;
use toolgate::model::{Budget, Verdict};
use toolgate::table::ask::World;
use toolgate::table::{Scratch, Table};

use crate::compiled::Compiled;
use crate::reference::make::calls::Decided;
use crate::reference::policy::V;

/// What the engine says.
pub struct Told {
    pub verdict: V,
    pub effects: Vec<V>,
}

/// A set, ready to decide.
pub struct Engine {
    table: Table,
    vocabulary: Vocabulary,
}

impl Engine {
    pub fn new(compiled: &Compiled) -> Engine {
        let table = Table::compile(compiled.fast.layers.clone().into()).expect("a table");
        let tools = compiled.fast.layers.iter().flat_map(|layer| &layer.tools);
        Engine { table, vocabulary: Vocabulary::new(tools) }
    }

    pub fn decide(&self, case: &Decided, scratch: &mut Scratch) -> Told {
        let call = &case.call;
        let budget = Budget::new(Budget::DEFAULT);
        let root = call.root.as_deref().or(call.cwd.as_deref());
        let bound = self.table.bind(root, call.home.as_deref(), &case.files, &budget);
        let tool = self.vocabulary.tool(&call.tool, call.server.as_deref());
        let walks = Walks::new(&case.files, &budget);
        let world = World {
            call,
            tool: &tool,
            files: &case.files,
            bound: &bound,
            walks: &walks,
            budget: &budget,
            today: None,
        };
        let outcome = self.table.decide(&case.effects, &world, scratch);
        assert!(!outcome.spent, "it cost more than it may");
        // Asked first and last: what one leaves behind must not matter to the other.
        let alone = self.table.verdict(&case.effects, &world, scratch);
        assert_eq!(alone, outcome.verdict, "the verdict alone is another one");
        Told {
            verdict: of(outcome.verdict),
            effects: outcome.effects.iter().map(|effect| of(effect.verdict)).collect(),
        }
    }
}

fn of(verdict: Verdict) -> V {
    match verdict {
        Verdict::Allow => V::Allow,
        Verdict::Confirm => V::Confirm,
        Verdict::Deny => V::Deny,
    }
}

/// One decision.
pub fn decide(compiled: &Compiled, case: &Decided) -> Told {
    Engine::new(compiled).decide(case, &mut Scratch::new())
}
