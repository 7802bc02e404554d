//! What is risky or needless in policies that compile: one lint, one file.
//!
//! In: a loaded set. Out: findings with their places and, where there is one, a fix. It must not know terminals, and knows no
//! clock: today's date is handed in.
//!
//! A missed case is acceptable, a false alarm is not. `docs/lints.md` says how a lint is added.

mod expr;
mod finding;
mod fixing;
mod imports;
mod layers;
mod life;
mod policies;
mod risk;
mod says_nothing;
mod style;
mod suppress;
mod testing;
mod weak;
mod wide;

use crate::engine::Set;
use crate::lint::finding::Findings;
use crate::lint::policies::Policies;
use crate::lint::suppress::Answered;
use crate::model::{Diagnostic, Kind, Severity};
use crate::syntax::ast::Date;

pub use fixing::{Refused, rewrite};

/// One thing that is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Lint {
    /// Its code, its severity, and what people read of it.
    pub kind: Kind,
    /// When to silence it.
    pub silence: &'static str,
    /// Whether it is looked for without being asked.
    pub on: On,
    /// How it is found.
    check: Check,
}

/// When a lint is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum On {
    /// Always.
    Default,
    /// Where somebody asks for it: a matter of taste.
    Request,
}

/// How a lint is found.
#[derive(Clone, Copy, Debug)]
enum Check {
    /// In the policies.
    Policies(fn(&Policies<'_>, &mut Findings<'_>)),
    /// In the suppressions, once it is known what they suppress.
    Suppressions(fn(&[Answered], &mut Findings<'_>)),
}

/// Every lint. A new one is a file and a line here.
pub static LINTS: &[&Lint] = &[
    &imports::duplicate_use::LINT,
    &imports::shadowed_name::LINT,
    &imports::unused_declaration::LINT,
    &imports::unused_let::LINT,
    &imports::unused_use::LINT,
    &layers::default_without_effect::LINT,
    &layers::not_trusted::LINT,
    &life::expired_rule::LINT,
    &life::todo_comment::LINT,
    &life::unused_mark::LINT,
    &risk::confirm_without_reason::LINT,
    &risk::deny_without_reason::LINT,
    &risk::high_risk_allow::LINT,
    &risk::low_risk_confirm::LINT,
    &risk::needless_action::LINT,
    &risk::needless_remember::LINT,
    &says_nothing::absorbed_part::LINT,
    &says_nothing::always_true_part::LINT,
    &says_nothing::covered_allow::LINT,
    &says_nothing::double_negation::LINT,
    &says_nothing::duplicate_entry::LINT,
    &says_nothing::entry_in_entry::LINT,
    &says_nothing::otherwise_never_counts::LINT,
    &says_nothing::overridden_rule::LINT,
    &says_nothing::own_contradiction::LINT,
    &says_nothing::regex_is_literal::LINT,
    &says_nothing::repeated_part::LINT,
    &says_nothing::same_rule::LINT,
    &says_nothing::unless_is_match::LINT,
    &style::field_order::LINT,
    &style::id_naming::LINT,
    &style::long_file::LINT,
    &style::long_line::LINT,
    &style::policy_without_description::LINT,
    &style::rule_without_title::LINT,
    &suppress::suppression_without_reason::LINT,
    &suppress::unknown_suppression::LINT,
    &suppress::unused_suppression::LINT,
    &testing::hits_without_misses::LINT,
    &testing::no_tests::LINT,
    &testing::only_allow_tests::LINT,
    &testing::repeated_test_case::LINT,
    &testing::same_test_name::LINT,
    &testing::untested_rule::LINT,
    &weak::closed_pattern::LINT,
    &weak::deny_by_text::LINT,
    &weak::deny_by_tool::LINT,
    &weak::deny_reading_alone::LINT,
    &weak::relative_secret_glob::LINT,
    &wide::allow_any_code::LINT,
    &wide::allow_by_name_pattern::LINT,
    &wide::allow_by_sql::LINT,
    &wide::allow_everything::LINT,
    &wide::allow_lone_star::LINT,
    &wide::allow_opens_shell::LINT,
    &wide::allow_runs_any_script::LINT,
    &wide::allow_whole_disk::LINT,
    &wide::exec_without_program::LINT,
    &wide::host_without_dot::LINT,
    &wide::remember_always_high::LINT,
    &wide::remember_tool_of_shell::LINT,
    &wide::unanchored_allow::LINT,
];

/// Every kind of finding of this room.
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    LINTS.iter().map(|lint| &lint.kind)
}

/// The lint with this code.
pub fn find(code: &str) -> Option<&'static Lint> {
    LINTS.iter().copied().find(|lint| lint.kind.code == code)
}

/// What is looked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The date, for what ends on one; without it, nothing has ended.
    pub today: Option<Date>,
    /// Only these codes, if there are any.
    pub only: Vec<String>,
    /// Not these codes.
    pub allow: Vec<String>,
    /// These too, of those that are looked for on request.
    pub warn: Vec<String>,
}

impl Options {
    /// Whether findings of this kind are wanted.
    fn wants(&self, code: &str, on: On) -> bool {
        let named = |codes: &[String]| codes.iter().any(|wanted| wanted == code);
        if self.only.is_empty() {
            !named(&self.allow) && (on == On::Default || named(&self.warn))
        } else {
            named(&self.only)
        }
    }
}

/// All that is wrong with a set: the errors and warnings of loading it, and, where there is no error, what lints find in
/// the files that people wrote. What a comment at its place answers (`# lint: allow CODE: why`) is left out; an error can't be.
pub fn run(set: &Set, options: &Options) -> Vec<Diagnostic> {
    let files = set.files();
    let policies = Policies::new(set, options, &files);
    let mut found: Vec<Diagnostic> = set
        .diagnostics()
        .iter()
        .filter(|one| one.severity == Severity::Error || options.wants(one.code, On::Default))
        .cloned()
        .collect();
    let wanted = || LINTS.iter().filter(|lint| options.wants(lint.kind.code, lint.on));
    if set.is_sound() {
        for lint in wanted() {
            if let Check::Policies(check) = lint.check {
                let mut findings = Findings::new(&lint.kind, &policies);
                check(&policies, &mut findings);
                found.extend(findings.into_diagnostics());
            }
        }
    }
    let answered = suppress::apply(&policies, &mut found);
    if set.is_sound() {
        for lint in wanted() {
            if let Check::Suppressions(check) = lint.check {
                let mut findings = Findings::new(&lint.kind, &policies);
                check(&answered, &mut findings);
                found.extend(findings.into_diagnostics());
            }
        }
    }
    found.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
    // A file that is in two layers is found twice.
    found.dedup_by(|a, b| (a.span, a.code, &a.message) == (b.span, b.code, &b.message));
    found
}
