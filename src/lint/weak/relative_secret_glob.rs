//! `relative-secret-glob`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::{Policies, RuleView};
use crate::lint::weak::{opens_files, paths, refusals};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Verdict};
use crate::policy::typed::{Base, PathTest, PathText, Predicate};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "relative-secret-glob",
        severity: Severity::Warning,
        summary: "secret files are closed below the project alone",
        why: "a glob that begins with `**/` is relative to `root`: the same files in other projects and in the home directory stay open",
        instead: "`/**/` for anywhere on the machine",
        example: "rule read  operation is read => allow\nrule no-env  path like \"**/.env\" => deny \"secrets\"\n",
        mended: "rule read  operation is read => allow\nrule no-env  path like \"/**/.env\" => deny \"secrets\"\n",
    },
    silence: "where nothing outside of the project may be touched anyway",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    // Where nothing outside of root is allowed, nothing outside is open.
    let opens = |view: &&RuleView<'_>| opens_files(view, "read") && paths(view).all(leaves_root);
    let Some(opening) = policies.rules.iter().find(opens) else { return };
    for view in refusals(policies).filter(|view| view.rule.action == Verdict::Deny) {
        for literal in view.required().into_iter().filter(|literal| !literal.negated) {
            let Predicate::Path(PathTest::Like(all)) = &*literal.predicate else { continue };
            let Some(glob) = all.iter().find(|glob| is_relative_secret(glob)) else { continue };
            // The same list may say it of the whole machine, too.
            if all.iter().any(|other| other.base == Base::Absolute && other.rest == glob.rest) {
                continue;
            }
            out.add(
                Finding::new(
                    literal.span,
                    format!("`{}` closes `{}` below the project alone", view.rule.id, glob.rest),
                    "relative to `root`",
                )
                .related(opening.rule.id_span, "allows others")
                .help(format!("write `\"/{}\"` for anywhere on the machine", glob.rest)),
            );
        }
    }
}

/// Whether a test takes in what is not below root.
fn leaves_root(test: &PathTest) -> bool {
    let (PathTest::Within(all) | PathTest::Like(all) | PathTest::OneOf(all)) = test;
    all.iter().any(|one| one.base != Base::Root)
}

/// Whether a glob begins with `**/`, relative to root, and ends with the name of a file that holds secrets.
fn is_relative_secret(glob: &PathText) -> bool {
    let Some(rest) = glob.rest.strip_prefix("**/").filter(|_| glob.base == Base::Root) else { return false };
    let name = rest.rsplit('/').next().unwrap_or(rest).trim_end_matches('*').trim_end_matches('.');
    const NAMES: &[&str] = &[
        ".env",
        ".netrc",
        ".npmrc",
        ".pypirc",
        ".ssh",
        ".aws",
        ".gnupg",
        ".kube",
        ".pgpass",
        "id_rsa",
        "id_ed25519",
        "id_ecdsa",
        "id_dsa",
        "credentials",
        "credentials.json",
        ".git-credentials",
    ];
    const ENDS: &[&str] = &[".pem", ".key", ".p12", ".pfx", ".jks", ".kdbx", ".keystore"];
    NAMES.contains(&name) || ENDS.iter().any(|end| name.strip_suffix(end) == Some("*"))
}
