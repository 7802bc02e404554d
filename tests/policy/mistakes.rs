//! What is a mistake and what is not, case by case. Each policy is followed by the codes that are found in it, with the
//! text that each is about.

use toolgate::model::Severity;
use toolgate::policy::typed::LayerKind;

use super::shelf::{resolve, resolve_as};

/// The codes found in a policy, each with the text it is about, as `code: text`.
fn found(text: &str) -> Vec<String> {
    let (set, shelf) = resolve(text);
    set.diagnostics.iter().map(|one| format!("{}: {}", one.code, shelf.sources.slice(one.span))).collect()
}

fn check(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(found(text), *expected, "{text}");
    }
}

const TOOLS: &str = "tool Bash { operation exec  arg command: shell }\n\
                     tool Read { operation read  arg file_path: path  arg limit: json }\n\
                     tool Note { operation write  arg body: text  arg tags: json }\n\
                     tool Fetch on \"web\" { operation network  arg url: url }\n\
                     tool /pay_.*/ { arg amount: json }\n\
                     tool bare { operation exec }\n";

fn check_tools(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(found(&format!("{TOOLS}{text}\n")), *expected, "{text}");
    }
}

#[test]
fn arguments_are_checked_against_the_tools_that_a_condition_is_about() {
    check_tools(&[
        ("rule r  tool_arg.file_pth like \"x\" => deny", &["unknown-argument: tool_arg.file_pth"]),
        ("rule r  tool_arg.file_path like \"x\" => deny", &[]),
        (
            "rule r  tool_name == \"Read\" and tool_arg.command like \"x\" => deny",
            &["unknown-argument: tool_arg.command"],
        ),
        ("rule r  tool_name in [\"Read\", \"Bash\"] and tool_arg.command like \"x\" => deny", &[]),
        // Nothing is known of a tool that nobody declares, nor of one without an argument.
        ("rule r  tool_name == \"other\" and tool_arg.anything like \"x\" => deny", &[]),
        ("rule r  tool_name in [\"Read\", \"other\"] and tool_arg.anything like \"x\" => deny", &[]),
        ("rule r  tool_name like \"mcp_*\" and tool_arg.anything like \"x\" => deny", &[]),
        ("rule r  tool_name == \"bare\" and tool_arg.anything like \"x\" => deny", &[]),
        // Names by pattern.
        (
            "rule r  tool_name like \"Re*\" and tool_arg.pth like \"x\" => deny",
            &["unknown-argument: tool_arg.pth"],
        ),
        (
            "rule r  tool_name ~ /^Read$/ and tool_arg.command like \"x\" => deny",
            &["unknown-argument: tool_arg.command"],
        ),
        ("rule r  tool_name == \"pay_all\" and tool_arg.amount > 3 => deny", &[]),
        (
            "rule r  tool_name == \"pay_all\" and tool_arg.amuont > 3 => deny",
            &["unknown-argument: tool_arg.amuont"],
        ),
        (
            "rule r  server == \"web\" and tool_name == \"Fetch\" and tool_arg.uri like \"x\" => deny",
            &["unknown-argument: tool_arg.uri"],
        ),
        // A tool on another server is another tool.
        ("rule r  server == \"other\" and tool_name == \"Fetch\" and tool_arg.uri like \"x\" => deny", &[]),
        // What is negated or an alternative narrows nothing.
        (
            "rule r  tool_name != \"other\" and tool_arg.anything like \"x\" => deny",
            &["unknown-argument: tool_arg.anything"],
        ),
        (
            "rule r  tool_name == \"other\" or tool_arg.anything like \"x\" => deny",
            &["unknown-argument: tool_arg.anything"],
        ),
        ("rule r  (tool_name == \"other\" and tool_arg.a like \"x\") or tool_arg.limit > 3 => deny", &[]),
        // Parts of a rule hold together.
        ("rule r { match tool_name == \"other\"  unless tool_arg.anything like \"x\"  action deny }", &[]),
        ("let big = tool_arg.anything > 3\nrule r  tool_name == \"other\" and big => deny", &[]),
        ("let big = tool_arg.anything > 3\nrule r  big => deny", &["unknown-argument: tool_arg.anything"]),
    ]);
    check(&[
        ("rule r  tool_arg.anything like \"x\" => deny\n", &[]),
        ("tool bare { operation exec }\nrule r  tool_arg.anything like \"x\" => deny\n", &[]),
    ]);
}

#[test]
fn arguments_have_types() {
    check_tools(&[
        ("rule r  tool_arg.body > 3 => deny", &["argument-type: tool_arg.body > 3"]),
        ("rule r  tool_arg.body == 3 => deny", &["argument-type: tool_arg.body == 3"]),
        ("rule r  tool_arg.body in [3, \"x\"] => deny", &[]),
        ("rule r  tool_arg.body.x == \"a\" => deny", &["argument-type: tool_arg.body.x == \"a\""]),
        ("rule r  tool_arg.body[*] == \"a\" => deny", &["argument-type: tool_arg.body[*] == \"a\""]),
        ("rule r  tool_arg.file_path[*] == \"a\" => deny", &[]),
        ("rule r  tool_arg.file_path.x == \"a\" => deny", &["argument-type: tool_arg.file_path.x == \"a\""]),
        ("rule r  tool_arg.tags[*].n >= 3 => deny", &[]),
        ("rule r  tool_arg.body exists => deny", &[]),
    ]);
}

#[test]
fn an_allow_rule_does_not_rest_on_text() {
    check_tools(&[
        ("rule r  tool_arg.command like \"ls*\" => allow", &["allow-by-text: tool_arg.command like \"ls*\""]),
        ("rule r  tool_arg.command like \"ls*\" => confirm", &[]),
        ("rule r  tool_arg.command like \"ls*\" => deny", &[]),
        (
            "rule r { match tool_arg.command like \"ls*\"  risk low }",
            &["allow-by-text: tool_arg.command like \"ls*\""],
        ),
        (
            "rule r { match tool_name == \"Bash\"  unless tool_arg.command ~ /rm/  action allow }",
            &["allow-by-text: tool_arg.command ~ /rm/"],
        ),
        (
            "otherwise r  tool_arg.url starts_with \"https\" => allow",
            &["allow-by-text: tool_arg.url starts_with \"https\""],
        ),
        ("rule r  tool_arg.body like \"x*\" => allow", &[]),
        ("rule r  tool_name == \"Note\" and tool_arg.body like \"x*\" => allow", &[]),
        (
            "let safe = tool_arg.command like \"ls*\"\nrule r  safe => allow",
            &["allow-by-text: tool_arg.command like \"ls*\""],
        ),
        (
            "tool Search { operation read  arg command: text }\nrule r  tool_name == \"Search\" and tool_arg.command == \"x\" => allow",
            &[],
        ),
        (
            "tool Search { operation read  arg command: text }\nrule r  tool_arg.command == \"x\" => allow",
            &["allow-by-text: tool_arg.command == \"x\""],
        ),
    ]);
}

#[test]
fn conditions_that_never_hold() {
    check(&[
        (
            "rule r  path within \"/a\" and host == \"b.example\" => deny\n",
            &["never-holds: host == \"b.example\""],
        ),
        ("rule r  operation is read and command runs `x` => deny\n", &["never-holds: command runs `x`"]),
        (
            "rule r  operation is read and host == \"b.example\" => deny\n",
            &["never-holds: host == \"b.example\""],
        ),
        (
            "rule r  operation is network and path within \"/a\" => deny\n",
            &["never-holds: path within \"/a\""],
        ),
        ("rule r  operation is read and operation is write => deny\n", &["never-holds: operation is write"]),
        (
            "rule r  operation is write.delete and operation is not write => deny\n",
            &["never-holds: operation is not write"],
        ),
        ("rule r  port == 443 and path exists => deny\n", &["never-holds: path exists"]),
        (
            "rule r  command runs `x` and host not exists and path.name == \"a\" => deny\n",
            &["never-holds: path.name == \"a\""],
        ),
        (
            "rule r { match command runs `x`  unless path within \"/a\"  action deny }\n",
            &["never-holds: path within \"/a\""],
        ),
        ("rule r  not any => deny\n", &["never-holds: not any"]),
        ("rule r { match operation is read  unless any  action deny }\n", &["never-holds: r"]),
        (
            "rule r  tool_name == \"x\" or (path within \"/a\" and host is private) => deny\n",
            &["never-holds: host is private"],
        ),
        (
            "rule r  operation is call and (path within \"/a\" or (command runs `x` and host is private)) => deny\n",
            &["never-holds: host is private"],
        ),
        (
            "rule r { match any  unless path within \"/a\" and command runs `x`  action deny }\n",
            &["never-holds: command runs `x`"],
        ),
        (
            "let both = path within \"/a\" and host is private\nrule r  both => deny\n",
            &["never-holds: host is private"],
        ),
        (
            "assert \"a\" { never allow when path within \"/a\" and host is private }\n",
            &["never-holds: host is private"],
        ),
        (
            "hook h { on stop  match path within \"/a\" and host is private  run \"x\" }\n",
            &["never-holds: host is private"],
        ),
    ]);
}

#[test]
fn conditions_that_can_hold() {
    for text in [
        "rule r  operation is exec and path within \"scripts\" => deny\n",
        "rule r  operation is exec.script and path within \"scripts\" and command runs `bash ...` => deny\n",
        "rule r  path within \"/a\" and via runs `rm ...` => deny\n",
        "rule r  host is private and via.program == \"curl\" => deny\n",
        "rule r  command runs `x` and path not exists => deny\n",
        "rule r  command runs `x` and via not exists => deny\n",
        "rule r  command runs `x` and not host exists => deny\n",
        "rule r  not (path within \"/a\" and host is private) => deny\n",
        "rule r  path within \"/a\" or host is private => deny\n",
        "rule r  operation is not read and path within \"/a\" => deny\n",
        "rule r  operation is [read, network] and host is private => deny\n",
        "rule r  operation is call and tool_arg.x == 1 => deny\n",
        "rule r  operation is read and tool_name == \"x\" => deny\n",
        "rule r { match command runs `x`  unless via exists  action deny }\n",
        // A tool can give its own operation to what its arguments touch.
        "tool get { operation read  arg url: url }\nrule r  operation is read and host is private => deny\n",
        "tool up { arg file: path is network.send }\nrule r  operation is network and path within \"/a\" => deny\n",
        "operation pay.out\ntool pay { operation pay.out  arg to: url }\nrule r  operation is pay and host is private => deny\n",
        "operation pay.out\nrule r  operation is pay and operation is not pay.out => deny\n",
        "operation pay.out\nrule r  operation is pay.out and context.n > 1 => deny\ncontext n: number\n",
        "rule r  operation is write and marked seen and agent is x => deny\n",
        "rule r { match operation is write  unless operation is write.delete  action deny }\n",
    ] {
        assert_eq!(found(text), [""; 0], "{text}");
    }
}

#[test]
fn names() {
    check(&[
        ("rule r  path within keyz => deny\nlet keys = \"a\"\n", &["unknown-name: keyz"]),
        ("rule r  busy => deny\n", &["unknown-name: busy"]),
        ("rule r  tool_name == Bash => deny\n", &["unknown-name: Bash"]),
        ("let a = b\nlet b = path within \"x\"\nrule r  a => deny\n", &[]),
        ("let a = b\nlet b = \"x\"\nrule r  path within a and tool_name in [a, b, \"c\"] => deny\n", &[]),
        ("let a = a\nrule r  a => deny\n", &["let-cycle: a"]),
        ("let a = not b\nlet b = path within \"x\" and a\n", &["let-cycle: a"]),
        ("let a = b\n", &[]),
        // An operation's name comes first where an operation is meant.
        ("let read = \"x\"\nrule r  operation is read and path like read => deny\n", &[]),
        ("let ops = [write, read]\nrule r  operation is ops => deny\n", &[]),
        ("let ops = [write, raed]\nrule r  operation is ops => deny\n", &["unknown-operation: raed"]),
        (
            "rule r  operation is [wrte, network.sned] => deny\n",
            &["unknown-operation: wrte", "unknown-operation: network.sned"],
        ),
        ("use \"lists-a.policy\"\nlet keys = \"own\"\nrule r  path within keys => deny\n", &[]),
        ("use \"team.policy\"\nrule r  path within keys => deny\n", &["unknown-name: keys"]),
    ]);
}

#[test]
fn what_follows_from_an_error_is_not_reported() {
    check(&[
        ("rule r  path within missing and host == \"a.example\" => deny\n", &["unknown-name: missing"]),
        (
            "let a = [nope]\nrule r  path within a => deny\nrule s  path like a => deny\n",
            &["unknown-name: nope"],
        ),
        ("let a = /(/\nrule r  tool_name ~ a => deny\nrule s  tool_name ~ a => deny\n", &["bad-regex: ("]),
        (
            "tool t { operation rd  arg a: path }\nrule r  tool_arg.b == \"x\" => deny\n",
            &["unknown-operation: rd"],
        ),
        (
            "use \"nowhere.policy\"\nrule r  path within theirs => deny\n",
            &["unknown-file: \"nowhere.policy\""],
        ),
        ("context n: int\nrule r  context.n > 1 => deny\n", &["unknown-context-type: int"]),
    ]);
}

#[test]
fn a_used_file_with_errors_is_told_of_at_its_place_and_at_the_use() {
    let (set, shelf) = resolve("use \"broken.policy\"\n");
    let places: Vec<_> =
        set.diagnostics.iter().map(|one| (shelf.sources.name(one.span.source), one.code)).collect();
    assert_eq!(places, [("example.policy", "broken-use"), ("broken.policy", "unknown-name")]);
}

#[test]
fn cycles_of_uses_end() {
    let (set, shelf) = resolve("use \"loop.policy\"\n");
    let found: Vec<_> = set
        .diagnostics
        .iter()
        .map(|one| (shelf.sources.name(one.span.source), one.code, one.related.len()))
        .collect();
    assert_eq!(found, [("loop.policy", "broken-use", 0), ("pool.policy", "use-cycle", 1),]);
}

#[test]
fn types_of_operands() {
    check(&[
        ("rule r  path within [/x/] => deny\n", &["wrong-type: /x/"]),
        ("rule r  path within 3 => deny\n", &["wrong-type: 3"]),
        ("rule r  host == root => deny\n", &["wrong-type: root"]),
        ("rule r  tool_name ~ \"x\" => deny\n", &["wrong-type: \"x\""]),
        ("rule r  tool_name == /x/ => deny\n", &["wrong-type: /x/"]),
        ("rule r  tool_name == 3 => deny\n", &["wrong-type: 3"]),
        ("rule r  command runs \"git\" => deny\n", &["wrong-type: \"git\""]),
        ("rule r  operation == read => deny\n", &["wrong-operator: =="]),
        ("rule r  command == \"git\" => deny\n", &["wrong-operator: =="]),
        ("rule r  tool_name contains \"x\" => deny\n", &["wrong-operator: contains"]),
        ("rule r  tool_name < 3 => deny\n", &["wrong-operator: <"]),
        ("rule r  path.depth like \"x\" => deny\n", &["wrong-operator: like"]),
        ("rule r  tool_arg.n > [1, 2] => deny\n", &["wrong-type: 2"]),
        ("rule r  tool_arg.n > \"1\" => deny\n", &["wrong-type: \"1\""]),
        ("rule r  mode == 30s => deny\n", &["wrong-type: 30s"]),
        ("rule r  port == \"443\" => deny\n", &["wrong-type: \"443\""]),
        ("rule r  port == 44.3 => deny\n", &["number-out-of-range: 44.3"]),
        ("rule r  path.depth > 2.5 => deny\n", &[]),
        ("rule r  path.depth > -1 => deny\n", &["number-out-of-range: -1"]),
        ("context b: bool\nrule r  context.b like \"x\" => deny\n", &["context-type: context.b like \"x\""]),
        ("context b: bool\nrule r  context.b == true => deny\n", &[]),
        ("context t: text\nrule r  context.t > 3 => deny\n", &["context-type: context.t > 3"]),
        ("rule r  path.owner == \"x\" => deny\n", &["subject-shape: path.owner"]),
        ("rule r  command.args[0] == \"x\" => deny\n", &["subject-shape: command.args[0]"]),
        ("rule r  tool_arg == \"x\" => deny\n", &["subject-shape: tool_arg"]),
        ("rule r  mode.x == \"x\" => deny\n", &["subject-shape: mode.x"]),
        ("rule r  via is private => deny\n", &["wrong-operator: is private"]),
        ("rule r  agent is \"a b\" => deny\n", &[]),
    ]);
}

#[test]
fn regexes_are_checked_at_their_place() {
    check(&[
        (r"rule r  tool_name ~ /a\/b(c/ => deny", &["bad-regex: ("]),
        (r"rule r  tool_name ~ /\/\/\/[a/ => deny", &["bad-regex: ["]),
        (r"rule r  tool_name ~ /a\p{Nope}b/ => deny", &[r"bad-regex: \p{Nope}"]),
        (r"rule r  tool_name ~ /a(?-u:\w)b/ => deny", &["regex-unicode-flag: u"]),
        (r"rule r  tool_name ~ [/a/, /b{3,2}/] => deny", &["bad-regex: {3,2}"]),
        (r"tool /(/ { operation read }", &["bad-regex: ("]),
    ]);
}

#[test]
fn fields_fit_the_action() {
    check(&[
        ("rule r { match any  risk low  action deny }\n", &["risk-against-action: deny"]),
        ("rule r { match any  risk critical  action confirm }\n", &[]),
        ("rule r { match any  risk low  remember session }\n", &["remember-without-confirm: remember"]),
        ("rule r { match any  risk medium  remember forever }\n", &["unknown-word: forever"]),
        ("rule r { match any  risk medium  remember session by path }\n", &["unknown-word: path"]),
        ("rule r { match any  risk medium  remember session by host }\n", &[]),
        (
            "rule r { match path within \"a\"  risk medium  remember session by host }\n",
            &["remember-by-host: host"],
        ),
        (
            "rule r { match any  unless command runs `x`  risk medium  remember session by command }\n",
            &["remember-by-command: command"],
        ),
        (
            "rule r { match any  action confirm  until 2030-01-01 }\n",
            &["until-without-allow: until 2030-01-01"],
        ),
        ("rule r { match any  action allow  set tool_arg.x[*] = 1 }\n", &["set-target: tool_arg.x[*]"]),
        ("rule r { match any  action allow  set tool_arg.x = 1  set tool_arg.y.z = \"a\" }\n", &[]),
    ]);
    check_tools(&[
        (
            "rule r { match tool_name == \"Bash\"  action confirm  set tool_arg.command = \"ls\" }",
            &["set-shell: tool_arg.command"],
        ),
        (
            "rule r { match tool_name == \"Note\"  action confirm  set tool_arg.bdy = \"x\" }",
            &["unknown-argument: tool_arg.bdy"],
        ),
        (
            "rule r { match tool_name == \"Note\"  action confirm  set tool_arg.body = 3 }",
            &["set-type: tool_arg.body"],
        ),
        (
            "rule r { match tool_name == \"Read\"  action confirm  set tool_arg.file_path = inside \"~/safe\" }",
            &[],
        ),
        (
            "rule r { match tool_name == \"Read\"  action confirm  set tool_arg.file_path = inside \"../x\" }",
            &["path-above: \"../x\""],
        ),
    ]);
}

#[test]
fn tests_and_examples() {
    check_tools(&[
        ("test \"t\" { Bash \"ls\" => deny }", &[]),
        ("test \"t\" { Note \"x\" => deny }", &["text-call: Note"]),
        ("test \"t\" { pay_all \"x\" => deny }", &["text-call: pay_all"]),
        ("test \"t\" { Fetch \"x\" => deny }", &[]),
        ("test \"t\" { Fetch \"x\" with { server: \"other\" } => deny }", &["unknown-tool: Fetch"]),
        ("test \"t\" with { server: \"web\" } { Fetch \"x\" => deny }", &[]),
        ("test \"t\" { other { x: 1 } => deny }", &[]),
        ("test \"t\" { other { x: 1 } with { marks: \"x\" } => deny }", &["bad-call-value: \"x\""]),
        (
            "test \"t\" with { fs: { \"/a\": \"files\" } } { other {} => deny }",
            &["bad-call-value: \"files\""],
        ),
        ("test \"t\" with { context: { branch: \"x\" } } { other {} => deny }", &["unknown-context: branch"]),
        (
            "rule r { match any  action deny  hits [Bsh \"x\"]  misses [Read \"x\" with { cdw: \"/\" }] }",
            &["unknown-tool: Bsh", "unknown-call-key: cdw"],
        ),
        ("rule r  any => deny\ntest \"t\" { other {} => confirm by r }", &[]),
        ("rule r  any => confirm\ntest \"t\" { other {} => allow by r }", &["verdict-against-rule: r"]),
        (
            "rule r { match any  risk low }\ntest \"t\" { other {} => deny by r }",
            &["verdict-against-rule: r"],
        ),
        (
            "use \"std:packs/git\" { without clean }\ntest \"t\" { other {} => deny by git:clean }",
            &["unknown-test-rule: git:clean"],
        ),
        ("use \"std:packs/git\" as g\ntest \"t\" { other {} => deny by g:clean }", &[]),
    ]);
}

#[test]
fn mixed_scripts_are_told_per_word() {
    check(&[
        ("rule r { match tool_name == \"x\"  action deny  reason \"нельзя: git push\" }\n", &[]),
        ("rule r { match tool_name == \"日本語とカタカナ\"  action deny }\n", &[]),
        ("rule r { match tool_name == \"APIキー\"  action deny }\n", &[]),
        ("rule r { match tool_name == \"é-naïve\"  action deny }\n", &[]),
        (
            "rule r { match command runs `rm ...`  action deny  reason \"cаreful\" }\n",
            &["mixed-scripts: \"cаreful\""],
        ),
        ("let x = [\"a\", [\"ρaypal.example\"]]\n", &["mixed-scripts: \"ρaypal.example\""]),
    ]);
}

#[test]
fn limits() {
    let lines = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    // Names that stand for names, each for two of the one before: 2^n predicates.
    let doubling = format!(
        "let c0 = path within \"a\" and tool_name == \"x\"\n{}rule r  c40 => deny\n",
        lines(40, &|n| format!("let c{} = c{n} or c{n}\n", n + 1))
    );
    let lists = format!(
        "let l0 = \"a\"\n{}rule r  path within l40 => deny\n",
        lines(40, &|n| format!("let l{} = [l{n}, l{n}]\n", n + 1))
    );
    let row = format!(
        "let n0 = \"a\"\n{}rule r  path within n5000 => deny\n",
        lines(5_000, &|n| format!("let n{} = n{n}\n", n + 1))
    );
    let many = format!(
        "rule r  {} => deny\n",
        lines(10_001, &|n| format!("{}tool_name == \"a{n}\"", if n == 0 { "" } else { " or " }))
    );
    for (text, code) in [
        (doubling, "condition-too-large"),
        (lists, "too-many-values"),
        (row, "too-deep"),
        (many, "condition-too-large"),
        (format!("rule r  path within \"{}\" => deny\n", "a".repeat(5_000)), "text-too-long"),
    ] {
        let (set, _) = resolve(&text);
        let codes: Vec<_> = set.diagnostics.iter().map(|one| one.code).collect();
        assert_eq!(codes, [code]);
    }
}

#[test]
fn a_long_list_is_typed_once_for_all_rules() {
    let list: String = (0..2_100).map(|n| format!("\"h{n}.example\", ")).collect();
    let rules: String =
        (0..2_000).map(|n| format!("rule r{n}  host in hosts and port == {n} => confirm\n")).collect();
    assert_eq!(found(&format!("let hosts = [{list}]\n{rules}")), [""; 0]);
}

#[test]
fn headers() {
    assert_eq!(found("policy \"p\" { default confirm  self confirm  closed true }\n"), [""; 0]);
    let (set, _) = resolve_as(LayerKind::Project, "policy \"p\" { self confirm }\n");
    assert_eq!(set.diagnostics[0].severity, Severity::Warning);
    assert!(set.layers[0].self_confirm.is_none());
    check(&[
        ("policy \"p\" { root \"~/x\" }\n", &["bad-root: \"~/x\""]),
        ("policy \"p\" { root \"../x\" }\n", &["bad-root: \"../x\""]),
        ("policy \"p\" { root \".\" }\nrule r  path within \"..\" => deny\n", &["path-above: \"..\""]),
        ("policy \"p\" { root \"a/b\" }\nrule r  path within \"..\" => deny\n", &[]),
        ("policy \"p\" { default alow }\n", &["unknown-default: alow"]),
    ]);
}

#[test]
fn conditions_nest_no_deeper_through_names() {
    // Each name's own condition nests a little, and stands for the one before.
    let mut text = "let c0 = tool_name == \"x\"\n".to_owned();
    for n in 0..60 {
        text += &format!(
            "let c{} = (mode == \"a\" or (mode == \"b\" and c{n}))\nrule r{n}  c{n} => deny\n",
            n + 1
        );
    }
    let (set, _) = resolve(&text);
    let codes: std::collections::BTreeSet<_> = set.diagnostics.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["too-deep"].into());
}

#[test]
fn the_errors_of_a_file_are_told_up_to_a_limit() {
    let text: String = (0..300).map(|n| format!("rule r{n}  path within x{n} => deny\n")).collect();
    let (set, _) = resolve(&text);
    assert_eq!(set.diagnostics.len(), 101);
    assert_eq!(set.diagnostics[100].code, "too-many-errors");
}
