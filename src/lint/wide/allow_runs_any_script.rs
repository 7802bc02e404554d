//! `allow-runs-any-script`

use crate::effects::profiles::Profiles;
use crate::lint::finding::{Finding, Findings};
use crate::lint::policies::Policies;
use crate::lint::wide::allows;
use crate::lint::{Check, Lint, On};
use crate::model::profile::{Act, Level, Verb};
use crate::model::{Kind, Severity};
use crate::policy::pattern::{CommandPattern, Element};
use crate::policy::typed::{Literal, Predicate};

pub(crate) static LINT: Lint = Lint {
    kind: Kind {
        code: "allow-runs-any-script",
        severity: Severity::Warning,
        summary: "an allow rule has `...` where the program takes a file to run",
        why: "`python3 ...` runs every file there is, one that the agent has just written or fetched included",
        instead: "the files that may be run (`` `python3 scripts/*` ``), or a module (`` `python3 -m pytest ...` ``)",
        example: "rule python  command runs `python3 ...` => allow\n",
        mended: "rule python  command runs `python3 -m pytest ...` => allow\n",
    },
    silence: "where something else holds the agent in: a throw-away container without a network and without secrets",
    on: On::Default,
    check: Check::Policies(check),
};

fn check(policies: &Policies<'_>, out: &mut Findings<'_>) {
    let profiles = policies.set.profiles();
    for view in allows(policies) {
        for literal in view.required().into_iter().filter(|literal| !literal.negated) {
            let Predicate::Command(patterns) = &*literal.predicate else { continue };
            let program = patterns.iter().find_map(|pattern| open_program(pattern, profiles));
            let Some(program) = program.filter(|_| !view.always(&names_file)) else {
                continue;
            };
            out.add(
                Finding::new(
                    literal.span,
                    format!("`{program} ...` runs whatever file it is given"),
                    "`...` can be any file",
                )
                .help("name the files, or the module"),
            );
        }
    }
}

/// The program of a pattern that says nothing but `...` about its words, if its first operand is a file that it runs.
fn open_program(pattern: &CommandPattern, profiles: &Profiles) -> Option<String> {
    if !matches!(pattern.elements(), [Element::Gap]) {
        return None;
    }
    let names = pattern.programs().iter().filter(|program| program.then.is_empty());
    names.filter_map(|program| program.name.as_literal()).find_map(|name| {
        let profile = profiles.get(name)?;
        runs_file(&profile.root).then(|| name.to_owned())
    })
}

fn runs_file(level: &Level) -> bool {
    let script = |act: &Act| matches!(act.verb, Verb::Script);
    let slots = || level.layouts.iter().filter_map(|layout| layout.slots.first());
    slots().any(|slot| slot.acts.iter().any(script))
}

/// Whether the file is named beside the program: `path within "scripts"`.
fn names_file(literal: &Literal) -> bool {
    !literal.negated && matches!(&*literal.predicate, Predicate::Path(_))
}
