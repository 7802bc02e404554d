//! Where the policies of this machine and directory are.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::policy::typed::LayerKind;

/// Below a project's directory: the directory of its policies.
pub const PROJECT_DIR: &str = ".toolgate/policies";
/// The machine's administrator's policies.
pub const MANAGED_DIR: &str = "/etc/toolgate/policies";
/// The profiles of programs that stand beside the directory of policies, the machine's or the person's.
pub const PROFILES: &str = "profiles";
/// Below the person's configuration directory.
pub const USER_DIR: &str = "toolgate/policies";

/// Where to look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surroundings {
    /// The machine's administrator's directory.
    pub managed: PathBuf,
    /// `$XDG_CONFIG_HOME`, or `~/.config`; none when neither is known.
    pub config: Option<PathBuf>,
    /// The directory that a search for a project starts from.
    pub directory: PathBuf,
    /// The project's root, where the host gives one.
    pub root: Option<PathBuf>,
}

impl Surroundings {
    /// Those of this process.
    pub fn of_process(directory: PathBuf, root: Option<PathBuf>) -> Surroundings {
        let absolute =
            |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let config =
            absolute("XDG_CONFIG_HOME").or_else(|| absolute("HOME").map(|home| home.join(".config")));
        Surroundings { managed: PathBuf::from(MANAGED_DIR), config, directory, root }
    }
}

/// A layer's directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Which layer it is.
    pub kind: LayerKind,
    /// For people: `managed`, `user`, `project`, `project/sub`.
    pub name: String,
    /// The directory of its files.
    pub directory: PathBuf,
}

/// The layers that are there, outermost first. A directory that does not exist is no layer; one that can't be looked at
/// is taken for one: reading it will say what is wrong.
pub fn layers(around: &Surroundings) -> Vec<Found> {
    let mut found = Vec::new();
    if exists(&around.managed) {
        found.push(Found {
            kind: LayerKind::Managed,
            name: "managed".into(),
            directory: around.managed.clone(),
        });
    }
    if let Some(directory) = around.config.as_ref().map(|config| config.join(USER_DIR))
        && exists(&directory)
    {
        found.push(Found { kind: LayerKind::User, name: "user".into(), directory });
    }
    found.extend(project_layers(around));
    found
}

/// The directories of profiles that are there, the machine's first. A project has none: a profile can loosen what rules say.
pub fn profiles(around: &Surroundings) -> Vec<(LayerKind, PathBuf)> {
    let managed = around.managed.parent().map(|parent| (LayerKind::Managed, parent.join(PROFILES)));
    let user = around.config.as_ref().map(|config| (LayerKind::User, config.join("toolgate").join(PROFILES)));
    managed.into_iter().chain(user).filter(|(_, directory)| exists(directory)).collect()
}

/// The project's layers. With a root: every one from there down to the directory. Without: the nearest upward.
fn project_layers(around: &Surroundings) -> Vec<Found> {
    let mut found = Vec::new();
    // A call from outside the root is still one of the root's project.
    let start = match &around.root {
        Some(root) if !around.directory.starts_with(root) => root,
        _ => &around.directory,
    };
    for at in start.ancestors() {
        let directory = at.join(PROJECT_DIR);
        if exists(&directory) {
            let below = around.root.as_ref().and_then(|root| at.strip_prefix(root).ok());
            let name = match below {
                Some(below) if !below.as_os_str().is_empty() => format!("project/{}", below.display()),
                _ => "project".to_owned(),
            };
            found.push(Found { kind: LayerKind::Project, name, directory });
        }
        let done = match &around.root {
            Some(root) => at == root.as_path(),
            None => !found.is_empty(),
        };
        if done {
            break;
        }
    }
    found.reverse();
    found
}

/// Links are not followed: one that leads nowhere is there, and reading it will say what is wrong.
fn exists(path: &Path) -> bool {
    match fs::symlink_metadata(path) {
        Ok(_) => true,
        Err(e) => !matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory),
    }
}
