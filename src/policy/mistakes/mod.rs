//! The mistakes that people make in policies and that the resolver finds: each its own type, its text in one place.
//!
//! A new one is a `mistake!` in the file of its topic and a line in [`KINDS`].

use crate::model::{Kind, Mistake};

/// A type of mistake: its fields (`at`, the place, is one more), what the project knows of it, and its texts.
macro_rules! mistake {
    (
        $(#[$doc:meta])*
        $name:ident { $($(#[$field_doc:meta])* $field:ident: $ty:ty),* $(,)? }
        code: $code:literal, $severity:ident;
        summary: $summary:literal;
        why: $why:literal;
        instead: $instead:literal;
        example: $example:literal;
        mended: $mended:literal;
        message: $message:expr;
        label: $label:expr;
        $(help: $help:expr;)?
        $(related: $related:expr;)?
        $(fix: $fix:expr;)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug)]
        pub(in crate::policy) struct $name {
            /// The place.
            pub(in crate::policy) at: crate::model::Span,
            $($(#[$field_doc])* pub(in crate::policy) $field: $ty,)*
        }

        impl crate::model::Mistake for $name {
            const KIND: &'static crate::model::Kind = &crate::model::Kind {
                code: $code,
                severity: crate::model::Severity::$severity,
                summary: $summary,
                why: $why,
                instead: $instead,
                example: $example,
                mended: $mended,
            };

            fn span(&self) -> crate::model::Span {
                self.at
            }

            fn message(&self) -> String {
                let text: fn(&Self) -> String = $message;
                text(self)
            }

            fn label(&self) -> String {
                let text: fn(&Self) -> String = $label;
                text(self)
            }

            $(fn help(&self) -> Option<String> {
                let text: fn(&Self) -> Option<String> = $help;
                text(self)
            })?

            $(fn related(&self) -> Vec<(crate::model::Span, String)> {
                let places: fn(&Self) -> Vec<(crate::model::Span, String)> = $related;
                places(self)
            })?

            $(fn fix(&self) -> Option<crate::model::Fix> {
                let fix: fn(&Self) -> Option<crate::model::Fix> = $fix;
                fix(self)
            })?
        }
    };
}

/// Did-you-mean, or else what can be typed.
fn did_you_mean(nearest: Option<&String>, otherwise: impl Into<String>) -> Option<String> {
    Some(nearest.map_or_else(|| otherwise.into(), |name| format!("did you mean `{name}`?")))
}

/// `` `a`, `b` or `c` ``
fn choice<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// A replacement of one place that can't change a verdict: the policy did not compile before.
fn replace(
    at: crate::model::Span,
    title: impl Into<String>,
    text: impl Into<String>,
) -> Option<crate::model::Fix> {
    Some(crate::model::Fix { title: title.into(), safe: true, edits: vec![(at, text.into())] })
}

mod conditions;
mod declarations;
mod headers;
mod limits;
mod names;
mod other;
mod rules;
mod tests;
mod texts;
mod uses;

pub(in crate::policy) use conditions::*;
pub(in crate::policy) use declarations::*;
pub(in crate::policy) use headers::*;
pub(in crate::policy) use limits::*;
pub(in crate::policy) use names::*;
pub(in crate::policy) use other::*;
pub(in crate::policy) use rules::*;
pub(in crate::policy) use tests::*;
pub(in crate::policy) use texts::*;
pub(in crate::policy) use uses::*;

/// Every kind of mistake of this room.
pub const KINDS: &[&Kind] = &[
    UnknownName::KIND,
    LetCycle::KIND,
    DuplicateLet::KIND,
    AmbiguousName::KIND,
    NotACondition::KIND,
    NotAValue::KIND,
    DuplicateId::KIND,
    IdInTwoFiles::KIND,
    ReservedId::KIND,
    ConfusableIds::KIND,
    MixedScripts::KIND,
    UnknownSubject::KIND,
    SubjectShape::KIND,
    WrongOperator::KIND,
    WrongType::KIND,
    UnknownOperation::KIND,
    UnknownContext::KIND,
    ContextType::KIND,
    UnknownArgument::KIND,
    ArgumentType::KIND,
    NeverHolds::KIND,
    AllowByText::KIND,
    BadRegex::KIND,
    RegexUnicodeFlag::KIND,
    RegexTooLarge::KIND,
    BadPath::KIND,
    UserHome::KIND,
    PathAbove::KIND,
    UrlAsPath::KIND,
    WildcardInPath::KIND,
    BadGlob::KIND,
    UrlAsHost::KIND,
    PortInHost::KIND,
    BadHost::KIND,
    NumberOutOfRange::KIND,
    TextTooLong::KIND,
    UnknownFile::KIND,
    UnreadableUse::KIND,
    BrokenUse::KIND,
    UseCycle::KIND,
    UseNeedsName::KIND,
    UsedAsTwo::KIND,
    UnknownRule::KIND,
    ExceptWithout::KIND,
    SecondHeader::KIND,
    DefaultAllow::KIND,
    UnknownDefault::KIND,
    UnsupportedLanguage::KIND,
    BadRoot::KIND,
    UnknownSelf::KIND,
    SelfWithoutEffect::KIND,
    UnknownWord::KIND,
    UnknownArgType::KIND,
    UnknownDialect::KIND,
    DialectWithoutShell::KIND,
    DuplicateArgument::KIND,
    DefaultRedeclared::KIND,
    DefaultType::KIND,
    OperationsOfText::KIND,
    WildcardTool::KIND,
    BuiltInOperation::KIND,
    ContextRedeclared::KIND,
    UnknownContextType::KIND,
    UnknownAction::KIND,
    UnknownRisk::KIND,
    RiskAgainstAction::KIND,
    RememberWithoutConfirm::KIND,
    NeverForOrBy::KIND,
    ZeroDuration::KIND,
    RememberByCommand::KIND,
    RememberByHost::KIND,
    SetOnDeny::KIND,
    SetTarget::KIND,
    SetShell::KIND,
    SetType::KIND,
    MarkOnDeny::KIND,
    UntilWithoutAllow::KIND,
    UnknownVerdict::KIND,
    UnknownCallKey::KIND,
    BadCallValue::KIND,
    UnknownTool::KIND,
    TextCall::KIND,
    UnknownTestRule::KIND,
    VerdictAgainstRule::KIND,
    UnknownEvent::KIND,
    EmptyRun::KIND,
    LongTimeout::KIND,
    RedactTarget::KIND,
    TooDeep::KIND,
    ConditionTooLarge::KIND,
    TooManyValues::KIND,
    SetTooLarge::KIND,
    TooManyUses::KIND,
    Unresolved::KIND,
];
