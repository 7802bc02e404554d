//! toolgate's protection of itself (language, section 8): one more layer, whose rule denies like any other.

use std::path::PathBuf;

use crate::engine::layers::{LayerInput, Piece};
use crate::model::Verdict;
use crate::policy::typed::{Layer, LayerKind};

/// The layer's name, and what stands before its rules' ids.
pub const NAME: &str = "toolgate";
/// The rule's full id.
pub const RULE: &str = "toolgate:self";

/// The name of its text.
pub(super) const FILE: &str = "toolgate's own rules";

/// The rules, without this machine's places.
const TEXT: &str = include_str!("self.policy");

/// Whether a source's name is that of the protection's text.
pub fn is_text(name: &str) -> bool {
    name == FILE
}

/// Whether a layer is the protection of toolgate itself.
pub fn is_own(layer: &Layer) -> bool {
    layer.name == NAME
}

/// The layer, before it is read.
pub(super) fn input() -> LayerInput {
    let piece = Piece::Text { name: FILE.to_owned(), text: text(&places()) };
    LayerInput { kind: LayerKind::Managed, name: NAME.to_owned(), trusted: true, pieces: vec![piece] }
}

/// The policy text: the fixed rules, and the places of this machine that only the process knows.
fn text(places: &[PathBuf]) -> String {
    const LIST: &str = "let own-files = [";
    let mut globs = String::new();
    for place in
        places.iter().filter_map(|place| place.to_str()).filter(|place| !place.chars().any(char::is_control))
    {
        globs.push('"');
        for c in place.chars() {
            match c {
                // A backslash makes a character of a glob mean itself, and is itself escaped in a text.
                '*' | '?' | '[' | ']' | '{' | '}' => globs.extend(['\\', '\\', c]),
                '\\' => globs.push_str("\\\\\\\\"),
                '"' => globs.push_str("\\\""),
                _ => globs.push(c),
            }
        }
        globs.push_str("/**\", ");
    }
    TEXT.replacen(LIST, &format!("{LIST}{globs}"), 1)
}

/// The directories and files of this process: configuration, data and state where the environment puts them elsewhere, and the
/// program itself.
fn places() -> Vec<PathBuf> {
    let below = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|dir| dir.is_absolute());
    let dirs = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"];
    let mut places: Vec<PathBuf> =
        dirs.iter().filter_map(|name| below(name)).map(|dir| dir.join(NAME)).collect();
    places.extend(std::env::current_exe().ok());
    places
}

/// Names the layer's rules, and softens them where a managed or user policy says `self confirm`.
pub(super) fn finish(layers: &mut [Layer]) {
    let softened = layers.iter().any(|layer| {
        matches!(layer.kind, LayerKind::Managed | LayerKind::User)
            && layer.trusted
            && layer.self_confirm.is_some()
    });
    for rule in layers.iter_mut().filter(|layer| is_own(layer)).flat_map(|layer| &mut layer.rules) {
        rule.id = format!("{NAME}:{}", rule.id).into();
        if softened {
            rule.action = Verdict::Confirm;
        }
    }
}
