//! Command patterns against commands (language, section 6).

use toolgate::model::Tri::{self, No, Unknown, Yes};
use toolgate::policy::pattern::{CommandPattern, runs};

use crate::words::command;

fn check(pattern: &str, cases: &[(&str, Tri)]) {
    let compiled = CommandPattern::new(pattern).expect(pattern);
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(line, expected)| {
            let found = runs(&compiled, &command(line));
            (found != *expected).then(|| format!("`{pattern}` on `{line}`: {found:?}, not {expected:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn program_by_name() {
    check(
        "git ...",
        &[
            ("git", Yes),
            ("git status", Yes),
            ("/usr/bin/git status", Yes),
            ("./git status", Unknown),
            ("gitk", No),
            ("./gitk", No),
            ("$X status", Unknown),
            ("cat git", No),
        ],
    );
    check(
        "./tool.sh ...",
        &[("./tool.sh a", Yes), ("tool.sh a", Unknown), ("../p/tool.sh", Unknown), ("./x", No)],
    );
    check("(npm|yarn run) test", &[("npm test", Yes), ("yarn run test", Yes), ("yarn test", No)]);
}

#[test]
fn words_in_order() {
    check(
        "git log",
        &[("git log", Yes), ("git log x", No), ("git log -1", No), ("git", No), ("git logout", No)],
    );
    check("echo a * c", &[("echo a b c", Yes), ("echo a c", No), ("echo a b b c", No), ("echo b a c", No)]);
    check("echo (a|b c) d", &[("echo a d", Yes), ("echo b c d", Yes), ("echo b d", No), ("echo a c d", No)]);
    check(
        "echo ... b ... d",
        &[("echo b d", Yes), ("echo a b c d", Yes), ("echo d b", No), ("echo b d e", No)],
    );
    check("echo 'a*' \\*", &[("echo 'a*' '*'", Yes), ("echo ab '*'", No)]);
    check("git push origin wip/*", &[("git push origin wip/x", Yes), ("git push origin main", No)]);
}

// One entry of a profile may describe several subcommands; only those joined by `=` are spellings of one.
#[test]
fn subcommands_of_one_entry_are_told_apart() {
    check("git stash drop ...", &[("git stash drop", Yes), ("git stash pop", No), ("git stash", No)]);
    check("helm template ...", &[("helm template a", Yes), ("helm install a", No), ("helm upgrade a", No)]);
    check("terraform taint ...", &[("terraform taint a", Yes), ("terraform state list", No)]);
    check("helm list ...", &[("helm list", Yes), ("helm ls -A", Yes), ("helm status a", No)]);
}

#[test]
fn flags_anywhere_in_any_spelling() {
    check(
        "rm ... -rf ...",
        &[
            ("rm -rf x", Yes),
            ("rm -fr x", Yes),
            ("rm -r -f x", Yes),
            ("rm x -rfv", Yes),
            ("rm --recursive --force x", Yes),
            ("rm --rec --forc x", Yes),
            ("rm -R x -f", Yes),
            ("rm -r x", No),
            ("rm -- -rf", No),
            ("rm -f x", No),
        ],
    );
    check(
        "git push ... --force ...",
        &[
            ("git push -f", Yes),
            ("git push origin main --force", Yes),
            ("git push -uf origin main", Yes),
            ("git push origin +main", Yes),
            ("git push --mirror", Yes),
            ("git -C sub push --force", Yes),
            ("git push --force-with-lease", No),
            ("git push --no-force", No),
            ("git push", No),
            ("git push -o --force", No),
            ("git push --unheard-of", Unknown),
            ("git push -- --force", No),
        ],
    );
    check("git push ... --delete ...", &[("git push origin :x", Yes), ("git push -d origin x", Yes)]);
}

#[test]
fn without_a_gap_nothing_more() {
    check(
        "rm -f x",
        &[
            ("rm -f x", Yes),
            ("rm x -f", Yes),
            ("rm x", No),
            ("rm -f x y", No),
            ("rm -rf x", No),
            ("rm -f -- x", Yes),
        ],
    );
    check(
        "git push origin *",
        &[("git push origin x", Yes), ("git push origin +x", Yes), ("git push -f origin x", No)],
    );
}

#[test]
fn values_of_flags() {
    check(
        "curl ... --output=/tmp/* ...",
        &[
            ("curl -o /tmp/x h", Yes),
            ("curl -o/tmp/x h", Yes),
            ("curl --output=/tmp/x h", Yes),
            ("curl --output /tmp/x h", Yes),
            ("curl -so /tmp/x h", Yes),
            ("curl -o /etc/x h", No),
            ("curl h", No),
            ("curl -o \"$X\" h", Unknown),
            ("curl -o \"/tmp/$X\" h", Yes),
        ],
    );
    check(
        "curl -X POST *",
        &[("curl -X POST h", Yes), ("curl -XPOST h", Yes), ("curl h -X POST", Yes), ("curl -X PUT h", No)],
    );
    check("git -C sub push", &[("git -C sub push", Yes), ("git -C other push", No), ("git push", No)]);
}

#[test]
fn flags_before_a_subcommand() {
    check(
        "git push ...",
        &[
            ("git -C dir push", Yes),
            ("git --no-pager push x", Yes),
            ("git -c a=b push", Yes),
            ("git --git-dir=../x/.git --work-tree ../x push", Yes),
            ("git -C push status", No),
            ("git status push", No),
            ("git --unheard push", Unknown),
            ("git --unheard=of push", Yes),
        ],
    );
}

#[test]
fn unknown_words() {
    check(
        "git push ... --force ...",
        &[
            ("git push $X", Unknown),
            ("git push \"$X\"", Unknown),
            ("git push \"a$X\"", No),
            ("git push -o \"$X\" main", No),
            ("git push -- $X", Unknown), // `+main` is a force
            ("git $X", Unknown),
            ("git $X --force", Unknown),
            ("git push --force $X", Yes),
            ("git push \"--for$X\"", Unknown),
            ("git push \"--tags=$X\"", No),
            ("git push origin $X:main", Unknown),
        ],
    );
    check(
        "rm ... -rf ...",
        &[("rm \"$X\" a", Unknown), ("rm -r \"$X\"", Unknown), ("rm -- \"$X\"", No), ("rm *", Unknown)],
    );
    check("rm ... -rf ...", &[("rm src/*", No), ("rm ./*", No), ("rm [!-]*", No)]);
    check(
        "rm -f *",
        &[("rm -f \"$X\"", Unknown), ("rm -f \"a$X\"", Yes), ("rm -f $X", Unknown), ("rm -f -- \"$X\"", Yes)],
    );
    check("rm ...", &[("rm $X", Yes), ("rm *", Yes), ("$X a", Unknown)]);
    check("cat (a|b)", &[("cat {a,b}", Yes), ("cat {a,c}", Unknown), ("cat {c,d}", No)]);
    check("git (push|fetch) ...", &[("git {push,fetch} x", Yes), ("git {push,status} x", Unknown)]);
}

#[test]
fn programs_without_a_profile() {
    check(
        "nosuch build ... --release ...",
        &[
            ("nosuch build --release", Yes),
            ("nosuch build -r", No),
            ("nosuch --release build", Unknown),
            ("nosuch build --out x --release", Yes),
            ("nosuch build", No),
            ("nosuch build -- --release", No),
        ],
    );
    check(
        "nosuch ... -r ...",
        &[("nosuch -r", Yes), ("nosuch -vr", Unknown), ("nosuch --r", No), ("nosuch -v", No)],
    );
    check("nosuch ... --out=* ...", &[("nosuch --out x", Yes), ("nosuch --out=x", Yes), ("nosuch x", No)]);
    check("nosuch ... --out=a ...", &[("nosuch --out a", Yes), ("nosuch --out b", No)]);
}

#[test]
fn many_gaps_do_not_blow_up() {
    let pattern = format!("echo {} x", "... a ".repeat(40));
    let compiled = CommandPattern::new(&pattern).expect("compiles");
    let line = format!("echo {}", "a ".repeat(5_000));
    assert_eq!(runs(&compiled, &command(&line)), No);
    let unknown = format!("echo {}", "$X a ".repeat(300));
    assert_eq!(runs(&compiled, &command(&unknown)), No, "the last word is known");
    let unknown = format!("nosuch {}", "a $X ".repeat(300));
    let pattern = CommandPattern::new(&pattern.replace("echo", "nosuch")).expect("compiles");
    assert_eq!(runs(&pattern, &command(&unknown)), Unknown);
}

#[test]
fn a_flag_that_implies_another_is_not_made_by_it() {
    check("git push ... --force ...", &[("git push --mirror", Yes), ("git push --force", Yes)]);
    check("git push ... --mirror ...", &[("git push --mirror", Yes), ("git push --force", No)]);
    // One that is short for others is the same as they are.
    check("rsync ... --archive ...", &[("rsync -a b c", Yes), ("rsync -rlptgoD b c", Yes)]);
}
