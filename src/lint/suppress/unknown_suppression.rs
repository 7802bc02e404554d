//! `unknown-suppression`

use crate::lint::finding::{Finding, Findings};
use crate::lint::suppress::{Answered, nearest};
use crate::lint::{Check, Lint, On};
use crate::model::{Kind, Severity};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "unknown-suppression",
        severity: Severity::Warning,
        summary: "a comment silences a kind of finding that does not exist",
        why: "it silences nothing: its author believes that something was looked at which was not",
        instead: "a code that `toolgate lint --explain list` shows",
        example: "# lint: allow allow-evrything: a throw-away container\nrule all  any => allow\n",
        mended: "# lint: allow allow-everything: a throw-away container\nrule all  any => allow\n",
    },
    silence: "never: take the comment out, or mend the code",
    on: On::Default,
    check: Check::Suppressions(check),
};

/// Unknown codes for which a known one is looked for: it is held against all there are.
const LOOKED_FOR: usize = 20;
/// The longest code of which that is worth while.
const LONGEST: usize = 64;

fn check(answered: &[Answered], out: &mut Findings<'_>) {
    for (number, one) in answered.iter().filter(|one| !one.known).enumerate() {
        let code = &one.suppression.code;
        let near = if number < LOOKED_FOR && code.len() <= LONGEST { nearest(code) } else { None };
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`toolgate lint --explain list` lists the codes".to_owned(),
        };
        let finding =
            Finding::new(one.suppression.span, format!("there is no finding `{code}`"), "silences nothing");
        out.add(finding.help(help));
    }
}
