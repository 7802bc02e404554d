//! Arguments that several commands share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::policy::typed::LayerKind;

/// What a result looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Which policies to load.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Policies")]
pub(crate) struct PolicyArgs {
    /// A directory of policies, or one policy file; may be repeated
    ///
    /// All of them form one layer, `project`, and count as trusted: you named them. Without `--policies` and `--layer` the
    /// policies of this machine and directory are used: /etc/toolgate/policies, $XDG_CONFIG_HOME/toolgate/policies, and
    /// .toolgate/policies in the nearest directory upward.
    #[arg(short, long = "policies", value_name = "DIR|FILE")]
    pub(crate) policies: Vec<PathBuf>,

    /// A layer's directory: managed=DIR, user=DIR or project=DIR; may be repeated
    #[arg(long = "layer", value_name = "LAYER=DIR", value_parser = layer)]
    pub(crate) layers: Vec<(LayerKind, PathBuf)>,

    /// Profiles of programs beside those that toolgate knows: a file, or a directory of .toml files; may be repeated
    ///
    /// Without `--policies` and `--layer` those in /etc/toolgate/profiles and $XDG_CONFIG_HOME/toolgate/profiles are used too.
    #[arg(long = "profiles", value_name = "DIR|FILE")]
    pub(crate) profiles: Vec<PathBuf>,

    /// Take the project's policies that were found here as trusted
    ///
    /// Policies come with a repository and may be hostile: until they are trusted, only their deny and confirm rules count.
    #[arg(long)]
    pub(crate) trust_project: bool,
}

fn layer(text: &str) -> Result<(LayerKind, PathBuf), String> {
    let (kind, path) = text.split_once('=').ok_or("write LAYER=DIR, for example user=policies/user")?;
    let kind = match kind {
        "managed" => LayerKind::Managed,
        "user" => LayerKind::User,
        "project" => LayerKind::Project,
        other => return Err(format!("`{other}` is no layer: managed, user or project")),
    };
    if path.is_empty() {
        return Err("the directory is missing".into());
    }
    Ok((kind, PathBuf::from(path)))
}

/// Where a call is made, when it does not say so itself.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Place of the call")]
pub(crate) struct PlaceArgs {
    /// The project's directory: what `root` in a policy stands for [default: the call's directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// The home directory: what `~` stands for [default: $HOME]
    #[arg(long, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
    /// The directory that relative paths start from [default: --root, else the current one]
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
}
