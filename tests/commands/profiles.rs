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
