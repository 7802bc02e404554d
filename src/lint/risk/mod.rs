//! Risk, action and reason that do not go together.

pub(super) mod confirm_without_reason;
pub(super) mod deny_without_reason;
pub(super) mod high_risk_allow;
pub(super) mod low_risk_confirm;
pub(super) mod needless_action;
pub(super) mod needless_remember;

use crate::lint::policies::RuleView;
use crate::syntax::ast::{Field, Name, RuleField};

/// The `risk` field of a rule.
fn risk<'v>(view: &'v RuleView<'_>) -> Option<&'v Field<Name>> {
    view.item.fields.iter().find_map(|field| match field {
        RuleField::Risk(field) => Some(field),
        _ => None,
    })
}

/// The `action` field of a rule.
fn action<'v>(view: &'v RuleView<'_>) -> Option<&'v Field<Name>> {
    view.item.fields.iter().find_map(|field| match field {
        RuleField::Action(field) => Some(field),
        _ => None,
    })
}
