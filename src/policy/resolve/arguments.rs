//! `tool_arg.NAME` against the declarations of tools, and `allow-by-text`.
//!
//! **Which tools a predicate is about.** Predicates on `tool_name` and `server` that stand beside it (joined by `and`,
//! also those of the rule's other parts) narrow the tools that it can be about; without any, it is about all tools of
//! the set. The argument must be declared by one of them. Where none of them declares an argument, or a tool is named
//! that nobody declares, nothing is known of its arguments and any name will do: a policy without declarations can test
//! what it likes, and one that declares its tools is checked.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::model::{Span, Tri, Verdict};
use crate::policy::mistakes::{AllowByText, ArgumentType, UnknownArgument};
use crate::policy::resolve::declarations::Vocabulary;
use crate::policy::resolve::names::is_id;
use crate::policy::sink::Sink;
use crate::policy::typed::{
    ArgDecl, ArgPath, ArgType, Condition, Literal, Predicate, Regex, Scalar, Step, TextSubject, TextTest,
    ToolDecl, ToolName,
};
use crate::policy::values::regex::regex_source;

/// Checks the arguments that conditions test.
pub(super) struct Arguments<'v> {
    vocabulary: &'v Vocabulary,
    /// Regexes over tools' names, compiled where a rule is narrowed by one.
    compiled: RefCell<HashMap<Regex, Option<regex::Regex>>>,
}

/// The rule that a condition belongs to.
#[derive(Clone, Copy)]
pub(super) struct User<'s> {
    /// Where the subject of each predicate stands.
    pub(super) subjects: &'s HashMap<Span, Span>,
    /// What it asks for; none for hooks and asserts.
    pub(super) action: Option<Verdict>,
    /// Its id.
    pub(super) at: Span,
    /// All of it.
    pub(super) span: Span,
}

impl<'v> Arguments<'v> {
    /// For the conditions of a set.
    pub(super) fn new(vocabulary: &'v Vocabulary) -> Arguments<'v> {
        Arguments { vocabulary, compiled: RefCell::new(HashMap::new()) }
    }

    /// Checks conditions that must hold together.
    pub(super) fn check<'c>(
        &self,
        together: impl Iterator<Item = &'c Condition> + Clone,
        user: User<'_>,
        sink: &mut Sink,
    ) {
        let mut narrowing = Vec::new();
        for condition in together.clone() {
            collect(condition, &mut narrowing);
        }
        for condition in together {
            self.walk(condition, &mut narrowing, user, sink);
        }
    }

    fn walk<'c>(
        &self,
        condition: &'c Condition,
        narrowing: &mut Vec<&'c Literal>,
        user: User<'_>,
        sink: &mut Sink,
    ) {
        match condition {
            Condition::Always | Condition::Never => {}
            // What narrows an `and` was collected where the `and` begins.
            Condition::And(all) => all.iter().for_each(|one| self.walk(one, narrowing, user, sink)),
            Condition::Or(all) => {
                for one in all {
                    let outer = narrowing.len();
                    collect(one, narrowing);
                    self.walk(one, narrowing, user, sink);
                    narrowing.truncate(outer);
                }
            }
            Condition::Is(literal) => {
                if let Predicate::Text(TextSubject::Arg(path), test) = &*literal.predicate {
                    self.argument(literal, path, test, narrowing, user, sink);
                }
            }
        }
    }

    /// The types of an argument that a rule sets; none if it is not declared, which is reported where it must be.
    pub(super) fn types(
        &self,
        path: &ArgPath,
        at: Span,
        together: &[&Condition],
        sink: &mut Sink,
    ) -> Option<Vec<(ArgType, Span)>> {
        let mut narrowing = Vec::new();
        for condition in together {
            collect(condition, &mut narrowing);
        }
        let types = self.declared(&path.name, &narrowing);
        if types.is_empty() {
            self.undeclared(at, path, &narrowing, sink);
            return None;
        }
        Some(types)
    }

    /// The types that an argument has with the tools that a predicate can be about, each with one declaration.
    fn declared(&self, name: &str, narrowing: &[&Literal]) -> Vec<(ArgType, Span)> {
        if narrowing.is_empty() {
            return self.vocabulary.types_of_arg(name).to_vec();
        }
        let mut types: Vec<(ArgType, Span)> = Vec::new();
        let mut add = |tool: &ToolDecl, arg: &ArgDecl| {
            if !types.iter().any(|(known, _)| *known == arg.ty) && self.is_about(tool, narrowing) != Tri::No {
                types.push((arg.ty, arg.span));
            }
        };
        match literal_names(narrowing) {
            // Few names: their declarations, not those of all tools with such an argument.
            Some(names) => {
                for tool in names.iter().filter_map(text_of).flat_map(|name| self.vocabulary.of_tool(name)) {
                    tool.args.iter().filter(|arg| *arg.name == *name).for_each(|arg| add(tool, arg));
                }
            }
            None => self.vocabulary.with_arg(name).for_each(|(tool, arg)| add(tool, arg)),
        }
        types
    }

    fn argument(
        &self,
        literal: &Literal,
        path: &ArgPath,
        test: &TextTest,
        narrowing: &[&Literal],
        user: User<'_>,
        sink: &mut Sink,
    ) {
        let declared = self.declared(&path.name, narrowing);
        let Some((last, at)) = declared.last() else {
            let at = user.subjects.get(&literal.span).copied().unwrap_or(literal.span);
            self.undeclared(at, path, narrowing, sink);
            return;
        };
        if declared.iter().all(|(ty, _)| misfit(*ty, &path.steps, test).is_some()) {
            if let Some(found) = misfit(*last, &path.steps, test) {
                sink.add(&ArgumentType {
                    at: literal.span,
                    name: path.name.to_string(),
                    ty: last.name(),
                    found: found.to_owned(),
                    declared: *at,
                });
            }
            return;
        }
        if user.action != Some(Verdict::Allow) {
            return;
        }
        if let Some((ty, at)) = declared.iter().find(|(ty, _)| ty.carries_effects()) {
            let elsewhere = user.span.source != literal.span.source
                || literal.span.start < user.span.start
                || literal.span.end > user.span.end;
            sink.add(&AllowByText {
                at: literal.span,
                name: path.name.to_string(),
                ty: ty.name(),
                instead: instead(*ty),
                declared: *at,
                used: elsewhere.then_some(user.at),
            });
        }
    }

    /// No tool that the predicate can be about declares the argument.
    fn undeclared(&self, at: Span, path: &ArgPath, narrowing: &[&Literal], sink: &mut Sink) {
        if self.vocabulary.tools_incomplete
            || !self.vocabulary.has_args()
            || self.names_unknown_tool(narrowing)
        {
            return;
        }
        if !self.vocabulary.spend(self.vocabulary.tools.len()) {
            return;
        }
        let about: Vec<&ToolDecl> = self
            .vocabulary
            .tools
            .iter()
            .filter(|tool| !tool.args.is_empty() && self.is_about(tool, narrowing) == Tri::Yes)
            .collect();
        if about.is_empty() {
            return;
        }
        let args = || about.iter().flat_map(|tool| &tool.args);
        let nearest = sink.nearest.find(&path.name, args().map(|arg| &*arg.name));
        let declared = match &nearest {
            Some(near) => args()
                .filter(|arg| *arg.name == **near)
                .take(3)
                .map(|arg| (arg.span, format!("`{near}` is declared here")))
                .collect(),
            None if about.len() <= 3 => {
                about.iter().map(|tool| (tool.span, "the tool is declared here".to_owned())).collect()
            }
            None => Vec::new(),
        };
        let tool = match about.as_slice() {
            [ToolDecl { names, .. }] => match names.as_slice() {
                [ToolName::Literal(name)] => Some(name.to_string()),
                _ => None,
            },
            _ => None,
        };
        // A name that needs quotes is not put in place of the subject as it is.
        let steps = !path.steps.is_empty() || !nearest.as_deref().is_none_or(is_id);
        sink.add(&UnknownArgument { at, steps, name: path.name.to_string(), tool, nearest, declared });
    }

    /// Whether a tool is named literally that no declaration is about.
    fn names_unknown_tool(&self, narrowing: &[&Literal]) -> bool {
        let mut names =
            narrowing.iter().filter_map(|literal| names_of(literal)).flatten().filter_map(text_of);
        names.any(|name| self.vocabulary.of_tool(name).next().is_none())
    }

    /// Whether a tool passes all that narrows. Of a tool whose name is a regex, and a test that is no list of names, that
    /// is not known.
    fn is_about(&self, tool: &ToolDecl, narrowing: &[&Literal]) -> Tri {
        narrowing.iter().fold(Tri::Yes, |all, literal| {
            all.and(match &*literal.predicate {
                Predicate::Text(TextSubject::ToolName, test) => {
                    tool.names.iter().fold(Tri::No, |some, name| some.or(self.name_passes(name, test)))
                }
                Predicate::Text(TextSubject::Server, test) => {
                    tool.server.as_ref().is_none_or(|server| self.holds(test, server)).into()
                }
                _ => Tri::Yes,
            })
        })
    }

    fn name_passes(&self, name: &ToolName, test: &TextTest) -> Tri {
        match (name, test) {
            (ToolName::Literal(name), _) => self.holds(test, name).into(),
            (ToolName::Regex(regex), TextTest::OneOf(names)) => {
                names.iter().filter_map(text_of).any(|name| self.whole(regex, name)).into()
            }
            (ToolName::Regex(_), _) => Tri::Unknown,
        }
    }

    /// Whether a test holds for a name.
    fn holds(&self, test: &TextTest, name: &str) -> bool {
        match test {
            TextTest::OneOf(all) => {
                all.iter().any(|one| matches!(one, Scalar::Text(text) if **text == *name))
            }
            TextTest::Like(all) => all.iter().any(|glob| text_like(glob, name)),
            TextTest::StartsWith(all) => all.iter().any(|text| name.starts_with(&**text)),
            TextTest::EndsWith(all) => all.iter().any(|text| name.ends_with(&**text)),
            TextTest::Matches(all) => all.iter().any(|regex| self.finds(regex, name)),
            TextTest::Exists | TextTest::Contains(_) | TextTest::Compare(..) | TextTest::Is(_) => true,
        }
    }

    fn whole(&self, regex: &Regex, name: &str) -> bool {
        let whole =
            Regex { source: format!("^(?:{})$", regex.source).into(), ignore_case: regex.ignore_case };
        self.finds(&whole, name)
    }

    /// Whether a regex matches; one that does not compile may match anything.
    fn finds(&self, regex: &Regex, name: &str) -> bool {
        let mut compiled = self.compiled.borrow_mut();
        let entry =
            compiled.entry(regex.clone()).or_insert_with(|| regex::Regex::new(&regex_source(regex)).ok());
        entry.as_ref().is_none_or(|regex| regex.is_match(name))
    }
}

/// The names that `tool_name ==` or `in` allows.
fn names_of(literal: &Literal) -> Option<&[Scalar]> {
    match &*literal.predicate {
        Predicate::Text(TextSubject::ToolName, TextTest::OneOf(names)) => Some(names),
        _ => None,
    }
}

/// The shortest list of names that a tool must be on.
fn literal_names<'l>(narrowing: &[&'l Literal]) -> Option<&'l [Scalar]> {
    narrowing.iter().filter_map(|literal| names_of(literal)).min_by_key(|names| names.len())
}

fn text_of(name: &Scalar) -> Option<&str> {
    match name {
        Scalar::Text(name) => Some(name),
        Scalar::Number(_) | Scalar::Bool(_) => None,
    }
}

/// The predicates on the tool among those that must hold together.
fn collect<'c>(condition: &'c Condition, narrowing: &mut Vec<&'c Literal>) {
    match condition {
        Condition::And(all) => all.iter().for_each(|one| collect(one, narrowing)),
        Condition::Is(literal) if !literal.negated => {
            if let Predicate::Text(TextSubject::ToolName | TextSubject::Server, _) = &*literal.predicate {
                narrowing.push(literal);
            }
        }
        Condition::Is(_) | Condition::Or(_) | Condition::Always | Condition::Never => {}
    }
}

/// `*` any characters, `?` one.
fn text_like(glob: &str, text: &str) -> bool {
    let (mut rest, mut here) = (glob.chars(), text.chars());
    // Where to go on when what follows the last star fails: after the star, and one character further in the text.
    let mut again: Option<(std::str::Chars<'_>, std::str::Chars<'_>)> = None;
    loop {
        let before_text = here.clone();
        let step = match (rest.next(), here.next()) {
            (Some('*'), _) => {
                here = before_text;
                again = Some((rest.clone(), here.clone()));
                continue;
            }
            (None, None) => return true,
            (Some('?'), Some(_)) => true,
            (Some(wanted), Some(found)) => wanted == found,
            (None, Some(_)) => false,
            // The text is over, and the glob wants more.
            (Some(_), None) => return false,
        };
        if step {
            continue;
        }
        let Some((after_star, from)) = &mut again else { return false };
        if from.next().is_none() {
            return false;
        }
        rest = after_star.clone();
        here = from.clone();
    }
}

/// What a test asks of an argument that its type never is.
fn misfit(ty: ArgType, steps: &[Step], test: &TextTest) -> Option<&'static str> {
    let listed = match ty {
        ArgType::Json => return None,
        ArgType::Argv | ArgType::Path | ArgType::Tree | ArgType::Url | ArgType::Glob => true,
        ArgType::Shell(_) | ArgType::Patch | ArgType::Text => false,
    };
    match steps {
        [] => {}
        [Step::Star | Step::Index(_)] if listed => {}
        [Step::Star | Step::Index(_), ..] if !listed => return Some("a list"),
        _ => return Some("an object"),
    }
    let texts = |all: &[Scalar]| all.iter().any(|one| matches!(one, Scalar::Text(_)));
    match test {
        TextTest::OneOf(all) | TextTest::Contains(all) if !texts(all) => {
            Some(if all.iter().all(|one| matches!(one, Scalar::Number(_))) {
                "a number"
            } else {
                "a truth value"
            })
        }
        TextTest::Compare(..) => Some("a number"),
        _ => None,
    }
}

/// What an allow rule can rest on instead of an argument's text.
fn instead(ty: ArgType) -> &'static str {
    match ty {
        ArgType::Shell(_) | ArgType::Argv => "`` command runs `…` ``",
        ArgType::Url => "`host == \"…\"` or `host within \"…\"`",
        ArgType::Path | ArgType::Tree | ArgType::Glob | ArgType::Patch => {
            "`operation is read` and `path within …`"
        }
        ArgType::Text | ArgType::Json => "the effect",
    }
}

#[cfg(test)]
mod tests {
    use super::text_like;

    #[test]
    fn globs_over_names() {
        for (glob, text, holds) in [
            ("*", "", true),
            ("read_*", "read_file", true),
            ("*_file", "read_file", true),
            ("r*e*e", "read_file", true),
            ("r?ad*", "read_file", true),
            ("read", "read_file", false),
            ("*x*", "read_file", false),
            ("", "", true),
        ] {
            assert_eq!(text_like(glob, text), holds, "{glob} {text}");
        }
    }
}
