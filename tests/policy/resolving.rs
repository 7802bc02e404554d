//! Sound policies, and what becomes of them.

use std::sync::Arc;

use insta::assert_snapshot;
use toolgate::model::Severity;
use toolgate::policy::typed::LayerKind;
use toolgate::policy::{LayerFiles, resolve_set, restrict};

use super::dump::dump;
use super::shelf::{Shelf, listed, resolve, sound};

const TOOLS: &str = "tool Bash { operation exec  arg command: shell }\n\
                     tool Read { operation read  arg file_path: path }\n\
                     tool Fetch { operation network  arg url: url }\n";

#[test]
fn the_first_policy_of_the_page() {
    let text = include_str!("../syntax/first.policy")
        .replace("use \"std:tools/claude-code\"", TOOLS)
        .replace("use \"std:packs/plain\"", "");
    assert_snapshot!(dump(&sound(&text)));
}

#[test]
fn every_predicate() {
    assert_snapshot!(dump(&sound(include_str!("predicates.policy"))));
}

#[test]
fn every_item() {
    assert_snapshot!(dump(&sound(include_str!("items.policy"))));
}

#[test]
fn used_files_bring_their_rules_under_their_name() {
    assert_snapshot!(dump(&sound(
        r#"
use "team.policy" { without git:clean  except team when path within "/tmp/mine" }
use "lists-a.policy" as a
use "std:packs/git@1" { except force-push when command runs `git push ... origin wip/*` }
rule x  path within [a:keys, tmp] => deny
test "t" {
  pay {} => confirm by team:team
  pay {} => deny by git:force-push
}
"#
    )));
}

#[test]
fn what_one_layer_declares_all_know() {
    let shelf = Shelf::new(
        "rule r  tool_arg.amount > 3 and operation is payment and context.branch == \"x\" => deny\n",
    );
    let mut other = Shelf::new("");
    let declarations = "tool pay { arg amount: json }\noperation payment.refund\ncontext branch: text\n";
    let file = Arc::new(super::shelf::file(toolgate::model::SourceId(99), "other.policy", declarations));
    other.add("unused.policy", "");
    let mut managed = shelf.layer(LayerKind::Managed);
    managed.files = vec![file];
    let set = resolve_set(&[managed, shelf.layer(LayerKind::User)], &shelf);
    assert!(set.is_sound(), "{}", listed(&set.diagnostics, &shelf));
    let alone = resolve_set(&[shelf.layer(LayerKind::User)], &shelf);
    let codes: Vec<_> = alone.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["unknown-operation", "unknown-context"]);
}

#[test]
fn an_untrusted_layer_can_only_refuse() {
    let text = r#"
policy "p" { default confirm  closed true }
use "../outside.policy"
use "std:packs/git"
operation memory "text of its own"
rule yes "title"  operation is read => allow
rule no "title" { match path within "a"  unless path within "a/b"  action deny  reason "r"  suggest "s"  tags ["t"] }
rule ask { match operation is network  action confirm  remember always by host  mark seen  set tool_arg.x = 1 }
otherwise rest  any => deny
redact { env /X/ }
hook h { on stop  run "x" }
test "t" { x {} => deny by no }
"#;
    let shelf = Shelf::new(text);
    let mut layer = shelf.layer(LayerKind::Project);
    layer.trusted = false;
    let set = resolve_set(&[layer], &shelf);
    assert!(set.is_sound(), "{}", listed(&set.diagnostics, &shelf));
    let restricted = restrict(set.layers.into_iter().next().unwrap());
    assert!(restricted.operations.iter().all(|operation| operation.description.is_none()));
    assert!(restricted.rules.iter().all(|rule| {
        rule.title.is_none() && rule.reason.is_none() && rule.suggest.is_none() && rule.tags.is_empty()
    }));
    assert_snapshot!(dump(&restricted));
}

#[test]
fn a_trusted_layer_is_left_as_it_is() {
    let layer = sound("rule yes  operation is read => allow\n");
    assert_eq!(restrict(layer.clone()), layer);
}

#[test]
fn a_layer_counts_each_file_once() {
    let shelf = Shelf::new("use \"std:packs/git\"\n");
    let second = Arc::new(super::shelf::file(
        toolgate::model::SourceId(99),
        "second.policy",
        "use \"std:packs/git@1\" { without clean }\n",
    ));
    let layer = LayerFiles { files: vec![shelf.example(), second], ..shelf.layer(LayerKind::User) };
    let set = resolve_set(&[layer], &shelf);
    let ids: Vec<_> = set.layers[0].rules.iter().map(|rule| rule.id.to_string()).collect();
    assert_eq!(ids, ["git:force-push"]);
    assert_eq!(set.files[0].len(), 3);
}

#[test]
fn a_set_with_errors_is_not_sound() {
    for text in ["rule r  path within x => deny\n", "rule r  => deny\n", "nonsense\n", "use \"x\"\n"] {
        let (set, _) = resolve(text);
        assert!(!set.is_sound(), "{text}");
        assert!(set.diagnostics.iter().any(|found| found.severity == Severity::Error));
    }
}
