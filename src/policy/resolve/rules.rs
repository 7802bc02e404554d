//! Rules.

use std::sync::Arc;

use crate::model::{Risk, Span, Verdict};
use crate::policy::mistakes::{
    MarkOnDeny, NeverForOrBy, RememberByCommand, RememberByHost, RememberWithoutConfirm, RiskAgainstAction,
    SetOnDeny, SetShell, SetTarget, SetType, UnknownAction, UnknownRisk, UnknownWord, UntilWithoutAllow,
    ZeroDuration,
};
use crate::policy::resolve::arguments::{Arguments, User};
use crate::policy::resolve::conditions::{each_literal, negate};
use crate::policy::resolve::ids::{Exception, full_id};
use crate::policy::resolve::names::Scope;
use crate::policy::resolve::never::Worlds;
use crate::policy::resolve::{Poison, Resolved, calls, declarations, subjects};
use crate::policy::sink::Sink;
use crate::policy::typed::{
    ArgPath, ArgType, Condition, Key, Part, Predicate, Remember, Role, Rule, Scope as Lasting, SetArg,
    SetValue, Step,
};
use crate::syntax::ast::{self, Example, RememberLit, RuleField, RuleItem, SetLit};

/// What is checked once a condition is known.
pub(super) struct Checks<'v> {
    pub(super) arguments: Arguments<'v>,
    pub(super) worlds: Worlds,
}

/// The verdict that a word means.
pub(super) fn verdict(word: &str) -> Option<Verdict> {
    match word {
        "allow" => Some(Verdict::Allow),
        "confirm" => Some(Verdict::Confirm),
        "deny" => Some(Verdict::Deny),
        _ => None,
    }
}

/// What somebody who knows other tools calls a verdict.
pub(super) fn verdict_near(word: &str, sink: &Sink) -> Option<String> {
    let near = match word {
        "ask" | "prompt" | "approve" | "warn" => Some("confirm"),
        "permit" | "accept" | "pass" | "grant" => Some("allow"),
        "block" | "forbid" | "refuse" | "reject" | "disallow" | "drop" => Some("deny"),
        _ => None,
    };
    near.map(str::to_owned).or_else(|| sink.nearest.find(word, ["allow", "confirm", "deny"]))
}

/// The risk that a word means.
pub(super) fn risk(word: &str) -> Option<Risk> {
    match word {
        "low" => Some(Risk::Low),
        "medium" => Some(Risk::Medium),
        "high" => Some(Risk::High),
        "critical" => Some(Risk::Critical),
        _ => None,
    }
}

fn risk_name(risk: Risk) -> &'static str {
    match risk {
        Risk::Low => "low",
        Risk::Medium => "medium",
        Risk::High => "high",
        Risk::Critical => "critical",
    }
}

/// The table of section 3: what follows from a risk alone.
pub(super) fn action_of(risk: Risk) -> Verdict {
    match risk {
        Risk::Low => Verdict::Allow,
        Risk::Medium | Risk::High => Verdict::Confirm,
        Risk::Critical => Verdict::Deny,
    }
}

/// … and from an action alone.
fn risk_of(action: Verdict) -> Risk {
    match action {
        Verdict::Allow => Risk::Low,
        Verdict::Confirm => Risk::High,
        Verdict::Deny => Risk::Critical,
    }
}

/// What is remembered where nothing is written.
fn remember_of(risk: Risk, action: Verdict) -> Remember {
    match (action, risk) {
        (Verdict::Allow | Verdict::Deny, _) | (Verdict::Confirm, Risk::High | Risk::Critical) => {
            Remember::Never
        }
        (Verdict::Confirm, Risk::Low | Risk::Medium) => {
            Remember::For { scope: Lasting::Session, seconds: None, key: Key::Call }
        }
    }
}

/// The fields of a rule, each once.
#[derive(Default)]
struct Fields<'a> {
    matches: Option<&'a ast::Field<ast::Expr>>,
    unless: Option<&'a ast::Field<ast::Expr>>,
    risk: Option<&'a ast::Field<ast::Name>>,
    action: Option<&'a ast::Field<ast::Name>>,
    remember: Option<&'a ast::Field<RememberLit>>,
    reason: Option<&'a ast::Text>,
    suggest: Option<&'a ast::Text>,
    set: Vec<&'a ast::Field<SetLit>>,
    mark: Option<&'a ast::Field<ast::Name>>,
    until: Option<&'a ast::Field<ast::Spanned<ast::Date>>>,
    hits: Vec<&'a Example>,
    misses: Vec<&'a Example>,
    tags: Vec<&'a ast::Text>,
}

/// Gathers the fields. One that stands twice was reported by the parser; whoever puts trees together by hand must not
/// get away with it either.
fn fields(item: &RuleItem) -> Resolved<Fields<'_>> {
    let mut found = Fields::default();
    let mut twice = false;
    for field in &item.fields {
        match field {
            RuleField::Match(field) => twice |= found.matches.replace(field).is_some(),
            RuleField::Unless(field) => twice |= found.unless.replace(field).is_some(),
            RuleField::Risk(field) => twice |= found.risk.replace(field).is_some(),
            RuleField::Action(field) => twice |= found.action.replace(field).is_some(),
            RuleField::Remember(field) => twice |= found.remember.replace(field).is_some(),
            RuleField::Reason(field) => twice |= found.reason.replace(&field.value).is_some(),
            RuleField::Suggest(field) => twice |= found.suggest.replace(&field.value).is_some(),
            // One for each argument.
            RuleField::Set(field) => {
                let target = |field: &ast::Field<SetLit>| subjects::argument(&field.value.target);
                twice |=
                    target(field).is_some() && found.set.iter().any(|other| target(other) == target(field));
                found.set.push(field);
            }
            RuleField::Mark(field) => twice |= found.mark.replace(field).is_some(),
            RuleField::Until(field) => twice |= found.until.replace(field).is_some(),
            RuleField::Hits(field) => found.hits.extend(&field.value),
            RuleField::Misses(field) => found.misses.extend(&field.value),
            RuleField::Tags(field) => found.tags.extend(&field.value),
        }
    }
    if twice { Err(Poison) } else { Ok(found) }
}

/// Resolves a rule with the exceptions that `use`s add to it.
pub(super) fn rule(
    scope: &mut Scope<'_>,
    file: usize,
    item: &RuleItem,
    exceptions: &[Exception<'_>],
    checks: &Checks<'_>,
) -> Resolved<Rule> {
    let fields = fields(item)?;
    let decided = decide(&fields, scope.sink);
    let parts = parts(scope, file, &fields, exceptions);
    for example in fields.hits.iter().chain(&fields.misses) {
        if let Example::Call(call) = example {
            calls::call(call, None, scope.vocabulary, scope.sink);
        }
    }
    if let Ok(parts) = &parts {
        let action = decided.as_ref().ok().map(|decided| decided.action);
        let subjects = &scope.subjects;
        let user = User { subjects, action, at: item.id.span, span: item.span };
        checks.arguments.check(parts.iter().map(|part| &part.condition), user, scope.sink);
        checks.worlds.check(parts, item.id.span, scope.sink);
    }
    let remember = remember(&fields, decided.as_ref().ok(), parts.as_deref().ok(), checks, scope.sink);
    let decided = decided?;
    let set = set(scope, &fields, &decided, parts.as_deref().ok(), checks);
    effects_of_action(&fields, &decided, scope.sink);
    let member = scope.members.get(file).ok_or(Poison)?;
    let text = |text: &ast::Text| Arc::<str>::from(text.node.as_str());
    Ok(Rule {
        id: full_id(member, &item.id.node),
        id_span: item.id.span,
        span: item.span,
        title: item.title.as_ref().map(text),
        otherwise: item.otherwise,
        parts: parts?,
        risk: decided.risk,
        action: decided.action,
        action_span: decided.span,
        risk_written: fields.risk.is_some(),
        remember: remember?,
        remember_span: fields.remember.map(|field| field.span),
        reason: fields.reason.map(text),
        suggest: fields.suggest.map(text),
        set: set?,
        mark: fields.mark.map(|field| field.value.node.as_str().into()),
        until: fields.until.map(|field| (field.value.node, field.span)),
        hits: fields.hits.into_iter().cloned().collect(),
        misses: fields.misses.into_iter().cloned().collect(),
        tags: fields.tags.into_iter().map(text).collect(),
    })
}

/// What a rule asks for.
struct Decided {
    risk: Risk,
    action: Verdict,
    span: Span,
}

fn decide(fields: &Fields<'_>, sink: &mut Sink) -> Resolved<Decided> {
    let action = fields.action.map(|field| {
        verdict(&field.value.node).ok_or(Poison).inspect_err(|_| {
            let word = field.value.node.clone();
            let nearest = verdict_near(&word, sink);
            sink.add(&UnknownAction { at: field.value.span, word, nearest });
        })
    });
    let written = fields.risk.map(|field| {
        risk(&field.value.node).ok_or(Poison).inspect_err(|_| {
            let word = field.value.node.clone();
            let nearest = sink.nearest.find(&word, ["low", "medium", "high", "critical"]);
            sink.add(&UnknownRisk { at: field.value.span, word, nearest });
        })
    });
    let (action, written) = (action.transpose()?, written.transpose()?);
    let field = fields.action.or(fields.risk).map(|field| field.span);
    let (Some(span), true) = (field, action.is_some() || written.is_some()) else {
        return Err(Poison);
    };
    if let (Some(action), Some(risk)) = (action, written) {
        let contradict = match (risk, action) {
            (Risk::Critical, Verdict::Allow) | (Risk::Low, Verdict::Deny) => true,
            (Risk::Critical, Verdict::Confirm | Verdict::Deny)
            | (Risk::Low, Verdict::Allow | Verdict::Confirm)
            | (Risk::Medium | Risk::High, _) => false,
        };
        if contradict {
            let other = fields.risk.map_or(span, |field| field.value.span);
            let at = fields.action.map_or(span, |field| field.value.span);
            sink.add(&RiskAgainstAction { at, risk: risk_name(risk), action: action.as_str(), other });
        }
    }
    let action = match (action, written) {
        (Some(action), _) => action,
        (None, Some(risk)) => action_of(risk),
        (None, None) => return Err(Poison),
    };
    Ok(Decided { risk: written.unwrap_or_else(|| risk_of(action)), action, span })
}

fn parts(
    scope: &mut Scope<'_>,
    file: usize,
    fields: &Fields<'_>,
    exceptions: &[Exception<'_>],
) -> Resolved<Vec<Part>> {
    let mut parts = Vec::new();
    let mut sound = true;
    match fields.matches {
        Some(field) => match scope.whole_condition(file, &field.value) {
            Ok(condition) => parts.push(Part { role: Role::Match, condition, span: field.value.span() }),
            Err(Poison) => sound = false,
        },
        None => sound = false,
    }
    let unless = fields.unless.map(|field| (Role::Unless, file, &field.value));
    let except = exceptions.iter().map(|exception| (Role::Except, exception.file, exception.condition));
    for (role, file, expr) in unless.into_iter().chain(except) {
        match scope.whole_condition(file, expr) {
            Ok(condition) => parts.push(Part { role, condition: negate(condition), span: expr.span() }),
            Err(Poison) => sound = false,
        }
    }
    if sound { Ok(parts) } else { Err(Poison) }
}

fn remember(
    fields: &Fields<'_>,
    decided: Option<&Decided>,
    parts: Option<&[Part]>,
    checks: &Checks<'_>,
    sink: &mut Sink,
) -> Resolved<Remember> {
    let Some(field) = fields.remember else {
        return decided.map(|decided| remember_of(decided.risk, decided.action)).ok_or(Poison);
    };
    if let Some(decided) = decided.filter(|decided| decided.action != Verdict::Confirm) {
        sink.add(&RememberWithoutConfirm {
            at: field.keyword,
            action: decided.action.as_str(),
            action_at: decided.span,
        });
    }
    let literal = &field.value;
    let scope = match literal.scope.node.as_str() {
        "never" => None,
        "session" => Some(Lasting::Session),
        "project" => Some(Lasting::Project),
        "always" => Some(Lasting::Always),
        _ => {
            let words = &["never", "session", "project", "always"];
            return unknown_word("`remember`", &literal.scope, words, sink);
        }
    };
    let key = match literal.key.as_ref().map(|key| key.node.as_str()) {
        None | Some("call") => Key::Call,
        Some("command") => Key::Command,
        Some("host") => Key::Host,
        Some("tool") => Key::Tool,
        Some(_) => {
            let words = &["call", "command", "host", "tool"];
            return match &literal.key {
                Some(key) => unknown_word("`remember … by`", key, words, sink),
                None => Err(Poison),
            };
        }
    };
    let Some(scope) = scope else {
        if literal.duration.is_some() || literal.key.is_some() {
            sink.add(&NeverForOrBy { at: field.span });
        }
        return Ok(Remember::Never);
    };
    let seconds = literal.duration.as_ref().map(|duration| duration.node.seconds());
    if let (Some(0), Some(duration)) = (seconds, &literal.duration) {
        sink.add(&ZeroDuration { at: duration.span, what: "how long an answer is remembered" });
    }
    if let (Some(parts), Some(written)) = (parts, &literal.key) {
        let condition = fields.matches.map_or(field.span, |field| field.value.span());
        match key {
            Key::Command if !has_pattern(parts) => {
                sink.add(&RememberByCommand { at: written.span, condition });
            }
            Key::Host if !parts.iter().all(|part| checks.worlds.by_host(&part.condition)) => {
                sink.add(&RememberByHost { at: written.span, condition });
            }
            Key::Call | Key::Command | Key::Host | Key::Tool => {}
        }
    }
    Ok(Remember::For { scope, seconds, key })
}

fn unknown_word<T>(
    what: &'static str,
    name: &ast::Name,
    words: &'static [&'static str],
    sink: &mut Sink,
) -> Resolved<T> {
    let nearest = sink.nearest.find(&name.node, words.iter().copied());
    sink.add(&UnknownWord { at: name.span, what, word: name.node.clone(), words, nearest });
    Err(Poison)
}

/// Whether a rule's condition holds by a command pattern.
fn has_pattern(parts: &[Part]) -> bool {
    let mut found = false;
    for part in parts {
        each_literal(&part.condition, &mut |literal| {
            found |= !literal.negated && matches!(&*literal.predicate, Predicate::Command(_));
        });
    }
    found
}

/// Fields that have no use with the rule's action.
fn effects_of_action(fields: &Fields<'_>, decided: &Decided, sink: &mut Sink) {
    let denies = decided.action == Verdict::Deny;
    if let (true, Some(field)) = (denies, fields.mark) {
        sink.add(&MarkOnDeny { at: field.span, action_at: decided.span });
    }
    if let (true, Some(field)) = (denies, fields.set.first()) {
        sink.add(&SetOnDeny { at: field.span, action_at: decided.span });
    }
    if let (true, Some(field)) = (decided.action != Verdict::Allow, fields.until) {
        sink.add(&UntilWithoutAllow { at: field.span, action_at: decided.span });
    }
}

fn set(
    scope: &mut Scope<'_>,
    fields: &Fields<'_>,
    decided: &Decided,
    parts: Option<&[Part]>,
    checks: &Checks<'_>,
) -> Resolved<Vec<SetArg>> {
    let mut all = Vec::new();
    let mut sound = true;
    for field in &fields.set {
        let target = &field.value.target;
        let path = match subjects::argument(target) {
            Some(path) if !path.steps.contains(&Step::Star) => path,
            _ => {
                scope.sink.add(&SetTarget { at: target.span, what: subjects::written(target) });
                sound = false;
                continue;
            }
        };
        let value = match &field.value.value {
            ast::SetValue::Json(json) => SetValue::Json(json.clone()),
            ast::SetValue::Inside(dir) => match scope.path_text(&dir.node, dir.span, "inside") {
                Ok(dir) => SetValue::Inside(dir),
                Err(Poison) => {
                    sound = false;
                    continue;
                }
            },
        };
        if let (Some(parts), true) = (parts, decided.action != Verdict::Deny) {
            set_type(&path, &value, target.span, parts, checks, scope.sink);
        }
        all.push(SetArg { target: path, value, span: field.span });
    }
    if sound { Ok(all) } else { Err(Poison) }
}

/// Whether the argument is one that can be set, to this value.
fn set_type(
    path: &ArgPath,
    value: &SetValue,
    at: Span,
    parts: &[Part],
    checks: &Checks<'_>,
    sink: &mut Sink,
) {
    let conditions: Vec<&Condition> = parts.iter().map(|part| &part.condition).collect();
    let Some(types) = checks.arguments.types(path, at, &conditions, sink) else { return };
    let shell = |(ty, _): &&(ArgType, Span)| matches!(ty, ArgType::Shell(_));
    if let Some((_, declared)) = types.iter().find(shell) {
        sink.add(&SetShell { at, name: path.name.to_string(), declared: *declared });
        return;
    }
    let fits = |ty: ArgType| match value {
        SetValue::Inside(_) => {
            matches!(ty, ArgType::Path | ArgType::Tree | ArgType::Glob | ArgType::Json)
        }
        SetValue::Json(json) => !path.steps.is_empty() || declarations::fits(ty, &calls::json(json)),
    };
    let Some((ty, declared)) = types.first() else { return };
    if types.iter().any(|(ty, _)| fits(*ty)) {
        return;
    }
    let found = match value {
        SetValue::Inside(_) => "a path",
        SetValue::Json(json) => calls::json_kind(&calls::json(json)),
    };
    sink.add(&SetType { at, name: path.name.to_string(), ty: ty.name(), found, declared: *declared });
}
