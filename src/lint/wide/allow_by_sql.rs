//! `allow-by-sql`

use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::wide::allows;
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};
use crate::policy::typed::{Literal, Predicate, TextSubject, TextTest};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "allow-by-sql",
        severity: Severity::Warning,
        summary: "an allow rule rests on the text of a query or of code",
        why: "text can be spelled in many ways, and says more than it shows: `select 1; drop table users` begins with `select`, and \
              so does `select pg_read_file('…')`",
        instead: "a user of the database who may only read, and a rule by the tool or the server; a text test may ask or refuse, and \
                  never carry an allow",
        example: "tool query { operation exec  arg sql: text }\nrule reads  tool_name == \"query\" and tool_arg.sql ~ /^select\\b/i => allow\n",
        mended: "tool query { operation exec  arg sql: text }\n\
                 rule reads   tool_name == \"query\" => allow\n\
                 rule writes  tool_arg.sql ~ /\\b(insert|update|delete|drop|alter|create|grant)\\b/i => confirm \"may change data\"\n",
    },
    silence: "where the database's own user may only read, whatever the text says",
    on: On::Default,
    check: Check::Policies(check),
};

/// Names of arguments that hold a program of some kind.
const CODE: &[&str] = &["sql", "statement", "statements", "cypher"];
/// Names that may mean something else: `query` is also what a search takes.
const PERHAPS: &[&str] = &["query", "code", "script", "expression", "command"];

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    for view in allows(policies) {
        for literal in view.required().into_iter().filter(|literal| is_code_by_text(literal)) {
            out.add(
                Finding::new(
                    literal.span,
                    format!("`{}` allows by how a query is spelled", view.rule.id),
                    "the same text can say more",
                )
                .help(
                    "let the database's own user decide what may be read; ask or refuse by text, if at all",
                ),
            );
        }
    }
}

fn is_code_by_text(literal: &Literal) -> bool {
    let Predicate::Text(TextSubject::Arg(path), test) = &*literal.predicate else { return false };
    let by_part = matches!(
        test,
        TextTest::Matches(_)
            | TextTest::Like(_)
            | TextTest::StartsWith(_)
            | TextTest::EndsWith(_)
            | TextTest::Contains(_)
    );
    let name = path.name.to_ascii_lowercase();
    let code = CODE.contains(&&*name) || PERHAPS.contains(&&*name) && speaks_sql(test);
    !literal.negated && by_part && path.steps.is_empty() && code
}

/// Whether a test of text names a statement of SQL.
fn speaks_sql(test: &TextTest) -> bool {
    let text = format!("{test:?}").to_ascii_lowercase();
    ["select", "explain", "describe", "pragma"].iter().any(|word| text.contains(word))
}
