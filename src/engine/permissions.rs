//! Who may write a policy (language, section 11).

use std::fs::Metadata;

use crate::engine::mistakes::FileMistake;

/// Refuses a file or directory that the world, or a group that is not the owner's own, may write.
///
/// A group is the owner's own when its number is the owner's: the scheme of user private groups, under which
/// distributions give new files to a group of one. A directory that all may write is refused for a file named by
/// itself only without the sticky bit, under which nobody can replace another's file.
#[cfg(unix)]
pub fn check(meta: &Metadata, place: Place) -> Result<(), FileMistake> {
    use std::os::unix::fs::MetadataExt;
    const WORLD_WRITES: u32 = 0o002;
    const GROUP_WRITES: u32 = 0o020;
    const STICKY: u32 = 0o1000;

    let mode = meta.mode();
    if place == Place::Around && mode & STICKY != 0 {
        return Ok(());
    }
    let directory = meta.is_dir();
    if mode & WORLD_WRITES != 0 {
        return Err(FileMistake::WritableByOthers { who: "everybody", directory });
    }
    if mode & GROUP_WRITES != 0 && meta.gid() != meta.uid() {
        return Err(FileMistake::WritableByOthers { who: "its group", directory });
    }
    Ok(())
}

/// Other systems have no such bits.
#[cfg(not(unix))]
pub fn check(_meta: &Metadata, _place: Place) -> Result<(), FileMistake> {
    Ok(())
}

/// What is being checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A policy file, or the directory whose files are the layer.
    Itself,
    /// The directory around a policy file that was named by itself.
    Around,
}
