//! `assert`, `redact` and `hook`.

use crate::model::Span;
use crate::policy::events::{EVENTS, is_event};
use crate::policy::limits;
use crate::policy::mistakes::{
    EmptyRun, LongTimeout, RedactTarget, UnknownEvent, UnknownVerdict, UnknownWord, ZeroDuration,
};
use crate::policy::resolve::arguments::User;
use crate::policy::resolve::ids::full_id;
use crate::policy::resolve::names::Scope;
use crate::policy::resolve::operands::regex_of;
use crate::policy::resolve::rules::{Checks, verdict, verdict_near};
use crate::policy::resolve::{Poison, Resolved, subjects};
use crate::policy::typed::{Assert, Claim, Condition, Hook, Redaction, Run};
use crate::syntax::ast::{self, AssertItem, HookItem, RedactField, RedactItem, RunLit};

/// Seconds that a hook may run where nothing is written.
const TIMEOUT: u64 = 30;

/// Resolves the claims of an `assert`.
pub(super) fn assert(
    scope: &mut Scope<'_>,
    file: usize,
    item: &AssertItem,
    checks: &Checks<'_>,
) -> Resolved<Assert> {
    let claims: Vec<_> = item.claims.iter().map(|one| claim(scope, file, one, checks)).collect();
    let claims = claims.into_iter().collect::<Resolved<Vec<_>>>()?;
    Ok(Assert { title: item.title.node.as_str().into(), claims, span: item.span })
}

fn claim(scope: &mut Scope<'_>, file: usize, claim: &ast::Claim, checks: &Checks<'_>) -> Resolved<Claim> {
    let never = match claim.quantifier.node.as_str() {
        "never" => Ok(true),
        "always" => Ok(false),
        word => {
            let words = &["never", "always"];
            let nearest = scope.sink.nearest.find(word, words.iter().copied());
            let (at, word) = (claim.quantifier.span, word.to_owned());
            scope.sink.add(&UnknownWord { at, what: "a claim's first word", word, words, nearest });
            Err(Poison)
        }
    };
    let verdict = known_verdict(scope, &claim.verdict);
    let condition = scope.whole_condition(file, &claim.condition)?;
    checked(scope, &condition, claim.condition.span(), claim.span, checks);
    Ok(Claim { never: never?, verdict: verdict?, condition, span: claim.span })
}

/// The verdict that a word of a test or a claim means.
pub(super) fn known_verdict(scope: &mut Scope<'_>, name: &ast::Name) -> Resolved<crate::model::Verdict> {
    verdict(&name.node).ok_or(Poison).inspect_err(|_| {
        let nearest = verdict_near(&name.node, scope.sink);
        scope.sink.add(&UnknownVerdict { at: name.span, word: name.node.clone(), nearest });
    })
}

/// Checks a condition that no rule has.
fn checked(scope: &mut Scope<'_>, condition: &Condition, at: Span, span: Span, checks: &Checks<'_>) {
    let user = User { subjects: &scope.subjects, action: None, at, span };
    checks.arguments.check(std::iter::once(condition), user, scope.sink);
    checks.worlds.part(condition, at, scope.sink);
}

/// Resolves what must not be shown.
pub(super) fn redact(scope: &mut Scope<'_>, item: &RedactItem) -> Resolved<Vec<Redaction>> {
    let all: Vec<_> = item
        .fields
        .iter()
        .map(|field| match field {
            RedactField::Env(field) => regex_of(&field.value, scope.sink).map(Redaction::Env),
            RedactField::Text(field) => regex_of(&field.value, scope.sink).map(Redaction::Text),
            RedactField::Arg(field) => match subjects::argument(&field.value) {
                Some(path) => Ok(Redaction::Arg(path)),
                None => {
                    let what = subjects::written(&field.value);
                    scope.sink.add(&RedactTarget { at: field.value.span, what });
                    Err(Poison)
                }
            },
        })
        .collect();
    all.into_iter().collect()
}

/// Resolves a hook.
pub(super) fn hook(
    scope: &mut Scope<'_>,
    file: usize,
    item: &HookItem,
    checks: &Checks<'_>,
) -> Resolved<Hook> {
    let mut events = Vec::new();
    let mut condition = Ok(Condition::Always);
    let mut run = None;
    let mut timeout = Ok(TIMEOUT);
    for field in &item.fields {
        match field {
            ast::HookField::On(field) => {
                events.extend(field.value.iter().map(|name| event(scope, name)));
            }
            ast::HookField::Match(field) => {
                condition = scope.whole_condition(file, &field.value);
                if let Ok(condition) = &condition {
                    checked(scope, condition, field.value.span(), field.span, checks);
                }
            }
            ast::HookField::Run(field) => {
                run = Some(command(scope, &field.value, field.span));
            }
            ast::HookField::Timeout(field) => {
                timeout = seconds(scope, &field.value);
            }
        }
    }
    let member = scope.members.get(file).ok_or(Poison)?;
    let id = full_id(member, &item.id.node);
    let events = events.into_iter().collect::<Resolved<Vec<_>>>()?;
    if events.is_empty() {
        return Err(Poison);
    }
    let (condition, run, timeout) = (condition?, run.ok_or(Poison)??, timeout?);
    Ok(Hook { id, events, condition, run, timeout, span: item.span })
}

fn event(scope: &mut Scope<'_>, name: &ast::Name) -> Resolved<std::sync::Arc<str>> {
    if is_event(&name.node) {
        return Ok(name.node.as_str().into());
    }
    let nearest = scope.sink.nearest.find(&name.node, EVENTS.iter().map(|event| event.name));
    scope.sink.add(&UnknownEvent { at: name.span, name: name.node.clone(), nearest });
    Err(Poison)
}

fn command(scope: &mut Scope<'_>, run: &RunLit, at: Span) -> Resolved<Run> {
    let (run, empty) = match run {
        RunLit::Argv(words) => {
            let words: Vec<String> = words.iter().map(|word| word.node.clone()).collect();
            let empty = words.first().is_none_or(|program| program.trim().is_empty());
            (Run::Argv(words), empty)
        }
        RunLit::Shell(text) => (Run::Shell(text.node.clone()), text.node.trim().is_empty()),
    };
    if empty {
        scope.sink.add(&EmptyRun { at });
        return Err(Poison);
    }
    Ok(run)
}

fn seconds(scope: &mut Scope<'_>, duration: &ast::Spanned<ast::Duration>) -> Resolved<u64> {
    let seconds = duration.node.seconds();
    if seconds == 0 {
        scope.sink.add(&ZeroDuration { at: duration.span, what: "how long a hook may run" });
        return Err(Poison);
    }
    if seconds > limits::HOOK_SECONDS {
        scope.sink.add(&LongTimeout { at: duration.span, seconds });
        return Err(Poison);
    }
    Ok(seconds)
}
