//! Trees to rules, by substitution: each name is replaced by what it stands for, each time it is met. Only correct
//! policies get here; whatever a wrong one would need panics.

use std::collections::BTreeMap;
use std::rc::Rc;

use toolgate::syntax::ast::{
    self, Expr, Item, Json, LetValue, Operator, PolicyField, RegexLit, RuleField, Segment, ToolField,
    ToolName, Tree, UseChange, Value,
};

/// A verdict, stricter ones greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum V {
    Allow,
    Confirm,
    Deny,
}

/// A policy set before it is resolved.
pub struct Written {
    pub layers: Vec<WrittenLayer>,
    /// Files that others use, by the name that `use` gives.
    pub library: BTreeMap<String, Tree>,
}

pub struct WrittenLayer {
    pub trusted: bool,
    pub files: Vec<Tree>,
}

/// A resolved set.
pub struct Set {
    pub layers: Vec<Layer>,
    /// What is known of tools; the declarations of all layers.
    pub tools: Vec<Tool>,
}

pub struct Layer {
    pub trusted: bool,
    pub closed: bool,
    pub default: Option<V>,
    pub rules: Vec<Rule>,
}

pub struct Rule {
    pub otherwise: bool,
    pub action: V,
    pub condition: Condition,
}

/// A condition whose negations stand at its predicates.
#[derive(Clone, Debug)]
pub enum Condition {
    Always,
    Never,
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Is(Rc<Predicate>, bool),
}

impl Condition {
    /// Calls `look` with every predicate; the flag says whether its negation is meant.
    pub fn each(&self, look: &mut impl FnMut(&Predicate, bool)) {
        match self {
            Condition::Always | Condition::Never => {}
            Condition::And(all) | Condition::Or(all) => all.iter().for_each(|one| one.each(look)),
            Condition::Is(predicate, negated) => look(predicate, *negated),
        }
    }
}

/// A predicate in its plain form. `marked NAME` has the subject `marked` and a name as operand.
#[derive(Clone, Debug)]
pub struct Predicate {
    pub subject: Vec<Step>,
    pub operator: Operator,
    pub operand: Vec<Atom>,
    pub marked: bool,
}

/// A piece of a subject.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Step {
    Name(String),
    Index(u32),
    Star,
}

/// A value of a list that was flattened.
#[derive(Clone, Debug)]
pub enum Atom {
    /// A text, and the `root` of the file that it stands in.
    Text(String, String),
    Regex(RegexLit),
    Pattern(String),
    Number(f64),
    Bool(bool),
    /// An operation's or agent's name, a mark.
    Name(String),
    /// `root`, and the `root` of its file.
    Root(String),
}

/// A tool declaration.
pub struct Tool {
    pub names: Vec<ToolName>,
    pub server: Option<String>,
    pub args: Vec<Arg>,
}

pub struct Arg {
    pub name: String,
    pub default: Option<serde_json::Value>,
}

/// A file at work.
struct Member<'a> {
    tree: &'a Tree,
    /// The files it uses: what stands before their ids, and which they are.
    uses: Vec<(String, usize)>,
}

pub fn resolve(written: &Written) -> Set {
    let gathered: Vec<Vec<Member<'_>>> =
        written.layers.iter().map(|layer| gather(layer, &written.library)).collect();
    let mut operations: Vec<String> =
        toolgate::model::BUILT_IN.iter().map(|name| (*name).to_owned()).collect();
    let mut tools = Vec::new();
    for member in gathered.iter().flatten() {
        for item in &member.tree.items {
            match item {
                Item::Operation(item) => operations.push(item.name.node.clone()),
                Item::Tool(item) => tools.push(tool(item)),
                _ => {}
            }
        }
    }
    // What lies above a declared name is a name too.
    let above: Vec<String> = operations.iter().flat_map(|name| beginnings(name)).collect();
    operations.extend(above);
    let layers = written
        .layers
        .iter()
        .zip(&gathered)
        .map(|(layer, members)| {
            let scope = Scope { members, operations: &operations };
            let mut resolved =
                Layer { trusted: layer.trusted, closed: false, default: None, rules: Vec::new() };
            for file in 0..members.len() {
                scope.file(file, &mut resolved);
            }
            resolved
        })
        .collect();
    Set { layers, tools }
}

/// `a.b.c`: `a`, `a.b`.
fn beginnings(name: &str) -> Vec<String> {
    name.match_indices('.').map(|(at, _)| name[..at].to_owned()).collect()
}

fn gather<'a>(layer: &'a WrittenLayer, library: &'a BTreeMap<String, Tree>) -> Vec<Member<'a>> {
    let mut members: Vec<Member<'a>> =
        layer.files.iter().map(|tree| Member { tree, uses: Vec::new() }).collect();
    let mut names: Vec<Option<&str>> = layer.files.iter().map(|_| None).collect();
    let mut at = 0;
    while at < members.len() {
        let tree = members[at].tree;
        for item in &tree.items {
            let Item::Use(item) = item else { continue };
            let (name, used) = library.get_key_value(&item.target.node).expect("a file of the library");
            let target = names.iter().position(|known| *known == Some(name)).unwrap_or_else(|| {
                members.push(Member { tree: used, uses: Vec::new() });
                names.push(Some(name));
                members.len() - 1
            });
            let prefix = match &item.alias {
                Some(alias) => alias.node.clone(),
                None => name.rsplit('/').next().unwrap_or(name).trim_end_matches(".policy").to_owned(),
            };
            members[at].uses.push((prefix, target));
        }
        at += 1;
    }
    members
}

fn tool(item: &ast::ToolItem) -> Tool {
    let args = item.fields.iter().filter_map(|field| match field {
        ToolField::Arg(field) => {
            Some(Arg { name: field.value.name.node.clone(), default: field.value.default.as_ref().map(json) })
        }
        ToolField::Operation(_) => None,
    });
    Tool {
        names: item.names.clone(),
        server: item.server.as_ref().map(|server| server.node.clone()),
        args: args.collect(),
    }
}

pub fn json(value: &Json) -> serde_json::Value {
    match value {
        Json::Null(_) => serde_json::Value::Null,
        Json::Bool(value) => value.node.into(),
        Json::Number(value) => value.node.into(),
        Json::Text(text) => text.node.as_str().into(),
        Json::List(all, _) => all.iter().map(json).collect(),
        Json::Object(object) => serde_json::Value::Object(
            object.members.iter().map(|(name, value)| (name.node.clone(), json(value))).collect(),
        ),
    }
}

struct Scope<'a> {
    members: &'a [Member<'a>],
    operations: &'a [String],
}

impl<'a> Scope<'a> {
    /// Adds what a file says to its layer.
    fn file(&self, file: usize, layer: &mut Layer) {
        for item in &self.members[file].tree.items {
            match item {
                Item::Policy(item) => {
                    for field in &item.fields {
                        match field {
                            PolicyField::Default(field) => {
                                let default = verdict(&field.value.node);
                                layer.default = layer.default.max(Some(default));
                            }
                            PolicyField::Closed(field) => layer.closed |= field.value.node,
                            PolicyField::Description(_)
                            | PolicyField::Language(_)
                            | PolicyField::Root(_)
                            | PolicyField::SelfProtection(_) => {}
                        }
                    }
                }
                Item::Rule(item) => layer.rules.extend(self.rule(file, item)),
                _ => {}
            }
        }
    }

    /// A rule, if no file that uses its file leaves it out.
    fn rule(&self, file: usize, item: &ast::RuleItem) -> Option<Rule> {
        let mut all = Vec::new();
        let (mut action, mut risk) = (None, None);
        for field in &item.fields {
            match field {
                RuleField::Match(field) => all.push(self.condition(file, &field.value, false)),
                RuleField::Unless(field) => all.push(self.condition(file, &field.value, true)),
                RuleField::Action(field) => action = Some(verdict(&field.value.node)),
                RuleField::Risk(field) => risk = Some(field.value.node.as_str()),
                _ => {}
            }
        }
        for (user, member) in self.members.iter().enumerate() {
            for change in member.uses_of(file) {
                match change {
                    UseChange::Without(field) => {
                        if field.value.iter().any(|id| id.node == item.id.node) {
                            return None;
                        }
                    }
                    UseChange::Except(field) => {
                        let (id, condition) = &field.value;
                        if id.node == item.id.node {
                            all.push(self.condition(user, condition, true));
                        }
                    }
                }
            }
        }
        let action = action.unwrap_or_else(|| match risk {
            Some("low") => V::Allow,
            Some("medium" | "high") => V::Confirm,
            Some("critical") => V::Deny,
            other => panic!("no action and risk {other:?}"),
        });
        Some(Rule { otherwise: item.otherwise, action, condition: Condition::And(all) })
    }

    /// A condition; `negated` if its negation is meant.
    fn condition(&self, file: usize, expr: &Expr, negated: bool) -> Condition {
        let all = |parts: &[Expr]| parts.iter().map(|part| self.condition(file, part, negated)).collect();
        match expr {
            Expr::Any(_) if negated => Condition::Never,
            Expr::Any(_) => Condition::Always,
            Expr::Name(name) => self.named(file, &name.node, negated),
            Expr::Not(inner, _) => self.condition(file, inner, !negated),
            Expr::Paren(inner, _) => self.condition(file, inner, negated),
            Expr::And(parts, _) if negated => Condition::Or(all(parts)),
            Expr::And(parts, _) => Condition::And(all(parts)),
            Expr::Or(parts, _) if negated => Condition::And(all(parts)),
            Expr::Or(parts, _) => Condition::Or(all(parts)),
            Expr::Predicate(predicate) => {
                Condition::Is(Rc::new(self.predicate(file, predicate)), negated != predicate.negated)
            }
            Expr::Marked(name, _) => {
                let operand = vec![Atom::Name(name.node.clone())];
                let predicate =
                    Predicate { subject: Vec::new(), operator: Operator::Is, operand, marked: true };
                Condition::Is(Rc::new(predicate), negated)
            }
            Expr::Broken(_) => panic!("a broken condition"),
        }
    }

    fn named(&self, file: usize, name: &str, negated: bool) -> Condition {
        let (file, value) = self.find(file, name).expect("a condition with this name");
        match value {
            LetValue::Condition(expr) => self.condition(file, expr, negated),
            LetValue::Value(Value::Name(other)) => self.named(file, &other.node, negated),
            LetValue::Value(_) | LetValue::Broken(_) => panic!("`{name}` is no condition"),
        }
    }

    /// What a name stands for, and the file in which that is written.
    fn find(&self, file: usize, name: &str) -> Option<(usize, &'a LetValue)> {
        let own = |file: usize, name: &str| {
            self.members[file].tree.items.iter().find_map(|item| match item {
                Item::Let(item) if item.name.node == name => Some((file, &item.value)),
                _ => None,
            })
        };
        if let Some((prefix, name)) = name.split_once(':') {
            let (_, used) = self.members[file].uses.iter().find(|(known, _)| known == prefix)?;
            return own(*used, name);
        }
        own(file, name).or_else(|| self.members[file].uses.iter().find_map(|(_, used)| own(*used, name)))
    }

    fn predicate(&self, file: usize, predicate: &ast::Predicate) -> Predicate {
        let subject: Vec<Step> = predicate
            .subject
            .segments
            .iter()
            .map(|segment| match segment {
                Segment::Name(name) => Step::Name(name.node.clone()),
                Segment::Key(key) => Step::Name(key.node.clone()),
                Segment::Index(index) => Step::Index(index.node),
                Segment::Star(_) => Step::Star,
            })
            .collect();
        let mut operand = Vec::new();
        let operation = subject == [Step::Name("operation".to_owned())];
        if let Some(value) = &predicate.operand {
            self.atoms(file, value, operation, &mut operand);
        }
        Predicate { subject, operator: predicate.operator.node, operand, marked: false }
    }

    fn atoms(&self, file: usize, value: &Value, operation: bool, out: &mut Vec<Atom>) {
        let root = || self.members[file].root();
        out.push(match value {
            Value::Text(text) => Atom::Text(text.node.clone(), root()),
            Value::Regex(regex) => Atom::Regex(regex.clone()),
            Value::Pattern(pattern) => Atom::Pattern(pattern.source.clone()),
            Value::Number(number) => Atom::Number(number.node),
            Value::Bool(value) => Atom::Bool(value.node),
            Value::Root(_) => Atom::Root(root()),
            Value::List(all, _) => {
                all.iter().for_each(|one| self.atoms(file, one, operation, out));
                return;
            }
            Value::Name(name) => {
                let is_operation = operation && self.operations.contains(&name.node);
                match self.find(file, &name.node) {
                    Some((file, value)) if !is_operation => {
                        match value {
                            LetValue::Value(value) => self.atoms(file, value, operation, out),
                            LetValue::Condition(_) | LetValue::Broken(_) => panic!("no value: {}", name.node),
                        }
                        return;
                    }
                    _ => Atom::Name(name.node.clone()),
                }
            }
            Value::Duration(_) | Value::Date(_) | Value::Broken(_) => panic!("no operand: {value:?}"),
        });
    }
}

impl Member<'_> {
    /// What this file changes about another that it uses.
    fn uses_of(&self, file: usize) -> impl Iterator<Item = &UseChange> {
        let items = self.tree.items.iter().filter_map(|item| match item {
            Item::Use(item) => Some(item),
            _ => None,
        });
        items.zip(&self.uses).filter(move |(_, (_, used))| *used == file).flat_map(|(item, _)| &item.changes)
    }

    /// Where this file's relative paths begin, below the project's root.
    fn root(&self) -> String {
        let headers = self.tree.items.iter().filter_map(|item| match item {
            Item::Policy(item) => Some(&item.fields),
            _ => None,
        });
        let root = headers.flatten().find_map(|field| match field {
            PolicyField::Root(field) => Some(field.value.node.clone()),
            _ => None,
        });
        root.unwrap_or_default()
    }
}

fn verdict(word: &str) -> V {
    match word {
        "allow" => V::Allow,
        "confirm" => V::Confirm,
        "deny" => V::Deny,
        _ => panic!("no verdict: {word}"),
    }
}
