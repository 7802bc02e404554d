//! Random policies, as data and as text.

use std::fmt::Write;

use super::Dice;
use super::predicates::{self, About, Rights};

/// A policy set.
#[derive(Clone, Debug)]
pub struct Policies {
    pub layers: Vec<Layer>,
    /// Files that others use.
    pub library: Vec<File>,
}

#[derive(Clone, Debug)]
pub struct Layer {
    pub trusted: bool,
    pub files: Vec<File>,
}

#[derive(Clone, Debug)]
pub struct File {
    pub name: String,
    pub default: Option<&'static str>,
    pub closed: bool,
    pub root: Option<String>,
    /// `use` items.
    pub uses: Vec<Use>,
    /// `let`, `tool`, `operation` and `context` items, as text.
    pub declarations: Vec<String>,
    pub rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
pub struct Use {
    pub target: String,
    pub alias: Option<String>,
    pub without: Vec<String>,
    pub except: Vec<(String, Condition)>,
}

#[derive(Clone, Debug)]
pub struct Rule {
    pub id: String,
    pub otherwise: bool,
    pub action: &'static str,
    /// `risk` in place of `action`.
    pub by_risk: bool,
    pub condition: Condition,
    pub unless: Option<Condition>,
}

#[derive(Clone, Debug)]
pub enum Condition {
    Any,
    /// A predicate, `marked NAME` or a name, as text.
    Leaf(String),
    Not(Box<Condition>),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

impl Condition {
    pub fn text(&self) -> String {
        let inner = |condition: &Condition| match condition {
            Condition::And(_) | Condition::Or(_) => format!("({})", condition.text()),
            Condition::Any | Condition::Leaf(_) | Condition::Not(_) => condition.text(),
        };
        let chain = |all: &[Condition], word: &str| all.iter().map(inner).collect::<Vec<_>>().join(word);
        match self {
            Condition::Any => "any".to_owned(),
            Condition::Leaf(text) => text.clone(),
            Condition::Not(condition) => format!("not {}", inner(condition)),
            Condition::And(all) => chain(all, " and "),
            Condition::Or(all) => chain(all, " or "),
        }
    }
}

impl Rule {
    pub fn text(&self) -> String {
        let keyword = if self.otherwise { "otherwise" } else { "rule" };
        let (id, condition) = (&self.id, self.condition.text());
        if self.unless.is_none() && !self.by_risk {
            return format!("{keyword} {id} {condition} => {}", self.action);
        }
        let mut text = format!("{keyword} {id} {{\n  match {condition}\n");
        if let Some(unless) = &self.unless {
            let _ = writeln!(text, "  unless {}", unless.text());
        }
        let _ = match (self.by_risk, self.action) {
            (true, "allow") => writeln!(text, "  risk low"),
            (true, "confirm") => writeln!(text, "  risk medium"),
            (true, _) => writeln!(text, "  risk critical"),
            (false, action) => writeln!(text, "  action {action}"),
        };
        text + "}"
    }
}

impl File {
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.default.is_some() || self.closed || self.root.is_some() {
            text.push_str("policy \"p\" {\n");
            if let Some(default) = self.default {
                let _ = writeln!(text, "  default {default}");
            }
            if self.closed {
                text.push_str("  closed true\n");
            }
            if let Some(root) = &self.root {
                let _ = writeln!(text, "  root \"{root}\"");
            }
            text.push_str("}\n");
        }
        for used in &self.uses {
            let _ = write!(text, "use \"{}\"", used.target);
            if let Some(alias) = &used.alias {
                let _ = write!(text, " as {alias}");
            }
            if !used.without.is_empty() || !used.except.is_empty() {
                text.push_str(" {\n");
                for id in &used.without {
                    let _ = writeln!(text, "  without {id}");
                }
                for (id, condition) in &used.except {
                    let _ = writeln!(text, "  except {id} when {}", condition.text());
                }
                text.push('}');
            }
            text.push('\n');
        }
        for item in self.declarations.iter().cloned().chain(self.rules.iter().map(Rule::text)) {
            text.push_str(&item);
            text.push('\n');
        }
        text
    }
}

impl Policies {
    /// All texts, for people.
    pub fn shown(&self) -> String {
        let mut text = String::new();
        for file in &self.library {
            let _ = writeln!(text, "##### library {}\n{}", file.name, file.text());
        }
        for (at, layer) in self.layers.iter().enumerate() {
            for file in &layer.files {
                let trusted = if layer.trusted { "" } else { " (untrusted)" };
                let _ = writeln!(text, "##### layer {at}{trusted}, {}\n{}", file.name, file.text());
            }
        }
        text
    }

    /// Every rule, with a way to leave it out.
    pub fn rules_mut(&mut self) -> impl Iterator<Item = &mut Vec<Rule>> {
        let own = self.layers.iter_mut().flat_map(|layer| &mut layer.files);
        own.chain(&mut self.library).map(|file| &mut file.rules)
    }
}

/// What every set declares, in its first file.
pub const DECLARATIONS: &[&str] = &[
    "operation payment",
    "operation payment.refund",
    "context branch: text",
    "context replicas: number",
    "context interactive: bool",
    "tool Bash {\n  operation exec\n  arg command: shell\n  arg note: text = \"\"\n}",
    "tool Read {\n  operation read\n  arg path: path\n  arg limit: json\n}",
    "tool refund on \"bank\" {\n  operation payment.refund\n  arg amount: json\n  arg items: json = []\n  arg to: json\n}",
    "tool /mail_[a-z]+/ {\n  arg to: json\n  arg body: text\n}",
];

/// A random set.
pub fn policies(dice: &mut Dice<'_>) -> Policies {
    let mut library = Vec::new();
    if dice.chance(25) {
        let mut used = file(dice, "lib.policy", 3, true);
        if !used.declarations.iter().any(|text| text.contains("let lib_dirs")) {
            used.declarations.push("let lib_dirs = [\"src\", \"~/.aws\"]".to_owned());
        }
        library.push(used);
    }
    let count = 1 + dice.below(3);
    let mut layers: Vec<Layer> = Vec::new();
    for at in 0..count {
        let trusted = at == 0 || !dice.chance(20);
        let files = 1 + dice.below(2);
        let most = 4;
        let files =
            (0..files).map(|number| file(dice, &format!("f{at}{number}.policy"), most, trusted)).collect();
        layers.push(Layer { trusted, files });
    }
    if let Some(used) = library.first().cloned() {
        let from = dice.below(layers.len());
        let layer = &mut layers[from];
        let mut one = Use {
            target: used.name.clone(),
            alias: dice.chance(30).then(|| "other".to_owned()),
            without: Vec::new(),
            except: Vec::new(),
        };
        if let Some(rule) = used.rules.first() {
            match dice.below(4) {
                2 => one.without.push(rule.id.clone()),
                3 => {
                    let about = predicates::about(dice);
                    one.except.push((rule.id.clone(), condition(dice, about, Rights::Any, 1)));
                }
                _ => {}
            }
        }
        layer.files[0].uses.push(one);
        if layer.trusted {
            // Its names can be used here.
            let (prefix, id) = (dice.text(&["", "lib:", "other:"]), format!("u{from}"));
            let alias = layer.files[0].uses[0].alias.is_some();
            if prefix.is_empty() || (prefix == "other:") == alias {
                let path = format!("path within {prefix}lib_dirs");
                let condition = Condition::Leaf(path);
                let action = *dice.pick(&["allow", "confirm", "deny"]);
                layer.files[0].rules.push(Rule {
                    id,
                    otherwise: false,
                    action,
                    by_risk: false,
                    condition,
                    unless: None,
                });
            }
        }
    }
    layers[0].files[0].declarations.extend(DECLARATIONS.iter().map(|text| (*text).to_owned()));
    Policies { layers, library }
}

fn file(dice: &mut Dice<'_>, name: &str, most: usize, trusted: bool) -> File {
    let start = name.trim_end_matches(".policy");
    let mut declarations = Vec::new();
    if dice.chance(30) {
        let list = predicates::list(dice, predicates::DIRS, 3);
        declarations.push(format!("let {start}_dirs = {list}"));
    }
    if dice.chance(30) {
        let about = predicates::about(dice);
        let text = condition(dice, about, Rights::Declared, 1).text();
        declarations.push(format!("let {start}_when = {text}"));
    }
    let count = dice.below(most + 1);
    let mut rules: Vec<Rule> = (0..count).map(|at| rule(dice, format!("{start}-r{at}"))).collect();
    for rule in &mut rules {
        let named = declarations.iter().find(|text| text.contains("_when"));
        if named.is_some() && dice.chance(25) {
            let name = Condition::Leaf(format!("{start}_when"));
            let old = std::mem::replace(&mut rule.condition, Condition::Any);
            rule.condition = match dice.below(3) {
                0 => name,
                1 => Condition::Or(vec![old, name]),
                _ => Condition::Or(vec![old, Condition::Not(Box::new(name))]),
            };
        }
        if declarations.iter().any(|text| text.contains("_dirs")) && dice.chance(20) {
            rule.condition =
                Condition::Leaf(format!("path {}within [{start}_dirs, \"/tmp\"]", dice.text(&["", "not "])));
        }
    }
    File {
        name: name.to_owned(),
        default: match dice.below(6) {
            3 => Some("deny"),
            4 | 5 => Some("confirm"),
            _ => None,
        },
        closed: trusted && dice.chance(10),
        root: dice.chance(12).then(|| "sub".to_owned()),
        uses: Vec::new(),
        declarations,
        rules,
    }
}

/// A random rule.
pub fn rule(dice: &mut Dice<'_>, id: String) -> Rule {
    let otherwise = dice.chance(20);
    let action = *dice.pick(&["allow", "allow", "confirm", "deny"]);
    let rights = if action == "allow" { Rights::Declared } else { Rights::Any };
    let about = predicates::about(dice);
    let condition_ = if dice.chance(10) { Condition::Any } else { condition(dice, about, rights, 2) };
    Rule {
        id,
        otherwise,
        action,
        by_risk: dice.chance(15),
        condition: condition_,
        unless: dice.chance(20).then(|| condition(dice, about, rights, 1)),
    }
}

/// A random condition about one kind of effect.
pub fn condition(dice: &mut Dice<'_>, about: About, rights: Rights, depth: usize) -> Condition {
    let leaf = |dice: &mut Dice<'_>| Condition::Leaf(predicates::predicate(dice, about, rights));
    if depth == 0 {
        return leaf(dice);
    }
    let many = |dice: &mut Dice<'_>| {
        let count = 2 + dice.below(2);
        (0..count).map(|_| condition(dice, about, rights, depth - 1)).collect::<Vec<_>>()
    };
    match dice.below(10) {
        0..=4 => leaf(dice),
        5 | 6 => Condition::And(many(dice)),
        7 | 8 => Condition::Or(many(dice)),
        _ => Condition::Not(Box::new(condition(dice, about, rights, depth - 1))),
    }
}
