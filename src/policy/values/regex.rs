//! Regexes: the language's syntax is that of the `regex` crate, but `\d \w \s \b` and `i` are ASCII.

use std::ops::Range;

use regex_syntax::ast::{self, Ast, WithComments, parse::ParserBuilder};

use crate::policy::limits;
use crate::policy::typed::Regex;

/// What is wrong with a regex. Places are bytes of its source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RegexFault {
    /// It can't be read: why, and where.
    Syntax(String, Range<usize>),
    /// `(?u)` or `(?-u)`: the language has one meaning of its classes.
    UnicodeFlag(Range<usize>),
    /// With its repetitions written out it is larger than the limit.
    TooLarge,
}

/// Checks a regex without compiling it.
pub(crate) fn check(source: &str) -> Result<(), RegexFault> {
    let tree = parse(source)?.ast;
    ast::visit(&tree, Check { source })?;
    if size(&tree) > limits::REGEX {
        return Err(RegexFault::TooLarge);
    }
    Ok(())
}

/// The text to compile with the `regex` crate or `regex-automata`, with their default (Unicode) syntax. A regex of a
/// resolved policy always gives a text that compiles; one that was put together by hand and is wrong is handed back as
/// it is, and does not compile.
///
/// ```
/// # use toolgate::policy::{regex_source, typed::Regex};
/// let regex = Regex { source: r"\d+k".into(), ignore_case: true };
/// assert_eq!(regex_source(&regex), "[0-9]+[kK]");
/// ```
pub fn regex_source(regex: &Regex) -> String {
    let Ok(WithComments { ast: tree, comments }) = parse(&regex.source) else {
        return regex.source.to_string();
    };
    let rewrite = Rewrite { source: &regex.source, fold: vec![regex.ignore_case], edits: Vec::new() };
    let Ok(mut edits) = ast::visit(&tree, rewrite);
    // A comment of `(?x)` would swallow whatever is put after the regex.
    edits.extend(comments.iter().map(|comment| (range(&comment.span), String::new())));
    edits.sort_by_key(|(range, _)| range.start);
    let mut out = String::with_capacity(regex.source.len() + 16);
    let mut from = 0;
    for (range, text) in edits {
        out.push_str(regex.source.get(from..range.start).unwrap_or(""));
        out.push_str(&text);
        from = range.end;
    }
    out.push_str(regex.source.get(from..).unwrap_or(""));
    out
}

fn parse(source: &str) -> Result<WithComments, RegexFault> {
    let nesting = u32::try_from(limits::DEPTH).unwrap_or(u32::MAX);
    ParserBuilder::new()
        .nest_limit(nesting)
        .build()
        .parse_with_comments(source)
        .map_err(|error| RegexFault::Syntax(error.kind().to_string(), range(error.span())))
}

fn range(span: &ast::Span) -> Range<usize> {
    span.start.offset..span.end.offset
}

/// Finds what parses but does not compile.
struct Check<'a> {
    source: &'a str,
}

impl Check<'_> {
    fn flags(&self, flags: &ast::Flags) -> Result<(), RegexFault> {
        let unicode = |item: &&ast::FlagsItem| item.kind == ast::FlagsItemKind::Flag(ast::Flag::Unicode);
        match flags.items.iter().find(unicode) {
            Some(item) => Err(RegexFault::UnicodeFlag(range(&item.span))),
            None => Ok(()),
        }
    }

    /// `\p{…}`: whether there is such a property is known to the translator alone.
    fn unicode(&self, class: &ast::ClassUnicode) -> Result<(), RegexFault> {
        let text = self.source.get(range(&class.span)).unwrap_or("");
        match regex_syntax::parse(text) {
            Ok(_) => Ok(()),
            Err(regex_syntax::Error::Translate(error)) => {
                Err(RegexFault::Syntax(error.kind().to_string(), range(&class.span)))
            }
            Err(error) => Err(RegexFault::Syntax(error.to_string(), range(&class.span))),
        }
    }
}

impl ast::Visitor for Check<'_> {
    type Output = ();
    type Err = RegexFault;

    fn finish(self) -> Result<(), RegexFault> {
        Ok(())
    }

    fn visit_pre(&mut self, tree: &Ast) -> Result<(), RegexFault> {
        match tree {
            Ast::Flags(set) => self.flags(&set.flags),
            Ast::Group(group) => group.flags().map_or(Ok(()), |flags| self.flags(flags)),
            Ast::ClassUnicode(class) => self.unicode(class),
            _ => Ok(()),
        }
    }

    fn visit_class_set_item_pre(&mut self, item: &ast::ClassSetItem) -> Result<(), RegexFault> {
        match item {
            ast::ClassSetItem::Unicode(class) => self.unicode(class),
            _ => Ok(()),
        }
    }
}

/// An estimate of the states that a regex compiles to.
fn size(tree: &Ast) -> usize {
    match tree {
        Ast::Empty(_) | Ast::Flags(_) | Ast::Assertion(_) => 1,
        Ast::Literal(literal) => literal.c.len_utf8(),
        // The automaton of "any character" over the bytes of UTF-8 has about a dozen states.
        Ast::Dot(_) | Ast::ClassPerl(_) => 12,
        Ast::ClassUnicode(_) => 1_000,
        Ast::ClassBracketed(class) => 12 + class_size(&class.kind),
        Ast::Repetition(repetition) => {
            let times = match repetition.op.kind {
                ast::RepetitionKind::Range(ast::RepetitionRange::Exactly(n))
                | ast::RepetitionKind::Range(ast::RepetitionRange::AtLeast(n))
                | ast::RepetitionKind::Range(ast::RepetitionRange::Bounded(_, n)) => n as usize + 1,
                ast::RepetitionKind::ZeroOrOne
                | ast::RepetitionKind::ZeroOrMore
                | ast::RepetitionKind::OneOrMore => 2,
            };
            size(&repetition.ast).saturating_mul(times)
        }
        Ast::Group(group) => size(&group.ast).saturating_add(1),
        Ast::Alternation(all) => sum(&all.asts),
        Ast::Concat(all) => sum(&all.asts),
    }
}

fn sum(all: &[Ast]) -> usize {
    all.iter().map(size).fold(1, usize::saturating_add)
}

fn class_size(set: &ast::ClassSet) -> usize {
    match set {
        ast::ClassSet::Item(item) => item_size(item),
        ast::ClassSet::BinaryOp(op) => class_size(&op.lhs).saturating_add(class_size(&op.rhs)),
    }
}

fn item_size(item: &ast::ClassSetItem) -> usize {
    match item {
        ast::ClassSetItem::Unicode(_) => 1_000,
        ast::ClassSetItem::Bracketed(class) => 12 + class_size(&class.kind),
        ast::ClassSetItem::Union(union) => union.items.iter().map(item_size).fold(0, usize::saturating_add),
        ast::ClassSetItem::Empty(_)
        | ast::ClassSetItem::Literal(_)
        | ast::ClassSetItem::Range(_)
        | ast::ClassSetItem::Ascii(_)
        | ast::ClassSetItem::Perl(_) => 4,
    }
}

/// Writes out what is ASCII in the language and Unicode in the crate.
struct Rewrite<'a> {
    source: &'a str,
    /// Whether case is ignored, for each group that is open.
    fold: Vec<bool>,
    /// Replacements in the order of their places.
    edits: Vec<(Range<usize>, String)>,
}

impl Rewrite<'_> {
    fn folds(&self) -> bool {
        self.fold.last().copied().unwrap_or(false)
    }

    fn edit(&mut self, span: &ast::Span, text: String) {
        self.edits.push((range(span), text));
    }

    /// Takes `i` out of the flags and remembers it.
    fn flags(&mut self, flags: &ast::Flags, whole: Option<&ast::Span>) {
        let (mut on, mut off, mut negated) = (String::new(), String::new(), false);
        for item in &flags.items {
            match item.kind {
                ast::FlagsItemKind::Negation => negated = true,
                ast::FlagsItemKind::Flag(ast::Flag::CaseInsensitive) => {
                    if let Some(fold) = self.fold.last_mut() {
                        *fold = !negated;
                    }
                }
                ast::FlagsItemKind::Flag(_) => {
                    let text = self.source.get(range(&item.span)).unwrap_or("");
                    if negated { off.push_str(text) } else { on.push_str(text) }
                }
            }
        }
        let kept = if off.is_empty() { on } else { format!("{on}-{off}") };
        match whole {
            Some(whole) if kept.is_empty() => self.edit(whole, String::new()),
            Some(whole) => self.edit(whole, format!("(?{kept})")),
            None => self.edit(&flags.span, kept),
        }
    }
}

impl ast::Visitor for Rewrite<'_> {
    type Output = Vec<(Range<usize>, String)>;
    type Err = std::convert::Infallible;

    fn finish(self) -> Result<Self::Output, Self::Err> {
        Ok(self.edits)
    }

    fn visit_pre(&mut self, tree: &Ast) -> Result<(), Self::Err> {
        match tree {
            Ast::Flags(set) => self.flags(&set.flags, Some(&set.span)),
            Ast::Group(group) => {
                self.fold.push(self.folds());
                if let Some(flags) = group.flags() {
                    self.flags(flags, None);
                }
            }
            Ast::Literal(literal) if self.folds() => {
                if let Some(other) = other_case(literal.c) {
                    self.edit(&literal.span, format!("[{}{other}]", literal.c));
                }
            }
            Ast::Assertion(assertion) => {
                use ast::AssertionKind as Kind;
                match assertion.kind {
                    Kind::StartLine | Kind::EndLine | Kind::StartText | Kind::EndText => {}
                    Kind::WordBoundary
                    | Kind::NotWordBoundary
                    | Kind::WordBoundaryStart
                    | Kind::WordBoundaryEnd
                    | Kind::WordBoundaryStartAngle
                    | Kind::WordBoundaryEndAngle
                    | Kind::WordBoundaryStartHalf
                    | Kind::WordBoundaryEndHalf => {
                        let text = self.source.get(range(&assertion.span)).unwrap_or("");
                        self.edit(&assertion.span, format!("(?-u:{text})"));
                    }
                }
            }
            Ast::ClassPerl(class) => {
                let not = if class.negated { "^" } else { "" };
                self.edit(&class.span, format!("[{not}{}]", perl(&class.kind)));
            }
            _ => {}
        }
        Ok(())
    }

    fn visit_post(&mut self, tree: &Ast) -> Result<(), Self::Err> {
        if let Ast::Group(_) = tree {
            self.fold.pop();
        }
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ast::ClassSetItem) -> Result<(), Self::Err> {
        match item {
            ast::ClassSetItem::Perl(class) => {
                let items = perl(&class.kind);
                self.edit(&class.span, if class.negated { format!("[^{items}]") } else { items.to_owned() });
            }
            ast::ClassSetItem::Literal(literal) if self.folds() => {
                if let Some(other) = other_case(literal.c) {
                    self.edit(&literal.span, format!("{}{other}", literal.c));
                }
            }
            ast::ClassSetItem::Range(span) if self.folds() => {
                let text = self.source.get(range(&span.span)).unwrap_or("");
                let others = other_cases(span.start.c, span.end.c);
                if !others.is_empty() {
                    self.edit(&span.span, format!("{text}{others}"));
                }
            }
            ast::ClassSetItem::Ascii(class) if self.folds() => {
                use ast::ClassAsciiKind as Kind;
                if matches!(class.kind, Kind::Lower | Kind::Upper) {
                    let text = if class.negated { "[^A-Za-z]" } else { "A-Za-z" };
                    self.edit(&class.span, text.to_owned());
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// What a class of Perl's holds, in ASCII; the space is written so that `(?x)` keeps it.
fn perl(kind: &ast::ClassPerlKind) -> &'static str {
    match kind {
        ast::ClassPerlKind::Digit => "0-9",
        ast::ClassPerlKind::Space => r"\t\n\x0B\x0C\r\x20",
        ast::ClassPerlKind::Word => "0-9A-Za-z_",
    }
}

/// The other case of an ASCII letter.
fn other_case(c: char) -> Option<char> {
    if c.is_ascii_lowercase() {
        Some(c.to_ascii_uppercase())
    } else if c.is_ascii_uppercase() {
        Some(c.to_ascii_lowercase())
    } else {
        None
    }
}

/// The ranges of the other cases of the ASCII letters between two characters.
fn other_cases(from: char, to: char) -> String {
    let mut out = String::new();
    for (first, last) in [('a', 'z'), ('A', 'Z')] {
        let (low, high) = (from.max(first), to.min(last));
        if low <= high
            && let (Some(low), Some(high)) = (other_case(low), other_case(high))
        {
            out.push(low);
            out.push('-');
            out.push(high);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::{RegexFault, check, regex_source};
    use crate::policy::typed::Regex;

    fn source(text: &str, ignore_case: bool) -> String {
        regex_source(&Regex { source: text.into(), ignore_case })
    }

    #[test]
    fn classes_are_ascii() {
        for (text, rewritten) in [
            (r"^\d+$", "^[0-9]+$"),
            (r"\W", "[^0-9A-Za-z_]"),
            (r"[\w-]", "[0-9A-Za-z_-]"),
            (r"[^\D]", "[^[^0-9]]"),
            (r"\bgit\b", r"(?-u:\b)git(?-u:\b)"),
            (r"\p{Greek}", r"\p{Greek}"),
            (r"(?x) a \s [\s] # \d", r"(?x) a [\t\n\x0B\x0C\r\x20] [\t\n\x0B\x0C\r\x20] "),
        ] {
            assert_eq!(source(text, false), rewritten);
        }
    }

    #[test]
    fn ignoring_case_is_ascii() {
        for (text, rewritten) in [
            ("k", "[kK]"),
            ("é", "é"),
            ("[a-f]", "[a-fA-F]"),
            ("[^k]", "[^kK]"),
            ("[Z-b]", "[Z-bA-Bz-z]"),
            ("[[:lower:]]", "[A-Za-z]"),
            ("a(?-i)b", "[aA]b"),
            ("(?-i:b)c", "(?:b)[cC]"),
            ("(?s-i:b)c", "(?s:b)[cC]"),
        ] {
            assert_eq!(source(text, true), rewritten);
        }
        assert_eq!(source("(?i)k|(?-i:k)", false), "[kK]|(?:k)");
        assert_eq!(source("(?i:k)k", false), "(?:[kK])k");
    }

    #[test]
    fn what_it_means() {
        for (text, ignore_case, yes, no) in [
            (r"^\w$", false, "a", "é"),
            ("^k$", true, "K", "\u{212a}"),
            (r"^s$", true, "S", "ſ"),
            (r"^[^\s]$", false, "é", " "),
            (r"^\S\D\W$", false, "xyé", "x1y"),
            (r"^[a-c&&[^b]]$", true, "C", "B"),
            (r"\Bx", false, "éx", "x"),
        ] {
            let regex = regex::Regex::new(&source(text, ignore_case)).unwrap();
            if text != r"\Bx" {
                assert!(regex.is_match(yes), "{text} {yes}");
            }
            assert!(!regex.is_match(no), "{text} {no}");
        }
    }

    #[test]
    fn faults_have_their_place() {
        assert!(matches!(check("a(b"), Err(RegexFault::Syntax(_, at)) if at == (1..2)));
        assert!(matches!(check(r"a\p{Greec}"), Err(RegexFault::Syntax(_, at)) if at == (1..10)));
        assert!(matches!(check(r"[\p{Greec}]"), Err(RegexFault::Syntax(_, at)) if at == (1..10)));
        assert_eq!(check("a(?-u)b"), Err(RegexFault::UnicodeFlag(4..5)));
        assert_eq!(check("((x{1000}){1000})"), Err(RegexFault::TooLarge));
        assert!(matches!(check(&"(".repeat(100_000)), Err(RegexFault::Syntax(..))));
    }
}
