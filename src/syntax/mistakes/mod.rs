//! The mistakes that people make in a policy's text: one type for each, a few per file by topic.
//!
//! A new one is a type with its text, and a line in [`KINDS`]; if it is found where a piece stops parsing, also a line in
//! `DETECTORS`.

pub mod blocks;
pub mod brackets;
pub mod characters;
pub mod connectives;
pub mod fields;
pub mod heads;
pub mod items;
pub mod limits;
pub mod numbers;
pub mod operands;
pub mod operators;
pub mod pieces;
pub mod rules;
mod site;
pub mod tokens;
pub mod values;

use crate::model::{Diagnostic, Kind, Mistake};
use crate::syntax::grammar::Rule;
use crate::syntax::recover::Part;
pub(super) use site::Site;

/// Every kind of mistake that is found in a policy's text.
pub const KINDS: &[&Kind] = &[
    limits::FileTooLarge::KIND,
    limits::NestingTooDeep::KIND,
    limits::ListTooLong::KIND,
    limits::LiteralTooLong::KIND,
    limits::TooManyErrors::KIND,
    characters::BidiControl::KIND,
    characters::InvisibleCharacter::KIND,
    characters::ControlCharacter::KIND,
    tokens::UnclosedText::KIND,
    tokens::UnclosedRegex::KIND,
    tokens::UnclosedPattern::KIND,
    tokens::SingleQuotes::KIND,
    tokens::TypographicQuotes::KIND,
    tokens::UnknownEscape::KIND,
    tokens::BadUnicodeEscape::KIND,
    tokens::RegexFlag::KIND,
    tokens::ForeignComment::KIND,
    tokens::UnquotedPath::KIND,
    tokens::BadName::KIND,
    tokens::UnexpectedCharacter::KIND,
    numbers::BadNumber::KIND,
    numbers::BadDuration::KIND,
    numbers::BadDate::KIND,
    items::UnknownItem::KIND,
    items::ForeignItem::KIND,
    items::ForeignFile::KIND,
    items::StrayText::KIND,
    items::FieldOutside::KIND,
    blocks::UnclosedBlock::KIND,
    blocks::MissingBlock::KIND,
    blocks::StrayBracket::KIND,
    heads::MissingName::KIND,
    heads::QuotedName::KIND,
    heads::DottedName::KIND,
    heads::MissingTitle::KIND,
    heads::ReservedName::KIND,
    heads::MissingEquals::KIND,
    heads::MissingType::KIND,
    heads::UnquotedText::KIND,
    fields::UnknownField::KIND,
    fields::DuplicateField::KIND,
    fields::MissingMatch::KIND,
    fields::MissingAction::KIND,
    fields::MissingHookField::KIND,
    fields::EmptyAssert::KIND,
    fields::DuplicateKey::KIND,
    values::MissingValue::KIND,
    values::WrongValue::KIND,
    values::FieldPunctuation::KIND,
    values::WrongRemember::KIND,
    values::MissingWhen::KIND,
    connectives::MixedConnectives::KIND,
    connectives::MissingAnd::KIND,
    connectives::SymbolConnective::KIND,
    connectives::MissingCondition::KIND,
    operators::SingleEquals::KIND,
    operators::UnknownOperator::KIND,
    operators::MissingOperator::KIND,
    operators::OperatorOrder::KIND,
    operands::MissingOperand::KIND,
    operands::SubjectAsOperand::KIND,
    operands::ReversedPredicate::KIND,
    operands::ValueAsCondition::KIND,
    brackets::UnclosedBracket::KIND,
    brackets::EmptyList::KIND,
    brackets::MissingComma::KIND,
    brackets::MissingColon::KIND,
    rules::MissingVerdict::KIND,
    rules::MissingArrow::KIND,
    rules::FieldAfterShort::KIND,
    rules::WrongCall::KIND,
    pieces::Separator::KIND,
    pieces::Unexpected::KIND,
    pieces::FormatterFault::KIND,
];

/// A mistake that shows where a piece stops parsing.
trait Detect: Mistake + Sized {
    /// The mistake, if this is one.
    fn find(site: &Site<'_>) -> Option<Self>;
}

fn detect<M: Detect>(site: &Site<'_>) -> Option<Diagnostic> {
    M::find(site).map(|mistake| mistake.report())
}

/// Looks for one mistake.
type Detector = fn(&Site<'_>) -> Option<Diagnostic>;

/// The first that finds something is told: the particular ones come before the general ones.
const DETECTORS: &[Detector] = &[
    detect::<heads::DottedName>,
    detect::<heads::ReservedName>,
    detect::<heads::QuotedName>,
    detect::<heads::MissingName>,
    detect::<heads::MissingTitle>,
    detect::<heads::MissingEquals>,
    detect::<heads::MissingType>,
    detect::<values::FieldPunctuation>,
    detect::<brackets::EmptyList>,
    detect::<brackets::UnclosedBracket>,
    detect::<blocks::StrayBracket>,
    detect::<brackets::MissingColon>,
    detect::<brackets::MissingComma>,
    detect::<connectives::MissingCondition>,
    detect::<operands::MissingOperand>,
    detect::<connectives::SymbolConnective>,
    detect::<connectives::MixedConnectives>,
    detect::<connectives::MissingAnd>,
    detect::<operators::OperatorOrder>,
    detect::<operators::SingleEquals>,
    detect::<operators::UnknownOperator>,
    detect::<operators::MissingOperator>,
    detect::<operands::ReversedPredicate>,
    detect::<operands::SubjectAsOperand>,
    detect::<operands::ValueAsCondition>,
    detect::<rules::WrongCall>,
    detect::<rules::MissingVerdict>,
    detect::<rules::FieldAfterShort>,
    detect::<pieces::Separator>,
    detect::<rules::MissingArrow>,
    detect::<values::MissingWhen>,
    detect::<values::WrongRemember>,
    detect::<values::MissingValue>,
    detect::<heads::UnquotedText>,
    detect::<values::WrongValue>,
    detect::<fields::UnknownField>,
    detect::<blocks::MissingBlock>,
];

/// What is wrong at a site.
pub(super) fn diagnose(site: &Site<'_>) -> Diagnostic {
    DETECTORS
        .iter()
        .find_map(|detector| detector(site))
        .unwrap_or_else(|| pieces::Unexpected::at(site).report())
}

/// What the user wrote, for a message: in back quotes, on one line, cut to what fits.
fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    let line = text.lines().next().unwrap_or("");
    let shown: String = line.chars().take(LONGEST).collect();
    let more = if shown.len() < text.len() { "…" } else { "" };
    if shown.contains('`') { format!("`` {shown}{more} ``") } else { format!("`{shown}{more}`") }
}
