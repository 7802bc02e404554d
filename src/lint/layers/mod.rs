//! What does not count in the layer that it stands in. (A rule that a stricter one of another layer overrides is
//! `overridden-rule`.)

pub(super) mod default_without_effect;
pub(super) mod not_trusted;
