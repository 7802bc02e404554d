//! What an invocation does, as plain data. Paths, hosts and inner commands are words still: whoever knows the directory,
//! the files and the shell makes effects of them.

mod acts;
mod facts;
mod inner;
mod operands;
mod text;

use crate::invocation::Invocation;
use crate::model::{Certainty, Naming, Walk, Word};

/// What a command does.
#[derive(Clone, PartialEq, Debug)]
pub struct Derived {
    /// Every effect that the command can have with these words is among `deeds`: the profile is complete and all flags
    /// are known ones.
    pub plain: bool,
    /// The command needs no permission of its own: what covers the command that it wraps covers it.
    pub neutral: bool,
    /// The single things that it does, the certain ones first.
    pub deeds: Vec<Deed>,
}

/// One thing that a command does.
#[derive(Clone, PartialEq, Debug)]
pub struct Deed {
    /// What.
    pub what: Doing,
    /// Whether it surely happens, or only if an unknown word turns out so.
    pub certainty: Certainty,
    /// Named by the words, or implied by the program.
    pub naming: Naming,
    /// The position, among the command's words, of the word that says so.
    pub word: Option<usize>,
    /// The directories that the command changes to first, in their order; relative paths start there.
    pub directories: Vec<Word>,
}

/// What is done.
#[derive(Clone, PartialEq, Debug)]
pub enum Doing {
    /// A path is read.
    Read(Touched),
    /// A path is written, made or changed.
    Write(Touched),
    /// A path is deleted.
    Delete(Touched),
    /// A host is contacted.
    Connect {
        /// What names the host.
        target: Target,
        /// Data is carried out.
        send: bool,
    },
    /// Another command runs.
    Run(Inner),
    /// A text runs as shell code.
    Shell {
        /// The code: these words with a blank between each two.
        code: Vec<Word>,
        /// The words after it: `$0`, `$1` ….
        arguments: Vec<Word>,
        /// It runs on another machine or in a container.
        elsewhere: bool,
    },
    /// A file is run.
    Script {
        /// The file.
        path: Word,
    },
    /// Something runs that can't be looked into.
    Code {
        /// The code, if it is a text.
        text: Option<Word>,
    },
    /// Standard input is run.
    Stdin {
        /// As shell code; else in a language that can't be looked into.
        shell: bool,
    },
    /// It prints paths below these, one a line: what reads its output has those as words.
    Prints {
        /// The directories.
        below: Vec<Word>,
        /// How far it goes.
        walk: Walk,
    },
    /// Nothing is known of what it does (an unknown word may be its subcommand).
    Anything,
}

/// A path that is touched.
#[derive(Clone, PartialEq, Debug)]
pub struct Touched {
    /// The path.
    pub path: Word,
    /// What is below it is touched too, so far.
    pub below: Option<Walk>,
    /// A link itself is meant, not what it points to.
    pub link: bool,
    /// If the path is a directory, it is names like the last segments of these that are touched in it.
    pub into: Vec<Word>,
    /// It is something at or below the path, which the words do not tell.
    pub some: bool,
}

/// What names a host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A URL; its scheme may be missing, then it is `http`.
    Url(Word),
    /// A host, `user@host` or `host:port`.
    Host(Word),
    /// `host:path`, `user@host:path`, a URL, or else a local path, which is no contact at all.
    Remote(Word),
    /// It is not known.
    Unknown,
}

/// A command within a command.
#[derive(Clone, PartialEq, Debug)]
pub struct Inner {
    /// Its words, the program first.
    pub words: Vec<Word>,
    /// Words of it that are filled in when it runs.
    pub fed: Vec<Fed>,
    /// `NAME=value` words before it.
    pub assignments: Vec<Word>,
    /// It runs on another machine or in a container.
    pub elsewhere: bool,
}

/// A word that is filled in.
#[derive(Clone, PartialEq, Debug)]
pub struct Fed {
    /// Its position among the inner command's words.
    pub position: usize,
    /// What fills it.
    pub source: Source,
}

/// What fills a word.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// Words from standard input.
    Stdin,
    /// Paths below these directories, themselves included.
    Below {
        /// The directories.
        directories: Vec<Word>,
        /// How far.
        walk: Walk,
    },
}

/// What a command does, as its profile tells. A command without a profile does nothing that is known.
pub fn derive(invocation: &Invocation<'_>) -> Derived {
    acts::Deriver::new(invocation).all()
}
