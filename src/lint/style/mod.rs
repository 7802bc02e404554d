//! What makes policies harder to read than they need be.

pub(super) mod field_order;
pub(super) mod id_naming;
pub(super) mod long_file;
pub(super) mod long_line;
pub(super) mod policy_without_description;
pub(super) mod rule_without_title;
