//! Random commands from a grammar. Programs are called `c1`, `c2`, … and exist nowhere; every run with one seed makes the same text.

/// A small generator of numbers (xorshift), so that a seed means the same everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    pub(crate) fn one<'a>(&mut self, among: &[&'a str]) -> &'a str {
        among[self.below(among.len())]
    }
}

pub(crate) struct Generator {
    random: Random,
    programs: usize,
    depth: usize,
    deepest: usize,
    /// Here documents that wait for the next newline.
    waiting: Vec<String>,
}

/// A command of a few lines.
pub(crate) fn command(seed: u64) -> String {
    let mut generator = Generator {
        random: Random::new(seed),
        programs: 0,
        depth: 0,
        deepest: (seed % 4) as usize,
        waiting: Vec::new(),
    };
    let mut text = String::new();
    let lines = 1 + generator.deepest;
    for _ in 0..=generator.random.below(lines) {
        let list = generator.list();
        text.push_str(&list);
        let newline = generator.newline();
        text.push_str(&newline);
    }
    text
}

/// The same with some characters changed: most often no longer valid.
pub(crate) fn damaged(seed: u64) -> String {
    let mut text: Vec<char> = command(seed).chars().collect();
    let mut random = Random::new(seed ^ 0x5555);
    for _ in 0..=random.below(2) {
        let at = random.below(text.len() + 1);
        let inserted: Vec<char> = random
            .one(&[
                "(", ")", "{", "}", "'", "\"", "`", "$", "\\", ";", "&", "|", "<", ">", "\n", " ", "#", "!",
                "=", "[", "]", "$(", "${", "((", "))", "[[", "<<", "*", "~", "fi", " do ", " in ", "\\\n",
                ";;", "$'", "-", ",", "..", "2",
            ])
            .chars()
            .collect();
        match random.below(3) {
            0 => drop(text.splice(at..at, inserted)),
            1 if at < text.len() => drop(text.remove(at)),
            _ if at < text.len() => drop(text.splice(at..=at, inserted)),
            _ => {}
        }
    }
    text.into_iter().collect()
}

impl Generator {
    fn deeper(&mut self, make: impl FnOnce(&mut Self) -> String, instead: &str) -> String {
        if self.depth >= self.deepest {
            return instead.to_owned();
        }
        self.depth += 1;
        let text = make(self);
        self.depth -= 1;
        text
    }

    fn program(&mut self) -> String {
        self.programs += 1;
        let n = self.programs;
        match self.random.below(12) {
            0 => format!("\\c{n}"),
            1 => format!("'c'{n}"),
            2 => format!("c\"{n}\""),
            3 => format!("$'c{n}'"),
            4 => format!("c\\\n{n}"),
            _ => format!("c{n}"),
        }
    }

    fn newline(&mut self) -> String {
        let mut text = if self.random.below(6) == 0 { " # c ) ' \"\n".to_owned() } else { "\n".to_owned() };
        for body in std::mem::take(&mut self.waiting) {
            text.push_str(&body);
        }
        text
    }

    fn blank(&mut self) -> &'static str {
        self.random.one(&[" ", " ", " ", "  ", "\t", " \\\n "])
    }

    fn list(&mut self) -> String {
        let mut text = self.pipeline();
        for _ in 0..self.random.below(3) {
            let join = match self.random.below(6) {
                0 => " && ".to_owned(),
                1 => "||".to_owned(),
                2 => " & ".to_owned(),
                3 => self.newline(),
                4 => format!(" && {}", self.newline()),
                _ => "; ".to_owned(),
            };
            text.push_str(&join);
            let next = self.pipeline();
            text.push_str(&next);
        }
        text
    }

    /// A list with what must end it before a closing word.
    fn closed_list(&mut self) -> String {
        let list = self.list();
        let end = match self.random.below(4) {
            0 => self.newline(),
            1 => " & ".to_owned(),
            _ => "; ".to_owned(),
        };
        format!("{list}{end}")
    }

    fn pipeline(&mut self) -> String {
        let prefix = match self.random.below(16) {
            0 => "! ",
            1 => "time ",
            2 => "time -p ! ",
            _ => "",
        };
        let first = self.command();
        match self.random.below(6) {
            0 => format!("{prefix}{first} | {}", self.command()),
            1 => format!("{prefix}{first}|&{}", self.simple()),
            _ => format!("{prefix}{first}"),
        }
    }

    fn command(&mut self) -> String {
        match self.random.below(4) {
            0 => self.deeper(Self::compound, "c0"),
            _ => self.simple(),
        }
    }

    fn compound(&mut self) -> String {
        let text = match self.random.below(14) {
            0 => format!("({})", self.list()),
            1 => format!("( {} )", self.list()),
            2 => format!("{{ {}}}", self.closed_list()),
            3 => format!("if {}then {}fi", self.closed_list(), self.closed_list()),
            4 => {
                let (a, b) = (self.closed_list(), self.closed_list());
                format!(
                    "if {a}then {b}elif {}then {}else {}fi",
                    self.closed_list(),
                    self.closed_list(),
                    self.closed_list()
                )
            }
            5 => format!("while {}do {}break; done", self.closed_list(), self.closed_list()),
            6 => format!("for x in {} {}; do {}done", self.word(), self.word(), self.closed_list()),
            7 => format!("for ((i=0;i<1;i++)); do {}done", self.closed_list()),
            8 => format!(
                "case {} in {}) {};; ({}|*) {}esac",
                self.word(),
                self.word(),
                self.list(),
                self.word(),
                self.closed_list()
            ),
            9 => format!("[[ -n {} && {} == {} ]]", self.word(), self.word(), self.word()),
            10 => format!("(( 1 + {} ))", self.arithmetic()),
            11 => format!("f{0} () {{ {1}}}", { self.programs }, self.closed_list()),
            12 => format!("(({});({}))", self.list(), self.list()),
            _ => format!("[[ {} =~ ^({}|b)+$ || ! -f {} ]]", self.word(), self.word(), self.word()),
        };
        match self.random.below(6) {
            0 => format!("{text} >o{}", self.programs),
            _ => text,
        }
    }

    fn simple(&mut self) -> String {
        let mut text = String::new();
        if self.random.below(6) == 0 {
            text = format!("v{}={} ", { self.programs }, self.value());
        }
        text.push_str(&self.program());
        for _ in 0..self.random.below(4) {
            let blank = self.blank();
            text.push_str(blank);
            let next = if self.random.below(5) == 0 { self.redirect() } else { self.word() };
            text.push_str(&next);
        }
        text
    }

    fn value(&mut self) -> String {
        match self.random.below(3) {
            0 => format!("({} {})", self.word(), self.word()),
            _ => self.word(),
        }
    }

    fn redirect(&mut self) -> String {
        match self.random.below(9) {
            0 => ">o1".to_owned(),
            1 => "2>&1".to_owned(),
            2 => "2>>'o 2'".to_owned(),
            3 => "<&-".to_owned(),
            4 => format!("<<<{}", self.word()),
            5 => format!("> >({})", self.list()),
            6 => "&>o3".to_owned(),
            _ => self.here_document(),
        }
    }

    fn here_document(&mut self) -> String {
        self.programs += 1;
        let end = format!("E{}", self.programs);
        let (start, tabs) = match self.random.below(3) {
            0 => (format!("<<'{end}'"), ""),
            1 => (format!("<<-{end}"), "\t"),
            _ => (format!("<<{end}"), ""),
        };
        // Its own here documents would wait for a newline that is in the middle of this body.
        let outer = std::mem::take(&mut self.waiting);
        let body = self.deeper(
            |g| {
                let list = g.list();
                format!("$({list}{})", g.newline())
            },
            "text",
        );
        self.waiting = outer;
        let literal = self.random.one(&["it's", "\"", "a \\$(c) b", "{a,b} ~ *", "x\\\ny", ")"]);
        self.waiting.push(format!("{tabs}{literal}\n{tabs}{body}\n{tabs}{end}\n"));
        start
    }

    fn word(&mut self) -> String {
        let first = self.piece();
        if self.random.below(4) == 0 { format!("{first}{}", self.piece()) } else { first }
    }

    fn piece(&mut self) -> String {
        match self.random.below(22) {
            0 => "'q r'".to_owned(),
            1 => "\"s t\"".to_owned(),
            2 => "\\ u".to_owned(),
            3 => "$'v\\x41\\''".to_owned(),
            4 => "{a,b{c,d}}".to_owned(),
            5 => "{1..3}".to_owned(),
            6 => "$x".to_owned(),
            7 => "\"$x${y[1]}\"".to_owned(),
            8 => self.substitution(),
            9 => format!("\"{}\"", self.substitution()),
            10 => self.backquotes(),
            11 => format!("${{x:-{}}}", self.word()),
            12 => format!("\"${{x:-{}}}\"", self.substitution()),
            13 => format!("${{x#{}}}", self.word()),
            14 => format!("$((1+{}))", self.arithmetic()),
            15 => self.deeper(|g| format!("<({})", g.list()), "p"),
            16 => "a=~".to_owned(),
            17 => "*?[a-c]".to_owned(),
            18 => "a#b".to_owned(),
            _ => format!("w{}", self.random.below(9)),
        }
    }

    fn arithmetic(&mut self) -> String {
        match self.random.below(3) {
            0 => self.substitution(),
            1 => "(2*3)".to_owned(),
            _ => "x<<2".to_owned(),
        }
    }

    /// Here documents inside must end inside.
    fn substitution(&mut self) -> String {
        self.deeper(
            |g| {
                let outer = std::mem::take(&mut g.waiting);
                let list = g.list();
                let end = if g.waiting.is_empty() { String::new() } else { g.newline() };
                g.waiting = outer;
                let open = if list.starts_with('(') { "$( " } else { "$(" };
                format!("{open}{list}{end})")
            },
            "$(c0)",
        )
    }

    fn backquotes(&mut self) -> String {
        self.deeper(
            |g| {
                let outer = std::mem::take(&mut g.waiting);
                let list = g.list();
                let end = g.newline();
                g.waiting = outer;
                format!(
                    "`{}`",
                    format!("{list}{end}").replace('\\', "\\\\").replace('`', "\\`").replace('$', "\\$")
                )
            },
            "`c0`",
        )
    }
}
