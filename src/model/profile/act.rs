//! What a program does with an operand, a flag's value, or by itself.

use crate::model::Wildcard;

/// One thing that a program does.
#[derive(Clone, PartialEq, Debug)]
pub struct Act {
    /// What.
    pub verb: Verb,
    /// With what.
    pub subject: Subject,
    /// With which part of it: each step takes a part of what the one before left. All of it, if there is none.
    pub part: Vec<Part>,
    /// When.
    pub condition: Condition,
    /// It is implied by the program, not named by the words: what covers the command covers it.
    pub implied: bool,
}

/// What is done.
#[derive(Clone, PartialEq, Debug)]
pub enum Verb {
    /// A file or directory is read.
    Read(Tree),
    /// A file or directory is written, made or changed.
    Write(Tree),
    /// A file or directory is deleted.
    Delete(Tree),
    /// A host is contacted.
    Connect(Site),
    /// Data is sent to a host.
    Send(Site),
    /// This word and those after it are a command of their own.
    Run(Pick),
    /// The text is shell code.
    Shell,
    /// The file is run.
    Script,
    /// The text, or something that can't be seen from here, runs as code.
    Code,
    /// Code in a language that can be looked into.
    Language(Language),
    /// The command's relative paths start here.
    ChangeDirectory {
        /// Only the operands that follow (`tar -C`), not what flags name.
        operands: bool,
    },
    /// It prints paths below this one, one a line (`find`, `git ls-files`).
    Prints,
    /// Standard input is run as code; as shell code if so said.
    RunStdin {
        /// It is shell code.
        shell: bool,
    },
    /// How far the program goes below a directory.
    Walk(WalkChange),
    /// `NAME=value` for the wrapped command.
    Assign,
    /// Something that no effect tells (it sets the clock, ends a process): not plain.
    Other,
    /// The wrapped command runs on another machine or in a container.
    Elsewhere,
}

/// How much of a path is touched.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    /// What is below it too, when this holds.
    pub below: Condition,
    /// A link itself, not what it points to, when this holds.
    pub link: Condition,
    /// If it is a directory, names like those of the other operands are made in it (`cp a b dir`).
    pub into: bool,
    /// Not all of what is below it, but something there that the words do not tell.
    pub some: bool,
}

impl Tree {
    /// The path alone, links followed.
    pub fn alone() -> Tree {
        Tree { below: Condition::Never, link: Condition::Never, into: false, some: false }
    }
}

/// What a text that names a host looks like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Site {
    /// A URL; a scheme may be missing.
    Url,
    /// A host, `user@host`, or `host:port`.
    Host,
    /// `host:path`, `user@host:path` or a URL of a repository; what is none of these is a local path and not contacted.
    Remote,
    /// Which host is not known.
    Unknown,
}

/// How the words of a wrapped command are made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pick {
    /// More words, not known, come after them (`xargs`).
    pub append: bool,
    /// In each word this text stands for something not known (`{}`).
    pub fill: Option<String>,
    /// The flag whose value is that text (`xargs -I %`).
    pub fill_flag: Option<String>,
    /// What fills are paths below the operands (`find -exec`), not standard input.
    pub fill_below: bool,
    /// The words before these: `python -m pip` is `pip`.
    pub program: Option<String>,
}

/// A language whose code is looked into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// A sed script: `e`, `w`, `r`.
    Sed,
    /// An awk program: `system`, pipes, files.
    Awk,
    /// A jq filter: the environment, modules.
    Jq,
}

/// What is changed about how far a program goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WalkChange {
    /// It leaves hidden names out.
    NoHidden,
    /// It goes into hidden names.
    Hidden,
    /// It leaves out what ignore files name.
    Ignore,
    /// It takes what ignore files name.
    NoIgnore,
    /// The value is the number of levels.
    Depth,
    /// The value is a glob of base names: only those.
    Include,
    /// The value is a glob of base names: not those.
    Exclude,
    /// The value is a glob of directories' base names: not those.
    ExcludeDir,
}

/// With what it is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The operand, or the flag's value at this position (0 is the first).
    This(u8),
    /// A fixed text: a path relative to the directory, a URL, a host.
    Fixed(String),
    /// Nothing that is named.
    None,
    /// Something that the words do not tell: files that a list names.
    Unknown,
}

/// Which part of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// What follows the first of this; nothing if it isn't there (`@` in `curl -d @file`).
    After(String),
    /// What precedes the first of this; all if it isn't there (`:` in `docker -v dir:/mnt`).
    Before(String),
    /// The value of a key in a list of `key=value,key=value` (`docker --mount`).
    Key(String),
    /// Each of several, separated by this.
    Each(String),
    /// All of it with this at its end (`gzip a` writes `a.gz`).
    With(String),
}

/// When something is done.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Condition {
    /// In any case.
    #[default]
    Always,
    /// In no case.
    Never,
    /// The flag with this spelling is present, at this level or one above.
    Flag(String),
    /// The flag is present with a value like one of these.
    FlagValue(String, Vec<Wildcard>),
    /// The word is like one of these: the whole of it, or each part where there are several.
    Like(Vec<Wildcard>),
    /// The operand of this position (0 is the first) is like one of these.
    Operand(u8, Vec<Wildcard>),
    /// There are at least so many operands.
    Operands(u8),
    /// It does not hold.
    Not(Box<Condition>),
    /// All hold.
    All(Vec<Condition>),
    /// At least one holds.
    Any(Vec<Condition>),
}
