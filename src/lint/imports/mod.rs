//! Names and files that are brought in and not used, or hide each other.

pub(super) mod duplicate_use;
pub(super) mod shadowed_name;
pub(super) mod unused_declaration;
pub(super) mod unused_let;
pub(super) mod unused_use;

use std::collections::HashSet;

use crate::lint::expr;
use crate::policy::File;
use crate::syntax::ast::{Expr, Item, LetItem, LetValue, UseItem, Value};

/// The `let`s of a file.
fn lets(file: &File) -> impl Iterator<Item = &LetItem> {
    file.tree.items.iter().filter_map(|item| match item {
        Item::Let(item) => Some(item),
        _ => None,
    })
}

/// The `use`s of a file.
fn uses(file: &File) -> impl Iterator<Item = &UseItem> {
    file.tree.items.iter().filter_map(|item| match item {
        Item::Use(item) => Some(item),
        _ => None,
    })
}

/// Every name that stands for something in a file's conditions and values, without what stands before a `:`.
fn mentioned(file: &File) -> HashSet<&str> {
    let mut names = HashSet::new();
    for condition in expr::conditions(&file.tree) {
        expr::walk(condition, &mut |one| match one {
            Expr::Name(name) => {
                names.insert(last(&name.node));
            }
            Expr::Predicate(predicate) => {
                predicate.operand.iter().for_each(|value| values(value, &mut names))
            }
            _ => {}
        });
    }
    for item in lets(file) {
        if let LetValue::Value(value) = &item.value {
            values(value, &mut names);
        }
    }
    names
}

fn last(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// The names in a value; the parser limits how deep lists nest.
fn values<'v>(value: &'v Value, names: &mut HashSet<&'v str>) {
    match value {
        Value::Name(name) => {
            names.insert(last(&name.node));
        }
        Value::List(all, _) => all.iter().for_each(|one| values(one, names)),
        _ => {}
    }
}
