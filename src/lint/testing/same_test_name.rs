//! `same-test-name`

use std::collections::HashMap;

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::testing::tests;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity, Span};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "same-test-name",
        severity: Severity::Warning,
        summary: "two tests of a file have the same name",
        why: "a failure is told by the test's name: it does not say which of the two",
        instead: "names that say what each is about, or one test",
        example: "rule a  any => deny \"closed\"\ntest \"all\" { one {} => deny }\ntest \"all\" { two {} => deny }\n",
        mended: "rule a  any => deny \"closed\"\ntest \"all\" { one {} => deny }\ntest \"the second\" { two {} => deny }\n",
    },
    silence: "hardly ever: give one of them another name",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for file in policies.files() {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for test in tests(file) {
            let Some(first) = seen.get(test.name.node.as_str()) else {
                seen.insert(&test.name.node, test.name.span);
                continue;
            };
            out.add(
                Finding::new(
                    test.name.span,
                    format!("another test is called `{}`", test.name.node),
                    "the same name",
                )
                .related(*first, "the first one")
                .help("give one of them another name"),
            );
        }
    }
}
