//! What a call would do: effects, and what they are about.

use std::ops::Range;
use std::sync::Arc;

use crate::model::{Case, Operation, Word, profile::Profile};

/// One thing that a call does.
#[derive(Clone, Debug)]
pub struct Effect {
    /// What kind of thing it is.
    pub operation: Operation,
    /// What it is done to, or with.
    pub subject: Subject,
    /// The commands that it came through, outermost first: every wrapper around it, and last the command whose
    /// operand or flag it is. Empty for effects of other tools and for a command that nothing wraps.
    pub via: Vec<Arc<Command>>,
    /// Certain, or only possible since a word is not known.
    pub certainty: Certainty,
    /// Named by the call, or implied by the program whatever its words.
    pub naming: Naming,
    /// Positions, among the call's effects, of the effects whose verdict this one takes when no allow or confirm
    /// rule covers it. Empty for ordinary effects. An implied effect has its command here; a neutral wrapper what it wraps.
    pub follows: Vec<usize>,
    /// The argument that it came from, and the bytes of the argument's text.
    pub origin: Origin,
}

/// Whether an effect surely happens when the call runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Certainty {
    /// It is among what the call does.
    Certain,
    /// An unknown word could make it happen. It can raise a verdict to confirm, never to deny.
    Possible,
}

/// Where an effect's knowledge comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Naming {
    /// An operand, a redirection, a URL.
    Named,
    /// The program does it whatever its words.
    Implied,
}

/// Where in the call an effect came from.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Origin {
    /// The argument, as in `tool_arg.NAME`; none when the call as a whole is the effect.
    pub arg: Option<String>,
    /// Bytes of the argument's text, when it has a text.
    pub span: Option<Range<usize>>,
}

/// What an effect is about.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A program that runs.
    Command(Arc<Command>),
    /// A script that runs: the command that runs it, and the file.
    Script(Arc<Command>, PathSubject),
    /// A path that is read, written or deleted.
    Path(PathSubject),
    /// A host that is contacted.
    Host(HostSubject),
    /// The call itself.
    Call,
    /// Something that could not be understood: every predicate about commands, paths and hosts is unknown.
    Unknown {
        /// Program names that the text holds: rules that deny one of these confirm.
        programs: Vec<String>,
        /// Why it was not understood, for people.
        reason: String,
    },
}

/// A simple command with its words expanded as far as they are known.
#[derive(Clone, Debug)]
pub struct Command {
    /// What runs.
    pub program: Program,
    /// All words; the first is the program as written.
    pub words: Vec<Word>,
    /// `NAME=value` before the command.
    pub assignments: Vec<(String, Word)>,
    /// What is known of the program.
    pub profile: Option<Arc<Profile>>,
    /// The directory it runs in; none when it isn't known.
    pub directory: Option<String>,
    /// It runs on another machine or in a container: its paths are not this machine's.
    pub elsewhere: bool,
    /// The bytes of the argument's text that it came from.
    pub span: Range<usize>,
}

/// The program of a command.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Program {
    /// Found by its bare name, or run from a system `bin` directory: the base name.
    Named(String),
    /// Run by another path (`./git`): the path as written, and its base name.
    File {
        /// As written.
        path: String,
        /// The last segment.
        name: String,
    },
    /// Any of these names may be what runs (`PATH` was changed, or the word can be several).
    Unknown(Word),
}

impl Program {
    /// The base name, if there is one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Program::Named(name) | Program::File { name, .. } => Some(name),
            Program::Unknown(_) => None,
        }
    }
}

/// A path effect's subject: all that it touches. Each thing is judged by itself.
#[derive(Clone, Debug)]
pub struct PathSubject {
    /// As the call has it, for people.
    pub shown: String,
    /// The things that it touches: at least one.
    pub things: Vec<PathThing>,
    /// How names are compared there.
    pub case: Case,
}

/// One thing, or one group of things, that a path effect touches.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PathThing {
    /// Exactly this absolute path, without `.`, `..`, `//` or a `/` at its end.
    At {
        /// The path.
        path: String,
        /// Which reading of the argument it is.
        form: PathForm,
    },
    /// What is below a directory now (the directory not included), as far as `walk` lets the program go.
    Below {
        /// The directory: absolute, resolved.
        dir: String,
        /// What the program goes into.
        walk: Walk,
    },
    /// The names that a pattern can match, now or when an earlier part of the call made some.
    Matching {
        /// An absolute glob in the language's form.
        glob: String,
        /// Whether only names that exist now can match; else whatever the pattern can match.
        existing: bool,
    },
    /// Any path that begins with this directory (`/` for any path at all): which, is not known.
    Somewhere {
        /// The directory, or `/`.
        within: String,
    },
}

/// Which reading of a written path a thing is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathForm {
    /// `.`, `..` and `//` resolved by text alone.
    Written,
    /// The same where it leads to another place, which is a thing of its own: this one is a name for it. Rules see it; what no
    /// rule says about is said by the place.
    Link,
    /// Links followed as the kernel does.
    Real,
    /// A leading `~` taken for the home directory.
    Home,
}

/// How far a program goes below a directory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Walk {
    /// Goes into names that begin with a dot.
    pub hidden: bool,
    /// Leaves out what ignore files name; what those say is not read, so a thing inside is *maybe*.
    pub respects_ignore: bool,
    /// Levels below the directory, at most.
    pub max_depth: Option<u32>,
    /// Only base names that match one of these globs; empty for all.
    pub include: Vec<String>,
    /// Directories with these base names (globs) are not entered.
    pub exclude_dir: Vec<String>,
    /// Files with these base names (globs) are left out.
    pub exclude: Vec<String>,
}

impl Walk {
    /// Everything below.
    pub fn all() -> Walk {
        Walk {
            hidden: true,
            respects_ignore: false,
            max_depth: None,
            include: Vec::new(),
            exclude_dir: Vec::new(),
            exclude: Vec::new(),
        }
    }
}

/// A network effect's subject.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HostSubject {
    /// The URL as the call has it, if there is one.
    pub url: Option<String>,
    /// The host.
    pub host: Host,
    /// Lower case, without `:`; none when it is not known.
    pub scheme: Option<String>,
    /// Explicit, or the scheme's default; none when it is not known.
    pub port: Option<u16>,
}

/// A host, in its one spelling.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Host {
    /// Lower case, punycode, without a trailing dot.
    Name(String),
    /// An address; IPv4-mapped ones as IPv4.
    Address(std::net::IpAddr),
    /// Not known.
    Unknown,
}
