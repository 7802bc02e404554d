//! `test`.

use std::collections::HashMap;
use std::sync::Arc;

use crate::model::{Span, Verdict};
use crate::policy::mistakes::{UnknownTestRule, VerdictAgainstRule};
use crate::policy::resolve::ids::{Id, Ids, full_id};
use crate::policy::resolve::names::Scope;
use crate::policy::resolve::others::known_verdict;
use crate::policy::resolve::{Poison, Resolved, calls};
use crate::policy::typed::{Test, TestCase};
use crate::syntax::ast::{self, Name, TestItem};

/// What decides where no rule of a policy does.
const NO_RULE: &[&str] = &["default", "toolgate:self"];

/// Resolves a test. `all` has the ids of every layer.
pub(super) fn test(
    scope: &mut Scope<'_>,
    file: usize,
    item: &TestItem,
    ids: &Ids<'_>,
    all: &[Ids<'_>],
) -> Resolved<Test> {
    if let Some(with) = &item.with {
        calls::keys(with, scope.vocabulary, scope.sink);
    }
    let cases: Vec<_> = item
        .cases
        .iter()
        .map(|case| {
            calls::call(&case.call, item.with.as_ref(), scope.vocabulary, scope.sink);
            resolve_case(scope, file, case, ids, all)
        })
        .collect();
    let own = scope.members.get(file).is_some_and(|member| member.own);
    Ok(Test {
        name: item.name.node.as_str().into(),
        with: item.with.clone(),
        own,
        cases: cases.into_iter().collect::<Resolved<Vec<_>>>()?,
        span: item.span,
    })
}

fn resolve_case(
    scope: &mut Scope<'_>,
    file: usize,
    case: &ast::TestCase,
    ids: &Ids<'_>,
    all: &[Ids<'_>],
) -> Resolved<TestCase> {
    let verdict = known_verdict(scope, &case.verdict);
    let by = case.by.as_ref().map(|name| decider(scope, file, name, verdict.ok(), ids, all)).transpose()?;
    Ok(TestCase { call: case.call.clone(), verdict: verdict?, by, span: case.span })
}

/// The full id that `by` means: of the file's own rule, or as it is written.
fn decider(
    scope: &mut Scope<'_>,
    file: usize,
    name: &Name,
    verdict: Option<Verdict>,
    ids: &Ids<'_>,
    all: &[Ids<'_>],
) -> Resolved<(Arc<str>, Span)> {
    let written = name.node.as_str();
    if NO_RULE.contains(&written) {
        return Ok((written.into(), name.span));
    }
    let member = scope.members.get(file).ok_or(Poison)?;
    let own = full_id(member, written);
    let found = find(&ids.full, &own)
        .map(|id| (Arc::clone(&own), id))
        .or_else(|| all.iter().find_map(|ids| Some((Arc::from(written), find(&ids.full, written)?))));
    match found {
        // A used file's own tests know nothing of what its user leaves out.
        Some((_, Id { left_out: Some(left_out), .. })) if member.own => {
            let id = written.to_owned();
            scope.sink.add(&UnknownTestRule { at: name.span, id, nearest: None, left_out: Some(*left_out) });
            Err(Poison)
        }
        Some((full, id)) => {
            if let (Some(verdict), Some(action)) = (verdict, id.action) {
                against(scope, name, verdict, action, id.at);
            }
            Ok((full, name.span))
        }
        None if scope.vocabulary.incomplete => Err(Poison),
        None => {
            let known = all.iter().flat_map(|ids| ids.full.keys()).map(|id| &**id).chain(["default"]);
            let nearest = scope.sink.nearest.find(written, known);
            let id = written.to_owned();
            scope.sink.add(&UnknownTestRule { at: name.span, id, nearest, left_out: None });
            Err(Poison)
        }
    }
}

fn find<'m>(full: &'m HashMap<Arc<str>, Id>, id: &str) -> Option<&'m Id> {
    full.get(id)
}

/// A deny rule that only may hold asks; no rule ends in more than its action, and an allow rule in nothing else.
fn against(scope: &mut Scope<'_>, name: &Name, verdict: Verdict, action: Verdict, rule: Span) {
    let possible = match (action, verdict) {
        (Verdict::Allow, Verdict::Allow)
        | (Verdict::Confirm, Verdict::Confirm)
        | (Verdict::Deny, Verdict::Deny | Verdict::Confirm) => true,
        (Verdict::Allow, Verdict::Confirm | Verdict::Deny)
        | (Verdict::Confirm, Verdict::Allow | Verdict::Deny)
        | (Verdict::Deny, Verdict::Allow) => false,
    };
    if !possible {
        scope.sink.add(&VerdictAgainstRule {
            at: name.span,
            verdict: verdict.as_str(),
            id: name.node.clone(),
            action: action.as_str(),
            rule,
        });
    }
}
