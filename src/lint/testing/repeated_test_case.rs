//! `repeated-test-case`

use std::collections::HashMap;

use crate::lint::finding::{Finding, Findings, cut};
use crate::lint::policies::Policies;
use crate::lint::testing::tests;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Span};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "repeated-test-case",
        severity: Severity::Warning,
        summary: "a test tries the same call twice",
        why: "the second one shows nothing new; one of the two was probably meant to be another call",
        instead: "the case once, or the call that was meant",
        example: "rule a  any => deny \"closed\"\ntest \"all\" {\n  one {} => deny\n  two {} => deny\n  one {} => deny\n}\n",
        mended: "rule a  any => deny \"closed\"\ntest \"all\" {\n  one {} => deny\n  two {} => deny\n}\n",
    },
    silence: "hardly ever: the second one can be taken out",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        let mut seen: HashMap<(&str, &str, &str), Span> = HashMap::new();
        for test in tests(file) {
            let with = test.with.as_ref().map_or("", |with| policies.slice(with.span));
            for case in &test.cases {
                let by = case.by.as_ref().map_or("", |by| by.node.as_str());
                // The same call by another rule tells more.
                let key = (with, policies.slice(case.call.span), by);
                let Some(first) = seen.get(&key) else {
                    seen.insert(key, case.span);
                    continue;
                };
                let edit = cut(case.span, policies.sources().text(case.span.source));
                out.add(
                    Finding::new(case.span, "this call was tried already", "the same again")
                        .related(*first, "here")
                        .help("take it out")
                        .safe_fix("take the case out", vec![edit]),
                );
            }
        }
    }
}
