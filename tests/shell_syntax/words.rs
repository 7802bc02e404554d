//! The shape of words and commands: what each part is, and where it stands.

use super::commands::{found_in, shown};
use super::syntax::{
    CommandKind, Conditional, Connector, Descriptor, Ending, Glob, Operator, Parsed, Pipe, Reason,
    RedirectOperator, Sequence, Target, Word, WordPart, parse,
};

fn kind(parsed: &Parsed) -> &CommandKind {
    assert!(!parsed.unknown, "{parsed:?}");
    &parsed.script.items[0].first.commands[0].kind
}

/// The words of the first command.
fn words(text: &str) -> Vec<Word> {
    let parsed = parse(text);
    let CommandKind::Simple(simple) = kind(&parsed) else { panic!("{parsed:?}") };
    simple.words.clone()
}

/// The last word of the first command.
fn last(text: &str) -> Word {
    words(text).pop().expect("a word")
}

/// What a part is, in a short form, and the text that its span covers.
fn parts(text: &str) -> Vec<String> {
    let name = |part: &WordPart| match part {
        WordPart::Literal(_) => "literal",
        WordPart::Escaped(_) => "escaped",
        WordPart::SingleQuoted(_) => "single",
        WordPart::Decoded { .. } => "decoded",
        WordPart::DoubleQuoted { .. } => "double",
        WordPart::Parameter(_) => "parameter",
        WordPart::Command { .. } => "command",
        WordPart::Process { .. } => "process",
        WordPart::Arithmetic(_) => "arithmetic",
        WordPart::Tilde { .. } => "tilde",
        WordPart::Glob { .. } => "glob",
        WordPart::Extended { .. } => "extended",
        WordPart::Alternatives { .. } => "alternatives",
        WordPart::Sequence { .. } => "sequence",
        WordPart::Array { .. } => "array",
        WordPart::Unknown(_) => "unknown",
    };
    last(text).parts.iter().map(|part| format!("{} {}", name(part), part.span().text(text))).collect()
}

#[test]
fn every_part_and_its_place() {
    assert_eq!(
        parts("x é\\ b'c'$'\\x64'\"e$f\"$g${h:-i}$(j)`k`<(l)$((1+m))"),
        [
            "literal é",
            "escaped \\ ",
            "literal b",
            "single 'c'",
            "decoded $'\\x64'",
            "double \"e$f\"",
            "parameter $g",
            "parameter ${h:-i}",
            "command $(j)",
            "command `k`",
            "process <(l)",
            "arithmetic $((1+m))"
        ]
    );
    assert_eq!(
        parts("x ~/a*b?[c]"),
        ["tilde ~", "literal /a", "glob *", "literal b", "glob ?", "glob [", "literal c]"]
    );
    assert_eq!(parts("x a[b"), ["literal a", "literal [", "literal b"]);
    assert_eq!(parts("x {a,b}{1..3}c"), ["alternatives {a,b}", "sequence {1..3}", "literal c"]);
    assert_eq!(parts("declare x=(1 2)"), ["literal x=", "array (1 2)"]);
}

#[test]
fn tildes_stand_where_bash_expands_them() {
    assert_eq!(parts("x ~root/a"), ["tilde ~root", "literal /a"]);
    assert_eq!(parts("x a=~/b:~c:d~"), ["literal a=", "tilde ~", "literal /b:", "tilde ~c", "literal :d~"]);
    assert_eq!(parts("x a:~"), ["literal a:~"], "a colon counts only after an assignment's name");
    assert_eq!(parts("x --a=~"), ["literal --a=~"]);
    assert_eq!(parts("x ~$a"), ["literal ~", "parameter $a"]);
    assert_eq!(parts("x ~'a'"), ["literal ~", "single 'a'"]);
    let alternatives = last("x {~/a,b}");
    let WordPart::Alternatives { alternatives, .. } = &alternatives.parts[0] else { panic!() };
    assert!(matches!(alternatives[0][0], WordPart::Tilde { .. }));
    let parsed = parse("p=~/a:~ c");
    let CommandKind::Simple(simple) = kind(&parsed) else { panic!() };
    let tildes =
        simple.assignments[0].value.parts.iter().filter(|p| matches!(p, WordPart::Tilde { .. })).count();
    assert_eq!(tildes, 2);
}

#[test]
fn braces_expand_by_the_rules_of_bash() {
    // Left: a word; right: what `printf '[%s]'` shows in bash 5.2.
    for (word, expected) in [
        ("{},a}", "[{},a}]"),
        ("x{},a}", "[x}][xa]"),
        ("{a}b,c}", "[a}b][c]"),
        ("{a,b}{c,d}", "[ac][ad][bc][bd]"),
        ("{x..y\",\"}", "[x..y,]"),
        ("{{a,b}..c}", "[a..c][b..c]"),
        ("{1..\"3\"}", "[{1..3}]"),
        ("{1..3..}", "[{1..3..}]"),
        ("{1..3..0}", "[1][2][3]"),
        ("{3..1}", "[3][2][1]"),
        ("{01..3}", "[01][02][03]"),
        ("{-1..1}", "[-1][0][1]"),
        ("{a,{b,c}d}e", "[ae][bde][cde]"),
        ("{,a}", "[a]"),
        ("{,}''", "[][]"),
        ("{a\\,b,c}", "[a,b][c]"),
        ("{a,b\\}", "[{a,b}]"),
        ("{\"a,b\"}", "[{a,b}]"),
        ("{a,\"b c\"}", "[a][b c]"),
        ("{1..a}", "[{1..a}]"),
        ("{1.5..2}", "[{1.5..2}]"),
        ("{1..2}..{a,b}", "[1..a][1..b][2..a][2..b]"),
        ("{..}", "[{..}]"),
        ("{5..1..2}", "[5][3][1]"),
        ("{a..e..2}", "[a][c][e]"),
        ("{0..1}{,,}", "[0][0][0][1][1][1]"),
        ("a{b{c,d},e}f", "[abcf][abdf][aef]"),
        ("{{a,b},{c,d}}", "[a][b][c][d]"),
        ("{a,b", "[{a,b]"),
        ("{+1..3}", "[1][2][3]"),
        ("{99999999999999999999..1}", "[{99999999999999999999..1}]"),
    ] {
        let words = last(&format!("x {word}")).fixed_all(100).expect(word);
        let shown: String = words.iter().map(|word| format!("[{word}]")).collect();
        assert_eq!(shown, expected, "{word}");
    }
    assert_eq!(last("x {1..1000000000}").fixed_all(100), None, "more than asked for");
    assert_eq!(last("x {A..c}").fixed_all(100), None, "holds a backslash and a backquote");
    let WordPart::Sequence { sequence, .. } = last("x {1..1000000000}").parts[0] else { panic!() };
    assert_eq!(sequence, Sequence::Numbers { first: 1, last: 1_000_000_000, step: 1, width: 0 });
    assert!(
        matches!(parse("x={a,b}").script.items[0].first.commands[0].kind, CommandKind::Simple(ref simple)
        if simple.assignments[0].value.fixed_value().as_deref() == Some("{a,b}"))
    );
}

#[test]
fn decoded_quotes_decode() {
    for (text, bytes) in [
        ("a\\0b", &b"a"[..]),
        ("\\x41\\101\\u0041\\U00000041", b"AAAA"),
        ("\\e\\E\\a\\b\\f\\n\\r\\t\\v", b"\x1b\x1b\x07\x08\x0c\n\r\t\x0b"),
        ("\\?\\\"\\q\\'\\\\", b"?\"\\q'\\"),
        ("\\x{41}b", b"Ab"),
        ("\\1234", b"S4"),
        ("\\cA\\c\\\\x", b"\x01\x1cx"),
        ("\\xff", b"\xff"),
        ("\\x\\c", b"\\x\\c"),
        ("\\400z", b""),
        ("\\u41z", b"Az"),
    ] {
        let word = last(&format!("x $'{text}'"));
        let WordPart::Decoded { bytes: found, .. } = &word.parts[0] else { panic!("{word:?}") };
        assert_eq!(found, bytes, "{text}");
    }
}

#[test]
fn parameters_have_operators() {
    let parameter = |text: &str| {
        let word = last(&format!("x {text}"));
        let [WordPart::Parameter(parameter)] = word.parts.as_slice() else { panic!("{word:?}") };
        (**parameter).clone()
    };
    for (text, name, operator) in [
        ("$x", "x", None),
        ("${x}", "x", None),
        ("$1", "1", None),
        ("${12}", "12", None),
        ("$@", "@", None),
        ("$$", "$", None),
        ("${#}", "#", None),
        ("${#:-1}", "#", Some(Operator::Default)),
        ("${x:-a}", "x", Some(Operator::Default)),
        ("${x=a}", "x", Some(Operator::Assign)),
        ("${x:?a}", "x", Some(Operator::Error)),
        ("${x+a}", "x", Some(Operator::Alternative)),
        ("${x:1:2}", "x", Some(Operator::Substring)),
        ("${x: -1}", "x", Some(Operator::Substring)),
        ("${x##*/}", "x", Some(Operator::RemovePrefix)),
        ("${x%.*}", "x", Some(Operator::RemoveSuffix)),
        ("${x//a/b}", "x", Some(Operator::Replace)),
        ("${x^^}", "x", Some(Operator::ChangeCase)),
        ("${x@Q}", "x", Some(Operator::Transform('Q'))),
        ("${!x*}", "x", Some(Operator::Names)),
        ("${!x@}", "x", Some(Operator::Names)),
    ] {
        let found = parameter(text);
        assert_eq!((found.name.as_str(), found.operator), (name, operator), "{text}");
    }
    assert!(parameter("${!x}").indirect && parameter("${#x}").length && !parameter("${!}").indirect);
    assert!(parameter("${a[$(b)]}").subscript.is_some());
    assert_eq!(shown("x ${ rm a; }"), ["x ?", "UNKNOWN BadSubstitution"], "bash 5.3 runs it");
}

#[test]
fn compound_commands_have_their_parts() {
    let parsed = parse("if a; then b; elif c; then d; else e; fi");
    assert!(matches!(kind(&parsed), CommandKind::If { branches, otherwise: Some(_) } if branches.len() == 2));
    let parsed = parse("until a; do b; done");
    assert!(matches!(kind(&parsed), CommandKind::While { until: true, .. }));
    let parsed = parse("for x in a b; do c; done");
    assert!(
        matches!(kind(&parsed), CommandKind::For(for_) if for_.words.as_ref().unwrap().len() == 2 && !for_.select)
    );
    let parsed = parse("select x; do c; done");
    assert!(matches!(kind(&parsed), CommandKind::For(for_) if for_.words.is_none() && for_.select));
    let parsed = parse("case a in b|c) d;& e) ;;& *) f; esac");
    let CommandKind::Case(case) = kind(&parsed) else { panic!() };
    let endings: Vec<Ending> = case.clauses.iter().map(|clause| clause.ending).collect();
    assert_eq!(endings, [Ending::FallThrough, Ending::TryNext, Ending::Break]);
    assert_eq!(case.clauses[0].patterns.len(), 2);
    assert!(matches!(case.clauses[2].patterns[0].parts[0], WordPart::Glob { glob: Glob::Star, .. }));
    let parsed = parse("[[ a == b* && ! -f c || d ]]");
    let CommandKind::Conditional(Conditional::Or(terms)) = kind(&parsed) else { panic!() };
    assert!(matches!(&terms[0], Conditional::And(terms) if matches!(&terms[1], Conditional::Not(_))));
    let parsed = parse("f() { a; } >b");
    let CommandKind::Function { name, body } = kind(&parsed) else { panic!() };
    assert_eq!((name.fixed().as_deref(), body.redirects.len()), (Some("f"), 1));
    let parsed = parse("coproc N { a; }");
    assert!(matches!(kind(&parsed), CommandKind::Coproc { name: Some(_), .. }));
    let parsed = parse("! time -p a |& b | c && d || e & f");
    let item = &parsed.script.items[0];
    assert!(item.background && item.first.negated && item.first.timed && parsed.script.items.len() == 2);
    assert_eq!(item.first.pipes, [Pipe::Both, Pipe::Output]);
    let connectors: Vec<Connector> = item.rest.iter().map(|(connector, _)| *connector).collect();
    assert_eq!(connectors, [Connector::And, Connector::Or]);
}

#[test]
fn redirections_keep_order_and_descriptors() {
    let parsed = parse(">a 2>>b c <&3- {v}<>d >&- &>>e <<<f 4<<E >|g\nh\nE\n");
    let command = &parsed.script.items[0].first.commands[0];
    use RedirectOperator as Op;
    let operators: Vec<Op> = command.redirects.iter().map(|redirect| redirect.operator).collect();
    assert_eq!(
        operators,
        [
            Op::Write,
            Op::Append,
            Op::DuplicateInput,
            Op::ReadWrite,
            Op::DuplicateOutput,
            Op::AppendBoth,
            Op::HereString,
            Op::HereDocument,
            Op::Clobber
        ]
    );
    assert_eq!(command.redirects[1].descriptor, Descriptor::Number(2));
    assert_eq!(command.redirects[3].descriptor, Descriptor::Variable("v".into()));
    assert_eq!(command.redirects[4].target, Target::Close);
    let Target::HereDocument(id) = command.redirects[7].target else { panic!() };
    let document = parsed.here_document(id).unwrap();
    assert_eq!((document.delimiter.as_str(), document.quoted, document.terminated), ("E", false, true));
    assert!(matches!(&document.body[0], WordPart::Literal(text) if text.text == "h\n"));
}

#[test]
fn spans_of_text_that_is_unescaped_first_point_into_the_outer_text() {
    let text = "x `a \\`b \\\\\\`c\\\\\\`\\`` <<-E\n\t$(d\n\te)\n\tE\n";
    let (parsed, found) = found_in(text);
    assert!(!parsed.unknown && found.commands.len() == 6, "{found:?}");
    let mut names = Vec::new();
    struct Names<'a>(&'a mut Vec<String>, &'a str);
    impl super::syntax::Visitor for Names<'_> {
        fn simple(&mut self, simple: &super::syntax::Simple, _: &super::syntax::Command) {
            self.0.push(simple.words[0].span.text(self.1).to_owned());
        }
    }
    parsed.visit(&mut Names(&mut names, text));
    assert_eq!(names, ["x", "a", "b", "c", "d", "e"]);
}

#[test]
fn an_error_keeps_the_lines_before_it() {
    assert_eq!(shown("rm a\nrm b; (rm c\nrm d"), ["rm a", "UNKNOWN Syntax"]);
    assert_eq!(shown("rm a; )"), ["UNKNOWN Syntax"]);
    assert_eq!(shown("rm a `rm b\n)`; rm c"), ["rm a ?", "rm b", "rm c", "UNKNOWN SyntaxWhenRun"]);
    let text = "rm a\n)\nrm b";
    let (parsed, found) = found_in(text);
    assert_eq!(found.unknowns[0].span.text(text), ")\nrm b");
    assert_eq!(parsed.errors[0].span.text(text), ")");
}

#[test]
fn earlier_lines_change_how_later_ones_are_read() {
    assert_eq!(shown("shopt -s extglob\nrm !(a)"), ["shopt -s extglob", "rm ?"]);
    assert_eq!(shown("shopt -s ext\"glob\"\n!(rm a)"), ["shopt -s extglob", "?"], "a pattern, no subshell");
    assert_eq!(
        shown("x && shopt -s extglob\n!(rm a)"),
        ["x", "shopt -s extglob", "?", "UNKNOWN MaybeExtglob"]
    );
    assert_eq!(
        shown("eval 'shopt -s extglob'\n!(rm a)"),
        ["eval shopt -s extglob", "?", "UNKNOWN MaybeExtglob"]
    );
    assert_eq!(shown("shopt -s $o\n!(rm a)"), ["shopt -s ?", "UNKNOWN Aliases"]);
    assert_eq!(shown("shopt -s expand_aliases; a\nb"), ["shopt -s expand_aliases", "a", "UNKNOWN Aliases"]);
    assert_eq!(shown("set -o posix\nb"), ["set -o posix", "UNKNOWN Aliases"]);
    assert_eq!(shown("POSIXLY_CORRECT=1\nb"), ["UNKNOWN Aliases"]);
    assert_eq!(shown("alias a=b\na"), ["alias a=b", "a"], "aliases are off in a shell that runs a command");
    let (parsed, found) = found_in("x $(shopt -s expand_aliases\na)");
    assert!(parsed.unknown && found.unknowns[0].reason == Reason::Aliases);
}

#[test]
fn what_bash_expands_twice_or_prints_back_wrongly_is_unknown() {
    for (text, reason) in [
        ("x \"${y:-$'\\x24(rm a)'}\"", Reason::DecodedThenExpanded),
        ("x $(( $'\\x24(rm a)' ))", Reason::DecodedThenExpanded),
        ("x \"$(y ${z:-$'\\x24(rm a)'})\"", Reason::DecodedThenExpanded),
        ("x \"${y:-'$(rm '}')}\"", Reason::Ambiguous),
        ("x \"${y:-<(rm a)}\"", Reason::Ambiguous),
        ("x $(a <<E | b; c\nE\n)", Reason::Misprinted),
        ("x $(a <<E\nE\nb; c)", Reason::Misprinted),
        ("x $(coproc a)", Reason::Misprinted),
        ("x $((1+$(case a in b) c;; esac)))", Reason::AmbiguousArithmetic),
        ("x $(a <<E)\nE\n", Reason::HereDocument),
        ("x {a,${b:-\\}}}", Reason::AmbiguousBraces),
        ("x a\\", Reason::TrailingBackslash),
    ] {
        let (_, found) = found_in(text);
        assert_eq!(found.unknowns.first().map(|unknown| unknown.reason), Some(reason), "{text}");
    }
    // What agents write stays understood.
    for text in [
        "git commit -m \"$(cat <<'EOF'\nit's (done)\n\nEOF\n)\"",
        "git commit -m \"$(cat <<EOF\na \\$5 `date`\nEOF\n)\" && git push",
        "x $(( $(wc -l < \"$(find . -name a)\") + 1 ))",
        "for f in $(ls *.rs); do echo \"${f%.rs}\"; done",
        "find . -name '*.rs' -exec rm {} \\;",
    ] {
        assert!(!parse(text).unknown, "{text}: {:?}", parse(text));
    }
}
