//! What people get wrong in command patterns.

use crate::model::{Diagnostic, Kind, Severity, Span};

/// A mistake in a command pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PatternMistake {
    Empty,
    FlagFirst,
    GapFirst,
    AnyProgram,
    Assignment,
    OpenQuote,
    DoubleQuote,
    LoneEscape,
    OpenGroup,
    EmptyAlternative,
    NestedGroup,
    GroupInWord,
    FlagInGroup,
    GapInGroup,
    StrayBracket,
    StrayBar,
    StarInFlag,
    ShellSyntax,
    TooLong,
}

/// A kind whose example is a rule with this pattern.
macro_rules! kind {
    ($name:ident, $severity:ident, $code:literal, $summary:literal, $why:literal, $instead:literal, $wrong:literal, $right:literal) => {
        static $name: Kind = Kind {
            code: $code,
            severity: Severity::$severity,
            summary: $summary,
            why: $why,
            instead: $instead,
            example: concat!("rule r command runs `", $wrong, "` => confirm\n"),
            mended: concat!("rule r command runs `", $right, "` => confirm\n"),
        };
    };
}

kind!(
    EMPTY,
    Error,
    "empty-pattern",
    "a command pattern without words",
    "it would match no command, so the rule would never hold",
    "at least the program's name: `git ...`",
    "",
    "git ..."
);
kind!(
    FLAG_FIRST,
    Error,
    "pattern-starts-with-flag",
    "a command pattern whose first word is a flag",
    "the first word is the program; which program a flag belongs to decides what it means",
    "the program first: `rm ... -r ...`; several programs in a group: `(rm|rmdir) ... -r ...`",
    "-rf ...",
    "rm ... -rf ..."
);
kind!(
    GAP_FIRST,
    Error,
    "pattern-starts-with-gap",
    "a command pattern that begins with `...`",
    "the first word is the program; every command that runs within another is matched by itself, so nothing can precede it",
    "the program first; `*` stands for any program",
    "... rm ...",
    "rm ..."
);
kind!(
    ANY_PROGRAM,
    Warning,
    "any-program",
    "a command pattern whose program is `*`",
    "it holds for programs that its author never heard of",
    "the programs that are meant: `(npm|pnpm|yarn) install ...`",
    "* --force ...",
    "(npm|pnpm) ... --force ..."
);
kind!(
    ASSIGNMENT,
    Error,
    "assignment-in-pattern",
    "a command pattern that begins with an assignment",
    "assignments before a command are no words of it",
    "the command alone, and `command.env.NAME` for the variable",
    "CI=1 npm test",
    "npm test"
);
kind!(
    OPEN_QUOTE,
    Error,
    "unclosed-quote",
    "a `'` in a command pattern that is not closed",
    "what follows it would be literal to the pattern's end",
    "a second `'`, or `\\\\'` for the character itself",
    "git commit ... 'a b ...",
    "git commit ... 'a b' ..."
);
kind!(
    DOUBLE_QUOTE,
    Error,
    "double-quote-in-pattern",
    "a `\"` in a command pattern",
    "quotes are removed from a command's words before they are compared, so a `\"` would match nothing that people mean",
    "`'…'` around what is literal; `\\\\\"` for the character itself",
    "echo \"a b\"",
    "echo 'a b'"
);
kind!(
    LONE_ESCAPE,
    Error,
    "lone-escape",
    "a `\\` at the end of a command pattern",
    "it makes the next character literal, and there is none",
    "`\\\\\\\\` for the character itself",
    "echo \\",
    "echo \\\\"
);
kind!(
    OPEN_GROUP,
    Error,
    "unclosed-group",
    "a `(` in a command pattern that is not closed",
    "where the group ends decides what it stands for",
    "a `)` after the last alternative",
    "git (push|fetch ...",
    "git (push|fetch) ..."
);
kind!(
    EMPTY_ALTERNATIVE,
    Error,
    "empty-alternative",
    "a group in a command pattern with nothing between two bars",
    "an alternative stands for one word or more; nothing would make the word before it the last one",
    "two patterns in a list: [`git stash`, `git stash list`]",
    "git stash (|list)",
    "git stash list"
);
kind!(
    NESTED_GROUP,
    Error,
    "nested-group",
    "a group within a group in a command pattern",
    "groups are kept flat so that a pattern can be read at a glance",
    "the alternatives written out: `(a b|a c)`",
    "git (remote (add|remove)|fetch) ...",
    "git (remote add|remote remove|fetch) ..."
);
kind!(
    GROUP_IN_WORD,
    Error,
    "group-in-word",
    "a group that is only a part of a word of a command pattern",
    "a group stands for whole words",
    "the words written out: `(test-a|test-b)`; `'('` for the character itself",
    "npm run test-(a|b)",
    "npm run (test-a|test-b)"
);
kind!(
    FLAG_IN_GROUP,
    Error,
    "flag-in-group",
    "a flag in a group of a command pattern",
    "flags may stand anywhere in a command, so they are no alternative to a word at this place",
    "two patterns in a list: [`git push ... --force ...`, `git reset ... --hard ...`]",
    "git (push --force|fetch) ...",
    "git push ... --force ..."
);
kind!(
    GAP_IN_GROUP,
    Error,
    "gap-in-group",
    "`...` in a group of a command pattern",
    "an alternative is a fixed sequence of words",
    "two patterns in a list",
    "git (push ...|fetch)",
    "git push ..."
);
kind!(
    STRAY_BRACKET,
    Error,
    "stray-parenthesis",
    "a `)` in a command pattern without a `(`",
    "it closes nothing",
    "no bracket, or `')'` for the character itself",
    "git push) ...",
    "git push ..."
);
kind!(
    STRAY_BAR,
    Error,
    "stray-bar",
    "a `|` in a command pattern outside of a group",
    "a pattern matches one command; the commands of a pipeline are matched one by one",
    "`(a|b)` for alternatives, `'|'` for the character itself",
    "curl ... | sh",
    "curl ..."
);
kind!(
    STAR_IN_FLAG,
    Error,
    "star-in-flag",
    "a `*` in the name of a flag in a command pattern",
    "which flags it would stand for depends on what the program's profile lists today",
    "the flags by name; `--name=*` for a flag with any value",
    "git push ... --force* ...",
    "git push ... --force ..."
);
kind!(
    SHELL_SYNTAX,
    Error,
    "shell-syntax-in-pattern",
    "an operator of the shell in a command pattern",
    "a pattern matches one command; each command of a list or pipeline, and each redirection, is an effect of its own",
    "a pattern for the command; `operation is write and path …` for a redirection",
    "make && make install",
    "make install"
);
kind!(
    TOO_LONG,
    Error,
    "pattern-too-long",
    "a command pattern with more words or flags than the limit (127 words, 32 flags)",
    "its size bounds the time that matching takes",
    "a shorter pattern, or several",
    "a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a",
    "a ..."
);

/// Every kind of mistake of this room.
pub const KINDS: &[&Kind] = &[
    &EMPTY,
    &FLAG_FIRST,
    &GAP_FIRST,
    &ANY_PROGRAM,
    &ASSIGNMENT,
    &OPEN_QUOTE,
    &DOUBLE_QUOTE,
    &LONE_ESCAPE,
    &OPEN_GROUP,
    &EMPTY_ALTERNATIVE,
    &NESTED_GROUP,
    &GROUP_IN_WORD,
    &FLAG_IN_GROUP,
    &GAP_IN_GROUP,
    &STRAY_BRACKET,
    &STRAY_BAR,
    &STAR_IN_FLAG,
    &SHELL_SYNTAX,
    &TOO_LONG,
];

impl PatternMistake {
    fn kind(self) -> &'static Kind {
        match self {
            PatternMistake::Empty => &EMPTY,
            PatternMistake::FlagFirst => &FLAG_FIRST,
            PatternMistake::GapFirst => &GAP_FIRST,
            PatternMistake::AnyProgram => &ANY_PROGRAM,
            PatternMistake::Assignment => &ASSIGNMENT,
            PatternMistake::OpenQuote => &OPEN_QUOTE,
            PatternMistake::DoubleQuote => &DOUBLE_QUOTE,
            PatternMistake::LoneEscape => &LONE_ESCAPE,
            PatternMistake::OpenGroup => &OPEN_GROUP,
            PatternMistake::EmptyAlternative => &EMPTY_ALTERNATIVE,
            PatternMistake::NestedGroup => &NESTED_GROUP,
            PatternMistake::GroupInWord => &GROUP_IN_WORD,
            PatternMistake::FlagInGroup => &FLAG_IN_GROUP,
            PatternMistake::GapInGroup => &GAP_IN_GROUP,
            PatternMistake::StrayBracket => &STRAY_BRACKET,
            PatternMistake::StrayBar => &STRAY_BAR,
            PatternMistake::StarInFlag => &STAR_IN_FLAG,
            PatternMistake::ShellSyntax => &SHELL_SYNTAX,
            PatternMistake::TooLong => &TOO_LONG,
        }
    }

    fn label(self) -> &'static str {
        match self {
            PatternMistake::Empty => "no program",
            PatternMistake::FlagFirst | PatternMistake::GapFirst => {
                "the program's name is missing before this"
            }
            PatternMistake::AnyProgram => "any program at all",
            PatternMistake::Assignment => "not a word of the command",
            PatternMistake::OpenQuote => "opened here, closed nowhere",
            PatternMistake::DoubleQuote => "not a quote here",
            PatternMistake::LoneEscape => "nothing follows",
            PatternMistake::OpenGroup => "opened here, closed nowhere",
            PatternMistake::EmptyAlternative => "nothing stands before this",
            PatternMistake::NestedGroup => "a group within a group",
            PatternMistake::GroupInWord => "a group stands for whole words",
            PatternMistake::FlagInGroup => "a flag can't be an alternative",
            PatternMistake::GapInGroup => "`...` can't be part of an alternative",
            PatternMistake::StrayBracket => "closes nothing",
            PatternMistake::StrayBar => "not within a group",
            PatternMistake::StarInFlag => "`*` can't stand in a flag's name",
            PatternMistake::ShellSyntax => "belongs to the shell, not to the command",
            PatternMistake::TooLong => "longer than the limit",
        }
    }
}

/// The mistake at a place.
pub(super) fn report(mistake: PatternMistake, span: Span) -> Diagnostic {
    let kind = mistake.kind();
    Diagnostic {
        code: kind.code,
        severity: kind.severity,
        message: kind.summary.to_owned(),
        span,
        label: mistake.label().to_owned(),
        help: Some(format!("write {}", kind.instead)),
        related: Vec::new(),
        fix: None,
    }
}
