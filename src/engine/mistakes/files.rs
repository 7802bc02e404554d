//! Files that can't be used.

use std::fmt;

use crate::model::{Diagnostic, Kind, Severity, Span};

const fn kind(code: &'static str, summary: &'static str, why: &'static str, instead: &'static str) -> Kind {
    Kind { code, severity: Severity::Error, summary, why, instead, example: "", mended: "" }
}

/// `missing-file`
pub(super) static MISSING: Kind = kind(
    "missing-file",
    "a file or directory that was named does not exist",
    "a policy that is not there may be the one that denies; so every call is denied until it is",
    "the right path, or no path",
);
/// `not-a-file`
pub(super) static NOT_A_FILE: Kind = kind(
    "not-a-file",
    "a directory, device or pipe stands where a policy file is expected",
    "only a regular file has one text that everybody reads alike",
    "a regular file; a directory of policies is named as such with `--policies`",
);
/// `cannot-read`
pub(super) static CANNOT_READ: Kind = kind(
    "cannot-read",
    "a policy file or directory can't be read",
    "what can't be read may be the rule that denies",
    "permissions that let the user of toolgate read it",
);
/// `file-too-large`
pub(super) static TOO_LARGE: Kind = kind(
    "file-too-large",
    "a policy file is larger than the limit",
    "a file is read before every call: its size bounds the time that a call waits",
    "several files in one directory; together they mean the same",
);
/// `empty-file`
pub(super) static EMPTY: Kind = kind(
    "empty-file",
    "a policy file has no text",
    "an editor or a copy that was interrupted leaves one behind, and its rules are gone",
    "the rules, or no file",
);
/// `binary-file`
pub(super) static BINARY: Kind = kind(
    "binary-file",
    "a policy file holds a NUL byte",
    "it is no text: what people see of it and what is read may differ",
    "a text file in UTF-8",
);
/// `not-utf-8`
pub(super) static NOT_UTF8: Kind = kind(
    "not-utf-8",
    "a policy file is not UTF-8",
    "in another encoding the same bytes are other characters, and a rule matches something else than it shows",
    "the file saved as UTF-8",
);
/// `byte-order-mark`
pub(super) static BYTE_ORDER_MARK: Kind = kind(
    "byte-order-mark",
    "a policy file begins with a byte order mark",
    "it is an invisible character, and those are not allowed in policies",
    "the file saved as UTF-8 without one; `toolgate fmt` takes it away",
);
/// `carriage-return`
pub(super) static CARRIAGE_RETURN: Kind = kind(
    "carriage-return",
    "a line of a policy file ends with a carriage return",
    "in the middle of a line it lets a terminal show another text than the one that is read",
    "line ends of one `\\n`; `toolgate fmt` writes them",
);
/// `writable-by-others`
pub(super) static WRITABLE_BY_OTHERS: Kind = kind(
    "writable-by-others",
    "others than its owner may write a policy",
    "who can write a policy decides what agents may do",
    "`chmod go-w` for the file and its directory",
);
/// `outside-directory`
pub(super) static OUTSIDE: Kind = kind(
    "outside-directory",
    "a file lies outside the directory of its layer",
    "a layer is one directory: whoever reviews or trusts it must see all of it",
    "the file, or a copy of it, inside the directory",
);
/// `no-policies`
pub(super) static NO_POLICIES: Kind = kind(
    "no-policies",
    "no policy was found",
    "without a policy nothing is allowed",
    "`--policies DIR`, or a file `.toolgate/policies/NAME.policy`",
);
/// `too-many-files`
pub(super) static TOO_MANY: Kind = kind(
    "too-many-files",
    "a layer has more files, or more text, than the limit",
    "all of it is read before every call",
    "fewer and smaller files",
);

/// `not-loaded`
pub(super) static NOT_LOADED: Kind = Kind {
    severity: Severity::Warning,
    ..kind(
        "not-loaded",
        "a directory below a layer's has policies that no file uses",
        "of a layer's directory its own files are read, and what those use; a rule that nobody reads denies nothing",
        "`use \"DIR/NAME.policy\"` in a file of the layer, or the file in the layer's directory",
    )
};

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileMistake {
    /// It does not exist.
    Missing,
    /// It is a directory where a file is wanted.
    Directory,
    /// It is a file where a directory is wanted.
    NotADirectory,
    /// It is a pipe, a socket or a device.
    Special,
    /// The system refused: its own words.
    CannotRead(String),
    /// It has more bytes than this.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// It has no text.
    Empty,
    /// It holds a NUL byte.
    Binary,
    /// It is not UTF-8.
    NotUtf8,
    /// It begins with a byte order mark.
    ByteOrderMark,
    /// A line ends with a carriage return.
    CarriageReturn,
    /// The world, or a group that is not the owner's own, may write it.
    WritableByOthers {
        /// Who: `everybody` or `its group`.
        who: &'static str,
        /// Whether it is the directory.
        directory: bool,
    },
    /// It leads out of its layer's directory.
    Outside {
        /// The directory.
        directory: String,
    },
    /// The directory has no `.policy` file.
    NoPolicies,
    /// No directory of policies was named, and none was found.
    NothingFound,
    /// A directory below the layer's has policies that no file uses.
    NotLoaded,
    /// The layer has more files or bytes than this.
    TooMany {
        /// The limit, in words.
        limit: &'static str,
    },
}

/// A file that can't be used, with its name and, where there is a text, the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnreadableFile {
    name: String,
    mistake: FileMistake,
    span: Span,
}

impl UnreadableFile {
    /// The mistake in the file that people see as `name`.
    pub fn new(name: impl Into<String>, mistake: FileMistake, span: Span) -> Self {
        UnreadableFile { name: name.into(), mistake, span }
    }

    /// What is wrong.
    pub fn mistake(&self) -> &FileMistake {
        &self.mistake
    }

    fn kind(&self) -> &'static Kind {
        match self.mistake {
            FileMistake::Missing => &MISSING,
            FileMistake::Directory | FileMistake::NotADirectory | FileMistake::Special => &NOT_A_FILE,
            FileMistake::CannotRead(_) => &CANNOT_READ,
            FileMistake::TooLarge { .. } => &TOO_LARGE,
            FileMistake::Empty => &EMPTY,
            FileMistake::Binary => &BINARY,
            FileMistake::NotUtf8 => &NOT_UTF8,
            FileMistake::ByteOrderMark => &BYTE_ORDER_MARK,
            FileMistake::CarriageReturn => &CARRIAGE_RETURN,
            FileMistake::WritableByOthers { .. } => &WRITABLE_BY_OTHERS,
            FileMistake::Outside { .. } => &OUTSIDE,
            FileMistake::NoPolicies | FileMistake::NothingFound => &NO_POLICIES,
            FileMistake::NotLoaded => &NOT_LOADED,
            FileMistake::TooMany { .. } => &TOO_MANY,
        }
    }

    fn label(&self) -> String {
        match self.mistake {
            FileMistake::Binary => "a NUL byte".into(),
            FileMistake::NotUtf8 => "this byte is not UTF-8".into(),
            FileMistake::ByteOrderMark => "an invisible character".into(),
            FileMistake::CarriageReturn => "a carriage return".into(),
            _ => String::new(),
        }
    }

    fn help(&self) -> String {
        match &self.mistake {
            FileMistake::Missing => "create it, or name another path; every call is denied until then".into(),
            FileMistake::Directory => {
                format!("name a file in it, or the directory itself: `--policies {}`", self.name)
            }
            FileMistake::NotADirectory => "name a directory of `.policy` files".into(),
            FileMistake::Special => "write the policy into a regular file".into(),
            FileMistake::CannotRead(_) => "every call is denied until it can be read".into(),
            FileMistake::TooLarge { .. } => "split it into several files in the same directory".into(),
            FileMistake::Empty => {
                "write rules into it or remove it; an empty policy may be one that was cut off".into()
            }
            FileMistake::Binary | FileMistake::NotUtf8 => "save it as UTF-8 text".into(),
            FileMistake::ByteOrderMark => {
                "save it as UTF-8 without a byte order mark, or run `toolgate fmt`".into()
            }
            FileMistake::CarriageReturn => "end lines with `\\n` alone, or run `toolgate fmt`".into(),
            FileMistake::WritableByOthers { .. } => format!("run `chmod go-w {}`", self.name),
            FileMistake::Outside { directory } => format!("put it into `{directory}`"),
            FileMistake::NoPolicies => "write a file whose name ends in `.policy` into it".into(),
            FileMistake::NothingFound => {
                "name some with `--policies DIR`, or write `.toolgate/policies/NAME.policy`; every call is denied until then"
                    .into()
            }
            FileMistake::NotLoaded => "`use` its files in one of the layer's, or move them there".into(),
            FileMistake::TooMany { .. } => "use fewer and smaller files".into(),
        }
    }

    /// The mistake as plain data.
    pub fn report(&self) -> Diagnostic {
        Diagnostic {
            code: self.kind().code,
            severity: self.kind().severity,
            message: self.to_string(),
            span: self.span,
            label: self.label(),
            help: Some(self.help()),
            related: Vec::new(),
            fix: None,
        }
    }
}

impl std::error::Error for UnreadableFile {}

impl fmt::Display for UnreadableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.mistake {
            FileMistake::Missing => write!(f, "`{name}` does not exist"),
            FileMistake::Directory => write!(f, "`{name}` is a directory, not a policy file"),
            FileMistake::NotADirectory => write!(f, "`{name}` is a file, not a directory of policies"),
            FileMistake::Special => write!(f, "`{name}` is neither a file nor a directory"),
            FileMistake::CannotRead(why) => write!(f, "cannot read `{name}`: {why}"),
            FileMistake::TooLarge { limit } => write!(f, "`{name}` is larger than {limit} bytes"),
            FileMistake::Empty => write!(f, "`{name}` is empty"),
            FileMistake::Binary => write!(f, "`{name}` is a binary file"),
            FileMistake::NotUtf8 => write!(f, "`{name}` is not UTF-8"),
            FileMistake::ByteOrderMark => write!(f, "`{name}` begins with a byte order mark"),
            FileMistake::CarriageReturn => write!(f, "`{name}` has a carriage return (`\\r`)"),
            FileMistake::WritableByOthers { who, directory: false } => write!(f, "{who} may write `{name}`"),
            FileMistake::WritableByOthers { who, directory: true } => {
                write!(f, "{who} may put files into the directory `{name}`")
            }
            FileMistake::Outside { directory } => write!(f, "`{name}` lies outside `{directory}`"),
            FileMistake::NoPolicies => write!(f, "`{name}` holds no `.policy` file"),
            FileMistake::NothingFound => write!(f, "no policies were found"),
            FileMistake::NotLoaded => write!(f, "`{name}` has policies that no file uses: they are not read"),
            FileMistake::TooMany { limit } => write!(f, "`{name}` has more than {limit}"),
        }
    }
}
