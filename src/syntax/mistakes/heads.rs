//! Ids, titles, names: what stands before a block or a condition.

use super::{Detect, Site, quote};
use crate::model::{Fix, Kind, Mistake, Severity, Span};
use crate::syntax::grammar::Rule;
use crate::syntax::lex::Kind as Token;
use crate::syntax::shape::{self, ItemKind};

/// A rule or hook without its id, a `let` or tool without its name.
pub struct MissingName {
    at: Span,
    keyword: &'static str,
    id: bool,
}

impl Mistake for MissingName {
    const KIND: &'static Kind = &Kind {
        code: "missing-name",
        severity: Severity::Error,
        summary: "an item without its id or name",
        why: "Tests, logs, remembered answers and other files refer to it by this name.",
        instead: "Write a name after the keyword.",
        example: "rule { match any action deny }",
        mended: "rule nothing { match any action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("this `{}` has no {}", self.keyword, if self.id { "id" } else { "name" })
    }

    fn label(&self) -> String {
        format!("expected {} here", if self.id { "an id" } else { "a name" })
    }

    fn help(&self) -> Option<String> {
        Some(format!("write a word after `{}`: letters, digits, `_` and `-`", self.keyword))
    }
}

impl Detect for MissingName {
    fn find(site: &Site<'_>) -> Option<Self> {
        let id = site.piece.shape.kind;
        let wanted = match id {
            ItemKind::Rule | ItemKind::Hook => site.expects(Rule::ident),
            ItemKind::Let => site.expects(Rule::let_name),
            ItemKind::Tool => site.expects(Rule::tool_names) || site.expects(Rule::dotted),
            ItemKind::Operation => site.expects(Rule::operation_name),
            ItemKind::Context => site.expects(Rule::ident),
            _ => false,
        };
        let missing = wanted && site.after_keyword() && !site.piece.is_field() && site.word().is_none();
        let missing = missing && site.kind() != Some(Token::Text);
        missing.then(|| MissingName {
            at: site.here(),
            keyword: site.piece.shape.keyword,
            id: matches!(id, ItemKind::Rule | ItemKind::Hook),
        })
    }
}

/// `rule "id" …`
pub struct QuotedName {
    at: Span,
    text: String,
    keyword: &'static str,
}

impl Mistake for QuotedName {
    const KIND: &'static Kind = &Kind {
        code: "quoted-name",
        severity: Severity::Error,
        summary: "an id or name in quotes",
        why: "Ids are words, so that they can be typed in a shell and written in a test; a title in quotes may follow.",
        instead: "Write a word; put the text after it as a title.",
        example: "rule \"no pushes\" { match command runs `git push ...` action deny }",
        mended: "rule no-pushes { match command runs `git push ...` action deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("the name after `{}` is not written in quotes", self.keyword)
    }

    fn label(&self) -> String {
        "expected a word".to_owned()
    }

    fn help(&self) -> Option<String> {
        let word = self.word();
        Some(if self.keyword == "rule" || self.keyword == "otherwise" {
            format!(
                "write `{} {word}`; a title may follow, as in `{} {word} {}`",
                self.keyword, self.keyword, self.text
            )
        } else {
            format!("write `{} {word}`", self.keyword)
        })
    }

    fn fix(&self) -> Option<Fix> {
        Some(Fix {
            title: format!("write `{}`", self.word()),
            safe: false,
            edits: vec![(self.at, self.word())],
        })
    }
}

impl QuotedName {
    /// A name made of the text.
    fn word(&self) -> String {
        let lower = self.text.to_ascii_lowercase();
        let parts =
            lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|part| !part.is_empty());
        let word = parts.collect::<Vec<_>>().join("-");
        if word.starts_with(|c: char| c.is_ascii_alphabetic()) { word } else { format!("r-{word}") }
    }
}

impl Detect for QuotedName {
    fn find(site: &Site<'_>) -> Option<Self> {
        let wanted =
            site.expects(Rule::ident) || site.expects(Rule::let_name) || site.expects(Rule::operation_name);
        let head = wanted && site.after_keyword() && !site.piece.is_field();
        let by = site.expects(Rule::qualified) && site.before(1) == "by";
        ((head || by) && site.kind() == Some(Token::Text)).then(|| QuotedName {
            at: site.here(),
            text: site.str().to_owned(),
            keyword: if by { "by" } else { site.piece.shape.keyword },
        })
    }
}

/// `rule git.push`, `rule git:push`
pub struct DottedName {
    at: Span,
    name: String,
    keyword: &'static str,
}

impl Mistake for DottedName {
    const KIND: &'static Kind = &Kind {
        code: "dotted-name",
        severity: Severity::Error,
        summary: "a new id or name with `.` or `:` in it",
        why: "`:` stands between a file's name and the ids that it brings in; `.` between an operation and its kinds.",
        instead: "Use `-`.",
        example: "rule git:push { match command runs `git push ...` action confirm }",
        mended: "rule git-push { match command runs `git push ...` action confirm }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` can't be the name of a `{}`", self.name, self.keyword)
    }

    fn label(&self) -> String {
        "letters, digits, `_` and `-` only".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `{}`", self.plain()))
    }

    fn fix(&self) -> Option<Fix> {
        Some(Fix {
            title: format!("write `{}`", self.plain()),
            safe: false,
            edits: vec![(self.at, self.plain())],
        })
    }
}

impl DottedName {
    fn plain(&self) -> String {
        self.name.split(['.', ':']).map(str::trim).collect::<Vec<_>>().join("-")
    }
}

impl Detect for DottedName {
    fn find(site: &Site<'_>) -> Option<Self> {
        if !matches!(
            site.piece.shape.kind,
            ItemKind::Rule | ItemKind::Let | ItemKind::Hook | ItemKind::Context
        ) || site.piece.is_field()
        {
            return None;
        }
        let name = site.start + 1;
        let token = site.lexed.token(name)?;
        let dotted = site.at == name && site.byte > token.start && site.lexed.word(name).is_some();
        let colon = site.at == name + 1 && site.str() == ":" && site.piece.shape.kind != ItemKind::Context;
        let end = if colon { name + 3 } else { name + 1 };
        let text = site.text_of(name, end);
        let joined = colon && site.lexed.word(name + 2).is_some() && !text.contains(char::is_whitespace);
        (dotted || joined).then(|| DottedName {
            at: site.span_of(name, end),
            name: text.to_owned(),
            keyword: site.piece.shape.keyword,
        })
    }
}

/// `policy {`, `test {`, `assert {`, `use`
pub struct MissingTitle {
    at: Span,
    keyword: &'static str,
}

impl Mistake for MissingTitle {
    const KIND: &'static Kind = &Kind {
        code: "missing-title",
        severity: Severity::Error,
        summary: "a header, `use`, `assert` or `test` without its text",
        why: "Reports name it by this text.",
        instead: "Write a text in quotes after the keyword.",
        example: "test { Read { path: \"a\" } => deny }",
        mended: "test \"reading\" { Read { path: \"a\" } => deny }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("expected a text in quotes after `{}`", self.keyword)
    }

    fn label(&self) -> String {
        if self.keyword == "use" { "which file?".to_owned() } else { "its name is missing".to_owned() }
    }

    fn help(&self) -> Option<String> {
        Some(match self.keyword {
            "use" => "write `use \"std:packs/NAME\"` or the path of a file".to_owned(),
            keyword => format!("write `{keyword} \"…\" {{`"),
        })
    }
}

impl Detect for MissingTitle {
    fn find(site: &Site<'_>) -> Option<Self> {
        let wanted = site.expects(Rule::text) && site.after_keyword() && !site.piece.is_field();
        let kind = site.piece.shape.kind;
        let titled = matches!(kind, ItemKind::Policy | ItemKind::Use | ItemKind::Assert | ItemKind::Test);
        (wanted && titled && site.word().is_none())
            .then(|| MissingTitle { at: site.here(), keyword: site.piece.shape.keyword })
    }
}

/// `let root = …`
pub struct ReservedName {
    at: Span,
    name: String,
    subject: bool,
}

impl Mistake for ReservedName {
    const KIND: &'static Kind = &Kind {
        code: "reserved-name",
        severity: Severity::Error,
        summary: "a `let` or `operation` with a name that the language uses itself",
        why: "A condition that mentions it could be read in two ways.",
        instead: "Choose another name.",
        example: "let path = \"src\"",
        mended: "let sources = \"src\"",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` is a word of the language", self.name)
    }

    fn label(&self) -> String {
        let what = if self.subject { "a subject of conditions" } else { "reserved" };
        format!("{what}, can't be a new name")
    }

    fn help(&self) -> Option<String> {
        Some(format!("choose another name, such as `my-{}`", self.name.replace('_', "-")))
    }
}

impl Detect for ReservedName {
    fn find(site: &Site<'_>) -> Option<Self> {
        let wanted = site.expects(Rule::let_name) || site.expects(Rule::operation_name);
        // `operation is read` is a condition.
        let condition = site.expects(Rule::operation_name) && site.str() == "is";
        let word = site.word().filter(|word| wanted && !condition && shape::is_reserved(word))?;
        Some(ReservedName { at: site.here(), name: word.to_owned(), subject: shape::is_subject(word) })
    }
}

/// `let x "a"`, `set tool_arg.x "a"`
pub struct MissingEquals {
    at: Span,
    keyword: String,
    found: Option<String>,
}

impl Mistake for MissingEquals {
    const KIND: &'static Kind = &Kind {
        code: "missing-equals",
        severity: Severity::Error,
        summary: "a `let` or `set` without its `=`",
        why: "One `=` gives a name its value; `==` compares.",
        instead: "Write `let NAME = VALUE`, `set tool_arg.NAME = VALUE`.",
        example: "let secrets [\"~/.ssh\"]",
        mended: "let secrets = [\"~/.ssh\"]",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        match &self.found {
            Some(found) => format!("`{}` takes `=`, not `{found}`", self.keyword),
            None => format!("`=` is missing in this `{}`", self.keyword),
        }
    }

    fn label(&self) -> String {
        "expected `=`".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(match self.keyword.as_str() {
            "let" => "write `let NAME = VALUE`".to_owned(),
            _ => "write `set tool_arg.NAME = VALUE`".to_owned(),
        })
    }

    fn fix(&self) -> Option<Fix> {
        let edit = match self.found {
            Some(_) => (self.at, "=".to_owned()),
            None => (Span { end: self.at.start, ..self.at }, "= ".to_owned()),
        };
        Some(Fix { title: "write `=`".to_owned(), safe: false, edits: vec![edit] })
    }
}

impl Detect for MissingEquals {
    fn find(site: &Site<'_>) -> Option<Self> {
        let keyword = site.keyword();
        if !site.expects(Rule::equals) || !matches!(keyword, "let" | "set") {
            return None;
        }
        let found =
            matches!(site.str(), "==" | ":" | ":=" | "=>" | "is" | "to").then(|| site.str().to_owned());
        Some(MissingEquals { at: site.here(), keyword: keyword.to_owned(), found })
    }
}

/// `arg path`, `context branch`
pub struct MissingType {
    at: Span,
    keyword: String,
    name: String,
}

impl Mistake for MissingType {
    const KIND: &'static Kind = &Kind {
        code: "missing-type",
        severity: Severity::Error,
        summary: "an argument or a fact without its type",
        why: "The type says what effects an argument has and which operators a condition on it may use.",
        instead: "Write `arg NAME: TYPE`, `context NAME: TYPE`.",
        example: "tool read_file { operation read  arg path }",
        mended: "tool read_file { operation read  arg path: path }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!("`{}` has no type", self.name)
    }

    fn label(&self) -> String {
        "expected `: TYPE`".to_owned()
    }

    fn help(&self) -> Option<String> {
        let types = match self.keyword.as_str() {
            "context" => "`text`, `number` or `bool`",
            _ => "`shell`, `argv`, `path`, `url`, `glob`, `patch`, `text`, `json` …",
        };
        Some(format!("write `{} {}: TYPE`, where TYPE is {types}", self.keyword, self.name))
    }
}

impl Detect for MissingType {
    fn find(site: &Site<'_>) -> Option<Self> {
        let keyword = site.keyword();
        let colon = site.expects(Rule::colon) && site.at == site.start + 2;
        let ty = site.before(1) == ":" && site.at == site.start + 3 && site.word().is_none();
        (matches!(keyword, "arg" | "context") && (colon || ty)).then(|| MissingType {
            at: site.here(),
            keyword: keyword.to_owned(),
            name: site.lexed.str(site.start + 1).to_owned(),
        })
    }
}

/// A name where a text in quotes belongs.
pub struct UnquotedText {
    at: Span,
    text: String,
    json: bool,
}

impl Mistake for UnquotedText {
    const KIND: &'static Kind = &Kind {
        code: "unquoted-text",
        severity: Severity::Error,
        summary: "a bare word where a text in quotes belongs",
        why: "Words are names of the language or of a `let`; what is meant literally stands in quotes.",
        instead: "Put it in double quotes.",
        example: "rule r { match any action deny reason never }",
        mended: "rule r { match any action deny reason \"never\" }",
    };

    fn span(&self) -> Span {
        self.at
    }

    fn message(&self) -> String {
        format!(
            "expected {}, found {}",
            if self.json { "a value" } else { "a text in quotes" },
            quote(&self.text)
        )
    }

    fn label(&self) -> String {
        "not in quotes".to_owned()
    }

    fn help(&self) -> Option<String> {
        Some(format!("write `{}`", self.mended()))
    }

    fn fix(&self) -> Option<Fix> {
        Some(Fix {
            title: format!("write `{}`", self.mended()),
            safe: false,
            edits: vec![(self.at, self.mended())],
        })
    }
}

impl UnquotedText {
    fn mended(&self) -> String {
        match self.text.as_str() {
            "True" | "TRUE" if self.json => "true".to_owned(),
            "False" | "FALSE" if self.json => "false".to_owned(),
            "None" | "nil" | "NULL" | "Null" if self.json => "null".to_owned(),
            text => format!("\"{text}\""),
        }
    }
}

impl Detect for UnquotedText {
    fn find(site: &Site<'_>) -> Option<Self> {
        let json = site.wants_json();
        let value = site.wants_value() || site.wants_condition();
        let wanted = json || site.expects(Rule::text) || site.expects(Rule::texts) && site.before(1) == "[";
        if !wanted
            || value
            || site.expects(Rule::ident)
            || site.expects(Rule::dotted)
            || site.expects(Rule::equals)
        {
            return None;
        }
        let here = site.at;
        site.word()?;
        if site.is_field_word() && site.first_on_line() {
            return None;
        }
        // A path or an address comes as several tokens: all that is written without a space.
        let mut end = here + 1;
        while end < site.end
            && matches!(site.lexed.kind(end), Some(Token::Sign | Token::Word | Token::Number))
            && site.lexed.token(end).map(|token| token.start)
                == site.lexed.token(end - 1).map(|token| token.end)
            && !matches!(site.lexed.str(end), "," | "=>" | ";")
        {
            end += 1;
        }
        Some(UnquotedText { at: site.span_of(here, end), text: site.text_of(here, end).to_owned(), json })
    }
}
