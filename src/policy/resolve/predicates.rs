//! Predicates: subject, operator and operand, and whether they fit (language, section 5).

use std::sync::Arc;

use crate::model::{Operation, Span};
use crate::policy::mistakes::{
    ContextType, NumberOutOfRange, UnknownName, UnknownOperation, WrongOperator, WrongType,
};
use crate::policy::resolve::names::{Lookup, Scope, is_id};
use crate::policy::resolve::operands::{Atom, AtomValue};
use crate::policy::resolve::subjects::{Looked, written};
use crate::policy::resolve::{Poison, Resolved};
use crate::policy::typed::{
    Comparison, ContextType as FactType, HostTest, Kind, Number, PathTest, Predicate, Scalar, TextSubject,
    TextTest,
};
use crate::syntax::ast::{self, Operator, Value};

/// A predicate while its operand is read.
struct Case<'p> {
    file: usize,
    /// As written.
    subject: String,
    operator: Operator,
    at: &'p ast::Predicate,
}

/// An operator as people write it.
fn symbol(operator: Operator) -> &'static str {
    match operator {
        Operator::Equals => "==",
        Operator::In => "in",
        Operator::Is => "is",
        Operator::IsPrivate => "is private",
        Operator::Like => "like",
        Operator::Within => "within",
        Operator::Runs => "runs",
        Operator::Contains => "contains",
        Operator::StartsWith => "starts_with",
        Operator::EndsWith => "ends_with",
        Operator::Matches => "~",
        Operator::Exists => "exists",
        Operator::Less => "<",
        Operator::LessOrEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterOrEqual => ">=",
    }
}

const TEXT_OPERATORS: &str = "`==`, `in`, `like`, `~`, `starts_with`, `ends_with`, `exists`";

/// The operators of a subject, for people.
fn operators(looked: &Looked) -> &'static str {
    match looked {
        Looked::Operation => "`is`",
        Looked::Command | Looked::Via => "`runs`, `exists`",
        Looked::Path => "`within`, `like`, `==`, `in`, `exists`",
        Looked::Host => "`==`, `in`, `like`, `within`, `is private`, `exists`",
        Looked::Text(TextSubject::Agent) => {
            "`is`, `==`, `in`, `like`, `~`, `starts_with`, `ends_with`, `exists`"
        }
        Looked::Text(TextSubject::Port | TextSubject::PathDepth) => {
            "`==`, `in`, `<`, `<=`, `>`, `>=`, `exists`"
        }
        Looked::Text(TextSubject::Arg(_)) => {
            "`==`, `in`, `like`, `~`, `starts_with`, `ends_with`, `contains`, `exists`, `<`, `<=`, `>`, `>=`"
        }
        Looked::Text(TextSubject::Context(_)) => {
            "`==`, `in`, `like`, `~`, `starts_with`, `ends_with`, `exists`, `<`, `<=`, `>`, `>=`"
        }
        Looked::Text(_) => TEXT_OPERATORS,
    }
}

/// What to write in place of an operator that does not fit.
fn operator_hint(looked: &Looked, operator: Operator) -> Option<String> {
    let hint = match (looked, operator) {
        (
            Looked::Path,
            Operator::Matches | Operator::StartsWith | Operator::EndsWith | Operator::Contains,
        ) => "write `path within \"DIR\"` or `path like \"GLOB\"`; `path.name` is text",
        (Looked::Path, Operator::Is) => "write `path == \"…\"` or `path within \"…\"`",
        (
            Looked::Host,
            Operator::Matches | Operator::StartsWith | Operator::EndsWith | Operator::Contains,
        ) => "write `host like \"*.example.com\"` or `host within \"example.com\"`",
        (Looked::Host, Operator::Is) => "write `host == \"…\"`, or `host is private`",
        (
            Looked::Command,
            Operator::Is | Operator::Equals | Operator::In | Operator::Like | Operator::Matches,
        )
        | (Looked::Command, Operator::StartsWith | Operator::EndsWith | Operator::Contains) => {
            "write `` command runs `…` ``, or test `command.program` or `command.args[*]` as text"
        }
        (Looked::Via, _) => "write `` via runs `…` ``, or test `via.program` as text",
        (Looked::Operation, Operator::Equals | Operator::In | Operator::Like | Operator::Within) => {
            "write `operation is NAME`: it includes what lies below"
        }
        (Looked::Text(_), Operator::Is) => "write `==`",
        (Looked::Text(_), Operator::Contains) => "write `like \"*TEXT*\"`",
        (Looked::Text(_), Operator::Within) => {
            "only `path` and `host` lie within something; write `starts_with`"
        }
        (Looked::Text(_), Operator::Runs) => "write `` command runs `…` ``",
        _ => return Some(format!("write {}", operators(looked))),
    };
    Some(hint.to_owned())
}

impl<'a> Scope<'a> {
    /// A predicate in its plain form.
    pub(super) fn predicate(
        &mut self,
        file: usize,
        predicate: &ast::Predicate,
        depth: usize,
    ) -> Resolved<Arc<Predicate>> {
        // The operand is read even where the subject is wrong, so that its mistakes are found too.
        let looked = self.subject(file, &predicate.subject);
        if let Ok(Looked::Text(TextSubject::Arg(_))) = &looked {
            self.subjects.insert(predicate.span, predicate.subject.span);
        }
        let operator = predicate.operator.node;
        let shared = self.shared_operand(file, predicate, &looked);
        if let Some(typed) = shared.as_ref().and_then(|key| self.shared.get(key)) {
            return Ok(Arc::clone(typed));
        }
        let mut atoms = Vec::new();
        let read = match &predicate.operand {
            Some(value) if matches!(looked, Ok(Looked::Operation)) => {
                self.operation_atoms(file, value, &mut atoms, depth)
            }
            Some(value) => self.atoms(file, value, &mut atoms, depth),
            None => Ok(()),
        };
        let looked = looked?;
        let case = Case { file, subject: written(&predicate.subject), operator, at: predicate };
        read?;
        *self.spent = self.spent.saturating_add(atoms.len());
        let typed = Arc::new(match &looked {
            Looked::Text(subject) => self.text(&case, &looked, subject, &atoms)?,
            Looked::Operation => self.operation(&case, &looked, &atoms)?,
            Looked::Command => self.command(&case, &looked, &atoms, Kind::Command, Predicate::Command)?,
            Looked::Via => self.command(&case, &looked, &atoms, Kind::Via, Predicate::Via)?,
            Looked::Path => self.path(&case, &looked, &atoms)?,
            Looked::Host => self.host(&case, &looked, &atoms)?,
        });
        if let Some(key) = shared {
            self.shared.insert(key, Arc::clone(&typed));
        }
        Ok(typed)
    }

    /// The key under which a predicate with a `let` as its operand is kept: a long list is typed once for all rules.
    fn shared_operand(
        &mut self,
        file: usize,
        predicate: &ast::Predicate,
        looked: &Resolved<Looked>,
    ) -> Option<(usize, Looked, Operator)> {
        let (Some(Value::Name(name)), Ok(looked)) = (&predicate.operand, looked) else { return None };
        match self.lookup(file, name) {
            Lookup::Found(id) => Some((id, looked.clone(), predicate.operator.node)),
            Lookup::Nothing | Lookup::Reported => None,
        }
    }

    /// An operation's name comes before a `let` of the same name.
    fn operation_atoms(
        &mut self,
        file: usize,
        value: &Value,
        out: &mut Vec<Atom>,
        depth: usize,
    ) -> Resolved<()> {
        match value {
            Value::Name(name) if self.vocabulary.operations.contains_key(name.node.as_str()) => {
                out.push(Atom::name(name));
                Ok(())
            }
            Value::List(values, _) if depth < crate::policy::limits::DEPTH => {
                let mut result = Ok(());
                for value in values {
                    result = self.operation_atoms(file, value, out, depth + 1).and(result);
                }
                result
            }
            other => self.atoms(file, other, out, depth),
        }
    }

    fn wrong_operator<T>(&mut self, case: &Case<'_>, looked: &Looked) -> Resolved<T> {
        let (subject, operator) = (case.subject.clone(), symbol(case.operator));
        let hint = operator_hint(looked, case.operator);
        let at = case.at.operator.span;
        self.sink.add(&WrongOperator { at, subject, operator, allowed: operators(looked), hint });
        Err(Poison)
    }

    fn wrong_type<T>(
        &mut self,
        case: &Case<'_>,
        atom: &Atom,
        expected: &'static str,
        hint: Option<String>,
    ) -> Resolved<T> {
        if let AtomValue::Name(name) = &atom.value {
            return self.unknown_name(case.file, name, atom.span);
        }
        // Only where the value stands in the predicate itself: in a `let` it may have other uses.
        let here = case.at.span.source == atom.span.source
            && case.at.span.start <= atom.span.start
            && atom.span.end <= case.at.span.end;
        let fix = match (&atom.value, expected) {
            (AtomValue::Text(text), "an operation's name") if here && is_dotted(text) => {
                Some(text.to_string())
            }
            (AtomValue::Text(text), "a command pattern") if here && !text.contains(['`', '\\', '\n']) => {
                Some(format!("`{text}`"))
            }
            _ => None,
        };
        let (subject, operator) = (case.subject.clone(), symbol(case.operator));
        self.sink.add(&WrongType {
            at: atom.span,
            subject,
            operator,
            expected,
            found: atom.kind(),
            hint,
            fix,
        });
        Err(Poison)
    }

    fn unknown_name<T>(&mut self, file: usize, name: &str, at: Span) -> Resolved<T> {
        if !self.follows_from_error(file, name) {
            let nearest = self.nearest(file, name);
            let wanted = "a value or the name of one";
            self.sink.add(&UnknownName { at, name: name.to_owned(), nearest, wanted, quoted: true });
        }
        Err(Poison)
    }

    /// All atoms through `one`, so that the mistakes of all are found.
    fn each<T>(
        &mut self,
        atoms: &[Atom],
        mut one: impl FnMut(&mut Self, &Atom) -> Resolved<T>,
    ) -> Resolved<Vec<T>> {
        let all: Vec<_> = atoms.iter().map(|atom| one(self, atom)).collect();
        all.into_iter().collect()
    }

    fn texts(&mut self, case: &Case<'_>, atoms: &[Atom]) -> Resolved<Vec<Arc<str>>> {
        self.each(atoms, |this, atom| match &atom.value {
            AtomValue::Text(text) => Ok(Arc::clone(text)),
            AtomValue::Regex(_) => {
                this.wrong_type(case, atom, "a text", Some("write `~` before a regex".into()))
            }
            AtomValue::Pattern(_) => {
                let hint = "write `` command runs `…` `` for a command pattern";
                this.wrong_type(case, atom, "a text", Some(hint.into()))
            }
            AtomValue::Number(_)
            | AtomValue::Bool(_)
            | AtomValue::Duration
            | AtomValue::Date
            | AtomValue::Name(_)
            | AtomValue::Root => this.wrong_type(case, atom, "a text", Some("write a text in quotes".into())),
        })
    }

    fn scalars(&mut self, case: &Case<'_>, atoms: &[Atom], wanted: Wanted) -> Resolved<Vec<Scalar>> {
        self.each(atoms, |this, atom| match (&atom.value, wanted) {
            (AtomValue::Text(text), Wanted::Text | Wanted::Any) => Ok(Scalar::Text(Arc::clone(text))),
            (AtomValue::Number(number), Wanted::Number | Wanted::Any) => Ok(Scalar::Number(*number)),
            (AtomValue::Bool(value), Wanted::Bool | Wanted::Any) => Ok(Scalar::Bool(*value)),
            (AtomValue::Regex(_), Wanted::Text | Wanted::Any) => {
                this.wrong_type(case, atom, wanted.said(), Some("write `~` before a regex".into()))
            }
            _ => this.wrong_type(case, atom, wanted.said(), Some(format!("write {}", wanted.said()))),
        })
    }

    fn number(&mut self, case: &Case<'_>, atoms: &[Atom]) -> Resolved<Number> {
        match atoms {
            [Atom { value: AtomValue::Number(number), .. }] => Ok(*number),
            [atom] => self.wrong_type(case, atom, "a number", Some("write a number without quotes".into())),
            [_, atom, ..] => {
                self.wrong_type(case, atom, "one number", Some("compare with one number".into()))
            }
            [] => Err(Poison),
        }
    }

    fn text(
        &mut self,
        case: &Case<'_>,
        looked: &Looked,
        subject: &TextSubject,
        atoms: &[Atom],
    ) -> Resolved<Predicate> {
        let wanted = self.wanted(subject);
        let as_text = matches!(wanted, Wanted::Text | Wanted::Any);
        let as_number = matches!(subject, TextSubject::Arg(_)) || wanted == Wanted::Number;
        let test = match case.operator {
            Operator::Exists if *subject == TextSubject::Port => return Ok(Predicate::Has(Kind::Port)),
            Operator::Exists => TextTest::Exists,
            Operator::Equals | Operator::In => match self.fact_type(case, subject, atoms, wanted) {
                Some(poison) => return poison,
                None => TextTest::OneOf(self.scalars(case, atoms, wanted)?),
            },
            Operator::Like if as_text => TextTest::Like(self.texts(case, atoms)?),
            Operator::StartsWith if as_text => TextTest::StartsWith(self.texts(case, atoms)?),
            Operator::EndsWith if as_text => TextTest::EndsWith(self.texts(case, atoms)?),
            Operator::Matches if as_text => TextTest::Matches(self.each(atoms, |this, atom| {
                let AtomValue::Regex(regex) = &atom.value else {
                    return this.wrong_type(case, atom, "a regex", Some("write a regex: `/…/`".into()));
                };
                Ok(regex.clone())
            })?),
            Operator::Contains if matches!(subject, TextSubject::Arg(_)) => {
                TextTest::Contains(self.scalars(case, atoms, Wanted::Any)?)
            }
            Operator::Less if as_number => TextTest::Compare(Comparison::Less, self.number(case, atoms)?),
            Operator::LessOrEqual if as_number => {
                TextTest::Compare(Comparison::LessOrEqual, self.number(case, atoms)?)
            }
            Operator::Greater if as_number => {
                TextTest::Compare(Comparison::Greater, self.number(case, atoms)?)
            }
            Operator::GreaterOrEqual if as_number => {
                TextTest::Compare(Comparison::GreaterOrEqual, self.number(case, atoms)?)
            }
            Operator::Is if *subject == TextSubject::Agent => TextTest::Is(self.agents(case, atoms)?),
            _ => return self.text_operator(case, looked, subject),
        };
        self.range(case, subject, &test, atoms)?;
        Ok(Predicate::Text(subject.clone(), test))
    }

    /// An operator that a text subject does not have; for a fact, that its type does not have.
    fn text_operator<T>(&mut self, case: &Case<'_>, looked: &Looked, subject: &TextSubject) -> Resolved<T> {
        let numeric = matches!(
            case.operator,
            Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual
        );
        let textual = matches!(
            case.operator,
            Operator::Like | Operator::StartsWith | Operator::EndsWith | Operator::Matches
        );
        match subject {
            TextSubject::Context(name) if numeric || textual => {
                let expected =
                    if numeric { "a number, for this operator" } else { "a text, for this operator" };
                self.wrong_fact(name, case.at.span, expected)
            }
            _ => self.wrong_operator(case, looked),
        }
    }

    /// Whether a fact is compared with a value of another type.
    fn fact_type<T>(
        &mut self,
        case: &Case<'_>,
        subject: &TextSubject,
        atoms: &[Atom],
        wanted: Wanted,
    ) -> Option<Resolved<T>> {
        let TextSubject::Context(name) = subject else { return None };
        let wrong = atoms.iter().any(|atom| match atom.value {
            AtomValue::Text(_) => wanted != Wanted::Text,
            AtomValue::Number(_) => wanted != Wanted::Number,
            AtomValue::Bool(_) => wanted != Wanted::Bool,
            _ => false,
        });
        wrong.then(|| self.wrong_fact(name, case.at.span, wanted.said()))
    }

    fn wrong_fact<T>(&mut self, name: &str, at: Span, expected: &'static str) -> Resolved<T> {
        if let Some(fact) = self.vocabulary.contexts.get(name) {
            let ty = fact.ty.name();
            let declared = fact.span;
            self.sink.add(&ContextType { at, name: name.to_owned(), ty, expected, declared });
        }
        Err(Poison)
    }

    fn wanted(&self, subject: &TextSubject) -> Wanted {
        match subject {
            TextSubject::Arg(_) => Wanted::Any,
            TextSubject::Port | TextSubject::PathDepth => Wanted::Number,
            TextSubject::Context(name) => match self.vocabulary.contexts.get(name).map(|fact| fact.ty) {
                Some(FactType::Text) => Wanted::Text,
                Some(FactType::Number) => Wanted::Number,
                Some(FactType::Bool) => Wanted::Bool,
                None => Wanted::Any,
            },
            TextSubject::ToolName
            | TextSubject::Server
            | TextSubject::Mode
            | TextSubject::Session
            | TextSubject::Agent
            | TextSubject::Scheme
            | TextSubject::Program
            | TextSubject::Args
            | TextSubject::Env(_)
            | TextSubject::ViaProgram
            | TextSubject::PathName
            | TextSubject::PathExtension => Wanted::Text,
        }
    }

    fn agents(&mut self, case: &Case<'_>, atoms: &[Atom]) -> Resolved<Vec<Operation>> {
        self.each(atoms, |this, atom| match &atom.value {
            AtomValue::Name(name) | AtomValue::Text(name) => Ok(Operation::new(name)),
            _ => this.wrong_type(
                case,
                atom,
                "an agent's name",
                Some("write the name: `agent is claude-code`".into()),
            ),
        })
    }

    /// A port or a depth that no effect has.
    fn range(
        &mut self,
        case: &Case<'_>,
        subject: &TextSubject,
        test: &TextTest,
        atoms: &[Atom],
    ) -> Resolved<()> {
        let (top, range) = match subject {
            TextSubject::Port => (65_535.0, "a whole number from 0 to 65535"),
            TextSubject::PathDepth => (f64::MAX, "a whole number, 0 or more"),
            _ => return Ok(()),
        };
        let whole = matches!(test, TextTest::OneOf(_));
        let wrong = atoms.iter().find_map(|atom| match &atom.value {
            AtomValue::Number(number) => {
                let number = number.get();
                let bad = number < 0.0 || number > top || (whole && number.fract() != 0.0);
                bad.then_some((number, atom.span))
            }
            _ => None,
        });
        let Some((number, at)) = wrong else { return Ok(()) };
        let subject = case.subject.clone();
        self.sink.add(&NumberOutOfRange { at, subject, number: number.to_string(), range });
        Err(Poison)
    }

    fn operation(&mut self, case: &Case<'_>, looked: &Looked, atoms: &[Atom]) -> Resolved<Predicate> {
        if case.operator != Operator::Is {
            return self.wrong_operator(case, looked);
        }
        let names = self.each(atoms, |this, atom| match &atom.value {
            AtomValue::Name(name) => this.known_operation(name, atom.span),
            AtomValue::Text(text) => {
                let hint = format!("write it without quotes: `operation is {text}`");
                this.wrong_type(case, atom, "an operation's name", Some(hint))
            }
            _ => this.wrong_type(
                case,
                atom,
                "an operation's name",
                Some("write a name such as `read` or `write.delete`".into()),
            ),
        })?;
        Ok(Predicate::Operation(names))
    }

    fn known_operation(&mut self, name: &str, at: Span) -> Resolved<Operation> {
        if self.vocabulary.operations.contains_key(name) {
            return Ok(Operation::new(name));
        }
        if !self.vocabulary.incomplete {
            let known = self.vocabulary.operations.keys().map(|known| &**known);
            let nearest = self.sink.nearest.find(name, known);
            self.sink.add(&UnknownOperation { at, name: name.to_owned(), nearest });
        }
        Err(Poison)
    }

    fn command(
        &mut self,
        case: &Case<'_>,
        looked: &Looked,
        atoms: &[Atom],
        kind: Kind,
        runs: fn(Vec<crate::policy::pattern::CommandPattern>) -> Predicate,
    ) -> Resolved<Predicate> {
        match case.operator {
            Operator::Exists => Ok(Predicate::Has(kind)),
            Operator::Runs => Ok(runs(self.each(atoms, |this, atom| match &atom.value {
                AtomValue::Pattern(pattern) => Ok(pattern.clone()),
                AtomValue::Text(text) => this.wrong_type(
                    case,
                    atom,
                    "a command pattern",
                    Some(format!("write it in back quotes: `` `{text}` ``")),
                ),
                _ => this.wrong_type(
                    case,
                    atom,
                    "a command pattern",
                    Some("write a pattern in back quotes: `` `git push ...` ``".into()),
                ),
            })?)),
            _ => self.wrong_operator(case, looked),
        }
    }

    fn path(&mut self, case: &Case<'_>, looked: &Looked, atoms: &[Atom]) -> Resolved<Predicate> {
        let hint = || Some("write a path in quotes, or `root`".to_owned());
        let test = match case.operator {
            Operator::Exists => return Ok(Predicate::Has(Kind::Path)),
            Operator::Within => PathTest::Within,
            Operator::Equals | Operator::In => PathTest::OneOf,
            Operator::Like => {
                let globs = self.each(atoms, |this, atom| match &atom.value {
                    AtomValue::Text(text) => this.glob(text, atom.span),
                    AtomValue::Root => this.glob(".", atom.span),
                    _ => this.wrong_type(case, atom, "a glob", hint()),
                })?;
                return Ok(Predicate::Path(PathTest::Like(globs)));
            }
            _ => return self.wrong_operator(case, looked),
        };
        let paths = self.each(atoms, |this, atom| match &atom.value {
            AtomValue::Text(text) => this.path_text(text, atom.span, symbol(case.operator)),
            AtomValue::Root => this.path_text(".", atom.span, symbol(case.operator)),
            _ => this.wrong_type(case, atom, "a path", hint()),
        })?;
        Ok(Predicate::Path(test(paths)))
    }

    fn host(&mut self, case: &Case<'_>, looked: &Looked, atoms: &[Atom]) -> Resolved<Predicate> {
        let like = case.operator == Operator::Like;
        let test = match case.operator {
            Operator::Exists => return Ok(Predicate::Has(Kind::Host)),
            Operator::IsPrivate => return Ok(Predicate::Host(HostTest::Private)),
            Operator::Equals | Operator::In => HostTest::OneOf,
            Operator::Within => HostTest::Within,
            Operator::Like => HostTest::Like,
            _ => return self.wrong_operator(case, looked),
        };
        let hosts = self.each(atoms, |this, atom| match &atom.value {
            AtomValue::Text(text) => this.host_text(text, atom.span, like),
            _ => this.wrong_type(case, atom, "a host", Some("write a host's name in quotes".into())),
        })?;
        Ok(Predicate::Host(test(hosts)))
    }
}

fn is_dotted(text: &str) -> bool {
    text.split('.').all(is_id)
}

/// The type of values that a text subject can be compared with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Text,
    Number,
    Bool,
    Any,
}

impl Wanted {
    fn said(self) -> &'static str {
        match self {
            Wanted::Text => "a text",
            Wanted::Number => "a number",
            Wanted::Bool => "`true` or `false`",
            Wanted::Any => "a text, a number or a truth value",
        }
    }
}
