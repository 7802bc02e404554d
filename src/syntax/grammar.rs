//! The parser that pest makes of `grammar/policy.pest`.

use pest_derive::Parser;

/// The grammar of policy files.
#[derive(Parser)]
#[grammar = "../grammar/policy.pest"]
pub(super) struct Grammar;
