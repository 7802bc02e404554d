//! Random scripts in which it matters what the shell knows: variables, functions, directories, words that become commands.
//!
//! Programs are `p1` to `p9`, which are stubs, as are `o1` and `o2`, what stubs print.

use crate::syntax::Random;

pub(crate) struct Generator {
    random: Random,
    depth: usize,
    /// Here documents that wait for the next newline.
    waiting: Vec<String>,
}

/// A script of a few statements.
pub(crate) fn script(seed: u64) -> String {
    let mut generator =
        Generator { random: Random::new(seed), depth: (seed % 3) as usize, waiting: Vec::new() };
    // Known values, so that losing track of them shows.
    let known = ["", "x=p1; y=p2; z=a.txt\n", "x=p1 y=p2 z=p3; ", "export x=p1 y=p2; z=p3\n"];
    let mut text = generator.random.one(&known).to_owned();
    for _ in 0..=generator.random.below(4) {
        let statement = generator.statement();
        text.push_str(&statement);
        text.push_str(&generator.separator());
    }
    let last = generator.use_of_variable();
    text.push_str(&last);
    text.push('\n');
    for body in std::mem::take(&mut generator.waiting) {
        text.push_str(&body);
    }
    text
}

impl Generator {
    fn separator(&mut self) -> String {
        if !self.waiting.is_empty() {
            let bodies = std::mem::take(&mut self.waiting);
            return format!("\n{}", bodies.concat());
        }
        self.random.one(&["; ", "\n", " && ", " || ", "; ", "\n", " & "]).to_owned()
    }

    fn deeper(&mut self, make: impl FnOnce(&mut Self) -> String) -> String {
        if self.depth == 0 {
            return self.simple();
        }
        self.depth -= 1;
        let waiting = std::mem::take(&mut self.waiting);
        let mut text = make(self);
        if !self.waiting.is_empty() {
            let bodies = std::mem::replace(&mut self.waiting, waiting).concat();
            text = format!("{text}\n{bodies}");
        } else {
            self.waiting = waiting;
        }
        self.depth += 1;
        text
    }

    fn statement(&mut self) -> String {
        match self.random.below(13) {
            0..3 => self.assignment(),
            3..5 => self.use_of_variable(),
            5 => self.function(),
            6..8 => self.compound(),
            8 => self.carrier(),
            9 => self.state(),
            10 => self.arithmetic(),
            _ => self.simple(),
        }
    }

    /// Statements that end with a newline or a semicolon.
    fn body(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..=self.random.below(2) {
            let waiting = std::mem::take(&mut self.waiting);
            let statement = self.statement();
            let bodies = std::mem::replace(&mut self.waiting, waiting);
            if bodies.is_empty() {
                text.push_str(&format!("{statement}; "));
            } else {
                text.push_str(&format!("{statement}\n{}", bodies.concat()));
            }
        }
        text
    }

    fn variable(&mut self) -> &'static str {
        self.random.one(&["x", "x", "y", "z"])
    }

    fn program(&mut self) -> String {
        let n = 1 + self.random.below(9);
        match self.random.below(14) {
            0 => format!("\\p{n}"),
            1 => format!("'p'{n}"),
            2 => format!("p\"{n}\""),
            3 => format!("$'\\x70'{n}"),
            4 => format!("p''{n}"),
            5 => format!("$\"p{n}\""),
            _ => format!("p{n}"),
        }
    }

    fn value(&mut self) -> String {
        let n = 1 + self.random.below(9);
        match self.random.below(16) {
            0 => format!("'p{n} a'"),
            1 => format!("\"${}\"", self.variable()),
            2 => format!("${}", self.variable()),
            3 => format!("$(p{n} v)"),
            4 => "a.txt".to_owned(),
            5 => format!("p{n}:a"),
            6 => "'*.txt'".to_owned(),
            7 => format!("'$(p{n} q)'"),
            8 => format!("'q[$(p{n} i)]'"),
            9 => format!("P{n}"),
            10 => String::new(),
            _ => format!("p{n}"),
        }
    }

    fn assignment(&mut self) -> String {
        let (x, value) = (self.variable(), self.value());
        let n = 1 + self.random.below(9);
        match self.random.below(30) {
            0 => format!("export {x}={value}"),
            1 => format!("declare {x}={value}"),
            2 => format!("read {x} <<< {value}\"\""),
            3 => format!("printf -v {x} %s {value}"),
            4 => format!("read x y <<< 'p{n} a'"),
            5 => format!(": ${{{x}:={value}}}"),
            6 => format!("{x}+={value}"),
            7 => format!("unset {x}"),
            8 => format!("{x}=(p{n} {value})"),
            9 => format!("{x}[0]={value}"),
            10 => format!("mapfile -t {x} <<< p{n}"),
            11 => format!("declare -n y={x}; y={value}"),
            12 => format!("declare -l {x}={value}"),
            13 => format!("declare -l {x}; {x}={value}"),
            14 => format!("eval {x}={value}"),
            15 => format!("x={value} y=$x"),
            16 => format!("{x}={value} :"),
            17 => format!("{x}={value} eval 'p{n} ${x}'"),
            18 => format!("IFS=:; {x}=p{n}:a"),
            19 => format!("printf -v {x} '%s%s' p {n}"),
            20 => format!("set -- p{n} {value}"),
            21 => format!("declare {x}; {x}={value}"),
            22 => format!("export {x}"),
            23 => format!("{x}=${{{x}:-{value}}}"),
            24 => format!("{x}=${{{x}/[0-9]/{n}}}"),
            _ => format!("{x}={value}"),
        }
    }

    fn use_of_variable(&mut self) -> String {
        let x = self.variable();
        let program = self.program();
        match self.random.below(30) {
            0 => format!("\"${x}\" a"),
            1 => format!("${{{x}}} w"),
            2 => format!("{program} \"${x}\" ${x}"),
            3 => format!("${{{x}:-{program}}} a"),
            4 => format!("${{{x}[0]}} a"),
            5 => format!("\"${{{x}[@]}}\""),
            6 => format!("${{!{x}}} a"),
            7 => format!("${{{x}#P}} a"),
            8 => format!("${{{x}/1/2}} a"),
            9 => format!("${{{x},,}} a"),
            10 => format!("${{{x}:0:2}} a"),
            11 => format!("{program} ${x}{{a,b}}"),
            12 => format!("{program} ${x}*"),
            13 => "\"$@\"".to_owned(),
            14 => "\"$1\" a".to_owned(),
            15 => format!("eval \"${x}\""),
            16 => format!("eval ${x} a"),
            17 => format!("{program} > \"${x}\""),
            18 => format!("{program} \"${{{x}@P}}\""),
            19 => format!("${{{x}+{program}}} a"),
            20 => format!("sh -c '${x} a'"),
            21 => format!("sh -c \"${x} a\""),
            22 => format!("f {program} a"),
            23 => "f".to_owned(),
            24 => format!("${{{x}:+{program} b}}"),
            _ => format!("${x} a"),
        }
    }

    fn function(&mut self) -> String {
        let body = self.deeper(Self::body_of_function);
        let n = 1 + self.random.below(9);
        let name = match self.random.below(4) {
            0 => format!("p{n}"),
            1 => "g".to_owned(),
            _ => "f".to_owned(),
        };
        let define = match self.random.below(3) {
            0 => format!("function {name} {{ {body}; }}"),
            1 => format!("{name} () ( {body} )"),
            _ => format!("{name}() {{ {body}; }}"),
        };
        match self.random.below(7) {
            0 => format!("{define}; unset -f {name}; {name} a"),
            1 => format!("{define}; {name} p{n} b; {}", self.use_of_variable()),
            2 => format!("{define}; sh -c '{name} a'"),
            3 => format!("{define}; command {name} a"),
            4 => format!("( {define}; ); {name} c"),
            5 => format!("{define}; env {name} a"),
            _ => format!("{define}; {name} {}", self.word()),
        }
    }

    fn body_of_function(&mut self) -> String {
        let (x, value) = (self.variable(), self.value());
        match self.random.below(10) {
            0 => format!("{x}={value}"),
            1 => format!("local {x}={value}; ${x} l"),
            2 => "\"$@\"".to_owned(),
            3 => "\"$1\" \"$2\"".to_owned(),
            4 => format!("cd d1; p1 > n{x}"),
            5 => format!("{x}={value}; return; p2"),
            6 => "eval \"$*\"".to_owned(),
            _ => self.statement().trim_end().to_owned(),
        }
    }

    fn compound(&mut self) -> String {
        let x = self.variable();
        let n = 1 + self.random.below(9);
        let body = self.closed();
        match self.random.below(24) {
            0 => format!("({body})"),
            1 => format!("{{ {body}}}"),
            2 => format!("if {body}then {}fi", self.closed()),
            3 => format!("if p1; then {body}else {}fi", self.closed()),
            4 => format!("for {x} in p{n} {}; do {body}done", self.word()),
            5 => format!("for {x} in p{n}; do ${x} a; done"),
            6 => format!("for {x} in *.txt; do p{n} \"${x}\" > ${x}; done"),
            7 => format!("while {body}do {x}=p{n}; break; done"),
            8 => format!("while read {x}; do ${x} a; done <<< p{n}"),
            9 => format!("until ! {{ {body}}}; do {}break; done", self.closed()),
            10 => format!("case ${x} in p*) {body};; *) {x}=p{n};; esac"),
            11 => format!("case a in a) {x}=p{n};& b) ${x} c;; esac"),
            12 => format!("p1 | {{ {body}}}"),
            13 => format!("{{ {body}}} | p{n}"),
            14 => format!("{{ {body}}} & wait"),
            15 => format!("p{n} \"$({body})\""),
            16 => format!("$({body}) a"),
            17 => format!("p{n} <({body})"),
            18 => format!("coproc {{ {body}}}; wait"),
            19 => format!("for ((i=0;i<2;i++)); do {body}done"),
            20 => format!("! {{ {body}}}"),
            21 => format!("time {{ {body}}}"),
            22 => format!("for {x} in p{n} p2; do {body}continue; p3; done"),
            _ => format!("{{ {body}}} > n{n}"),
        }
    }

    /// A body that a closing word may follow.
    fn closed(&mut self) -> String {
        let body = self.deeper(Self::body);
        if body.ends_with("; ") || body.ends_with('\n') { body } else { format!("{body}; ") }
    }

    fn carrier(&mut self) -> String {
        let program = self.program();
        let n = 1 + self.random.below(9);
        let word = self.word();
        let x = self.variable();
        match self.random.below(34) {
            0 => format!("env A=1 {program} {word}"),
            1 => format!("timeout 5 {program} {word}"),
            2 => format!("nice -n 5 {program} {word}"),
            3 => format!("command {program} {word}"),
            4 => format!("(exec {program} {word})"),
            5 => format!("nohup env {program} {word}"),
            6 => format!("printf 'w1 w2' | xargs {program} {word}"),
            7 => format!("find . -name a.txt -exec {program} {{}} \\;"),
            8 => format!("sudo {program} {word}"),
            9 => format!("sh -c 'p{n} a; p1'"),
            10 => format!("bash -c 'p{n} \"$0\" \"$1\"' a b"),
            11 => format!("sh -c '\"$0\" \"$@\"' p{n} a"),
            12 => format!("bash <<< 'p{n} a'"),
            13 => format!("echo 'p{n} a' | sh"),
            14 => format!("printf 'p{n} b\\n' | bash"),
            15 => format!("eval p{n} {word}"),
            16 => format!("eval 'p{n} a; p1'"),
            17 => format!("trap 'p{n} t' EXIT"),
            18 => format!("trap \"${x} t\" EXIT"),
            19 => format!("trap '${x} t' EXIT; {x}=p{n}"),
            20 => format!("trap 'p{n} d' DEBUG; p1"),
            21 => format!("alias q1='p{n} a'\nq1 b"),
            22 => format!("shopt -s expand_aliases\nalias p1=p{n}\np1 b"),
            23 => format!("exec 3< a.txt; {program} <&3; exec 3<&-"),
            24 => format!("printf 'p{n} k' | xargs -I R sh -c R"),
            25 => format!("export {x}=p{n}; sh -c '${x} e'"),
            26 => format!("{x}=p{n} sh -c '${x} e'"),
            27 => format!("echo p{n} a | while read {x}; do ${x}; done"),
            28 => {
                self.waiting.push(format!("p{n} h ${x}\nE\n"));
                "sh <<E".to_owned()
            }
            29 => {
                self.waiting.push(format!("p{n} h ${x} $(p1)\nE\n"));
                "bash <<'E'".to_owned()
            }
            30 => {
                self.waiting.push(format!("a $(p{n} h)\nE\n"));
                format!("{program} <<E")
            }
            31 => format!("xargs -n1 {program} <<< 'a b'"),
            32 => format!("timeout 5 sh -c 'exec p{n} a'"),
            _ => format!("p{n}() {{ p1 f; }}; command p{n} a"),
        }
    }

    /// What changes the shell.
    fn state(&mut self) -> String {
        let n = 1 + self.random.below(9);
        let program = self.program();
        match self.random.below(24) {
            0 => format!("cd d1 && {program} > n{n}"),
            1 => format!("cd d1; {program} < c.txt"),
            2 => format!("(cd d1; {program} > n{n}); p1 < a.txt"),
            3 => format!("pushd d1; {program} > n{n}; popd; p1 > n2"),
            4 => format!("cd nowhere; {program} > n{n}"),
            5 => format!("CDPATH=d1; cd d1; {program} > n{n}"),
            6 => format!("set -f; {program} *; set +f"),
            7 => format!("shopt -s nullglob; {program} zz*"),
            8 => format!("set -- p{n} a; \"$@\"; shift; p1 \"$1\""),
            9 => format!("exec > n{n}; {program}"),
            10 => format!("exec 4> n{n}; {program} >&4"),
            11 => format!("{program} {{fd}}> n{n}"),
            12 => format!("hash -p d1/c.txt p{n}; p{n} a"),
            13 => "unset -f f; f a".to_owned(),
            14 => format!("set -e; {program}; p1 e"),
            15 => format!("shopt -s lastpipe; echo p{n} | read x; $x a"),
            16 => format!("cd d1 || exit; {program} > n{n}"),
            17 => format!("cd \"$x\"; {program} > n{n}"),
            18 => format!("command_not_found_handle() {{ p{n} \"$@\"; }}; nosuch b"),
            19 => format!("HOME=d1; cd; {program} > n{n}"),
            20 => format!("OLDPWD=$PWD/d1; cd -; {program} > n{n}"),
            21 => format!("set -a; x=p{n}; sh -c '$x e'"),
            22 => format!("PATH=; {program}"),
            _ => format!("umask 022; {program}"),
        }
    }

    fn arithmetic(&mut self) -> String {
        let n = 1 + self.random.below(9);
        let x = self.variable();
        match self.random.below(20) {
            0 => format!("(( {x} ))"),
            1 => format!("[[ ${x} -eq 1 ]]"),
            2 => format!("let {x}"),
            3 => format!("p1 ${{y[${x}]}}"),
            4 => format!("declare -i y=${x}"),
            5 => format!("declare -i y; y=${x}"),
            6 => format!("p1 ${{x:${x}}}"),
            7 => format!("[ -v 'q[$(p{n} i)]' ]"),
            8 => format!("printf -v 'q[$(p{n} i)]' a"),
            9 => format!("read 'q[$(p{n} i)]' <<< a"),
            10 => format!("unset 'q[$(p{n} i)]'"),
            11 => format!("declare 'q[$(p{n} i)]=1'"),
            12 => format!("p1 $(( $(p{n} c) + 1 ))"),
            13 => format!("(( q[$(p{n} s)] = 1 ))"),
            14 => format!("test -v \"${x}\""),
            15 => format!("[[ -v ${x} ]]"),
            16 => format!("(( {x}++ )); ${x} a"),
            17 => format!("let {x}=1+1; p1 ${x}"),
            18 => format!("p1 $(( {x} ? 1 : 2 ))"),
            _ => format!("for ((i=${x};i<0;)); do :; done"),
        }
    }

    fn simple(&mut self) -> String {
        let mut text = self.program();
        for _ in 0..self.random.below(3) {
            text.push(' ');
            let next = if self.random.below(4) == 0 { self.redirect() } else { self.word() };
            text.push_str(&next);
        }
        text
    }

    fn redirect(&mut self) -> String {
        let n = 1 + self.random.below(9);
        let x = self.variable();
        match self.random.below(13) {
            0 => "< a.txt".to_owned(),
            1 => format!(">> n{n}"),
            2 => format!("&> n{n}"),
            3 => format!("2> n{n}"),
            4 => format!("> \"n${x}\""),
            5 => "<> b.txt".to_owned(),
            6 => format!(">| d1/n{n}"),
            7 => "2>&1".to_owned(),
            8 => format!(">& n{n}"),
            9 => format!("> >(p{n} o)"),
            10 => format!("< <(p{n} i)"),
            11 => format!("<<< ${x}"),
            _ => format!("> n{n}"),
        }
    }

    fn word(&mut self) -> String {
        let n = 1 + self.random.below(9);
        let x = self.variable();
        match self.random.below(22) {
            0 => "'q r'".to_owned(),
            1 => format!("\"s ${x}\""),
            2 => "{a,b}{c,d}".to_owned(),
            3 => "{1..3}".to_owned(),
            4 => "*.txt".to_owned(),
            5 => format!("$(p{n} s)"),
            6 => format!("\"$(p{n} s)\""),
            7 => format!("`p{n} b`"),
            8 => format!("${{{x}:-$(p{n} d)}}"),
            9 => "$'t\\tu'".to_owned(),
            10 => "~".to_owned(),
            11 => "a=~".to_owned(),
            12 => "zz*".to_owned(),
            13 => "d1/*".to_owned(),
            14 => format!("${{{x}%1}}"),
            15 => "\"$PWD\"".to_owned(),
            16 => "$((1+2))".to_owned(),
            17 => format!("${x}"),
            18 => "[ab].txt".to_owned(),
            _ => format!("w{n}"),
        }
    }
}
