//! A predicate, ready to be asked about an effect.

mod glob;
mod host;
mod path;
mod subject;
mod text;

use std::sync::{Arc, OnceLock};

use crate::effects::vocabulary::Tool;
use crate::matchers::host::HostMatcher;
use crate::matchers::tree::Walks;
use crate::model::{Answer, Budget, Call, Command, Day, Effect, Files, PathThing, Subject, Tri, Word};
use crate::policy::pattern::{CommandPattern, Prepared};
use crate::policy::typed::{HostTest, Kind, Predicate};
use crate::table::bind::Bound;
use crate::table::compile::PathPattern;
use crate::table::stars::{Choice, Star};

pub(crate) use subject::{Seen, argument_of, seen};

/// What a call is decided in: what is known beside the effect itself.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// The call.
    pub call: &'a Call,
    /// What the tool's declarations say of an argument.
    pub tool: &'a Tool<'a>,
    /// The file system.
    pub files: &'a dyn Files,
    /// The table's paths in this project.
    pub bound: &'a Bound,
    /// What was found below directories.
    pub walks: &'a Walks<'a>,
    /// What the decision may cost.
    pub budget: &'a Budget,
    /// Today: rules that ended before hold for nothing. None where no call is decided: for the examples of rules.
    pub today: Option<Day>,
}

/// One thing that an effect touches, and how its words read.
pub(crate) struct Asked<'a, 'b> {
    pub(crate) world: &'b World<'a>,
    pub(crate) effect: &'a Effect,
    /// The thing, if the effect is about paths.
    pub(crate) thing: Option<&'a PathThing>,
    /// The command's words as its program reads them, on first need.
    pub(crate) prepared: &'b OnceLock<Prepared<'a>>,
    /// The same for the commands that the effect came through.
    pub(crate) prepared_via: &'b OnceLock<Vec<Prepared<'a>>>,
    /// Which element each of the table's lists stands for; lists that are left out are asked together.
    pub(crate) choices: &'b [(&'b Star, Choice<'a>)],
    /// The word of the command that `command.args[*]` stands for; all of them together if there is none.
    pub(crate) word: Option<&'a Word>,
}

/// How a predicate and its negation answer. They differ from each other's `not` where nothing is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The predicate's answer.
    pub plain: Answer,
    /// Its negation's answer.
    pub negated: Answer,
}

impl Held {
    /// The subject is not there: the predicate does not hold, its negation is unknown.
    pub const ABSENT: Held = Held { plain: Answer::NONE, negated: Answer::MAYBE };
    /// An element of an empty list: neither holds.
    pub const EMPTY: Held = Held { plain: Answer::NONE, negated: Answer::NONE };
    /// Nothing is known.
    pub const UNKNOWN: Held = Held { plain: Answer::MAYBE, negated: Answer::MAYBE };

    /// The answer for all that is touched.
    pub fn of(answer: Answer) -> Held {
        Held { plain: answer, negated: !answer }
    }

    /// The answer for a single thing.
    pub fn one(tri: Tri) -> Held {
        Held::of(Answer::one(tri))
    }

    /// Both together, for two groups of things.
    fn beside(self, other: Held) -> Held {
        let both = |a: Answer, b: Answer| Answer::new(a.some().or(b.some()), a.every().and(b.every()));
        Held { plain: both(self.plain, other.plain), negated: both(self.negated, other.negated) }
    }

    /// The answer over several things; [`Held::EMPTY`] for none.
    pub(crate) fn over(all: impl IntoIterator<Item = Held>) -> Held {
        all.into_iter().reduce(Held::beside).unwrap_or(Held::EMPTY)
    }

    /// The one that is meant.
    pub fn get(self, negated: bool) -> Answer {
        if negated { self.negated } else { self.plain }
    }
}

/// A predicate with what it needs to be asked quickly.
#[derive(Debug)]
pub(crate) struct Ask {
    kind: AskKind,
}

#[derive(Debug)]
enum AskKind {
    /// Numbers of path patterns.
    Path(Vec<u32>),
    Host(Vec<HostMatcher>),
    Private,
    Text(Arc<Predicate>, text::Prepared),
    /// With each pattern's first words.
    Command(Arc<Predicate>, Vec<Option<Vec<String>>>),
    Other(Arc<Predicate>),
}

impl Ask {
    pub(crate) fn new(predicate: Arc<Predicate>) -> Ask {
        let kind = match &*predicate {
            Predicate::Host(HostTest::Private) => AskKind::Private,
            Predicate::Host(test) => AskKind::Host(host::matchers(test)),
            Predicate::Text(_, test) => AskKind::Text(predicate.clone(), text::Prepared::new(test)),
            Predicate::Command(patterns) => {
                let first_words = patterns.iter().map(|pattern| pattern.heads().first_words).collect();
                AskKind::Command(predicate.clone(), first_words)
            }
            Predicate::Operation(_)
            | Predicate::Via(_)
            | Predicate::Path(_)
            | Predicate::Marked(_)
            | Predicate::Has(_) => AskKind::Other(predicate.clone()),
        };
        Ask { kind }
    }

    pub(crate) fn path(patterns: Vec<u32>) -> Ask {
        Ask { kind: AskKind::Path(patterns) }
    }

    /// The numbers of its path patterns, if it is about paths.
    pub(crate) fn path_patterns(&self) -> Option<&[u32]> {
        match &self.kind {
            AskKind::Path(patterns) => Some(patterns),
            AskKind::Host(_)
            | AskKind::Private
            | AskKind::Text(..)
            | AskKind::Command(..)
            | AskKind::Other(_) => None,
        }
    }

    /// Its host matchers, if it compares hosts.
    pub(crate) fn hosts(&self) -> Option<&[HostMatcher]> {
        match &self.kind {
            AskKind::Host(matchers) => Some(matchers),
            AskKind::Path(_)
            | AskKind::Private
            | AskKind::Text(..)
            | AskKind::Command(..)
            | AskKind::Other(_) => None,
        }
    }

    /// The predicate, if it is not one about paths or hosts.
    pub(crate) fn predicate(&self) -> Option<&Predicate> {
        match &self.kind {
            AskKind::Text(predicate, _) | AskKind::Command(predicate, _) | AskKind::Other(predicate) => {
                Some(predicate)
            }
            AskKind::Path(_) | AskKind::Host(_) | AskKind::Private => None,
        }
    }

    /// Asks it. Whatever can't be found out is unknown.
    pub(crate) fn held(&self, asked: &Asked<'_, '_>, paths: &[PathPattern]) -> Held {
        match &self.kind {
            AskKind::Path(patterns) => path::held(patterns, paths, asked),
            AskKind::Host(matchers) => host::held(matchers, asked.effect),
            AskKind::Private => host::private(asked.effect),
            AskKind::Text(predicate, prepared) => match &**predicate {
                Predicate::Text(subject, test) => text::held(subject, test, prepared, asked),
                _ => Held::UNKNOWN,
            },
            AskKind::Command(predicate, first_words) => match &**predicate {
                Predicate::Command(patterns) => command(patterns, first_words, asked),
                _ => Held::UNKNOWN,
            },
            AskKind::Other(predicate) => other(predicate, asked),
        }
    }
}

fn other(predicate: &Predicate, asked: &Asked<'_, '_>) -> Held {
    match predicate {
        Predicate::Operation(all) => match &asked.effect.subject {
            Subject::Unknown { .. } => Held::UNKNOWN,
            Subject::Command(_)
            | Subject::Script(..)
            | Subject::Path(_)
            | Subject::Host(_)
            | Subject::Call => {
                let is = all.iter().any(|general| asked.effect.operation.is(general.as_str()));
                Held::one(is.into())
            }
        },
        Predicate::Via(patterns) => via(patterns, asked),
        Predicate::Marked(name) => {
            let marked = asked.world.call.marks.iter().any(|mark| **mark == **name);
            Held::one(marked.into())
        }
        Predicate::Has(kind) => has(*kind, asked.effect),
        // These have kinds of their own; asked here they would be unknown, not no.
        Predicate::Text(..) | Predicate::Path(_) | Predicate::Host(_) | Predicate::Command(_) => {
            Held::UNKNOWN
        }
    }
}

fn command(patterns: &[CommandPattern], first_words: &[Option<Vec<String>>], asked: &Asked<'_, '_>) -> Held {
    match &asked.effect.subject {
        Subject::Command(command) | Subject::Script(command, _) => {
            let prepared = asked.prepared.get_or_init(|| Prepared::new(command));
            let mut any = Tri::No;
            for (pattern, first_words) in patterns.iter().zip(first_words) {
                if any != Tri::Yes && !prepared.begins_otherwise(first_words.as_deref()) {
                    any = any.or(prepared.runs(pattern));
                }
            }
            Held::one(any)
        }
        Subject::Unknown { .. } => Held::UNKNOWN,
        Subject::Path(_) | Subject::Host(_) | Subject::Call => Held::ABSENT,
    }
}

/// What an effect came through is a list that may be empty: then nothing in it is anything.
fn via(patterns: &[CommandPattern], asked: &Asked<'_, '_>) -> Held {
    let effect = asked.effect;
    match effect.subject {
        Subject::Unknown { .. } => return Held::UNKNOWN,
        // The call itself comes through nothing.
        Subject::Call => return Held::ABSENT,
        Subject::Command(_) | Subject::Script(..) | Subject::Path(_) | Subject::Host(_) => {}
    }
    let prepare = || effect.via.iter().map(|command| Prepared::new(command)).collect();
    let prepared = asked.prepared_via.get_or_init(prepare);
    let any = |pattern| prepared.iter().fold(Tri::No, |any, one| any.or(one.runs(pattern)));
    Held::one(patterns.iter().fold(Tri::No, |all, pattern| all.or(any(pattern))))
}

fn has(kind: Kind, effect: &Effect) -> Held {
    let there = match (&effect.subject, kind) {
        (Subject::Unknown { .. }, _) => return Held::UNKNOWN,
        (_, Kind::Via) => !effect.via.is_empty(),
        (Subject::Command(_), Kind::Command) => true,
        (Subject::Script(..), Kind::Command | Kind::Path) => true,
        (Subject::Path(_), Kind::Path) => true,
        (Subject::Host(_), Kind::Host) => true,
        // One that is not known may be there.
        (Subject::Host(host), Kind::Port) if host.port.is_none() && !host::is_unnamed(effect) => {
            return Held::UNKNOWN;
        }
        (Subject::Host(host), Kind::Port) => host.port.is_some(),
        (Subject::Command(_), Kind::Path | Kind::Host | Kind::Port)
        | (Subject::Script(..), Kind::Host | Kind::Port)
        | (Subject::Path(_), Kind::Command | Kind::Host | Kind::Port)
        | (Subject::Host(_), Kind::Command | Kind::Path)
        | (Subject::Call, Kind::Command | Kind::Path | Kind::Host | Kind::Port) => false,
    };
    Held::one(there.into())
}

/// The command that an effect is about.
pub(crate) fn command_of(effect: &Effect) -> Option<&Command> {
    match &effect.subject {
        Subject::Command(command) | Subject::Script(command, _) => Some(command),
        Subject::Path(_) | Subject::Host(_) | Subject::Call | Subject::Unknown { .. } => None,
    }
}
