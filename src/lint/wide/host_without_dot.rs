//! `host-without-dot`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Verdict};
use crate::policy::typed::{HostTest, Predicate};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "host-without-dot",
        severity: Severity::Warning,
        summary: "a pattern that lets hosts through has a `*` with no dot after it",
        why: "`*example.com` is `evilexample.com`, too, which anybody can register",
        instead: "`host within \"example.com\"`: the domain and its subdomains",
        example: "tool fetch { operation network  arg url: url }\nrule ours  host like \"*example.com\" => allow\n",
        mended: "tool fetch { operation network  arg url: url }\nrule ours  host within \"example.com\" => allow\n",
    },
    silence: "where the names of one network begin with numbers (`web*.internal.example`) and nobody else can make more",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in policies.own_rules() {
        // What an allow rule matches goes through, and what a deny or confirm rule leaves out.
        let lets_through = view.rule.action == Verdict::Allow;
        for literal in view.literals().into_iter().filter(|literal| literal.negated != lets_through) {
            let Predicate::Host(HostTest::Like(all)) = &*literal.predicate else { continue };
            let Some((host, domain)) = all.iter().find_map(|one| Some((one, open_domain(one)?))) else {
                continue;
            };
            out.add(
                Finding::new(
                    literal.span,
                    format!("`{host}` lets `evil{domain}` through"),
                    "no dot after the `*`",
                )
                .help(format!("write `host within \"{domain}\"`")),
            );
        }
    }
}

/// The domain after a leading star without a dot, if it is one that somebody can register a longer name of.
fn open_domain(host: &str) -> Option<&str> {
    let rest = host.trim_start_matches('*');
    let plain = rest.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.'));
    (rest.len() < host.len()
        && plain
        && rest.starts_with(|c: char| c.is_ascii_alphanumeric())
        && rest.contains('.'))
    .then_some(rest)
}
