//! Refusals and questions that do not hold: there is another way to the same thing.

pub(super) mod closed_pattern;
pub(super) mod deny_by_text;
pub(super) mod deny_by_tool;
pub(super) mod deny_reading_alone;
pub(super) mod relative_secret_glob;

use crate::lint::policies::{Policies, RuleView};
use crate::model::Verdict;
use crate::policy::typed::{Base, Literal, PathTest, PathText, Predicate, TextSubject, TextTest};

/// The rules that people wrote and that refuse or ask.
fn refusals<'p, 'a>(policies: &'p Policies<'a>) -> impl Iterator<Item = &'p RuleView<'a>> {
    policies.own_rules().filter(|view| !view.rule.otherwise && view.rule.action != Verdict::Allow)
}

/// Whether an allow rule lets files be touched by an operation of this kind, by whichever tool: only then is there a
/// way around a refusal that is for one tool or one operation.
fn opens_files(view: &RuleView<'_>, operation: &str) -> bool {
    let limits = |literal: &Literal| match &*literal.predicate {
        Predicate::Operation(names) => {
            !literal.negated
                && !names.iter().any(|name| name.is(operation) || operation.starts_with(name.as_str()))
        }
        Predicate::Text(TextSubject::ToolName | TextSubject::Arg(_), TextTest::OneOf(_)) => !literal.negated,
        Predicate::Text(TextSubject::Server, _)
        | Predicate::Command(_)
        | Predicate::Host(_)
        | Predicate::Marked(_) => !literal.negated,
        Predicate::Text(..) | Predicate::Via(_) | Predicate::Path(_) | Predicate::Has(_) => false,
    };
    view.rule.action == Verdict::Allow && !view.always(&limits)
}

/// The tests of the path all of which must hold for a rule.
fn paths<'v>(view: &'v RuleView<'_>) -> impl Iterator<Item = &'v PathTest> {
    view.required().into_iter().filter_map(|literal| match &*literal.predicate {
        Predicate::Path(test) if !literal.negated => Some(test),
        _ => None,
    })
}

/// Allow rules that lead around a refusal of files.
struct Openings<'a, 'p> {
    /// One that is for files anywhere.
    anywhere: Option<&'p RuleView<'a>>,
    /// One that is for all below root.
    in_root: Option<&'p RuleView<'a>>,
}

impl<'a, 'p> Openings<'a, 'p> {
    /// Of the rules that allow this operation.
    fn new(policies: &'p Policies<'a>, operation: &str) -> Openings<'a, 'p> {
        let opening = || policies.rules.iter().filter(|view| opens_files(view, operation));
        Openings {
            anywhere: opening().find(|view| paths(view).next().is_none()),
            in_root: opening().find(|view| paths(view).all(is_root)),
        }
    }

    /// One that surely reaches some of the files that a refusal names.
    fn reach(&self, closed: &PathTest) -> Option<&'p RuleView<'a>> {
        let (PathTest::Within(all) | PathTest::Like(all) | PathTest::OneOf(all)) = closed;
        let is_glob = matches!(closed, PathTest::Like(_));
        let below_root = |one: &PathText| match one.base {
            Base::Root => true,
            Base::Absolute => is_glob && one.rest.starts_with("**/"),
            Base::Home => false,
        };
        self.anywhere.or_else(|| self.in_root.filter(|_| all.iter().any(below_root)))
    }
}

/// Whether a test takes in all below root.
fn is_root(test: &PathTest) -> bool {
    matches!(test, PathTest::Within(all) if all.iter().any(|one| one.base == Base::Root && one.rest.is_empty()))
}
