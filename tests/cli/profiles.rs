//! Profiles of programs that a person adds.

use crate::Place;

const POLICY: &str =
    "use \"std:packs/plain\"\nrule project operation is read and path within root => allow\n";
const OWN: &str = "# our own tools\n[[program]]\nname = \"shopctl\"\ncomplete = true\nflags = '''\n-v --verbose\n--from=FILE : read\n'''\n\
                   operands = [\"FILE...: read\"]\n";

fn place(profiles: &str) -> Place {
    let place = Place::with(POLICY);
    place.write("own/tools.toml", profiles);
    place
}

fn verdict(place: &Place, command: &[&str]) -> String {
    let mut args = vec!["check", "--policies", "policies", "--root", "/srv/p", "--profiles", "own", "--"];
    args.extend(command);
    place.run(&args).lines()[0]["verdict"].as_str().unwrap().to_owned()
}

#[test]
fn a_program_of_ones_own_is_known() {
    let unknown = Place::with(POLICY).run(&[
        "check",
        "--policies",
        "policies",
        "--root",
        "/srv/p",
        "--",
        "shopctl",
        "-v",
        "/srv/p/a",
    ]);
    assert_eq!(unknown.lines()[0]["verdict"], "deny");
    let place = place(OWN);
    assert_eq!(verdict(&place, &["shopctl", "-v", "/srv/p/a"]), "allow");
    assert_eq!(verdict(&place, &["shopctl", "--from=/etc/passwd"]), "deny");
    assert_eq!(verdict(&place, &["shopctl", "--delete", "/srv/p/a"]), "deny");
}

#[test]
fn a_profile_that_cannot_be_read_denies_everything_and_says_where() {
    for (profiles, says) in [
        ("[[program]]\nname = \"x\"\nflag = \"-a\"\n", "unknown field"),
        ("[program]\nname = \"x\"\n", "belongs to no program"),
        ("# nothing yet\n", "no program"),
    ] {
        let gave =
            place(profiles).run(&["check", "--policies", "policies", "--profiles", "own", "--", "true"]);
        assert_eq!(gave.code, Some(2), "{gave:?}");
        assert_eq!(gave.lines()[0]["verdict"], "deny");
        assert!(gave.err.contains("error[bad-profile]") && gave.err.contains(says), "{}", gave.err);
        assert!(gave.err.contains("own/tools.toml:"), "{}", gave.err);
    }
    let missing =
        Place::with(POLICY).run(&["check", "--policies", "policies", "--profiles", "nowhere", "--", "true"]);
    assert_eq!((missing.code, missing.err.contains("error[missing-file]")), (Some(2), true), "{missing:?}");
}

#[test]
fn profiles_count_in_the_digest() {
    let digest = |place: &Place| {
        let args = ["check", "--policies", "policies", "--profiles", "own", "--", "true"];
        place.run(&args).lines()[0]["policy"].clone()
    };
    assert_ne!(digest(&place(OWN)), digest(&place(&OWN.replace("FILE...: read", "FILE...: write"))));
}
