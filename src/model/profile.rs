//! What is known of a program, as data. Loaded by `effects::profiles` from `profiles/*.toml`.

/// A program's profile.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Profile {
    /// The program's base name.
    pub name: String,
}
