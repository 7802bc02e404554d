//! `docs/packs.md` lists every pack and rule. `UPDATE_DOCS=1` writes it anew.

use std::fmt::Write as _;

use toolgate::engine::embedded;
use toolgate::model::SourceId;
use toolgate::syntax::ast::{Item, RuleField, RuleItem, Tree};
use toolgate::syntax::parse;

use crate::library::repository;

const HEAD: &str = "\
# The packs

Files that are part of toolgate, for `use \"std:…\"`. A pack's rules have its name before their ids: `git:force-push`. Leave one out with
`without ID`, narrow it with `except ID when CONDITION` ([language](language.md#use)). Ids are stable: a new version of a pack may add
rules, and a rule that changes its meaning gets a new id or the pack a new version (`std:packs/git@2`).

`plain` and `develop` allow; every other pack only asks and refuses, so that using one never loosens what your rules say – but
for one thing: where you refuse by default, a call for which a rule asks is asked.
";

#[test]
fn packs_page_is_fresh() {
    let path = repository().join("docs/packs.md");
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written == page, "docs/packs.md is not fresh: run the test with UPDATE_DOCS=1");
}

fn page() -> String {
    let mut out = String::from(HEAD);
    out.push_str("\n## Packs\n\n| pack | rules | what it is for |\n| --- | --- | --- |\n");
    for file in embedded::all().filter(|file| file.name.starts_with("packs/")) {
        let tree = parse(SourceId(0), file.text).tree;
        let name = file.name.trim_start_matches("packs/");
        let _ = writeln!(
            out,
            "| [`{0}`](#{0}) | {1} | {2} |",
            name,
            rules(&tree).count(),
            first_sentence(&head_comment(file.text))
        );
    }
    for file in embedded::all().filter(|file| file.name.starts_with("packs/")) {
        let tree = parse(SourceId(0), file.text).tree;
        let name = file.name.trim_start_matches("packs/");
        let _ = write!(out, "\n## {name}\n\n{}\n\n", head_comment(file.text));
        out.push_str("| id | what | verdict | why |\n| --- | --- | --- | --- |\n");
        for rule in rules(&tree) {
            let title = rule.title.as_ref().map_or("", |title| title.node.as_str());
            let _ = writeln!(
                out,
                "| `{name}:{}` | {} | {} | {} |",
                rule.id.node,
                cell(title),
                verdict(rule),
                cell(reason(rule))
            );
        }
    }
    out.push_str("\n## Tool declarations\n\n| file | what it declares |\n| --- | --- |\n");
    for file in embedded::all().filter(|file| file.name.starts_with("tools/")) {
        let _ = writeln!(out, "| `std:{}` | {} |", file.name, first_sentence(&head_comment(file.text)));
    }
    out
}

fn rules(tree: &Tree) -> impl Iterator<Item = &RuleItem> {
    tree.items.iter().filter_map(|item| match item {
        Item::Rule(rule) => Some(rule),
        _ => None,
    })
}

/// The comment that a file begins with, as running text.
fn head_comment(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.starts_with('#'));
    let lines: Vec<&str> = lines.map(|line| line.trim_start_matches('#').trim()).collect();
    lines.join(" ")
}

fn first_sentence(text: &str) -> String {
    let end = text.find(". ").map_or(text.len(), |at| at + 1);
    text.get(..end).unwrap().to_owned()
}

fn verdict(rule: &RuleItem) -> String {
    let mut action = None;
    let mut risk = None;
    for field in &rule.fields {
        match field {
            RuleField::Action(field) => action = Some(field.value.node.as_str()),
            RuleField::Risk(field) => risk = Some(field.value.node.as_str()),
            _ => {}
        }
    }
    let action = action.unwrap_or(match risk {
        Some("low") => "allow",
        Some("critical") => "deny",
        _ => "confirm",
    });
    match (action, risk) {
        ("confirm", Some(risk)) => format!("confirm ({risk})"),
        _ => action.to_owned(),
    }
}

fn reason(rule: &RuleItem) -> &str {
    let found = rule.fields.iter().find_map(|field| match field {
        RuleField::Reason(field) => Some(field.value.node.as_str()),
        _ => None,
    });
    found.unwrap_or("")
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
