//! Tests that are missing, say the same twice, or look at one side alone.

pub(super) mod hits_without_misses;
pub(super) mod no_tests;
pub(super) mod only_allow_tests;
pub(super) mod repeated_test_case;
pub(super) mod same_test_name;
pub(super) mod untested_rule;

use crate::policy::File;
use crate::syntax::ast::{Item, RuleField, RuleItem, TestItem};

/// The tests of a file.
fn tests(file: &File) -> impl Iterator<Item = &TestItem> {
    file.tree.items.iter().filter_map(|item| match item {
        Item::Test(item) => Some(item),
        _ => None,
    })
}

/// The rules of a file.
fn rules(file: &File) -> impl Iterator<Item = &RuleItem> {
    file.tree.items.iter().filter_map(|item| match item {
        Item::Rule(item) => Some(item),
        _ => None,
    })
}

fn has_hits(item: &RuleItem) -> bool {
    item.fields.iter().any(|field| matches!(field, RuleField::Hits(field) if !field.value.is_empty()))
}

fn has_misses(item: &RuleItem) -> bool {
    item.fields.iter().any(|field| matches!(field, RuleField::Misses(field) if !field.value.is_empty()))
}
