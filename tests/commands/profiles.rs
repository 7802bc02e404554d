//! The embedded profiles: each is read, and does in each of its cases what the case says.

use toolgate::effects::profiles::Profiles;

use crate::shown::shown;

#[test]
fn every_profile_can_be_read() {
    for (file, text) in Profiles::files() {
        let mut profiles = Profiles::embedded();
        profiles.add(file, text).unwrap_or_else(|error| panic!("{error}"));
    }
    for name in Profiles::embedded().names() {
        assert!(Profiles::embedded().get(name).is_some(), "{name}");
    }
}

#[test]
fn every_case_holds() {
    let profiles = Profiles::embedded();
    let mut wrong = Vec::new();
    for (file, text) in Profiles::files() {
        for case in Profiles::cases(file, text).unwrap_or_else(|error| panic!("{error}")) {
            let (line, expected) =
                case.split_once("=>").unwrap_or_else(|| panic!("{file}: no `=>` in `{case}`"));
            let mut expected: Vec<String> =
                expected.split(';').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect();
            expected.sort();
            let found = shown(&profiles, line.trim());
            if found != expected {
                let (found, expected) = (found.join("; "), expected.join("; "));
                wrong.push(format!("{file}: {}\n  found    {found}\n  expected {expected}", line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_page_s_example_holds() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/profiles.md")).expect("the page");
    let text = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let mut profiles = Profiles::embedded();
    profiles.add("docs/profiles.md", text).unwrap_or_else(|error| panic!("{error}"));
    let cases = Profiles::cases("docs/profiles.md", text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(cases.len(), 2);
    for case in cases {
        let (line, expected) = case.split_once(" => ").expect("a case");
        let mut expected: Vec<&str> = expected.split("; ").collect();
        expected.sort_unstable();
        assert_eq!(shown(&profiles, line), expected, "{line}");
    }
}

#[test]
fn what_is_no_profile_is_refused() {
    for (text, what) in [
        ("[[program]]\nname = \"x\"\nflag = \"-a\"\n", "unknown field"),
        ("[[program]]\nname = \"x\"\nflags = '''\n-a value\n'''\n", "no value in capitals"),
        ("[[program]]\nname = \"x\"\noperands = [\"A: raed\"]\n", "nothing that a program does"),
        ("[[program]]\nname = \"x\"\nstyle = \"gno\"\n", "no style"),
        ("[[program]]\nname = \"x\"\ndoes = [\"read if @y\"]\n", "no condition `y`"),
        (
            "[[program]]\nname = \"x\"\n[[program.sub]]\nname = \"y\"\noperands = [\"A: read if (-x\"]\n",
            "not closed",
        ),
        ("[[program]]\ncomplete = true\n", "missing field `name`"),
    ] {
        let error = Profiles::embedded().add("own.toml", text).expect_err(text);
        assert!(error.to_string().contains(what), "{error}");
    }
}
