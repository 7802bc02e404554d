//! A tool call, as the caller describes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One call of a tool. Only `tool` is required; members that are not listed are ignored.
///
/// ```
/// # use toolgate::model::Call;
/// let call: Call = serde_json::from_str(r#"{"tool":"Bash","args":{"command":"git status"}}"#)?;
/// assert_eq!(call.tool, "Bash");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Call {
    /// Handed back in the decision.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub id: Value,
    /// The tool's name, as its server or host names it.
    pub tool: String,
    /// The arguments.
    #[serde(default)]
    pub args: Map<String, Value>,
    /// The directory that relative paths start from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// The project's directory: what `root` in a policy stands for. The call's directory when missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// What `~` stands for. When missing it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// Dotted: `claude-code.reviewer` is a `claude-code`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The host's own permission mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// The session's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The MCP server that the tool is on; none for the host's own tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// Categories that the caller marks on this call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub operations: Vec<String>,
    /// Environment variables that a shell command would see.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// Facts that `context` items declare.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub context: BTreeMap<String, Value>,
    /// The marks that the session carries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// A file system for this call alone: when present, even empty, the real one is not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fs: Option<BTreeMap<String, FsEntry>>,
    /// Whether names in `fs` that differ only in case are the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fs_case_insensitive: bool,
}

/// One entry of a call's own file system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FsEntry {
    /// A regular file.
    File,
    /// A directory.
    Dir,
    /// A symbolic link and its target.
    Link(String),
}
